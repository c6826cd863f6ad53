"""Fit what a joint chance is worth: `python -m tests.training.certainty`.

Prints slope and offset of the table's bar in `vision/judge.py`, from all dice of clean windows that the
probes never saw (`tests/unseen.py`) and that both witnesses together hold for likelier than not, in pictures
with as many of them as there are dice.
"""

from itertools import chain
from multiprocessing import Pool
from typing import Final

import numpy as np
import numpy.typing as npt

from tests.figures import pairs
from tests.unseen import NETS, WINDOWS, Question, as_probe, photograph, questions
from vision.floor import one_thread
from vision.looking.windowed import look_at_window, view_of

Floats = npt.NDArray[np.float64]

LEAST: Final = 0.5
MOST: Final = 1 - 1e-6
STEPS: Final = 30


def main() -> None:
    """Print the fit."""
    asked = [question for question in questions(WINDOWS) if not question.must_abstain]
    with Pool(initializer=one_thread) as pool:
        dice = list(chain.from_iterable(pool.map(_judged, asked, chunksize=16)))
    chances, right = np.array(dice).T
    slope, offset = fit(np.log(chances / (1 - chances)), right)
    print(f"{len(dice)} dice, {int((1 - right).sum())} wrong, {slope=:.2f}, {offset=:.2f}")


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


def _judged(question: Question) -> list[tuple[float, bool]]:
    """Of every likely face of a window the chance, and whether it is right."""
    (frame,), known = photograph(question)
    assert known is not None  # probes are asked about windows alone
    with as_probe(NETS / question.probe):
        seen = look_at_window(view_of(frame, known.window))
    likely = np.flatnonzero(seen.sure >= LEAST)
    if len(likely) != len(question.values):
        return []
    dice = zip(seen.pips[likely].tolist(), seen.sure[likely].tolist(), strict=True)
    return [(min(chance, MOST), true == read) for true, read, chance in pairs(question.values, dice)]


if __name__ == "__main__":
    main()
