"""A pin that something else has costs the table what hangs there, and no evening."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from urllib.request import urlopen

import pytest
from gpiozero import LED, Device

from companion.assembly import assemble
from companion.fittings import free_pins
from companion.fittings.wiring import Hardware, wire
from companion.settings import Button, ButtonKind, Camera, CameraKind, Lights, Settings, Web
from device.lights import Light
from device.pins import mock_pins
from tests.ports import free_port

NO_CAMERA = Camera(kind=CameraKind.NONE)


@pytest.fixture(autouse=True)
def a_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Pi whose pins are simulated, and stay the same ones however often somebody asks for them."""
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.1\0")
    monkeypatch.setenv("MAEXLE_MODEL", str(tmp_path / "model"))
    before = Device.pin_factory
    factory = mock_pins()
    monkeypatch.setattr(free_pins, "real_pins", lambda: factory)
    yield
    factory.reset()
    Device.pin_factory = before


@pytest.fixture
def parts() -> Iterator[ExitStack]:
    with ExitStack() as parts:
        yield parts


def wired(parts: ExitStack, button: ButtonKind = ButtonKind.AUTO) -> Hardware:
    return wire(Settings(camera=NO_CAMERA, button=Button(kind=button)), parts)


def test_a_light_whose_pin_is_taken_is_dark_and_the_others_shine(
    parts: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    parts.enter_context(LED(24))
    with caplog.at_level(logging.WARNING):
        hardware = wired(parts)
    hardware.lights.show(Light.TRUE)
    assert hardware.taken == (24,)
    assert "[lights] lie_gpio can't have GPIO 24" in caplog.text
    assert [Device.pin_factory.pin(gpio).state for gpio in (23, 27)] == [1, 1]


@pytest.mark.parametrize(
    ("button", "taken", "left"),
    [(ButtonKind.AUTO, 17, "none"), (ButtonKind.TWO, 18, "none"), (ButtonKind.ONE, 18, "one")],
)
def test_a_table_whose_button_s_pin_is_taken_is_played_by_phones(
    parts: ExitStack, button: ButtonKind, taken: int, left: str
) -> None:
    parts.enter_context(LED(taken))
    assert wired(parts, button).buttons == left


def test_a_table_that_gets_no_pins_at_all_goes_on_without_them(
    parts: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> None:
        raise OSError("the pins can't be used (GPIO busy)")

    monkeypatch.setattr(free_pins, "real_pins", refused)
    monkeypatch.setattr(Device, "pin_factory", None)
    hardware = wired(parts)
    hardware.lights.show(Light.LIE)
    assert (hardware.taken, hardware.buttons) == ((17, 22, 23, 24, 27), "none")


def told_to_whoever_wants_to_be_the_host(parts: ExitStack, data: Path, lights: Lights | None = None) -> str:
    port = free_port()
    settings = Settings(web=Web(port=port), camera=NO_CAMERA, lights=lights or Lights())
    assemble(data, settings, parts)
    with urlopen(f"http://127.0.0.1:{port}/host?lang=en") as page:
        told: str = unescape(page.read().decode())
    return told


def test_whoever_wants_to_be_the_host_is_sent_to_no_button_that_is_dead(
    parts: ExitStack, tmp_path: Path
) -> None:
    parts.enter_context(LED(17))
    told = told_to_whoever_wants_to_be_the_host(parts, tmp_path / "data")
    assert "PIN" in told
    assert "Hold the table's button" not in told


def test_where_the_button_has_no_light_nobody_waits_for_it_to_blink(parts: ExitStack, tmp_path: Path) -> None:
    told = told_to_whoever_wants_to_be_the_host(parts, tmp_path / "data", Lights(button_gpio=None))
    assert "Hold the table's button" in told
    assert "A television that a host has opened then shows four numbers." in told
    assert "blinks" not in told


def test_where_the_pin_of_its_light_is_taken_neither(parts: ExitStack, tmp_path: Path) -> None:
    parts.enter_context(LED(27))
    assert "blinks" not in told_to_whoever_wants_to_be_the_host(parts, tmp_path / "data")
