"""Colours of drawn scenes, shape (3,), blue first, in grey levels."""

import cv2
import numpy as np

from tests.training.cubes import Tone


def neutral(level: float) -> Tone:
    """A grey."""
    return np.full(3, level, np.float32)


def tint(level: float, hue: float, depth: float) -> Tone:
    """A colour that is of `level` in grey; `hue` goes round once from 0 to 1, `depth` 0 is grey itself."""
    level = min(255.0, max(0.0, level))
    pure = cv2.cvtColor(np.array([[(hue % 1 * 360, depth, 1.0)]], np.float32), cv2.COLOR_HSV2BGR)[0, 0]
    light = float(pure @ (0.114, 0.587, 0.299))
    if level <= 255 * light:
        return np.asarray(pure * level / light, np.float32)
    white = (level / 255 - light) / (1 - light)
    return np.asarray(255 * (pure + white * (1 - pure)), np.float32)
