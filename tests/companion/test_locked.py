"""The camera's light and lens go with the set-up: found in its first step, and kept with the window."""

import gc
import json
import weakref
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any
from unittest.mock import Mock

import pytest

from companion.assembly import _at_window, assemble
from companion.commands.bare_table import open_bare_table
from companion.fittings import setup_camera, wiring
from companion.fittings.setup_camera import SetupCamera
from companion.kept import window_store
from companion.kept.window_store import KeptWindow, keep_window, kept_window, source_of, understood
from companion.settings import Camera, CameraKind, Settings
from device.light_and_lens import LightAndLens, Locked
from device.patient import PatientCamera
from table.actors import PEOPLE
from table.builds import Build
from table.log import Log
from table.ports import Camera as Sees
from table.ports import Frame
from table.table import Table
from table.window import WindowSetup
from tests.companion.windows import EMPTY, MIDDLE, RIM, TEST, Sensor
from tests.ports import free_port
from tests.vision.drawn import draw
from vision import Calibration, dump

PI = Settings(camera=Camera(kind=CameraKind.PI))
KEPT = Locked(12_000, 3.0, (1.1, 2.2), 7.9)
LONG_S = 10.0
SHORT_S = 0.2
Opened = SimpleQueue[Locked | None]
FOUND = Locked(8000, 2.0, (1.5, 1.8), 7.5)


class Sensitive(Sensor):
    """One that settles as the Pi's camera does; opened with what `opened` says."""

    opened: "Opened"

    def __init__(self, size: object, lamps: AbstractContextManager[object], own: LightAndLens) -> None:
        super().__init__(EMPTY)
        self.own = own
        self.opened.put(own.wanted)
        self.laid = iter([EMPTY] * 3 + [draw(MIDDLE), draw(RIM), draw(TEST)])

    def look(self, frames: int) -> list[Frame]:
        if self.own.trying:
            self.shown = next(self.laid)
        if self.own.wanted is None:
            self.own.found(FOUND)
        return super().look(frames)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """What light and lens each camera was opened with."""
    opened: Opened = SimpleQueue()
    monkeypatch.setattr(wiring, "PiCamera", type("Opened", (Sensitive,), {"opened": opened}))
    return opened


def kept(calibration: Calibration, locked: Locked | None) -> KeptWindow:
    return KeptWindow(calibration, source_of(PI.camera), Build.SHAKER, Build.SHAKER, locked)


def test_the_camera_opens_with_what_was_kept(
    tmp_path: Path, calibration: Calibration, opened: Opened
) -> None:
    keep_window(tmp_path, kept(calibration, KEPT))
    with ExitStack() as parts:
        open_bare_table(tmp_path, PI, parts)
    assert opened.get(timeout=LONG_S) == KEPT


def test_the_table_s_camera_opens_with_what_was_kept(
    tmp_path: Path, calibration: Calibration, opened: Opened
) -> None:
    keep_window(tmp_path, kept(calibration, KEPT))
    with ExitStack() as parts:
        assemble(tmp_path, replace(PI, web=replace(PI.web, port=free_port())), parts)
        assert opened.get(timeout=LONG_S) == KEPT


def test_set_up_keeps_what_its_first_step_found(
    tmp_path: Path, table: Table, calibration: Calibration, opened: Opened
) -> None:
    before = kept(calibration, KEPT)
    with ExitStack() as parts:
        hardware = wiring.wire(PI, parts, before.locked)
        window = _at_window(tmp_path, PI, before, table, hardware, parts)
        assert window.check
        window.check.close()
        for shown in ((), (), (), (2, 4)):
            assert window.setup.look(shown).passed
            assert hardware.light_and_lens.wanted == KEPT, "for others than set-up, before it is kept"
            window.setup.next()
        window.setup.store()
        assert hardware.light_and_lens.wanted == FOUND
    again = kept_window(tmp_path, PI.camera)
    assert again
    assert again.locked == FOUND
    assert (opened.get(timeout=LONG_S), opened.empty()) == (KEPT, True)


def at_the_table(tmp_path: Path, before: KeptWindow, parts: ExitStack) -> tuple[WindowSetup, LightAndLens]:
    table = Table(Log(tmp_path / "maexle.db"), lambda: "")
    parts.callback(table.close)
    hardware = wiring.wire(PI, parts, before.locked)
    window = _at_window(tmp_path, PI, before, table, hardware, parts)
    assert window.check
    window.check.close()
    return window.setup, hardware.light_and_lens


def at_the_command(tmp_path: Path, before: KeptWindow, parts: ExitStack) -> tuple[WindowSetup, LightAndLens]:
    keep_window(tmp_path, before)
    top = open_bare_table(tmp_path, PI, parts)
    own = top.hardware.light_and_lens
    looks = (top.table.snapshot, top.hardware.setup_camera, top.eyes)
    return WindowSetup(*looks, top.build, anew=top.begin_anew, dim=own.dim), own


class Counted:
    """A camera that counts, before each of its looks, which frames of the looks before are still held."""

    def __init__(self, inner: Sees) -> None:
        self._inner = inner
        self._given: list[weakref.ref[Frame]] = []
        self.held: list[int] = []

    def look(self, frames: int) -> list[Frame]:
        gc.collect()
        self.held.append(sum(frame() is not None for frame in self._given))
        given = self._inner.look(frames)
        self._given += map(weakref.ref, given)
        return given

    def close(self) -> None:
        self._inner.close()


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize("begun", [at_the_table, at_the_command])
def test_set_up_that_begins_anew_holds_no_picture_of_the_one_before(
    tmp_path: Path,
    calibration: Calibration,
    begun: Callable[[Path, KeptWindow, ExitStack], tuple[WindowSetup, LightAndLens]],
) -> None:
    with ExitStack() as parts:
        setup, _ = begun(tmp_path, kept(calibration, KEPT), parts)
        setup._camera = camera = Counted(setup._camera)
        for _ in range(2):
            setup.look()
            setup.begin()
    assert camera.held[::3] == [0, 0], "but for the same window in less light"


@pytest.mark.parametrize("at", [at_the_table, at_the_command])
def test_on_a_full_disk_the_old_light_is_held_with_the_old_window(
    tmp_path: Path,
    calibration: Calibration,
    opened: Opened,
    monkeypatch: pytest.MonkeyPatch,
    at: Callable[[Path, KeptWindow, ExitStack], tuple[WindowSetup, LightAndLens]],
) -> None:
    with ExitStack() as parts:
        setup, own = at(tmp_path, kept(calibration, KEPT), parts)
        for shown in ((), (), (), (2, 4)):
            assert setup.look(shown).passed
            setup.next()
        with monkeypatch.context() as full:
            full.setattr(window_store, "write_whole", Mock(side_effect=OSError("disk full")))
            with pytest.raises(OSError, match="disk full"):
                setup.store()
        assert own.wanted == KEPT
        setup.store()
        assert own.wanted == FOUND


def test_what_set_up_finds_when_nobody_waits_any_longer_counts_for_no_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Slow(Sensor):
        def look(self, frames: int) -> list[Frame]:
            begun.set()
            assert may_end.wait(LONG_S)
            own.found(FOUND)
            return super().look(frames)

        def close(self) -> None:
            ended.set()

    begun, may_end, ended = Event(), Event(), Event()
    own, slow = LightAndLens(kept=KEPT), Slow(EMPTY)
    monkeypatch.setattr(setup_camera, "FINDING_S", SHORT_S)
    with closing(PatientCamera(lambda: slow, timeout_s=SHORT_S)) as camera:
        assert camera.await_opening(LONG_S)
        with pytest.raises(TimeoutError):
            SetupCamera(camera, own).look(1)
        assert begun.wait(LONG_S)
        may_end.set()
    assert ended.wait(LONG_S)
    assert (own.wanted, own.tried) == (KEPT, FOUND)


def test_a_look_at_the_table_in_mid_game_is_told_that_somebody_plays(tmp_path: Path, opened: Opened) -> None:
    with closing(Table(Log(tmp_path / "maexle.db"), lambda: "")) as table, ExitStack() as parts:
        table.start({"game": "maexle", "seats": ["A", "B"]}, PEOPLE, 0)
        table.close()
        top = open_bare_table(tmp_path, PI, parts)
        assert not top.hardware.light_and_lens.may_look()


def test_a_camera_that_tells_nothing_of_its_light_has_none_kept(
    tmp_path: Path, calibration: Calibration
) -> None:
    keep_window(tmp_path, kept(calibration, None))
    again = kept_window(tmp_path, PI.camera)
    assert again
    assert again.locked is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("exposure_us", 10**30),
        ("exposure_us", "8000"),
        ("gain", -1),
        ("gain", float("nan")),
        ("colour_gains", [1.5]),
        ("colour_gains", 1.5),
        ("lens_position", [7.8]),
        ("lens_position", 33),
        ("locked", "all"),
    ],
)
def test_light_and_lens_that_no_camera_could_hold_are_found_anew_and_the_window_stays(
    calibration: Calibration, name: str, value: Any
) -> None:
    locked: Any = {"exposure_us": 8000, "gain": 2.0, "colour_gains": [1.5, 1.8], "lens_position": 7.5}
    locked = value if name == "locked" else {**locked, name: value}
    line = {"source": "pi:", "build": "shaker", "said": "shaker", "locked": locked}
    stored = BytesIO(dump(calibration))
    with zipfile.ZipFile(stored, "a") as archive:
        archive.writestr(window_store.MEMBER, json.dumps(line))
    again = understood(stored.getvalue())
    assert again.locked is None
    assert again.calibration.window == calibration.window


def test_what_is_kept_comes_back(tmp_path: Path, calibration: Calibration) -> None:
    for locked in (KEPT, Locked(12_000, 3.0), Locked()):
        keep_window(tmp_path, kept(calibration, locked))
        again = kept_window(tmp_path, PI.camera)
        assert again
        assert again.locked == locked
