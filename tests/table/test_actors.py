import pytest

from games.maexle import Call
from games.mex import Stand
from games.moves import Accept, Challenge, Correct, Leave, Move, OpenThrow, Reveal, Undo, Void
from table.actors import BUTTON, CAMERA, PEOPLE, Actor, NotAllowedError
from tests.table.evening import HOST, phone

CALL = Call(1, (4, 3))
EVERY: list[Move] = [
    CALL,
    Accept(1),
    Challenge(1),
    OpenThrow(1),
    Stand(1),
    Leave(1),
    Reveal((4, 3)),
    Correct((4, 3)),
    Void(),
    Undo(),
]
ANSWERS: list[Move] = [Accept(1), Challenge(1)]
OPEN: list[Move] = [OpenThrow(1), Stand(1)]


@pytest.mark.parametrize(
    ("actor", "may"),
    [
        (HOST, EVERY),
        (PEOPLE, EVERY),
        (phone(1), [CALL, *ANSWERS, *OPEN, Leave(1)]),
        (phone(0, 1), [CALL, *ANSWERS, *OPEN, Leave(1)]),
        (phone(0), []),
        (phone(), []),
        (BUTTON, [*ANSWERS, *OPEN]),
        (CAMERA, [Reveal((4, 3))]),
        (Actor("button"), []),
        (Actor("camera"), []),
    ],
    ids=[
        "host",
        "the two",
        "its phone",
        "one for all",
        "another",
        "watcher",
        "button",
        "camera",
        "-",
        "-",
    ],
)
def test_everybody_may_do_what_is_theirs_and_no_more(actor: Actor, may: list[Move]) -> None:
    allowed = []
    for move in EVERY:
        try:
            actor.check(move)
            allowed.append(move)
        except NotAllowedError:
            pass
    assert allowed == may


@pytest.mark.parametrize(("move", "code"), [(CALL, "not_your_seat"), (Void(), "host_only")])
def test_a_refusal_names_why(move: Move, code: str) -> None:
    with pytest.raises(NotAllowedError) as caught:
        phone(0).check(move)
    assert caught.value.code == code
