"""The path tracer of tracer.cpp, built where it is needed: its structures, field by field, and one call."""

import ctypes
import hashlib
import os
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from ctypes import POINTER, Array, Structure, byref, c_float, c_int32, c_uint32, c_uint64
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
SOURCE: Final = Path(__file__).with_name("tracer.cpp")
FAST: Final = ("-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-fassociative-math")
FAST_TOO: Final = ("-freciprocal-math", "-fno-signed-zeros")
"""All that -Ofast allows but for what would round numpy's smallest numbers to 0 as well."""
FLAGS: Final = ("-std=c++17", *FAST, *FAST_TOO, "-shared", "-fPIC")

Vec = c_float * 3
Turn = c_float * 9


def _fields(floats: str = "", **others: Any) -> list[tuple[str, Any]]:
    return [*((name, c_float) for name in floats.split()), *others.items()]


class CameraIn(Structure):
    """The camera; px but for the lens and its sharpest distance, mm, and the shutter's times, s."""

    _fields_ = [
        ("place", Vec),
        ("turn", Turn),
        *_fields("focal_px middle_x middle_y distortion", width=c_int32, height=c_int32),
        *_fields("aperture_mm focus_mm shutter_s exposure_s"),
    ]


class PlateIn(Structure):
    """The plate, its opening, its frame, and what shines from inside the box."""

    _fields_ = [
        *_fields("thickness index radius", square=c_int32, frame=Vec, box=Vec),
        *_fields("tint"),
    ]


class PaintIn(Structure):
    """The paint of a cup's wall or floor."""

    _fields_ = [("first", Vec), ("second", Vec), ("texture", c_int32), *_fields("grain bump gloss metal")]


class CupIn(Structure):
    """The cup: its opening, its top, and what it is made of."""

    _fields_ = [
        *_fields("x y radius top_radius height wall", square=c_int32, clear=c_int32, side=PaintIn),
        *_fields(floor=PaintIn, rim=Vec, clear_tint=Vec),
        *_fields("ambient", seed=c_uint32),
    ]


class RoomIn(Structure):
    """The light of the room."""

    _fields_ = [("horizon", Vec), ("zenith", Vec)]


class FingerIn(Structure):
    """A finger below the plate."""

    _fields_ = [("there", c_int32), ("start", Vec), ("end", Vec), ("radius", c_float), ("colour", Vec)]


class LampIn(Structure):
    """A lamp in the box."""

    _fields_ = [("place", Vec), ("radius", c_float), ("light", Vec), ("beam", c_float)]


class RoomLampIn(Structure):
    """A lamp in the room."""

    _fields_ = [("towards", Vec), ("cosine", c_float), ("light", Vec)]


class DieIn(Structure):
    """A die, or a thing that is none."""

    _fields_ = [
        *_fields(place=Vec, turn=Turn, velocity=Vec, spin=Vec, half=Vec, upright=c_int32),
        *_fields("rounding sphere depth", pitches=c_float * 6),
        *_fields("rows_of_six pip_radius ace_radius"),
        *((name, Vec) for name in ("body", "second", "pip", "ace", "four", "absorb")),
        *_fields("clear gloss metal pearl glow ring wear", pattern=c_int32),
        *_fields("grain amount", logo=c_int32, value=c_int32 * 6, turned=c_int32 * 6, seed=c_uint32),
    ]


def fill(structure: Structure, **values: Any) -> Any:
    """Set fields of a structure, vectors and turns from any array, and return it."""
    kinds = {field[0]: field[1] for field in structure._fields_}
    for name, value in values.items():
        kind = kinds[name]
        if issubclass(kind, Array):
            value = kind(*np.ravel(value).tolist())
        setattr(structure, name, value)
    return structure


def trace(
    camera: CameraIn,
    plate: PlateIn,
    cup: CupIn,
    room: RoomIn,
    finger: FingerIn,
    lamps: Sequence[LampIn],
    room_lamps: Sequence[RoomLampIn],
    dice: Sequence[DieIn],
    dirt: tuple[Floats | None, Floats | None],
    dirt_mm: float,
    samples: int,
    seed: int,
) -> tuple[Floats, npt.NDArray[np.int32]]:
    """Trace one picture with one thread.

    Args:
        dirt: layers on the plate's underside and its top, shape (D, D, 6): colour, cover, slopes x and y;
            they reach `dirt_mm` to each side of the middle.
        samples: paths of each px.

    Returns:
        Linear light, shape (H, W, 3), red first; and what each px shows, shape (H, W): die * 1000 + face * 10
        + pip (from 1; 0 the body), -1 nothing, -2 the cup, -3 its rim, -4 the frame, -5 a finger, -6 dirt.
    """
    light = np.zeros((camera.height, camera.width, 3), np.float32)
    what = np.zeros((camera.height, camera.width), np.int32)
    size = next((layer.shape[0] for layer in dirt if layer is not None), 0)
    below, above = (None if layer is None else np.ascontiguousarray(layer) for layer in dirt)
    _library().render(
        *(byref(part) for part in (camera, plate, cup, room, finger)),
        *(
            item
            for some, kind in ((lamps, LampIn), (room_lamps, RoomLampIn), (dice, DieIn))
            for item in _many(some, kind)
        ),
        _floats(below),
        _floats(above),
        size,
        c_float(dirt_mm),
        samples,
        c_uint64(seed),
        _floats(light),
        what.ctypes.data_as(POINTER(c_int32)),
    )
    return light, what


def _many(some: Iterable[Structure], kind: type[Structure]) -> tuple[Any, int]:
    items = list(some)
    return (kind * len(items))(*items), len(items)


def _floats(array: Floats | None) -> Any:
    return None if array is None else array.ctypes.data_as(POINTER(c_float))


@cache
def _library() -> Any:
    """Build the tracer once for this source on this machine."""
    name = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:16]
    built = Path(tempfile.gettempdir()) / f"maexle-tracer-{name}.so"
    if not built.exists():
        fresh = built.with_suffix(f".{os.getpid()}.so")
        subprocess.run(["g++", *FLAGS, str(SOURCE), "-o", str(fresh)], check=True)
        fresh.replace(built)
    return ctypes.CDLL(str(built))
