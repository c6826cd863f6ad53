"""Faults of camera, lamps, lights and button at any moment of a game: it goes on, says so, rules truly."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.fittings.desk import Desk, LightShow
from device.button import ButtonEvents, OneButton
from device.lamps import Lamps
from device.lights import Lights
from device.patient import PatientCamera
from device.pins import SimulatedPress
from games import maexle
from games.moves import IllegalMoveError, Undo, Void
from games.rulesets import RULESETS
from table.actors import BUTTON, CAMERA, Actor
from table.builds import Build
from table.log import Log
from table.look import Look, Stage
from table.pairing import Pairing
from table.referee import Referee
from table.snapshot import StaleMoveError
from table.table import Table
from tests.games import chance as by_chance
from tests.torture import faulty
from tests.torture.faulty import CAMERA_FAULTS, LAMPS, LONGEST_S, PIN_FAULTS, Faults, FaultyCamera, FaultyPin

HOST: Final = Actor("host", host=True)
BUTTON_PIN, LIGHT_PIN, GREEN_PIN, RED_PIN = 17, 18, 23, 24
TIMEOUT_S: Final = 0.1
PATIENCE_S: Final = 0.02
PRESSES: Final = ("tapped", "held", "held for long", "let go twice", "bounces", "stuck")
FAULTS: Final = (*CAMERA_FAULTS, *PIN_FAULTS, *(f"button {press}" for press in PRESSES))
SOUND: Final = 0.4
TRIES: Final = 200


@dataclass
class Bench:
    """A table with all its parts, real but for pins and camera, which fail as `faults` say."""

    table: Table
    faults: Faults
    parts: ExitStack
    now_s: float = 0.0
    lay: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    rulings: set[int] = field(default_factory=set)
    tally: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        pairing = Pairing(lambda: self.now_s, self.table.wake)
        lights = Lights(LIGHT_PIN, GREEN_PIN, RED_PIN)
        self.parts.callback(lights.close)
        lamps = Lamps(LAMPS)
        self.parts.callback(lamps.close)
        make = partial(FaultyCamera, self.faults, lamps)
        self.camera = PatientCamera(make, timeout_s=TIMEOUT_S, pause_s=PATIENCE_S)
        self.parts.callback(self.camera.close)
        self.parts.callback(self.faults.begin, "")
        self.desk, show = Desk(self.table, pairing, lights), LightShow(self.table, pairing, lights)
        self.parts.callback(self.desk.close)
        self.parts.callback(show.close)
        on = ButtonEvents(self.desk.press, self.desk.accept, self.desk.challenge, self.desk.pair, lights.fill)
        self.parts.callback(OneButton(BUTTON_PIN, on=on, bounce_s=0, clock=lambda: self.now_s).close)
        self.finger = SimulatedPress(BUTTON_PIN)
        referee = Referee(self.table, self.camera, faulty.read, Build.SHAKER, patience_s=PATIENCE_S)
        self.parts.callback(referee.close)
        self.workers = (self.desk, show, referee)

    def throw(self, count: int) -> None:
        """Throw so many dice, unless the cup has just been lifted for a look."""
        with self.table._writing:
            shot = self.table.snapshot()
            if shot.look is None:
                self.faults.throw(count)
                self.lay.append((shot.version, self.faults.dice))

    def lay_before(self, version: int) -> tuple[int, ...]:
        """Return the dice that lay there when the table came to this version."""
        return next(dice for thrown, dice in reversed(self.lay) if thrown < version)

    def press(self, how: str) -> None:
        """Do something to the button; it is let go by the next moment, unless it is stuck."""
        for _ in range(5 if how == "bounces" else 1):
            self.finger.press()
            self.now_s += {"held": 1.0, "held for long": 6.0}.get(how, 0.01)
            if how != "stuck":
                self.finger.release()
        if how == "let go twice":
            self.finger.release()

    def await_desk(self) -> None:
        """Return once the desk has answered every press that was let go."""
        answered = threading.Event()
        self.desk._intents.put(answered.set)
        assert answered.wait(LONGEST_S), "the desk answers no press"


def trial(seed: int, folder: Path, moments: int = 60) -> Counter[str]:
    """Play through so many moments of a game, each with a fault by chance; return what was seen."""
    chance = Random(seed)
    faults = Faults(chance)
    with _pins(faults), ExitStack() as parts:
        table = Table(Log(folder / "table.db"), lambda: "2030-02-03T20:15:00+01:00")
        parts.callback(table.close)
        with _heard() as said:
            bench = Bench(table, faults, parts, said=said)
            for _ in range(moments):
                _moment(bench, chance)
            _all_is_well_again(bench, chance)
        parts.close()
    bench.tally["rulings"] = len(bench.rulings)
    return bench.tally


def _moment(bench: Bench, chance: Random) -> None:
    """Let something fail, or nothing, and play on."""
    fault = "" if chance.random() < SOUND else chance.choice(FAULTS)
    bench.faults.begin(fault)
    bench.tally["faults"] += bool(fault)
    bench.tally[f"{fault or 'all sound'}, {_stage(bench)}"] += 1
    if fault.startswith("button "):
        bench.press(fault.removeprefix("button "))
    elif chance.random() < 0.9:
        bench.finger.release()
    _play(bench, chance)
    look = _settled(bench)
    if look:
        _told(bench, look)
        _help(bench, look, chance)
    _check(bench)


def _stage(bench: Bench) -> str:
    """Return what the table waits for when something fails."""
    game = bench.table.snapshot().game
    return f"waiting for {game.view(None).waiting.what}" if game else "before the first game"


def _play(bench: Bench, chance: Random) -> None:
    """Play a move where the table waits for one, on dice that have just been thrown."""
    shot = bench.table.snapshot()
    if shot.look is not None:
        return
    with suppress(StaleMoveError, IllegalMoveError, ValueError):  # the button may have been faster
        if shot.game is None or shot.game.view(None).outcome:
            rules = chance.choice([rules for rules in RULESETS.values() if rules.DICE])
            names = [f"Player {seat}" for seat in range(max(3, rules.PLAYERS[0]))]
            bench.throw(rules.DICE)
            line = {"game": rules.NAME, "seats": names, "options": by_chance.options(rules, chance)}
            bench.table.start(line, HOST, shot.version)
            return
        bench.throw(shot.game.rules.DICE)
        move = by_chance.move(shot.game.rules, shot.game.match.state, chance)
        if chance.random() < 0.1:
            move = chance.choice((Undo(untouched=True), Void()))
        bench.table.submit(move, HOST, shot.version)


def _settled(bench: Bench) -> Look | None:
    """Return what people are asked about once the look is over, None where the table goes on by itself."""
    until = time.monotonic() + LONGEST_S
    shot = bench.table.snapshot()
    while shot.look and shot.look.stage is not Stage.ASKING:
        assert time.monotonic() < until, f"nobody settles {shot.look} while {bench.faults.now}"
        shot = bench.table.wait(shot.revision, 1.0)
    return shot.look


def _told(bench: Bench, look: Look) -> None:
    """People are told why they are asked, and where the camera itself failed, the terminal is as well."""
    assert look.reason
    bench.tally[f"asked: {look.reason}"] += 1
    assert look.reason != "camera" or bench.said, "not a word of the camera"


def _help(bench: Bench, look: Look, chance: Random) -> None:
    """Say what the dice are, or let the camera look again."""
    with suppress(StaleMoveError, IllegalMoveError):
        if chance.random() < 0.5:
            bench.table.look_again(HOST, look.version)
            _settled(bench)
        else:
            bench.table.enter(bench.faults.dice, HOST, look.version)


def _check(bench: Bench) -> None:
    """Everybody is at work, and whatever the camera has ruled on is what lay there."""
    assert all(worker.alive for worker in bench.workers)
    entries = bench.table.entries()
    ruled = [entry for entry in entries if entry.who == CAMERA.name and entry.line["move"] == "reveal"]
    for entry in ruled:
        lay = bench.lay_before(entry.version)
        assert entry.line["dice"] == list(lay), f"{entry.line}, but there lay {lay}"
    bench.rulings |= {entry.version for entry in ruled}


def _all_is_well_again(bench: Bench, chance: Random) -> None:
    """Once nothing fails any more, the camera rules by itself and the button is heard, where it has a say."""
    bench.faults.begin("")
    bench.finger.release()
    bench.await_desk()
    if look := _settled(bench):
        bench.table.enter(bench.faults.dice, HOST, look.version)
    _begin(bench)
    _until(lambda: _ruled_by(bench, chance, CAMERA.name), "the camera came back")
    _begin(bench)  # what chance began after that one may be a game that asks no button
    _until(lambda: _ruled_by(bench, chance, BUTTON.name), "the button was heard")


def _begin(bench: Bench) -> None:
    bench.throw(maexle.DICE)
    line = {"game": maexle.NAME, "seats": ["A", "B", "C"]}
    bench.table.start(line, HOST, bench.table.snapshot().version)


def _ruled_by(bench: Bench, chance: Random, who: str) -> bool:
    before = bench.table.snapshot().version
    if who == BUTTON.name:
        bench.press("tapped")
        bench.await_desk()  # whoever plays at once overtakes the press
    _play(bench, chance)
    if look := _settled(bench):
        bench.table.look_again(HOST, look.version)
        if look := _settled(bench):
            bench.table.enter(bench.faults.dice, HOST, look.version)
    _check(bench)
    return any(entry.who == who for entry in bench.table.entries() if entry.version > before)


def _until(holds: Callable[[], bool], what: str) -> None:
    assert any(holds() for _ in range(TRIES)), f"never: {what}"


@contextmanager
def _pins(faults: Faults) -> Iterator[None]:
    before, Device.pin_factory = Device.pin_factory, MockFactory(pin_class=FaultyPin)
    FaultyPin.faults = faults
    try:
        yield
    finally:
        FaultyPin.faults = None
        Device.pin_factory.reset()
        Device.pin_factory = before


class _Listener(logging.Handler):
    """Keeps what is logged."""

    def __init__(self, said: list[str]) -> None:
        super().__init__()
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one message."""
        self._said.append(record.getMessage())


@contextmanager
def _heard() -> Iterator[list[str]]:
    """Give what the terminal is told; a light's own thread that ends by an error says so there as well."""
    said: list[str] = []
    handler = _Listener(said)
    root, hook = logging.getLogger(), threading.excepthook
    root.addHandler(handler)
    threading.excepthook = lambda args: said.append(str(args.exc_value))
    try:
        yield said
    finally:
        root.removeHandler(handler)
        threading.excepthook = hook
