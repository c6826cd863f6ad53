"""What the reader makes of faces that have no pips: `python -m tests.marks [DIR] [--every N]`.

One die of each labelled picture of a window (DIR, default `../shared/dice`) that is read rightly loses its
pips, and gets a mark of their ink instead: a digit, a letter or a sign, as poker dice and a brewery's have
them. No reading of it is right, though a filled sign may stand for an ace.
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Final
from zlib import crc32

import cv2
import numpy as np
import numpy.typing as npt

import vision
from tests.dirty import SETS, Plain, read_plain
from tests.figures import DATA, Sample, samples
from vision.floor import one_thread

Mask = npt.NDArray[np.uint8]

SIZE_PX: Final = 96
"""A mark is drawn on a face of so many px."""
STROKE_PX: Final = 10
TRIED: Final = 6
"""So many marks are tried on each picture."""
FADED: Final = 1.55
"""A pip is gone with so much round it, in its radii."""
HEART: Final = 0.5
"""In the middle of a pip, so much of its radius, all is ink."""
FONT: Final = cv2.FONT_HERSHEY_DUPLEX
WRITTEN: Final = (
    *("1", "2", "3", "4", "5", "6", "8", "9", "10", "A", "K", "Q", "J", "II", "III", "IV", "VI"),
    *("-", "=", "+", "X", "*", "#", "%", "&", "@", "o", ":"),
)
FILLED: Final = {
    name: np.column_stack([np.cos(bearing), np.sin(bearing)]) * reach[:, None]
    for name, reach in (
        ("square", np.full(4, 0.33)),
        ("diamond", np.array([0.25, 0.36] * 2)),
        ("triangle", np.full(3, 0.33)),
        ("star", np.array([0.35, 0.15] * 5)),
    )
    for bearing in [np.linspace(0, 2 * np.pi, len(reach), endpoint=False)]
}
"""Outlines in edges from the face's middle."""


def main() -> None:
    """Print of each mark how often it was ruled on, and as what."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=DATA)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="ask about every Nth picture")
    args = parser.parse_args()
    clean = [one for one in samples(args.root) if one.group.startswith(SETS) and not one.must_abstain]
    with Pool(initializer=one_thread) as pool:
        said = [one for some in pool.imap(_ask, clean[:: args.every], chunksize=8) for one in some]
    print(f"{'mark':16}{'n':>6}{'ruled on':>10}")
    for mark in (*WRITTEN, *FILLED):
        ruled = Counter(pips for name, pips in said if name == mark)
        n, unsure = ruled.total(), ruled.pop(None, 0)
        seen = ", ".join(f"{count} as {pips}" for pips, count in sorted(ruled.items()) if pips)
        print(f"{mark:16}{n:6}{n - unsure:10}  {seen}".rstrip())


def _ask(sample: Sample) -> list[tuple[str, int | None]]:
    """Which marks a die was given, and what number it was said to show; None where that was a doubt."""
    plain = read_plain(sample)
    if plain is None:
        return []
    rng = np.random.default_rng(crc32(sample.file.name.encode()))
    return [*_tried(plain, sample.expect, rng)]


def _tried(plain: Plain, expect: int, rng: np.random.Generator) -> Iterator[tuple[str, int | None]]:
    for mark in rng.choice((*WRITTEN, *FILLED), TRIED, replace=False).tolist():
        die = plain.reading.dice[int(rng.integers(len(plain.reading.dice)))]
        said = vision.read([_marked(plain.frame, die, mark, rng)], expect, plain.known)
        nearest = min(said.dice, key=lambda one: math.dist((one.x, one.y), (die.x, die.y)), default=None)
        yield mark, nearest.pips if said.certain and nearest else None


def _marked(frame: vision.Frame, die: vision.Die, mark: str, rng: np.random.Generator) -> vision.Frame:
    """The frame with a mark in the place of a die's pips, one way up or another."""
    bare = cv2.inpaint(frame, _discs(frame, die, FADED), 3, cv2.INPAINT_TELEA)
    ink = np.array(cv2.mean(frame, _discs(frame, die, HEART))[: 1 if frame.ndim == 2 else 3])
    turn = math.radians(die.angle + 90 * int(rng.integers(4)))
    across = die.edge / SIZE_PX * np.array([math.cos(turn), math.sin(turn)])
    linear = np.array([[across[0], -across[1]], [across[1], across[0]]])
    shift = np.array([die.x, die.y]) - linear @ (SIZE_PX / 2, SIZE_PX / 2)
    cover = cv2.warpAffine(
        _drawn(mark), np.column_stack([linear, shift]), frame.shape[1::-1], flags=cv2.INTER_AREA
    )
    share = cv2.GaussianBlur(cover.astype(np.float32) / 255, (0, 0), 1.0)
    return np.asarray(bare + (share if frame.ndim == 2 else share[..., None]) * (ink - bare), np.uint8)


def _discs(frame: vision.Frame, die: vision.Die, radii: float) -> Mask:
    """Where a die's pips are, so many of their radii wide: 255 there, else 0."""
    found = np.zeros(frame.shape[:2], np.uint8)
    for spot in die.spots:
        radius = max(1, round(radii * spot.radius))
        cv2.circle(found, (round(spot.x), round(spot.y)), radius, 255, cv2.FILLED)
    return found


def _drawn(mark: str) -> Mask:
    """A mark as large as a face takes, shape (`SIZE_PX`, `SIZE_PX`): 255 where its ink is, else 0."""
    face = np.zeros((SIZE_PX, SIZE_PX), np.uint8)
    if mark in FILLED:
        outline = np.rint(SIZE_PX * (0.5 + FILLED[mark])).astype(np.int32)
        return np.asarray(cv2.fillPoly(face, [outline], 255, cv2.LINE_AA), np.uint8)
    (width, height), _ = cv2.getTextSize(mark, FONT, 1.0, STROKE_PX)
    scale = 0.62 * SIZE_PX / max(height, 0.9 * width)
    (width, height), _ = cv2.getTextSize(mark, FONT, scale, STROKE_PX)
    corner = (round((SIZE_PX - width) / 2), round((SIZE_PX + height) / 2))
    return np.asarray(cv2.putText(face, mark, corner, FONT, scale, 255, STROKE_PX, cv2.LINE_AA), np.uint8)


if __name__ == "__main__":
    main()
