"""A machine in a box: what a page is told of one on which a test lets everything happen."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from web.ports import Sign


@dataclass
class Box:
    """A machine that is as it is told to be, and notes what a host has it do."""

    shown: Sequence[Sign] = ()
    presses: int = 0
    done: list[str] = field(default_factory=list)

    def signs(self) -> Sequence[Sign]:
        return self.shown

    def look_again(self) -> None:
        self.done.append("look again")

    def restart(self) -> None:
        self.done.append("restart")

    def report(self) -> str:
        return "# signs\ncamera: well\n"
