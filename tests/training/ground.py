"""What lies behind the dice of a drawn scene, and the lamps and the dirt on the glass before them."""

import math
from typing import Final

import cv2
import numpy as np

from tests.training.cubes import Canvas, Plane, Points, Tone, step
from tests.training.tints import neutral, tint

SIZE_PX: Final = 288


def draw_ground(rng: np.random.Generator, axis: Points | None, radius: float) -> Canvas:
    """Draw a cup's inside round a window of that radius, px, or where no axis is, what dice are thrown on."""
    table = axis is not None
    grain = float(rng.choice([0, 2, 6] if table else [0, 2, 8, 25]))
    if table:
        tone = rng.uniform(3, 90) if rng.random() < 0.6 else rng.uniform(0, 240)
    else:  # often on something pale and plain
        tone = rng.uniform(120, 240) if grain < 8 and rng.random() < 0.6 else rng.uniform(0, 240)
    y, x = np.mgrid[0:SIZE_PX, 0:SIZE_PX].astype(np.float32)
    slope = rng.normal(0, 12 if table else 30, 2) / SIZE_PX
    light = slope[0] * (x - SIZE_PX / 2) + slope[1] * (y - SIZE_PX / 2)
    light += texture(rng, grain)
    canvas = np.asarray(tinted(rng, tone, grey=table) + light[..., None], np.float32)
    if axis is not None:
        _cup(rng, canvas, np.hypot(x - axis[0], y - axis[1]), radius)
    else:
        _clutter(rng, canvas, x, y)
    return canvas


def tinted(rng: np.random.Generator, level: float, *, grey: bool) -> Tone:
    """A colour of the ground, of what lies about, or of a cover."""
    if grey or rng.random() < 0.4:
        return neutral(level)
    return tint(level, rng.random(), rng.uniform(0, 0.9) ** 2)


def texture(rng: np.random.Generator, strength: float) -> Plane:
    """Cloth, wood or dust, `strength` grey levels strong."""
    woven = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    for cells in (6, 14, 40, 110):
        long = 1 if rng.random() < 0.7 else 5
        grain = rng.standard_normal((max(2, cells // long), cells)).astype(np.float32)
        grain = grain if rng.random() < 0.5 else np.ascontiguousarray(grain.T)
        woven += rng.random() * strength * cv2.resize(grain, woven.shape, interpolation=cv2.INTER_CUBIC)
    return woven


def draw_lamps(
    rng: np.random.Generator, canvas: Canvas, axis: Points, radius: float, margin: float
) -> tuple[Plane, Plane] | None:
    """Draw the mirror images of lamps round the lens, in front of all.

    Returns where they are, and where they are at most `margin` px off, both 0 to 1; None where none is seen.
    """
    if rng.random() < 0.45:
        return None
    count, ring = int(rng.integers(3, 26)), rng.uniform(0.1, 0.65) * radius
    size, first = rng.uniform(0.9, 4.2), rng.uniform(0, 2 * np.pi)
    spots, near = np.zeros((2, SIZE_PX, SIZE_PX), np.float32)
    for number in range(count):
        bearing = first + 2 * np.pi * number / count
        at = axis + ring * rng.normal(1, 0.02) * np.array([math.cos(bearing), math.sin(bearing)])
        place = (round(float(at[0]) * 16), round(float(at[1]) * 16))
        cv2.circle(spots, place, round(size * 16), 1.0, -1, cv2.LINE_AA, 4)
        cv2.circle(near, place, round((size + margin) * 16), 1.0, -1, cv2.LINE_AA, 4)
    glow = cv2.GaussianBlur(spots, (0, 0), 2.5 * size) * rng.uniform(0, 60)
    canvas += (255 - canvas) * spots[..., None] * rng.uniform(0.8, 1) + glow[..., None]
    return spots, near


def draw_dirt(rng: np.random.Generator, canvas: Canvas) -> None:
    """Draw dust, scratches and smears on the glass."""
    for _ in range(rng.integers(0, 25) if rng.random() < 0.5 else 0):
        at = tuple(int(v) for v in rng.uniform(0, SIZE_PX, 2))
        tone = 3 * (float(rng.uniform(60, 255)),)
        cv2.circle(canvas, at, int(rng.integers(0, 2)), tone, -1, cv2.LINE_AA)
    for _ in range(rng.integers(0, 12) if rng.random() < 0.3 else 0):
        start = rng.uniform(0, SIZE_PX, 2)
        ends = [tuple(int(v) for v in point) for point in (start, start + rng.normal(0, 25, 2))]
        cv2.line(canvas, ends[0], ends[1], 3 * (float(rng.uniform(40, 160)),), 1, cv2.LINE_AA)
    if rng.random() < 0.25:
        canvas += np.maximum(0, texture(rng, rng.uniform(5, 25)))[..., None]


def _cup(rng: np.random.Generator, canvas: Canvas, away: Plane, radius: float) -> None:
    """The cup's bottom, its rim round the window, and what it stands on."""
    bottom = rng.uniform(0.3, 0.7) * radius
    at_bottom = step(bottom - away, 1.5) * rng.choice([rng.normal(0, 8), rng.normal(0, 30)])
    canvas += at_bottom[..., None]
    rim = radius * rng.uniform(0.97, 1.04)
    thick = rng.uniform(4, 40)
    ring, beyond = rng.uniform(0, 230), rng.uniform(0, 230)
    canvas += step(away - rim, 1)[..., None] * (ring - canvas)
    canvas += step(away - rim - thick, 1)[..., None] * (beyond - canvas)


def _clutter(rng: np.random.Generator, canvas: Canvas, x: Plane, y: Plane) -> None:
    """Edges of sun and paper, a box or a coin: nothing with a face on it."""
    for _ in range(rng.integers(0, 4)):
        bearing, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.5, 0.5) * SIZE_PX
        along = (x - SIZE_PX / 2) * math.cos(bearing) + (y - SIZE_PX / 2) * math.sin(bearing) - at
        band = step(along, rng.uniform(0.7, 6)) * step(rng.uniform(5, 300) - along, 2)
        canvas += band[..., None] * rng.normal(0, 45)
    small = int(rng.integers(0, 9)) if rng.random() < 0.5 else 0
    for reach in (*rng.uniform(2, 30, rng.integers(0, 4)), *rng.uniform(0.6, 4, small)):
        centre = rng.uniform(0, SIZE_PX, 2)
        spot = step(reach - np.hypot(x - centre[0], y - centre[1]), rng.uniform(0.3, 1))[..., None]
        canvas += spot * (tinted(rng, rng.uniform(0, 255), grey=False) - canvas) * rng.uniform(0.1, 1)
