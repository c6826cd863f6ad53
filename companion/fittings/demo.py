"""A table without a Pi: the cup and the button on the simulated table's page."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from device.cup import SimulatedCup
from device.pins import SimulatedPress
from table.follower import Follower
from table.snapshot import Snapshot
from table.table import Table
from table.window import DICE, may_look


class TableTop:
    """What the simulated table's page can do: shake the cup, look under it, press the same button pins."""

    def __init__(self, cup: SimulatedCup | None, buttons: Mapping[str, SimulatedPress]) -> None:
        self._cup = cup
        self._buttons = buttons

    def shake(self) -> None:
        """Throw again."""
        if self._cup:
            self._cup.shake()

    @property
    def can_swap(self) -> bool:
        """Whether there are other dice to put in."""
        return self._cup is not None and self._cup.can_swap

    def swap(self) -> None:
        """Put other dice into the cup."""
        if self._cup:
            self._cup.swap()

    @property
    def places(self) -> tuple[str, ...]:
        """What can be laid out for the window's set-up."""
        return self._cup.places if self._cup else ()

    def lay_out(self, place: str) -> None:
        """Lay dice so until the next throw."""
        if self._cup:
            self._cup.lay_out(place)

    def picture(self) -> bytes:
        """Return the picture of what lies under the cup, encoded; nothing where a real camera looks."""
        return self._cup.picture() if self._cup else b""

    def press(self, button: str) -> None:
        """Push a button down; ValueError if there is none of that name."""
        self._button(button).press()

    def release(self, button: str) -> None:
        """Let a button go; ValueError if there is none of that name."""
        self._button(button).release()

    def _button(self, name: str) -> SimulatedPress:
        if name not in self._buttons:
            raise ValueError(f"this table has no button {name!r}, only {', '.join(self._buttons)}")
        return self._buttons[name]


@dataclass(frozen=True, slots=True)
class _Throw:
    """Which throw of which game lies on the table: its number, and the move since which it does."""

    game: int
    number: int
    since: int


class Shaker(Follower):
    """Shakes the simulated cup, with the game's dice in it, whenever a player would throw anew.

    Where the dice may be left as they lie, throwing is the player's to decide, and the page's button does it.
    While nobody plays those of the window's set-up are in it. What lay there lies there again when the move
    that ended it is taken back.
    """

    def __init__(self, table: Table, cup: SimulatedCup) -> None:
        self._cup = cup
        self._lay: dict[_Throw, Path] = {}
        shot = table.snapshot()
        self._take_dice(shot)
        super().__init__(table, "shaker", partial(self._follow, shot))

    def _follow(self, shot: Snapshot) -> None:
        thrown = _throw(shot)
        while not self._stop.is_set():
            shot = self._table.wait(shot.revision)
            if (now := _throw(shot)) != thrown:
                if thrown:
                    self._lay[thrown] = self._cup.lying
                self._change(shot, now)
                thrown = now

    def _change(self, shot: Snapshot, now: _Throw | None) -> None:
        self._take_dice(shot)
        if shot.game and not shot.game.match.played:
            self._lay.clear()  # of an earlier game nothing is taken back
        if now and now in self._lay:
            self._cup.lay(self._lay[now])
        elif now and shot.game and not shot.game.view(None).leaves:
            self._cup.shake()

    def _take_dice(self, shot: Snapshot) -> None:
        self._cup.take(shot.game.rules.DICE if shot.game and not may_look(shot) else DICE)


def _throw(shot: Snapshot) -> _Throw | None:
    """Which throw is played with; none before a game and after it."""
    if shot.game is None or may_look(shot):
        return None
    step = shot.game.match.last
    number = step.state.throw
    while step.before and step.before.state.throw == number:
        step = step.before
    return _Throw(shot.game.number, number, step.number)
