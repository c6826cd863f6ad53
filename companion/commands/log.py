"""`maexle log`: a game's story in words, or as the JSON lines that `maexle replay` plays."""

import argparse
import json
import locale
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.commands.plainly import plainly
from companion.commands.whole_number import whole_number
from companion.kept.places import data_option, log_file
from companion.settings import Language
from table.game import Game, reopen
from table.log import Entry, Log, LogError
from table.names import SetupError
from table.opening import log_to_read
from web.words.story import WENT_ON, tell, texts_in, unsealed


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `log` to the command line."""
    parser = commands.add_parser("log", help="tell a game's story, or export it")
    data_option(parser)
    parser.add_argument("--json", action="store_true", help="as JSON lines, for maexle replay")
    parser.add_argument(
        "--game",
        type=whole_number(),
        metavar="N",
        help="an earlier game (the first is 1; default: the last)",
    )
    parser.add_argument(
        "--language",
        choices=[*map(str, Language)],
        default=_language(),
        help="the story's (default: the terminal's, if it is one of these, else English)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the game; return 0, or 1 with a message if there is none to print."""
    path = log_file(args.data)
    try:
        return _print_game(path, args)
    except (LogError, OSError, SetupError) as error:
        print(f"maexle log: {plainly(error)}", file=sys.stderr)
        return 1


def _print_game(path: Path, args: argparse.Namespace) -> int:
    if not path.exists():
        raise LogError(
            f"no game has been kept in {path.parent}; say --data if the table keeps them elsewhere"
        )
    with log_to_read(path) as log:
        last = log.last_game()
        if last is None:
            raise LogError("no game has been begun at this table yet")
        entries = log.entries(number := args.game or last)
        if not entries:
            raise LogError(f"there is no game {number}; the last one is {last}")
        game = _left(log, entries)
    went_on = game is None or game.opened_anew
    shown = unsealed(entries, game)
    # A story says of a sealed answer that it was given, which is known only where the moves lead to the game
    told = shown if args.json or went_on else entries
    for line in map(_in_json, told) if args.json else _in_words(told, args.language):
        print(line)
    if went_on:
        print(WENT_ON, file=sys.stderr)
    elif len(told) < len(entries):
        print("the answers to the last call are still sealed, and left out", file=sys.stderr)
    return 0


def _left(log: Log, entries: Sequence[Entry]) -> Game | None:
    """Return a game as its log leaves it, None where these rules know neither its moves nor its state."""
    try:
        return reopen(entries, *log.state(entries[0].game))
    except SetupError:
        return None


def _in_json(entry: Entry) -> str:
    return json.dumps(entry.line, ensure_ascii=False)


def _in_words(entries: Sequence[Entry], language: str) -> Iterator[str]:
    for entry, sentence in zip(entries, tell(entries, texts_in(language)), strict=False):
        yield f"{entry.at[11:16]}  {sentence}"


def _language() -> str:
    return (locale.getlocale()[0] or "en")[:2]
