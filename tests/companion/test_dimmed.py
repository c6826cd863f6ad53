"""Light dice in a dark cup: what suits the empty window blows them out, and set-up takes less light."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from companion.assembly import _at_window
from companion.fittings import wiring
from companion.kept.window_store import kept_window
from companion.settings import Camera, CameraKind, Settings
from device.light_and_lens import LightAndLens, Locked
from table.ports import Frame
from table.table import Table
from tests.companion.windows import EMPTY, MIDDLE, RIM, TEST, Sensor
from tests.vision.drawn import draw
from vision.picture import to_gray
from vision.window.light import GAMMA

TREE = Path(__file__).parents[2]
PI = Settings(camera=Camera(kind=CameraKind.PI))
FOUND = Locked(8000, 2.0, (1.5, 1.8), 7.5)
LIGHT = 16_000.0
"""Exposure times gain of what is found."""
LIGHTER = 1.8


class InTheDark(Sensor):
    """A Pi's camera over a dark cup: what its automatics find makes pictures lighter than drawn."""

    def __init__(self, size: object, lamps: object, own: LightAndLens) -> None:
        super().__init__(EMPTY)
        self.own = own

    def look(self, frames: int) -> list[Frame]:
        if self.own.wanted is None:
            self.own.found(FOUND)
        held = self.own.wanted
        assert held
        assert held.exposure_us
        assert held.gain
        times = LIGHTER * held.exposure_us * held.gain / LIGHT
        return [by_light(frame, times) for frame in super().look(frames)]


def by_light(frame: Frame, times: float) -> Frame:
    """Return a picture as a sensor has it that takes so many times the light; noise stays."""
    light = (frame / 255.0) ** GAMMA * times
    shown = np.asarray(255 * np.minimum(light, 1) ** (1 / GAMMA), np.uint8)
    return np.asarray(shown ^ (frame & 1), np.uint8)


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Callable[[], InTheDark]:
    """Return the camera that the table has opened."""
    made: list[InTheDark] = []

    def make(size: object, lamps: object, own: LightAndLens) -> InTheDark:
        made.append(InTheDark(size, lamps, own))
        return made[-1]

    monkeypatch.setattr(wiring, "PiCamera", make)
    return lambda: made[-1]


def test_light_dice_that_the_light_of_a_dark_cup_blows_out_are_read_in_less_light(
    tmp_path: Path, table: Table, camera: Callable[[], InTheDark]
) -> None:
    with ExitStack() as parts:
        hardware = wiring.wire(PI, parts, None)
        window = _at_window(tmp_path, PI, None, table, hardware, parts)
        assert window.check
        window.check.close()
        setup = window.setup
        for shown, values in ((EMPTY, ()), (draw(MIDDLE), ()), (draw(RIM), ()), (draw(TEST), (2, 4))):
            camera().shown = shown
            stand = setup.look(values)
            assert (stand.passed, stand.troubles) == (True, ()), stand.step
            setup.next()
        setup.store()
    kept = kept_window(tmp_path, PI.camera)
    assert kept
    assert kept.locked == Locked(4000, 1.0, (1.5, 1.8), 7.5)
    assert abs(np.median(kept.calibration.background) - np.median(to_gray(by_light(EMPTY, LIGHTER / 4)))) < 2


@pytest.mark.parametrize(("width", "height", "looks"), [(2304, 1296, 3), (2592, 1944, 1)])
def test_frames_that_would_leave_no_room_for_darker_ones_are_seen_in_one_light(
    tmp_path: Path, table: Table, camera: Callable[[], InTheDark], width: int, height: int, looks: int
) -> None:
    # A busy machine takes longer to draw such frames than a camera may take to give them
    large = Settings(camera=Camera(kind=CameraKind.PI, width=width, height=height, timeout_s=30))
    with ExitStack() as parts:
        hardware = wiring.wire(large, parts, None)
        window = _at_window(tmp_path, large, None, table, hardware, parts)
        assert window.check
        window.check.close()
        before = camera().looks
        window.setup.look()
        assert camera().looks - before == looks


@pytest.mark.parametrize("paper", ["docs/setup.md", "systemd/maexle.toml"])
@pytest.mark.parametrize("frames", [3, 10])
def test_it_is_written_down_from_what_size_they_are_seen_in_one_light(paper: str, frames: int) -> None:
    rows = next(
        rows for rows in range(9999, 0, -1) if Camera(width=1000, height=rows, frames=frames).has_room_to_dim
    )
    assert f" {rows / 1000:.1f}" in (TREE / paper).read_text(encoding="utf-8")
