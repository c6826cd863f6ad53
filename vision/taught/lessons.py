"""Lessons: how a table is taught its dice by throws of which people said what they show.

Labels say the values, not which die shows which. At first it is what the nets hold for likely, of the orders
that the label allows; then whatever makes faces that are said to be the same look most alike.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

import numpy as np

from vision.arrays import Floats, Ints, Mask
from vision.judge import FLOOR
from vision.level import Level
from vision.picture import Colour, Gray
from vision.sightings import CLASSES, LEANING, Sightings
from vision.taught.dice import (
    BLOB,
    ENOUGH,
    EVERY,
    MEASURES,
    REST,
    SHAPE,
    TWICE,
    DiceSet,
    TaughtError,
    excess,
    measure,
)
from vision.taught.hearing import NOTHING
from vision.window.bare import shining
from vision.window.calibration import Calibration
from vision.witnesses.faces import upright
from vision.witnesses.looks import (
    Faces,
    half_of,
    lay_over,
    likeness,
    patches,
    sides,
    tones,
    turned,
    unlit,
    unmoved,
)
from vision.witnesses.worn import worn

MOST_LOOKS: Final = 16
"""Looks of one number of pips that a set keeps, the newest: more tell nothing new and take their time."""
SURE: Final = 0.9
"""Of what they hold for so likely nets are sure, and so is who hears them and a label together."""
LEANS: Final = 0.5
"""The chance from which the nets say that a die leans; throws to learn from lie flat."""
ROUNDS: Final = 4
PLAINLY: Final = 0.3
"""How much worse, in logarithms of what is left over, every other way round has to be: by a third."""
USUAL: Final = np.array([-1.6, -1.6, -1.8, 0, 0, -3], np.float32)
SPREAD: Final = np.array([0.5, 0.5, 0.4, 0.05, 0.02, 0.5], np.float32)
"""How far faces of one set differ before any were compared, and how much that varies: what is left over of a
contrast is a fifth, and half or double of that; lamps flicker and a smear takes light, by a twentieth; dice
are made to a fiftieth."""
WEIGHT: Final = 4
"""So many comparisons is that worth."""
BEYOND: Final = 3.9
"""How many standard deviations a measure may be off: one in ten thousand of a normal spread is further."""
BETWEEN: Final = 0.5
"""How far the bound of what is left over lies from the looks of one face to the likest look of another."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One labelled throw: its picture, where its dice lie, and what they show together, in any order.

    `told` says whether `values` are in the sightings' order, as somebody who tapped each die would say it.
    """

    frame: Gray | Colour
    seen: Sightings
    values: tuple[int, ...]
    told: bool = False


@dataclass(frozen=True, slots=True)
class _Lesson:
    """A throw as it is learned from; `pips` is what each face shows, 0 where that is not settled.

    `fresh` says of each whether no later throw shows it as it lay: one look of it tells all.
    """

    number: int
    half: Level
    shine: Level | None
    faces: Faces
    values: tuple[int, ...]
    pips: Ints
    said: Ints
    leaning: Floats
    told: bool
    fresh: Mask

    @property
    def settled(self) -> bool:
        return bool(self.pips.all())


def teach(throws: Iterable[Throw], known: Calibration, name: str = "") -> tuple[DiceSet, tuple[int, ...]]:
    """Learn a set of dice from throws.

    Args:
        throws: as many sightings as values in each; one after the other, as their pictures take much memory.
        known: what set-up saw of the table.
        name: what people call the set.

    Returns:
        The set, and which of the throws were left out, as it could not be told which die shows what.

    Raises:
        TaughtError: nothing could be learned.
        ValueError: a throw with another number of sightings than values.
    """
    radius = known.window.radius
    lessons = _refreshed([_begun(number, throw, known) for number, throw in enumerate(throws)])
    lessons = _settle(lessons, radius)
    learned = [lesson for lesson in lessons if lesson.settled]
    if not learned:
        raise TaughtError("none of the throws says which die shows what")
    learned = _aligned(learned, _gather(learned, radius))
    left_out = tuple(lesson.number for lesson in lessons if not lesson.settled)
    dice = _bounded(_gather(learned, radius), learned, radius)
    return replace(dice, name=name, spotted=_spotted(learned)), left_out


def said_by_nets(seen: Sightings) -> Ints:
    """What the nets are sure of: 1 to 6 pips, `LEANING`, or 0 for nothing."""
    sure = np.where(seen.sure >= SURE, seen.pips, 0)
    return np.asarray(np.where(seen.chances[:, LEANING] > LEANS, LEANING, sure), np.int64)


def _begun(number: int, throw: Throw, known: Calibration) -> _Lesson:
    """A throw with those faces settled of which the nets and its label together are sure."""
    seen = throw.seen
    if len(seen) != len(throw.values):
        raise ValueError("expected as many sightings as values in each throw")
    pips = np.array(throw.values, np.int64) if throw.told else _likely(seen, throw.values)
    said = said_by_nets(seen)
    faces = Faces(seen.centre, seen.edge, seen.angle)
    half, shine = half_of(throw.frame, known.window), shining(throw.frame, known)
    fresh = np.ones(len(faces), np.bool_)
    leaning = seen.chances[:, LEANING]
    return _Lesson(number, half, shine, faces, throw.values, pips, said, leaning, throw.told, fresh)


def _likely(seen: Sightings, values: tuple[int, ...]) -> Ints:
    """What each face shows by the nets and the label together, 0 where no number is likely enough.

    All dice lie flat, so that only their pips are asked about; each order of the values is as likely as the
    nets hold it for, together.
    """
    orders = np.array(sorted(set(permutations(values))))
    pips = seen.chances[:, 1:LEANING]
    shown = pips / np.maximum(pips.sum(axis=1, keepdims=True), NOTHING)
    said = np.log(shown + FLOOR)[np.arange(len(seen)), orders - 1].sum(axis=1)
    likely = np.exp(said - said.max())
    each = [(likely[:, None] * (orders == one)).sum(axis=0) for one in range(1, EVERY + 1)]
    chances = np.stack(each, axis=1) / likely.sum()
    return np.where(chances.max(axis=1) >= SURE, chances.argmax(axis=1) + 1, 0)


def _refreshed(lessons: Sequence[_Lesson]) -> list[_Lesson]:
    """The throws with only the newest look of a die fresh that nobody threw in between.

    How much looks of one face differ from throw to throw, its own look again could not tell.
    """
    newest_first: list[_Lesson] = []
    for lesson in reversed(lessons):
        fresh = ~np.any([unmoved(lesson.faces, later.faces) for later in newest_first], axis=0)
        newest_first.append(replace(lesson, fresh=lesson.fresh & fresh))
    return newest_first[::-1]


def _settle(lessons: list[_Lesson], radius: float) -> list[_Lesson]:
    """Let faces that look alike show the same, until nothing changes any more."""
    for _ in range(ROUNDS):
        if not any(lesson.pips.any() for lesson in lessons):
            return lessons
        dice = _gather(lessons, radius)
        newer = [_rearranged(lesson, dice, radius) for lesson in lessons]
        same = all((old.pips == new.pips).all() for old, new in zip(lessons, newer, strict=True))
        lessons = newer
        if same:
            break
    return lessons


def _rearranged(lesson: _Lesson, dice: DiceSet, radius: float) -> _Lesson:
    """A throw with its values in the order that likeness to other throws' faces asks for."""
    orders = sorted(set(permutations(lesson.values)))
    others = _without(dice, lesson.number)
    if lesson.told or len(orders) == 1 or not len(others.pips):
        return lesson
    rest = measure(lesson.half, lesson.faces, others, radius, lesson.shine)[..., REST]
    finite = rest[np.isfinite(rest)]
    # Of a number of pips that no other throw shows nothing is known: it is neither like nor unlike
    rest = np.where(np.isfinite(rest), rest, (finite.min() + np.median(finite)) / 2)
    costs = np.array([sum(rest[at, pips - 1] for at, pips in enumerate(order)) for order in orders])
    best, next_best = np.argsort(costs, kind="stable")[:2]
    if costs[next_best] - costs[best] < PLAINLY:
        return lesson
    return replace(lesson, pips=np.array(orders[best], np.int64))


def _gather(lessons: Sequence[_Lesson], radius: float) -> DiceSet:
    """Put the looks of settled throws together, with no bounds yet."""
    faces = [lesson.faces for lesson in lessons]
    pips = np.concatenate([lesson.pips for lesson in lessons])
    edges = (np.concatenate([one.edge for one in faces]) / np.float32(radius)).astype(np.float32)
    said = np.concatenate([lesson.said for lesson in lessons])
    fresh = np.concatenate([lesson.fresh for lesson in lessons])
    newest = [np.flatnonzero(fresh & (pips == one))[-MOST_LOOKS:] for one in range(1, EVERY + 1)]
    kept = np.sort(np.concatenate(newest))
    looks = np.concatenate([patches(lesson.half, lesson.faces) for lesson in lessons])[kept]
    masks = np.concatenate([unlit(lesson.faces, lesson.shine) for lesson in lessons])[kept]
    return DiceSet(
        "",
        float(np.median(edges)),
        looks.astype(np.uint8),
        masks.astype(np.uint8),
        pips[kept],
        edges[kept],
        tones(looks, masks),
        np.repeat([lesson.number for lesson in lessons], [len(one) for one in faces])[kept],
        USUAL,
        BEYOND * SPREAD,
        misread=int(((said > 0) & (said != pips))[kept].sum()),
        leaning=np.concatenate([lesson.leaning for lesson in lessons])[kept],
    )


def _without(dice: DiceSet, throw: int) -> DiceSet:
    """The set as it would be had that throw not been shown."""
    return _of(dice, np.flatnonzero(dice.throws != throw))


def _of(dice: DiceSet, kept: Ints) -> DiceSet:
    """The set with some of its looks."""
    return replace(
        dice,
        looks=dice.looks[kept],
        masks=dice.masks[kept],
        pips=dice.pips[kept],
        edges=dice.edges[kept],
        tones=dice.tones[kept],
        throws=dice.throws[kept],
        leaning=dice.leaning[kept],
    )


def _aligned(lessons: Sequence[_Lesson], dice: DiceSet) -> list[_Lesson]:
    """The lessons with all faces of one number of pips laid over the most usual look of them.

    Nets place a face to some hundredths of its edge; laid over each other faces lie closer, and the middle of
    what the nets say of their size is closer than each.
    """
    chosen = {pips: _most_usual(dice, pips) for pips in set(dice.pips.tolist())}
    placed = [_laid(lesson, dice, chosen) for lesson in lessons]
    pips = np.concatenate([lesson.pips for lesson in lessons])
    grown = np.concatenate([new.edge / old.faces.edge for old, new in zip(lessons, placed, strict=True)])
    middle = np.ones(EVERY + 1, np.float32)
    for one in chosen:
        middle[one] = np.median(grown[pips == one])
    return [
        replace(lesson, faces=replace(faces, edge=(faces.edge / middle[lesson.pips]).astype(np.float32)))
        for lesson, faces in zip(lessons, placed, strict=True)
    ]


def _most_usual(dice: DiceSet, pips: int) -> int:
    """Which look of a number of pips is most like the others of it."""
    of = np.flatnonzero(dice.pips == pips)
    looks = dice.looks[of].astype(np.float32)
    masks = sides(dice.masks[of].astype(np.float32))
    shown = [likeness(side, mask, looks) for side, mask in zip(sides(looks), masks, strict=True)]
    alike = np.max(shown, axis=0)
    return int(of[alike.mean(axis=0).argmax()])


def _laid(lesson: _Lesson, dice: DiceSet, chosen: dict[int, int]) -> Faces:
    """A lesson's faces, laid over the chosen look of what each shows."""
    # A number may have no look left, where the die lay on and was called another: its face is not kept either
    looks = dice.looks[[chosen.get(int(pips), 0) for pips in lesson.pips]].astype(np.float32)
    masks = sides(unlit(lesson.faces, lesson.shine))
    shown = sides(patches(lesson.half, lesson.faces))
    alike = [likeness(face, mask, looks).diagonal() for face, mask in zip(shown, masks, strict=True)]
    turns = np.argmax(alike, axis=0)
    under = np.stack([masks[turn][at] for at, turn in enumerate(turns)])
    return lay_over(lesson.half, turned(lesson.faces, turns), under, looks).faces


def _bounded(dice: DiceSet, lessons: Sequence[_Lesson], radius: float) -> DiceSet:
    """The set with its bounds: how far each throw's faces are from the looks of all other throws."""
    same, other, far, mistaken = [], [], [], 0.0
    most_usual = _of(dice, np.array([_most_usual(dice, pips) for pips in set(dice.pips.tolist())]))
    for lesson in lessons:
        others = _without(dice, lesson.number)
        found, apart = (
            measure(lesson.half, lesson.faces, looks, radius, lesson.shine)[lesson.fresh]
            for looks in (others, most_usual)
        )
        far += [of_face[pips - 1] for pips, of_face in zip(lesson.pips[lesson.fresh], apart, strict=True)]
        for pips, of_face in zip(lesson.pips[lesson.fresh], found, strict=True):
            same.append(of_face[pips - 1])
            other.append(np.delete(of_face, pips - 1, axis=0).min(axis=0))
            if np.isfinite(same[-1][REST]):
                mistaken = max(mistaken, float(same[-1][REST] - other[-1][REST]))
    usual, bounds = _spread(_finite(same))
    nearest = _finite(other)
    gap = float(np.median(nearest[:, REST]) - usual[REST]) if len(nearest) else np.inf
    for measure_of in (BLOB, SHAPE):
        between = BETWEEN * (nearest[:, measure_of].min() - usual[measure_of]) if len(nearest) else np.inf
        bounds[measure_of] = min(bounds[measure_of], max(between, SPREAD[measure_of]))
    # Like another throw's face, and as unlike the most usual look of its number as another number's would be
    near, off = (excess(np.array(each), usual, bounds)[:, BLOB] for each in (same, far))
    varied = bool(((near <= 1) & (off > TWICE)).any())
    return replace(dice, usual=usual, bounds=bounds, gap=gap, mistaken=mistaken, varied=varied)


def _spotted(lessons: Sequence[_Lesson]) -> Ints:
    """The numbers of pips that look like a worn die's in half of their lessons, of two at least."""
    shown, doubted = np.zeros(EVERY + 1, np.int64), np.zeros(EVERY + 1, np.int64)
    for lesson in lessons:
        chances = np.eye(CLASSES, dtype=np.float32)[lesson.pips]
        seen = Sightings(lesson.faces.centre, lesson.faces.edge, lesson.faces.angle, chances)
        np.add.at(shown, lesson.pips, 1)
        np.add.at(doubted, lesson.pips[worn(upright(lesson.half, seen, lesson.shine))], 1)
    return np.flatnonzero((shown >= ENOUGH) & (2 * doubted >= shown))


def _finite(measures: Sequence[Floats]) -> Floats:
    rows = np.asarray(measures, np.float32).reshape(-1, MEASURES)
    return rows[np.isfinite(rows).all(axis=1)]


def _spread(measures: Floats) -> tuple[Floats, Floats]:
    """The middle and the bound of each measure, from what is known beforehand and what was compared."""
    count = len(measures)
    usual = (WEIGHT * USUAL + measures.sum(axis=0)) / (WEIGHT + count)
    square = WEIGHT * (SPREAD**2 + (USUAL - usual) ** 2 * bool(not count))
    square = square + ((measures - usual) ** 2).sum(axis=0)
    return usual.astype(np.float32), (BEYOND * np.sqrt(square / (WEIGHT + count))).astype(np.float32)
