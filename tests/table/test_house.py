"""House rules: what a table keeps by name, through a power cut, and the codes that carry them elsewhere."""

import base64
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rulesets import RULESETS
from table.actors import BUTTON, Actor, NotAllowedError
from table.house import VERSION, HouseRules, house_rules, parse_code, say_code
from table.log import Log
from table.names import SetupError
from table.schema import SCHEMA
from table.table import Table
from tests.table.evening import HOST, now

STAMMTISCH = house_rules("maexle", "Stammtisch", {"lives": 3, "opener": "loser"})


def packed(parts: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def names(table: Table) -> list[tuple[str, str]]:
    return [(rules.game, rules.name) for rules in table.house.all()]


def test_rules_are_kept_with_a_value_for_every_option(table: Table) -> None:
    table.house.keep(STAMMTISCH, HOST)
    (kept,) = table.house.all()
    assert kept == HouseRules("maexle", "Stammtisch", {"lives": 3, "equal_calls": False, "opener": "loser"})


def test_the_same_name_takes_their_place_and_another_game_may_have_it_too(table: Table) -> None:
    table.house.keep(STAMMTISCH, HOST)
    table.house.keep(house_rules("maexle", "Stammtisch", {"lives": 7}), HOST)
    table.house.keep(house_rules("mex", "Stammtisch", {}), HOST)
    assert names(table) == [("maexle", "Stammtisch"), ("mex", "Stammtisch")]
    found = table.house.find("maexle", "Stammtisch")
    assert found
    assert found.options["lives"] == 7


def test_rules_are_deleted_and_may_be_gone_already(table: Table) -> None:
    table.house.keep(STAMMTISCH, HOST)
    for _ in range(2):
        table.house.drop("maexle", "Stammtisch", HOST)
        assert table.house.all() == []


def test_only_the_host_keeps_and_deletes(table: Table) -> None:
    for by in (BUTTON, Actor("phone", frozenset({0}))):
        with pytest.raises(NotAllowedError):
            table.house.keep(STAMMTISCH, by)
        with pytest.raises(NotAllowedError):
            table.house.drop("maexle", "Stammtisch", by)


def test_what_was_kept_survives_the_plug(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    first = Table(Log(path), now)
    first.house.keep(STAMMTISCH, HOST)
    for part in list(tmp_path.iterdir()):  # as the disk is when the power goes
        (tmp_path / part.name.replace("table", "copy")).write_bytes(part.read_bytes())
    first.close()
    second = Table(Log(tmp_path / "copy.db"), now)
    assert second.house.all() == [STAMMTISCH]
    second.close()


def test_a_log_from_before_house_rules_takes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.db"
    with monkeypatch.context() as before:
        before.setattr("table.log.SCHEMA", SCHEMA[:1])
        Log(path).close()
    table = Table(Log(path), now)
    table.house.keep(STAMMTISCH, HOST)
    assert table.house.all() == [STAMMTISCH]
    table.close()


def test_rules_that_no_game_can_have_any_more_are_left_out(tmp_path: Path) -> None:
    log = Log(tmp_path / "table.db")
    log.keep_house_rules("chess", "Old", {})
    log.keep_house_rules("maexle", "Old", {"lives": 99})
    log.keep_house_rules("maexle", "Still good", {"lives": 2})
    table = Table(log, now)
    assert names(table) == [("maexle", "Still good")]
    table.close()


def test_rules_in_which_a_bit_has_flipped_stand_in_nobodys_way(tmp_path: Path) -> None:
    log = Log(tmp_path / "table.db")
    table = Table(log, now)
    table.house.keep(STAMMTISCH, HOST)
    table.house.keep(house_rules("mex", "Ours", {}), HOST)
    log._db.execute("UPDATE house SET options = replace(options, ':', ';') WHERE name = 'Stammtisch'")
    assert names(table) == [("mex", "Ours")]
    table.close()


@pytest.mark.parametrize("name", ["x" * 24, "Zum Goldenen Hirschen", "Правила 🎲", "O'Neill & Söhne", "a  b"])
def test_names_are_those_that_players_may_have(name: str) -> None:
    assert house_rules("mex", name, {}).name == " ".join(name.split())


@pytest.mark.parametrize(
    ("game", "name", "options", "code"),
    [
        ("chess", "A", {}, "no_such_game"),
        (None, "A", {}, "no_such_game"),
        (["maexle"], "A", {}, "no_such_game"),
        ("maexle", "", {}, "bad_house_name"),
        ("maexle", "  ", {}, "bad_house_name"),
        ("maexle", "\N{HANGUL FILLER}", {}, "blank_name"),
        ("maexle", "x" * 25, {}, "bad_house_name"),
        ("maexle", "A\x07", {}, "bad_house_name"),
        ("maexle", 7, {}, "bad_house_name"),
        ("maexle", "A", {"lives": 0}, "bad_options"),
        ("maexle", "A", {"lives": "3"}, "bad_options"),
        ("maexle", "A", {"lives": True}, "bad_options"),
        ("maexle", "A", {"opener": "nobody"}, "bad_options"),
        ("maexle", "A", {"crosses": 3}, "bad_options"),
        ("maexle", "A", [], "bad_options"),
    ],
)
def test_rules_that_no_table_keeps(game: object, name: object, options: object, code: str) -> None:
    with pytest.raises(SetupError) as caught:
        house_rules(game, name, options)
    assert caught.value.code == code


@given(data=st.data(), name=st.sampled_from(["Stammtisch", "Zoë & 🍺", "שולחן", "x" * 24]))
def test_a_code_carries_any_rules_of_any_game_whole(data: st.DataObject, name: str) -> None:
    game = data.draw(st.sampled_from(sorted(RULESETS)))
    options = {
        option.name: data.draw(
            st.booleans()
            if isinstance(option.default, bool)
            else st.sampled_from(option.choices)
            if option.choices
            else st.integers(option.low, option.high)
        )
        for option in RULESETS[game].OPTIONS
    }
    rules = house_rules(game, name, options)
    code = say_code(rules)
    assert parse_code(code) == rules
    assert len(code) < 320
    assert code.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "bad_link"),
        ("hello", "bad_link"),
        ("ä", "bad_link"),
        ("A" * 1001, "bad_link"),
        (packed({"game": "maexle"}), "bad_link"),
        (packed([]), "bad_link"),
        (packed(["1", "maexle", "A", {}]), "bad_link"),
        (packed([True, "maexle", "A", {}]), "bad_link"),
        (packed([0, "maexle", "A", {}]), "bad_link"),
        (packed([VERSION, "maexle", "A"]), "bad_link"),
        (packed([VERSION, "maexle", "A", {}, 5]), "bad_link"),
        (packed([VERSION + 1, "whatever"]), "newer_link"),
        (packed([VERSION, "chess", "A", {}]), "no_such_game"),
        (packed([VERSION, "maexle", "\ud800", {}]), "bad_house_name"),
        (packed([VERSION, "maexle", "A", {"lives": 10**30}]), "bad_options"),
        (packed([VERSION, "maexle", "A", {"lives": 2.0}]), "bad_options"),
        (base64.urlsafe_b64encode(b"[" * 700).decode().rstrip("="), "bad_link"),
        (base64.urlsafe_b64encode(b"\xff\xfe").decode().rstrip("="), "bad_link"),
    ],
)
def test_a_code_that_carries_no_rules_is_refused(code: str, why: str) -> None:
    with pytest.raises(SetupError) as caught:
        parse_code(code)
    assert caught.value.code == why


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: base64.urlsafe_b64encode(raw).decode()))
def test_whatever_comes_as_a_code_is_rules_or_refused(code: str) -> None:
    with suppress(SetupError):
        assert parse_code(code).game in RULESETS
