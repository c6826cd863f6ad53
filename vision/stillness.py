"""Whether the dice lie still: the counted pips of the newest frame, followed back through earlier ones.

Source: pyramidal Lucas-Kanade tracking (J.-Y. Bouguet, 2000), as OpenCV has it.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.picture import Gray
from vision.reading import Die

STILL_SHARE: Final = 0.016
"""How far a die may seem to move from one frame to the next, in edges: noise gives up to 0.008 (0.6 px at
640 × 480), the slowest labelled roll 0.03."""
WINDOW_PX: Final = (15, 15)


def still_frames(frames: Sequence[Gray], dice: Sequence[Die]) -> int:
    """Count how many of the newest frames show the dice where the newest one does."""
    spots = [(spot.x, spot.y) for die in dice for spot in die.spots]
    if not spots:
        return 1
    points = np.array(spots, np.float32)[:, None]
    owner = np.repeat(np.arange(len(dice)), [len(die.spots) for die in dice])
    edges = np.array([die.edge for die in dice])
    still = 1
    for frame in reversed(frames[:-1]):
        found, ok, _ = cv2.calcOpticalFlowPyrLK(
            frames[-1], frame, points, points.copy(), winSize=WINDOW_PX, maxLevel=2
        )
        moved = np.where(ok[:, 0] == 1, np.hypot(*(found - points)[:, 0].T), np.inf)
        by_die = np.array([np.median(moved[owner == die]) for die in range(len(dice))])
        if (by_die > STILL_SHARE * edges).any():
            break
        still += 1
    return still
