"""Whether there was light enough: what a picture too dark, too bright or too noisy cannot show."""

from typing import Final

import numpy as np

from vision.picture import Gray
from vision.reading import Reason

NOISIEST: Final = 3.1
"""Greatest mean difference of a dark pixel from its neighbours' mean, grey levels: lit tables have up to 2.9,
dark ones that the camera amplifies 3.6 to 12, two of 22 less (labelled pictures, mirrored ones as well)."""
NOISY: Final = 1.95
"""The same where brighter pixels, if there are any, differ as much: lit tables, on which it is texture, have
up to 1.85 there, the dark ones that are left 1.98 and more."""
DARK: Final = (20, 40)
BRIGHTER: Final = (40, 90)
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
    some = window[::3, ::14]
    low, high = np.searchsorted(np.bincount(some.ravel()).cumsum(), (0.25 * some.size, 0.99 * some.size))
    dark, brighter = _noise(frame)
    everywhere = min(dark, brighter) if brighter else dark
    if dark > NOISIEST or everywhere > NOISY or high < DARKEST:
        return Reason.TOO_DARK
    if low > BRIGHTEST:
        return Reason.TOO_BRIGHT
    return None


def _noise(frame: Gray) -> tuple[float, float]:
    """How much dark and brighter pixels differ from the mean of their neighbours in the row, grey levels."""
    rows = frame[::8].astype(np.int16)
    left, right = rows[:, :-2:4], rows[:, 2::4]
    flat = np.abs(left - right) < FLAT
    middle = ((left + right) >> 1)[flat]
    off = np.abs(rows[:, 1:-1:4][flat] - middle)
    found = [off[(middle >= low) & (middle < high)] for low, high in (DARK, BRIGHTER)]
    dark, brighter = (float(some.mean()) if some.size > LEAST_PX else 0.0 for some in found)
    return dark, brighter
