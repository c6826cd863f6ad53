"""Learned looks: how faces of a set of dice look through one window, and how well another face fits one.

A look is a straightened colour picture of one flat face. Another face is laid over it by small shifts, a turn
and a scale, together with one gain and one haze for all colours (a lamp that is nearer, a smear on the
plate): what is left over then tells the face, and the colours, apart.

Source: inverse compositional alignment, S. Baker and I. Matthews, "Lucas-Kanade 20 years on" (2004).
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Ints, Mask
from vision.level import Level, cut, shrink
from vision.picture import Colour, Gray
from vision.reading import Circle
from vision.straighten import QUARTER, straighten_in

SIZE_PX: Final = 32
SPAN: Final = 1.0
"""A look shows the face alone, in edges: what lies round it is another time something else."""
FLAT: Final = 0.42
"""How far from its middle a face is flat for sure, in edges along its axes: edges are rounded further out,
and pips, a quarter of the edge off and a tenth large, lie further in."""
CORNER: Final = 8
"""How square the flat part is: the power of the superellipse."""
AROUND: Final = 1.5
"""How much of the window's surroundings is kept, in radii: a die at the rim is whole in it."""
STEPS: Final = 3
UNLIKE: Final = 0.1
"""What looks of the same face differ by all over, in contrasts, however they are laid."""
PLACED: Final = 0.04
"""How well the nets tell a face's turn, radians."""
FURTHEST: Final = np.array([0.12, 0.12, 0.2, 0.15], np.float32)
"""How far a face is moved at most: right and down in edges, turn in radians, scale as a logarithm."""
BLOB_PX: Final = 5
"""A pip's diameter in a look, a sixth of the edge: smaller ones are hardly made."""
SMOOTH_PX: Final = 0.8
"""A look's px are about two of the half picture's: finer things would come and go with where a face lies."""
TURNS: Final = 4
QUIET: Final = 4.0
"""Grey levels added to a look's own contrast, so that noise on a plain face stays small."""


GLOW: Final = np.ones((3, 3), np.uint8)
"""A lamp's image shines beyond its saturated middle: by a px of a look, a thirtieth of the edge."""
TRUSTED: Final = 0.5
"""What a face differs by from a look, in contrasts of that, at which a px has half a say in how they lie."""
STEADY: Final = 1e-5
"""What is added to each column's own square, so that no two alike can't be told apart."""
MOVES: Final = 4
TURN: Final = 2
"""How faces are moved: right, down, turned, and scaled."""
DIMMEST: Final = 0.2
"""The least gain of one face against another of the same set."""
UNMOVED: Final = 0.04
"""A die that lies so near to where it lay, in edges, and is turned so little, in radians, was not thrown: of
348 that were looked at again, with more noise and less light, none was placed further off."""
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
    half = shrink(cut(frame, Circle(window.x, window.y, AROUND * window.radius)), 2.0)
    picture = half.picture if half.picture.ndim == 3 else cv2.cvtColor(half.picture, cv2.COLOR_GRAY2BGR)
    smooth = np.asarray(cv2.GaussianBlur(picture, (0, 0), SMOOTH_PX), np.uint8)
    return replace(half, picture=smooth)


def patches(half: Level, faces: Faces) -> Floats:
    """The faces as they look, upright, shape (N, SIZE_PX, SIZE_PX, 3), 0 to 255."""
    shown = straighten_in(half, faces.centre, faces.angle, faces.edge, span=SPAN, size_px=SIZE_PX)
    return shown.astype(np.float32)


def unlit(faces: Faces, shine: Level | None) -> Floats:
    """Which px of each face's flat part no lamp's image covers, shape (N, SIZE_PX, SIZE_PX), 0 or 1.

    `shine` is where such images lie, as `vision.window.bare` finds them.
    """
    seen = np.repeat(_flat()[None], len(faces), axis=0)
    if shine is None or not shine.picture.any():
        return seen
    bright = replace(shine, picture=255 * shine.picture)
    lit = straighten_in(bright, faces.centre, faces.angle, faces.edge, span=SPAN, size_px=SIZE_PX)
    for face, light in zip(seen, lit, strict=True):
        face[cv2.dilate(light, GLOW) > 0] = 0
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


def lay_over(half: Level, faces: Faces, masks: Floats, looks: Floats) -> Fits:
    """Lay each face over the look beside it (N each), as well as it goes; `masks` as `unlit` has them."""
    lights = _lights(looks)
    columns = np.concatenate([_slopes(looks), lights], axis=1)
    contrast = _contrast(looks, masks)
    moved = np.zeros((len(faces), MOVES), np.float32)
    placed = faces
    for _ in range(STEPS):
        change = _step(patches(half, placed), masks, contrast, columns, moved)
        moved = np.clip(moved + change, -FURTHEST, FURTHEST)
        placed = _moved(faces, moved)
    return _left_over(patches(half, placed), masks, looks, lights, placed)


def _step(shown: Floats, masks: Floats, contrast: Floats, columns: Floats, moved: Floats) -> Floats:
    """One step of the alignment: how to move each face, shape (N, MOVES), that was moved so far before."""
    rest = shown - _explained(shown, masks, columns[:, MOVES:])[0]
    trust = masks[..., None] / (1 + (rest / (TRUSTED * contrast[:, None, None, None])) ** 2)
    # Where a face does not tell how it is turned, as a single round pip does not, the nets are believed
    held = np.zeros_like(moved)
    held[:, TURN] = masks.sum(axis=(1, 2)) * (UNLIKE * contrast / PLACED) ** 2
    solved = _solved(shown, trust, columns, held, moved)
    return np.asarray(-solved[:, :MOVES] / np.maximum(solved[:, MOVES : MOVES + 1], DIMMEST), np.float32)


def _solved(
    shown: Floats, trust: Floats, columns: Floats, held: Floats | None = None, at: Floats | None = None
) -> Floats:
    """The share of each column, shape (N, K, px), in what is shown, by weighted least squares.

    The first columns' shares may be `held`, shape (N, M), so strongly to what is `at` the same place.
    """
    weighted = columns * np.broadcast_to(trust, shown.shape).reshape(len(shown), 1, -1)
    normal = weighted @ columns.transpose(0, 2, 1)
    target = weighted @ shown.reshape(len(shown), -1, 1)
    if held is not None and at is not None:
        some = np.arange(held.shape[1])
        normal[:, some, some] += held
        target[:, some, 0] += held * at
    unit = np.sqrt(normal.diagonal(axis1=1, axis2=2)) + 1
    normal = normal / (unit[:, :, None] * unit[:, None, :]) + STEADY * np.eye(
        normal.shape[1], dtype=np.float32
    )
    return np.asarray(np.linalg.solve(normal, target / unit[..., None])[..., 0] / unit, np.float32)


def _lights(looks: Floats) -> Floats:
    """What light makes a face of: the look itself, and a haze that may slope, shape (N, 4, px)."""
    across, down = _grid()
    planes = np.stack([np.ones_like(across), across, down])[None, ..., None]
    haze = np.broadcast_to(planes, (len(looks), *planes.shape[1:4], looks.shape[3])).reshape(
        len(looks), 3, -1
    )
    return np.concatenate([looks.reshape(len(looks), 1, -1), haze], axis=1).astype(np.float32)


def _explained(shown: Floats, masks: Floats, lights: Floats) -> tuple[Floats, Floats]:
    """What of each face light makes of its look, and with how much gain, shape (N,)."""
    shares = _solved(shown, masks[..., None], lights)
    shares[:, 0] = np.clip(shares[:, 0], DIMMEST, 1 / DIMMEST)
    made = (shares[:, None] @ lights).reshape(shown.shape)
    return np.asarray(made, np.float32), shares[:, 0]


def _contrast(looks: Floats, masks: Floats) -> Floats:
    seen = np.repeat(masks[..., None], 3, axis=3)
    total = np.maximum(seen.sum(axis=(1, 2, 3)), 1)
    mean = (looks * seen).sum(axis=(1, 2, 3)) / total
    off = (looks - mean[:, None, None, None]) * seen
    return np.asarray(np.sqrt((off * off).sum(axis=(1, 2, 3)) / total) + QUIET, np.float32)


def _left_over(shown: Floats, masks: Floats, looks: Floats, lights: Floats, placed: Faces) -> Fits:
    """What is not explained by the light: by one for all colours, and by one for each."""
    made, gain = _explained(shown, masks, lights)
    contrast = (_contrast(looks, masks) * gain)[:, None, None, None]
    rest = (shown - made) * masks[..., None] / contrast
    each = [_explained(shown[..., at : at + 1], masks, lights[..., at::3])[0] for at in range(3)]
    shape = (shown - np.concatenate(each, axis=3)) * masks[..., None] / contrast
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


def unmoved(faces: Faces, before: Faces) -> Mask:
    """Which of the faces lie as one of those before lay, shape (N,): nobody threw these dice in between."""
    away = np.linalg.norm(faces.centre[:, None] - before.centre[None], axis=2) / faces.edge[:, None]
    turn = np.abs((faces.angle[:, None] - before.angle[None] + QUARTER / 2) % QUARTER - QUARTER / 2)
    return np.asarray(((away < UNMOVED) & (turn < UNMOVED)).any(axis=1), np.bool_)


def sides(pictures: Floats) -> list[Floats]:
    """Faces' pictures or masks, shape (N, SIZE_PX, SIZE_PX, ...), as `turned` by none to three quarters."""
    return [np.ascontiguousarray(np.rot90(pictures, turn, axes=(1, 2))) for turn in range(TURNS)]


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
    return ((across**CORNER + down**CORNER) < FLAT**CORNER).astype(np.float32)


def tones(shown: Floats, masks: Floats) -> Floats:
    """The colour of each face's body, the middle of its colours as logarithms, shape (N, 3)."""
    seen = masks > 0
    middles = np.zeros((len(shown), 3), np.float32)
    for at in range(len(shown)):
        if seen[at].any():
            middles[at] = np.median(shown[at][seen[at]], axis=0)
    return np.asarray(np.log(middles + QUIET), np.float32)
