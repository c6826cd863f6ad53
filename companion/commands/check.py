"""`maexle check`: whether the window is as it was at set-up, before the evening begins."""

import argparse
import sys
from contextlib import ExitStack
from typing import Final

from companion.commands.bare_table import open_bare_table
from companion.commands.known_log import known_log
from companion.commands.plainly import plainly
from companion.commands.table_options import settings_of, table_options
from companion.kept.holder import InUseError
from companion.settings import SettingsError
from device.cup import EMPTY
from table.log import LogError
from table.window import Glance, RoundRunsError, look
from web.words.codes import say_trouble

ALL_WELL = 0
TROUBLE = 1
CANT_LOOK = 2
INSTEAD: Final = (
    "It looked when it started, and a host's phone says what was amiss; to look again there: "
    "menu, Is all well?, Look again."
)


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `check` to the command line."""
    parser = commands.add_parser(
        "check", help="look at the empty window and say whether it is as at set-up", description=__doc__
    )
    table_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look once; return 0 if all is well, 1 with what to do, 2 where there is nothing to look at or with."""
    try:
        settings = settings_of(args)
        known_log(args.data)  # who mistypes a folder is not to get a new table there
        with ExitStack() as parts:
            top = open_bare_table(args.data, settings, parts)
            if top.hardware.cup:
                top.hardware.cup.lay_out(EMPTY)
            frames = look(top.hardware.camera, settings.camera.frames, top.table.snapshot)
            return _say(top.eyes.compare(frames))
    except InUseError as error:
        print(f"maexle check: {error}. {INSTEAD}", file=sys.stderr)
        return CANT_LOOK
    except (LogError, OSError, RoundRunsError, SettingsError) as error:
        print(f"maexle check: {plainly(error)}", file=sys.stderr)
        return CANT_LOOK


def _say(glance: Glance | None) -> int:
    if glance is None:
        print("maexle check: no set-up is kept for this camera: run `maexle setup` first", file=sys.stderr)
        return CANT_LOOK
    for trouble in glance.troubles:
        print(say_trouble(trouble))
    if glance.troubles:
        return TROUBLE
    print("OK: the window is as it was at set-up.")
    return ALL_WELL
