"""Learned looks: how faces of a set of dice look through one window, and how well another face fits one.

A look is a straightened colour picture of one flat face. Another face is laid over it by small shifts, a turn
and a scale, together with one gain and one haze for all colours (a lamp that is nearer, a smear on the
plate): what is left over then tells the face, and the colours, apart.

Source: inverse compositional alignment, S. Baker and I. Matthews, "Lucas-Kanade 20 years on" (2004).
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.level import Level, cut, shrink
from vision.picture import Colour, Gray
from vision.reading import Circle
from vision.straighten import QUARTER, straighten

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

SIZE_PX: Final = 32
SPAN: Final = 1.0
"""A look shows the face alone, in edges: what lies round it is another time something else."""
ROUNDED: Final = 0.46
"""How far from its middle a face is flat for sure, in edges along its axes; corners are rounder than that."""
STEPS: Final = 5
FURTHEST: Final = np.array([0.12, 0.12, 0.2, 0.15], np.float32)
"""How far a face is moved at most: right and down in edges, turn in radians, scale as a logarithm."""
BLOB_PX: Final = 5
"""A pip's diameter in a look, a sixth of the edge: smaller ones are hardly made."""
TURNS: Final = 4
QUIET: Final = 4.0
"""Grey levels added to a look's own contrast, so that noise on a plain face stays small."""


GLOW: Final = 1.4
"""How far a lamp's image shines beyond its saturated middle, in radii of that."""
TRUSTED: Final = 0.5
"""What a face differs by from a look, in contrasts of that, at which a px has half a say in how they lie."""
STEADY: Final = 1e-6
WORST: Final = 3.0
"""A px differs by so many contrasts at most: a lamp's new image is no more than another thing."""


@dataclass(frozen=True, slots=True)
class Faces:
    """Where faces lie, as columns: centre (N, 2) and edge in px of the frame, angle in radians."""

    centre: Floats
    edge: Floats
    angle: Floats

    def __len__(self) -> int:
        return len(self.edge)

    def take(self, index: npt.NDArray[np.intp] | list[int]) -> "Faces":
        """The faces at `index`, in that order."""
        chosen = np.asarray(index, np.intp)
        return Faces(self.centre[chosen], self.edge[chosen], self.angle[chosen])


@dataclass(frozen=True, slots=True)
class Fits:
    """How faces fit looks, as columns of N pairs.

    `rest` is what no gain and haze explains, as a share of the look's contrast; `blob` the same for the worst
    spot of a pip's size, and `shape` once more where each colour may have a gain and haze of its own; `gain`
    is the light's, a logarithm; `faces` is where the face was found to lie.
    """

    rest: Floats
    blob: Floats
    shape: Floats
    gain: Floats
    faces: Faces


def half_of(frame: Gray | Colour, window: Circle) -> Level:
    """The window's surroundings at half their size and in three planes, smoothed as looks need it."""
    half = shrink(cut(frame, window), 2.0)
    picture = half.picture if half.picture.ndim == 3 else cv2.cvtColor(half.picture, cv2.COLOR_GRAY2BGR)
    return Level(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8), half.factor, half.left, half.top)


def patches(half: Level, faces: Faces) -> Floats:
    """The faces as they look, upright, shape (N, SIZE_PX, SIZE_PX, 3), 0 to 255."""
    shown = straighten(
        half.picture,
        half.from_frame(faces.centre),
        faces.angle,
        faces.edge / half.factor,
        span=SPAN,
        size_px=SIZE_PX,
    )
    return shown.astype(np.float32)


def unlit(faces: Faces, lamps: tuple[Circle, ...]) -> Floats:
    """Which px of each face no lamp's mirror image covers, shape (N, SIZE_PX, SIZE_PX), 0 or 1; the face only."""
    across, down = _grid()
    seen = np.repeat(_flat()[None], len(faces), axis=0)
    cosine, sine = (faces.edge * np.cos(faces.angle))[:, None, None], (faces.edge * np.sin(faces.angle))[:, None, None]
    x = faces.centre[:, 0, None, None] + across * cosine - down * sine
    y = faces.centre[:, 1, None, None] + across * sine + down * cosine
    for lamp in lamps:
        seen[np.hypot(x - lamp.x, y - lamp.y) < GLOW * lamp.radius] = 0
    return seen



def likeness(faces: Floats, masks: Floats, looks: Floats) -> Floats:
    """How alike faces and looks are where they lie, shape (N, L), -1 to 1: the correlation of all colours."""
    out = np.empty((len(faces), len(looks)), np.float32)
    flat = looks.reshape(len(looks), -1)
    for at, (face, mask) in enumerate(zip(faces, masks, strict=True)):
        seen = np.repeat(mask[..., None], 3, axis=2).ravel()
        total = max(float(seen.sum()), 1.0)
        own = face.ravel() - float((face.ravel() * seen).sum()) / total
        own = own * seen
        mean = flat @ seen / total
        dot = flat @ own
        square = (flat * flat) @ seen - total * mean * mean
        out[at] = dot / np.sqrt(np.maximum(square, 1) * max(float(own @ own), 1.0))
    return out


def lay_over(half: Level, faces: Faces, looks: Floats, lamps: tuple[Circle, ...]) -> Fits:
    """Lay each face over the look beside it (N each), as well as it goes."""
    slopes = _slopes(looks)
    moved = np.zeros((len(faces), 4), np.float32)
    placed = faces
    for _ in range(STEPS):
        change = _step(patches(half, placed), unlit(placed, lamps), looks, slopes)
        moved = np.clip(moved + change, -FURTHEST, FURTHEST)
        placed = _moved(faces, moved)
    return _left_over(patches(half, placed), unlit(placed, lamps), looks, placed)


def _step(shown: Floats, masks: Floats, looks: Floats, slopes: Floats) -> Floats:
    """One step of the alignment: how to move each face, shape (N, 4)."""
    count = len(shown)
    columns = np.concatenate([slopes, looks.reshape(count, 1, -1), np.ones((count, 1, looks[0].size), np.float32)], 1)
    seen = np.repeat(masks[..., None], 3, axis=3).reshape(count, 1, -1)
    rest = _rest(shown, masks, looks)
    spread = _contrast(looks, masks)[:, None, None, None] * TRUSTED
    trust = (1 / (1 + (rest / spread) ** 2)).reshape(count, 1, -1) * seen
    weighted = columns * trust
    normal = weighted @ columns.transpose(0, 2, 1)
    # A plain face has no slopes: what can't be told stays as it is
    normal += STEADY * normal.diagonal(axis1=1, axis2=2).max(axis=1)[:, None, None] * np.eye(6, dtype=np.float32)
    solved = np.linalg.solve(normal, weighted @ shown.reshape(count, -1, 1))[..., 0]
    gain = np.maximum(solved[:, 4:5], 0.2)
    return np.asarray(-solved[:, :4] / gain, np.float32)


def _rest(shown: Floats, masks: Floats, looks: Floats) -> Floats:
    gain, haze = _light(shown, masks, looks)
    return np.asarray(shown - gain[:, None, None, None] * looks - haze[:, None, None, None], np.float32)


def _light(shown: Floats, masks: Floats, looks: Floats) -> tuple[Floats, Floats]:
    """The gain and haze that make a face of a look, by least squares, shape (N,) each."""
    seen = np.repeat(masks[..., None], looks.shape[3], axis=3)
    total = np.maximum(seen.sum(axis=(1, 2, 3)), 1)
    mean, own = (looks * seen).sum(axis=(1, 2, 3)) / total, (shown * seen).sum(axis=(1, 2, 3)) / total
    off = (looks - mean[:, None, None, None]) * seen
    gain = (off * shown).sum(axis=(1, 2, 3)) / np.maximum((off * off).sum(axis=(1, 2, 3)), 1)
    gain = np.clip(gain, 0.2, 5)
    return np.asarray(gain, np.float32), np.asarray(own - gain * mean, np.float32)


def _contrast(looks: Floats, masks: Floats) -> Floats:
    seen = np.repeat(masks[..., None], 3, axis=3)
    total = np.maximum(seen.sum(axis=(1, 2, 3)), 1)
    mean = (looks * seen).sum(axis=(1, 2, 3)) / total
    off = (looks - mean[:, None, None, None]) * seen
    return np.asarray(np.sqrt((off * off).sum(axis=(1, 2, 3)) / total) + QUIET, np.float32)


def _left_over(shown: Floats, masks: Floats, looks: Floats, placed: Faces) -> Fits:
    """What is not explained by the light: by one for all colours, and by one for each."""
    gain, haze = _light(shown, masks, looks)
    contrast = (_contrast(looks, masks) * gain)[:, None, None, None]
    rest = _rest(shown, masks, looks) * masks[..., None] / contrast
    planes = [_rest(shown[..., at : at + 1], masks, looks[..., at : at + 1]) for at in range(3)]
    shape = np.concatenate(planes, axis=3) * masks[..., None] / contrast
    total = 3 * np.maximum(masks.sum(axis=(1, 2)), 1)
    square = np.minimum(np.abs(rest), WORST) ** 2
    return Fits(
        np.asarray(np.sqrt(square.sum(axis=(1, 2, 3)) / total), np.float32),
        _worst_spot(rest),
        _worst_spot(shape),
        np.log(gain),
        placed,
    )


def _worst_spot(rest: Floats) -> Floats:
    """The greatest mean over a spot of a pip's size, shape (N,)."""
    return np.array([np.abs(cv2.blur(one, (BLOB_PX, BLOB_PX))).max() for one in rest], np.float32)


def _slopes(looks: Floats) -> Floats:
    """How each look changes when the face moves right, down, turns and grows, shape (N, 4, px)."""
    across, down = _grid()
    dy, dx = np.gradient(looks, axis=(1, 2))
    dx, dy = dx * SIZE_PX, dy * SIZE_PX
    x, y = across[None, :, :, None], down[None, :, :, None]
    made = np.stack([dx, dy, x * dy - y * dx, x * dx + y * dy], axis=1)
    return made.reshape(len(looks), 4, -1).astype(np.float32)


def _moved(faces: Faces, moved: Floats) -> Faces:
    right, down, turn, scale = moved.T
    cosine, sine = np.cos(faces.angle), np.sin(faces.angle)
    shift = np.stack([right * cosine - down * sine, right * sine + down * cosine], axis=1)
    return Faces(
        (faces.centre + faces.edge[:, None] * shift).astype(np.float32),
        (faces.edge * np.exp(scale)).astype(np.float32),
        (faces.angle + turn).astype(np.float32),
    )


def turned(faces: Faces, turns: Ints) -> Faces:
    """The faces seen from another side, by so many quarter turns."""
    return Faces(faces.centre, faces.edge, (faces.angle + turns * QUARTER).astype(np.float32))


@cache
def _grid() -> tuple[Floats, Floats]:
    line = (np.arange(SIZE_PX, dtype=np.float32) + 0.5) / SIZE_PX - 0.5
    across, down = np.meshgrid(SPAN * line, SPAN * line)
    return across.astype(np.float32), down.astype(np.float32)


@cache
def _flat() -> Floats:
    across, down = _grid()
    return ((across**4 + down**4) < ROUNDED**4).astype(np.float32)


def tones(shown: Floats, masks: Floats) -> Floats:
    """The colour of each face's body, the middle of its colours as logarithms, shape (N, 3)."""
    seen = masks > 0
    middles = [np.median(face[one], axis=0) if one.any() else np.zeros(3) for face, one in zip(shown, seen, strict=True)]
    return np.log(np.asarray(middles, np.float32).reshape(-1, 3) + QUIET)
