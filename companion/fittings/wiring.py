"""The wiring: which camera, which pins. The only place that knows what hangs on this machine."""

import os
import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import device
from companion.fittings.demo import TableTop
from companion.fittings.free_pins import with_free_pins
from companion.fittings.setup_camera import SetupCamera
from companion.kept.window_store import KeptWindow
from companion.settings import ButtonKind, CameraKind, Settings, SettingsError
from companion.settings import Camera as CameraSettings
from device.button import ButtonEvents, NoButton, OneButton, TwoButtons
from device.cup import SimulatedCup, dice_in, laid_in, other_dice_in
from device.lamps import Lamps, NoLamps
from device.light_and_lens import LightAndLens, Locked
from device.lights import Lights
from device.patient import MissingCamera, PatientCamera
from device.pi_camera import PiCamera
from device.pins import SimulatedPress, mock_pins
from device.usb_camera import UsbCamera
from table.ports import Camera
from table.table import Table
from table.window import lies_open, may_look

DEMO: Final = Path(device.__file__).parent / "demo"
MODEL: Final = "/proc/device-tree/model"
"""Where a Pi's kernel says what machine it is; for tests the environment's MAEXLE_MODEL names another."""
NO_CAMERA: Final = (
    "the settings say that this table has no camera: to use one, set another kind "
    "([camera] kind, or --camera): auto, pi or usb"
)

AnyButton = OneButton | TwoButtons | NoButton
AnyLamps = Lamps | NoLamps


@dataclass(frozen=True, slots=True)
class Hardware:
    """What hangs on the table, real or simulated; `simulated` names what is not real.

    `setup_camera` is the same camera as set-up looks through it, `light_and_lens` what it locks, if it can.
    `make_button` wires the button to what it does, `button_shines` says whether it has a light. `cup` is the
    simulated one, where there is no camera; `top` is what the simulated table's page can do, None where all
    is real. `taken` are the pins that the table goes on without, as something else has them.
    """

    camera: Camera
    setup_camera: Camera
    light_and_lens: LightAndLens
    lights: Lights
    make_button: Callable[[ButtonEvents], AnyButton]
    buttons: str
    button_shines: bool
    simulated: tuple[str, ...]
    cup: SimulatedCup | None
    top: TableTop | None
    taken: tuple[int, ...] = ()

    @property
    def eye(self) -> Camera | None:
        """The camera, real or simulated; None where the table has none."""
        return None if isinstance(self.camera, MissingCamera) else self.camera


def wire(
    settings: Settings,
    parts: ExitStack,
    kept: Locked | None = None,
    may_look: Callable[[], bool] = lambda: True,
    lies_open: Callable[[], bool] = lambda: True,
) -> Hardware:
    """Return the table's hardware as the settings say and the machine has it; `parts` lets it go.

    `kept` is what set-up locked of the camera's light and lens; `may_look` says whether nobody plays,
    `lies_open` whether that or a challenge lets what lies under the cup be seen.

    Raises:
        SettingsError: a folder of pictures is asked for and none is there.
    """
    on_pi = is_pi()
    taken: tuple[int, ...] = ()
    if on_pi:
        settings, taken = with_free_pins(settings)
    else:
        mock_pins()
    cup = _cup(settings, on_pi=on_pi)
    own = LightAndLens(_said(settings.camera), kept, may_look)
    camera = cup or _camera(settings, parts, own, lies_open)
    parts.callback(camera.close)
    lights = Lights(settings.lights.button_gpio, settings.lights.true_gpio, settings.lights.lie_gpio)
    parts.callback(lights.close)
    return Hardware(
        camera=camera,
        setup_camera=SetupCamera(camera, own) if isinstance(camera, PatientCamera) else camera,
        light_and_lens=own,
        lights=lights,
        make_button=partial(_button, settings),
        buttons=_kind_of_button(settings),
        button_shines=settings.lights.button_gpio is not None,
        simulated=(() if on_pi else ("the button",)) + _shown(settings, cup),
        cup=cup,
        top=TableTop(cup, {} if on_pi else _presses(settings)) if cup or not on_pi else None,
        taken=taken,
    )


def wire_at(table: Table, settings: Settings, parts: ExitStack, kept: KeptWindow | None) -> Hardware:
    """Return the same for a table, whose camera gives no picture of what may be a secret throw."""
    return wire(
        settings,
        parts,
        kept.locked if kept else None,
        lambda: may_look(table.snapshot()),
        lambda: lies_open(table.snapshot()),
    )


def is_pi() -> bool:
    """Say whether this machine is a Raspberry Pi, and so has pins and a camera of its own."""
    model = Path(os.environ.get("MAEXLE_MODEL", MODEL))
    return model.exists() and "Raspberry Pi" in model.read_text()


def _cup(settings: Settings, *, on_pi: bool) -> SimulatedCup | None:
    """Return a simulated cup where pictures stand in for the camera: in the demo's order, or the folder's."""
    camera = settings.camera
    try:
        if camera.kind is CameraKind.FOLDER:
            return _cup_of(Path(camera.folder), None)
        if camera.kind is CameraKind.AUTO and not on_pi:
            return _cup_of(DEMO, random.Random())
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else error
        raise SettingsError(f"the folder of pictures can't be used: {reason}") from error
    return None


def _shown(settings: Settings, cup: SimulatedCup | None) -> tuple[str, ...]:
    if cup is None:
        return ()
    folder = settings.camera.kind is CameraKind.FOLDER
    return (f"the camera, by the pictures in {settings.camera.folder}" if folder else "the camera",)


def _cup_of(folder: Path, order: random.Random | None) -> SimulatedCup:
    return SimulatedCup(dice_in(folder), order, laid_in(folder), other_dice_in(folder))


def _camera(settings: Settings, parts: ExitStack, own: LightAndLens, lies_open: Callable[[], bool]) -> Camera:
    """Return the real camera behind its deadline; one that is missing leaves the dice to people."""
    camera = settings.camera
    if camera.kind is CameraKind.NONE:
        return MissingCamera(NO_CAMERA)
    lamps = NoLamps() if settings.lights.lamps_gpio is None else Lamps(settings.lights.lamps_gpio)
    parts.callback(lamps.close)
    usb = camera.kind is CameraKind.USB
    make = partial(_usb_camera, settings, lamps) if usb else partial(_pi_camera, settings, lamps, own)
    return PatientCamera(make, lies_open=lies_open, timeout_s=camera.timeout_s, unplugged=_is_unplugged)


def _is_unplugged(camera: Camera) -> bool:
    return isinstance(camera, UsbCamera) and camera.is_unplugged


def _usb_camera(settings: Settings, lamps: AnyLamps) -> UsbCamera:
    usb = settings.camera.usb
    size = (settings.camera.width, settings.camera.height)
    most_stale_s = settings.camera.timeout_s / 2  # the rest is for the frames, and for their decoding
    return UsbCamera(int(usb) if usb.isdecimal() else usb, size, lamps, most_stale_s=most_stale_s)


def _pi_camera(settings: Settings, lamps: AnyLamps, own: LightAndLens) -> PiCamera:
    return PiCamera((settings.camera.width, settings.camera.height), lamps=lamps, own=own)


def _said(camera: CameraSettings) -> Locked:
    return Locked(
        camera.exposure_us or None,
        camera.gain or None,
        (camera.red_gain, camera.blue_gain) if camera.red_gain else None,
        camera.lens_position or None,
    )


def _kind_of_button(settings: Settings) -> str:
    return "one" if settings.button.kind is ButtonKind.AUTO else settings.button.kind.value


def _button(settings: Settings, events: ButtonEvents) -> AnyButton:
    button = settings.button
    bounce_s = button.bounce_ms / 1000
    match _kind_of_button(settings):
        case "one":
            return OneButton(
                button.accept_gpio, on=events, bounce_s=bounce_s, hold_s=button.hold_s, pair_s=button.pair_s
            )
        case "two":
            return TwoButtons(
                button.accept_gpio, button.challenge_gpio, on=events, bounce_s=bounce_s, pair_s=button.pair_s
            )
    return NoButton()


def _presses(settings: Settings) -> dict[str, SimulatedPress]:
    button = settings.button
    pins = {
        "one": {"accept": button.accept_gpio},
        "two": {"accept": button.accept_gpio, "challenge": button.challenge_gpio},
    }
    return {name: SimulatedPress(gpio) for name, gpio in pins.get(_kind_of_button(settings), {}).items()}
