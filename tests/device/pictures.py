"""Pictures that a test can tell apart, and lamps that remember."""

from pathlib import Path
from typing import Self

import cv2
import numpy as np

from device.camera import Frame


def plain(value: int) -> Frame:
    """Return a grey picture of one value, 64 x 48 px."""
    return np.full((48, 64), value, np.uint8)


def write(file: Path, value: int) -> Path:
    """Write a plain picture, without loss if it is a PNG."""
    assert cv2.imwrite(str(file), plain(value))
    return file


class WatchedLamps:
    """Lamps that count how often they were lit and know whether they burn."""

    def __init__(self) -> None:
        self.burn = False
        self.lit = 0

    def __enter__(self) -> Self:
        self.burn = True
        self.lit += 1
        return self

    def __exit__(self, *_: object) -> None:
        self.burn = False
