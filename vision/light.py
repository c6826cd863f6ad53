"""Whether there was light enough: what a picture too dark, too bright or too noisy cannot show."""

from typing import Final

import numpy as np

from vision.picture import Gray
from vision.reading import Reason

NOISIEST: Final = 3.1
"""Greatest mean difference of a dark pixel from its neighbours' mean, grey levels: lit tables have up to 2.9,
dark ones that the camera amplifies 3.4 to 12, one of 22 less (labelled pictures)."""
DARK: Final = (20, 40)
"""The grey levels at which noise is asked for: fewer are cut off at black, more are evened out by JPEG."""
LEAST_PX: Final = 150
FLAT: Final = 16
"""Neighbours that differ by more are an edge."""
DARKEST: Final = 24
"""The brightest hundredth of a picture that shows anything has more than this."""
BRIGHTEST: Final = 250
"""The darkest quarter of a picture that shows anything has less than this."""


def bad_light(frame: Gray, window: Gray) -> Reason | None:
    """Say what is wrong with the light in a frame, of which `window` is a part, if anything is."""
    sample = window[::3, ::14]
    if _noise(frame) > NOISIEST or np.percentile(sample, 99) < DARKEST:
        return Reason.TOO_DARK
    if np.percentile(sample, 25) > BRIGHTEST:
        return Reason.TOO_BRIGHT
    return None


def _noise(frame: Gray) -> float:
    """How much dark pixels differ from the mean of their neighbours in the row, grey levels."""
    rows = frame[::8].astype(np.int16)
    middle = (rows[:, :-2:4] + rows[:, 2::4]) >> 1
    dark = (middle >= DARK[0]) & (middle < DARK[1]) & (np.abs(rows[:, :-2:4] - rows[:, 2::4]) < FLAT)
    off = np.abs(rows[:, 1:-1:4] - middle)[dark]
    return float(off.mean()) if off.size > LEAST_PX else 0.0
