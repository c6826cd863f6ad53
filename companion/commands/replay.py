"""`maexle replay`: plays a file of moves through the rules and says after every line where the game stands.

What it reads and prints is docs/moves.md; what it reads is what `maexle log --json` exports.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from companion.commands.plainly import plainly
from games.moves import IllegalMoveError, MalformedMoveError, dump_move, dump_parts, parse_move
from table.game import Game, set_up
from table.names import SetupError

_NOWHERE: dict[str, object] = {
    "waiting": None,
    "allowed": [],
    "standing": [],
    "verdict": None,
    "outcome": None,
}


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `replay` to the command line."""
    parser = commands.add_parser("replay", help="play a file of moves through the rules")
    parser.add_argument(
        "file", metavar="FILE", help="JSON lines as docs/moves.md has them; - reads standard input"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print where the game stands after every line; return 0, or 2 with a message if there is no game."""
    try:
        file = _opened(args.file)
    except OSError as error:
        print(f"maexle replay: {plainly(error)}", file=sys.stderr)
        return 2
    try:
        with file as lines:
            for answer in replay(lines):
                print(json.dumps(answer, ensure_ascii=False), flush=True)
    except SetupError as error:
        print(f"maexle replay: {args.file} does not begin with a game: {error}", file=sys.stderr)
        return 2
    return 0


def replay(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    """Play `lines` one by one and yield the answer to each; blank ones are skipped.

    Raises:
        SetupError: the first line is no game, as its answer says.
    """
    numbered = ((n, line) for n, line in enumerate(lines, start=1) if line.strip())
    n, line = next(numbered, (1, b""))
    try:
        game = _first(line)
    except SetupError as refused:
        yield {"n": n, "ok": False, "error": refused.code} | _NOWHERE
        raise
    yield {"n": n, "ok": True, "error": None} | _where(game)
    for n, line in numbered:
        error = None
        try:
            game = _played(game, line)
        except (IllegalMoveError, MalformedMoveError) as refused:
            error = refused.code
        yield {"n": n, "ok": error is None, "error": error} | _where(game)


def _opened(file: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb")


def _first(line: bytes) -> Game:
    try:
        data = _parsed(line)
    except MalformedMoveError as error:
        raise SetupError(error.code, str(error)) from error
    if not isinstance(data, dict):
        raise SetupError("malformed", 'it is no object like {"game": "maexle", "seats": ["A", "B"]}')
    return set_up(data)


def _played(game: Game, line: bytes) -> Game:
    return game.play(parse_move(_parsed(line), game.rules.MOVES))


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise MalformedMoveError("malformed", f"it is no JSON: {error}") from error


def _where(game: Game) -> dict[str, object]:
    waiting, view = game.waiting, game.view(None)
    return {
        "waiting": {"for": waiting.what, "seats": waiting.seats},
        "allowed": [dump_move(move) for move in game.rules.allowed(game.match.state)],
        "standing": [dump_parts(standing) for standing in view.standing],
        "verdict": _dumped(view.verdict),
        "outcome": _dumped(view.outcome),
    }


def _dumped(part: Any) -> dict[str, object] | None:
    return None if part is None else dump_parts(part)
