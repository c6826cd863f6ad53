"""What a middle pip is held against: crumbs, and how they are told from a die's own."""

import numpy as np
import pytest

from tests.training.crumbs import lay, some_tone
from tests.training.middle import _measured, fit
from tests.training.scenes import draw_scene
from vision.witnesses.middle import WEIGHTS


@pytest.fixture(scope="module")
def measured() -> tuple[np.ndarray, np.ndarray]:
    """What is measured of drawn middle pips, which the weights were not fitted to, and which are crumbs."""
    scenes = [draw_scene(np.random.default_rng(seed), table=True) for seed in range(60)]
    found = [one for numbered in enumerate(scenes) for one in _measured(numbered)]
    return np.array([one for one, _ in found], np.float64), np.array([feigned for _, feigned in found])


def told_apart(said: np.ndarray, feigned: np.ndarray) -> float:
    """The share of pairs of a crumb and a pip of which the crumb is the odder one."""
    return float((said[feigned][:, None] > said[~feigned][None]).mean())


def test_a_crumb_is_odder_than_a_pip(measured: tuple[np.ndarray, np.ndarray]) -> None:
    found, feigned = measured
    assert min(feigned.sum(), (~feigned).sum()) > 20
    assert told_apart(found @ WEIGHTS[:-1], feigned) > 0.85


def test_what_is_fitted_tells_crumbs_from_pips(measured: tuple[np.ndarray, np.ndarray]) -> None:
    found, feigned = measured
    half = np.arange(len(found)) % 2 == 0
    weights = fit(found[half], feigned[half].astype(np.float64))
    assert told_apart(found[~half] @ weights[:-1], feigned[~half]) > 0.85


def test_a_crumb_lies_where_it_is_laid_and_nowhere_else() -> None:
    rng = np.random.default_rng(4)
    scene = draw_scene(rng, table=False)
    picture, place = scene.picture.copy(), np.array([60.0, 80.0])
    seen = lay(picture, place, 5.0, np.array([10, 20, 250], np.float32), rng)
    changed = np.argwhere((picture != scene.picture).any(axis=2))
    assert seen > 20
    assert (np.abs(changed - place[::-1]) < 15).all()
    assert some_tone(picture, scene.faces[0], rng).shape == (3,)


def test_a_crumb_beside_the_picture_is_not_seen() -> None:
    picture = np.zeros((40, 40), np.uint8)
    assert (
        lay(picture, np.array([200.0, 200.0]), 5.0, np.full(3, 255, np.float32), np.random.default_rng(1))
        == 0
    )
    assert not picture.any()
