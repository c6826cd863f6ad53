"""What a phone tells those who hear the page, moment by moment."""

import re

import pytest

from tests.web.evening import Evening, Phone


def said_by(phone: Phone) -> str:
    status = phone.get().text.partition('role="status" data-held="says">')[2].partition("</p>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", status)).strip()


def test_the_page_says_in_a_sentence_whose_turn_it_is_what_was_called_and_how_it_was_ruled(
    at: Evening,
) -> None:
    host = at.start("Anna", "Ben")
    watcher = at.phone()
    assert said_by(watcher) == "It is the turn of Anna."
    host.post("/call", {"seat": 0, "value": "54"})
    assert said_by(watcher) == "Anna calls 54. It is the turn of Ben."
    assert said_by(host) == "Anna calls 54. Ben, it is your turn."
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    assert said_by(watcher) == "Ben challenges 54!"
    at.reveal(3, 4)
    assert said_by(watcher) == "A lie! Anna loses 1 life. Ben opens the next round."


@pytest.mark.parametrize(
    ("game", "moves", "says"),
    [
        ("mex", "0:throw reveal:31 0:stand 1:throw reveal:31 2:throw reveal:65", "The lowest throw off"),
        ("luegen_kniffel", "0:chance/9 1:believe 2:believe", "Ben throws next."),
        ("maxonaut", "0:97 1:challenge 1:turn_over=5,4", "Anna opens the next round."),
    ],
)
def test_who_hears_the_page_is_told_who_goes_on_as_who_reads_it(
    at: Evening, game: str, moves: str, says: str
) -> None:
    at.start("Anna", "Ben", "Cleo", game=game)
    at.play(moves)
    watcher = at.phone()
    assert says in said_by(watcher)
    assert watcher.see().count(says) == 2, "heard and read"


@pytest.mark.parametrize(
    ("game", "moves", "says"),
    [
        ("maexle", "0:54 1:accept", "Anna's call stands: 54. It has to be beaten. It is the turn of Ben."),
        ("maexle", "0:54 void", "The throw is void: nobody pays. It is the turn of Anna."),
        ("maxi", "0:43/blind", "Anna calls 43. Thrown blind: nobody has looked. It is the turn of Ben."),
        ("bluf_mex", "0:43/2", "Anna calls 43. After 2 throws. It is the turn of Ben."),
        ("mex", "0:throw reveal:43", "Anna shows 43. It is the turn of Anna."),
        ("mex", "0:throw reveal:43 0:stand", "Anna shows 43. It is the turn of Ben."),
        ("maxonaut", "0:97 1:challenge", "Ben challenges 97: turn the two top cards over."),
    ],
)
def test_who_hears_the_page_is_told_what_has_changed(at: Evening, game: str, moves: str, says: str) -> None:
    at.start("Anna", "Ben", "Cleo", game=game)
    at.play(moves)
    assert said_by(at.phone()) == says


@pytest.mark.parametrize(
    ("game", "moves", "reason", "says"),
    [
        ("maexle", "0:54 1:challenge", "glare", "Shade the window and read again, or look for yourselves."),
        ("mex", "0:throw", "restarted", "Untouched: read again. Else enter the dice, or void the throw."),
        ("luegen_kniffel", "0:chance/9 1:doubt 2:believe", "tilted", "Push all 5 dice onto the window"),
        ("luegen_kniffel", "0:chance/9 1:doubt 2:believe", "", "Push all 5 dice onto the window"),
    ],
)
def test_who_hears_the_page_is_told_what_to_do_about_dice_that_are_asked_for(
    at: Evening, game: str, moves: str, reason: str, says: str
) -> None:
    at.start("Anna", "Ben", "Cleo", game=game)
    at.play(moves)
    if reason:
        at.doubt(reason)
    watcher = at.phone()
    assert says in said_by(watcher)
    assert watcher.see().count(says) == 2, "heard and read"
