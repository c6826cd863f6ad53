"""Somebody vanished: the host helps out in every game and scene, and the television reminds."""

import re
from html import unescape
from typing import Any

import pytest

from games.ruleset import Wait
from games.rulesets import RULESETS
from table.snapshot import Late
from tests.web.evening import Evening, Phone, evening, plain
from web.sight.sight import ENTERED

CHOICE = re.compile(r'<a class="[^"]*" data-in-place href="([^"]*)"')
SCENES = {
    "maexle": ("", "0:54", "0:54 1:challenge reveal:43"),
    "maxi": ("", "0:54/seen", "0:54/seen 1:challenge reveal:43"),
    "mex": ("", "0:throw reveal:31"),
    "bluf_mex": ("", "0:54/1", "0:54/1 1:challenge reveal:43"),
    "maxonaut": ("", "0:97", "0:97 1:challenge", "0:97 1:challenge 1:turn_over=9,8"),
    "luegen_kniffel": ("", "0:fours/12", "0:fours/12 1:doubt 2:believe"),
}
CASES = [(game, moves) for game, ways in SCENES.items() for moves in ways]


def vanished(at: Evening, game: str, moves: str, why: Late = Late.GONE) -> tuple[Phone, int]:
    """Play so far; the phone of whoever is asked now is gone. Return the host's phone and that seat."""
    options: dict[str, Any] = {"throws": "1"} if game == "mex" else {}
    host = at.start("Anna", "Ben", "Cleo", game=game, **options)
    phones = [at.phone() for _ in range(3)]
    for number, phone in enumerate(phones, 1):
        assert phone.post("/seats/claim", {"guest": number}).status_code == 303
    at.play(moves)
    if at.view.waiting.what is Wait.REVEAL:
        at.doubt("glare")
    seat = at.view.waiting.seats[0]
    at.table.miss({seat: why}, at.table.snapshot())
    return host, seat


def choices(page: str) -> list[str]:
    return [unescape(href) for href in CHOICE.findall(page)]


@pytest.mark.parametrize(("game", "moves"), CASES)
def test_the_host_may_play_for_them_in_every_game_and_scene(at: Evening, game: str, moves: str) -> None:
    host, seat = vanished(at, game, moves)
    name = ("Anna", "Ben", "Cleo")[seat]
    page = host.see()
    assert f"No sign of {name}'s phone." in page
    if at.view.waiting.what is Wait.REVEAL:
        assert "These are the dice" in page, "the host may say what lies there anyway"
        return
    if at.view.waiting.what in ENTERED:
        assert 'class="panel asked' in host.shown, "what was turned over a host may enter anyway"
        return
    asked = host.follow(f"seat={seat}")
    assert 'class="panel asked' in asked
    assert f'name="seat" value="{seat}"' in asked or "pick=" in asked
    assert f"Play for {name}" not in plain(asked)


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("maxi", ""),
        ("maxi", "0:54/seen"),
        ("bluf_mex", "0:54/1"),
        ("luegen_kniffel", ""),
        ("luegen_kniffel", "0:fours/12"),
    ],
)
def test_whatever_the_host_chooses_for_them_on_the_way_is_still_theirs(
    at: Evening, game: str, moves: str
) -> None:
    host, seat = vanished(at, game, moves)
    host.get()
    for link in choices(host.follow(f"seat={seat}")):
        chosen = host.get(link).text
        for page in (chosen, *(host.get(further).text for further in choices(chosen))):
            assert 'class="panel asked' in page, link
            assert "Play for" not in plain(page), link


@pytest.mark.parametrize(("game", "moves"), CASES)
def test_the_host_may_free_the_seat_and_then_plays_on_it(at: Evening, game: str, moves: str) -> None:
    host, seat = vanished(at, game, moves)
    guest = at.table.snapshot().chairs[seat]
    assert f'name="guest" value="{guest}"' in host.get().text
    assert host.post("/people/free", {"guest": guest, "table": 1}).location == "/"
    assert seat not in at.table.snapshot().phones
    assert "No sign of" not in host.see()


@pytest.mark.parametrize(("game", "moves"), CASES)
def test_they_may_leave_in_every_game_and_scene(at: Evening, game: str, moves: str) -> None:
    host, seat = vanished(at, game, moves)
    assert f"{('Anna', 'Ben', 'Cleo')[seat]} leaves" in host.see()
    assert host.post("/host/leave", {"seat": seat}).status_code == 303
    assert at.view.standing[seat].out
    assert "No sign of" not in host.see()


@pytest.mark.parametrize("game", RULESETS)
def test_the_television_reminds_and_players_are_not_bothered(at: Evening, game: str) -> None:
    host, seat = vanished(at, game, "", Late.SLOW)
    name = ("Anna", "Ben", "Cleo")[seat]
    assert f"{name}, it is your turn." in plain(at.phone().get("/screen").text)
    assert f"{name} has not answered for a while." in host.see()
    assert "has not answered" not in at.phone().see()


def test_who_is_asked_what_lies_there_is_not_told_that_it_is_their_turn(at: Evening) -> None:
    vanished(at, "luegen_kniffel", "0:fours/12 1:doubt 2:believe")
    page = plain(at.phone().get("/screen").text)
    assert "Anna, what lies there?" in page
    assert "it is your turn" not in page


def test_what_the_host_plays_for_them_counts(at: Evening) -> None:
    host, _ = vanished(at, "maexle", "0:54")
    host.get()
    host.follow("seat=1")
    assert host.post("/answer", {"seat": 1, "answer": "accept"}).status_code == 303
    assert at.view.waiting.what is Wait.CALL
    assert not at.table.snapshot().late


@pytest.mark.parametrize(
    ("game", "moves", "answer", "shown"),
    [
        ("maexle", "0:54", {"answer": "accept"}, "Ben: throw, peek, call more than 54."),
        ("maxi", "0:54/seen", {"answer": "accept", "how": "blind"}, "Ben: throw blind, call 54 or more."),
    ],
)
def test_who_has_answered_for_them_goes_on_with_their_call(
    at: Evening, game: str, moves: str, answer: dict[str, object], shown: str
) -> None:
    host, seat = vanished(at, game, moves)
    answered = host.post("/answer", {"seat": seat, **answer})
    assert shown in host.see(answered.location)
    assert f'name="seat" value="{seat}"' in host.shown


@pytest.mark.parametrize(
    ("moves", "path", "said"),
    [
        ("0:97 1:challenge", "/cards", {"move": "turn_over", "cards": ["9", "8"]}),
        ("0:54", "/answer", {"answer": "misspoken"}),
    ],
)
def test_who_enters_cards_or_objects_for_somebody_plays_for_them_no_further(
    at: Evening, moves: str, path: str, said: dict[str, object]
) -> None:
    host = at.start("Anna", "Ben", "Cleo", game="maxonaut", order_penalty="on")
    at.phone().post("/seats/claim", {"guest": 2})
    at.play(moves)
    assert host.post(path, {"seat": 1, **said}).location == "/"


def test_playing_for_somebody_goes_past_the_verdict(at: Evening) -> None:
    host, seat = vanished(at, "maexle", "0:54 1:challenge reveal:43")
    assert "A lie!" in host.see()
    assert f"{('Anna', 'Ben', 'Cleo')[seat]} opens: throw, peek, call." in plain(host.follow(f"seat={seat}"))


def test_every_phone_at_the_table_gives_a_sign_with_whatever_it_asks(at: Evening) -> None:
    signs: list[str] = []
    again = evening(at.table, sign=signs.append)
    host = again.start("Anna", "Ben")
    player, guest = again.phone(), again.phone()
    player.post("/seats/claim", {"guest": 2})
    signs.clear()
    guest.get("/revision")
    assert not signs, "who only watches is not missed"
    player.get("/revision")
    host.get("/help")
    assert len(signs) == 2


def test_the_host_settles_how_long_the_table_waits(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    assert "after 2 minutes" in host.see("/habits")
    assert host.post("/habits", {"patience_s": 120}).status_code == 303
    assert at.table.snapshot().habits.patience_s == 120
    assert '<option value="120" selected>' in host.get("/habits").text
    assert host.post("/habits", {"patience_s": 7}).status_code == 400
    guest = at.phone()
    assert guest.get("/habits").status_code == 403
    assert guest.post("/habits", {"patience_s": 60}).status_code == 403
    assert at.table.snapshot().habits.patience_s == 120
