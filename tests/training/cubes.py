"""Cubes as a camera sees them: their faces' paint, their outline, and how they stand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Plane = npt.NDArray[np.float32]
"""One value a px, shape (H, W)."""
Canvas = npt.NDArray[np.float32]
"""A picture in the making, shape (H, W, 3), grey levels, blue first."""
Tone = npt.NDArray[np.float32]
"""A colour, shape (3,), grey levels, blue first."""
Points = npt.NDArray[np.float64]

TEXTURE_PX: Final = 64
PATTERNS: Final = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, 1), (1, -1), (-1, 1)),
    ((-1, -1), (1, 1), (1, -1), (-1, 1), (0, 0)),
    ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)),
)
VISIBLE: Final = 25
"""Grey levels by which light changes what is seen of a pip's place."""
LINE = ((np.arange(TEXTURE_PX) + 0.5) / TEXTURE_PX - 0.5).astype(np.float32)
U, V = np.meshgrid(LINE, LINE)
ROUND = np.linspace(0, 2 * np.pi, 32, endpoint=False)
SIDES = np.array(
    [
        ((0, 0, -1), (1, 0, 0), (0, 1, 0)),
        ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
        ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ((-1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
        ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    ],
    np.float64,
)
"""Normal, right and down of a cube's six faces; the first lies on the window."""


@dataclass(frozen=True, slots=True)
class Paint:
    """What the dice of one set look like, in grey levels and edges; by `vein` marble strays from the body.

    `spacing` says how far the outer pips of 1 to 6 and the rows of the 6 lie from the middle, where not as
    far as `pitch`.
    """

    body: Tone
    ink: Tone
    vein: Tone
    pitch: float
    pip: float
    ace: float
    corner: float
    grain: float
    style: int
    spacing: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the axis meets the picture, px, and how far the window is away, in edges of a die."""

    axis: Points
    away: float

    def project(self, centre: Points, edge: float, points: Points) -> Points:
        """Bring points of a cube round its nearest face's middle, in edges, into the picture."""
        depth = self.away + points[:, 2:]
        flat = (centre - self.axis) / edge + points[:, :2]
        return np.asarray(self.axis + edge * flat * self.away / depth, np.float64)

    def corners(self, centre: Points, edge: float, stance: Points, side: int) -> Points:
        """The four corners of a side of a cube, px."""
        normal, right, down = SIDES[side]
        square = [
            0.5 * normal + 0.5 * (i * right + j * down) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        return self.project(centre, edge, _stand(stance, np.array(square)))

    def hull(self, centre: Points, edge: float, stance: Points, paint: Paint) -> Points:
        """The outline of a cube with rounded corners."""
        inset = 0.25 * paint.corner
        power = 2 / max(0.12, paint.corner)
        cosine, sine = np.cos(ROUND), np.sin(ROUND)
        p = np.sign(cosine) * np.abs(cosine) ** (2 / power) * (0.5 - 0.3 * inset)
        q = np.sign(sine) * np.abs(sine) ** (2 / power) * (0.5 - 0.3 * inset)
        points = [0.5 * normal + p[:, None] * right + q[:, None] * down for normal, right, down in SIDES]
        flat = self.project(centre, edge, _stand(stance, np.concatenate(points)))
        return np.asarray(cv2.convexHull(flat.astype(np.float32))[:, 0], np.float64)

    def toward(self, centre: Points, edge: float) -> Points:
        """The way from the camera to a die."""
        off = (centre - self.axis) / edge
        way = np.array([off[0], off[1], self.away + 0.5])
        return np.asarray(way / np.linalg.norm(way), np.float64)


def _stand(stance: Points, points: Points) -> Points:
    """Stand a cube's points on the window: its nearest corner touches it."""
    stood = points @ stance.T
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    return np.asarray(stood - (0, 0, (corners @ stance.T)[:, 2].min()), np.float64)


def lay_side(layer: Canvas, cover: Plane, corners: Points, texture: Canvas, mask: Plane) -> None:
    """Lay a face over a layer, as its four corners say, and over what the layer covers."""
    low = np.floor(corners.min(axis=0)).astype(int) - 1
    high = np.ceil(corners.max(axis=0)).astype(int) + 2
    left, top = np.clip(low, 0, layer.shape[0])
    right, bottom = np.clip(high, 0, layer.shape[0])
    if right - left < 2 or bottom - top < 2:
        return
    whole = np.array([(0, 0), (TEXTURE_PX, 0), (TEXTURE_PX, TEXTURE_PX), (0, TEXTURE_PX)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(whole, (corners - (left, top)).astype(np.float32))
    size = (int(right - left), int(bottom - top))
    seen = cv2.warpPerspective(texture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.warpPerspective(mask, matrix, size)
    part = (slice(top, bottom), slice(left, right))
    layer[part] += inside[..., None] * (seen - layer[part])
    cover[part] = np.maximum(cover[part], inside)


def draw_face(rng: np.random.Generator, pips: int, paint: Paint) -> tuple[Canvas, Plane, float]:
    """A face's texture, how much of the square it fills, and how wide light lies over pips, in pips."""
    face = paint.body + (U * rng.normal(0, 10) + V * rng.normal(0, 10))[..., None]
    if paint.grain:
        grain = rng.standard_normal((9, 9)).astype(np.float32)
        face = face + paint.grain * cv2.resize(grain, U.shape, interpolation=cv2.INTER_CUBIC)[..., None]
    if paint.vein.any():
        cells = int(rng.integers(4, 8))
        swirl = rng.standard_normal((cells, cells)).astype(np.float32)
        face = face + cv2.resize(swirl, U.shape, interpolation=cv2.INTER_CUBIC)[..., None] * paint.vein
    radius = paint.ace if pips == 1 else paint.pip
    turned = rng.random() < 0.5
    soft = 0.012 if rng.random() < 0.8 else rng.uniform(0.02, 0.07)
    along = paint.spacing[pips - 1] if paint.spacing else paint.pitch
    across = paint.spacing[-1] if paint.spacing and pips == 6 else along
    for place in PATTERNS[pips - 1]:
        middle = np.array([across, along]) * place
        x, y = (middle[::-1] if turned else middle) + rng.normal(0, 0.005, 2)
        ink = step(radius - np.hypot(U - x, V - y), soft)[..., None]
        face = face * (1 - ink) + paint.ink * ink
        if paint.style == 1:  # a hollow, lit from one side
            lit = step(U - x - 0.3 * radius, 0.02)[..., None]
            face = face + ink * lit * 0.3 * (paint.body - paint.ink)
        elif paint.style == 2:
            shine = step(0.3 * radius - np.hypot(U - x + 0.3 * radius, V - y), 0.01)[..., None]
            face = face * (1 - shine) + 255 * shine
        elif paint.style == 3 and rng.random() < 0.3:
            face = face + _arc(rng, np.hypot(U - x, V - y) - radius) * (255 - face)
    if rng.random() < 0.2:  # a bevel that shines
        face = face + _arc(rng, _squareness(paint) - rng.uniform(0.34, 0.49)) * (255 - face)
    if rng.random() < 0.12:  # light that runs over the face
        bearing, at = rng.uniform(0, np.pi), rng.uniform(-0.5, 0.5)
        streak = np.abs(U * math.cos(bearing) + V * math.sin(bearing) - at)
        face = face + step(rng.uniform(0.02, 0.12) - streak, 0.03)[..., None] * rng.uniform(10, 80)
    if rng.random() < 0.28:  # a lamp's glint, smaller than a pip
        x, y = rng.uniform(-0.4, 0.4, 2) * rng.choice([0.3, 1])
        size, long = rng.uniform(0.25, 0.65) * paint.pip, rng.uniform(0.5, 1)
        glint = step(size - np.hypot(U - x, (V - y) * long), 0.012)[..., None]
        face = face + glint * rng.uniform(0.5, 1) * (255 - face)
    face, hidden = _streak(rng, face, paint) if rng.random() < 0.2 else (face, 0.0)
    mask = step(0.5 - 0.12 * paint.corner - _squareness(paint), 0.012)
    return face.astype(np.float32), mask, hidden


def _squareness(paint: Paint) -> Plane:
    """How far each place of a face is from its middle, in edges: equal all along its rounded outline."""
    power = 2 / max(0.12, 1.4 * paint.corner)
    return np.asarray((np.abs(U) ** power + np.abs(V) ** power) ** (1 / power), np.float32)


def _arc(rng: np.random.Generator, off: Plane) -> Canvas:
    """Light on a part of a line, of which each place is `off` edges: a share of white, shape (S, S, 1)."""
    bearing = np.arctan2(V, U) - rng.uniform(-np.pi, np.pi)
    part = step(np.cos(bearing) - rng.uniform(-0.5, 0.9), 0.05)
    return (part * step(rng.uniform(0.006, 0.025) - np.abs(off), 0.008) * rng.uniform(0.2, 0.9))[..., None]


def _streak(rng: np.random.Generator, face: Canvas, paint: Paint) -> tuple[Canvas, float]:
    """A lamp's long image along a row of pips, and how much of a pip it is wide, 0 beside all places."""
    pitch = paint.pitch
    bearing = rng.choice([0, np.pi / 4, np.pi / 2, 3 * np.pi / 4]) + rng.normal(0, 0.15)
    at = pitch * rng.choice([-1, 0, 1]) + rng.normal(0, 0.04)
    ragged = cv2.resize(
        rng.standard_normal((7, 7)).astype(np.float32), U.shape, interpolation=cv2.INTER_CUBIC
    )
    off = np.abs(U * math.cos(bearing) + V * math.sin(bearing) - at) + 0.02 * ragged
    along = np.abs(V * math.cos(bearing) - U * math.sin(bearing) - rng.normal(0, 0.1))
    half = rng.uniform(0.015, 0.07)
    shine = step(half - off, 0.012) * step(rng.uniform(0.15, 0.5) - along, 0.02)
    light = shine[..., None] * rng.uniform(0.5, 1) * (255 - face)
    places = ((np.array([-1, 0, 1]) * pitch + 0.5) * TEXTURE_PX).astype(int)
    over = (light[np.ix_(places, places)] > VISIBLE).any()
    return face + light, half / paint.pip if over else 0.0


def step(distance: npt.ArrayLike, softness: float) -> Plane:
    """0 far outside (negative) to 1 far inside, over about `softness`."""
    return np.asarray(1 / (1 + np.exp(-np.clip(np.asarray(distance) / softness, -30, 30))), np.float32)


def fill(layer: Canvas, cover: Plane, outline: Points, tone: Tone) -> None:
    """Fill an outline with a tone."""
    points = np.rint(outline * 16).astype(np.int32)
    inside = np.zeros_like(cover)
    cv2.fillConvexPoly(inside, points, 1.0, cv2.LINE_AA, 4)
    layer += inside[..., None] * (tone - layer)
    np.maximum(cover, inside, out=cover)


def turn(angle: float) -> Points:
    """Turn about the camera's axis, radians."""
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])


def lean(tilt: float, bearing: float) -> Points:
    """Turn by `tilt` about an axis in the window's plane."""
    rock = np.array([[math.cos(tilt), 0, math.sin(tilt)], [0, 1, 0], [-math.sin(tilt), 0, math.cos(tilt)]])
    return np.asarray(turn(bearing) @ rock @ turn(-bearing), np.float64)
