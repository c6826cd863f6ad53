import argparse
import ast
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.commands import replay
from games.cards import Turned
from games.moves import dump_move
from games.ruleset import Ruling, Verdict, Wait
from games.rulesets import RULESETS
from tests.games.playing import move
from tests.table.evening import A_GAME

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "moves.md").read_text(encoding="utf-8")
GAME = '{"game": "maexle", "seats": ["Anna", "Bö", "Cem"]}'
A_CALL = '{"move": "call", "seat": 0, "value": "43"}'
ERRORS = {"IllegalMoveError", "MalformedMoveError", "SetupError"}
# A state of newer rules, and the names of people and things at a table: nothing that a file of moves brings
NOT_IN_A_FILE = {"no_such_state", "blank_name"}


def command(file: str) -> int:
    parser = argparse.ArgumentParser()
    replay.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["replay", file])
    status: int = args.run(args)
    return status


def answers(*lines: str | bytes) -> list[dict[str, Any]]:
    raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
    return [json.loads(json.dumps(answer)) for answer in replay.replay(raw)]


def blocks() -> list[list[str]]:
    """Return the lines of the page's two JSON blocks: the example's file, and what replay answers."""
    return [part.split("```")[0].splitlines() for part in PAGE.split("```json\n")[1:]]


def codes_raised() -> set[str]:
    """Return every code that stands in the source as the first argument of one of the refusals."""
    files = [
        *(ROOT / "games").glob("*.py"),
        ROOT / "table" / "game.py",
        ROOT / "table" / "names.py",
        ROOT / "companion" / "commands" / "replay.py",
    ]
    calls = [
        node for file in files for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)
    ]
    first = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in ERRORS]
    return {str(argument.value) for argument in first if isinstance(argument, ast.Constant)}


# the page


def test_the_example_on_the_page_is_answered_as_the_page_says() -> None:
    lines, said = blocks()
    for answer, text in zip(answers(*lines), said, strict=True):
        if "[…]" in text:
            assert len(answer["allowed"]) > 2
            answer["allowed"] = "…"
        assert answer == json.loads(text.replace("[…]", '"…"'))


def test_the_page_names_every_error_code_and_no_other() -> None:
    tables = PAGE[PAGE.index("### The error codes") : PAGE.index("## An example")]
    rows = {line.split("`")[1] for line in tables.splitlines() if line.startswith("| `")}
    assert rows == codes_raised() - NOT_IN_A_FILE


def test_the_page_names_everything_the_table_waits_for() -> None:
    table = PAGE[PAGE.index("### What the table waits for") : PAGE.index("### The verdict")]
    assert [line.split("`")[1] for line in table.splitlines()[4:] if line] == list(Wait)


def test_the_page_names_every_move_and_every_part_of_a_verdict() -> None:
    kinds = {kind for rules in RULESETS.values() for kind in rules.MOVES}
    assert all(f'{{"move": "{kind.NAME}"' in PAGE for kind in kinds)
    verdict = PAGE[PAGE.index("### The verdict") : PAGE.index("### The error codes")]
    parts = Verdict.__dataclass_fields__ | Ruling.__dataclass_fields__ | Turned.__dataclass_fields__
    assert all(f"`{name}`" in verdict or f'"{name}":' in verdict for name in parts)


# what it answers


def test_every_line_is_answered_with_where_the_game_stands() -> None:
    first, call = answers(GAME, A_CALL)
    assert list(first) == ["n", "ok", "error", "waiting", "allowed", "standing", "verdict", "outcome"]
    assert (first["n"], first["ok"], first["error"]) == (1, True, None)
    assert first["waiting"] == {"for": "call", "seats": [0]}
    assert len(first["allowed"]) == 21
    assert first["standing"][2] == {"seat": 2, "lives": 5, "out": False}
    assert call["allowed"] == [{"move": "accept", "seat": 1}, {"move": "challenge", "seat": 1}]


def test_a_verdict_is_written_with_its_parts() -> None:
    *_, last = answers(GAME, A_CALL, '{"move": "challenge", "seat": 1}', '{"move": "reveal", "dice": [1, 3]}')
    assert last["verdict"] == {
        "caller": 0,
        "responder": 1,
        "call": "43",
        "dice": [3, 1],
        "truth": False,
        "loser": 0,
        "lives": 1,
        "opener": 1,
    }


def test_an_accepted_21_is_a_verdict_without_dice() -> None:
    *_, last = answers(GAME, '{"move": "call", "seat": 0, "value": "21"}', '{"move": "accept", "seat": 1}')
    assert (last["verdict"]["dice"], last["verdict"]["truth"]) == (None, None)


def test_a_finished_game_names_its_winners() -> None:
    two = '{"game": "maexle", "seats": ["A", "B"]}'
    *_, last = answers(two, '{"move": "leave", "seat": 0}')
    assert (last["outcome"], last["waiting"]) == ({"winners": [1]}, {"for": "over", "seats": []})
    assert last["allowed"] == []


def test_every_allowed_move_that_is_printed_can_be_played_next() -> None:
    lines = [GAME]
    for text in A_GAME.split():
        *_, last = answers(*lines)
        assert all(answers(*lines, json.dumps(allowed))[-1]["ok"] for allowed in last["allowed"])
        lines.append(json.dumps(dump_move(move(text))))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"move": "call", "seat": 1, "value": "43"}', "not_your_turn"),
        ('{"move": "accept", "seat": 0}', "nothing_to_answer"),
        ('{"move": "dance"}', "unknown_move"),
        ('{"move": "call"}', "malformed"),
        ("{", "malformed"),
        ("[]", "malformed"),
        ("null", "malformed"),
        ("NaN", "malformed"),
        (5000 * "1", "malformed"),
        (100_000 * "[", "malformed"),
        (b"\xff\xfe\x00", "malformed"),
        (b'{"move": "\xff"}', "malformed"),
        ('{"move": "\\ud800"}', "unknown_move"),
        (GAME, "unknown_move"),
    ],
)
def test_a_refused_line_changes_nothing_and_the_replay_goes_on(line: str | bytes, code: str) -> None:
    first, refused, call = answers(GAME, line, A_CALL)
    assert (refused["ok"], refused["error"]) == (False, code)
    where = ("waiting", "allowed", "standing", "verdict", "outcome")
    assert {part: refused[part] for part in where} == {part: first[part] for part in where}
    assert call["ok"]


def test_blank_lines_are_skipped_and_counted() -> None:
    assert [answer["n"] for answer in answers("", GAME, "  \t\r\n", A_CALL, "\n")] == [2, 4]


def test_a_file_from_another_system_is_read_too() -> None:
    lines = (b"\xef\xbb\xbf" + GAME.encode() + b"\r\n", A_CALL + "\r\n")
    assert all(answer["ok"] for answer in answers(*lines))


# the command


def test_a_file_is_replayed_to_the_end_with_status_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(f"{GAME}\n{A_CALL}\nrubbish\n", encoding="utf-8")
    assert command(str(file)) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [True, True, False]
    assert err == ""


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "malformed"),
        ("\n\n", "malformed"),
        ("rubbish", "malformed"),
        ("[]", "malformed"),
        (A_CALL, "no_such_game"),
        ('{"game": "chess", "seats": ["A", "B"]}', "no_such_game"),
        ('{"game": "maexle"}', "bad_names"),
        ('{"game": "maexle", "seats": ["A", "a"]}', "same_names"),
        ('{"game": "maexle", "seats": ["A"]}', "bad_options"),
        ('{"game": "maexle", "seats": ["A", "B"], "options": {"lives": 0}}', "bad_options"),
    ],
)
def test_a_first_line_that_is_no_game_is_one_object_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, code: str
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(content + "\n" + A_CALL, encoding="utf-8") if content.strip() else file.write_text(
        content
    )
    assert command(str(file)) == 2
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert (answer["n"], answer["ok"], answer["error"]) == (1, False, code)
    assert str(file) in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_can_not_be_read_is_named_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert command(str(tmp_path / name)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert str(tmp_path / name) in err


def test_a_dash_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{GAME}\n{A_CALL}\n".encode())))
    assert command("-") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_each_line_is_answered_before_the_next_one_is_read() -> None:
    program = (
        "from argparse import Namespace; from companion.commands.replay import run; run(Namespace(file='-'))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        for n, line in enumerate((GAME, A_CALL, "rubbish"), start=1):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["n"] == n
        process.stdin.close()
        assert process.wait() == 0
