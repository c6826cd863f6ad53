"""Playing from a phone: whose move it is, and what is answered to a move that is refused."""

import pytest

from games.throws import ORDER
from tests.web.evening import Evening, plain
from web.sight.keypad import keypad


def test_the_keypad_has_every_value_in_ranking_order() -> None:
    keys = [key for row in keypad(ORDER, ()) for key in row]
    assert [key.throw for key in keys] == list(ORDER)
    assert not any(key.on for key in keys)


def test_a_call_leads_back_to_the_table(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    answer = host.post("/call", {"seat": 0, "value": "54"})
    assert answer.status_code == 303
    assert answer.location == "/"


def test_a_call_for_another_phones_seat_is_refused_with_the_table_as_it_stands(at: Evening) -> None:
    at.start("Anna", "Ben")
    stranger = at.phone()
    answer = stranger.post("/call", {"seat": 0, "value": "54"})
    assert answer.status_code == 403
    assert "That is another player's to decide." in plain(answer.text)
    assert "Anna throws and calls." in plain(answer.text)


def test_a_call_that_is_too_low_is_refused_in_words(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "accept"})
    answer = host.post("/call", {"seat": 1, "value": "31"})
    assert answer.status_code == 409
    assert "That call is too low." in plain(answer.text)


def test_of_two_thumbs_on_one_challenge_the_second_is_told_that_it_was_late(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    version = at.version
    assert host.post("/answer", {"seat": 1, "answer": "challenge", "version": version}).status_code == 303
    late = host.post("/answer", {"seat": 1, "answer": "challenge", "version": version})
    assert late.status_code == 409
    assert "Somebody was faster." in plain(late.text)
    assert at.version == version + 1


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/call", {"seat": 0, "value": "99"}),
        ("/call", {"seat": "x", "value": "54"}),
        ("/call", {"seat": "-1", "value": "54"}),
        ("/call", {"seat": "9" * 30, "value": "54"}),
        ("/call", {"seat": "\u0663", "value": "54"}),
        ("/call", {"value": "54"}),
        ("/call", {"seat": 0, "value": "54", "version": ""}),
        ("/answer", {"seat": 1, "answer": "void"}),
        ("/answer", {"seat": 1}),
        ("/dice", {"die1": 3}),
        ("/dice", {"die1": 3, "die2": 7}),
        ("/host/leave", {"seat": "all"}),
        ("/host/correct", {"die1": 0, "die2": 1}),
        ("/?after=x", {}),
    ],
)
def test_what_no_page_would_send_is_malformed(at: Evening, path: str, fields: dict[str, object]) -> None:
    host = at.start("Anna", "Ben")
    answer = host.get(path) if path.startswith("/?") else host.post(path, fields)
    assert answer.status_code == 400
    assert "The table did not understand that." in plain(answer.text)
    assert "Back to the table" in answer.text


@pytest.mark.parametrize("path", ["/call", "/answer", "/dice", "/host/again", "/host/undo"])
def test_before_any_game_a_move_is_refused_in_words(at: Evening, path: str) -> None:
    fields: dict[str, object] = {"seat": 0, "value": "54", "answer": "accept", "version": 0}
    answer = at.host().post(path, fields)
    assert answer.status_code == 409
    assert "No game has been started yet." in plain(answer.text)


def test_the_same_dice_from_both_of_the_challenge_count(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo")
    anna, ben, cleo = (at.phone() for _ in range(3))
    for seat, phone in enumerate((anna, ben, cleo)):
        phone.post("/seats/claim", {"guest": seat + 1})
    anna.post("/call", {"seat": 0, "value": "54"})
    ben.post("/answer", {"seat": 1, "answer": "challenge"})
    at.doubt("tilted")
    assert cleo.post("/dice", {"die1": 3, "die2": 4}).status_code == 403
    anna.post("/dice", {"die1": 5, "die2": 4})
    ben.post("/dice", {"die1": 3, "die2": 4})
    assert "You do not agree." in anna.see()
    for onlooker in (host, cleo):
        assert "They do not agree yet." in onlooker.see()
    anna.post("/dice", {"die1": 4, "die2": 3})
    assert "Anna loses 1 life." in host.see()


@pytest.mark.parametrize(("game", "moves"), [("maexle", "0:54 1:challenge"), ("mex", "0:throw")])
def test_one_phone_that_plays_for_both_is_told_that_its_word_counts_at_once(
    at: Evening, game: str, moves: str
) -> None:
    at.start("Anna", "Ben", "Cleo", game=game)
    both = at.phone()
    both.post("/seats/claim", {"guest": 1})
    both.post("/seats/claim", {"guest": 2})
    at.play(moves)
    at.doubt("tilted")
    page = both.see()
    assert "Several play on this phone: what you enter here counts at once." in page
    assert "It counts when" not in page
    both.post("/dice", {"die1": 4, "die2": 3})
    assert "enter here" not in both.see()
    assert at.view.dice == (4, 3)


def test_both_of_the_challenge_ask_for_the_throw_to_be_void_and_it_is(at: Evening) -> None:
    at.start("Anna", "Ben", "Cleo")
    anna, ben, cleo = (at.phone() for _ in range(3))
    for seat, phone in enumerate((anna, ben, cleo)):
        phone.post("/seats/claim", {"guest": seat + 1})
    at.play("0:54 1:challenge")
    at.doubt("tilted")
    assert "Void throw" in anna.see()
    assert "Void throw" not in cleo.see()
    assert cleo.post("/dice/void").status_code == 403
    assert anna.post("/dice/void").status_code == 303
    assert "Anna asks for the throw to be void." in ben.see()
    assert ben.post("/dice/void").status_code == 303
    assert "The throw is void: nobody pays." in cleo.see()


def test_reading_again_asks_the_camera_once_more(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.doubt("blurred")
    assert host.post("/dice/again").status_code == 303
    assert at.look.attempt == 2
    assert "The table reads the dice" in host.see()
