"""Fit what a joint chance is worth: `python -m tests.training.certainty [DIR]`.

Prints slope and offset of the two bars in `vision/judge.py`, from all dice of the labelled sets that both
witnesses together hold for likelier than not, in pictures with as many of them as there are dice.
"""

import sys
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

import vision
from tests.figures import DATA, Sample, pairs, samples
from vision.level import cut, shrink
from vision.photograph import look_everywhere, said_by
from vision.picture import to_gray
from vision.reader import axis_of, look_at_window
from vision.window import find_window

Floats = npt.NDArray[np.float64]

LEAST, MOST = 0.5, 1 - 1e-6
STEPS = 30


def main() -> None:
    """Print both fits."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    judged: dict[str, list[tuple[float, bool]]] = {"TABLE": [], "ANYWHERE": []}
    with Pool(initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        readable = [sample for sample in samples(root) if not sample.must_abstain]
        for name, dice in pool.map(_judged, readable, chunksize=8):
            judged[name] += dice
    for name, dice in judged.items():
        chances, right = np.array(dice).T
        slope, offset = fit(np.log(chances / (1 - chances)), right)
        print(f"{name}: {len(dice)} dice, {int((1 - right).sum())} wrong, {slope=:.2f}, {offset=:.2f}")


def fit(odds: Floats, right: Floats) -> tuple[float, float]:
    """Fit slope and offset of a logistic curve by Newton's method, to Platt's smoothed targets."""
    wrong = 1 - right
    target = np.where(right > 0, (right.sum() + 1) / (right.sum() + 2), 1 / (wrong.sum() + 2))
    inputs = np.stack([odds, np.ones_like(odds)], axis=1)
    found = np.array([1.0, 0.0])
    for _ in range(STEPS):
        said = 1 / (1 + np.exp(-inputs @ found))
        curved = (inputs * (said * (1 - said))[:, None]).T @ inputs + 1e-9 * np.eye(2)
        found = found + np.linalg.solve(curved, inputs.T @ (target - said))
    return float(found[0]), float(found[1])


def _judged(sample: Sample) -> tuple[str, list[tuple[float, bool]]]:
    """Under which bar a picture falls; and of every likely face of it the chance, and whether it is right."""
    frame = vision.decode_colour(sample.file.read_bytes())
    grey = to_gray(frame)
    window = find_window(grey)
    if window is None:
        name, seen = "ANYWHERE", said_by(look_everywhere(frame))
    else:
        name, seen = "TABLE", look_at_window(shrink(cut(grey, window), 2.0), window, axis_of(grey))
    likely = np.flatnonzero(seen.sure >= LEAST)
    if len(likely) != len(sample.values):
        return name, []
    dice = zip(seen.pips[likely].tolist(), seen.sure[likely].tolist(), strict=True)
    return name, [(min(chance, MOST), true == read) for true, read, chance in pairs(sample.values, dice)]


if __name__ == "__main__":
    main()
