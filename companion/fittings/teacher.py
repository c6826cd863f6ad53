"""The teacher: looks at the throws of a lesson, and makes sets of dice of what people say they show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

import vision
from companion.fittings.eyes import face_at, pictured
from companion.fittings.heap import giving_back
from companion.kept.dice_store import MOST_THROWS, DiceShelf, KeptFace, KeptSet, KeptThrow, mark_of
from companion.kept.suggestions import Settled, SuggestionBox
from companion.kept.taken_throws import Taken, TakenThrows
from table.lesson import FACES, DieKind, LessonError, SetLine, Suggestion
from table.ports import Frame
from table.window import Glance, Trouble
from vision import Calibration, DiceSet, TaughtError
from vision.arrays import Floats, Ints, Mask
from vision.level import cut
from vision.looking.windowed import locate
from vision.picture import to_gray
from vision.reading import Reason
from vision.setup.portrait import Portrait, portrait, window_alone
from vision.sightings import CLASSES, LEANING, Sightings
from vision.taught.dice import compare
from vision.taught.hearing import hear
from vision.taught.kinds import colour_of, kinds_of, tones_of
from vision.taught.lessons import Throw, said_by_nets, teach
from vision.witnesses.faces import upright
from vision.witnesses.looks import Faces, unmoved

QUALITY: Final = 95
"""JPEG quality of a throw that is kept to learn from: what it loses is less than a sensor's noise."""
NO_LESSON: Final = frozenset({Reason.KNOCKED, Reason.MOVING, Reason.TOO_DARK, Reason.TOO_BRIGHT})
"""Doubts of a look from which no dice can be learned, whoever says what they show."""


@dataclass(frozen=True, slots=True)
class _Looked:
    """The throw that was looked at last, and the colours of its dice (`vision.witnesses.looks.tones`).

    `own` is the set in use then, "" for none; None if a die is plainly another's. `sure` says whether the
    reader was certain of it untaught.
    """

    frame: Frame
    seen: Sightings
    tones: Floats
    own: str | None
    sure: bool


class TableTeacher:
    """Teaches one table; it has to be told of the window that its eyes know."""

    def __init__(self, shelf: DiceShelf, box: SuggestionBox, lesson: TakenThrows) -> None:
        self._shelf = shelf
        self._box = box
        self._lesson = lesson
        self._calibration: Calibration | None = None
        self._mark = ""
        self._looked: _Looked | None = None
        self._asked: DiceSet | None = None
        self._suggested: Mapping[Settled, Suggestion] = {}

    def know(self, calibration: Calibration | None) -> None:
        """Teach with this window from now on; throws that were seen through another one are no lesson."""
        self._calibration, self._mark = calibration, mark_of(calibration) if calibration else ""
        self._forget_looks()

    @property
    def ready(self) -> bool:
        """Whether the window is set up."""
        return self._calibration is not None

    @property
    def kinds(self) -> Sequence[DieKind]:
        """The kinds of dice in this lesson, and how many looks of each face it has of them.

        Of a die that nobody threw in between the newest look counts.
        """
        dice = [
            (at, face.pips, tone)
            for at, one in enumerate(self._taken)
            for face, tone, fresh in zip(one.throw.faces, one.tones, self._fresh(at), strict=True)
            if fresh
        ]
        if not dice:
            return ()
        throws, pips, tones = zip(*dice, strict=True)
        return die_kinds(np.stack(tones), np.array(throws), np.array(pips))

    @property
    def dice(self) -> int:
        """How many dice the throw has that was taken last, 0 where none was."""
        return len(self._taken[-1].throw.faces) if self._taken else 0

    @property
    def throws(self) -> int:
        """How many throws this lesson has."""
        return len(self._taken)

    @property
    def sure(self) -> int:
        """Of how many of them the reader was certain untaught."""
        return sum(one.sure for one in self._taken)

    @property
    def strange(self) -> bool:
        """Whether this lesson has throws of other dice than those of the set in use."""
        return any(one.own != self._shelf.used for one in self._taken)

    @property
    def sets(self) -> Sequence[SetLine]:
        """The sets that are kept."""
        return [
            SetLine(
                name,
                one.dice.faces,
                name == self._shelf.used,
                one.window != self._mark,
                one.dice.is_misread,
                one.dice.varied,
            )
            for name, one in sorted(self._shelf.sets.items())
        ]

    @property
    def suggestions(self) -> Sequence[Suggestion]:
        """The throws that evenings suggest."""
        return list(self._shown().values())

    def _shown(self) -> Mapping[Settled, Suggestion]:
        """The suggestions as the host is shown them; each is looked at once, for the set that is used.

        Those of another window, which set-up by a command or a copy of the memory leaves, teach nothing.
        """
        known, dice = self._calibration, self._shelf.dice_for(self._calibration)
        if dice is not self._asked:
            self._asked, self._suggested = dice, {}
        was, here = self._suggested, (one for one in self._box.kept if one.window == self._mark)
        self._suggested = {one: was.get(one) or _suggestion(one, known, dice) for one in here}
        return self._suggested

    @giving_back()
    def look(self, frames: Sequence[Frame], expect: int) -> Glance:
        """Find so many dice, and say what they seem to show."""
        frame, known = frames[-1], self._calibration
        self._looked = None
        if known is None or known.background.shape != frame.shape[:2]:
            shown = portrait(frame, None)
            return Glance(pictured(shown), None, troubles=(Trouble("other_size" if known else "no_window"),))
        shown = portrait(frame, known.window)
        reading = vision.read(frames, expect, known)
        doubt = reading.reason
        seen = None if doubt in NO_LESSON else locate(frame, expect, known)
        if seen is None or self._lies_as_before(seen):
            none = str(doubt if doubt in NO_LESSON else Reason.WRONG_COUNT)
            trouble = Trouble(none if seen is None else "not_thrown")
            return Glance(pictured(shown), shown.circle(known.window), troubles=(trouble,))
        glance = self._glance(shown, frame, seen, known)
        dice = self._shelf.dice_for(known)
        # One that is merely unlike may be what the set has yet to learn, above all where it was taught little
        other = dice is not None and _is_of_others(frame, seen, known, dice)
        tones, own = tones_of(frame, seen, known), None if other else self._shelf.used
        self._looked = _Looked(window_alone(frame, known.window), seen, tones, own, reading.certain)
        return glance

    def take(self, pips: tuple[int, ...]) -> None:
        """Take the throw looked at last into the lesson."""
        looked = self._looked
        if looked is None:
            raise LessonError("bad_dice", "nothing was looked at")
        throw = _kept(looked.frame, looked.seen, pips, told=True)
        self._lesson.add(Taken(throw, looked.tones, looked.own, self._mark, looked.sure))
        self._looked = None

    def take_back(self) -> None:
        """Leave the throw out that was taken last."""
        for last in self._taken[-1:]:
            self._lesson.drop(last)

    def learn(self, name: str) -> None:
        """Learn a set from the lesson's throws, with those that taught one of that name before.

        Throws of other dice than that set's are refused: they would be in it for good.
        """
        if self._calibration is None or not self._taken:
            raise LessonError("no_throws", "no throw was taken")
        kept = self._shelf.sets.get(name)
        grows = kept if kept and kept.window == self._mark else None
        if grows and not all(_is_of(grows.dice, one, self._calibration) for one in self._taken):
            raise LessonError("other_dice", f"the lesson has other dice than {name!r}")
        self._learn(name, tuple(one.throw for one in self._taken))
        self._lesson.clear()  # after a power cut in between the same throws can be learned once more

    def use(self, name: str) -> None:
        """Read with that set from now on."""
        self._shelf.use(name)

    def forget(self, name: str) -> None:
        """Forget a set."""
        self._shelf.forget(name)

    def confirm(self, number: int) -> None:
        """Learn from a suggestion, into the set that is used."""
        known, dice, shown = self._calibration, self._shelf.dice_for(self._calibration), self._shown()
        one = next((one for one in shown if one.number == number), None)
        if one is None:
            raise LessonError("stale", "that suggestion is gone")
        if known is None or dice is None:
            raise LessonError("no_set", "no set to learn the suggestion into")
        frame = vision.decode_colour(one.jpeg)
        seen, trouble = _located(frame, len(one.values), known), shown[one].trouble
        if seen is None or (trouble and trouble.stops):
            raise LessonError("not_found", "the dice of the suggestion can't be located, or are others")
        self._learn(self._shelf.used, (_kept(frame, seen, one.values, told=False),))
        self._box.remove(number)

    def drop(self, number: int) -> None:
        """Delete a suggestion."""
        self._box.remove(number)

    def forget_pictures(self) -> None:
        """Delete every suggestion, and the throws of the lesson."""
        self._forget_looks()
        self._lesson.clear()
        self._box.clear()

    @property
    def _taken(self) -> Sequence[Taken]:
        """The throws of this lesson."""
        return self._lesson.of(self._mark)

    def _forget_looks(self) -> None:
        self._looked, self._suggested = None, {}

    def _lies_as_before(self, seen: Sightings) -> bool:
        """Whether a throw of this lesson lay so: nobody threw the dice in between."""
        here = Faces(seen.centre, seen.edge, seen.angle)
        return any(bool(unmoved(here, _lying(one.throw.faces)).all()) for one in self._taken)

    def _fresh(self, at: int) -> Mask:
        """Which dice of the lesson's throw `at` no later one shows as they lay: what is learned of them."""
        later = [face for after in self._taken[at + 1 :] for face in after.throw.faces]
        return ~unmoved(_lying(self._taken[at].throw.faces), _lying(later))

    @giving_back()
    def _learn(self, name: str, newer: tuple[KeptThrow, ...]) -> None:
        assert self._calibration
        known, mark = self._calibration, self._mark
        before = self._shelf.sets.get(name)
        older = self._shelf.throws(name) if before and before.window == mark else ()
        pictures = {throw.jpeg for throw in newer}  # of a throw that was known, what is said last counts
        throws = (*(throw for throw in older if throw.jpeg not in pictures), *newer)[-MOST_THROWS:]
        try:
            dice, left_out = teach((_throw(throw) for throw in throws), known, name)
        except TaughtError as error:
            raise LessonError("no_throws", str(error)) from error
        if len(throws) - 1 in left_out:
            raise LessonError("not_found", "it can't be told which die shows what")
        self._shelf.put(KeptSet(dice, mark, throws))

    def _glance(self, shown: Portrait, frame: Frame, seen: Sightings, known: Calibration) -> Glance:
        dice, strange = self._shelf.dice_for(known), False
        if dice is not None:
            heard = hear(frame, seen, dice, known, expect=len(seen))
            seen, strange = heard.seen, False in heard.known
        rings, faces = [], []
        for face in upright(cut(to_gray(frame), known.window), seen):
            x, y = face.centre.tolist()
            rings += [shown.circle(spot) for spot in face.spots]
            faces.append(face_at(shown, face.pips, x, y, face.edge, face.angle))
        odd = ((Reason.STRANGE_DIE, strange), (Reason.TILTED, LEANING in said_by_nets(seen)))
        troubles = tuple(Trouble(str(reason), stops=False) for reason, is_so in odd if is_so)
        picture, window = pictured(shown, tuple(rings)), shown.circle(known.window)
        return Glance(picture, window, (), tuple(faces), troubles)


@giving_back()
def _suggestion(one: Settled, known: Calibration | None, dice: DiceSet | None) -> Suggestion:
    """What a host is shown of a throw that people settled."""
    frame = vision.decode_colour(one.jpeg)
    fits = known is not None and known.background.shape == frame.shape[:2]
    shown = portrait(frame, known.window if known and fits else None)
    if not known or not dice:
        return Suggestion(one.number, pictured(shown), one.values)
    seen = _located(frame, len(one.values), known)
    if seen is None:
        trouble = Trouble(str(Reason.WRONG_COUNT))
        return Suggestion(one.number, pictured(shown), one.values, trouble=trouble)
    read = tuple(sorted(seen.pips.tolist()))
    return Suggestion(one.number, pictured(shown), one.values, read, _unlike(frame, seen, known, dice))


def _is_of(dice: DiceSet, one: Taken, known: Calibration) -> bool:
    """Whether a throw was taken as dice of a set; one that was taken as no set's is compared with them."""
    if one.own:
        return one.own == dice.name
    throw = _throw(one.throw)
    return not _is_of_others(throw.frame, throw.seen, known, dice)


def _located(frame: Frame, count: int, known: Calibration) -> Sightings | None:
    return locate(frame, count, known) if known.background.shape == frame.shape[:2] else None


def _unlike(frame: Frame, seen: Sightings, known: Calibration, dice: DiceSet) -> Trouble | None:
    """Why a throw that people settled would, or may, spoil the set: other dice, or one that leans."""
    heard = hear(frame, seen, dice, known, expect=len(seen))
    unknown = False in heard.known  # as every stranger is: of others nobody has to ask
    if unknown and _is_of_others(frame, seen, known, dice):
        return Trouble(str(Reason.STRANGE_DIE))
    if LEANING in said_by_nets(heard.seen):
        return Trouble(str(Reason.TILTED))
    return Trouble(str(Reason.STRANGE_DIE), stops=False) if unknown else None


def _is_of_others(frame: Frame, seen: Sightings, known: Calibration, dice: DiceSet) -> bool:
    """Whether a die is plainly of another set."""
    return any(one.stranger for one in compare(frame, seen, dice, known))


def die_kinds(seen: Floats, throws: Ints, pips: Ints) -> tuple[DieKind, ...]:
    """The kinds of dice in some throws, and how many looks there are of each face of them.

    `seen` and `throws` are as `vision.taught.kinds.kinds_of` takes them, `pips` what each die shows.
    """
    return tuple(
        DieKind(colour_of(seen[part]), {face: int((pips[part] == face).sum()) for face in FACES})
        for part in kinds_of(seen, throws)
    )


def encoded(frame: Frame) -> bytes:
    """Return a frame as a JPEG that can be learned from."""
    return vision.encode(frame, QUALITY)


def _kept(frame: Frame, seen: Sightings, pips: Sequence[int], *, told: bool) -> KeptThrow:
    said = said_by_nets(seen).tolist()
    columns = zip(seen.centre.tolist(), seen.edge.tolist(), seen.angle.tolist(), pips, said, strict=True)
    faces = tuple(KeptFace(x, y, edge, angle, shown, nets) for (x, y), edge, angle, shown, nets in columns)
    return KeptThrow(encoded(frame), faces, told)


def _lying(faces: Sequence[KeptFace]) -> Faces:
    return Faces(
        np.array([(face.x, face.y) for face in faces], np.float32).reshape(-1, 2),
        np.array([face.edge for face in faces], np.float32),
        np.array([face.angle for face in faces], np.float32),
    )


def _throw(kept: KeptThrow) -> Throw:
    """A kept throw as it can be learned from."""
    chances = np.zeros((len(kept.faces), CLASSES), np.float32)
    for row, face in zip(chances, kept.faces, strict=True):
        row[1:LEANING] = 0 if face.said else 1 / 6
        row[face.said] = 1 if face.said else 0
    at = _lying(kept.faces)
    seen = Sightings(at.centre, at.edge, at.angle, chances)
    return Throw(vision.decode_colour(kept.jpeg), seen, tuple(face.pips for face in kept.faces), kept.told)
