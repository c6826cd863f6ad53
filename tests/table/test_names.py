"""Names at the table: what is one, and which people could not tell apart."""

import pytest

from table.names import SetupError
from table.table import Table
from tests.table.evening import HOST, play, start
from tests.table.test_guests import names


@pytest.mark.parametrize(
    "name", ["anna", "ANNA", " Anna ", "Ａnna", "Аnnа", "An\u200dna", "Anna\ufe00", "𝐀nna"]
)
def test_a_name_that_is_taken_for_another_is_refused(table: Table, name: str) -> None:
    table.guests.join("Anna", 0, "one")
    with pytest.raises(SetupError) as caught:
        table.guests.join(name, 0, "two")
    assert caught.value.code == "name_taken"
    assert names(table.snapshot()) == ["Anna"]


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        *(("Eva", "Εva"), ("Mia", "Μia"), ("Hans", "Ηans"), ("Zoe", "Ζoe"), ("EMMA", "ΕΜΜΑ")),
        *(("Andy", "Andу"), ("Kevin", "Keνin"), ("Vera", "νera"), ("Zoe", "ζoe"), ("Sven", "Ѕνen")),
        *(("Zoë", "Zoё"), ("Jörg", "Jӧrg"), ("Ïda", "Їda"), ("Yves", "Үves")),
    ],
)
def test_greek_and_cyrillic_letters_that_look_latin_are_the_same(table: Table, name: str, alike: str) -> None:
    table.guests.join(name, 0, "one")
    with pytest.raises(SetupError) as caught:
        table.guests.join(alike, 0, "two")
    assert caught.value.code == "name_taken"


@pytest.mark.parametrize(
    ("one", "other"), [("Ian", "lan"), ("Bo", "B0"), ("Ali", "A1i"), ("Strauß", "STRAUSS")]
)
def test_letters_that_differ_by_a_serif_are_the_same(table: Table, one: str, other: str) -> None:
    table.guests.add(one, HOST)
    with pytest.raises(SetupError):
        table.guests.add(other, HOST)


@pytest.mark.parametrize(
    "other", ["Änne", "Anni", "Anna L.", "Ana", "Зоя", "🎲", "မြို့", "สมศักดิ์", "קָּרִ֥ב", "हर्ष", "Nguyễn", "👩🏽‍🚀"]
)
def test_names_that_people_tell_apart_are_both_welcome(table: Table, other: str) -> None:
    table.guests.add("Anna", HOST)
    table.guests.add(other, HOST)
    assert names(table.snapshot()) == ["Anna", other]


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\uffa0\uffa0", "Anna\u3164"])
def test_a_name_that_can_not_be_seen_is_refused(table: Table, name: str) -> None:
    with pytest.raises(SetupError) as caught:
        table.guests.join(name, 0, "one")
    assert caught.value.code == "blank_name"


@pytest.mark.parametrize(
    "name", ["", "   ", "\u200b", "\u200d\ufe0f", "\u0301", "x" * 25, "Ben\x07", "Ben\n\0"]
)
def test_what_is_no_name_is_refused(table: Table, name: str) -> None:
    with pytest.raises(SetupError) as caught:
        table.guests.join(name, 0, "one")
    assert caught.value.code == "bad_names"


@pytest.mark.parametrize("pile", ["\u0335\u030d\u0351" * 30, "\u0e47" * 23, "\u0300\u200d" * 6])
def test_a_name_that_would_cover_others_is_refused(table: Table, pile: str) -> None:
    with pytest.raises(SetupError) as caught:
        table.guests.join(f"Z{pile}", 0, "one")
    assert caught.value.code == "bad_names"


def test_nobody_is_called_as_one_who_left_is_in_the_game_that_runs(table: Table) -> None:
    start(table)
    anna, _, cem = (guest.id for guest in table.snapshot().party.guests)
    play(table, "2:leave")
    table.guests.leave(cem, HOST)
    for alike in ("Cem", "Сem", "Cem\u200d"):
        with pytest.raises(SetupError):
            table.guests.change(anna, alike, 0, HOST)
    game = table.snapshot().game
    assert game
    assert game.seats == ("Anna", "Bö", "Cem")


def test_somebody_may_be_written_otherwise_but_not_like_another(table: Table) -> None:
    table.guests.add("Anna", HOST)
    table.guests.add("Ben", HOST)
    table.guests.change(1, "ANNA", 0, HOST)
    with pytest.raises(SetupError):
        table.guests.change(1, "ben", 0, HOST)
    assert names(table.snapshot()) == ["ANNA", "Ben"]
