"""Before a host lets the table learn dice: whether it will read them, or often have to ask."""

import pytest

from table.lesson import DiceLesson
from table.table import Table
from tests.table.test_lesson import Counted, Pupil
from tests.web.evening import evening

OFTEN_ASKED = "with these dice it will often ask you"


@pytest.mark.parametrize(("read", "warned"), [(0, True), (4, True), (5, False), (6, False)])
def test_dice_that_the_table_was_seldom_sure_of_are_said_to_be_hard_before_they_are_learned(
    table: Table, read: int, warned: bool
) -> None:
    pupil = Pupil()
    lesson = DiceLesson(table.snapshot, Counted(), pupil)
    host = evening(table, lesson=lesson, forget_pictures=lesson.forget_pictures).host()
    for pips in range(1, 7):
        assert OFTEN_ASKED not in host.see("/host/teach"), "too early to tell"
        pupil.reads = len(pupil.taken) < read
        lesson.look(2)
        lesson.take((pips, pips))
    said = host.see("/host/teach")
    assert (OFTEN_ASKED in said) is warned
    assert (f"sure of {read} of 6 throws" in said) is warned
