import argparse
import json

import pytest

from companion.commands import games
from games.rulesets import RULESETS


def command(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    parser = argparse.ArgumentParser()
    games.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["games", *options])
    assert args.run(args) == 0
    return capsys.readouterr().out


def test_every_game_is_listed_with_its_players_dice_options_and_presets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command(capsys).startswith(
        "maexle: 2 to 12 players, 2 dice\n"
        "  lives: 1 to 20 (default 5)\n"
        "  equal_calls: on or off (default off)\n"
        "  opener: winner or loser (default winner)\n"
        "  preset de: the defaults\n"
        "  preset en: the defaults\n"
        "  preset fr: the defaults\n"
        "  preset it: equal_calls on\n"
    )


def test_as_json_every_game_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    games = [json.loads(line) for line in command(capsys, "--json").splitlines()]
    assert [game["game"] for game in games] == list(RULESETS)
    assert games[0] == {
        "game": "maexle",
        "players": [2, 12],
        "dice": 2,
        "options": [
            {"name": "lives", "default": 5, "low": 1, "high": 20},
            {"name": "equal_calls", "default": False},
            {"name": "opener", "default": "winner", "choices": ["winner", "loser"]},
        ],
        "presets": {"de": {}, "en": {}, "fr": {}, "it": {"equal_calls": True}},
    }


def test_a_game_that_is_named_is_listed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line for line in command(capsys, "maxi").splitlines() if line[0] != " "] == [
        "maxi: 2 to 6 players, 2 dice"
    ]
    with pytest.raises(SystemExit):
        command(capsys, "chess")
    assert "invalid choice: 'chess'" in capsys.readouterr().err
