"""Upright faces: cut out of a picture once, for all the witnesses that look at them closely.

What more than one of them asks of a face is found once, too: by what each px differs from its body, and the
lattice on which its number's pips lie.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Ints, Mask
from vision.level import Level
from vision.picture import soften
from vision.reading import Circle
from vision.sightings import Sightings
from vision.straighten import straighten_in
from vision.window.light import BLOWN_OUT
from vision.witnesses.pips import HELD, PITCH, PLACES, RING_SHARE, pip_places

Places = npt.NDArray[np.int64]

SIZE_PX: Final = 48
SPAN: Final = 1.2
"""How much is cut out, in edges: the face, and a tenth of an edge round it."""
EDGE_PX: Final = SIZE_PX / SPAN
DOWN, RIGHT = (np.mgrid[:SIZE_PX, :SIZE_PX] - (SIZE_PX - 1) / 2) / EDGE_PX
"""How far each px is from the middle, in edges."""
BODY: Final = np.maximum(abs(DOWN), abs(RIGHT)) < 0.42
"""Here most is the face itself, whatever it shows."""
PIP_PX: Final = 0.04 * EDGE_PX
"""Over so much of a face the heart of a pip is averaged: one that is a ring is filled then."""
DULL: Final = 240
"""Beside what is no lighter a lamp's image stands out."""
FAINT: Final = 1e-3
NEAR: Final = 0.1
"""How far from its place on the lattice a pip may lie, in edges."""
NEAR_PX: Final = int(NEAR * EDGE_PX)
AROUND: Final = np.ones((2 * NEAR_PX + 1,) * 2, np.uint8)
OFF: Final = np.moveaxis(np.mgrid[-NEAR_PX : NEAR_PX + 1, -NEAR_PX : NEAR_PX + 1], 0, -1)
"""How far from a place, px down and right, its pip is looked for."""
HALF: Final = 0.5
"""What is less than half as strong as the strongest there is a pip's rim, and its face."""
LESS: Final = (1, 2, 3, 4)
"""The numbers all of whose pips a 3, 4, 5 or 6 has, and more."""
PITCHES: Final = tuple(EDGE_PX * share for share in (0.2, 0.22, 0.24, 0.26, 0.28, 0.3))
SHIFTS: Final = tuple(EDGE_PX * share for share in (-0.04, 0.0, 0.04))
"""How far apart the places of a lattice may be, and how far its middle is from where it was seen, px."""
USUAL: Final = 2 * len(SHIFTS) ** 2
"""The first lattice as wide as most dice have it: an ace does not tell where its die has its other pips."""


def _lattices() -> tuple[Ints, Ints]:
    """Rows and columns of the nine places of every lattice that is tried, shape (lattices, 9)."""
    middle = (SIZE_PX - 1) / 2
    tried = np.array([(pitch, x, y) for pitch in PITCHES for x in SHIFTS for y in SHIFTS])
    columns = middle + tried[:, 1:2] + tried[:, :1] * PLACES[:, 0]
    rows = middle + tried[:, 2:3] + tried[:, :1] * PLACES[:, 1]
    return np.rint(rows).astype(np.int64), np.rint(columns).astype(np.int64)


ROWS, COLUMNS = _lattices()


@dataclass(frozen=True, eq=False)
class Face:
    """An upright face.

    `picture` has dtype uint8, shape (SIZE_PX, SIZE_PX) or with colours besides, `pips` is its likeliest
    number, `lamps` is where lamps that set-up knows may have images, shape (SIZE_PX, SIZE_PX). Its middle,
    shape (2,), and its edge are in px of the frame, its angle in radians.
    """

    picture: npt.NDArray[np.uint8]
    pips: int
    lamps: Mask
    centre: Floats
    edge: float
    angle: float

    @cached_property
    def tones(self) -> Floats:
        """By what each px differs from the body, the median of what is mostly that, shape (S, S, C)."""
        tones = self.picture.reshape(SIZE_PX, SIZE_PX, -1).astype(np.float32)
        body = tones[::2, ::2][BODY[::2, ::2]]  # every fourth px tells as much
        tones -= np.partition(body, len(body) // 2, axis=0)[len(body) // 2]
        return np.asarray(tones, np.float32)

    @cached_property
    def hearts(self) -> Floats:
        """The same, averaged over the heart of a pip."""
        return soften(self.tones, PIP_PX)

    @cached_property
    def own_pips(self) -> tuple[Floats, Places, Mask]:
        """Where its number's pips are, and their ink, as `pips_in` finds them."""
        return pips_in(self.hearts, self.pips)

    @cached_property
    def mirrors(self) -> Mask:
        """Where it is blown out though its number's pips are not, as only a lamp's image is, shape (S, S)."""
        _, places, held = self.own_pips
        least = np.minimum.reduce(cv2.split(self.picture))
        are_dull = bool(least[tuple(places[held].T)].max() < DULL)
        return np.asarray((least >= BLOWN_OUT) & are_dull, np.bool_)

    @cached_property
    def spots(self) -> tuple[Circle, ...]:
        """Its number's pips, px of the frame.

        Moulds differ: each lies where most of their ink is, near its place on the lattice.
        """
        ink, places, held = self.own_pips
        near_by = places[held][:, None, None] + OFF
        strong = self.hearts[near_by[..., 0], near_by[..., 1]] @ ink
        strong = np.maximum(strong - HALF * strong.max(axis=(1, 2), keepdims=True), FAINT)[..., None]
        middles = (strong * near_by).sum(axis=(1, 2)) / strong.sum(axis=(1, 2))
        aside = (middles[:, ::-1] - (SIZE_PX - 1) / 2) / (PITCH * EDGE_PX)
        spots = pip_places(self.centre, self.edge, self.angle, aside.astype(np.float32))
        return tuple(Circle(float(x), float(y), RING_SHARE * self.edge) for x, y in spots)


def upright(level: Level, seen: Sightings, shine: Level | None = None) -> tuple[Face, ...]:
    """Cut out the faces of all sightings.

    `shine` is where lamps' images may lie on the plate (`vision.window.bare`), None where none is known.
    """
    lamps = _cut(shine, seen) > 0 if shine else np.zeros((len(seen), SIZE_PX, SIZE_PX), np.bool_)
    where = seen.centre, seen.edge.tolist(), seen.angle.tolist()
    return tuple(map(Face, _cut(level, seen), seen.pips.tolist(), lamps, *where))


def which(shows_more: Callable[[Face], bool], faces: Sequence[Face]) -> Mask:
    """Which faces show more than their likeliest number, as a witness says of each, shape (N,)."""
    return np.array([face.pips in LESS and shows_more(face) for face in faces], np.bool_)


def has_more(pips: int, held: Mask, here: Mask) -> bool:
    """Whether something is in all the places by which another number has more pips than one held so."""
    return any(
        here[shown & ~held].all() for more in range(pips + 1, 7) for shown in HELD[more] if shown[held].all()
    )


def near(places: Places, spots: Mask) -> Mask:
    """Which places have any of some spots of a face so near that a pip there may have its middle in it."""
    return np.asarray(cv2.dilate(spots.astype(np.uint8), AROUND)[tuple(places.T)] > 0, np.bool_)


def pips_in(hearts: Floats, pips: int) -> tuple[Floats, Places, Mask]:
    """The mean ink of a number's pips, shape (C,), the nine places of their lattice, px, and which hold one.

    It is the lattice on which the weakest of them is strongest: 2 and 3 lie one way or the other.
    """
    found = hearts[ROWS, COLUMNS]  # (lattices, 9, colours)
    if pips == 1:
        found = found[USUAL : USUAL + 1]
    best: tuple[float, Floats, int, Mask] | None = None
    for held in HELD[pips]:
        pip = found[:, held]
        means = pip.sum(axis=1) / pip.shape[1]
        sizes = np.sqrt(np.einsum("lc,lc->l", means, means)) + FAINT
        weakest = np.einsum("lpc,lc->lp", pip, means).min(axis=1) / sizes
        at = int(weakest.argmax())
        if best is None or weakest[at] > best[0]:
            best = float(weakest[at]), means[at], at, held
    assert best
    _, mean, at, held = best
    at += USUAL if pips == 1 else 0
    return mean, np.stack([ROWS[at], COLUMNS[at]], axis=1), held


def _cut(level: Level, seen: Sightings) -> npt.NDArray[np.uint8]:
    return straighten_in(level, seen.centre, seen.angle, seen.edge, span=SPAN, size_px=SIZE_PX)
