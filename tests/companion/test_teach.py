"""A table that is taught: what a lesson takes, and what is kept on disk."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vision
from companion.fittings.eyes import TableEyes
from companion.fittings.teacher import TableTeacher
from companion.kept.dice_store import FOLDER, USED, DiceShelf, file_of, mark_of
from companion.kept.proof import check_dice
from companion.kept.suggestions import SuggestionBox
from companion.kept.taken_throws import TakenThrows
from table.lesson import LessonError
from table.ports import Frame
from tests.vision.lesson_throws import EMPTY, PAIRS, TABLE, thrown
from vision.judge import Bar
from vision.looking import windowed
from vision.looking.windowed import View
from vision.sightings import LEANING, Sightings

HERE = mark_of(TABLE)


def teacher_of(data: Path) -> TableTeacher:
    """A teacher as a start of the program finds what is kept; it has not been told of its window."""
    return TableTeacher(DiceShelf(data), SuggestionBox(data), TakenThrows(data))


def schooled(data: Path) -> tuple[DiceShelf, SuggestionBox, TableTeacher]:
    """A teacher that has taught twelve throws."""
    shelf, box = DiceShelf(data), SuggestionBox(data)
    teacher = TableTeacher(shelf, box, TakenThrows(data))
    teacher.know(TABLE)
    for seed, pair in enumerate(PAIRS):
        frame = thrown(pair, seed)
        glance = teacher.look([frame], 2)
        teacher.take(tuple(face.pips for face in glance.faces))
    teacher.learn("ours")
    return shelf, box, teacher


def test_a_set_is_learned_kept_and_found_again_after_a_restart(tmp_path: Path) -> None:
    shelf, _, teacher = schooled(tmp_path)
    assert [(line.name, line.used, line.stale) for line in teacher.sets] == [("ours", True, False)]
    eyes = TableEyes(TABLE, lambda *_: None, DiceShelf(tmp_path))
    reading, _ = eyes.judge([thrown((2, 6), 92)], 2)
    assert (reading.seen, [die.known for die in reading.dice]) == ((2, 6), [True, True])
    assert shelf.dice_for(TABLE) is not None


def test_a_set_that_was_taught_what_lay_on_top_is_odd(tmp_path: Path) -> None:
    teacher = teacher_of(tmp_path)
    teacher.know(TABLE)
    for seed, pair in enumerate(PAIRS):
        glance = teacher.look([thrown(pair, seed)], 2)
        teacher.take(tuple(7 - face.pips for face in glance.faces))
    teacher.learn("from above")
    assert [line.odd for line in teacher.sets] == [True]
    _, _, right = schooled(tmp_path)
    assert [line.odd for line in right.sets] == [True, False]


def test_another_window_makes_the_set_stale(tmp_path: Path) -> None:
    shelf, _, teacher = schooled(tmp_path)
    other = vision.calibrate(thrown((1, 1), 5))
    teacher.know(other)
    assert [line.stale for line in teacher.sets] == [True]
    assert shelf.dice_for(other) is None
    assert shelf.dice_for(None) is None


@pytest.mark.parametrize("lost", [True, False])
def test_a_file_that_is_lost_or_spoilt_is_no_crash(tmp_path: Path, lost: bool) -> None:
    schooled(tmp_path)
    for file in (tmp_path / FOLDER).iterdir():
        file.unlink() if lost else file.write_bytes(b"PK nothing")
    shelf = DiceShelf(tmp_path)
    assert shelf.sets == {}
    assert shelf.dice_for(TABLE) is None


def test_a_set_whose_throws_are_spoilt_is_read_with_and_not_learned_anew_from_one_throw(
    tmp_path: Path,
) -> None:
    shelf, _, teacher = schooled(tmp_path)
    (file,) = (tmp_path / FOLDER).glob("*.zip")
    file.write_bytes(b"PK nothing")
    teacher.look([thrown((1, 2), 93)], 2)
    teacher.take((1, 2))
    with pytest.raises(OSError, match="can't be read"):
        teacher.learn("ours")
    dice = shelf.dice_for(TABLE)
    assert dice
    assert len(dice.pips) == 2 * len(PAIRS)


def test_sets_are_kept_by_name_used_and_forgotten(tmp_path: Path) -> None:
    shelf, _, teacher = schooled(tmp_path)
    teacher.look([thrown((1, 2), 93)], 2)
    teacher.take((1, 2))
    teacher.learn("guests'")
    assert shelf.used == "guests'"
    teacher.use("ours")
    teacher.forget("guests'")
    again = DiceShelf(tmp_path)
    assert (list(again.sets), again.used) == (["ours"], "ours")


@pytest.mark.parametrize("said", [b"theirs", b"\xff\x00"])
def test_where_it_can_not_be_told_which_set_is_in_use_none_is_and_the_log_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, said: bytes
) -> None:
    schooled(tmp_path)
    (tmp_path / FOLDER / USED).write_bytes(said)
    shelf = DiceShelf(tmp_path)
    assert (list(shelf.sets), shelf.used, shelf.dice_for(TABLE)) == (["ours"], "", None)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    shelf.use("ours")
    assert DiceShelf(tmp_path).used == "ours"
    assert len(caplog.records) == 1


def test_where_the_set_in_use_is_forgotten_none_is_after_a_restart_as_before(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shelf, _, teacher = schooled(tmp_path)
    teacher.look([thrown((1, 2), 93)], 2)
    teacher.take((1, 2))
    teacher.learn("guests'")
    teacher.forget("guests'")
    assert shelf.used == DiceShelf(tmp_path).used == ""
    assert not caplog.records


def test_nothing_can_be_taken_or_learned_that_was_not_shown(tmp_path: Path) -> None:
    teacher = teacher_of(tmp_path)
    assert not teacher.ready
    assert teacher.look([EMPTY], 2).troubles
    with pytest.raises(LessonError):
        teacher.take((1, 2))
    with pytest.raises(LessonError):
        teacher.learn("ours")
    with pytest.raises(LessonError):
        teacher.confirm(1)
    teacher.know(TABLE)
    assert [trouble.code for trouble in teacher.look([EMPTY], 2).troubles] == ["wrong_count"]


def test_of_what_the_camera_saw_the_window_alone_is_kept(tmp_path: Path) -> None:
    shelf, _, teacher = schooled(tmp_path)
    eyes = TableEyes(TABLE, lambda *_: None, shelf)
    eyes.judge([with_room(thrown((1, 2), 95))], 2)
    assert eyes.judged
    assert is_alone(eyes.judged.frame)
    teacher.look([with_room(thrown((1, 2), 95))], 2)
    teacher.take((1, 2))
    teacher.learn("ours")
    assert is_alone(vision.decode_colour(shelf.throws("ours")[-1].jpeg))


def test_where_no_window_is_known_nothing_is_kept_to_learn_from() -> None:
    eyes = TableEyes(None, lambda *_: None)
    eyes.judge([thrown((1, 2), 95)], 2)
    assert eyes.judged is None


def with_room(frame: Frame) -> Frame:
    """A frame with somebody in its corner."""
    seen = frame.copy()
    seen[:60, :60] = 230
    return seen


def is_alone(frame: Frame) -> bool:
    """Whether a frame is dark where the room is and not where the window is."""
    return bool(frame[:60, :60].max() < 20 and frame[360, 480].max() > 20)


def test_a_die_that_seems_to_lean_is_said_to_before_it_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher = teacher_of(tmp_path)
    teacher.know(TABLE)
    let_all_lean(monkeypatch)
    glance = teacher.look([thrown((4, 6), 94)], 2)
    assert [(trouble.code, trouble.stops) for trouble in glance.troubles] == [("tilted", False)]
    assert len(glance.faces) == 2


def let_all_lean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each look see that every die plainly leans."""
    looks = windowed._looks

    def leaning(seen: Sightings) -> Sightings:
        chances = np.zeros_like(seen.chances)
        chances[:, LEANING] = seen.there
        chances[:, 0] = 1 - seen.there
        return replace(seen, chances=chances)

    def looked(*where: Any) -> Iterator[tuple[Bar, View, Sightings]]:
        yield from ((bar, view, leaning(seen)) for bar, view, seen in looks(*where))

    monkeypatch.setattr(windowed, "_looks", looked)


def test_moving_dice_and_a_knocked_camera_teach_nothing(tmp_path: Path) -> None:
    teacher = teacher_of(tmp_path)
    teacher.know(vision.calibrate(with_room(EMPTY)))
    still = with_room(thrown((1, 2), 97))
    spoilt = {
        "moving": [with_room(thrown(pair, 98)) for pair in ((3, 4), (5, 6))] + [still],
        "knocked": [np.roll(still, 40, axis=1)],
        "too_dark": [np.asarray(still // 12, np.uint8)],
    }
    for code, frames in spoilt.items():
        glance = teacher.look(frames, 2)
        assert ([trouble.code for trouble in glance.troubles], glance.faces) == ([code], ())
        with pytest.raises(LessonError):
            teacher.take((1, 2))
    assert teacher.look([still] * 3, 2).faces


def test_other_dice_than_the_table_knows_are_said_to_be_so(tmp_path: Path) -> None:
    shelf, _, teacher = schooled(tmp_path)
    other = thrown((3, 5), 91, body=70, pip=215)
    assert [trouble.code for trouble in teacher.look([other], 2).troubles] == ["strange_die"]
    assert not teacher.look([thrown((3, 5), 90)], 2).troubles
    eyes = TableEyes(TABLE, lambda *_: None, shelf)
    reading, picture = eyes.judge([other], 2)
    assert reading.certain
    assert picture.strange
    assert not eyes.judge([thrown((3, 5), 90)], 2)[1].strange


def test_other_dice_are_not_learned_into_a_set_that_is_kept(tmp_path: Path) -> None:
    shelf, _, teacher = schooled(tmp_path)
    before = shelf.throws("ours")
    teacher.look([thrown((3, 5), 91, body=70, pip=215)], 2)
    teacher.take((3, 5))
    with pytest.raises(LessonError) as refused:
        teacher.learn("ours")
    assert refused.value.code == "other_dice"
    assert shelf.throws("ours") == before
    teacher.learn("guests'")
    assert [line.name for line in teacher.sets] == ["guests'", "ours"]


def test_a_set_that_was_taught_little_grows_by_throws_that_it_does_not_know_well(tmp_path: Path) -> None:
    teacher = teacher_of(tmp_path)
    teacher.know(TABLE)
    for seed, pair in ((10, (1, 2)), (11, (2, 1)), (12, (1, 2))):
        teacher.look([thrown(pair, seed)], 2)
        teacher.take(pair)
    teacher.learn("ours")
    glance = teacher.look([thrown((1, 6), 24)], 2)
    assert [(trouble.code, trouble.stops) for trouble in glance.troubles] == [("strange_die", False)]
    teacher.take((1, 6))
    assert not teacher.strange
    teacher.learn("ours")
    (ours,) = teacher.sets
    assert (ours.faces[1], ours.faces[6]) == (4, 1)


def test_throws_are_learned_into_the_set_that_was_in_use_when_they_were_taken_and_no_other(
    tmp_path: Path,
) -> None:
    _, _, teacher = schooled(tmp_path)
    for name, seed in (("guests'", 93), ("theirs", 94)):
        teacher.use("ours")
        teacher.look([thrown((1, 2), seed)], 2)
        teacher.take((1, 2))
        if name == "guests'":
            teacher.learn(name)
    with pytest.raises(LessonError):
        teacher.learn("guests'")
    teacher.use("guests'")
    teacher.learn("ours")
    assert [line.faces[1] for line in teacher.sets] == [1, 5]


def test_a_set_with_a_name_of_signs_that_are_held_together_is_no_forgery(tmp_path: Path) -> None:
    _, _, teacher = schooled(tmp_path)
    teacher.look([thrown((1, 2), 93)], 2)
    teacher.take((1, 2))
    name = "\U0001f469\u200d\U0001f373" * 12
    teacher.learn(name)
    check_dice((tmp_path / FOLDER / file_of(name)).read_bytes(), file_of(name))
