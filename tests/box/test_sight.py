"""Nothing stands in the lens's view or in the lamps' light, and no lamp is mirrored in the window."""

import pytest

from tests.box.measures import Measures, measures
from tests.box.sight import in_light, in_view, nearest_mirror
from tests.box.solids import Frame, Moved, rod
from tests.box.table import table

OTHERS = [{}, {"cup": 64.0}, {"cup": 100.0}, {"table": 20.0}, {"table": 45.0}]
"""The table as the file has it, and tables for other cups and of other thickness."""


@pytest.fixture(params=OTHERS, ids=str)
def built(request: pytest.FixtureRequest) -> Measures:
    return measures(**request.param)


def test_nothing_stands_between_the_lens_and_the_window(built: Measures) -> None:
    assert in_view(built, table(built)) == set()


def test_every_lamp_lights_the_whole_window(built: Measures) -> None:
    assert in_light(built, table(built)) == set()


def test_no_lamp_is_mirrored_in_the_window(built: Measures) -> None:
    assert nearest_mirror(built) > built.window / 2 + built.die / 4


def test_a_cable_across_the_view_is_seen() -> None:
    m = measures()
    cable = Moved(rod(1.5, -150.0, 150.0), Frame((15.0, 0.0, -60.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)))
    assert in_view(m, {"cable": cable}) == {"cable"}


def test_a_hole_without_a_bevel_keeps_light_from_the_window() -> None:
    m = measures(bevel_from=22.0)
    assert "table top" in in_light(m, table(m))


def test_lamps_as_near_as_the_window_is_wide_are_mirrored_in_it() -> None:
    m = measures(lamp_out=0.9, lamp_under=1.0)
    assert nearest_mirror(m) < m.window / 2


def test_a_cup_that_the_lens_could_not_focus_on_is_refused() -> None:
    with pytest.raises(ValueError, match="nearer than it focuses"):
        measures(cup=50.0)


def test_a_measure_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="cupp"):
        measures(cupp=84.0)
