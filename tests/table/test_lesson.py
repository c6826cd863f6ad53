"""The lesson: what it takes, what it refuses, and when anybody may look."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from table.lesson import DiceLesson, DieKind, LessonError, SetLine, Suggestion
from table.ports import Frame, Picture
from table.table import Table
from table.window import Face, Glance, RoundRunsError, Trouble
from tests.table.evening import start
from vision.reading import Circle

CORNERS = ((90.0, 90.0), (130.0, 90.0), (130.0, 130.0), (90.0, 130.0))
PICTURE = Picture(b"\xff\xd8", 600, 600)


@dataclass
class Counted:
    """A camera that counts how often it was asked."""

    looks: int = 0

    def look(self, frames: int) -> list[Frame]:
        self.looks += 1
        return [np.zeros((64, 64), np.uint8)] * frames

    def close(self) -> None:
        pass


@dataclass
class Pupil:
    """A teacher that sees what it is told to, and writes down what it is to do."""

    shows: tuple[int, ...] = (2, 4)
    taken: list[tuple[int, ...]] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    ready: bool = True
    sees_others: bool = False
    reads: bool = True
    others: list[bool] = field(default_factory=list)
    doubted: list[bool] = field(default_factory=list)
    colours: Sequence[tuple[int, int, int]] = ()
    sets: Sequence[SetLine] = ()
    suggestions: Sequence[Suggestion] = ()

    @property
    def kinds(self) -> Sequence[DieKind]:
        """Dice alike; where there are `colours`, as many dice that differ, always in that order."""
        if not self.taken:
            return ()
        parts = [sum(self.taken, ())] if not self.colours else list(zip(*self.taken, strict=True))
        colours = self.colours or [(255, 255, 255)]
        return [
            DieKind(colour, {pips: part.count(pips) for pips in range(1, 7)})
            for colour, part in zip(colours, parts, strict=True)
        ]

    @property
    def dice(self) -> int:
        return len(self.taken[-1]) if self.taken else 0

    @property
    def throws(self) -> int:
        return len(self.taken)

    @property
    def sure(self) -> int:
        return self.doubted.count(False)

    @property
    def strange(self) -> bool:
        return any(self.others)

    def look(self, frames: Sequence[Frame], expect: int) -> Glance:
        faces = tuple(Face(pips, 0, 0, CORNERS) for pips in self.shows)
        troubles = (Trouble("strange_die", stops=False),) if self.sees_others else ()
        return Glance(PICTURE, Circle(300, 300, 280), (), faces, troubles)

    def take(self, pips: tuple[int, ...]) -> None:
        self.taken.append(pips)
        self.others.append(self.sees_others)
        self.doubted.append(not self.reads)

    def take_back(self) -> None:
        self.taken.pop()
        self.others.pop()
        self.doubted.pop()

    def learn(self, name: str) -> None:
        self.done.append(f"learn {name}")

    def use(self, name: str) -> None:
        self.done.append(f"use {name}")

    def forget(self, name: str) -> None:
        self.done.append(f"forget {name}")

    def confirm(self, number: int) -> None:
        self.done.append(f"confirm {number}")

    def drop(self, number: int) -> None:
        self.done.append(f"drop {number}")

    def forget_pictures(self) -> None:
        self.taken.clear()
        self.others.clear()
        self.doubted.clear()
        self.done.append("forget pictures")


@dataclass
class Desk:
    """A lesson at a table, with what it hangs on."""

    table: Table
    camera: Counted
    pupil: Pupil
    lesson: DiceLesson


@pytest.fixture
def desk(table: Table) -> Desk:
    camera, pupil = Counted(), Pupil()
    return Desk(table, camera, pupil, DiceLesson(table.snapshot, camera, pupil))


def test_a_throw_is_taken_as_the_host_says_it(desk: Desk) -> None:
    desk.lesson.look(2)
    desk.lesson.take((2, 5))
    assert desk.pupil.taken == [(2, 5)]
    assert desk.lesson.stand.glance is None
    assert desk.lesson.stand.missing
    for pips in range(1, 7):
        desk.lesson.look(2)
        desk.lesson.take((pips, pips))
    assert not desk.lesson.stand.missing


@pytest.mark.parametrize("pips", [(2,), (2, 5, 6), (0, 3), (2, 7)])
def test_other_dice_than_lie_there_are_refused(desk: Desk, pips: tuple[int, ...]) -> None:
    with pytest.raises(LessonError):
        desk.lesson.take(pips)
    desk.lesson.look(2)
    with pytest.raises(LessonError):
        desk.lesson.take(pips)
    assert desk.pupil.taken == []


def test_a_throw_that_was_let_go_can_not_be_taken(desk: Desk) -> None:
    desk.lesson.look(2)
    desk.lesson.again()
    with pytest.raises(LessonError):
        desk.lesson.take((2, 4))


@pytest.mark.parametrize("dice", [0, 7])
def test_no_or_too_many_dice_are_refused_before_the_camera_is_asked(desk: Desk, dice: int) -> None:
    with pytest.raises(LessonError):
        desk.lesson.look(dice)
    assert desk.camera.looks == 0


def test_nobody_looks_while_a_game_runs(desk: Desk) -> None:
    start(desk.table)
    assert not desk.lesson.allowed
    with pytest.raises(RoundRunsError):
        desk.lesson.look(2)
    assert desk.camera.looks == 0


def test_nothing_is_learned_or_changed_while_a_game_runs(desk: Desk) -> None:
    desk.lesson.look(2)
    desk.lesson.take((2, 4))
    start(desk.table)
    with pytest.raises(RoundRunsError):
        desk.lesson.learn("ours")
    with pytest.raises(RoundRunsError):
        desk.lesson.change(lambda teacher: teacher.confirm(1))
    assert desk.pupil.done == []


@pytest.mark.parametrize(
    ("name", "code"),
    [*((name, "bad_set_name") for name in ("", "  ", "x" * 25, "a\x00b")), ("\u3164", "blank_name")],
)
def test_a_set_needs_a_name_that_can_be_shown(desk: Desk, name: str, code: str) -> None:
    with pytest.raises(LessonError) as refused:
        desk.lesson.learn(name)
    assert refused.value.code == code
    assert desk.pupil.done == []


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Our   dice ", "Our dice"),
        ("Rot \U0001f469\u200d\U0001f373", "Rot \U0001f469\u200d\U0001f373"),
        ("Gru\u0308n", "Grün"),
    ],
)
def test_a_set_is_learned_under_its_tidy_name(desk: Desk, typed: str, name: str) -> None:
    desk.lesson.learn(typed)
    assert desk.pupil.done == [f"learn {name}"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("our dice", "Our dice"), ("OUR DICE", "Our dice"), ("Set l", "Set 1"), ("set I", "set I")],
)
def test_a_name_that_nobody_could_tell_from_a_kept_set_s_is_that_set_s(
    desk: Desk, typed: str, meant: str
) -> None:
    desk.pupil.sets = [SetLine(name, {}, used=False, stale=False) for name in ("Our dice", "Set 1", "set I")]
    desk.lesson.learn(typed)
    assert desk.pupil.done == [f"learn {meant}"]


def test_deleting_the_pictures_takes_the_last_look_and_the_throws_along(desk: Desk) -> None:
    desk.lesson.look(2)
    desk.lesson.take((2, 4))
    desk.lesson.look(2)
    desk.lesson.forget_pictures()
    assert desk.pupil.done == ["forget pictures"]
    assert desk.lesson.stand.glance is None
    assert desk.lesson.stand.missing
    with pytest.raises(LessonError):
        desk.lesson.take((2, 4))


def test_a_throw_that_was_taken_by_a_wrong_tap_is_taken_back(desk: Desk) -> None:
    for pips in ((2, 4), (2, 5)):
        desk.lesson.look(2)
        desk.lesson.take(pips)
    desk.lesson.take_back()
    assert desk.pupil.taken == [(2, 4)]
    (kind,) = desk.lesson.stand.kinds
    assert kind.faces == {1: 0, 2: 1, 3: 0, 4: 1, 5: 0, 6: 0}


def test_a_lesson_counts_on_from_the_number_that_it_is_given(desk: Desk) -> None:
    lesson = DiceLesson(desk.table.snapshot, desk.camera, desk.pupil, number=700)
    lesson.look(2)
    assert lesson.stand.number == 701


def test_every_change_has_a_number_of_its_own(desk: Desk) -> None:
    numbers = [desk.lesson.stand.number]
    desk.lesson.look(2)
    numbers.append(desk.lesson.stand.number)
    desk.lesson.take((2, 4))
    numbers.append(desk.lesson.stand.number)
    desk.lesson.again()
    numbers.append(desk.lesson.stand.number)
    assert numbers == sorted(set(numbers))
