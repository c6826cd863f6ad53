"""What light does in the box: what the lens sees, what the lamps light, where they are mirrored."""

from collections.abc import Mapping

import numpy as np

from tests.box.measures import Measures
from tests.box.solids import Points, Solid, bounds
from tests.box.table import lit

STEP = 1.0
"""How far apart the points are at which a ray is asked what stands there, mm: nothing made is thinner."""
CLEAR = ("disc", "shaker")
"""What light goes through, or what stands above the plate."""


def disc(number: int, *radii: float) -> Points:
    """Points of a disc: its middle, and so many on each circle of such a radius, shape (N, 2)."""
    turns = np.linspace(0, 2 * np.pi, number, endpoint=False)
    circles = [np.column_stack([radius * np.cos(turns), radius * np.sin(turns)]) for radius in radii]
    return np.concatenate([np.zeros((1, 2)), *circles])


def window(m: Measures, rim: float) -> Points:
    """Points of the window at the plate's underside, as far as `rim`, in radii of it."""
    flat = disc(24, *(m.window / 2 * np.array([0.3, 0.6, 0.8, rim])))
    return np.column_stack([flat, np.zeros(len(flat))])


def pupil(m: Measures) -> Points:
    """Points of the opening that light enters the lens by."""
    flat = disc(4, m.lens_pupil / 2)
    return np.column_stack([flat, np.full(len(flat), 0.01 - m.lens)])


def in_view(m: Measures, solids: Mapping[str, Solid]) -> set[str]:
    """The names of what stands between the lens and the window."""
    return _between(pupil(m), window(m, 0.999), solids)


def in_light(m: Measures, solids: Mapping[str, Solid]) -> set[str]:
    """The names of what stands between a lamp and the window, but for a mm at its rim.

    Each ray leaves its lamp by a mm.
    """
    lamps = np.concatenate(lit(m, disc(4, 0.9)))
    return _between(lamps, window(m, 1 - 2 / m.window), solids, start=1.0)


def _between(starts: Points, ends: Points, solids: Mapping[str, Solid], start: float = 0.0) -> set[str]:
    """The names of what holds a point of any line between a start and an end, shapes (N, 3) and (M, 3)."""
    lines = ends[None, :, None] - starts[:, None, None]
    far = float(np.linalg.norm(lines, axis=-1).max())
    shares = np.linspace(start / far, 0.999, int(far / STEP) + 1)
    points = (starts[:, None, None] + shares[:, None] * lines).reshape(-1, 3)
    return {name for name, solid in solids.items() if name not in CLEAR and _met_by(solid, points)}


def _met_by(solid: Solid, points: Points) -> bool:
    low, high = bounds(solid)
    near = np.all((points > low) & (points < high), axis=1)
    return bool(solid.holds(points[near]).any())


def nearest_mirror(m: Measures) -> float:
    """How near to the middle of the window any mirror image of any lamp comes, to any part of the lens.

    The plate mirrors with both faces, and so does the clear end of a shaker that stands on it.
    """
    lamps = np.concatenate(lit(m, disc(16, 1.0)))
    glass = np.array([0.0, m.plate, m.plate + m.clear_end])
    eyes = pupil(m)
    off = lamps[None, :, :2] - eyes[:, None, :2]
    away = np.hypot(off[..., 0], off[..., 1])[..., None]
    met = _met(m, away, -lamps[None, :, None, 2], 2 * glass)
    places = eyes[:, None, None, :2] + off[:, :, None] * (met / away)[..., None]
    return float(np.hypot(places[..., 0], places[..., 1]).min())


def _met(m: Measures, away: Points, under: Points, glass: Points) -> Points:
    """How far out a ray meets the plate that goes from the lens, by a mirror, to a lamp so far away.

    It goes down to the lamp `under` the plate through so much glass; halving finds its slope (Snell).
    """
    shape = np.broadcast(away, under, glass).shape
    low, high = np.zeros(shape), np.full(shape, 0.9999)
    for _ in range(40):
        sine = (low + high) / 2
        slope, inside = sine / np.sqrt(1 - sine**2), sine / np.sqrt(m.plate_index**2 - sine**2)
        short = (m.lens + under) * slope + glass * inside < away
        low, high = np.where(short, sine, low), np.where(short, high, sine)
    return m.lens * low / np.sqrt(1 - low**2)
