"""How the reader takes dirt for pips: `python -m tests.dirty [DIR] [--every N] [--first K]`.

Before one die of each labelled picture of a window (DIR, default `../shared/dice`) that is read rightly lies
a spot of about a pip's size: ash, a drop that dried, a lamp's image; once in the face's middle, where it
makes a 3 of a 2 or hides the pip of a 5, and once anywhere before the die. A doubt is good there; a wrong
number is a wrong ruling. The spots are drawn by other rules than the crumbs that are learned from
(`training/crumbs.py`).
"""

import argparse
import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Final
from zlib import crc32

import cv2
import numpy as np

import vision
from tests.figures import DATA, Sample, calibration_of, samples
from vision.floor import one_thread

SETS: Final = ("tables", "untaught", "under-glass")
TONES: Final = {
    "dark": ((5, 60), (5, 60), (5, 60)),
    "brown": ((15, 45), (25, 75), (45, 135)),
    "grey": ((70, 160),) * 3,
    "light": ((190, 250),) * 3,
    "any": ((0, 255),) * 3,
}
"""What spots there are, as ranges of blue, green and red."""
PLACES: Final = ("middle", "anywhere")
Disturb = Callable[[vision.Frame, vision.Reading, np.random.Generator], Iterator[tuple[str, vision.Frame]]]
"""Makes a picture that is read rightly into others, each with its kind."""
MIDDLE: Final = 0.05
"""How far from a face's middle a spot lies there, in edges: the spread of chance."""


def main() -> None:
    """Print what becomes of pictures with a spot before a die, by where and of what colour it is."""
    tell(__doc__, "where and what", _spotted)


def tell(what: str | None, heading: str, disturb: Disturb) -> None:
    """Print what becomes of labelled pictures that are disturbed, by kind; `what` is the program's help."""
    asked = asked_about(what)
    with Pool(initializer=one_thread) as pool:
        said = [one for some in pool.imap(partial(_ask, disturb), asked, chunksize=8) for one in some]
    print(f"{heading:28}{'n':>7}{'right':>8}{'unsure':>8}{'wrong':>8}")
    for kind in sorted({kind for kind, _ in said}):
        counts = Counter(verdict for of, verdict in said if of == kind)
        row = "".join(f"{counts[verdict]:8}" for verdict in ("right", "unsure", "wrong"))
        print(f"{kind:28}{counts.total():7}{row}")


def asked_about(what: str | None) -> list[Sample]:
    """The labelled pictures of windows that the command line asks about; `what` is the program's help."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("root", nargs="?", type=Path, default=DATA)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="ask about every Nth picture")
    parser.add_argument("--first", type=int, default=0, metavar="K", help="from the Kth on, counted from 0")
    args = parser.parse_args()
    clean = [one for one in samples(args.root) if one.group.startswith(SETS) and not one.must_abstain]
    return clean[args.first :: args.every]


@dataclass(frozen=True, slots=True)
class Plain:
    """A picture that is read rightly, with what set-up knows of its table."""

    frame: vision.Frame
    known: vision.Calibration | None
    reading: vision.Reading


def read_plain(sample: Sample) -> Plain | None:
    """A labelled picture of a window as it is; None where it is not read rightly."""
    frame = vision.decode_colour(sample.file.read_bytes())
    known = None if sample.empty is None else calibration_of(sample.empty)
    reading = vision.read([frame], sample.expect, known)
    right = reading.certain and reading.seen == sample.values and reading.window is not None
    return Plain(frame, known, reading) if right else None


def _ask(disturb: Disturb, sample: Sample) -> list[tuple[str, str]]:
    """Of each kind of disturbance what came of it: right, unsure or wrong."""
    plain = read_plain(sample)
    if plain is None:
        return []
    rng = np.random.default_rng(crc32(sample.file.name.encode()))
    return [
        (kind, verdict_on(sample, vision.read([frame], sample.expect, plain.known)))
        for kind, frame in disturb(plain.frame, plain.reading, rng)
    ]


def verdict_on(sample: Sample, reading: vision.Reading) -> str:
    """What a reading of a picture is: right, unsure or wrong."""
    if not reading.certain:
        return "unsure"
    return "right" if reading.seen == sample.values else "wrong"


def _spotted(
    frame: vision.Frame, reading: vision.Reading, rng: np.random.Generator
) -> Iterator[tuple[str, vision.Frame]]:
    """The frame with a spot before one of its dice, in two places."""
    for place in PLACES:
        die = reading.dice[int(rng.integers(len(reading.dice)))]
        tone = str(rng.choice([*TONES]))
        off = rng.normal(0, MIDDLE, 2) if place == "middle" else rng.uniform(-0.45, 0.45, 2)
        yield f"{place}, {tone}", _with_spot(frame, die, off, tone, rng)


def _with_spot(
    frame: vision.Frame, die: vision.Die, off: np.ndarray, tone: str, rng: np.random.Generator
) -> vision.Frame:
    """A frame with an oval spot so far off a die's middle, in its own edges."""
    angle = math.radians(die.angle)
    turned = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) @ off
    x, y = die.x + die.edge * turned[0], die.y + die.edge * turned[1]
    across = 2 * rng.uniform(0.03, 0.14) * die.edge
    cover = np.zeros(frame.shape[:2], np.float32)
    oval = ((x, y), (across, across * rng.uniform(0.6, 1)), rng.uniform(0, 180))
    cv2.ellipse(cover, oval, 1.0, -1, cv2.LINE_AA)
    cover = cv2.GaussianBlur(cover, (0, 0), rng.uniform(0.5, 3)) * rng.choice([1, 1, 0.8, 0.6])
    colour = np.array([rng.uniform(*limits) for limits in TONES[tone]])
    laid, share = (colour.mean(), cover) if frame.ndim == 2 else (colour, cover[..., None])
    return np.asarray(frame + share * (laid - frame), np.uint8)


if __name__ == "__main__":
    main()
