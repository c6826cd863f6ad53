"""`maexle setup`: prove the window, the lamps, the dice and the build, in a terminal."""

import argparse
import re
import sys
from contextlib import ExitStack
from typing import Final

from companion.commands.bare_table import BareTable, open_bare_table
from companion.commands.plainly import plainly
from companion.commands.table_options import settings_of, table_options
from companion.fittings.setup_camera import dimming
from companion.fittings.wiring import NO_CAMERA
from companion.kept.dice_store import DiceShelf
from companion.kept.holder import InUseError
from companion.settings import CameraKind, SettingsError
from table.builds import counts
from table.log import LogError
from table.window import DICE, Glance, RoundRunsError, Stand, Step, WindowSetup
from web.words.codes import say_trouble

STORED = 0
STOPPED = 1
CANT_LOOK = 2
INSTEAD: Final = "A host's phone can do it meanwhile: menu, Set the window up."
ASKS: Final = {
    Step.EMPTY: "1 of 4. Put the empty cup on the window. No dice.",
    Step.MIDDLE: "2 of 4. Lay the two lightest dice in the middle, flat and apart; the cup over them.",
    Step.RIM: "3 of 4. Move both dice out to the rim, inside the window, and put the cup over them.",
    Step.TEST: "4 of 4. Throw so that all see what counts, and type it, for example 4 2.",
    Step.STORE: "All four steps are passed.",
}
PLACE: Final = re.compile(r"[0-9]{1,4} +[0-9]{1,4} +[0-9]{1,4}", re.ASCII)
BUILDS: Final = {"shaker": "what the camera sees counts", "plate": "the faces on top count"}


class StoppedError(Exception):
    """The person at the terminal has had enough."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `setup` to the command line."""
    parser = commands.add_parser(
        "setup", help="set the camera's window up, step by step", description=__doc__
    )
    table_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Walk through set-up; return 0 once it is stored, 1 if it was stopped, 2 if it can't be done."""
    try:
        settings = settings_of(args)
        if settings.camera.kind is CameraKind.NONE:  # said before anybody fetches a cup
            raise SettingsError(NO_CAMERA)
        with ExitStack() as parts:
            top = open_bare_table(args.data, settings, parts)
            hardware, frames = top.hardware, settings.camera.frames
            looks = (top.table.snapshot, hardware.setup_camera, top.eyes)
            dim = dimming(settings.camera, hardware.light_and_lens)
            setup = WindowSetup(*looks, top.build, frames=frames, anew=top.begin_anew, dim=dim)
            _walk(setup, top)
    except (StoppedError, EOFError, KeyboardInterrupt):
        print("\nStopped: nothing has been stored.")
        return STOPPED
    except InUseError as error:
        print(f"maexle setup: {error}. {INSTEAD}", file=sys.stderr)
        return CANT_LOOK
    except (LogError, OSError, RoundRunsError, SettingsError) as error:
        print(f"maexle setup: {plainly(error)}", file=sys.stderr)
        return CANT_LOOK
    print("Stored. `maexle check` looks whether the window is still so.")
    if DiceShelf(args.data).used:
        print("The table learned its dice through another window: teach it again, on a host's phone.")
    return STORED


def _walk(setup: WindowSetup, top: BareTable) -> None:
    """Ask and look until all is proven and stored."""
    print("Enter goes on, q stops.")
    while setup.stand.step is not Step.STORE:
        print(f"\n{ASKS[setup.stand.step]}")
        _lay(top, setup.stand.step)
        shown = _asked_dice() if setup.stand.step is Step.TEST else _ready()
        stand = setup.look(tuple(int(pips) for pips in shown))
        _report(stand)
        if stand.step in (Step.EMPTY, Step.MIDDLE) and (locked := top.hardware.light_and_lens.tried):
            print(f"  locked: {locked}")
        stand = _fitted(setup, stand)
        if (
            stand.offered
            and _asked(f"Take the {stand.offered} build: {BUILDS[stand.offered]}? (y/n) ") == "y"
        ):
            stand = setup.take_offer()
        if stand.passed and not (stand.troubles and _asked("Enter goes on all the same, l looks again: ")):
            setup.next()
    print(f"\n{ASKS[Step.STORE]} Build: {setup.stand.build}.")
    setup.store()


def _fitted(setup: WindowSetup, stand: Stand) -> Stand:
    """Let the person say where the window is: what was found, another place, or one of their own."""
    while stand.step is Step.EMPTY and stand.glance:
        print(f"  {_where(stand.glance)}")
        answer = _asked(
            "Enter takes it, o takes another; or its middle and radius, for example 360 270 220: "
        )
        if not answer:
            break
        stand = _moved(setup, stand, answer)
        _report(stand)
    return stand


def _moved(setup: WindowSetup, stand: Stand, answer: str) -> Stand:
    """Take another window; the one that was shown stays where nobody can say what was meant."""
    if answer == "o":
        return setup.other()
    if PLACE.fullmatch(answer):
        return setup.fit(*map(int, answer.split()))
    print("  three numbers, please, or o.")
    return stand


def _where(glance: Glance) -> str:
    picture = f"in a picture of {glance.picture.width} x {glance.picture.height} px"
    if glance.window is None:
        return f"no window found {picture}"
    x, y, radius = (round(length) for length in (glance.window.x, glance.window.y, glance.window.radius))
    return f"window: middle {x} {y}, radius {radius}, {picture}; {len(glance.windows)} may be one"


def _asked(question: str) -> str:
    answer = input(question).strip().lower()
    if answer == "q":
        raise StoppedError
    return answer


def _ready() -> str:
    """Wait for Enter; there are no dice to name."""
    _asked("Ready? ")
    return ""


def _asked_dice() -> str:
    """Ask until as many dice as are thrown are named."""
    while True:
        shown = _asked("The dice count: ").replace(" ", "")
        if len(shown) == DICE and set(shown) <= set("123456"):
            return shown
        print(f"{DICE} dice, each 1 to 6.")


def _lay(top: BareTable, step: Step) -> None:
    """Do with the simulated cup what people do with a real one, and say what a throw of its looks like."""
    if not top.hardware.cup:
        return
    if step in top.hardware.cup.places:
        top.hardware.cup.lay_out(step)
    else:
        top.hardware.cup.shake()
        print(f"Simulated here: {top.hardware.cup.lying} lies there.")


def _report(stand: Stand) -> None:
    assert stand.glance
    if stand.glance.faces:
        seen = [face.pips for face in stand.glance.faces]
        counted = " ".join(map(str, counts(seen, stand.build)))
        print(f"  seen: {' '.join(map(str, sorted(seen)))}; as a {stand.build} that counts {counted}")
    for trouble in stand.troubles:
        print(f"  {'mend' if trouble.stops else 'note'}: {say_trouble(trouble)}")
    if stand.passed and not stand.troubles:
        print("  all is well")
