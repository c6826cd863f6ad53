"""People at the table: a seat is a person's, through other names, other games and a pulled plug."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from games.rulesets import RULESETS
from table.actors import NotAllowedError
from table.log import Log
from table.names import SetupError
from table.party import MOST
from table.snapshot import Snapshot
from table.table import Table
from tests.table.evening import HOST, now, play, reopened, start

ANNA, BÖ, CEM, DORA = 1, 2, 3, 4


def names(shot: Snapshot) -> list[str]:
    return [guest.name for guest in shot.party.guests]


def again(table: Table, game: str = "maexle", opens: int = 0) -> Snapshot:
    """Start a game for everyone at the table."""
    return table.start({"game": game}, HOST, table.snapshot().version, opens)


def seated(table: Table) -> Table:
    """Start a game that a phone plays in for Bö."""
    start(table)
    table.guests.claim(BÖ, "one")
    return table


# a seat is a person's


def test_playing_again_adding_one_renaming_one_and_another_game_unseat_nobody(table: Table) -> None:
    seated(table)
    assert again(table).phones == {1: "one"}
    table.guests.add("Dora", HOST)
    assert again(table).phones == {1: "one"}
    table.guests.change(ANNA, "Annette", 5, HOST)
    assert again(table).phones == {1: "one"}
    shot = again(table, "maxi")
    assert shot.phones == {1: "one"}
    assert shot.game
    assert shot.game.seats == ("Annette", "Bö", "Cem", "Dora")


def test_the_phone_moves_with_its_person_when_the_order_changes(table: Table) -> None:
    seated(table)
    table.guests.move(BÖ, -1, HOST)
    assert table.snapshot().phones == {1: "one"}, "the game that runs goes on as it is"
    assert again(table).phones == {0: "one"}
    assert start(table, seats=["Cem", "Anna", "Bö"]).phones == {2: "one"}


def test_a_new_name_shows_at_once_and_after_a_restart(table: Table, path: Path) -> None:
    seated(table)
    play(table, "0:43")
    table.guests.change(BÖ, "Bertha", 3, table.snapshot().actor("one"))
    for at in (table, reopened(table, path)):
        shot = at.snapshot()
        assert shot.game
        assert shot.game.seats == ("Anna", "Bertha", "Cem")
        assert shot.actor("one").seats == {1}


def test_everything_about_people_survives_a_pulled_plug(table: Table, path: Path) -> None:
    seated(table)
    table.guests.join("Dora", 7, "two")
    table.guests.keep(CEM, HOST)
    table.guests.move(DORA, -2, HOST)
    table.guests.send_away(BÖ, HOST)
    table.guests.close_doors(HOST)
    before = table.snapshot()
    after = reopened(table, path).snapshot()
    assert after.party == before.party
    assert after.chairs == before.chairs == (ANNA, BÖ, CEM)


def test_an_id_is_never_given_twice(table: Table, path: Path) -> None:
    table.guests.add("Anna", HOST)
    table.guests.leave(1, HOST)
    again = reopened(table, path)
    again.guests.add("Ben", HOST)
    assert [guest.id for guest in again.snapshot().party.guests] == [2]


def test_the_log_of_an_older_program_opens_with_its_people_on_their_seats(table: Table, path: Path) -> None:
    start(table)
    play(table, "0:43 1:accept")
    table.close()
    with closing(sqlite3.connect(path)) as db, db:
        for name in (
            "guest",
            "chair",
            "away",
            "door",
            "habit",
            "evening",
            "share",
            "settled",
            "forgotten",
            "doomed",
            "gone",
            "bet",
            "plate",
        ):
            db.execute(f"DROP TABLE {name}")
        db.execute("INSERT INTO seat VALUES (1, 'one')")
        db.execute("PRAGMA user_version = 4")
    for at in (Table(Log(path), now), Table(Log(path), now)):
        shot = at.snapshot()
        assert names(shot) == ["Anna", "Bö", "Cem"]
        assert shot.phones == {1: "one"}
        at.close()
    at = Table(Log(path), now)
    at.guests.change(BÖ, "Bertha", 1, HOST)
    assert again(at).phones == {1: "one"}
    at.close()


# who sits down


def test_a_free_seat_is_whose_phone_claims_it(table: Table) -> None:
    seated(table)
    table.guests.claim(BÖ, "one")
    with pytest.raises(NotAllowedError) as caught:
        table.guests.claim(BÖ, "other")
    assert caught.value.code == "seat_taken"
    assert table.snapshot().phones == {1: "one"}


@pytest.mark.parametrize("guest", [-1, 0, 99])
def test_nobody_sits_down_for_who_is_not_there(table: Table, guest: int) -> None:
    start(table)
    with pytest.raises(NotAllowedError) as caught:
        table.guests.claim(guest, "one")
    assert caught.value.code == "no_such_guest"


def test_a_seat_is_handed_on_by_its_phone_or_freed_by_the_host(table: Table) -> None:
    seated(table)
    actor = table.snapshot().actor("one")
    with pytest.raises(NotAllowedError):
        table.guests.free(BÖ, table.snapshot().actor("other"))
    table.guests.free(BÖ, actor)
    table.guests.claim(BÖ, "other")
    assert table.snapshot().phones == {1: "other"}
    table.guests.free(BÖ, HOST)
    assert table.snapshot().phones == {}


def test_one_phone_sits_for_several_people(table: Table) -> None:
    table.guests.join("Anna", 0, "one")
    table.guests.join("Ben", 1, "one")
    shot = again(table)
    assert shot.actor("one").seats == {0, 1}


def test_who_comes_late_waits_for_the_next_game(table: Table) -> None:
    seated(table)
    table.guests.join("Dora", 0, "two")
    shot = table.snapshot()
    assert shot.game
    assert shot.game.seats == ("Anna", "Bö", "Cem")
    assert shot.actor("two").guests == {DORA}
    assert not shot.actor("two").seats
    assert again(table).actor("two").seats == {3}


def test_of_a_party_too_large_for_the_game_the_first_play(table: Table) -> None:
    for number in range(8):
        table.guests.join(f"P{number}", number, "one")
    most = RULESETS["maxi"].PLAYERS[1]
    shot = again(table, "maxi", opens=8)
    assert shot.chairs == tuple(range(1, most + 1))
    assert shot.game
    assert shot.game.first == 0, "who was to open does not play"
    larger = again(table, opens=8)
    assert larger.game
    assert larger.game.first == 7


def test_too_few_are_told_to_wait_for_another(table: Table) -> None:
    table.guests.add("Anna", HOST)
    with pytest.raises(SetupError) as caught:
        again(table)
    assert caught.value.code == "too_few"


def test_a_sign_that_is_taken_gives_way_to_a_free_one(table: Table) -> None:
    table.guests.join("Anna", 4, "one")
    table.guests.join("Ben", 4, "two")
    table.guests.join("Cleo", 4711, "two")
    signs = [guest.sign for guest in table.snapshot().party.guests]
    assert signs == [4, 0, 1]
    with pytest.raises(SetupError) as caught:
        table.guests.change(2, "Ben", 4, HOST)
    assert caught.value.code == "sign_taken"


def test_there_is_room_for_so_many_and_no_more(table: Table) -> None:
    for number in range(MOST):
        table.guests.add(f"P{number}x", HOST)
    assert len({guest.sign for guest in table.snapshot().party.guests}) == MOST
    with pytest.raises(SetupError) as caught:
        table.guests.add("One more", HOST)
    assert caught.value.code == "party_full"


def test_a_phone_that_is_sent_away_takes_all_along_who_do_not_play(table: Table) -> None:
    seated(table)
    for number in range(MOST - 3):
        table.guests.join(f"P{number}x", 0, "one")
    table.guests.send_away(BÖ, HOST)
    assert names(table.snapshot()) == ["Anna", "Bö", "Cem"]
    table.guests.join("Dora", 0, "two")


# the host stays master


def test_behind_closed_doors_nobody_sits_down_and_who_sits_plays_on(table: Table) -> None:
    seated(table)
    table.guests.close_doors(HOST)
    tries: list[Callable[[], None]] = [
        lambda: table.guests.join("Dora", 0, "two"),
        lambda: table.guests.claim(ANNA, "two"),
    ]
    for refused in tries:
        with pytest.raises(NotAllowedError) as caught:
            refused()
        assert caught.value.code == "doors_closed"
    assert table.snapshot().phones == {1: "one"}
    table.guests.add("Dora", HOST)
    table.guests.close_doors(HOST, closed=False)
    table.guests.claim(ANNA, "two")
    assert table.snapshot().phones == {0: "two", 1: "one"}


def test_a_phone_that_is_sent_away_loses_all_its_seats_and_can_not_come_back(table: Table) -> None:
    seated(table)
    table.guests.claim(CEM, "one")
    table.guests.send_away(BÖ, HOST)
    assert table.snapshot().phones == {}
    tries: list[Callable[[], None]] = [
        lambda: table.guests.claim(CEM, "one"),
        lambda: table.guests.join("X", 0, "one"),
    ]
    for refused in tries:
        with pytest.raises(NotAllowedError) as caught:
            refused()
        assert caught.value.code == "sent_away"
    table.guests.claim(CEM, "two")
    table.guests.let_back(HOST)
    table.guests.claim(BÖ, "one")
    assert table.snapshot().phones == {1: "one", 2: "two"}


def test_a_hosts_phone_or_none_can_not_be_sent_away(table: Table) -> None:
    seated(table)
    table.add_host("one")
    for guest in (BÖ, CEM):
        with pytest.raises(NotAllowedError) as caught:
            table.guests.send_away(guest, HOST)
        assert caught.value.code == "no_guests_phone"


def test_a_seat_taken_back_for_good_is_claimed_by_no_phone_until_it_is_offered(table: Table) -> None:
    seated(table)
    table.guests.keep(BÖ, HOST)
    for phone in ("one", "two"):
        with pytest.raises(NotAllowedError):
            table.guests.claim(BÖ, phone)
    assert table.snapshot().phones == {}
    table.guests.free(BÖ, HOST)
    table.guests.claim(BÖ, "two")
    assert table.snapshot().phones == {1: "two"}


def test_who_plays_leaves_the_game_before_the_table(table: Table) -> None:
    seated(table)
    with pytest.raises(NotAllowedError) as caught:
        table.guests.leave(ANNA, HOST)
    assert caught.value.code == "still_plays"
    play(table, "0:leave")
    table.guests.leave(ANNA, HOST)
    shot = table.snapshot()
    assert names(shot) == ["Bö", "Cem"]
    assert shot.game
    assert shot.game.seats == ("Anna", "Bö", "Cem")
    assert shot.phones == {1: "one"}


def test_the_evening_ends_for_all_who_do_not_play(table: Table) -> None:
    seated(table)
    table.guests.join("Dora", 0, "two")
    table.guests.send_away(BÖ, HOST)
    table.guests.close_doors(HOST)
    table.guests.empty(HOST)
    party = table.snapshot().party
    assert names(table.snapshot()) == ["Anna", "Bö", "Cem"]
    assert (party.away, party.closed) == (frozenset(), False)
    play(table, "0:leave 1:leave")
    table.guests.empty(HOST)
    assert names(table.snapshot()) == []


def test_what_is_the_hosts_is_no_players(table: Table) -> None:
    seated(table)
    before = table.snapshot()
    by = before.actor("one")
    book = table.guests
    tries: list[Callable[[], None]] = [
        lambda: book.add("Dora", by),
        lambda: book.keep(ANNA, by),
        lambda: book.move(BÖ, -1, by),
        lambda: book.send_away(BÖ, by),
        lambda: book.let_back(by),
        lambda: book.close_doors(by),
        lambda: book.empty(by),
        lambda: book.free(ANNA, by),
        lambda: book.leave(ANNA, by),
        lambda: book.change(ANNA, "Donkey", 3, by),
    ]
    for refused in tries:
        with pytest.raises(NotAllowedError):
            refused()
    assert table.snapshot() is before


def test_people_come_and_go_without_overtaking_a_move(table: Table) -> None:
    seated(table)
    seen = table.snapshot()
    table.guests.join("Dora", 0, "two")
    assert (table.snapshot().version, table.snapshot().revision) == (seen.version, seen.revision + 1)
