"""The host: let in by button or PIN, and what only they may do."""

import pytest

from tests.web.evening import PIN, Evening, plain


def test_who_held_the_button_is_let_in_once(at: Evening) -> None:
    first, second = at.phone(), at.phone()
    at.doorkeeper.open()
    assert first.post("/host/enter").status_code == 303
    refused = second.post("/host/enter")
    assert refused.status_code == 403
    assert "Nobody has held the button within the last minute." in plain(refused.text)
    assert len(at.table.snapshot().hosts) == 1


def test_a_wrong_pin_is_said_to_be_wrong(at: Evening) -> None:
    answer = at.phone().post("/host/pin", {"pin": "000000"})
    assert answer.status_code == 403
    assert "That is not the table's PIN." in plain(answer.text)
    assert PIN not in answer.text


def test_after_five_wrong_pins_even_the_right_one_waits_a_minute(at: Evening) -> None:
    phone = at.phone()
    for _ in range(5):
        phone.post("/host/pin", {"pin": "1"})
    at.clock.now = 18.5
    answer = phone.post("/host/pin", {"pin": PIN})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "42"
    assert "Try again in 42 seconds." in plain(answer.text)
    at.clock.now = 60.0
    assert phone.post("/host/pin", {"pin": PIN}).status_code == 303


@pytest.mark.parametrize("pin", ["", "\u0661\u0662", "\N{PILE OF POO}", "x" * 5000, "\ud83c"])
def test_a_strange_pin_is_only_wrong(at: Evening, pin: str) -> None:
    assert at.phone().post("/host/pin", {"pin": pin.encode("utf-8", "replace")}).status_code == 403


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/host/undo", {}),
        ("/host/void", {}),
        ("/host/correct", {"die1": 1, "die2": 2}),
        ("/host/again", {}),
        ("/host/forget", {}),
        ("/setup", {"do": "add", "game": "maexle"}),
    ],
)
def test_what_is_the_hosts_is_refused_to_others(at: Evening, path: str, fields: dict[str, object]) -> None:
    at.start("Anna", "Ben")
    before = at.table.snapshot()
    answer = at.phone().post(path, {"version": at.version, **fields})
    assert answer.status_code == 403
    assert "Only the host may do that." in plain(answer.text)
    assert at.table.snapshot() is before


def test_the_set_up_is_shown_to_hosts_alone(at: Evening) -> None:
    assert at.phone().get("/setup").status_code == 403
    assert at.host().get("/setup").status_code == 200


def test_the_hosts_menu_is_the_hosts_alone(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    assert "Void the throw" in host.see()
    assert "Void the throw" not in at.phone().see()


def test_undo_takes_a_call_back_and_the_panel_says_so(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    assert "Anna calls 54." in host.see()
    host.post("/host/undo", {"untouched": "yes"})
    page = host.see()
    assert "Anna opens: throw, peek, call." in page
    assert "The last move was taken back." in page


@pytest.mark.parametrize(
    ("untouched", "sees"), [("yes", "Ben, do you believe it?"), ("no", "Anna opens: throw")]
)
def test_undoing_an_accept_asks_whether_the_dice_lie_untouched(
    at: Evening, untouched: str, sees: str
) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "accept"})
    assert "untouched and unseen?" in host.see()
    host.post("/host/undo", {"untouched": untouched})
    assert sees in host.see()


def test_an_appeal_deals_the_penalty_anew_until_the_next_call(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    assert "Appeal" not in host.see()
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)
    assert "Appeal: correct the dice" in host.see()
    host.post("/host/correct", {"die1": 4, "die2": 5})
    page = host.see()
    assert "Appeal: the dice were corrected." in page
    assert "Ben loses 1 life." in page
    host.post("/call", {"seat": 0, "value": "31"})
    assert "Appeal" not in host.see()


def test_a_player_leaves_by_the_hosts_hand(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo")
    host.post("/host/leave", {"seat": 0})
    assert "Anna has left the game." in host.see()


def test_playing_again_keeps_seats_phones_and_house_rules(at: Evening) -> None:
    host = at.start("Anna", "Ben", lives="1")
    anna = at.phone()
    anna.post("/seats/claim", {"guest": 1})
    anna.post("/call", {"seat": 0, "value": "31"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(3, 1)
    assert host.post("/host/again").status_code == 303
    assert "Anna opens: throw, peek, call." in anna.see()
    game = at.table.snapshot().game
    assert game
    assert game.options["lives"] == 1


def test_deleted_pictures_are_gone_and_the_verdict_stays(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)
    picture = f"/picture/{at.version}"
    assert host.get(picture).status_code == 200
    host.post("/host/forget")
    assert host.get(picture).status_code == 404
    assert "A lie!" in host.see()
    assert "<image" not in host.shown
