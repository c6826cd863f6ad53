"""The table top: what its button means to the game, and what its lights show of it."""

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

from device.lights import Light
from games.moves import IllegalMoveError, Move, Push
from table.actors import BUTTON
from table.follower import Follower
from table.log import LogError
from table.look import Stage
from table.pairing import Pairing
from table.snapshot import Snapshot, StaleMoveError
from table.table import Table

TOLD_EVERY_S: Final = 1.0
"""No sooner is anybody told of one more press that says nothing: a contact with beer in it chatters on."""
_LOG = logging.getLogger(__name__)


class Lights(Protocol):
    """What the desk needs of the lights."""

    def show(self, light: Light) -> None:
        """Show this from now on."""

    def count(self, numbers: Sequence[int]) -> None:
        """Count these numbers out from now on, over and over."""

    def no(self) -> None:
        """Blink that a press was not taken, then show on; a light that fails raises nothing."""


class Desk:
    """Takes what the button says and plays it for the player whose word is due.

    The button's own thread only queues an intent, with the table as it stood at the press; a thread of ours
    submits it. A press that was overtaken, or that nobody waits for, changes nothing and blinks "no".
    `clock` is monotonic, in s.
    """

    def __init__(
        self,
        table: Table,
        pairing: Pairing,
        lights: Lights,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._pairing = pairing
        self._lights = lights
        self._clock = clock
        self._told, self._told_at = 0, float("-inf")
        self._pressed = table.snapshot()
        self._presses = 0
        self._intents: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="desk", daemon=True)
        self._thread.start()

    def press(self) -> None:
        """Note the table as it stands at the moment of a press; one that says nothing is counted."""
        self._pressed = shot = self._table.snapshot()
        if _meant(shot, Push.SHORT) is None and _meant(shot, Push.HELD) is None:
            self._intents.put(self._count)

    def accept(self) -> None:
        """Queue what a short press says: the responder accepts, or an open throw is to be read."""
        self._say(Push.SHORT)

    def challenge(self) -> None:
        """Queue what a hold says: the responder challenges, or the last open throw stands."""
        self._say(Push.HELD)

    def pair(self) -> None:
        """Queue what a long hold says: the door opens to a host, unless an answer is due.

        Then a hold has answered before; but of two buttons the accepting one has not, as the blinking says.
        """
        pressed = self._pressed
        answers = _meant(pressed, Push.HELD) is not None
        self._intents.put((lambda: self._unless_said(pressed)) if answers else self._pairing.open)

    def close(self) -> None:
        """Stop after what is queued; may be called twice."""
        self._intents.put(None)
        self._thread.join()

    def _say(self, push: Push) -> None:
        pressed = self._pressed
        self._intents.put(lambda: self._submit(push, pressed))

    @property
    def presses(self) -> int:
        """How often the button was pressed while it had nothing to say."""
        return self._presses

    @property
    def alive(self) -> bool:
        """Whether a press would be heard."""
        return self._thread.is_alive()

    def _work(self) -> None:
        while intent := self._next():
            intent()

    def _next(self) -> Callable[[], None] | None:
        """Wait for the next intent, and tell of presses meanwhile once it is time."""
        while self._told < self._presses:
            early_s = self._told_at + TOLD_EVERY_S - self._clock()
            if early_s <= 0:
                self._told, self._told_at = self._presses, self._clock()
                self._table.wake()
                break
            with suppress(queue.Empty):
                return self._intents.get(timeout=early_s)
        return self._intents.get()

    def _unless_said(self, pressed: Snapshot) -> None:
        if self._table.snapshot().version == pressed.version:
            self._lights.no()

    def _count(self) -> None:
        self._presses += 1

    def _submit(self, push: Push, pressed: Snapshot) -> None:
        move = _meant(pressed, push)
        try:
            if move is not None:
                self._table.submit(move, BUTTON, pressed.version)
                return
        except (StaleMoveError, IllegalMoveError):
            pass  # overtaken: the press counts for nothing, as the blinking says
        except LogError as error:
            _LOG.error("the button's answer could not be kept: %s", error)
        self._lights.no()


LOOKS: Final = (Light.READING, Light.UNCERTAIN)
"""What a code does not hide; for anything else it is shown instead."""


class LightShow(Follower):
    """Shows how the table stands, or the code of an open door.

    `say` is told the code as well, "" when the door shuts.
    """

    def __init__(
        self, table: Table, pairing: Pairing, lights: Lights, say: Callable[[str], None] = lambda _: None
    ) -> None:
        self._pairing = pairing
        self._lights = lights
        self._say = say
        super().__init__(table, "lights", self._follow)

    def _follow(self) -> None:
        shown, told = "", ""
        shot = self._table.snapshot()
        while not self._stop.is_set():
            light, code = light_for(shot), self._pairing.code
            if (now := code if code and light not in LOOKS else light) != shown:
                shown = now
                self._show(now)
            if code != told:
                told = code
                self._tell(code)
            shot = self._table.wait(shot.revision, self._pairing.left_s or None)

    def _show(self, what: str) -> None:
        if isinstance(what, Light):
            self._lights.show(what)
        else:
            self._lights.count([int(number) for number in what])

    def _tell(self, code: str) -> None:
        self._say(code)
        if not code:
            self._table.wake()  # the minute may have passed: pages that show the code are drawn anew


def light_for(shot: Snapshot) -> Light:
    """Return what the lights show when the table stands so."""
    if shot.look:
        return Light.UNCERTAIN if shot.look.stage is Stage.ASKING else Light.READING
    if shot.game is None:
        return Light.OFF
    view = shot.game.view(None)
    if _meant(shot, Push.SHORT) or _meant(shot, Push.HELD):
        return Light.WAITING
    if view.verdict and view.verdict.truth is not None:
        return Light.TRUE if view.verdict.truth else Light.LIE
    return Light.OFF


def _meant(shot: Snapshot, push: Push) -> Move | None:
    return shot.game.pushed(push) if shot.game else None
