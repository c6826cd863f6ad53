import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import maexle
from games.maexle import Call
from games.moves import (
    Accept,
    Challenge,
    Correct,
    Leave,
    MalformedMoveError,
    Move,
    Reveal,
    Undo,
    Void,
    dump_move,
    parse_move,
)
from games.throws import ORDER

WRITTEN: list[tuple[Move, dict[str, object]]] = [
    (Call(0, (4, 3)), {"move": "call", "seat": 0, "value": "43"}),
    (Accept(1), {"move": "accept", "seat": 1}),
    (Challenge(1), {"move": "challenge", "seat": 1}),
    (Reveal((4, 3)), {"move": "reveal", "dice": [4, 3]}),
    (Correct((5, 3)), {"move": "correct", "dice": [5, 3]}),
    (Undo(), {"move": "undo"}),
    (Undo(untouched=False), {"move": "undo", "untouched": False}),
    (Void(), {"move": "void"}),
    (Leave(2), {"move": "leave", "seat": 2}),
]
SEATS = st.integers(0, 11)
DICE = st.lists(st.integers(1, 6), max_size=5).map(tuple)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Call, SEATS, st.sampled_from(ORDER)),
    st.builds(Accept, SEATS),
    st.builds(Challenge, SEATS),
    st.builds(Leave, SEATS),
    st.builds(Reveal, DICE),
    st.builds(Correct, DICE),
    st.builds(Undo, st.booleans()),
    st.just(Void()),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
NAMES = st.sampled_from([kind.NAME for kind in maexle.MOVES])
PARTS = st.sampled_from(["seat", "value", "dice", "untouched", "lives"])
HOSTILE = JSON | st.builds(
    lambda name, parts: parts | {"move": name}, NAMES | JSON, st.dictionaries(PARTS, JSON)
)


@pytest.mark.parametrize(("move", "data"), WRITTEN)
def test_a_move_is_written_as_the_page_of_moves_says(move: Move, data: dict[str, object]) -> None:
    assert dump_move(move) == data
    assert parse_move(data, maexle.MOVES) == move


def test_every_move_of_the_game_is_in_this_list() -> None:
    assert {type(move) for move, _ in WRITTEN} == set(maexle.MOVES)


@given(MOVES)
def test_a_move_reads_back_as_it_was_written(move: Move) -> None:
    assert parse_move(json.loads(json.dumps(dump_move(move))), maexle.MOVES) == move


@given(HOSTILE)
def test_whatever_comes_in_is_a_move_or_is_refused_as_malformed(data: Any) -> None:
    try:
        move = parse_move(data, maexle.MOVES)
    except MalformedMoveError:
        return
    assert type(move) in maexle.MOVES


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "malformed"),
        ([], "malformed"),
        ("undo", "malformed"),
        ({}, "unknown_move"),
        ({"move": "cal", "seat": 0, "value": "43"}, "unknown_move"),
        ({"move": ["call"]}, "unknown_move"),
        ({"move": ""}, "unknown_move"),
        ({"move": "call", "seat": 0}, "malformed"),
        ({"move": "call", "seat": 0, "value": "34"}, "malformed"),
        ({"move": "call", "seat": 0, "value": 43}, "malformed"),
        ({"move": "accept"}, "malformed"),
        ({"move": "accept", "seat": -1}, "malformed"),
        ({"move": "accept", "seat": True}, "malformed"),
        ({"move": "accept", "seat": "1"}, "malformed"),
        ({"move": "accept", "seat": 1.0}, "malformed"),
        ({"move": "accept", "seat": 1, "value": "43"}, "malformed"),
        ({"move": "reveal", "dice": "43"}, "malformed"),
        ({"move": "reveal", "dice": [0, 7]}, "malformed"),
        ({"move": "reveal", "dice": [True, 3]}, "malformed"),
        ({"move": "reveal", "dice": {"4": 3}}, "malformed"),
        ({"move": "undo", "untouched": 0}, "malformed"),
        ({"move": "void", "seat": 0}, "malformed"),
    ],
)
def test_what_is_no_move_is_refused_with_its_code(data: object, code: str) -> None:
    with pytest.raises(MalformedMoveError) as caught:
        parse_move(data, maexle.MOVES)
    assert caught.value.code == code


@pytest.mark.parametrize("part", ["move", "seat", "value"])
def test_the_message_about_a_huge_part_stays_short(part: str) -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    data: dict[str, object] = {"move": "call", "seat": 0, "value": "43"} | {part: nested}
    with pytest.raises(MalformedMoveError) as caught:
        parse_move(data, maexle.MOVES)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", [1_000_000 * "x", "43" + 1_000_000 * " "])
def test_the_message_about_a_long_text_stays_short(text: str) -> None:
    with pytest.raises(MalformedMoveError) as caught:
        parse_move({"move": "call", "seat": 0, "value": text}, maexle.MOVES)
    assert len(str(caught.value)) < 200
