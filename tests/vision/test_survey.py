"""The survey of an empty window: what it finds in good pictures, and in the same pictures spoilt."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest

from tests.vision.drawn import draw, in_colour, noisy
from vision import Gray, Reason, calibrate, decode, read
from vision.reading import Circle
from vision.setup.portrait import portrait
from vision.setup.survey import STOPS, Fault, compare, survey

TABLES: Final = Path(__file__).parents[3] / "shared" / "dice" / "tables"
EMPTY: Final = sorted(TABLES.glob("table*/*_empty.jpg"))
LAMPS_IN_WINDOW: Final = {"table01": 4, "table03": 8, "table05": 6, "table07": 6}
SMEARED: Final = {"table03", "table07"}
there = pytest.mark.skipif(not EMPTY, reason="the rendered tables are not part of the project")
each_table = pytest.mark.parametrize("file", EMPTY, ids=lambda file: file.parent.name)


def codes(found: object) -> set[Fault]:
    return {finding.code for finding in found.findings}  # type: ignore[attr-defined]


def lit() -> Gray:
    """Return an empty window whose inside has some light on it."""
    return draw([])


def blurred(picture: Gray) -> Gray:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8)


def dimmed(picture: Gray, gain: float) -> Gray:
    return np.asarray(picture * gain, np.uint8)


def flooded(picture: Gray) -> Gray:
    return np.asarray(np.clip(picture * 8.0 + 60, 0, 255), np.uint8)


def shifted(picture: Gray, right_px: int, down_px: int = 0) -> Gray:
    size = (picture.shape[1], picture.shape[0])
    move = np.array([[1, 0, right_px], [0, 1, down_px]], np.float64)
    return np.asarray(cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def smeared(picture: Gray, levels: int = 18) -> Gray:
    """Wipe twelve greasy fingers over the middle."""
    chance = np.random.default_rng(1)
    window = calibrate(picture).window
    grease = np.zeros(picture.shape, np.float64)
    for _ in range(12):
        stroke = np.zeros(picture.shape, np.uint8)
        angle = chance.uniform(0, 2 * np.pi)
        x, y = np.array([window.x, window.y]) + chance.uniform(-0.5, 0.5, 2) * window.radius
        along = 100 * np.array([np.cos(angle), np.sin(angle)])
        ends = [(int(x + sign * along[0]), int(y + sign * along[1])) for sign in (-1, 1)]
        cv2.line(stroke, ends[0], ends[1], 255, 12)
        grease += levels / 255 * cv2.GaussianBlur(stroke, (0, 0), 4)
    return np.asarray(np.clip(picture + grease, 0, 255), np.uint8)


def with_lamp(picture: Gray, right_px: int = 0, up_px: int = 100, level: int = 255) -> Gray:
    window, lamp = calibrate(picture).window, picture.copy()
    cv2.circle(lamp, (int(window.x) + right_px, int(window.y) - up_px), 12, level, cv2.FILLED)
    return lamp


def glaring(picture: Gray) -> Gray:
    """Mirror a lamp in the cup's ceiling, twice as large as a die's face."""
    glare = picture.copy()
    cv2.circle(glare, (560, 300), 85, 255, cv2.FILLED)
    return glare


def test_a_good_empty_window_passes_without_a_word() -> None:
    found = survey([in_colour(lit()), in_colour(lit())])
    assert found.passes
    assert found.findings == ()
    assert found.window
    assert found.dirt < 0.001


def test_a_camera_without_colours_is_told_so_and_goes_on() -> None:
    found = survey([lit()])
    assert codes(found) == {Fault.NO_COLOURS}
    assert found.passes


def test_a_noisy_sensor_at_a_well_lit_table_is_no_trouble_to_set_up() -> None:
    found = survey([noisy(in_colour(lit()), seed) for seed in (1, 2, 3)])
    assert codes(found) == set()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (blurred, Fault.BLURRED),
        (lambda picture: dimmed(picture, 0.15), Fault.TOO_DARK),
        (flooded, Fault.TOO_BRIGHT),
        (smeared, Fault.DIRTY),
        (with_lamp, Fault.LAMPS_IN_WINDOW),
        (lambda picture: shifted(picture, 0, 85), Fault.WINDOW_CUT_OFF),
    ],
    ids=["blurred", "dark", "flooded", "smeared", "lamp", "cut off"],
)
def test_what_spoils_a_window_is_named(spoil: Callable[[Gray], Gray], code: Fault) -> None:
    assert code in codes(survey([spoil(lit())]))


def test_a_picture_of_anything_else_has_no_window_and_does_not_pass() -> None:
    found = survey([np.full((720, 960), 90, np.uint8)])
    assert codes(found) == {Fault.NO_WINDOW}
    assert not found.passes


def test_a_die_that_was_left_is_shown_where_it_lies() -> None:
    found = survey([draw([(4, 420, 300, 20), (2, 560, 400, 50)])])
    left = next(finding for finding in found.findings if finding.code is Fault.DICE_LEFT)
    assert left.place
    assert min(np.hypot(left.place[0] - x, left.place[1] - y) for x, y in ((420, 300), (560, 400))) < 20


def test_a_hand_that_moves_is_seen_between_the_frames() -> None:
    before, after = lit(), lit()
    cv2.circle(after, (480, 360), 80, 120, cv2.FILLED)
    assert Fault.MOVING in codes(survey([before, after]))


def test_the_most_important_finding_comes_first_and_lamps_and_dirt_do_not_stop() -> None:
    before = with_lamp(smeared(lit(), 40))
    after = before.copy()
    cv2.circle(after, (480, 400), 80, 120, cv2.FILLED)
    found = survey([before, after])
    assert [finding.code for finding in found.findings] == sorted(codes(found), key=list(Fault).index)
    assert found.findings[0].stops
    assert not STOPS & {Fault.LAMPS_IN_WINDOW, Fault.DIRTY}


def test_frames_of_different_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="one size"):
        survey([lit(), lit()[:-2]])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda picture: picture, set()),
        (lambda picture: shifted(picture, 8), set()),
        (lambda picture: shifted(picture, 40), {Fault.WINDOW_MOVED}),
        (lambda picture: dimmed(picture, 0.5), {Fault.DARKER}),
        (smeared, {Fault.DIRTY}),
        (with_lamp, {Fault.LAMPS_MOVED}),
        (lambda picture: picture[::2, ::2].copy(), {Fault.OTHER_SIZE}),
    ],
    ids=["same", "nudged", "moved", "dimmer", "smeared", "lamp", "size"],
)
def test_what_has_changed_since_set_up_is_named(change: Callable[[Gray], Gray], expected: set[Fault]) -> None:
    assert codes(compare(calibrate(lit()), [change(lit())])) == expected


CONFIRMED = [Circle(480, 360, 250), Circle(500, 360, 290), Circle(480, 345, 320)]


@pytest.mark.parametrize("confirmed", CONFIRMED)
def test_a_circle_that_the_host_drew_beside_the_rim_is_where_he_drew_it(confirmed: Circle) -> None:
    kept = calibrate(lit(), confirmed)
    assert codes(compare(kept, [lit()])) == set()
    assert Fault.WINDOW_MOVED in codes(compare(kept, [shifted(lit(), 40)]))


def test_a_window_that_never_had_a_rim_is_not_missed() -> None:
    plain = draw([], cup=False)
    kept = calibrate(plain, Circle(480, 360, 280))
    assert codes(compare(kept, [plain])) == set()
    assert read([plain], 2, kept).reason is Reason.NO_DICE


def test_a_rim_that_is_gone_is_missed_wherever_the_circle_is() -> None:
    kept = calibrate(lit(), CONFIRMED[0])
    assert codes(compare(kept, [draw([], cup=False, ground=90)])) == {Fault.NO_WINDOW}


def test_a_lamp_that_went_out_is_missed() -> None:
    assert codes(compare(calibrate(with_lamp(lit())), [lit()])) == {Fault.LAMPS_OFF}


def test_a_lamps_image_that_hides_a_die_is_said_and_leaves_the_proof_to_the_dice() -> None:
    found = survey([glaring(lit())])
    assert Fault.TOO_BRIGHT in codes(found)
    assert found.passes
    assert not survey([np.full_like(lit(), 255)], CONFIRMED[0]).passes


def test_glare_that_was_there_at_set_up_is_no_news() -> None:
    assert codes(compare(calibrate(glaring(lit())), [glaring(lit())])) == set()
    assert Fault.TOO_BRIGHT in codes(compare(calibrate(lit()), [glaring(lit())]))


def test_a_window_that_set_up_took_though_it_reaches_out_of_the_picture_is_no_news() -> None:
    low = shifted(lit(), 0, 85)
    assert Fault.WINDOW_CUT_OFF in codes(survey([low]))
    assert codes(compare(calibrate(low), [low])) == set()


@pytest.mark.parametrize("light", [0.25, 0.4, 0.6])
def test_lamps_that_are_dimmer_are_not_taken_for_dead_ones(light: float) -> None:
    then = with_lamp(lit())
    assert codes(compare(calibrate(then), [dimmed(then, light ** (1 / 2.2))])) <= {Fault.DARKER}


def test_a_weak_image_that_shines_more_in_more_light_is_no_lamp_that_moved() -> None:
    weak = with_lamp(lit(), level=190)
    brighter = np.asarray(np.clip(weak * 2.0 ** (1 / 2.2), 0, 255), np.uint8)
    assert codes(compare(calibrate(weak), [brighter])) == set()


def test_a_window_on_a_light_cloth_that_grows_dark_is_not_called_brighter() -> None:
    cloth = lit()
    cloth[np.hypot(*(np.indices(cloth.shape).T - (360, 480)).T) > 310] = 220
    assert codes(compare(calibrate(cloth), [dimmed(cloth, 0.5)])) == {Fault.DARKER}


def test_dice_that_lie_there_are_no_lamps_and_no_light() -> None:
    lamp = with_lamp(lit())
    dice = [(4, 480.0, 260.0, 20.0), (2, 560.0, 400.0, 50.0)]
    assert codes(compare(calibrate(lamp), [draw(dice)])) == {Fault.DICE_LEFT}  # one hides the lamp's image
    glossy = draw(dice)
    cv2.circle(glossy, (560, 400), 6, 255, cv2.FILLED)
    assert codes(compare(calibrate(lit()), [glossy])) == {Fault.DICE_LEFT}


def test_dirt_that_was_there_at_set_up_is_no_news() -> None:
    dirty = smeared(lit())
    assert codes(compare(calibrate(dirty), [dirty])) == set()


def test_a_portrait_is_black_outside_the_window_and_knows_where_things_are() -> None:
    shown = portrait(np.full((720, 960), 200, np.uint8), Circle(500, 340, 200))
    picture = decode(shown.jpeg)
    assert picture.shape == (shown.height, shown.width)
    assert picture[2:10, 2:10].max() < 20
    assert picture[shown.height // 2, shown.width // 2] > 190
    assert shown.point(500, 340) == pytest.approx((shown.width / 2, shown.height / 2), abs=2)


def test_where_no_window_is_found_the_corners_are_masked_all_the_same() -> None:
    picture = decode(portrait(np.full((720, 960), 200, np.uint8), None).jpeg)
    assert picture[2:10, 2:10].max() < 20


@there
@each_table
def test_rendered_tables_are_found_as_they_were_rendered(file: Path) -> None:
    found = survey([decode(file.read_bytes())])
    table = file.parent.name
    assert found.passes
    assert len(found.lamps) == LAMPS_IN_WINDOW.get(table, 0)
    assert (Fault.DIRTY in codes(found)) is (table in SMEARED)


@there
@each_table
def test_rendered_tables_that_were_spoilt_are_found_out(file: Path) -> None:
    empty = decode(file.read_bytes())
    kept = calibrate(empty)
    noise = np.random.default_rng(1).normal(0, 2, empty.shape)
    noisy = np.asarray(np.clip(empty + noise, 0, 255), np.uint8)
    assert not compare(kept, [noisy]).findings
    assert Fault.BLURRED in codes(compare(kept, [blurred(empty)]))
    assert Fault.DIRTY in codes(compare(kept, [smeared(empty)]))
    assert codes(compare(kept, [shifted(empty, 30, 10)])) >= {Fault.WINDOW_MOVED}
    assert codes(compare(kept, [dimmed(empty, 0.5)])) & {Fault.DARKER, Fault.NO_WINDOW}
