"""The table top: what its button means to the game, and what its lights show of it."""

import logging
import queue
import threading
from collections.abc import Callable
from typing import Protocol

from device.lights import Light
from games.moves import Accept, Challenge, IllegalMoveError, SeatMove
from games.ruleset import Wait
from table.actors import BUTTON
from table.hosts import Doorkeeper
from table.log import LogError
from table.look import Stage
from table.table import Snapshot, StaleMoveError, Table

_LOG = logging.getLogger(__name__)


class Lights(Protocol):
    """What the desk needs of the lights."""

    def show(self, light: Light) -> None:
        """Show this from now on."""

    def no(self) -> None:
        """Blink that a press was not taken, then show on."""


class Desk:
    """Takes what the button says and plays it for the player whose answer is due.

    The button's own thread only queues an intent, with the table as it stood at the press; a thread of ours
    submits it. A press that was overtaken, or that nobody waits for, changes nothing and blinks "no".
    """

    def __init__(self, table: Table, doorkeeper: Doorkeeper, lights: Lights) -> None:
        self._table = table
        self._doorkeeper = doorkeeper
        self._lights = lights
        self._pressed = table.snapshot()
        self._intents: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="desk", daemon=True)
        self._thread.start()

    def press(self) -> None:
        """Note the table as it stands at the moment of a press."""
        self._pressed = self._table.snapshot()

    def accept(self) -> None:
        """Queue: the responder accepts."""
        self._answer(Accept)

    def challenge(self) -> None:
        """Queue: the responder challenges."""
        self._answer(Challenge)

    def pair(self) -> None:
        """Let the next phone that asks be a host, unless the press was an answer."""
        if _responder(self._pressed) is None:
            self._doorkeeper.open()

    def close(self) -> None:
        """Stop after what is queued; may be called twice."""
        self._intents.put(None)
        self._thread.join()

    def _answer(self, kind: type[SeatMove]) -> None:
        pressed = self._pressed
        self._intents.put(lambda: self._submit(kind, pressed))

    def _work(self) -> None:
        while intent := self._intents.get():
            intent()

    def _submit(self, kind: type[SeatMove], pressed: Snapshot) -> None:
        seat = _responder(pressed)
        try:
            if seat is not None:
                self._table.submit(kind(seat), BUTTON, pressed.version)
                return
        except (StaleMoveError, IllegalMoveError):
            pass  # overtaken: the press counts for nothing, as the blinking says
        except LogError as error:
            _LOG.error("the button's answer could not be kept: %s", error)
        self._lights.no()


class LightShow:
    """Follows the table in a thread of its own and shows how it stands."""

    def __init__(self, table: Table, lights: Lights) -> None:
        self._table = table
        self._lights = lights
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="lights", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; may be called twice."""
        self._stop.set()
        self._table.wake()
        self._thread.join()

    def _follow(self) -> None:
        shown: Light | None = None
        shot = self._table.snapshot()
        while not self._stop.is_set():
            if (light := light_for(shot)) is not shown:
                self._lights.show(light)
                shown = light
            shot = self._table.wait(shot.revision)


def light_for(shot: Snapshot) -> Light:
    """Return what the lights show when the table stands so."""
    if shot.look:
        return Light.UNCERTAIN if shot.look.stage is Stage.ASKING else Light.READING
    if shot.game is None:
        return Light.OFF
    view = shot.game.view(None)
    if view.waiting.what is Wait.RESPONSE:
        return Light.WAITING
    if view.verdict and view.verdict.truth is not None:
        return Light.TRUE if view.verdict.truth else Light.LIE
    return Light.OFF


def _responder(shot: Snapshot) -> int | None:
    if shot.game is None:
        return None
    waiting = shot.game.view(None).waiting
    return waiting.seats[0] if waiting.what is Wait.RESPONSE else None
