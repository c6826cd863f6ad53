"""Drawings of a game's numbers, as lengths and places; the templates turn them into SVG.

Everything is drawn in a box 360 wide. A player is told by name at the line or the bar, never by colour alone.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.tally import Deeds
from web.card.letters import Style, width

WIDTH: Final = 360
LABEL: Final = 112  # room for a name
LEFT: Final = 32  # room for a count
ROW: Final = 27
PLOT: Final = 170
EDGE: Final = 12
COLUMN: Final = 119.0  # the highest of the columns of faces, which stand on the line at BASE
BASE: Final = 143.0
LETTERS: Final = 13.0  # as in tale.css
WIDER: Final = 1.1  # by so much a phone's own letters may be wider than those that are measured here
JOINER: Final = "\u200d"


@dataclass(frozen=True, slots=True)
class Course:
    """What one seat had over the rounds: a line, and where its name stands."""

    seat: int
    points: str
    end: tuple[float, float]
    label_y: float
    count: int
    won: bool


@dataclass(frozen=True, slots=True)
class Courses:
    """The lines of all seats, over so many rounds; `marks` are counts with their heights."""

    lines: tuple[Course, ...]
    rounds: int
    marks: tuple[tuple[int, float], ...]
    right: float
    height: float


@dataclass(frozen=True, slots=True)
class Piece:
    """One part of a bar: what it counts, how many, from where and how long."""

    kind: str
    count: int
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of one seat; `y` is its top."""

    seat: int
    y: float
    pieces: tuple[Piece, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Face:
    """How often one face lay there; `top` and `height` are its column's."""

    pips: int
    count: int
    x: float
    top: float
    height: float


def courses(counts: Sequence[Sequence[int]], winners: Sequence[int]) -> Courses:
    """Return the lines of what every seat had after each round."""
    seats, rounds = len(counts[0]), len(counts) - 1
    height = max(PLOT, seats * 17) + 2.0 * EDGE
    most = max(1, *(max(row) for row in counts))
    right = WIDTH - LABEL - 18.0
    lines = []
    for seat in range(seats):
        nudge = (seat - (seats - 1) / 2) * 2  # so that equal lines do not hide each other
        places = [
            (_x(number, rounds, right), _y(row[seat], most, height) + nudge)
            for number, row in enumerate(counts)
        ]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        lines.append(Course(seat, points, places[-1], places[-1][1], counts[-1][seat], seat in winners))
    marks = tuple((count, _y(count, most, height)) for count in sorted({0, most // 2, most}))
    return Courses(_spread(lines, height), rounds, marks, right, height)


def bars(parts: Sequence[Mapping[str, int]]) -> tuple[Bar, ...]:
    """Return a bar for every seat, its parts by what they count; all to one scale."""
    most = max(1, *(sum(counts.values()) for counts in parts))
    unit = (WIDTH - LABEL - 34) / most
    return tuple(_bar(seat, counts, unit) for seat, counts in enumerate(parts))


def calls(deeds: Sequence[Deeds]) -> tuple[Bar, ...]:
    """Return a bar of every seat's calls, by what became of them."""
    return bars(
        [
            {
                "believed": one.believed - one.fooled,
                "fooled": one.fooled,
                "true": one.true,
                "caught": one.caught,
                "unsettled": one.unsettled,
                "open": one.open,
            }
            for one in deeds
        ]
    )


def challenges(deeds: Sequence[Deeds]) -> tuple[Bar, ...]:
    """Return a bar of every seat's challenges, won and lost."""
    return bars([{"won": one.won, "lost": one.challenges - one.won} for one in deeds])


def kinds_of(drawn: Iterable[Bar]) -> set[str]:
    """Return what the parts of some bars count."""
    return {piece.kind for bar in drawn for piece in bar.pieces}


def faces(counts: Sequence[int]) -> tuple[Face, ...]:
    """Return a column for every face of a die."""
    most, step = max(1, *counts), WIDTH / 6
    heights = [COLUMN * count / most for count in counts]
    return tuple(
        Face(number + 1, counts[number], number * step, BASE - height, height)
        for number, height in enumerate(heights)
    )


def fair_level(counts: Sequence[int]) -> float:
    """Return the height at which all columns would end if the faces were even."""
    return BASE - COLUMN * sum(counts) / 6 / max(1, *counts)


def short(name: str, before: str = "") -> str:
    """Return a name that fits beside a line or a bar, after `before`, cut where a letter or an emoji ends."""
    if _fits(before + name):
        return name
    end = len(name) - 1
    while end > 1 and (_goes_on(name[end]) or name[end - 1] == JOINER or not _fits(f"{before}{name[:end]}…")):
        end -= 1
    return name[:end].rstrip() + "…"


def _fits(label: str) -> bool:
    return width(label, LETTERS * WIDER, Style.BOLD) < LABEL - 4


def _goes_on(letter: str) -> bool:
    """Return whether a letter belongs to the one before: a joiner, a mark, or an emoji's shape or skin."""
    return letter == JOINER or unicodedata.category(letter) in ("Mn", "Me", "Sk")


def _x(number: int, rounds: int, right: float) -> float:
    left = float(LEFT)
    return left + (right - left) * (number / rounds if rounds else 0)


def _y(count: int, most: int, height: float) -> float:
    return EDGE + (height - 2 * EDGE) * (1 - count / most)


def _spread(lines: Sequence[Course], height: float) -> tuple[Course, ...]:
    """Return the lines with their names far enough apart to be read."""
    apart = min(17.0, (height - EDGE) / len(lines))
    placed: list[Course] = []
    lowest = height - EDGE / 2
    for line in sorted(lines, key=lambda line: -line.end[1]):
        lowest = min(line.end[1], lowest)
        placed.append(replace(line, label_y=lowest))
        lowest -= apart
    highest, moved = float(EDGE), []
    for line in reversed(placed):  # those that the ones below have driven out at the top come down again
        highest = max(highest, line.label_y)
        moved.append(replace(line, label_y=highest))
        highest += apart
    return tuple(sorted(moved, key=lambda line: line.seat))


def _bar(seat: int, counts: Mapping[str, int], unit: float) -> Bar:
    pieces, x = [], float(LABEL)
    for kind, count in counts.items():
        if count:
            pieces.append(Piece(kind, count, x, count * unit))
            x += count * unit
    return Bar(seat, seat * float(ROW), tuple(pieces), sum(counts.values()))
