"""A lesson counts what it will learn: of each colour, and of what was thrown."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import vision
from companion.fittings.teacher import TableTeacher, encoded
from table.lesson import DiceLesson, LessonError
from table.table import Table
from tests.companion.test_teach import HERE, schooled, teacher_of
from tests.table.test_lesson import Counted
from tests.vision.lesson_throws import TABLE, thrown
from tests.vision.test_kinds import half_red


def test_a_lesson_counts_the_faces_of_each_colour(tmp_path: Path) -> None:
    teacher = teacher_of(tmp_path)
    teacher.know(TABLE)
    assert not teacher.kinds
    for seed in range(5):
        shown = [face.pips for face in teacher.look([half_red(thrown((2, 5), seed))], 2).faces]
        teacher.take(tuple(shown))
    none = dict.fromkeys(range(1, 7), 0)
    one, other = sorted(teacher.kinds, key=lambda kind: kind.faces[5])
    assert (one.faces, other.faces) == (none | {2: 5}, none | {5: 5})
    teacher.forget_pictures()
    assert not teacher.kinds


def counted(teacher: TableTeacher) -> Mapping[int, int]:
    """How many looks a lesson of dice alike has of each face."""
    (kind,) = teacher.kinds
    return kind.faces


def test_what_is_counted_is_what_will_be_learned_however_long_the_lesson(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("fittings.teacher", "kept.taken_throws"):
        monkeypatch.setattr(f"companion.{module}.MOST_THROWS", 2)
    teacher = teacher_of(tmp_path)
    teacher.know(TABLE)
    for seed, pair in enumerate(((1, 2), (3, 4), (5, 6))):
        teacher.look([thrown(pair, seed)], 2)
        teacher.take(pair)
    assert counted(teacher) == {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1}
    teacher.learn("ours")
    assert teacher.sets[0].faces == {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1}


def test_a_throw_is_taken_once_however_often_it_is_looked_at(tmp_path: Path) -> None:
    teacher = teacher_of(tmp_path)
    teacher.know(TABLE)
    first, second = thrown((6, 1), 1), thrown((6, 3), 2)
    teacher.take(tuple(face.pips for face in teacher.look([first], 2).faces))
    again = teacher.look([first], 2)
    assert ([trouble.code for trouble in again.troubles], again.faces) == (["not_thrown"], ())
    with pytest.raises(LessonError):
        teacher.take((1, 6))
    left_stays = np.where(np.arange(960) < 480, first, second)
    pips = tuple(face.pips for face in teacher.look([left_stays], 2).faces)
    teacher.take(pips)
    assert counted(teacher) == {1: 1, 2: 0, 3: 1, 4: 0, 5: 0, 6: 1}
    teacher.take_back()
    assert counted(teacher) == {1: 1, 2: 0, 3: 0, 4: 0, 5: 0, 6: 1}


def test_a_suggestion_tells_what_the_camera_sees_whatever_people_said(tmp_path: Path) -> None:
    _, box, teacher = schooled(tmp_path)
    box.add(encoded(thrown((3, 5), 95)), (6, 5), HERE)
    (suggested,) = teacher.suggestions
    assert (suggested.values, suggested.read) == ((6, 5), (3, 5))


def test_what_the_host_is_shown_has_the_colours_that_the_camera_saw(tmp_path: Path) -> None:
    _, box, teacher = schooled(tmp_path)
    frame = half_red(thrown((2, 5), 95))
    box.add(encoded(frame), (2, 5), HERE)
    teacher.know(None)
    unknown = teacher.look([frame], 2).picture
    teacher.know(TABLE)
    for shown in (unknown, teacher.look([frame], 2).picture, teacher.suggestions[0].picture):
        assert vision.decode_colour(shown.jpeg).ndim == 3


def test_of_a_die_that_stayed_what_was_said_last_is_counted_and_learned(tmp_path: Path) -> None:
    teacher = teacher_of(tmp_path)
    teacher.know(TABLE)
    first, second = thrown((6, 1), 1), thrown((6, 3), 2)
    teacher.look([first], 2)
    teacher.take((5, 5))
    teacher.look([np.where(np.arange(960) < 480, first, second)], 2)
    teacher.take((6, 6))
    said = dict.fromkeys(range(1, 7), 0) | {5: 1, 6: 2}
    assert counted(teacher) == said
    teacher.learn("ours")
    assert teacher.sets[0].faces == said


def test_that_throws_are_of_other_dice_than_the_set_in_use_is_known_until_they_are_learned_or_taken_back(
    tmp_path: Path,
) -> None:
    shelf, _, teacher = schooled(tmp_path)
    teacher.look([thrown((3, 5), 91, body=70, pip=215)], 2)
    assert not teacher.strange
    teacher.take((3, 5))
    take(teacher, (2, 4), 92)
    assert teacher.strange
    teacher.learn("guests'")
    assert not teacher.strange
    shelf.use("ours")
    take(teacher, (1, 4), 93)
    assert not teacher.strange
    shelf.use("guests'")
    assert teacher.strange
    teacher.take_back()
    assert not teacher.strange


def test_throws_that_were_taken_as_no_sets_go_into_the_set_that_they_look_like_alone(tmp_path: Path) -> None:
    shelf, _, teacher = schooled(tmp_path)
    for seed in (91, 92, 93):
        take(teacher, (3, 5), seed, body=70, pip=215)
    teacher.learn("guests'")
    shelf.use("ours")
    take(teacher, (3, 5), 94, body=70, pip=215)
    assert refused(teacher, "ours"), "strange beside the set in use"
    assert not refused(teacher, "guests'")
    shelf.forget("guests'")
    take(teacher, (3, 5), 95, body=70, pip=215)
    assert refused(teacher, "ours"), "no set was in use"
    teacher.take_back()
    take(teacher, (3, 5), 96)
    assert not refused(teacher, "ours")


def refused(teacher: TableTeacher, name: str) -> bool:
    """Whether these dice are said to be others than that set's, else learned."""
    try:
        teacher.learn(name)
    except LessonError as error:
        return error.code == "other_dice"
    return False


def test_a_new_set_up_leaves_nothing_of_the_lesson(tmp_path: Path, table: Table) -> None:
    _, _, teacher = schooled(tmp_path)
    lesson = DiceLesson(table.snapshot, Counted(), teacher)
    teacher.look([thrown((3, 5), 91, body=70, pip=215)], 2)
    teacher.take((3, 5))
    assert lesson.stand.strange
    teacher.know(vision.calibrate(thrown((1, 1), 5)))
    assert (lesson.stand.kinds, lesson.stand.strange) == ((), False)


def take(teacher: TableTeacher, pair: tuple[int, int], seed: int, **look: int) -> None:
    """Take a throw of the table's own dice, or of others that `look` so, as it is read."""
    teacher.take(tuple(face.pips for face in teacher.look([thrown(pair, seed, **look)], 2).faces))


def test_it_is_counted_of_how_many_throws_the_table_was_sure_by_itself(tmp_path: Path) -> None:
    teacher = teacher_of(tmp_path)
    teacher.know(TABLE)
    faint = {"body": 200, "pip": 195}
    for seed, look in ((1, {}), (2, faint), (3, {}), (4, faint)):
        teacher.take(tuple(face.pips for face in teacher.look([thrown((2, 5), seed, **look)], 2).faces))
    assert (teacher.throws, teacher.sure) == (4, 2)
    teacher.take_back()
    assert (teacher.throws, teacher.sure) == (3, 2)
