"""Whether the dice lie still: the counted pips of the newest frame, followed back through earlier ones.

Source: pyramidal Lucas-Kanade tracking (J.-Y. Bouguet, 2000), as OpenCV has it.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.level import Level, cut, shrink
from vision.picture import Gray
from vision.reading import Circle, Reading
from vision.window.finding import EDGE_SHARE
from vision.window.light import GAMMA, noise_of

STILL_SHARE: Final = 0.01
"""How far a die may seem to have moved, in edges: a tenth of a mm or two. Between two frames of a 30th of a
second that is 5 mm/s, which friction ends within the frame; noise moves what is tracked by a tenth of it."""
FLICKER: Final = 0.1
"""The share of its light by which a picture may flicker: lamps pulse with the mains, exposure cuts pulses."""
CERTAIN: Final = 5.0
"""A pixel that changes by more than so many deviations of its noise has changed: one in two million would."""
FACE_SHARE: Final = (2 * EDGE_SHARE) ** 2 / np.pi
"""A die's face, as a share of the window."""
CHANGED_SHARE: Final = FACE_SHARE / 16
"""Least share of the window that changes while something moves in it: a die by a 32nd of its edge, as two
sides of it change."""
PATCH_PX: Final = (11, 11)
LEVELS: Final = 1


def still_frames(frames: Sequence[Gray], reading: Reading) -> int:
    """Count how many of the newest frames show the dice where `reading`, of the newest, has them."""
    spots = [(spot.x, spot.y) for die in reading.dice for spot in die.spots]
    newest = _half(frames[-1], reading)
    points = newest.from_frame(np.array(spots, np.float32))[:, None]
    owner = np.repeat(np.arange(len(reading.dice)), [len(die.spots) for die in reading.dice])
    edges = np.array([die.edge for die in reading.dice]) / newest.factor
    still = 1
    for frame in reversed(frames[:-1]):
        found, ok, _ = cv2.calcOpticalFlowPyrLK(
            newest.picture,
            _half(frame, reading).picture,
            points,
            points.copy(),
            winSize=PATCH_PX,
            maxLevel=LEVELS,
        )
        moved = np.where(ok[:, 0] == 1, np.hypot(*(found - points)[:, 0].T), np.inf)
        by_die = np.array([np.median(moved[owner == die]) for die in range(len(edges))])
        if (by_die > STILL_SHARE * edges).any():
            break
        still += 1
    return still


def moves(earlier: Gray, later: Gray, window: Circle | None) -> bool:
    """Whether two frames, one after the other, show something else where dice can lie: a roll, or a hand."""
    before, after = (shrink(cut(frame, window), 2.0).picture for frame in (earlier, later))
    change = least_change(after)
    return bool((cv2.absdiff(before, after) > change).mean() > CHANGED_SHARE)


def least_change(picture: Gray) -> float:
    """Grey levels by which a pixel differs between two frames only where something moved."""
    flicker = FLICKER / GAMMA * float(np.percentile(picture[::4, ::4], 99))
    return max(2 * flicker, CERTAIN * 2**0.5 * noise_of(picture))


def _half(frame: Gray, reading: Reading) -> Level:
    return shrink(cut(frame, reading.window), 2.0)
