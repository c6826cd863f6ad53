"""What the nets learn from: drawn scenes, and what is made of them."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.training.cubes import Canvas, Paint, draw_face
from tests.training.inspector import _lesson
from tests.training.scenes import UNKNOWN, Face, Scene, draw_scene
from tests.training.school import AXIS_MAPS
from tests.training.scout import PATCH_PX, _patch
from tests.training.tints import tint
from tests.training.views import duotone
from vision.sightings import LEANING


def drawn(seed: int, *, table: bool) -> Scene:
    return draw_scene(np.random.default_rng(seed), table=table)


def test_a_seed_always_draws_the_same_scene() -> None:
    one, other = drawn(3, table=True), drawn(3, table=True)
    assert np.array_equal(one.picture, other.picture)
    assert one.faces == other.faces


def test_a_table_is_drawn_in_grey_round_an_axis_and_a_photograph_in_colour_without_one() -> None:
    table, photograph = drawn(1, table=True), drawn(1, table=False)
    assert (table.picture.ndim, table.axis is None) == (2, False)
    assert (photograph.picture.ndim, photograph.axis) == (3, None)
    assert photograph.picture.std(axis=2).max() > 20


def test_every_drawn_die_shows_pips_or_cannot_be_read() -> None:
    scenes = [drawn(seed, table=bool(seed % 2)) for seed in range(30)]
    kinds = {face.kind for scene in scenes for face in scene.faces}
    assert kinds == {UNKNOWN, LEANING, *range(1, 7)}


def test_a_die_from_another_mould_shows_as_many_pips_elsewhere() -> None:
    tone, paper = np.zeros(3, np.float32), np.full(3, 255, np.float32)
    paint = Paint(paper, tone, tone, pitch=0.26, pip=0.08, ace=0.08, corner=0.05, grain=0, style=0)
    usual, other = (
        _places(draw_face(np.random.default_rng(2), 6, one)[0])
        for one in (paint, replace(paint, spacing=(0.26,) * 6 + (0.14,)))
    )
    assert len(usual) == len(other) == 6
    assert sorted(np.ptp(usual, axis=0)) == pytest.approx([0.52, 0.52], abs=0.04)
    assert sorted(np.ptp(other, axis=0)) == pytest.approx([0.28, 0.52], abs=0.04)


def _places(face: Canvas) -> npt.NDArray[np.float64]:
    """Where dark spots lie on a light face, in edges."""
    dark = np.asarray(face.mean(axis=2) < 100, np.uint8)
    return cv2.connectedComponentsWithStats(dark)[3][1:] / len(face)


def test_a_leaning_die_is_unreadable_on_a_table_and_shows_its_face_elsewhere() -> None:
    leaning = Face(10, 10, 40, 0.0, 5, tilt=15)
    assert leaning.label(axis_known=True) == LEANING
    assert leaning.label(axis_known=False) == 5


def test_what_the_nets_see_of_a_grey_scene_has_nothing_in_the_place_of_colours() -> None:
    scene, rng = drawn(5, table=True), np.random.default_rng(1)
    grey = Scene(scene.picture, scene.faces, None)
    coloured = duotone(grey, rng)
    assert not _patch(grey, rng)[0][8:].any()
    assert _patch(coloured, rng)[0][8:16].any()
    assert not _lesson(grey, rng)[0][4:].any()
    assert _patch(coloured, rng)[0].shape == (18, PATCH_PX // 2, PATCH_PX // 2)


def test_where_the_axis_is_a_net_is_told_last_and_of_a_photograph_not_at_all() -> None:
    scene = drawn(5, table=True)
    for lesson in (_patch, _lesson):
        assert lesson(scene, np.random.default_rng(1))[0][-AXIS_MAPS:].any()
        unknown = Scene(scene.picture, scene.faces, None)
        assert not lesson(unknown, np.random.default_rng(1))[0][-AXIS_MAPS:].any()


@pytest.mark.parametrize("level", [0.0, 60.0, 128.0, 254.0])
def test_a_tint_is_as_light_as_was_asked_for(level: float) -> None:
    for hue in np.linspace(0, 1, 12):
        colour = tint(level, float(hue), 0.9)
        assert float(colour @ (0.114, 0.587, 0.299)) == pytest.approx(level, abs=0.5)
        assert colour.min() >= -0.01
        assert colour.max() <= 255.01
