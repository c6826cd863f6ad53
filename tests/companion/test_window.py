"""The window as the program keeps, uses and checks it, and the two commands for it."""

import csv
import fcntl
import io
import os
import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

import vision
from companion import assembly
from companion.assembly import _at_window, assemble
from companion.fittings import wiring
from companion.fittings.eyes import TableEyes
from companion.fittings.health import Health
from companion.fittings.wiring import DEMO
from companion.kept.places import log_file
from companion.kept.suggestions import SuggestionBox
from companion.kept.window_store import KeptWindow, keep_window, kept_window, source_of
from companion.main import main
from companion.settings import Camera, CameraKind, Settings
from device.patient import PatientCamera
from table.actors import PEOPLE
from table.builds import Build
from table.log import Log
from table.ports import Frame
from table.table import Table
from tests.companion.test_teach import schooled
from tests.companion.windows import EMPTY, MIDDLE, RIM, TEST, Folder, Sensor, no_keeping, spoilt
from tests.ports import free_port
from tests.vision.drawn import draw
from vision import Calibration
from web.ports import State

USB = Camera(kind=CameraKind.USB)
LONG_S = 10.0


def kept(calibration: Calibration, **changes: object) -> KeptWindow:
    said: dict[str, object] = {"source": source_of(USB), "build": Build.PLATE, "said": Build.SHAKER}
    return KeptWindow(calibration, **{**said, **changes})  # type: ignore[arg-type]


# --- keeping ---


def test_what_is_kept_comes_back_with_its_build(tmp_path: Path, calibration: Calibration) -> None:
    keep_window(tmp_path, kept(calibration))
    again = kept_window(tmp_path, USB)
    assert again
    assert again.calibration.window == calibration.window
    assert again.build_for(Build.SHAKER) is Build.PLATE
    assert sorted(path.name for path in tmp_path.iterdir()) == ["calibration.npz"]


def test_settings_that_were_changed_since_set_up_have_the_last_word(calibration: Calibration) -> None:
    assert kept(calibration, build=Build.SHAKER, said=Build.SHAKER).build_for(Build.PLATE) is Build.PLATE


def test_the_set_up_of_another_camera_is_left_alone(tmp_path: Path, calibration: Calibration) -> None:
    keep_window(tmp_path, kept(calibration))
    assert kept_window(tmp_path, Camera(kind=CameraKind.PI)) is None


@pytest.mark.parametrize("broken", [b"", b"nonsense", vision.dump(vision.calibrate(EMPTY))])
def test_what_can_not_be_understood_counts_as_nothing_kept(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "calibration.npz").write_bytes(broken)
    assert kept_window(tmp_path, USB) is None


@pytest.mark.parametrize("seed", range(60))
def test_a_file_that_the_card_has_spoilt_counts_as_nothing_kept(
    tmp_path: Path, calibration: Calibration, seed: int
) -> None:
    keep_window(tmp_path, kept(calibration))
    file = tmp_path / "calibration.npz"
    file.write_bytes(spoilt(file.read_bytes(), seed))
    assert kept_window(tmp_path, USB) is None


def test_a_disk_that_fails_half_way_leaves_what_was_kept_before(
    tmp_path: Path, calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_window(tmp_path, kept(calibration))
    before = (tmp_path / "calibration.npz").read_bytes()

    def fail(_file: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        keep_window(tmp_path, kept(calibration, build=Build.SHAKER))
    assert (tmp_path / "calibration.npz").read_bytes() == before


def test_the_new_file_is_synced_before_it_takes_the_old_ones_name(
    tmp_path: Path, calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    named_at_sync: list[bool] = []
    fsync = os.fsync

    def watch(file: int) -> None:
        named_at_sync.append((tmp_path / "calibration.npz").exists())
        fsync(file)

    monkeypatch.setattr(os, "fsync", watch)
    keep_window(tmp_path, kept(calibration))
    assert named_at_sync == [False, True]


# --- eyes ---


def test_verdicts_are_read_with_what_set_up_has_just_learnt() -> None:
    learnt: list[Calibration] = []
    eyes = TableEyes(None, lambda calibration, _build: learnt.append(calibration))
    assert not eyes.survey([EMPTY]).troubles
    eyes.keep(Build.SHAKER)
    reading, _ = eyes.judge([draw(TEST)], 2)
    assert reading.seen == (2, 4)
    assert reading.window == learnt[0].window


def test_a_calibration_of_another_size_is_left_out_of_the_reading(calibration: Calibration) -> None:
    half = np.asarray(cv2.resize(draw(TEST), None, fx=0.5, fy=0.5), np.uint8)
    reading, _ = TableEyes(calibration, no_keeping).judge([half], 2)
    assert reading.window != calibration.window


def test_a_glance_has_its_faces_window_and_pips_inside_its_picture() -> None:
    eyes = TableEyes(None, no_keeping)
    eyes.survey([EMPTY])
    glance = eyes.read([draw(TEST)], 2)
    assert glance.window
    assert [face.pips for face in glance.faces] in ([2, 4], [4, 2])
    assert len(glance.picture.rings) == 6
    for x, y in (corner for face in glance.faces for corner in face.corners):
        assert 0 < x < glance.picture.width
        assert 0 < y < glance.picture.height


def test_dice_that_were_left_keep_the_window_from_being_learnt() -> None:
    eyes = TableEyes(None, no_keeping)
    assert [trouble.code for trouble in eyes.survey([draw(TEST)]).troubles][:1] == ["dice_left"]
    eyes.keep(Build.SHAKER)


# --- the program ---


def test_the_table_starts_with_the_calibration_and_the_build_that_were_proven(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = Camera(kind=CameraKind.FOLDER, folder=str(pictures))
    calibration = vision.calibrate(EMPTY)
    keep_window(tmp_path, kept(calibration, source=source_of(camera)))
    settings = Settings(camera=camera)
    given: list[Calibration | None] = []

    def read(
        frames: Sequence[Frame], expect: int, known: Calibration | None, taught: object
    ) -> vision.Reading:
        given.append(known)
        return vision.Reading((), vision.Reason.NO_DICE)

    settings = replace(settings, web=replace(settings.web, port=free_port()))
    with ExitStack() as parts:
        evening = assemble(tmp_path, settings, parts)
        monkeypatch.setattr(vision, "read", read)
        assert evening.referee.build is Build.PLATE
        assert evening.table.snapshot().note == "", "a simulated cup is never checked"
        evening.referee._read([EMPTY], 2)
    assert given[0]
    assert given[0].window == calibration.window


def test_whether_the_window_is_set_up_is_known_without_its_file(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    camera = Camera(kind=CameraKind.FOLDER, folder=str(pictures))
    keep_window(tmp_path, kept(vision.calibrate(EMPTY), source=source_of(camera)))
    settings = replace(Settings(camera=camera), web=replace(Settings().web, port=free_port()))
    watched: list[Health] = []

    def watch(health: Health, _table: Table) -> ExitStack:
        watched.append(health)
        return ExitStack()

    monkeypatch.setattr(assembly, "HealthWatch", watch)
    with ExitStack() as parts:
        assemble(tmp_path, settings, parts)
        (tmp_path / "calibration.npz").write_bytes(b"spoilt")
        signs = {sign.code: sign.state for sign in watched[0].signs()}
    assert signs["window"] is State.WELL
    assert not caplog.records


def test_a_new_window_takes_back_what_was_said_of_the_old_one_and_its_suggestions(
    tmp_path: Path, table: Table
) -> None:
    SuggestionBox(tmp_path).add(vision.encode(EMPTY, 95), (1, 2), "")
    with ExitStack() as parts:
        camera = PatientCamera(lambda: InTurn(EMPTY, EMPTY, draw(MIDDLE), draw(RIM), draw(TEST)))
        parts.callback(camera.close)
        hardware = replace(wiring.wire(Settings(), parts), camera=camera, setup_camera=camera)
        window = _at_window(tmp_path, Settings(), None, table, hardware, parts)
        assert window.check
        window.check.close()
        assert table.snapshot().note == "not_set_up"
        for shown in ((), (), (), (2, 4)):
            assert window.setup.look(shown).passed
            window.setup.next()
        window.setup.store()
        assert window.lesson.teacher.ready
        assert not window.lesson.teacher.suggestions
        assert list(window.check.signs()) == []
    assert table.snapshot().note == ""


class InTurn(Sensor):
    """A camera that shows one picture after another."""

    def __init__(self, *shown: Frame) -> None:
        super().__init__(shown[0])
        self.left = iter(shown)

    def look(self, frames: int) -> list[Frame]:
        self.shown = next(self.left)
        return super().look(frames)


# --- the commands ---


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder that plays the steps of set-up: a look each."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    shown = {"a_empty": EMPTY, "0": draw(TEST), "1": draw(MIDDLE), "2": draw(RIM), "3": draw(TEST)}
    for name, picture in shown.items():
        assert cv2.imwrite(str(folder / f"{name}.png"), picture)
    return folder


def maexle(command: str, tmp_path: Path, pictures: Path) -> int:
    return main([command, "--data", str(tmp_path / "data"), "--camera", f"folder:{pictures}"])


def answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_set_up_on_the_command_line_proves_stores_and_then_checks(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "", "", "", "", "4 2")
    assert maexle("setup", tmp_path, pictures) == 0
    assert "Build: shaker." in capsys.readouterr().out
    assert maexle("check", tmp_path, pictures) == 0
    assert capsys.readouterr().out.startswith("OK")


def test_without_a_pi_set_up_on_the_command_line_goes_to_its_end_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with (DEMO / "labels.csv").open(newline="") as file:
        clean = {row["file"]: row["values"] for row in csv.DictReader(file) if row["class"] == "clean"}

    def typed(question: str) -> str:
        lies = re.findall(r"(\S+) lies there", capsys.readouterr().out)
        return clean.get(Path(lies[-1]).name, "1 1") if question.startswith("The dice count") else ""

    schooled(tmp_path)
    monkeypatch.setattr("builtins.input", typed)
    assert main(["setup", "--data", str(tmp_path)]) == 0
    assert "The table learned its dice through another window" in capsys.readouterr().out
    assert main(["check", "--data", str(tmp_path)]) == 0
    assert "OK: the window is as it was at set-up." in capsys.readouterr().out


def test_set_up_on_the_command_line_offers_the_other_build(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "", "", "", "", "7 7", "5 3", "y")
    assert maexle("setup", tmp_path, pictures) == 0
    assert "Build: plate." in capsys.readouterr().out
    stored = kept_window(tmp_path / "data", Camera(kind=CameraKind.FOLDER, folder=str(pictures)))
    assert stored
    assert stored.build_for(Build.SHAKER) is Build.PLATE


def test_set_up_on_the_command_line_takes_another_window_or_one_that_is_typed(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "", "o", "the other one", "360 270 225", "", "", "", "4 2")
    assert maexle("setup", tmp_path, pictures) == 0
    said = capsys.readouterr().out
    radii = [int(part.split(",")[0]) for part in said.split("radius ")[1:] if part[0].isdigit()]
    assert radii == pytest.approx([217, 232, 232, 225], abs=2)
    stored = kept_window(tmp_path / "data", Camera(kind=CameraKind.FOLDER, folder=str(pictures)))
    assert stored
    assert stored.calibration.window.radius == pytest.approx(300, abs=2)


@pytest.mark.parametrize("lines", [["q"], [""]], ids=["q", "end of input"])
def test_set_up_that_is_stopped_stores_nothing(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    answer(monkeypatch, *lines)
    assert maexle("setup", tmp_path, pictures) == 1
    assert not (tmp_path / "data" / "calibration.npz").exists()


def test_a_window_that_changed_fails_the_check_and_says_what_to_do(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "", "", "", "", "4 2")
    maexle("setup", tmp_path, pictures)
    cv2.imwrite(str(pictures / "a_empty.png"), np.roll(EMPTY, 40, axis=1))
    capsys.readouterr()
    assert maexle("check", tmp_path, pictures) == 1
    assert "The camera has moved since set-up" in capsys.readouterr().out


def test_a_check_without_a_set_up_says_what_to_run_first(
    tmp_path: Path, pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir()
    Log(log_file(tmp_path / "data")).close()
    assert maexle("check", tmp_path, pictures) == 2
    assert "maexle setup" in capsys.readouterr().err


class LateCamera(PatientCamera):
    """Opens once somebody waits for that; the deadline of a look that does not wait is over before."""

    def __init__(self, folder: Folder) -> None:
        self._folder, self._may_open = folder, Event()
        super().__init__(self._late, timeout_s=0.05)

    def await_opening(self, patience_s: float) -> bool:
        self._may_open.set()
        tried = super().await_opening(patience_s)
        self._timeout_s = LONG_S
        return tried

    def _late(self) -> Folder:
        assert self._may_open.wait(LONG_S)
        return self._folder


def test_a_check_waits_for_a_camera_that_takes_longer_to_open_than_to_look(
    tmp_path: Path,
    calibration: Calibration,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Log(log_file(tmp_path)).close()
    keep_window(tmp_path, kept(calibration))
    monkeypatch.setattr(wiring, "_camera", lambda *_: LateCamera(Sensor(EMPTY)))
    assert main(["check", "--data", str(tmp_path), "--camera", "usb:0"]) == 0
    assert "OK: the window is as it was at set-up." in capsys.readouterr().out


@pytest.mark.parametrize("command", ["setup", "check"])
def test_while_a_game_runs_neither_command_looks(
    tmp_path: Path,
    pictures: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
) -> None:
    (tmp_path / "data").mkdir()
    table = Table(Log(tmp_path / "data" / "maexle.db"), lambda: "")
    table.start({"game": "maexle", "seats": ["A", "B"]}, PEOPLE, 0)
    table.close()
    answer(monkeypatch, "")
    assert maexle(command, tmp_path, pictures) == 2
    assert "a game runs" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["setup", "check"])
def test_neither_command_runs_beside_a_table_on_the_same_data(
    tmp_path: Path, pictures: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (tmp_path / "data").mkdir()
    Log(log_file(tmp_path / "data")).close()
    with (tmp_path / "data" / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert maexle(command, tmp_path, pictures) == 2
    assert "already runs" in capsys.readouterr().err
