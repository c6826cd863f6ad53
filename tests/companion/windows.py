"""Drawn windows, and a camera that shows them."""

import cv2
import numpy as np

from table.builds import Build
from table.ports import Frame
from tests.vision.drawn import DieDrawn, draw
from vision import Calibration

EMPTY = np.asarray(cv2.cvtColor(draw([]), cv2.COLOR_GRAY2BGR) // (2, 1, 1), np.uint8)
"""As a camera that sees colours has it, by a warm lamp."""
MIDDLE: list[DieDrawn] = [(3, 420, 320, 10), (4, 560, 400, 60)]
RIM: list[DieDrawn] = [(5, 290, 340, 30), (2, 670, 400, 75)]
TEST: list[DieDrawn] = [(2, 400, 300, 15), (4, 580, 430, 40)]


class Folder:
    """A camera whose every look shows one picture."""

    def __init__(self, shown: Frame) -> None:
        self.shown = shown
        self.looks = 0

    def look(self, frames: int) -> list[Frame]:
        self.looks += 1
        return [self.shown.copy() for _ in range(frames)]

    def close(self) -> None:
        pass


class Sensor(Folder):
    """One with noise, so that no two of its pictures are alike."""

    def look(self, frames: int) -> list[Frame]:
        shown = super().look(frames)
        for number, frame in enumerate(shown):
            frame[self.looks, number] ^= 1
        return shown


def spoilt(stored: bytes, seed: int) -> bytes:
    """A file of which the card has lost a part: of every three, one by chance, one at the beginning, one at
    the end, where archives say what is in them."""
    rng = np.random.default_rng(seed)
    length = min(int(rng.integers(1, 1024)), len(stored) // 4)
    at = (int(rng.integers(len(stored) - length)), int(rng.integers(40)), len(stored) - length)[seed % 3]
    return stored[:at] + rng.bytes(length) + stored[at + length :]


def no_keeping(_learnt: Calibration, _build: Build) -> None:
    raise AssertionError("nothing is to be kept here")
