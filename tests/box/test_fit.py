"""The parts, and what is bought, find room beside each other."""

import numpy as np
import pytest

from tests.box.fit import sharing
from tests.box.measures import measures
from tests.box.parts import Part, parts
from tests.box.solids import bounds, rod
from tests.box.table import table
from tests.box.test_sight import OTHERS


@pytest.mark.parametrize("other", OTHERS, ids=str)
def test_no_two_parts_want_the_same_room(other: dict[str, float]) -> None:
    assert sharing(table(measures(**other))) == set()


def test_a_disc_too_large_for_its_recess_is_found() -> None:
    m = measures()
    wider = table(m) | {"disc": rod(m.disc / 2 + 1, 0.0, m.plate)}
    assert ("disc", "table top") in {tuple(sorted(pair)) for pair in sharing(wider)}


@pytest.mark.parametrize("part", parts(measures()), ids=lambda part: part.name)
def test_every_part_lies_on_its_bed_and_fits_a_usual_printer(part: Part) -> None:
    low, high = bounds(part.solid)
    if part.printed:
        assert low[2] == pytest.approx(0.0)
        assert np.all(high - low < 200)
