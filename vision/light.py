"""Whether there was light enough: what a picture too dark, too bright or too noisy cannot show."""

from typing import Final

import numpy as np

from vision.picture import Gray
from vision.reading import Reason

NOISIEST: Final = 3.5
"""Greatest mean difference of a pixel from its neighbours' mean, grey levels: lit tables have up to 2.6, dark
ones amplified by the camera 2 to 12 (labelled pictures)."""
DARKEST: Final = 24
"""The brightest hundredth of a picture that shows anything has more than this."""
BRIGHTEST: Final = 250
"""The darkest quarter of a picture that shows anything has less than this."""


def bad_light(picture: Gray) -> Reason | None:
    """Say what is wrong with the light in a picture of the window, if anything is."""
    sample = picture[::3].astype(np.int16)
    middle = (sample[:, :-2:4] + sample[:, 2::4]) >> 1
    noise = np.abs(sample[:, 1:-1:4] - middle).mean()
    if noise > NOISIEST or np.percentile(sample[:, ::7], 99) < DARKEST:
        return Reason.TOO_DARK
    if np.percentile(sample[:, ::7], 25) > BRIGHTEST:
        return Reason.TOO_BRIGHT
    return None
