"""What the table runs on: how that is, and what a host does about it from "Is all well?"."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.fittings.desk import Desk
from companion.fittings.health import Health
from companion.fittings.report import Notebook, written
from companion.fittings.window_check import WindowCheck
from table.table import Table
from web.ports import Sign, State


@dataclass(frozen=True, slots=True)
class TableMachine:
    """The machine under a running table; `check` is None where no real camera looks.

    `restart` is what lets the program start anew.
    """

    table: Table
    health: Health
    desk: Desk
    check: WindowCheck | None
    notebook: Notebook
    restart: Callable[[], None]

    @property
    def presses(self) -> int:
        """How often the button was pressed while it had nothing to say."""
        return self.desk.presses

    def signs(self) -> Sequence[Sign]:
        """How everything is that this machine can tell."""
        seen = self.check.signs() if self.check else ()
        moves = self.table.entries()
        last = [Sign("evening", State.WELL, moves[-1].at[:16].replace("T", " "))] if moves else []
        return (*self.health.signs(), *seen, *last)

    def look_again(self) -> None:
        """Look through the window anew, unless somebody plays."""
        if self.check:
            self.check.look_again()

    def report(self) -> str:
        """What helps to find a fault, as text: no name of anybody, nothing that is still secret."""
        shot = self.table.snapshot()
        return written(self.signs(), shot.game, self.table.entries(shot), self.notebook.lines)
