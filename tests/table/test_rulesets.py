"""The table with every game: what its log brings back, and when it looks at the dice."""

import json

import pytest

from games.moves import dump_move
from games.rulesets import RULESETS
from table.game import Game, reopen, set_up
from table.log import Entry
from table.look import Stage
from table.snapshot import Snapshot
from table.table import Table
from tests.games import notation
from tests.games.test_every_ruleset import troubled
from tests.table.evening import HOST, start


def play(table: Table, moves: str) -> Snapshot:
    shot = table.snapshot()
    for text in moves.split():
        assert shot.game is not None
        shot = table.submit(notation.move(shot.game.rules, text), HOST, shot.version)
    return shot


def reopened_from_its_last_state(game: Game) -> Game:
    entry = Entry(1, 1, game.line(), "host", "2030-02-03T20:15:00+01:00")
    no_move = Entry(1, 2, {"move": "of older rules"}, "host", "2030-02-03T20:15:00+01:00")
    return reopen([entry, no_move], game.rules.VERSION - 1, game.state_text())


@pytest.mark.parametrize("name", RULESETS)
def test_any_state_of_any_game_reads_back_from_the_log(name: str) -> None:
    rules = RULESETS[name]
    for seed in range(20):
        for _, _, after in troubled(rules, seed):
            names = [str(seat) for seat in range(len(rules.standing(after.state)))]
            game = set_up({"game": name, "seats": names})
            played = Game(1, rules, game.options, game.seats, 0, after)
            assert json.loads(played.state_text())
            assert reopened_from_its_last_state(played).match.state == after.state


BEFORE_THROWS_ANEW = {
    "maexle": 1, "maxi": 1, "mex": 2, "bluf_mex": 1, "maxonaut": 2, "luegen_kniffel": 1
}  # fmt: skip
"""The last rules under which nothing was void after an undo of what had somebody throw anew."""


@pytest.mark.parametrize(("name", "version"), BEFORE_THROWS_ANEW.items())
def test_what_older_rules_took_back_otherwise_stands_as_they_left_it(name: str, version: int) -> None:
    rules = RULESETS[name]
    game = set_up({"game": name, "seats": ["Anna", "Bö", "Cem"]}, 1)
    thrown = [notation.move(rules, "0:throw")] if name == "mex" else []
    for move in thrown:
        game = game.play(move)
    moves = [*thrown, notation.move(rules, "0:leave"), notation.move(rules, "touched")]
    lines = enumerate([game.line(), *map(dump_move, moves)], start=1)
    entries = [Entry(number, 1, line, "host", "2030-02-03T20:15:00+01:00") for number, line in lines]
    opened = reopen(entries, version, game.state_text())
    assert opened.opened_anew
    assert opened.match.state == game.match.state


def test_a_state_to_which_newer_rules_have_added_is_the_same_where_they_replay_it_alike() -> None:
    game = set_up({"game": "luegen_kniffel", "seats": ["Anna", "Bö", "Cem"]}, 1)
    entry = Entry(1, 1, game.line(), "host", "2030-02-03T20:15:00+01:00")
    state = json.loads(game.state_text())
    fewer = {name: part for name, part in state.items() if name not in ("doubt_s", "open", "opening")}
    assert not reopen([entry], 1, json.dumps(fewer)).opened_anew


@pytest.mark.parametrize(
    ("name", "moves", "looks"),
    [
        ("mex", "0:throw", True),
        ("mex", "0:throw reveal:43", False),
        ("bluf_mex", "0:43/2 1:challenge", True),
        ("maxi", "0:43 1:51/passed 2:challenge", True),
        ("luegen_kniffel", "0:fours/12 1:doubt", False),
        ("luegen_kniffel", "0:fours/12 1:doubt 2:believe", True),
        ("luegen_kniffel", "0:fours/12 1:believe 2:believe", False),
        ("maxonaut", "0:43 1:challenge", False),
    ],
)
def test_the_camera_looks_once_dice_are_asked_for_and_only_then(
    table: Table, name: str, moves: str, looks: bool
) -> None:
    start(table, game=name)
    look = play(table, moves).look
    assert (look is not None and look.stage is Stage.READING) is looks


def test_who_undoes_a_doubt_after_which_the_dice_were_asked_for_can_not_say_that_they_are_unseen(
    table: Table,
) -> None:
    start(table, game="luegen_kniffel")
    shot = play(table, "0:fours/12 1:doubt 2:believe undo")
    assert shot.game is not None
    assert shot.game.match.state.call is None


def test_the_picture_of_an_open_throw_is_its_evidence_until_the_next(table: Table) -> None:
    start(table, game="mex")
    shot = play(table, "0:throw reveal:43")
    assert shot.game is not None
    assert shot.game.ruled == shot.version
    shot = play(table, "0:throw")
    assert shot.game is not None
    assert shot.game.ruled == 0
