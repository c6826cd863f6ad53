"""What the nets learn from: traced windows."""

import itertools
import math
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from tests.training import sensor
from tests.training.inspector import turned_slope
from tests.training.scenes import UNKNOWN
from tests.training.windows import store, tables, tracer, window
from tests.training.windows.kinds import GROUPS, Kind, faint_kind, group_of, respaced, some_kind, told_apart
from tests.training.windows.layout import lay_flat
from tests.training.windows.lots import (
    ALONG,
    CLEAR_ONES,
    FAINT_ONES,
    KEPT_BACK,
    LEARNED,
    RESPACED,
    STILL_MOVING,
    lot_of,
)
from tests.training.windows.optics import clearance
from tests.training.windows.window import SIZE_PX, Scene, Window, draw
from vision.sightings import LEANING

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="the tracer needs g++")
SEEDS = range(14)


@pytest.fixture(scope="module")
def windows() -> list[Window]:
    return [draw(seed) for seed in SEEDS]


@pytest.mark.long
def test_a_seed_always_draws_the_same_window() -> None:
    once, again = draw(3), draw(3)
    assert np.array_equal(again.picture, once.picture)
    assert again.faces == once.faces


def test_every_die_shows_pips_or_cannot_be_read(windows: list[Window]) -> None:
    faces = [face for window in windows for face in window.faces]
    assert {face.kind for face in faces} <= {UNKNOWN, LEANING, *range(1, 7)}
    assert len({face.kind for face in faces}) > 5
    assert all(0 < face.x < SIZE_PX and 0 < face.y < SIZE_PX for face in faces)


def test_where_dice_lean_or_are_covered_some_cannot_be_read(windows: list[Window]) -> None:
    leaning = [window for window in windows if window.trouble == "lean" and window.faces]
    assert leaning
    assert all(any(face.label(axis_known=True) == LEANING for face in window.faces) for window in leaning)


@pytest.mark.long
def test_of_dice_that_hardly_move_those_that_show_it_cannot_be_read() -> None:
    rolling = [window for window in map(draw, STILL_MOVING[:12]) if window.trouble == "roll"]
    kinds = {face.kind for window in rolling for face in window.faces}
    assert LEANING in kinds
    assert kinds & {*range(1, 7)}


@pytest.mark.parametrize("value", [2, 3])
def test_pips_that_go_along_a_side_are_drawn_so(value: int) -> None:
    rng = np.random.default_rng(2)
    scene = Scene(rng, ALONG.start)
    kind = replace(scene._kind(), logo=False)
    turned = (lay_flat(rng, scene.cup, [kind])[0] for _ in range(200))
    body = next(one for one in turned if one.values[one.bottom] == value)
    _, what = scene._traced([body])
    first, last = (
        np.mean(np.nonzero(what == body.bottom * 10 + pip), axis=1)[::-1] for pip in (value - 1, value)
    )
    (face,) = scene.taken([body]).faces
    aside = np.angle(complex(*(last - first)) / np.exp(1j * face.turn)) % (np.pi / 2)
    assert min(aside, np.pi / 2 - aside) < 0.1


def test_a_face_slopes_as_far_as_its_die_leans(windows: list[Window]) -> None:
    known = [(face.tilt, face.slope) for window in windows for face in window.faces if face.slope]
    assert {tilt > 0 for tilt, _ in known} == {False, True}
    for tilt, slope in known:
        assert math.hypot(*slope) == pytest.approx(math.sin(math.radians(tilt)))


def test_a_slope_is_told_as_the_inspector_sees_the_face() -> None:
    middle, upright = np.zeros((1, 2), np.float32), np.zeros(1, np.float32)
    above, left_above = np.array([[0, -100]], np.float32), np.array([[-10, -100]], np.float32)
    assert turned_slope((0.0, -0.2), middle, upright, above) == pytest.approx([0.2, 0], abs=1e-6)
    assert turned_slope((0.1, 0.0), middle, upright, above) == pytest.approx([0, 0.1], abs=1e-6)
    assert turned_slope((0.1, 0.0), middle, upright, left_above) == pytest.approx([0, -0.1], abs=1e-6)


@pytest.mark.parametrize("group", list(GROUPS))
def test_pips_of_every_kind_can_be_told_from_the_body(group: str) -> None:
    rng = np.random.default_rng(4)
    kinds = [some_kind(rng, group) for _ in range(40)]
    assert {group_of(kind.family) for kind in kinds} == {group}
    plain = [kind for kind in kinds if not kind.pattern and not kind.pearl]
    assert np.mean([told_apart(kind.pip, kind.body) for kind in plain]) > 0.9 if plain else True


@pytest.mark.parametrize("group", list(GROUPS))
def test_faint_pips_are_told_from_the_body_but_not_as_plainly_as_others(group: str) -> None:
    rng = np.random.default_rng(4)
    usual, faint = ([make(rng, group) for _ in range(60)] for make in (some_kind, faint_kind))
    assert {group_of(kind.family) for kind in faint} == {group}
    assert np.median([_ink(kind) for kind in faint]) < np.median([_ink(kind) for kind in usual])
    assert np.mean([kind.ring > 0 for kind in faint]) > np.mean([kind.ring > 0 for kind in usual])
    plain = [kind for kind in faint if not kind.pattern and not kind.pearl]
    assert np.mean([told_apart(kind.pip, kind.body) for kind in plain]) > 0.8 if plain else True


def test_dice_whose_pips_are_hard_to_make_out_are_asked_about_and_not_learned_from() -> None:
    assert all(lot_of(seed).faint for seed in FAINT_ONES)
    assert not any(lot_of(seed).faint for seeds in (*LEARNED, RESPACED) for seed in seeds)


def test_clear_dice_alone_lie_flat_in_windows_that_are_kept_back_for_them() -> None:
    window = draw(CLEAR_ONES.start)
    assert window.group == "translucent"
    assert len(window.faces) >= 2
    assert all(face.kind <= 6 and face.tilt == 0 for face in window.faces)


@pytest.mark.parametrize("lot", [0, 67])
def test_no_lot_of_windows_changes_the_tables_that_are_drawn(
    lot: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "lot_of", lambda seed: pytest.fail(f"{seed} is a table's seed"))
    assert tables.draw(tables.Throw(lot, 0, 0, "empty"))


@pytest.mark.parametrize(
    ("seed", "group"),
    [(300_000, 1), (309_999, 1), (310_000, 0), (320_000, 2), (325_000, 3), (330_000, 4)],
)
def test_windows_of_one_group_have_dice_of_no_other(seed: int, group: int) -> None:
    assert np.flatnonzero(lot_of(seed).groups).tolist() == [group]


def test_a_pip_of_which_nothing_is_seen_is_as_good_as_under_a_lamp() -> None:
    assert clearance(np.zeros((0, 2)), [(3.0, 4.0, 1.0)]) == 0
    assert clearance(np.zeros((1, 2)), [(3.0, 4.0, 1.0)]) == pytest.approx(4)
    assert clearance(np.zeros((1, 2)), []) == math.inf


def _ink(kind: Kind) -> float:
    """How large the pips are, and how far from the body's colour."""
    return kind.pip_radius / kind.edge * float(np.linalg.norm(np.cbrt(kind.pip) - np.cbrt(kind.body)))


@pytest.mark.parametrize("group", list(GROUPS))
def test_pips_from_another_mould_lie_on_their_face_and_do_not_touch(group: str) -> None:
    rng = np.random.default_rng(5)
    kinds = [respaced(rng, some_kind(rng, group)) for _ in range(200)]
    for kind in kinds:
        flat, pip = kind.edge / 2 - 0.75 * kind.rounding, kind.pip_radius
        assert max(*kind.pitches, kind.rows_of_six) + pip <= max(flat, kind.pitch + pip) + 1e-9
        two, three, four, five, six = kind.pitches[1:]
        apart = (2.8 * two, 1.4 * three, 2 * four, 1.4 * five, six, 2 * kind.rows_of_six)
        assert min(apart) > 2 * pip
    shares = [kind.rows_of_six / kind.pitches[5] for kind in kinds]
    assert min(shares) < 0.65
    assert max(shares) > 1.1


def test_what_nets_are_chosen_by_is_nothing_that_they_learn_from() -> None:
    lots = (*LEARNED, RESPACED, *KEPT_BACK)
    assert all(not set(one) & set(other) for one, other in itertools.combinations(lots, 2))
    assert all(seed % store.BLOCK == 0 for seeds in lots for seed in (seeds.start, seeds.stop))


def test_every_sensor_keeps_the_size_and_some_see_no_colours(windows: list[Window]) -> None:
    taken = [sensor.take(windows[0].picture, np.random.default_rng(seed)) for seed in range(40)]
    assert {picture.shape[:2] for picture in taken} == {(SIZE_PX, SIZE_PX)}
    assert {picture.ndim for picture in taken} == {2, 3}


def test_what_is_stored_is_read_again(windows: list[Window], tmp_path: Path) -> None:
    store.write(tmp_path, 7, windows[:2])
    (block,) = store.blocks(tmp_path, range(500))
    assert np.array_equal(block.pictures[1], windows[1].picture)
    assert block.faces(1) == windows[1].faces


def test_pictures_stay_on_disk_until_they_are_looked_at(windows: list[Window], tmp_path: Path) -> None:
    store.write(tmp_path, 7, windows[:2])
    (block,) = store.blocks(tmp_path, range(500))
    assert isinstance(block.pictures, np.memmap)


def test_two_that_draw_the_same_block_write_it_both(windows: list[Window], tmp_path: Path) -> None:
    with get_context("spawn").Pool(2) as pool:
        pool.starmap(store.write, [(tmp_path, 7, windows[:1])] * 20, chunksize=1)
    assert [file.name for file in tmp_path.iterdir()] == [store.file_of(tmp_path, 7).name]
    assert np.array_equal(store.read(store.file_of(tmp_path, 7)).pictures[0], windows[0].picture)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # it is forked processes that draw windows
def test_two_that_build_the_tracer_at_once_both_have_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    forked = get_context("fork")
    both_built = forked.Barrier(2, timeout=60)

    def build(command: Sequence[str], *, check: bool) -> None:
        Path(command[-1]).touch()
        both_built.wait()

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("subprocess.run", build)
    monkeypatch.setattr("ctypes.CDLL", str)
    builders = [forked.Process(target=tracer._library.__wrapped__) for _ in range(2)]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    assert [builder.exitcode for builder in builders] == [0, 0]
