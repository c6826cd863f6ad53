"""The lesson: the host teaches the table its own dice, throw by throw, while no game runs.

Like the window's set-up it looks only while nobody plays, and nothing is learned without the host's tap.
"""

import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, Protocol

from games.refusal import RefusedError
from table.names import SetupError, check_shown, is_taken
from table.ports import Camera, Frame, Picture
from table.snapshot import Snapshot
from table.window import Glance, RoundRunsError, Trouble, look, may_look

FACES: Final = range(1, 7)
ENOUGH: Final = 2
"""So many looks of each face tell how much looks of one face differ."""
MOST_DICE: Final = 6
EASY: Final = 0.75
"""Of so many of a lesson's throws the table is sure by itself at least, or its dice will be in doubt often.

Of 59 tables drawn by chance six had fewer: taught, they read 48 of 100 throws, the others 95.
"""


class LessonError(RefusedError, ValueError):
    """The lesson can't go on so: `code` is what the panel translates."""


@dataclass(frozen=True, slots=True)
class DieKind:
    """Dice of one colour, red, green and blue of their bodies, 0 to 255, and how many looks of each face."""

    colour: tuple[int, int, int]
    faces: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class SetLine:
    """A set of dice that the table knows: its name, its looks a face, and whether readings use it.

    `stale` says that it was learned through another window, lamp or camera, `odd` that the table read most of
    it otherwise than people said, `varied` that its dice differ from each other.
    """

    name: str
    faces: Mapping[int, int]
    used: bool
    stale: bool
    odd: bool = False
    varied: bool = False

    @property
    def unseen(self) -> tuple[int, ...]:
        """The faces that were never shown of it."""
        return tuple(pips for pips in FACES if not self.faces.get(pips))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A throw of an evening that people settled: its picture, and what they say that the camera saw.

    `read` is what it seems to show, in order, () where no dice are found. `trouble` says why nothing can be
    learned from it, or, where it does not stop, why nothing should.
    """

    number: int
    picture: Picture
    values: tuple[int, ...]
    read: tuple[int, ...] = ()
    trouble: Trouble | None = None


class Teacher(Protocol):
    """Who looks at the throws of a lesson, and keeps what they teach."""

    @property
    def ready(self) -> bool:
        """Whether the window is set up, without which nothing can be learned."""

    @property
    def kinds(self) -> Sequence[DieKind]:
        """The kinds of dice in this lesson, and how many looks of each face it has of them.

        Of a die that nobody threw in between the newest look counts.
        """

    @property
    def dice(self) -> int:
        """How many dice the throw has that was taken last, 0 where none was."""

    @property
    def throws(self) -> int:
        """How many throws this lesson has."""

    @property
    def sure(self) -> int:
        """Of how many of them the reader was certain untaught."""

    @property
    def strange(self) -> bool:
        """Whether this lesson has throws of other dice than those of the set in use."""

    @property
    def sets(self) -> Sequence[SetLine]:
        """The sets that are kept."""

    @property
    def suggestions(self) -> Sequence[Suggestion]:
        """The throws that evenings suggest."""

    def look(self, frames: Sequence[Frame], expect: int) -> Glance:
        """Find so many dice, and say what they seem to show."""

    def take(self, pips: tuple[int, ...]) -> None:
        """Take the throw looked at last into the lesson: what each die shows, in the glance's order.

        It stands after a power cut; OSError if it can't be kept.
        """

    def take_back(self) -> None:
        """Leave the throw out that was taken last; OSError if it can't be deleted."""

    def learn(self, name: str) -> None:
        """Learn a set from the lesson's throws, and use it; OSError if it can't be kept, else LessonError."""

    def use(self, name: str) -> None:
        """Read with that set from now on; OSError if that can't be kept."""

    def forget(self, name: str) -> None:
        """Forget a set; OSError if it can't be deleted."""

    def confirm(self, number: int) -> None:
        """Learn from a suggestion; OSError if that can't be kept, LessonError if nothing can be learned."""

    def drop(self, number: int) -> None:
        """Delete a suggestion."""

    def forget_pictures(self) -> None:
        """Delete every suggestion, and the throws of the lesson; OSError if that can't be done."""


@dataclass(frozen=True, slots=True)
class LessonStand:
    """How far a lesson is: how many dice it is of, and the last look, until its throw is taken.

    `strange` says that throws of other dice than the set in use were taken; `number` rises with every change.
    Of `sure` of its `throws` the reader was certain before it learned anything of them.
    """

    dice: int = 0
    glance: Glance | None = None
    strange: bool = False
    number: int = 0
    kinds: tuple[DieKind, ...] = ()
    throws: int = 0
    sure: int = 0

    @property
    def hard(self) -> bool:
        """Whether games with these dice will often be held up, as too many throws were in doubt."""
        return are_hard(self.sure, self.throws)

    @property
    def enough(self) -> int:
        """How many looks of each face are enough of each kind of dice."""
        return looks_needed(self.kinds)

    @property
    def missing(self) -> bool:
        """Whether more looks are needed of any face."""
        return not self.kinds or any(
            looks < self.enough for kind in self.kinds for looks in kind.faces.values()
        )


def are_hard(sure: int, throws: int) -> bool:
    """Whether dice will often be in doubt, of whose lesson's throws the reader was certain of so many."""
    return sure < EASY * throws


def looks_needed(kinds: Sequence[DieKind]) -> int:
    """How many looks of each face are enough of each kind of dice: so many in all, and one of each kind."""
    return math.ceil(ENOUGH / max(1, len(kinds)))


class DiceLesson:
    """Walks through lessons, one at a time. `now` gives the table as it stands.

    Changes are counted on from `number`: another one at each start of the program, or a page from before a
    power cut would be taken for one of now, and its picture for what lies there.
    """

    def __init__(
        self,
        now: Callable[[], Snapshot],
        camera: Camera,
        teacher: Teacher,
        *,
        frames: int = 3,
        number: int = 0,
    ) -> None:
        self._now = now
        self._camera = camera
        self.teacher = teacher
        self._frames = frames
        self._turn = threading.RLock()
        self._stand = LessonStand(number=number)

    @property
    def stand(self) -> LessonStand:
        """How far the lesson is; a new set-up drops its throws, a restart does not."""
        shown = self.teacher
        return replace(
            self._stand,
            dice=self._stand.dice or shown.dice or 2,
            kinds=tuple(shown.kinds),
            strange=shown.strange,
            throws=shown.throws,
            sure=shown.sure,
        )

    @property
    def allowed(self) -> bool:
        """Whether nobody plays, so that looking is allowed."""
        return may_look(self._now())

    @contextmanager
    def standing_at(self, number: int) -> Iterator[bool]:
        """Say whether the lesson still stands as at that number, and let nobody else change it meanwhile."""
        with self._turn:
            yield self._stand.number == number

    def look(self, dice: int) -> None:
        """Look at a throw of so many dice.

        Raises:
            LessonError: there are no so many dice.
            RoundRunsError: somebody plays.
            OSError: the camera failed.
        """
        with self._turn:
            if not 1 <= dice <= MOST_DICE:
                raise LessonError("bad_dice", f"expected 1 to {MOST_DICE} dice, got {dice}")
            frames = look(self._camera, self._frames, self._now)
            self._show(dice=dice, glance=self.teacher.look(frames, dice))

    def take(self, pips: tuple[int, ...]) -> None:
        """Take the throw that was looked at: what each of its dice shows, in the glance's order.

        Raises:
            LessonError: those are other dice than lie there.
            OSError: it can't be kept.
        """
        with self._turn:
            glance = self._stand.glance
            if glance is None or len(pips) != len(glance.faces) or not set(pips) <= set(FACES):
                raise LessonError("bad_dice", f"expected what each die shows, got {pips}")
            self.teacher.take(pips)
            self._show(glance=None)

    def take_back(self) -> None:
        """Leave the throw out that was taken last: somebody tapped wrong; OSError if it can't be deleted."""
        with self._turn:
            self.teacher.take_back()
            self._show()

    def again(self) -> None:
        """Forget the last look."""
        with self._turn:
            self._show(glance=None)

    def learn(self, name: str) -> None:
        """Learn a set from the throws that were taken; a name like that of one that is kept means that one.

        Raises:
            LessonError: no name, or nothing to learn from.
            RoundRunsError: somebody plays.
            OSError: it can't be kept.
        """
        try:
            name = check_shown(name, "bad_set_name")
        except SetupError as error:
            raise LessonError(error.code, str(error)) from error
        with self._turn:
            self._refuse_in_game()
            self.teacher.learn(_meant(name, [line.name for line in self.teacher.sets]))
            self._show(glance=None)

    def change(self, act: Callable[[Teacher], None]) -> None:
        """Do something with what is kept: use or forget a set, confirm or drop a suggestion.

        Raises:
            RoundRunsError: somebody plays.
        """
        with self._turn:
            self._refuse_in_game()
            act(self.teacher)
            self._show()

    def forget_pictures(self) -> None:
        """Delete every picture: the suggestions, the last look and what the lesson took."""
        with self._turn:
            self.teacher.forget_pictures()
            self._show(glance=None)

    def _refuse_in_game(self) -> None:
        """Learning takes the time that a challenge needs, and no game changes its witness."""
        if not self.allowed:
            raise RoundRunsError("a game runs: nothing is learned before it is over")

    def _show(self, **changed: object) -> None:
        stand = replace(self._stand, **changed)  # type: ignore[arg-type]  # names of its own fields
        self._stand = replace(stand, number=stand.number + 1)


def _meant(name: str, names: Sequence[str]) -> str:
    """Return which of the names is meant, or the name itself if it is like none of them."""
    return name if name in names else next((known for known in names if is_taken(name, [known])), name)
