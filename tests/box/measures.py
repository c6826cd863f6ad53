"""The measures of the table: what `docs/box/measures.toml` says, and all that follows from it.

Lengths are mm. Heights are counted from the underside of the plate, upwards, all else from the lens's axis,
which goes through the middle of the window.
"""

import tomllib
from dataclasses import astuple, dataclass, fields
from math import atan2, degrees, radians, tan
from pathlib import Path
from typing import Any, Final
from zlib import crc32

FILE: Final = Path(__file__).parents[2] / "docs" / "box" / "measures.toml"


@dataclass(frozen=True, slots=True)
class Measures:
    """One table; the file explains each number."""

    cup: float
    cup_play: float
    clear_end: float
    die: float
    window_rim: float
    mask_wide: float
    mask_thick: float
    plate: float
    plate_index: float
    plate_rim: float
    bead: float
    table: float
    bevel_from: float
    lens_angle: float
    lens_nearest: float
    lens_pupil: float
    sensor: tuple[float, float]
    picture: tuple[float, float]
    fill: float
    lens_over_floor: float
    lens_over_board: float
    camera_board: tuple[float, float, float]
    camera_holes: tuple[float, float]
    camera_cable: float
    lamp_out: float
    lamp_under: float
    lamp_wall: float
    diffuser: float
    diffuser_thick: float
    led: float
    ring_wide: float
    ring_high: float
    ring_gap: float
    board: float
    screw: float
    button: float
    light: float

    def __post_init__(self) -> None:
        if self.lens < self.lens_nearest:
            raise ValueError(f"the lens would be {self.lens:g} mm away, nearer than it focuses: a wider cup")
        if self.table < self.bevel_top + 2:
            raise ValueError(f"a table top of {self.table:g} mm is too thin for disc and bevel")
        if self.lens_over_floor < self.lens_over_board + self.camera_board[2] + 7:
            raise ValueError("the lens is too low for a mount under the camera's board")

    @property
    def mark(self) -> str:
        """A short mark of these very measures, for what was drawn after them."""
        return f"measures {crc32(repr(astuple(self)).encode()):08x}"

    @property
    def window(self) -> float:
        """The window across."""
        return self.cup + 2 * self.window_rim

    @property
    def hole(self) -> float:
        """The hole through the table across, above its bevel."""
        return self.window + 2 * self.mask_wide

    @property
    def disc(self) -> float:
        """The acrylic disc across."""
        return self.window + 2 * self.plate_rim

    @property
    def recess(self) -> tuple[float, float]:
        """The disc's recess in the table: across, and how deep."""
        return self.disc + self.bead, self.plate + self.bead

    @property
    def bevel_top(self) -> float:
        """How far under the table's face the bevel begins."""
        return self.plate + self.bead + self.bevel_from

    @property
    def bevel_out(self) -> float:
        """How far from the axis it meets the table's underside."""
        return self.hole / 2 + self.table - self.bevel_top

    @property
    def seen_high(self) -> float:
        """The height of the picture for each mm of distance (no unit)."""
        return 2 * tan(radians(self.lens_angle / 2)) * self.sensor[1] / self.sensor[0]

    @property
    def seen_wide(self) -> float:
        """The width of the picture for each mm of distance (no unit); it is the full height of the sensor."""
        return self.seen_high * self.picture[0] / self.picture[1]

    @property
    def lens(self) -> float:
        """How far under the plate the front of the lens is, to a whole mm."""
        return float(round(self.window / self.fill / self.seen_high - self.plate / self.plate_index))

    @property
    def distance(self) -> float:
        """How far away what lies on the plate appears to the lens."""
        return self.lens + self.plate / self.plate_index

    @property
    def die_px(self) -> float:
        """A die's edge in the picture, px."""
        return self.die / (self.seen_wide * self.distance) * self.picture[0]

    @property
    def lamp(self) -> tuple[float, float]:
        """Where a lamp stands: from the axis, and under the plate."""
        return self.lamp_out * self.window, self.lamp_under * self.lens

    @property
    def lamp_tilt(self) -> float:
        """How far a lamp looks up, to the middle of the window, degrees."""
        return degrees(atan2(self.lamp[1], self.lamp[0]))

    @property
    def mirrored(self) -> float:
        """How far from the middle of the window the lens sees a lamp in the plate's underside."""
        out, under = self.lamp
        return out * self.lens / (self.lens + under)

    @property
    def inside(self) -> float:
        """The box inside, each way."""
        return 2 * (self.lamp[0] + self.lamp_wall)

    @property
    def floor(self) -> float:
        """How far under the plate the floor of the box is."""
        return self.lens + self.lens_over_floor

    @property
    def box_high(self) -> float:
        """The box inside, from the floor to the table's underside."""
        return self.floor - (self.table - self.plate)


def measures(**other: float) -> Measures:
    """Read the file; `other` numbers take the place of its own.

    Raises:
        ValueError: there is no such measure, or nothing can be built to these.
    """
    return _measures(tomllib.loads(FILE.read_text(encoding="utf-8")), other)


def _measures(said: dict[str, Any], other: dict[str, float]) -> Measures:
    names = {field.name for field in fields(Measures)}
    if strange := (said.keys() | other.keys()) ^ names:
        raise ValueError(f"not the measures of a table: {', '.join(sorted(strange))}")
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in (said | other).items()
    }
    return Measures(**values)
