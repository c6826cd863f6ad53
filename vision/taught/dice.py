"""A table's own dice: what it was taught of them, and whether a face is one of theirs and shows which pips.

The witness knows nothing but the table's own throws: learned looks, and how much looks of the same face, and
of different faces, differ from one throw to another. So each bound is this table's own. It knows nothing of
the nets' weights, and where it was not shown a number of pips it does not speak for another one.
"""

import io
from dataclasses import dataclass, field, fields
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Ints
from vision.level import Level
from vision.picture import Colour, Gray
from vision.sightings import Sightings
from vision.window.bare import shining
from vision.window.calibration import UNREADABLE, Calibration
from vision.witnesses.looks import (
    SIZE_PX,
    Faces,
    half_of,
    lay_over,
    likeness,
    patches,
    sides,
    tones,
    turned,
    unlit,
)

Looks = npt.NDArray[np.uint8]

BLOB, SHAPE, REST, GAIN, SIZE, TONE = range(6)
MEASURES: Final = 6
"""What a face is measured by, see `vision.witnesses.looks.Fits`; its size; and how far its body's colour is
from any that was taught. All are logarithms."""
TWO_SIDED: Final = (GAIN, SIZE)
"""Of these less is as bad as more."""
NEXT: Final = 2
"""So many looks are laid over beside the likeliest one of each number of pips."""
LIKELY: Final = 3
"""So many numbers of pips, the likeliest, are compared where time matters, and the one that the nets say."""
WELL: Final = 0.75
"""Share of every bound within which the witness knows a face well."""
EVERY: Final = 6
ENOUGH: Final = 2
"""Of a number of pips that was shown less often nobody knows how much its looks differ."""
TWICE: Final = 2.0
"""Bounds lie half way to the likest look of another number of pips: at twice as far one is as like that."""
NEARER: Final = 0.25
PLAINLY: Final = 0.5
"""Shares of the usual gap between the likest and the next number of pips by which one is nearer, or plain."""
GRAIN: Final = 0.02
"""Colours that differ by so little are the same: sensors and JPEG round as coarsely."""
VERSION: Final = 1


class TaughtError(ValueError):
    """Throws that nothing can be learned from, or bytes that are no set of dice."""


@dataclass(frozen=True, slots=True)
class DiceSet:
    """A set of dice as one table was taught it: L looks, and how far faces of the set differ from them.

    Attributes:
        name: what people call the set.
        edge: a die's edge, in radii of the window.
        looks: straightened faces, shape (L, SIZE_PX, SIZE_PX, 3), 0 to 255.
        masks: which px no lamp covered, shape (L, SIZE_PX, SIZE_PX), 0 or 1.
        pips: what each look shows, shape (L,).
        edges: the edge of each, in radii of the window, shape (L,).
        tones: the colour of each one's body, as `vision.witnesses.looks.tones` says it, shape (L, 3).
        throws: from which throw each is, shape (L,).
        usual: the middle of each measure among looks of the same face, shape (MEASURES,).
        bounds: how far from it each may be, shape (MEASURES,).
        gap: how much less of a look is left over of its own number of pips than of any other, a logarithm.
        mistaken: how much less was left over of another number of pips at the worst of the faces that it was
            taught, a logarithm; 0 where it would have told all of them, NaN where nobody knows: it was taught
            before that was looked at, and lifts no doubt of the nets then, but contradicts them as ever.
        misread: how many faces the nets were sure of and wrong about while the table was taught, or said to
            lean, though they lay flat.
        leaning: the chance of leaning that the nets gave each look, shape (L,), though all lay flat; 0 where
            nobody knows: the set was taught before that was looked at.
        spotted: the numbers of pips whose own looks are mostly taken for a worn die's, shape (S,): a far pip
            that shines through lies where another number has one.
        varied: whether the set's dice differ: of a number of pips there are faces as unlike as other numbers'
            each shown twice, so that of others there may be such that were not shown.
    """

    name: str
    edge: float
    looks: Looks
    masks: Looks
    pips: Ints
    edges: Floats
    tones: Floats
    throws: Ints
    usual: Floats
    bounds: Floats
    gap: float = np.inf
    mistaken: float = 0.0
    misread: int = 0
    leaning: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    spotted: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    varied: bool = False

    @property
    def faces(self) -> dict[int, int]:
        """How many looks there are of each number of pips, 1 to 6."""
        return {pips: int((self.pips == pips).sum()) for pips in range(1, EVERY + 1)}

    @property
    def is_misread(self) -> bool:
        """Whether the nets do not know this set: they were mistaken about most of it while all lay flat."""
        return 2 * self.misread > len(self.pips)

    @property
    def is_vague(self) -> bool:
        """Whether a face may be the set's and like none that was taught, or like another number's.

        Its dice differ, or the witness was mistaken about its lessons by as much as numbers differ.
        """
        return self.varied or self.mistaken >= self.gap

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of pips that were never shown."""
        return tuple(pips for pips, looks in self.faces.items() if not looks)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the witness says of one face.

    `pips` is the one number of pips whose looks it fits, by more than this witness was ever mistaken about
    its own lessons; None where it fits none or several. `near` are those
    that it may show though a drop or a lamp is on it: none of the others is plainly nearer, which takes more
    the less it is like any.
    `known` says that it is the set's for all that is to be seen. `off` is how far it is from the set at its
    worst, in bounds, 1 being the bound itself. `stranger` says that its size, light or colours are another
    set's; `outsized` that no die of the set that lies flat looks nearly as large, or as small; `kin` that its
    colours are this one's.
    """

    pips: int | None
    near: tuple[int, ...]
    known: bool
    off: float
    stranger: bool
    outsized: bool
    kin: bool

    @property
    def well(self) -> bool:
        """Whether the witness knows the face well enough to speak where others doubt."""
        return self.pips is not None and self.off <= WELL


def compare(frame: Gray | Colour, seen: Sightings, dice: DiceSet, known: Calibration) -> list[Opinion]:
    """Say of each sighted face whether it is of the set, and which pips it shows.

    Args:
        frame: the picture. Not changed.
        seen: the sightings.
        dice: what the table was taught.
        known: what set-up saw of the table; what lies under lamps' images is not compared.
    """
    if not len(seen):
        return []
    faces, half = Faces(seen.centre, seen.edge, seen.angle), half_of(frame, known.window)
    found = measure(half, faces, dice, known.window.radius, shining(frame, known), said=seen.pips)
    return [opinion(one, dice) for one in found]


def measure(
    half: Level,
    faces: Faces,
    dice: DiceSet,
    radius: float,
    shine: Level | None,
    *,
    said: Ints | None = None,
) -> Floats:
    """Measure each face against the likeliest looks of all numbers of pips.

    Where the nets have `said` what each shows, of that number and the likeliest alone: time matters then.

    Returns:
        The measures, shape (N, 6, MEASURES), infinite where no look of so many pips was taught or likely,
        or lamps cover the whole face.
    """
    found = np.full((len(faces), EVERY, MEASURES), np.inf, np.float32)
    if not len(dice.pips):
        return found
    looks = dice.looks.astype(np.float32)
    shown, masks = patches(half, faces), sides(unlit(faces, shine))
    seen = [likeness(side, mask, looks) for side, mask in zip(sides(shown), masks, strict=True)]
    alike = np.stack(seen, axis=1)
    tone = _far_from_tones(tones(shown, masks[0]), dice)
    for index in np.flatnonzero(masks[0].any(axis=(1, 2))).tolist():
        chosen = _likeliest(alike[index], dice.pips, None if said is None else int(said[index]))
        turns = alike[index][:, chosen].argmax(axis=0)
        laid = turned(faces.take([index] * len(chosen)), turns)
        fits = lay_over(half, laid, np.stack([masks[turn][index] for turn in turns]), looks[chosen])
        size = np.log(fits.faces.edge / radius / dice.edges[chosen])
        all_of = np.stack([np.log(fits.blob), np.log(fits.shape), np.log(fits.rest), fits.gain, size], axis=1)
        for pips, measures in zip(dice.pips[chosen], all_of, strict=True):
            if measures[REST] < found[index, pips - 1, REST]:
                found[index, pips - 1] = (*measures, tone[index])
    return found


def opinion(found: Floats, dice: DiceSet) -> Opinion:
    """Judge by the measures of one face, shape (6, MEASURES)."""
    off = excess(found, dice.usual, dice.bounds)
    best, *others = (int(index) for index in found[:, REST].argsort(kind="stable"))
    own, light = off[best], float(off[best, GAIN])
    fit = float(own[[BLOB, REST, SIZE]].max())
    # Sheen takes contrast, and adds light that no look can show beforehand
    fits = fit <= 1 and (light <= 1 or fit <= WELL)
    alone = fits and (off[others, BLOB] > 1).all()
    rest = found[:, REST]
    # A witness who took one of its own lessons for another number by so much may do so again
    told = alone and (rest[others] >= rest[best] + dice.mistaken).all()
    held = alone and np.isnan(dice.mistaken)
    whole = not dice.missing
    plain = whole and own[BLOB] < TWICE and (rest[others] >= rest[best] + PLAINLY * dice.gap).all()
    painted = own[SHAPE] <= 1 and max(float(own[BLOB]), light, float(own[SIZE])) > 1
    alien = float(own[TONE]) > 1
    return Opinion(
        pips=best + 1 if told else None,
        near=(best + 1,) if told or held else _near(rest, off, dice),
        known=bool(alone or (plain and not painted and not alien)),
        off=max(fit, light),
        stranger=bool(not alone and (painted or alien)),
        outsized=bool(whole and own[SIZE] > TWICE),
        kin=bool(alone or not alien),
    )


def _near(rest: Floats, off: Floats, dice: DiceSet) -> tuple[int, ...]:
    """The numbers of pips that a face is like, and that none of the others is plainly nearer than."""
    like = (off[:, BLOB] < TWICE) | (off[:, REST] <= 1)
    unlike = max(0.0, float(rest.min() - dice.usual[REST]))
    near = like & (rest < rest.min() + unlike + np.fmax(NEARER * dice.gap, dice.mistaken))
    return tuple(int(at) + 1 for at in np.flatnonzero(near))


def excess(found: Floats, usual: Floats, bounds: Floats) -> Floats:
    """How far measures, shape (..., MEASURES), are from the usual ones, in bounds."""
    off = found - usual
    for two_sided in TWO_SIDED:
        off[..., two_sided] = np.abs(off[..., two_sided])
    return np.asarray(off / bounds, np.float32)


def _likeliest(alike: Floats, pips: Ints, said: int | None) -> npt.NDArray[np.intp]:
    """Which looks to lay over: the likeliest of each number of pips, or of a few, and the next likeliest."""
    order = np.argsort(-alike.max(axis=0), kind="stable")
    numbers, first = np.unique(pips[order], return_index=True)
    likely = np.sort(first)
    if said is not None:
        likely = np.union1d(likely[:LIKELY], first[numbers == said])
    return np.asarray([*order[likely], *np.delete(order, first)[:NEXT]], np.intp)


def _far_from_tones(shown: Floats, dice: DiceSet) -> Floats:
    """How far each colour, shape (N, 3), is from that of any look, a logarithm."""
    apart = np.sqrt(((shown[:, None] - dice.tones[None]) ** 2).mean(axis=2))
    return np.asarray(np.log(apart.min(axis=1) + GRAIN), np.float32)


def dump(dice: DiceSet) -> bytes:
    """Write a set as bytes that `load` reads."""
    stored = io.BytesIO()
    np.savez_compressed(
        stored, version=VERSION, **{one.name: getattr(dice, one.name) for one in fields(dice)}
    )
    return stored.getvalue()


def load(data: bytes) -> DiceSet:
    """Read what `dump` wrote.

    Raises:
        TaughtError: `data` is no set of dice of this version.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            _require_known(int(stored["version"]))
            dice = DiceSet(
                str(stored["name"]),
                float(stored["edge"]),
                np.asarray(stored["looks"], np.uint8),
                np.asarray(stored["masks"], np.uint8),
                np.asarray(stored["pips"], np.int64),
                np.asarray(stored["edges"], np.float32),
                np.asarray(stored["tones"], np.float32),
                np.asarray(stored["throws"], np.int64),
                np.asarray(stored["usual"], np.float32),
                np.asarray(stored["bounds"], np.float32),
                float(stored["gap"]),
                float(stored["mistaken"]) if "mistaken" in stored else np.nan,
                int(stored["misread"]),
                np.asarray(stored.get("leaning", np.zeros(len(stored["pips"]))), np.float32),
                np.asarray(stored.get("spotted", ()), np.int64),
                bool(stored.get("varied", False)),
            )
    except UNREADABLE as error:
        raise TaughtError(f"expected stored dice: {error}") from error
    _require_whole(dice)
    return dice


def _require_known(version: int) -> None:
    if version != VERSION:
        raise TaughtError(f"expected dice of version {VERSION}, got {version}")


def _require_whole(dice: DiceSet) -> None:
    count, square = len(dice.pips), (SIZE_PX, SIZE_PX)
    shapes = {
        "looks": (count, *square, 3),
        "masks": (count, *square),
        "edges": (count,),
        "tones": (count, 3),
        "throws": (count,),
        "leaning": (count,),
        "usual": (MEASURES,),
        "bounds": (MEASURES,),
    }
    if not count or any(getattr(dice, name).shape != shape for name, shape in shapes.items()):
        raise TaughtError("expected stored dice, got columns that do not belong together")
    if not ((dice.pips >= 1) & (dice.pips <= EVERY)).all():
        raise TaughtError("expected looks of 1 to 6 pips")
