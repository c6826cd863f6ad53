"""How the reader bears a camera that was mounted badly: `python -m tests.mounting [DIR] [--every N]`.

The labelled pictures of tables (DIR, default `../shared/dice`), and those of their empty windows that set-up
sees, are shown as a camera has them that hangs askew, beside the window's middle, behind a lens that bends
lines, or that gives smaller or larger pictures. All that is asked afterwards is as it is at a table: set-up
finds the window by itself, and knows nothing of how the camera hangs. And a host may draw another circle than
set-up finds: too small, too large, or aside.
"""

import argparse
import math
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from multiprocessing import Pool
from pathlib import Path
from typing import Final

import cv2
import numpy as np

import vision
from tests.figures import DATA, Sample, samples
from vision import Calibration, CalibrationError, Circle, Frame
from vision.floor import one_thread

SETS: Final = ("tables", "untaught")
FOCAL: Final = 1 / (2 * math.tan(math.radians(33)))
"""The focal length in widths of the picture: a lens that sees 66 degrees across."""
Mounted = Callable[[Frame], Frame]
Drawn = tuple[float, float]
"""How large a host's circle is, and how far aside, in radii of the one that set-up finds."""


def main() -> None:
    """Print how many pictures are read, by how the camera is mounted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=DATA)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="ask about every Nth picture")
    args = parser.parse_args()
    chosen = [one for one in samples(args.root) if one.group.startswith(SETS) and one.values]
    with Pool(initializer=one_thread) as pool:
        said = [one for some in pool.imap(_ask, chosen[:: args.every], chunksize=8) for one in some]
    print(f"{'':28}{'clean':>7}{'right':>8}{'wrong':>8}{'troubled':>10}{'wrong':>8}")
    for name in (*MOUNTED, *DRAWN):
        clean, troubled = (
            Counter(verdict for which, bad, verdict in said if (which, bad) == (name, trouble))
            for trouble in (False, True)
        )
        row = f"{clean.total():7}{clean['right']:8}{clean['wrong']:8}"
        print(f"{name:28}{row}{troubled.total():10}{troubled['wrong']:8}")


def _ask(sample: Sample) -> list[tuple[str, bool, str]]:
    """How the camera was mounted, whether the throw is in trouble, and what came of it."""
    assert sample.empty
    frame = vision.decode_colour(sample.file.read_bytes())
    seen = [(name, mounted(frame), _calibration(sample.empty, name)) for name, mounted in MOUNTED.items()]
    seen += [(name, frame, _drawn(sample.empty, drawn)) for name, drawn in DRAWN.items()]
    return [(name, sample.must_abstain, _verdict(sample, shown, known)) for name, shown, known in seen]


def _verdict(sample: Sample, frame: Frame, known: Calibration | None) -> str:
    reading = vision.read([frame], sample.expect, known) if known else None
    if reading is None or not reading.certain:
        return "unsure"
    return "right" if reading.seen == sample.values and not sample.must_abstain else "wrong"


@cache
def _calibration(empty: Path, name: str) -> Calibration | None:
    """What set-up makes of the empty window; None where it finds none."""
    try:
        return vision.calibrate(MOUNTED[name](vision.decode(empty.read_bytes())))
    except CalibrationError:
        return None


@cache
def _drawn(empty: Path, drawn: Drawn) -> Calibration | None:
    """What set-up makes of the empty window where a host draws another circle than it found."""
    if (found := _calibration(empty, AS_IT_WAS)) is None:
        return None
    size, aside = drawn
    x, y, radius = found.window.x, found.window.y, found.window.radius
    return vision.calibrate(vision.decode(empty.read_bytes()), Circle(x + aside * radius, y, size * radius))


def _askew(right: float, down: float, frame: Frame) -> Frame:
    """What a camera sees that is turned by so many degrees about its lens."""
    height, width = frame.shape[:2]
    lens = np.array([[FOCAL * width, 0, width / 2], [0, FOCAL * width, height / 2], [0, 0, 1]])
    turn = cv2.Rodrigues(np.radians([down, right, 0.0]))[0]
    shown = cv2.warpPerspective(
        frame, lens @ turn @ np.linalg.inv(lens), (width, height), borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(shown, np.uint8)


def _aside(right: float, down: float, frame: Frame) -> Frame:
    """What it sees where its picture is cut from beside its axis, by so many thousandths of its width."""
    height, width = frame.shape[:2]
    moved = np.array([[1, 0, right * width / 1000], [0, 1, down * width / 1000]], np.float32)
    return np.asarray(cv2.warpAffine(frame, moved, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _bent(much: float, frame: Frame) -> Frame:
    """What it sees behind a lens that moves a place at the focal length from the axis by so much of that."""
    height, width = frame.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    x, y = (columns - width / 2) / (FOCAL * width), (rows - height / 2) / (FOCAL * width)
    square = x * x + y * y
    wider = FOCAL * width * (1 - much * square + 3 * (much * square) ** 2)  # the inverse, to the second power
    columns, rows = x * wider + width / 2, y * wider + height / 2
    return np.asarray(
        cv2.remap(frame, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def _sized(width: int, frame: Frame) -> Frame:
    """What it sees in a picture of another width."""
    size = (width, round(frame.shape[0] * width / frame.shape[1]))
    way = cv2.INTER_AREA if width < frame.shape[1] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(frame, size, interpolation=way), np.uint8)


AS_IT_WAS: Final = "as it was"
MOUNTED: Final[dict[str, Mounted]] = {
    AS_IT_WAS: lambda frame: frame,
    "askew by 2 degrees": partial(_askew, 1.4, 1.4),
    "by 4": partial(_askew, -2.8, 2.8),
    "by 6": partial(_askew, 0.0, -6.0),
    "by 6, the other way": partial(_askew, 6.0, 0.0),
    "by 9": partial(_askew, 6.4, 6.4),
    "aside by 6 % of the width": partial(_aside, 60, 0),
    "by 10 %": partial(_aside, -80, 60),
    "bent by a tenth": partial(_bent, -0.1),
    "by a quarter": partial(_bent, -0.25),
    "by a tenth, outwards": partial(_bent, 0.1),
    "480 px wide": partial(_sized, 480),
    "1,280 px wide": partial(_sized, 1280),
    "1,640 px wide": partial(_sized, 1640),
}
"""How a camera may be mounted."""
DRAWN: Final[dict[str, Drawn]] = {
    "a circle 0.8 times as large": (0.8, 0.0),
    "0.9 times": (0.9, 0.0),
    "0.95 times": (0.95, 0.0),
    "1.1 times": (1.1, 0.0),
    "1.2 times": (1.2, 0.0),
    "1.4 times": (1.4, 0.0),
    "aside by a tenth": (1.0, 0.1),
    "by a fifth": (1.0, 0.2),
}
"""Where a host may say that the window is."""


if __name__ == "__main__":
    main()
