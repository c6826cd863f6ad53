"""The throws of a lesson are kept until they are learned: one after the other, whole or not at all."""

from collections.abc import Callable
from pathlib import Path

import pytest

import vision
from companion.fittings.teacher import TableTeacher
from companion.kept import taken_throws
from companion.kept.dice_store import DiceShelf
from companion.kept.taken_throws import FOLDER
from tests.companion.test_teach import schooled, teacher_of
from tests.vision.lesson_throws import TABLE, thrown

PAIRS = ((6, 1), (6, 3), (2, 5))


def taught(data: Path) -> TableTeacher:
    """A teacher in mid-lesson."""
    teacher = teacher_of(data)
    teacher.know(TABLE)
    for seed, pair in enumerate(PAIRS):
        take(teacher, pair, seed)
    return teacher


def take(teacher: TableTeacher, pair: tuple[int, int], seed: int) -> None:
    """Take a throw as it is read."""
    teacher.take(tuple(face.pips for face in teacher.look([thrown(pair, seed)], 2).faces))


def restarted(data: Path) -> TableTeacher:
    """The teacher as it stands after the plug was pulled."""
    teacher = teacher_of(data)
    teacher.know(TABLE)
    return teacher


def files(data: Path) -> list[str]:
    """What is kept of the lesson."""
    return sorted(file.name for file in (data / FOLDER).iterdir()) if (data / FOLDER).exists() else []


def test_the_throws_of_a_lesson_stand_after_a_power_cut_and_are_learned_as_without_one(
    tmp_path: Path,
) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    before, _ = (taught(tmp_path / folder) for folder in ("one", "two"))
    after = restarted(tmp_path / "two")
    assert (after.kinds, after.dice) == (before.kinds, 2)
    assert (after.throws, after.sure) == (before.throws, before.sure)
    again = after.look([thrown(PAIRS[-1], len(PAIRS) - 1)], 2)
    assert [trouble.code for trouble in again.troubles] == ["not_thrown"]
    for teacher in (before, after):
        take(teacher, (4, 4), 7)
        teacher.learn("ours")
    one, two = (DiceShelf(tmp_path / name).sets["ours"].dice for name in ("one", "two"))
    assert one.faces == two.faces
    assert (one.looks == two.looks).all()


def test_that_a_lesson_is_of_other_dice_stands_after_a_power_cut(tmp_path: Path) -> None:
    _, _, teacher = schooled(tmp_path)
    teacher.look([thrown((3, 5), 91, body=70, pip=215)], 2)
    teacher.take((3, 5))
    assert restarted(tmp_path).strange
    teacher.take_back()
    take(teacher, (2, 4), 92)
    assert not restarted(tmp_path).strange


def test_what_is_taken_back_stays_away(tmp_path: Path) -> None:
    taught(tmp_path).take_back()
    after = restarted(tmp_path)
    (kind,) = after.kinds
    assert kind.faces == {1: 1, 2: 0, 3: 1, 4: 0, 5: 0, 6: 2}
    for _ in range(3):
        after.take_back()
    assert not restarted(tmp_path).kinds


@pytest.mark.parametrize("end", [lambda teacher: teacher.learn("ours"), TableTeacher.forget_pictures])
def test_nothing_is_left_of_a_lesson_that_was_learned_or_deleted(
    tmp_path: Path, end: Callable[[TableTeacher], None]
) -> None:
    teacher = taught(tmp_path)
    (tmp_path / FOLDER / "9.zip.new").write_bytes(b"PK of a power cut")
    end(teacher)
    assert files(tmp_path) == []
    assert not restarted(tmp_path).kinds


def test_a_throw_that_is_spoilt_costs_itself_alone_and_is_written_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    taught(tmp_path)
    newest = tmp_path / FOLDER / files(tmp_path)[-1]
    newest.write_bytes(newest.read_bytes()[:1000])
    after = restarted(tmp_path)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    (kind,) = after.kinds
    assert kind.faces == {1: 1, 2: 0, 3: 1, 4: 0, 5: 0, 6: 2}
    take(after, (2, 5), 8)
    assert len(files(tmp_path)) == len(PAIRS)


def test_throws_that_were_seen_through_another_window_are_no_lesson_and_go_with_the_next_one(
    tmp_path: Path,
) -> None:
    taught(tmp_path)
    teacher, other = teacher_of(tmp_path), vision.calibrate(thrown((1, 1), 5))
    teacher.know(other)
    assert not teacher.kinds
    teacher.know(TABLE)
    assert teacher.kinds
    teacher.know(other)
    take(teacher, (1, 2), 9)
    assert not restarted(tmp_path).kinds
    assert len(files(tmp_path)) == 1


def test_the_newest_throws_alone_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taken_throws, "MOST_THROWS", 2)
    taught(tmp_path)
    assert len(files(tmp_path)) == 2
    (kind,) = restarted(tmp_path).kinds
    assert kind.faces == {1: 0, 2: 1, 3: 1, 4: 0, 5: 1, 6: 1}


def test_a_throw_that_can_not_be_written_is_not_taken_and_may_be_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher = taught(tmp_path)
    kinds, seen = teacher.kinds, teacher.look([thrown((1, 4), 3)], 2).faces
    with monkeypatch.context() as full:
        full.setattr(taken_throws, "write_whole", no_room)
        with pytest.raises(OSError, match="no space"):
            teacher.take(tuple(face.pips for face in seen))
    assert teacher.kinds == kinds
    teacher.take(tuple(face.pips for face in seen))
    assert restarted(tmp_path).kinds == teacher.kinds != kinds


def no_room(*_: object) -> None:
    """Fail as a full disk does."""
    raise OSError("no space left")
