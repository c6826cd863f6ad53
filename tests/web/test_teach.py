"""Teaching the table its dice on the host's phone."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from table.lesson import DiceLesson, LessonError, SetLine, Suggestion
from table.ports import Picture
from table.table import Table
from table.window import Face, Glance, Trouble
from tests.table.test_lesson import CORNERS, PICTURE, Counted, Pupil
from tests.web.evening import Evening, Phone, evening, plain, spoken
from vision.reading import Circle
from web.words.story import LANGUAGES

OURS = SetLine("ours", dict.fromkeys(range(1, 7), 4), used=True, stale=False)
SETTLED = Suggestion(7, Picture(b"\xff\xd8 a throw", 500, 500), (3, 6))


@dataclass
class Lesson:
    """An evening whose host teaches the table."""

    at: Evening
    camera: Counted
    pupil: Pupil
    lesson: DiceLesson

    def do(self, host: Phone, what: str, **fields: Any) -> int:
        number = fields.pop("number", self.lesson.stand.number)
        return host.post("/host/teach", {"do": what, "number": number, **fields}).status_code


@pytest.fixture
def lesson(table: Table) -> Lesson:
    camera, pupil = Counted(), Pupil()
    taught = DiceLesson(table.snapshot, camera, pupil)
    at = evening(table, lesson=taught, forget_pictures=taught.forget_pictures)
    return Lesson(at, camera, pupil, taught)


def test_the_page_is_linked_for_hosts_and_refused_to_others(lesson: Lesson) -> None:
    host, guest = lesson.at.host(), lesson.at.phone()
    assert "/host/teach" in host.get().text
    assert "/host/teach" not in guest.get().text
    assert guest.get("/host/teach").status_code == 403
    assert lesson.do(guest, "look", dice=2) == 403
    assert lesson.camera.looks == 0


def test_a_table_without_eyes_has_no_such_page(at: Evening) -> None:
    host = at.host()
    assert "/host/teach" not in host.get().text
    assert host.get("/host/teach").status_code == 404


def test_a_lesson_that_is_begun_asks_for_as_many_dice_until_others_are_looked_at(lesson: Lesson) -> None:
    host, five = lesson.at.host(), "<option selected>5</option>"
    assert "<option selected>2</option>" in host.get("/host/teach").text
    lesson.pupil.taken.append((1, 2, 3, 4, 5))  # as after a restart
    assert five in host.get("/host/teach").text
    lesson.do(host, "look", dice=2)
    lesson.do(host, "again")
    assert five not in host.get("/host/teach").text


def test_a_throw_is_looked_at_mended_and_taken(lesson: Lesson) -> None:
    host = lesson.at.host()
    assert "Throw the table's dice" in host.see("/host/teach")
    assert lesson.do(host, "look", dice=2) == 303
    assert "Is that what lies there?" in host.see("/host/teach")
    assert 'name="die1" value="2" required checked' in host.shown
    assert 'name="die2" value="4" required checked' in host.shown
    assert lesson.do(host, "take", die1=2, die2=5) == 303
    assert lesson.pupil.taken == [(2, 5)]
    assert "Throw again" in host.see("/host/teach")
    assert "0/2 1/2 0/2 0/2 1/2 0/2" in host.see("/host/teach")


def test_no_letter_lies_on_a_die_that_touches_its_own(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    upper = Face(6, 110, 110, CORNERS)
    lower = Face(4, 110, 150, tuple((x, y + 40) for x, y in CORNERS))
    seen = Glance(PICTURE, Circle(300, 300, 280), (), (lower, upper))
    monkeypatch.setattr(lesson.pupil, "look", lambda *_: seen)
    host = lesson.at.host()
    lesson.do(host, "look", dice=2)
    host.see("/host/teach")
    below, above = (
        float(y) for y in re.findall(r'class="tag" transform="translate\(\S+ (\S+)\)"', host.shown)
    )
    assert above < 90
    assert below > 170


def test_a_wrong_tap_is_taken_back(lesson: Lesson) -> None:
    host = lesson.at.host()
    assert "Take back the last throw" not in host.see("/host/teach")
    lesson.do(host, "look", dice=2)
    lesson.do(host, "take", die1=2, die2=5)
    assert "Take back the last throw" in host.see("/host/teach")
    assert lesson.do(host, "take_back") == 303
    assert lesson.pupil.taken == []


def test_it_says_when_it_is_enough_and_learns_on_a_tap_only(lesson: Lesson) -> None:
    host = lesson.at.host()
    for pips in range(1, 7):
        lesson.do(host, "look", dice=2)
        lesson.do(host, "take", die1=pips, die2=pips)
    assert "That is enough." in host.see("/host/teach")
    assert lesson.pupil.done == []
    assert lesson.do(host, "learn", name="Stammtisch") == 303
    assert lesson.pupil.done == ["learn Stammtisch"]


def test_what_heads_the_page_is_true_whenever_it_is_opened(lesson: Lesson) -> None:
    host = lesson.at.host()
    lesson.do(host, "look", dice=2)
    lesson.do(host, "take", die1=2, die2=4)
    lesson.pupil.sets = [OURS]
    assert "The table knows these dice." not in host.see("/host/teach")
    lesson.do(host, "learn", name="ours")
    lesson.pupil.taken.clear()
    for _ in range(2):
        assert "The table knows these dice." in host.see("/host/teach")
        assert '<p class="well">ours</p>' in host.shown
    lesson.pupil.sets = [replace(OURS, stale=True)]
    assert "The table knows these dice." not in host.see("/host/teach")
    assert "Throw the table's dice" in host.shown


@pytest.mark.parametrize("line", [replace(OURS, used=False), replace(OURS, stale=True)])
def test_where_no_set_is_in_use_the_page_says_so(lesson: Lesson, line: SetLine) -> None:
    host = lesson.at.host()
    assert "No set of dice is in use." not in host.see("/host/teach")
    lesson.pupil.sets = [line]
    assert "No set of dice is in use." in host.see("/host/teach")
    lesson.pupil.sets = [replace(line, used=False), replace(OURS, name="theirs")]
    assert "No set of dice is in use." not in host.see("/host/teach")


def test_dice_that_differ_have_a_row_each_and_need_every_face_once(lesson: Lesson) -> None:
    lesson.pupil.colours = [(200, 10, 20), (240, 240, 230)]
    host = lesson.at.host()
    lesson.do(host, "look", dice=2)
    lesson.do(host, "take", die1=2, die2=5)
    assert "These dice differ: each needs all its faces." in host.see("/host/teach")
    assert 'fill="rgb(200, 10, 20)"' in host.shown
    assert 'aria-label="Faces seen so far (1)"' in host.shown
    assert 'aria-label="Faces seen so far (2)"' in host.shown
    assert "0/1 1/1 0/1 0/1 0/1 0/1" in host.see("/host/teach")
    assert "0/1 0/1 0/1 0/1 1/1 0/1" in host.see("/host/teach")
    for pips in range(1, 7):
        assert "That is enough." not in host.see("/host/teach")
        lesson.do(host, "look", dice=2)
        lesson.do(host, "take", die1=pips, die2=pips)
    assert "That is enough." in host.see("/host/teach")


def test_a_set_that_is_read_otherwise_or_whose_dice_differ_is_said_to_be_so(lesson: Lesson) -> None:
    host = lesson.at.host()
    for line in (OURS, replace(OURS, odd=True), replace(OURS, varied=True)):
        lesson.pupil.sets = [line]
        page = host.see("/host/teach")
        assert ("Was that what lay on top?" in page) == line.odd
        assert ("differ from each other" in page) == line.varied


def test_dice_of_others_are_said_to_be_so_and_ask_for_a_name_of_their_own(lesson: Lesson) -> None:
    faces = dict.fromkeys(range(1, 7), 4)
    lesson.pupil.sets = [SetLine("ours", faces, used=True, stale=False)]
    host = lesson.at.host()
    lesson.do(host, "look", dice=2)
    lesson.do(host, "take", die1=2, die2=4)
    host.see("/host/teach")
    assert 'required value="ours"' in host.shown
    lesson.pupil.sees_others = True
    lesson.do(host, "look", dice=2)
    assert "At least one die does not look like this table's dice." in host.see("/host/teach")
    lesson.do(host, "take", die1=2, die2=4)
    host.see("/host/teach")
    assert 'required value=""' in host.shown


def test_the_picture_is_for_hosts_while_it_is_shown(lesson: Lesson) -> None:
    host, guest = lesson.at.host(), lesson.at.phone()
    lesson.do(host, "look", dice=2)
    picture = f"/host/teach/picture/{lesson.lesson.stand.number}"
    assert host.get(picture).data == b"\xff\xd8"
    assert guest.get(picture).status_code == 403
    lesson.do(host, "again")
    assert host.get(picture).status_code == 404


def test_a_second_tap_changes_nothing(lesson: Lesson) -> None:
    host = lesson.at.host()
    lesson.do(host, "look", dice=2)
    assert lesson.do(host, "take", number=0, die1=2, die2=4) == 303
    assert lesson.pupil.taken == []


@dataclass
class Overtaken:
    """A turn that is waited for: meanwhile another phone does something."""

    meanwhile: list[Callable[[], None]]

    def __enter__(self) -> None:
        while self.meanwhile:
            self.meanwhile.pop()()

    def __exit__(self, *_: object) -> None:
        pass


def test_a_tap_that_waited_while_another_was_faster_changes_nothing(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    faster = Overtaken([lambda: lesson.lesson.learn("faster")])
    monkeypatch.setattr(lesson.lesson, "_turn", faster)
    assert lesson.do(lesson.at.host(), "learn", name="slower") == 303
    assert lesson.pupil.done == ["learn faster"]


def test_where_no_window_is_set_up_it_says_so_first(lesson: Lesson) -> None:
    lesson.pupil.ready = False
    assert "First the window, then the dice." in lesson.at.host().see("/host/teach")


def test_nobody_looks_while_a_game_runs(lesson: Lesson) -> None:
    host = lesson.at.start("Anna", "Bo")
    assert "Not while a game is on." in host.see("/host/teach")
    assert lesson.do(host, "look", dice=2) == 409
    assert lesson.camera.looks == 0


def test_sets_are_used_and_forgotten_and_stale_ones_are_said_to_be_so(lesson: Lesson) -> None:
    faces = dict.fromkeys(range(1, 7), 4)
    lesson.pupil.sets = [SetLine("old", faces, used=False, stale=True), SetLine("new", faces, True, False)]
    host = lesson.at.host()
    page = host.see("/host/teach")
    assert "old · learned through another window: teach them again" in page
    assert "new · in use" in page
    lesson.do(host, "use", name="old")
    lesson.do(host, "forget", name="old")
    assert lesson.pupil.done == ["use old", "forget old"]


def test_faces_that_were_never_shown_of_a_set_are_named(lesson: Lesson) -> None:
    lesson.pupil.sets = [OURS]
    host = lesson.at.host()
    assert "Not seen yet" not in host.see("/host/teach")
    lesson.pupil.sets = [replace(OURS, faces={**OURS.faces, 1: 0, 4: 0})]
    assert "Not seen yet" in host.see("/host/teach")
    assert re.findall('aria-label="([1-6])"', host.shown)[-2:] == ["1", "4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_of_a_set_or_a_suggestion_sounds_otherwise(lesson: Lesson, language: str) -> None:
    lesson.pupil.sets = [OURS, *(replace(OURS, name=name, used=False) for name in ("red", "green"))]
    lesson.pupil.suggestions = [SETTLED, replace(SETTLED, number=8)]
    heard = spoken(lesson.at.host(language).get("/host/teach").text)
    assert len(set(heard)) == len(heard) > 10


def test_suggestions_are_shown_confirmed_dropped_and_deleted_with_the_pictures(lesson: Lesson) -> None:
    lesson.pupil.suggestions, lesson.pupil.sets = [SETTLED], [OURS]
    host = lesson.at.host()
    assert "Throws that you settled." in host.see("/host/teach")
    assert host.get("/host/teach/suggestion/7").data == b"\xff\xd8 a throw"
    assert host.get("/host/teach/suggestion/8").status_code == 404
    assert lesson.at.phone().get("/host/teach/suggestion/7").status_code == 403
    lesson.do(host, "confirm", suggestion=7)
    lesson.do(host, "drop", suggestion=7)
    host.post("/host/forget")
    assert lesson.pupil.done == ["confirm 7", "drop 7", "forget pictures"]


@pytest.mark.parametrize("sets", [[], [replace(OURS, stale=True)], [replace(OURS, used=False)]])
def test_where_no_set_is_in_use_the_table_asks_for_one_first(lesson: Lesson, sets: list[SetLine]) -> None:
    lesson.pupil.suggestions, lesson.pupil.sets = [SETTLED], sets
    page = lesson.at.host().see("/host/teach")
    assert "First a set of dice has to be in use." in page
    assert "Learn it" not in page
    assert "Drop it" in page


def test_a_suggestion_of_something_else_than_the_camera_sees_says_both(lesson: Lesson) -> None:
    host = lesson.at.host()
    lesson.pupil.suggestions, lesson.pupil.sets = [replace(SETTLED, read=(3, 6))], [OURS]
    assert "The camera sees" not in host.see("/host/teach")
    lesson.pupil.suggestions = [replace(SETTLED, read=(3, 5))]
    assert "You say The camera sees" in host.see("/host/teach")
    assert re.findall('aria-label="([1-6])"', host.shown)[-4:] == ["3", "6", "3", "5"]


def test_what_nothing_can_be_learned_from_can_only_be_dropped(lesson: Lesson) -> None:
    lesson.pupil.sets = [OURS]
    lesson.pupil.suggestions = [replace(SETTLED, trouble=Trouble("strange_die"))]
    page = lesson.at.host().see("/host/teach")
    assert "At least one die does not look like this table's dice." in page
    assert "Learn it" not in page
    assert "Drop it" in page
    lesson.pupil.suggestions = [replace(SETTLED, trouble=Trouble("strange_die", stops=False))]
    page = lesson.at.host().see("/host/teach")
    assert "At least one die does not look like this table's dice." in page
    assert "Learn it" in page


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("look", {}),
        ("look", {"dice": "two"}),
        ("dance", {}),
        ("confirm", {"suggestion": "-1"}),
        ("take", {"die1": 1, "die2": 1}),
    ],
)
def test_what_no_page_sends_is_malformed(lesson: Lesson, what: str, fields: dict[str, object]) -> None:
    assert lesson.do(lesson.at.host(), what, **fields) == 400


@pytest.mark.parametrize(("what", "fields"), [("look", {"dice": 9}), ("learn", {"name": ""})])
def test_what_can_not_be_is_refused_with_a_sentence(
    lesson: Lesson, what: str, fields: dict[str, Any]
) -> None:
    host = lesson.at.host()
    assert lesson.do(host, what, **fields) == 409
    assert 'role="alert"' in host.shown


def test_a_full_disk_and_a_lost_camera_are_said(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("gone")

    monkeypatch.setattr(lesson.camera, "look", broken)
    monkeypatch.setattr(lesson.pupil, "learn", broken)
    host = lesson.at.host()
    assert lesson.do(host, "look", dice=2) == 503
    assert "The camera does not answer." in host.shown
    assert lesson.do(host, "learn", name="ours") == 503


def test_nothing_to_learn_from_is_a_refusal(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        raise LessonError("no_throws", "none")

    monkeypatch.setattr(lesson.pupil, "learn", nothing)
    host = lesson.at.host()
    assert lesson.do(host, "learn", name="ours") == 409
    assert "Take some throws first." in host.shown


@pytest.mark.parametrize("looks", [1, 6])
def test_a_name_that_is_refused_is_not_lost(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch, looks: int
) -> None:
    def others(name: str) -> None:
        raise LessonError("other_dice", "others")

    monkeypatch.setattr(lesson.pupil, "learn", others)
    host = lesson.at.host()
    lesson.pupil.taken = [((1, 2), (3, 4), (5, 6))[at % 3] for at in range(looks)]
    lesson.pupil.others = [True] * looks
    answer = host.post("/host/teach", {"do": "learn", "number": lesson.lesson.stand.number, "name": "ours"})
    assert answer.status_code == 409
    assert "These are not that set's dice." in plain(answer.text)
    assert 'required value="ours"' in answer.text
    assert ("<details" in answer.text) == (" open><summary>" in answer.text)


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_the_page_is_there_in_every_language(lesson: Lesson, language: str) -> None:
    assert "Throw the table's dice" not in lesson.at.host(language).see("/host/teach")


@pytest.mark.parametrize(
    ("sets", "offered"),
    [
        ([], "Our dice"),
        ([SetLine("Grün", {}, used=True, stale=False)], "Grün"),
        ([SetLine("Our dice", {}, used=False, stale=False)], ""),
    ],
    ids=["none yet", "one is in use", "another is kept"],
)
def test_no_set_that_is_not_in_use_is_offered_to_be_taught_other_dice(
    lesson: Lesson, sets: list[SetLine], offered: str
) -> None:
    host, lesson.pupil.sets = lesson.at.host(), sets
    lesson.do(host, "look", dice=2)
    lesson.do(host, "take", die1=2, die2=4)
    assert f'name="name" maxlength="96" required value="{offered}"' in host.get("/host/teach").text
