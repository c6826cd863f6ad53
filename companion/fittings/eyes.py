"""The table's eyes: the reader with what set-up has learnt, for verdicts and for set-up itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from typing import Final

import vision
from companion.fittings.heap import giving_back
from companion.kept.dice_store import DiceShelf
from table.builds import Build
from table.ports import Frame, Picture
from table.window import Face, Glance, Trouble
from vision import Calibration, Circle, DiceSet, Die, Reading, Reason
from vision.picture import to_gray
from vision.setup.portrait import Portrait, portrait, whole, window_alone
from vision.setup.survey import Survey, compare, dazzle_of, survey
from vision.window.finding import find_windows

BELIEVED: Final = 0.98
"""Least certainty of each die that a table rules on with no window in sight: of such dice, 98.7 to 100 % are
read right (`docs/readings.md`, the reliability), of the others 86 to 100 %."""
_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Judged:
    """The newest frame of a look for a verdict, without the room, and the evidence that people are shown."""

    frame: Frame
    picture: Picture
    known: Calibration


class TableEyes:
    """Reads frames with the calibration that is kept, and learns a new one step by step.

    `keep` is called with what was learnt and the build that was proven, and is to write it down. `shelf` has
    the sets of dice that the table was taught; `judged` is the last look for a verdict through the window
    that is kept.
    """

    def __init__(
        self,
        kept: Calibration | None,
        keep: Callable[[Calibration, Build], None],
        shelf: DiceShelf | None = None,
    ) -> None:
        self._shelf = shelf
        self.judged: Judged | None = None
        self._kept = kept
        self._learnt: Calibration | None = None
        self._empty: Sequence[Frame] = ()
        self._keep = keep

    def begin_anew(self) -> None:
        """Let the empty window that was last surveyed go: another look at it needs the room."""
        self._empty = ()

    @giving_back()
    def judge(self, frames: Sequence[Frame], expect: int) -> tuple[Reading, Picture]:
        """Read frames of one throw with so many dice, and keep what people are shown."""
        kept = self._kept  # set-up may change it meanwhile
        taught = self._shelf.dice_for(kept) if self._shelf else None
        reading, picture = read_with_evidence(frames, expect, kept, taught)
        known = _fitting(kept, frames)
        self.judged = Judged(window_alone(frames[-1], known.window), picture, known) if known else None
        return reading, picture

    @giving_back()
    def survey(self, frames: Sequence[Frame]) -> Glance:
        """Learn the empty window, unless the glance has trouble that stops."""
        self._empty = frames
        return self._learn(next(iter(_windows(frames[-1])), None))

    @giving_back()
    def fit(self, window: Circle) -> Glance:
        """Learn the empty window that was last surveyed anew, as it lies in the picture that was shown."""
        return self._learn(whole(self._empty[-1]).in_frame(window))

    def _learn(self, window: Circle | None) -> Glance:
        newest, found = self._empty[-1], survey(self._empty, window)
        passes = found.passes and window is not None
        self._learnt = vision.calibrate(self._empty, window) if passes else None
        shown = whole(newest)
        others = tuple(shown.circle(other) for other in _windows(newest))
        return replace(_surveyed(shown, found), windows=others)

    @giving_back()
    def relearn(self, frames: Sequence[Frame]) -> bool:
        """Learn the empty window anew by other light, where it was; False if these show none to learn."""
        if self._learnt is None or not survey(frames, self._learnt.window).passes:
            return False
        self._learnt = vision.calibrate(frames, self._learnt.window)
        return True

    @giving_back()
    def dazzle(self, frames: Sequence[Frame]) -> float:
        """How much of what lies in the window is blown out, as a share of a die's face."""
        learnt = _fitting(self._learnt, frames)
        return dazzle_of(learnt, frames[-1]) if learnt else 0.0

    @giving_back()
    def read(self, frames: Sequence[Frame], expect: int) -> Glance:
        """Read so many dice with what was learnt; where the window is can't be said anew after that."""
        self.begin_anew()
        learnt = _fitting(self._learnt, frames)
        reading = vision.read(frames, expect, learnt)
        return _read(frames[-1], reading, learnt)

    @giving_back()
    def compare(self, frames: Sequence[Frame]) -> Glance | None:
        """Compare the empty window with what is kept; None if nothing is."""
        if self._kept is None:
            return None
        found = compare(self._kept, frames)
        return _surveyed(portrait(frames[-1], found.window), found)

    def keep(self, build: Build) -> None:
        """Keep what was learnt, and the build that was proven.

        Raises:
            OSError: it can't be written.
        """
        if self._learnt:
            self._keep(self._learnt, build)
            self._kept, self.judged = self._learnt, None


def read_with_evidence(
    frames: Sequence[Frame], expect: int, kept: Calibration | None = None, taught: DiceSet | None = None
) -> tuple[Reading, Picture]:
    """Read frames of one throw with so many dice; a calibration for frames of another size is left out."""
    fitting = _fitting(kept, frames)
    reading = _believed(vision.read(frames, expect, fitting, taught if fitting else None))
    shown = vision.evidence(frames[-1], reading)
    strange = reading.certain and any(die.known is False for die in reading.dice)
    return reading, Picture(shown.jpeg, shown.width, shown.height, shown.rings, shown.place, strange)


def _believed(reading: Reading) -> Reading:
    """Doubt what is likely but not as sure as under glass, where no window tells how large dice are."""
    likely = reading.certain and reading.window is None
    if likely and min(die.certainty for die in reading.dice) < BELIEVED:
        return replace(reading, reason=Reason.NO_PLATE)
    return reading


def _windows(frame: Frame) -> tuple[Circle, ...]:
    """Every window that may be in a picture, the likeliest first."""
    return find_windows(to_gray(frame), at_length=True)


def _fitting(kept: Calibration | None, frames: Sequence[Frame]) -> Calibration | None:
    return kept if kept and frames and kept.background.shape == frames[-1].shape[:2] else None


def _surveyed(shown: Portrait, found: Survey) -> Glance:
    troubles = tuple(
        Trouble(str(finding.code), _placed(shown, finding.place), finding.stops, round(finding.amount))
        for finding in found.findings
    )
    lamps = tuple(shown.circle(lamp) for lamp in found.lamps)
    return Glance(pictured(shown), found.window and shown.circle(found.window), lamps, (), troubles)


def _read(frame: Frame, reading: Reading, learnt: Calibration | None) -> Glance:
    window = learnt.window if learnt else reading.window
    shown = portrait(frame, window)
    rings = tuple(shown.circle(spot) for die in reading.dice for spot in die.spots)
    faces = (face_at(shown, die.pips, die.x, die.y, die.edge, radians(die.angle)) for die in reading.dice)
    troubles = tuple(_doubts(shown, reading, learnt))
    return Glance(pictured(shown, rings), window and shown.circle(window), (), tuple(faces), troubles)


def _doubts(shown: Portrait, reading: Reading, learnt: Calibration | None) -> list[Trouble]:
    """Say why a reading won't do for set-up: its own doubt, or dice where none of this table can lie."""
    if reading.reason:
        return [Trouble(str(reading.reason), _placed(shown, reading.place))]
    found = []
    for die in reading.dice:
        place = shown.point(die.x, die.y)
        if learnt and not learnt.edges[0] <= die.edge <= learnt.edges[1]:
            found.append(Trouble("die_size", place))
        elif learnt and _reach(die, learnt.window) > learnt.window.radius:
            found.append(Trouble("cut_off", place))
    return found


def _reach(die: Die, window: Circle) -> float:
    """How far a die's face reaches from the window's middle, at least."""
    return hypot(die.x - window.x, die.y - window.y) + die.edge / 2


def face_at(shown: Portrait, pips: int, x: float, y: float, edge: float, angle: float) -> Face:
    """Return where a face is in a portrait; its place and edge are px of the frame, its angle radians."""
    across, down = edge / 2 * cos(angle), edge / 2 * sin(angle)
    corners = tuple(shown.point(x + u * across - v * down, y + u * down + v * across) for u, v in _CORNERS)
    return Face(pips, *shown.point(x, y), corners)


def pictured(shown: Portrait, rings: tuple[Circle, ...] = ()) -> Picture:
    """Return a portrait as a picture for people, with rings round pips, px of the portrait."""
    return Picture(shown.jpeg, shown.width, shown.height, rings)


def _placed(shown: Portrait, place: tuple[float, float] | None) -> tuple[float, float] | None:
    return place and shown.point(*place)
