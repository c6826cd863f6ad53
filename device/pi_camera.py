"""The Pi's camera, through picamera2: frames in colour whose light and lens are locked.

picamera2 exists on a Pi only, and opens devices when it is imported, so that happens at construction.
"""

import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np

from device.camera import Frame, without_empty_colours
from device.light_and_lens import NOTHING, LightAndLens, Locked

FRAME_WAIT_S: Final = 2.0
"""A camera that gives no frame for so long gives none at all: at 30 frames/s the next is due in 0.03 s."""

FRAME_US: Final = 33_333
"""How long a frame of picamera2's videos lasts: longer exposures are cut to it, unless it is made longer."""

SETTLING_FRAMES: Final = 60
"""How many frames exposure and white balance get to find their values: two seconds."""

FOCUSING_FRAMES: Final = 200
"""In so many frames the lens has found its place, or never will: where phases tell nothing, as in the dark
or in front of plain walls, libcamera tries all distances, in 86 to 118 (by a copy of its `af.cpp`)."""

LEAST_ROWS: Final = 720
"""So many rows a picture of dice is made of: sensors whose half has fewer are small, and fast as a whole."""

ADAPTING_FRAMES: Final = 2
"""So many pass that were wholly exposed under the lamps, though exposure is held: libcamera bends a frame's
tones by the histogram of one before (`contrast.cpp`), and the last before these was dark or half lit."""

ARRIVING_FRAMES: Final = 20
"""After so many frames what was set holds: four wait in the queue, the sensor is three behind, and libcamera
moves the lens by 1.5 dioptres a frame."""

VERDICT_FRAMES: Final = SETTLING_FRAMES - ARRIVING_FRAMES
"""So few they get where somebody waits for a verdict: with those in which what was set arrives it is two of
the three seconds that a look may take."""

USUAL_LENS: Final = 7.8
"""Where the lens stays that has found nothing, dioptres: at 128 mm, as `hardware.md` has the camera."""

MOST_STALE_FRAMES: Final = 20
"""More frames from before the lamps burned than any queue holds."""

# libcamera's AfModeEnum, AfRangeEnum, of which Macro keeps the ceiling out, and AfStateEnum
_AF_MANUAL: Final = 0
_AF_CONTINUOUS: Final = 2
_AF_MACRO: Final = 1
_FOCUSED: Final = 2
_FAILED: Final = 3

_AUTOMATIC: Final[Mapping[str, Any]] = {
    "AeEnable": True,
    "ExposureTime": 0,  # else one that was set since the last frame would count for picamera2, not `AeEnable`
    "AnalogueGain": 0.0,
    "AwbEnable": True,
    "FrameDurationLimits": (FRAME_US, FRAME_US),
}
# from the dark, where they open wide, Camera Module 3's automatics take 48 to 74 frames to the lamps' light,
# from here at most 41 (by a copy of libcamera's `agc_channel.cpp`, with lamps that want 1 to 20 ms)
_UNTIL_LIT: Final[Mapping[str, Any]] = {"AeEnable": False, "ExposureTime": 10_000, "AnalogueGain": 1.0}
_AUTOFOCUS: Final[Mapping[str, Any]] = {"AfMode": _AF_CONTINUOUS, "AfRange": _AF_MACRO}
_AUTOMATICS_OFF: Final[Mapping[str, Any]] = {"AeEnable": False, "AwbEnable": False, "AfMode": _AF_MANUAL}
_LOG = logging.getLogger(__name__)


class PiCamera:
    """The camera on the Pi's ribbon cable, giving pictures of `size` (width, height) px.

    It streams from construction on, but no frame is read out of its buffer before `look`. Light and lens are
    as `own` has them. What it has not is found under the lamps, by the frames' metadata alone: when the
    camera opens if nobody plays then, else in the first look, and whenever set-up begins.

    Raises:
        OSError: there is no camera, or it can't be used; the message says what to do.
    """

    def __init__(
        self,
        size: tuple[int, int] = (960, 720),
        *,
        lamps: AbstractContextManager[object],
        own: LightAndLens,
    ) -> None:
        self._lamps = lamps
        self._own = own
        self._locked: Locked | None = None
        with _explained():
            self._camera = _opened()
        try:
            with _explained():
                self._configure(size)
                self._start()
        except BaseException:  # picamera2 and the lamps' pin raise what they like, and it would stay busy
            self.close()
            raise

    def look(self, frames: int) -> list[Frame]:
        """Return that many fresh frames in time order, dtype uint8: in colour, or grey from a mono sensor.

        Raises:
            OSError: the camera failed, or a game began while set-up sought; TimeoutError: it gives no frames.
        """
        if self._camera is None:
            raise OSError("the Pi's camera is closed: start the table again")
        with self._lamps, _explained():
            self._hold_what_is_wanted()
            adapted_ns = time.monotonic_ns() + ADAPTING_FRAMES * FRAME_US * 1000
            return [self._frame(adapted_ns) for _ in range(frames)]

    def close(self) -> None:
        """Stop the camera and let it go; may be called twice."""
        camera, self._camera = self._camera, None
        if camera is not None:
            # a job that timed out would keep `close` waiting for ever
            camera.cancel_all_and_flush()
            camera.close()

    def _configure(self, size: tuple[int, int]) -> None:
        from libcamera import ColorSpace

        config = self._camera.create_video_configuration(
            main={"size": size, "format": "YUV420"},
            raw={"size": _whole(*self._camera.sensor_resolution)},
            colour_space=ColorSpace.Smpte170m(),  # BT.601, 16 to 235: the YUV that OpenCV knows
            buffer_count=4,
            queue=False,
            display=None,
            encode=None,
        )
        self._camera.configure(config)

    def _start(self) -> None:
        wanted = self._wanted()
        if wanted and self._is_whole(wanted):
            self._lock(wanted)
            self._camera.start()
            return
        self._set(_UNTIL_LIT)
        self._camera.start()
        if self._own.may_look():
            with self._lamps:
                self._find(FOCUSING_FRAMES, self._own.may_look)

    def _hold_what_is_wanted(self) -> None:
        """See to it that a look has the light and the lens that it is to have."""
        wanted, trying, held = self._wanted(), self._own.trying, True
        goes_on = self._own.may_look if trying else lambda: True
        if wanted is None:
            held = self._find(FOCUSING_FRAMES if trying else VERDICT_FRAMES, goes_on)
        elif wanted != self._locked:
            self._lock(wanted)
            held = self._await_arrival(goes_on)
        if not held:  # a throw may lie there by now: no frame is read out, not even to be dropped
            raise OSError("a game began while set-up sought light and lens: look again after it")

    def _wanted(self) -> Locked | None:
        """Return what is to be held, None where it has to be found: the settings may have said everything."""
        said = self._own.said
        return self._own.wanted or (said if self._is_whole(said) else None)

    def _is_whole(self, wanted: Locked) -> bool:
        """Say whether nothing is left to find of what this camera has."""
        offered = self._camera.camera_controls
        return not any(value is None for name, value in _values(wanted).items() if name in offered)

    def _find(self, most: int, goes_on: Callable[[], bool]) -> bool:
        """Lock what the automatics find under the lamps in `most` frames; False if they could not go on.

        Where a part is known, as with another sensor than at set-up, the rest is found.
        """
        self._locked, known = None, self._own.said.filled(self._own.wanted or NOTHING)
        focuses = "LensPosition" in self._camera.camera_controls and not known.lens_position
        self._set({**_AUTOMATIC, **(_AUTOFOCUS if focuses else {})})
        metadata = self._settled(most, goes_on, focuses=focuses)
        if metadata is None:
            self._set(_UNTIL_LIT)
            return False
        found = _found(metadata)
        if focuses and metadata.get("AfState") != _FOCUSED:
            found = replace(found, lens_position=self._own.lens_position or USUAL_LENS)
            _LOG.warning(
                "the lens found nothing sharp and stays at %.1f dioptres: if dice are blurred, set "
                "lens_position in the settings",
                found.lens_position,
            )
        locked = known.filled(found)
        self._lock(locked)
        return (self._shows(metadata, locked) or self._await_arrival(goes_on)) and goes_on()

    def _settled(self, most: int, goes_on: Callable[[], bool], *, focuses: bool) -> Mapping[str, Any] | None:
        """Return the metadata of the frame in which light and lens had settled; no picture is fetched."""
        metadata: Mapping[str, Any] = {}
        for number in range(1, most + 1):
            if not goes_on():
                return None
            metadata = self._camera.capture_metadata(wait=FRAME_WAIT_S)
            sought = not focuses or metadata.get("AfState") in (_FOCUSED, _FAILED)
            if sought and number >= SETTLING_FRAMES:
                break
        return metadata

    def _shows(self, metadata: Mapping[str, Any], locked: Locked) -> bool:
        """Say whether the frame of that metadata had all that is locked now, of what this camera has."""
        offered, had = self._camera.camera_controls, _values(_found(metadata))
        held = {name: value for name, value in _values(locked).items() if value and name in offered}
        return all(had[name] == value for name, value in held.items())

    def _await_arrival(self, goes_on: Callable[[], bool]) -> bool:
        """Let the frames pass that don't have yet what was set last; False if they could not."""
        for _ in range(ARRIVING_FRAMES):
            if not goes_on():
                return False
            self._camera.capture_metadata(wait=FRAME_WAIT_S)
        return True

    def _lock(self, locked: Locked) -> None:
        known = {name: value for name, value in _values(locked).items() if value}
        self._set({**_AUTOMATICS_OFF, **known})
        self._locked = locked
        self._own.found(locked)
        _LOG.info("the camera's light and lens are locked: %s", locked)

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Set those that this camera has: mono sensors have no colours to balance, most lenses don't move.

        One that libcamera doesn't advertise makes picamera2 raise.
        """
        offered = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in controls.items() if name in offered})

    def _frame(self, from_ns: int) -> Frame:
        """Return the next frame whose exposure began then or later.

        Frames from before wait in picamera2's and libcamera's queues; they are handed back without a look at
        their buffers. picamera2's own `flush` does the same, but only for cameras that tell their exposure.
        """
        for _ in range(MOST_STALE_FRAMES):
            request = self._camera.capture_request(wait=FRAME_WAIT_S)
            try:
                if _exposed_from_ns(request.get_metadata()) >= from_ns:
                    return self._picture(request)
            finally:
                request.release()
        raise TimeoutError(f"its last {MOST_STALE_FRAMES} frames are older than the look")

    def _picture(self, request: Any) -> Frame:
        """Return the buffer in colour: luma, and both chroma planes at half size, rows padded to a stride."""
        stream = self._camera.camera_configuration()["main"]
        width, height = stream["size"]
        rows, stride = height * 3 // 2, stream["stride"]
        buffer = np.asarray(request.make_buffer("main"), dtype=np.uint8)
        # the chroma planes' rows are half as long as the luma's, padding and all: one picture with wider rows
        wide = cv2.cvtColor(buffer[: stride * rows].reshape(rows, stride), cv2.COLOR_YUV2BGR_I420)
        return without_empty_colours(np.ascontiguousarray(wide[:, :width], dtype=np.uint8))


def _whole(width: int, height: int) -> tuple[int, int]:
    """Return the size of a sensor's mode that sees all it sees: half, or all of it where half is too little.

    The mode nearest to a picture's own size, which libcamera would take, is often a crop.
    """
    half = (width // 2, height // 2)
    return half if half[1] >= LEAST_ROWS else (width, height)


def _opened() -> Any:
    """Open the camera, which is known before that, as picamera2 keeps hold of one that it opened in part."""
    from picamera2 import Picamera2

    # libcamera lists what was there when it started: a sensor whose driver comes later is never added
    anew = getattr(Picamera2._cm, "reset", None)  # picamera2 of 2023 has none, and lets go of it by itself
    if anew and not Picamera2._cm.cameras:  # else a thread of picamera2's listens to the libcamera that runs
        anew()
    camera = Picamera2.__new__(Picamera2)
    with ExitStack() as unless_opened:
        unless_opened.callback(_let_go, camera)
        camera.__init__()
        unless_opened.pop_all()
    if "/usb" in camera.camera.id:  # libcamera has webcams too, and gives one where it has nothing else
        camera.close()
        raise FileNotFoundError(
            "there is no camera on the Pi's ribbon cable: check both its ends, "
            'or set kind = "usb" for the USB camera that is plugged in'
        )
    return camera


def _let_go(camera: Any) -> None:
    """Let go of a camera that was opened in part: else it stays busy, and its pipe open, for ever.

    picamera2's own `close` leaves the pipe of one that it never got, and trips over one that it has not
    registered yet.
    """
    if getattr(camera, "is_open", False):
        camera.camera.release()
        camera.is_open = False
    if hasattr(camera, "notifyme_w"):
        camera.notifymeread.close()
        os.close(camera.notifyme_w)


def _values(locked: Locked) -> dict[str, Any]:
    """Return libcamera's controls for what is locked."""
    longest_us = max(locked.exposure_us or 0, FRAME_US)
    return {
        "ExposureTime": locked.exposure_us,
        "AnalogueGain": locked.gain,
        "ColourGains": locked.colour_gains,
        "LensPosition": locked.lens_position,
        "FrameDurationLimits": (longest_us, longest_us),
    }


def _found(metadata: Mapping[str, Any]) -> Locked:
    """Return what a frame's metadata says of light and lens, as far as the camera tells."""
    exposure_us, gain = metadata.get("ExposureTime"), metadata.get("AnalogueGain")
    colours, lens = metadata.get("ColourGains"), metadata.get("LensPosition")
    return Locked(
        int(exposure_us) if exposure_us else None,
        float(gain) if gain else None,
        (float(colours[0]), float(colours[1])) if colours else None,
        float(lens) if lens else None,
    )


def _exposed_from_ns(metadata: Mapping[str, Any]) -> int:
    """Return when a frame's exposure began, on the monotonic clock.

    Its stamp is the moment when its first row was read, at the end of that row's exposure. The stamp's clock
    runs through a sleep and the monotonic one does not, but a Pi never sleeps.
    """
    return int(metadata.get("SensorTimestamp", 0)) - 1000 * int(metadata.get("ExposureTime", 0))


@contextmanager
def _explained() -> Iterator[None]:
    """Turn what picamera2 and libcamera raise into an OSError that says what to do."""
    try:
        yield
    except TimeoutError as error:
        raise TimeoutError("the Pi's camera gives no frames: check both ends of its ribbon cable") from error
    except ImportError as error:
        raise OSError(
            f"the Pi's camera can't be used ({error}): install the system's package python3-picamera2"
        ) from error
    except (LookupError, RuntimeError) as error:
        raise OSError(
            f"the Pi's camera can't be used ({error}): check its ribbon cable, "
            "and that no other program uses it"
        ) from error
