"""The second maker's windows: whose throws they are, and, where Blender is installed, that they show them."""

import itertools
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import cv2
import numpy as np
import pytest

from tests.training import second
from tests.training.windows.store import BLOCK
from vision.sightings import LEANING


def test_no_picture_is_drawn_twice() -> None:
    ranges = (*second.KEPT_BACK, *second.OTHER_MOULDS, *second.PHOTOGRAPHS_KEPT_BACK)
    assert all(not set(one) & set(other) for one, other in itertools.combinations(ranges, 2))
    assert all(seed % BLOCK == 0 for seeds in ranges for seed in (seeds.start, seeds.stop))


def test_blender_is_loaded_by_the_processes_that_draw_and_not_before() -> None:
    told = "import sys, tests.training.second.__main__; sys.exit('bpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], check=False).returncode == 0


@pytest.mark.skipif(find_spec("bpy") is None, reason="the second maker needs Blender: make second")
@pytest.mark.parametrize("maker", ["studio", "snapshots"])
def test_dice_are_seen_where_their_truth_says(maker: str) -> None:
    window = import_module(f"tests.training.second.{maker}").draw(0)
    told = [face for face in window.faces if 0 < face.kind < LEANING]
    assert told
    for face in told:
        box = cv2.boxPoints(((face.x, face.y), (face.edge, face.edge), np.degrees(face.turn)))
        inside = np.zeros(window.picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, box.astype(np.int32), 1)
        around = (cv2.dilate(inside, np.ones((9, 9), np.uint8)) > inside).nonzero()
        apart = window.picture[inside.nonzero()].mean(axis=0) - window.picture[around].mean(axis=0)
        assert np.abs(apart).max() > 5
