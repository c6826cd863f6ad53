"""What the table makes of a reading before it rules."""

import gc
import weakref
from collections.abc import Callable
from math import dist, radians

import pytest

import vision
from companion.fittings.eyes import TableEyes, face_at, read_with_evidence
from tests.companion.windows import EMPTY, no_keeping
from tests.vision.drawn import draw
from vision import Circle, Die, Reading, Reason
from vision.setup.portrait import whole

FRAME = draw([(3, 380.0, 300.0, 20.0), (4, 570.0, 430.0, 61.0)])
WINDOW = Circle(480.0, 360.0, 290.0)


@pytest.mark.parametrize(
    ("certainty", "window", "reason"),
    [
        (0.97, None, Reason.NO_PLATE),
        (0.985, None, None),
        (0.97, WINDOW, None),
    ],
)
def test_without_a_window_the_table_rules_on_the_surest_readings_alone(
    certainty: float, window: Circle | None, reason: Reason | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    three, four = (
        Die(pips, 380.0, 300.0, 104.0, 20.0, chance, ()) for pips, chance in ((3, 0.999), (4, certainty))
    )
    monkeypatch.setattr(vision, "read", lambda *_: Reading((three, four), None, None, window))
    reading, picture = read_with_evidence([FRAME], 2)
    assert (reading.reason, reading.seen) == (reason, (3, 4))
    assert picture.jpeg


def test_a_drawn_table_is_ruled_on() -> None:
    reading, _ = read_with_evidence([FRAME], 2)
    assert (reading.certain, reading.seen) == (True, (3, 4))


@pytest.mark.parametrize(
    "let_go",
    [lambda eyes: eyes.read([FRAME], 2), lambda eyes: eyes.begin_anew()],
    ids=["the next step", "set-up anew"],
)
def test_set_up_holds_its_pictures_of_the_empty_window_no_longer_than_its_first_step(
    let_go: Callable[[TableEyes], object],
) -> None:
    eyes, empty = TableEyes(None, no_keeping), EMPTY.copy()
    eyes.survey([empty])
    held = weakref.ref(empty)
    del empty
    gc.collect()
    assert held() is not None
    let_go(eyes)
    gc.collect()
    assert held() is None


def test_in_set_up_a_die_that_reaches_over_the_rim_is_pointed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, over = (Die(3, x, 360.0, 104.0, 0.0, 0.999, ()) for x in (480.0, 740.0))
    eyes = TableEyes(None, no_keeping)
    assert not eyes.survey([EMPTY]).troubles
    monkeypatch.setattr(vision, "read", lambda *_: Reading((inside, over), None, None, WINDOW))
    assert [trouble.code for trouble in eyes.read([FRAME], 2).troubles] == ["cut_off"]


def test_the_square_that_is_drawn_round_a_die_that_lies_askew_is_one() -> None:
    corners = face_at(whole(FRAME), 3, 380.0, 300.0, 104.0, radians(20.0)).corners
    sides = [dist(one, other) for one, other in zip(corners, (*corners[1:], corners[0]), strict=True)]
    assert sides == pytest.approx([sides[0]] * 4)
    assert dist(corners[0], corners[2]) == pytest.approx(dist(corners[1], corners[3]))
