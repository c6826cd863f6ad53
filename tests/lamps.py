"""How the reader takes lamps that set-up has not seen: `python -m tests.lamps [DIR] [--every N] [--first K]`.

Before one die of each labelled picture of a window (DIR, default `../shared/dice`) that is read rightly the
plate mirrors a lamp, which adds its light to what lies there: on one of the nine places of its pips, where it
hides a pip or feigns one, along a row of them, and anywhere before it. A doubt is good there; a wrong number
is a wrong ruling.
"""

import math
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

import vision
from tests.dirty import tell

ON_PIP, ON_EMPTY, ALONG, ANYWHERE = "on a pip", "on an empty place", "along pips", "anywhere"
GAMMA: Final = 2.2
PITCH: Final = 0.25
"""How far places of pips lie apart, in edges."""
ON_PLACE: Final = 0.14
"""So near a pip, in edges, a place is taken to be its own."""
LEAST, MOST = 0.3, 4.0
"""How bright a lamp's image is, in the light that just blows a picture out."""


def main() -> None:
    """Print what becomes of pictures with a lamp's image before a die, by where it lies and its shape."""
    tell(__doc__, "where and what", _lit)


def _lit(
    frame: vision.Frame, reading: vision.Reading, rng: np.random.Generator
) -> Iterator[tuple[str, vision.Frame]]:
    """The frame with a lamp's image on a pip of one of its dice, on an empty place, and anywhere."""
    for where in (ON_PIP, ON_EMPTY, ALONG, ANYWHERE):
        die = reading.dice[int(rng.integers(len(reading.dice)))]
        off = _place(die, where, rng)
        shape = "tube" if where == ALONG else str(rng.choice(["lamp", "tube"]))
        turn = die.angle + 45 * int(rng.integers(4)) if where == ALONG else rng.uniform(0, 180)
        if off is not None:
            yield f"{where}, {shape}", with_lamp(frame, die, off, shape, turn, rng)


def _place(die: vision.Die, where: str, rng: np.random.Generator) -> tuple[float, float] | None:
    """Where on a die a lamp is mirrored, px from its middle; None where it has no such place."""
    angle = math.radians(die.angle)
    ways = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) * die.edge
    if where == ANYWHERE:
        x, y = ways @ rng.uniform(-0.45, 0.45, 2)
        return float(x), float(y)
    pips = np.array([(spot.x - die.x, spot.y - die.y) for spot in die.spots])
    lattice = [ways @ (PITCH * (np.array(place) - 1)) for place in np.ndindex(3, 3)]
    empty = [place for place in lattice if np.hypot(*(pips - place).T).min() > ON_PLACE * die.edge]
    places = empty if where == ON_EMPTY else [*pips]
    if not places:
        return None
    x, y = places[int(rng.integers(len(places)))] + rng.normal(0, 0.02 * die.edge, 2)
    return float(x), float(y)


def with_lamp(
    frame: vision.Frame,
    die: vision.Die,
    off: tuple[float, float],
    shape: str,
    turn: float,
    rng: np.random.Generator,
) -> vision.Frame:
    """A frame before whose die, so far off its middle (px), the plate mirrors a lamp or a tube, turned so."""
    wide = 2 * rng.uniform(0.04, 0.16) * die.edge
    long = wide * (rng.uniform(1, 1.3) if shape == "lamp" else rng.uniform(3, 12))
    dark = np.zeros(frame.shape[:2], np.float32)
    oval = ((die.x + off[0], die.y + off[1]), (long, wide), turn)
    image = cv2.GaussianBlur(cv2.ellipse(dark, oval, 1.0, -1, cv2.LINE_AA), (0, 0), rng.uniform(0.7, 3.0))
    colour = np.array([rng.uniform(0.6, 1), rng.uniform(0.85, 1), 1.0], np.float32)  # blue, green, red
    light = math.exp(rng.uniform(math.log(LEAST), math.log(MOST)))
    added = light * (image * colour.mean() if frame.ndim == 2 else image[..., None] * colour)
    total = (frame.astype(np.float32) / 255) ** GAMMA + added
    return np.asarray(np.rint(255 * np.minimum(total, 1) ** (1 / GAMMA)), np.uint8)


if __name__ == "__main__":
    main()
