"""From start-up on the host hears what is wrong with the camera and its window, and of nothing else."""

import threading

import cv2
import numpy as np

from companion.fittings.eyes import TableEyes
from companion.fittings.window_check import CameraWatch, WindowCheck
from table.actors import PEOPLE
from table.ports import Frame
from table.table import Table
from tests.companion.windows import EMPTY, TEST, Folder, no_keeping
from tests.vision.drawn import draw
from vision import Calibration, calibrate
from web.ports import State

SOON_S = 10.0


def check(table: Table, camera: Folder, calibration: Calibration | None) -> str:
    WindowCheck(table, camera, TableEyes(calibration, no_keeping), 1).close()
    return table.snapshot().note


def test_a_window_as_at_set_up_says_nothing(table: Table, calibration: Calibration) -> None:
    camera = Folder(EMPTY)
    assert check(table, camera, calibration) == ""
    assert camera.looks == 1


def test_a_camera_that_moved_is_told_to_the_host(table: Table, calibration: Calibration) -> None:
    moved = np.roll(EMPTY, 40, axis=1)
    assert check(table, Folder(moved), calibration) == "window_window_moved"


def test_a_look_that_finds_all_well_takes_back_what_a_reading_said(
    table: Table, calibration: Calibration
) -> None:
    table.tell_host("window_window_moved")
    assert check(table, Folder(EMPTY), calibration) == ""


def test_a_set_up_for_another_size_is_told_to_the_host(table: Table, calibration: Calibration) -> None:
    assert check(table, Folder(EMPTY[::2, ::2].copy()), calibration) == "window_other_size"


def test_a_camera_that_was_never_set_up_is_told_to_the_host(table: Table) -> None:
    assert check(table, Folder(EMPTY), None) == "not_set_up"


def test_dice_that_lie_there_at_start_up_are_nothing_to_tell(table: Table, calibration: Calibration) -> None:
    assert check(table, Folder(draw(TEST)), calibration) == ""


def test_dice_that_hide_a_lamps_image_at_start_up_are_nothing_to_tell(table: Table) -> None:
    lamp = EMPTY.copy()
    cv2.circle(lamp, (round(TEST[0][1]), round(TEST[0][2])), 12, (255, 255, 255), cv2.FILLED)
    assert check(table, Folder(draw(TEST)), calibrate(lamp)) == ""


def test_a_note_that_a_start_answers_is_shown_first_and_what_the_check_saw_after_it(table: Table) -> None:
    table.tell_host("log_damaged")
    assert check(table, Folder(EMPTY), None) == "log_damaged"
    assert table.start({"game": "maexle", "seats": ["A", "B"]}, PEOPLE, 0).note == "not_set_up"


def test_how_window_and_lamps_are_is_known_from_the_last_look(table: Table, calibration: Calibration) -> None:
    camera = Folder(EMPTY)
    checking = WindowCheck(table, camera, TableEyes(calibration, no_keeping), 1)
    checking.close()
    assert {sign.code: sign.state for sign in checking.signs()} == {"view": State.WELL, "lamps": State.WELL}
    camera.shown = np.asarray(EMPTY // 3, np.uint8)
    checking.look_again()
    dark = {sign.code: sign for sign in checking.signs()}
    assert dark["lamps"].state is State.WATCH
    assert table.snapshot().note == f"window_{dark['lamps'].value}"
    camera.shown = EMPTY
    checking.look_again()
    assert {sign.state for sign in checking.signs()} == {State.WELL}
    assert table.snapshot().note == ""


def test_whoever_asks_for_a_look_in_the_middle_of_a_game_gets_none(
    table: Table, calibration: Calibration
) -> None:
    camera = Folder(EMPTY)
    checking = WindowCheck(table, camera, TableEyes(calibration, no_keeping), 1)
    checking.close()
    table.start({"game": "maexle", "seats": ["A", "B"]}, PEOPLE, 0)
    checking.look_again()
    assert camera.looks == 1


def test_a_window_that_was_never_set_up_has_nothing_to_be_compared_with(table: Table) -> None:
    checking = WindowCheck(table, Folder(EMPTY), TableEyes(None, no_keeping), 1)
    checking.close()
    assert list(checking.signs()) == []


def test_in_the_middle_of_a_game_the_check_does_not_look(table: Table, calibration: Calibration) -> None:
    table.start({"game": "maexle", "seats": ["A", "B"]}, PEOPLE, 0)
    camera = Folder(np.roll(EMPTY, 40, axis=1))
    assert check(table, camera, calibration) == ""
    assert camera.looks == 0


class Slow(Folder):
    """A camera that gives nothing at its first looks."""

    def __init__(self, picture: Frame, failures: int) -> None:
        super().__init__(picture)
        self._failures = failures

    def look(self, frames: int) -> list[Frame]:
        if self._failures:
            self._failures -= 1
            self.looks += 1
            raise OSError("still starting")
        return super().look(frames)


def test_a_camera_that_fails_at_start_up_leaves_the_table_running(table: Table) -> None:
    camera = Slow(EMPTY, failures=10**6)
    check(table, camera, None)
    assert table.snapshot().note == ""


def test_a_camera_that_is_slow_to_open_is_checked_once_it_is_there(
    table: Table, calibration: Calibration
) -> None:
    camera = Slow(np.roll(EMPTY, 40, axis=1), failures=5)
    checking = WindowCheck(table, camera, TableEyes(calibration, no_keeping), 1, pause_s=0.001)
    try:
        assert seen_by_the_host(table, "window_window_moved")
        assert camera.looks == 6
    finally:
        checking.close()


def test_a_camera_that_stays_away_is_told_to_the_host_until_it_is_back(table: Table) -> None:
    there = threading.Event()
    watch = CameraWatch(table, there.is_set, patience_s=0.003, poll_s=0.001)
    try:
        assert seen_by_the_host(table, "camera_gone")
        there.set()
        assert seen_by_the_host(table, "")
        there.clear()
        assert seen_by_the_host(table, "camera_gone")
    finally:
        watch.close()


def test_that_the_camera_is_back_takes_no_other_note_away(table: Table) -> None:
    table.tell_host("log_damaged")
    table.untell_host("camera_gone")
    assert table.snapshot().note == "log_damaged"


def test_a_camera_that_is_gone_from_the_start_is_still_told_in_the_next_game(table: Table) -> None:
    watch = CameraWatch(table, lambda: False, patience_s=0.003, poll_s=0.001)
    try:
        assert seen_by_the_host(table, "camera_gone")
        assert table.start({"game": "maexle", "seats": ["A", "B"]}, PEOPLE, 0).note == "camera_gone"
    finally:
        watch.close()


def seen_by_the_host(table: Table, note: str) -> bool:
    """Wait until the host's note is this one."""
    shot = table.snapshot()
    for _ in range(100):
        if shot.note == note:
            return True
        shot = table.wait(shot.revision, SOON_S)
    return False
