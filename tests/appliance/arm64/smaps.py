"""What a process holds in memory, from /proc/PID/smaps, and what of it is the emulator's own.

An emulator's process holds two things: what the program that it plays has mapped, as that would on its own
machine, and what the emulator needs for itself. They are told apart by address (`emulator.ROOM`). The second
is mostly the program's code once more, translated into this machine's.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

_HEAD: Final = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \d+ *(.*)")
_SIZE: Final = re.compile(r"(\w+): +(\d+) kB")
WRITABLE_CODE: Final = "rwxp"
"""What may be written and run is code that was just made: an emulator's translations."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """One stretch of addresses from `start` on; `file` is what it shows, "" or a word in brackets if nothing.

    `share_kb` is its share of the machine's memory (Pss), `written_kb` what of it the process has changed, so
    that it can't be let go of (Private_Dirty); both with what was swapped out.
    """

    start: int
    rights: str
    file: str
    share_kb: int = 0
    written_kb: int = 0


@dataclass(frozen=True, slots=True)
class Amount:
    """MB that are held, and those of them that were written."""

    held_mb: float
    written_mb: float

    def __str__(self) -> str:
        return f"{self.held_mb:.0f} MB ({self.written_mb:.0f} written)"

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.held_mb + other.held_mb, self.written_mb + other.written_mb)


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds: the program's `heap`, with stacks, and `files`; the emulator's own.

    That is the program's code once more, `translated` into this machine's, and the `rest`.
    """

    heap: Amount
    files: Amount
    translated: Amount
    rest: Amount

    def __str__(self) -> str:
        own = f"{self.program}: heap and stacks {self.heap}, files {self.files}"
        if not self.emulator.held_mb:
            return own
        return f"{own}; the emulator besides {self.emulator}, translated code {self.translated} of it"

    @property
    def program(self) -> Amount:
        """What the program has mapped."""
        return self.heap + self.files

    @property
    def emulator(self) -> Amount:
        """What it would not hold on its own machine."""
        return self.translated + self.rest


def mappings(smaps: str) -> Iterator[Mapping]:
    """Read what the kernel says of a process."""
    found: Mapping | None = None
    for line in smaps.splitlines():
        if head := _HEAD.fullmatch(line):
            if found:
                yield found
            found = Mapping(int(head[1], 16), head[3], head[4].strip())
        elif found and (size := _SIZE.fullmatch(line)):
            found = _with(found, size[1], int(size[2]))
    if found:
        yield found


def held(smaps: str, room: range | None) -> Held:
    """Sort what a process holds; an emulated program lies in `room`, None where nothing is emulated."""
    known = list(mappings(smaps))
    program = [each for each in known if room is None or each.start in room]
    emulator = [each for each in known if room is not None and each.start not in room]
    return Held(
        heap=_sum(each for each in program if not _is_file(each)),
        files=_sum(each for each in program if _is_file(each)),
        translated=_sum(each for each in emulator if each.rights == WRITABLE_CODE),
        rest=_sum(each for each in emulator if each.rights != WRITABLE_CODE),
    )


def _with(found: Mapping, name: str, kb: int) -> Mapping:
    """A mapping with one more of its sizes."""
    share = kb if name in ("Pss", "SwapPss") else 0
    written = kb if name in ("Private_Dirty", "SwapPss") else 0
    return replace(found, share_kb=found.share_kb + share, written_kb=found.written_kb + written)


def _is_file(each: Mapping) -> bool:
    return each.file.startswith("/")


def _sum(some: Iterable[Mapping]) -> Amount:
    known = list(some)
    return Amount(sum(each.share_kb for each in known) / 1024, sum(each.written_kb for each in known) / 1024)
