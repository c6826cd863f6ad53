"""What people settle at a table: which suggestions it makes, and what is learned from them."""

import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest

import vision
from companion.fittings import settled as settled_throws
from companion.fittings.eyes import TableEyes
from companion.fittings.settled import SettledThrows, settled_by_people
from companion.fittings.teacher import encoded
from companion.kept.suggestions import ABOUT, FILE, MOST, Settled, SuggestionBox
from games.moves import Reveal
from table.actors import CAMERA
from table.builds import Build, counts
from table.lesson import LessonError
from table.log import Log
from table.look import Look, Stage
from table.ports import Frame
from table.table import Table
from tests.companion.test_teach import HERE, let_all_lean, schooled
from tests.table.evening import HOST, play, start
from tests.vision.lesson_throws import EMPTY, PAIRS, TABLE, thrown
from vision.taught import dice


def test_what_people_settle_is_suggested_and_learned_on_the_host_s_word_only(tmp_path: Path) -> None:
    shelf, box, teacher = schooled(tmp_path)
    before = shelf.sets["ours"].dice
    box.add(vision.encode(thrown((4, 6), 94), 95), (4, 6), HERE)
    assert [one.values for one in teacher.suggestions] == [(4, 6)]
    assert shelf.sets["ours"].dice is before
    teacher.confirm(teacher.suggestions[0].number)
    assert shelf.sets["ours"].dice.faces == before.faces | {4: before.faces[4] + 1, 6: before.faces[6] + 1}
    assert not teacher.suggestions


def test_what_was_settled_through_another_window_is_neither_shown_nor_learned(tmp_path: Path) -> None:
    shelf, box, teacher = schooled(tmp_path)
    before = shelf.sets["ours"].dice
    number = box.add(vision.encode(thrown((4, 6), 94), 95), (4, 6), "another window's mark")
    assert not teacher.suggestions
    with pytest.raises(LessonError):
        teacher.confirm(number)
    assert shelf.sets["ours"].dice is before


def test_a_number_is_given_once_so_that_no_page_confirms_another_throw(tmp_path: Path) -> None:
    box = SuggestionBox(tmp_path)
    shown = box.add(b"what a page showed", (4, 6), HERE)
    box.remove(shown)
    assert box.add(b"another throw", (1, 6), HERE) == shown + 1
    box.clear()
    box.add(b"a third", (1, 6), HERE)
    box.remove(shown + 2)
    assert SuggestionBox(tmp_path).add(b"after a restart", (1, 6), HERE) == shown + 3


def test_suggestions_survive_a_restart_are_few_and_go_with_the_pictures(tmp_path: Path) -> None:
    box = SuggestionBox(tmp_path)
    for pips in range(MOST + 3):
        box.add(b"jpeg %d" % pips, (pips % 6 + 1,), HERE)
    again = SuggestionBox(tmp_path)
    assert [one.number for one in again.kept] == list(range(4, MOST + 4))
    again.clear()
    assert not SuggestionBox(tmp_path).kept
    assert not list(tmp_path.iterdir())
    (tmp_path / "suggestions.zip").write_bytes(b"nothing")
    assert not SuggestionBox(tmp_path).kept


@dataclass
class Settling:
    """A table at which a throw is doubted, and who makes suggestions of what people say of it."""

    table: Table
    box: SuggestionBox
    eyes: TableEyes
    follower: SettledThrows

    def ask(self, frame: Frame = EMPTY, values: tuple[int, int] = (3, 5)) -> None:
        """Let somebody challenge, the reader doubt what lies there, and people say what it is."""
        shot = play(self.table, "0:43 1:challenge")
        _, picture = self.eyes.judge([frame], 2)
        shot = self.table.report(Look(shot.version, stage=Stage.ASKING, reason="blurred", picture=picture))
        self.table.enter(values, HOST, shot.version)


@pytest.fixture(params=list(Build))
def build(request: pytest.FixtureRequest) -> Build:
    return Build(request.param)


@pytest.fixture
def settling(tmp_path: Path, build: Build) -> Iterator[Settling]:
    table = Table(Log(tmp_path / "maexle.db"), lambda: "")
    eyes, box = TableEyes(TABLE, lambda *_: None), SuggestionBox(tmp_path)
    follower = SettledThrows(table, eyes, box, lambda: build)
    start(table)
    yield Settling(table, box, eyes, follower)
    follower.close()
    table.close()


def test_a_doubt_that_people_settle_and_an_appeal_become_suggestions(
    settling: Settling, build: Build
) -> None:
    settling.ask()
    settled(settling.table, settling.box, counts((3, 5), build))
    play(settling.table, "correct:65")
    settled(settling.table, settling.box, counts((6, 5), build))


def test_pictures_that_are_deleted_while_a_suggestion_is_made_leave_none(
    settling: Settling, monkeypatch: pytest.MonkeyPatch
) -> None:
    deleted = Event()

    def meanwhile(frame: Frame) -> bytes:
        settling.table.forget_pictures(HOST)
        settling.box.clear()
        deleted.set()
        return encoded(frame)

    monkeypatch.setattr(settled_throws, "encoded", meanwhile)
    settling.ask()
    assert deleted.wait(10)
    settling.follower.close()
    assert not settling.box.kept


def test_pictures_that_are_deleted_during_an_appeal_leave_nothing_of_what_was_said_before(
    settling: Settling, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    settling.ask()
    settled(settling.table, settling.box, counts((3, 5), build))
    said_of, deleted = settling.box.said_of, Event()

    def meanwhile(jpeg: bytes) -> Settled | None:
        before = said_of(jpeg)
        settling.table.forget_pictures(HOST)
        settling.box.clear()
        deleted.set()
        return before

    monkeypatch.setattr(settling.box, "said_of", meanwhile)
    play(settling.table, "correct:65")
    assert deleted.wait(10)
    settling.follower.close()
    assert not settling.box.kept


def test_what_people_take_back_is_no_suggestion_any_more(settling: Settling, build: Build) -> None:
    settling.ask()
    settled(settling.table, settling.box, counts((3, 5), build))
    play(settling.table, "undo")
    settled(settling.table, settling.box)


def test_an_appeal_that_is_taken_back_leaves_what_people_said_before(
    settling: Settling, build: Build
) -> None:
    settling.ask()
    first = counts((3, 5), build)
    settled(settling.table, settling.box, first)
    for appeal in ((6, 5), (6, 4)):
        play(settling.table, f"correct:{appeal[0]}{appeal[1]}")
        settled(settling.table, settling.box, counts(appeal, build))
    play(settling.table, "undo")
    settled(settling.table, settling.box, counts((6, 5), build))
    play(settling.table, "undo")
    settled(settling.table, settling.box, first)
    play(settling.table, "undo")
    settled(settling.table, settling.box)


def test_whoever_takes_two_settled_throws_back_takes_both_suggestions_back(
    settling: Settling, build: Build
) -> None:
    settling.ask()
    first = counts((3, 5), build)
    settled(settling.table, settling.box, first)
    settling.ask(thrown((1, 2), 3), (3, 6))
    settled(settling.table, settling.box, first, counts((3, 6), build))
    play(settling.table, "undo undo")
    settled(settling.table, settling.box)


def settled(table: Table, box: SuggestionBox, *values: tuple[int, ...]) -> None:
    """Wait until those alone are suggested; each wait ends with whatever the table shows next."""
    for _ in range(200):
        if [one.values for one in box.kept] == list(values):
            return
        table.wait(table.snapshot().revision, 0.05)
    raise AssertionError(f"{box.kept}, not {values}")


def test_a_call_that_is_taken_back_settles_nothing_that_the_camera_has_ruled(table: Table) -> None:
    start(table)
    shot = play(table, "0:43 1:challenge")
    table.submit(Reveal((3, 5)), CAMERA, shot.version)
    shot = play(table, "0:54 undo")
    assert shot.game
    assert isinstance(shot.game.match.last.move, Reveal)
    assert settled_by_people(table.entries(), shot.version) is None


def test_a_suggestion_that_says_nothing_new_is_refused_and_stays(tmp_path: Path) -> None:
    shelf, box, teacher = schooled(tmp_path)
    before = shelf.sets["ours"]
    box.add(vision.encode(thrown((3, 5), 96, body=70, pip=215), 95), (2, 6), HERE)
    with pytest.raises(LessonError) as refused:
        teacher.confirm(box.kept[0].number)
    assert refused.value.code == "not_found"
    assert len(box.kept) == 1
    assert shelf.sets["ours"] is before


def test_of_other_dice_that_people_settled_nothing_is_learned(tmp_path: Path) -> None:
    shelf, box, teacher = schooled(tmp_path)
    before = shelf.sets["ours"]
    box.add(vision.encode(thrown((3, 5), 91, body=70, pip=215), 95), (3, 5), HERE)
    box.add(vision.encode(thrown((4, 6), 94), 95), (4, 6), HERE)
    other, ours = teacher.suggestions
    assert (other.trouble and other.trouble.code, ours.trouble) == ("strange_die", None)
    with pytest.raises(LessonError):
        teacher.confirm(other.number)
    assert shelf.sets["ours"] is before


def test_of_a_die_that_leaned_when_people_settled_it_nothing_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, box, teacher = schooled(tmp_path)
    box.add(vision.encode(thrown((4, 6), 94), 95), (4, 6), HERE)
    let_all_lean(monkeypatch)
    (suggested,) = teacher.suggestions
    assert suggested.trouble
    assert suggested.trouble.code == "tilted"
    with pytest.raises(LessonError):
        teacher.confirm(suggested.number)


@pytest.mark.parametrize(("values", "said"), [({"3": [4, 6], "4": [1, 2]}, "are lost: 2"), ({}, "")])
def test_suggestions_of_an_older_program_are_said_to_be_lost(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, values: Mapping[str, object], said: str
) -> None:
    with zipfile.ZipFile(tmp_path / FILE, "w") as archive:
        archive.writestr(ABOUT, json.dumps(values))
    assert not SuggestionBox(tmp_path).kept
    assert said in caplog.text
    assert bool(caplog.text) is bool(said)


def test_of_a_picture_that_was_learned_from_what_is_said_last_counts(tmp_path: Path) -> None:
    shelf, box, teacher = schooled(tmp_path)
    picture = vision.encode(thrown((4, 6), 94), 95)
    for values in ((4, 6), (4, 6)):  # as after a power cut between learning it and putting it away
        box.add(picture, values, HERE)
        teacher.confirm(teacher.suggestions[0].number)
    assert len(shelf.throws("ours")) == len(PAIRS) + 1


def test_a_suggestion_that_is_gone_is_said_to_be_gone(tmp_path: Path) -> None:
    _, box, teacher = schooled(tmp_path)
    box.add(vision.encode(thrown((4, 6), 94), 95), (4, 6), HERE)
    box.clear()
    with pytest.raises(LessonError) as refused:
        teacher.confirm(1)
    assert refused.value.code == "stale"


def test_a_suggestion_is_looked_at_once_however_often_it_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, box, teacher = schooled(tmp_path)
    box.add(vision.encode(thrown((4, 6), 94), 95), (4, 6), HERE)
    shown = teacher.suggestions
    monkeypatch.setattr(vision, "decode_colour", None)
    assert teacher.suggestions == shown
    box.clear()
    assert teacher.suggestions == []


def test_a_suggestion_that_is_shown_and_learned_asks_the_witness_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, box, teacher = schooled(tmp_path)
    box.add(vision.encode(thrown((4, 6), 94), 95), (4, 6), HERE)
    witness = Mock(wraps=dice.measure)
    monkeypatch.setattr(dice, "measure", witness)
    (suggested,) = teacher.suggestions
    teacher.confirm(suggested.number)
    assert witness.call_count == 1
