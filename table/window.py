"""The window and its set-up: the steps that prove a table, and when anybody may look at all.

A throw may lie under the cup at any moment of a game, and nobody can know when it does. So the window is
looked at only while no game runs; everything else is refused before the camera is asked.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from math import hypot
from typing import Final, Protocol

from games.ruleset import Wait
from table.builds import Build, counts
from table.ports import Camera, Frame, Picture
from table.snapshot import Snapshot
from vision.reading import Circle

DICE: Final = 2
MIDDLE_SHARE: Final = 0.5
"""In the middle is nearer to the window's centre than half of its radius, at the rim further away."""
USUAL_SHARE: Final = 0.3
"""A usual window's radius, as a share of its picture's width."""
SMALLEST: Final = 0.1
"""Least radius of a window that somebody may say, as a share of its picture's width: no die would be seen."""
OF_THE_CIRCLE: Final = frozenset({"blurred", "cut_off", "die_size", "knocked", "misfit", "no_dice", "tilted"})
"""What may seem so where somebody drew another circle than the window's: it tells how large dice are."""
DIMMER: Final = (4.0, 16.0)
"""So many times less light is tried where dice dazzle by what suited the window without them."""
DAZZLED: Final = 0.05
"""So much of a face may be blown out. In less light where more is, 914 of 966 throws of five drawn lots on
which nothing was chosen are read, in the light of the empty window 829 (`docs/trials/reading.md`)."""
NOT_IN_GAME: Final = "a game runs: no look at the window before it is over"


class RoundRunsError(Exception):
    """A game runs: dice may lie under the cup, so nobody looks."""

    code = "round_runs"


class Step(StrEnum):
    """The steps of set-up, in their order."""

    EMPTY = "empty"
    MIDDLE = "middle"
    RIM = "rim"
    TEST = "test"
    STORE = "store"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing to mend: its code, where it is if in one place, and whether set-up can't go on with it.

    `amount` is a number that its text may name.
    """

    code: str
    place: tuple[float, float] | None = None
    stops: bool = True
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Face:
    """A die's face in a picture: its pips, its centre, and its four corners."""

    pips: int
    x: float
    y: float
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """What a look at the window shows: all places are in px of the picture.

    `windows` are the places where the window may be, the likeliest first, as far as set-up has to ask.
    """

    picture: Picture
    window: Circle | None
    lamps: tuple[Circle, ...] = ()
    faces: tuple[Face, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    windows: tuple[Circle, ...] = ()

    @property
    def circle(self) -> Circle:
        """The window; where none was found, where a host begins to draw its circle."""
        width, height = self.picture.width, self.picture.height
        return self.window or Circle(width / 2, height / 2, USUAL_SHARE * width)


class Eyes(Protocol):
    """Who understands the frames, and remembers what set-up has learnt until it is kept."""

    def survey(self, frames: Sequence[Frame]) -> Glance:
        """Learn the empty window, unless the glance has trouble that stops."""

    def fit(self, window: Circle) -> Glance:
        """Learn the empty window of the last survey anew: it is there in its picture, as somebody says."""

    def relearn(self, frames: Sequence[Frame]) -> bool:
        """Learn the empty window anew by other light, where it was; False if these show none to learn."""

    def dazzle(self, frames: Sequence[Frame]) -> float:
        """How much of the dice is blown out, as a share of one's face."""

    def read(self, frames: Sequence[Frame], expect: int) -> Glance:
        """Read so many dice with what was learnt."""

    def compare(self, frames: Sequence[Frame]) -> Glance | None:
        """Compare the empty window with what is kept; None if nothing is."""

    def keep(self, build: Build) -> None:
        """Keep what was learnt, and the build that was proven; OSError if it can't be written."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How far set-up is: its step, the last look in it, and what that look was found to say.

    `offered` is the build that would make the test true; `shown` is what people said the dice count;
    `number` rises with every change.
    """

    step: Step
    build: Build
    glance: Glance | None = None
    troubles: tuple[Trouble, ...] = ()
    offered: Build | None = None
    shown: tuple[int, ...] = ()
    number: int = 0

    @property
    def passed(self) -> bool:
        """Whether the next step may follow."""
        looked = self.glance is not None or self.step is Step.STORE
        return looked and not any(trouble.stops for trouble in self.troubles)


def may_look(shot: Snapshot) -> bool:
    """Say whether no throw can lie under the cup: there is no game, or it is over."""
    return shot.game is None or shot.game.waiting.what is Wait.OVER


def lies_open(shot: Snapshot) -> bool:
    """Say whether no secret throw can lie under the cup: nobody plays, or all wait for what lies there."""
    return may_look(shot) or shot.look is not None


def look(camera: Camera, frames: int, now: Callable[[], Snapshot]) -> list[Frame]:
    """Look at the window, if nobody plays; what was seen while a game began is dropped unread.

    Raises:
        RoundRunsError: somebody plays.
        OSError: the camera failed.
    """
    before = now()
    _refuse_in_game(before, NOT_IN_GAME)
    try:
        return camera.look(frames)
    finally:  # a camera that was told of the game breaks its look off
        after, why = now(), "there were moves during the look: it was dropped"
        _refuse_in_game(after, why)
        if after.version != before.version:  # it may be over again
            raise RoundRunsError(why)


def _refuse_in_game(shot: Snapshot, why: str) -> None:
    if not may_look(shot):
        raise RoundRunsError(why)


class WindowSetup:
    """Walks through the steps, one walk at a time. `now` gives the table as it stands.

    `anew` is called before each look of the first step: let the camera find its light and its lens anew.
    `dim` lets its next looks take so many times less light than that, and says whether it can.
    Changes are counted on from `number`, as a lesson's are.
    """

    def __init__(
        self,
        now: Callable[[], Snapshot],
        camera: Camera,
        eyes: Eyes,
        build: Build,
        *,
        frames: int = 3,
        anew: Callable[[], None] = lambda: None,
        dim: Callable[[float], bool] = lambda _: False,
        number: int = 0,
    ) -> None:
        self._now = now
        self._anew = anew
        self._dim = dim
        self._dimmer: dict[float, Sequence[Frame]] = {}
        self._times = 1.0
        self._camera = camera
        self._eyes = eyes
        self._frames = frames
        self._turn = threading.RLock()
        self._stand = Stand(Step.EMPTY, build, number=number)

    @property
    def stand(self) -> Stand:
        """How far set-up is."""
        return self._stand

    @property
    def allowed(self) -> bool:
        """Whether nobody plays, so that looking is allowed."""
        return may_look(self._now())

    @contextmanager
    def standing_at(self, number: int) -> Iterator[bool]:
        """Say whether set-up still stands as at that number, and let nobody else change it meanwhile."""
        with self._turn:
            yield self._stand.number == number

    def begin(self) -> Stand:
        """Go back to the first step."""
        with self._turn:
            return self._go(Step.EMPTY)

    def again(self) -> Stand:
        """Forget the last look and do this step anew."""
        with self._turn:
            return self._go(self._stand.step)

    def look(self, shown: Sequence[int] = ()) -> Stand:
        """Look at what this step is about; the test compares it with what the dice are said to count.

        Raises:
            RoundRunsError: somebody plays.
            OSError: the camera failed.
        """
        with self._turn:
            stand = self._stand
            if stand.step in (Step.STORE, Step.DONE):
                return stand
            if stand.step is Step.EMPTY:
                stand = self._begin_anew()
                glance = self._survey()
            else:
                glance = self._read()
            stand = replace(stand, glance=glance, shown=tuple(sorted(shown)), offered=None)
            return self._show(_judged(stand))

    def other(self) -> Stand:
        """Take the next of the places where the window may be, after the last one the first again."""
        with self._turn:
            glance = self._stand.glance
            if glance is None or not glance.windows or self._stand.step is not Step.EMPTY:
                return self._stand
            shown = (at for at, other in enumerate(glance.windows) if _same(other, glance.window))
            return self._fit(glance.windows[(next(shown, -1) + 1) % len(glance.windows)])

    def fit(self, x: float, y: float, radius: float) -> Stand:
        """Take the window to be there, in px of the picture that is shown; kept within that picture."""
        with self._turn:
            if self._stand.glance is None or self._stand.step is not Step.EMPTY:
                return self._stand
            return self._fit(_within(Circle(x, y, radius), self._stand.glance.picture))

    def _begin_anew(self) -> Stand:
        """Forget the empty window with the light it was seen in: no later step may have to find another."""
        _refuse_in_game(self._now(), NOT_IN_GAME)
        self._dimmer.clear()
        self._times = 1.0
        self._anew()
        return self._go(Step.EMPTY)

    def _look(self) -> list[Frame]:
        return look(self._camera, self._frames, self._now)

    def _survey(self) -> Glance:
        """Learn the empty window, and see it in less light besides: nobody knows yet how light dice are."""
        glance = self._eyes.survey(self._look())
        self._dimmer = {times: self._look() for times in DIMMER if self._dim(times)}
        self._dim(self._times)
        return glance

    def _read(self) -> Glance:
        """Read the dice; those that dazzle in less light, and all in that from then on.

        Where it hardly helps, as with a lamp's image on a glossy die, it is taken back.
        """
        frames = self._look()
        try:
            while self._dimmer and (dazzle := self._eyes.dazzle(frames)) > DAZZLED:
                times = min(self._dimmer)
                empty = self._dimmer.pop(times)
                self._dim(times)
                darker = self._look()
                if self._eyes.dazzle(darker) < dazzle / 2 and self._eyes.relearn(empty):
                    self._times, frames = times, darker
        finally:
            self._dim(self._times)
        return self._eyes.read(frames, DICE)

    def _fit(self, window: Circle) -> Stand:
        return self._show(_judged(replace(self._stand, glance=self._eyes.fit(window))))

    def next(self) -> Stand:
        """Go on to the next step; nothing happens before this one is passed."""
        with self._turn:
            if not self._stand.passed or self._stand.step is Step.STORE:
                return self._stand
            if self._stand.step is Step.MIDDLE:
                self._dimmer.clear()  # the room is worth more by then
            steps = list(Step)
            return self._go(steps[steps.index(self._stand.step) + 1])

    def take_offer(self) -> Stand:
        """Take the other build that the test has offered, and judge the test anew."""
        with self._turn:
            stand = self._stand
            if stand.offered is None:
                return stand
            return self._show(_judged(replace(stand, build=stand.offered, offered=None)))

    def store(self) -> Stand:
        """Keep what was learnt; nothing happens before the test is passed.

        Raises:
            RoundRunsError: somebody plays, with the window and the dice as they are known.
            OSError: it can't be written.
        """
        with self._turn:
            _refuse_in_game(self._now(), "a game runs: it ends with the window that it began with")
            if self._stand.step is Step.STORE:
                self._eyes.keep(self._stand.build)
                return self._go(Step.DONE)
            return self._stand

    def _go(self, step: Step) -> Stand:
        return self._show(Stand(step, self._stand.build))

    def _show(self, stand: Stand) -> Stand:
        self._stand = replace(stand, number=self._stand.number + 1)
        return self._stand


def _same(one: Circle, other: Circle | None) -> bool:
    """Whether nobody could tell two circles of a picture apart."""
    return other is not None and abs(one.radius - other.radius) + hypot(one.x - other.x, one.y - other.y) < 1


def _within(window: Circle, picture: Picture) -> Circle:
    """A circle whose middle lies in the picture, and that is neither a spot nor larger than all of it."""
    radius = min(max(window.radius, SMALLEST * picture.width), picture.width / 2)
    return Circle(min(max(window.x, 0.0), picture.width), min(max(window.y, 0.0), picture.height), radius)


def _judged(stand: Stand) -> Stand:
    """Return the stand with what its step finds wrong in its glance."""
    assert stand.glance
    seen = stand.glance.troubles
    if any(trouble.stops for trouble in seen):
        doubtful = stand.step is not Step.EMPTY and any(trouble.code in OF_THE_CIRCLE for trouble in seen)
        return replace(stand, troubles=(*seen, *([Trouble("circle", stops=False)] if doubtful else [])))
    if stand.step in (Step.MIDDLE, Step.RIM):
        return replace(stand, troubles=(*seen, *_misplaced(stand.glance, stand.step)))
    if stand.step is Step.TEST:
        return _tested(stand)
    return replace(stand, troubles=seen)


def _misplaced(glance: Glance, step: Step) -> tuple[Trouble, ...]:
    """Return the first die that lies elsewhere than the step asks, as trouble."""
    window = glance.window
    for face in glance.faces:
        away = hypot(face.x - window.x, face.y - window.y) / window.radius if window else 0.0
        if (away > MIDDLE_SHARE) is not (step is Step.RIM):
            code = "not_in_middle" if step is Step.MIDDLE else "not_at_rim"
            return (Trouble(code, (face.x, face.y)),)
    return ()


def _tested(stand: Stand) -> Stand:
    """Compare what was read with what people say the dice count, in this build and in the other."""
    assert stand.glance
    seen = [face.pips for face in stand.glance.faces]
    other = Build.PLATE if stand.build is Build.SHAKER else Build.SHAKER
    if counts(seen, stand.build) == counts(seen, other):
        return replace(stand, troubles=(Trouble("same_either_way"),))
    if counts(seen, stand.build) == stand.shown:
        return replace(stand, troubles=())
    if counts(seen, other) == stand.shown:
        return replace(stand, troubles=(Trouble("other_build"),), offered=other)
    return replace(stand, troubles=(Trouble("misread"),))
