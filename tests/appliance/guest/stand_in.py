"""Lies inside the guest's picamera2: libcamera's "virtual" pipeline is no Pi camera; this makes up for it.

That pipeline gives NV12 only, has no raw stream, none of the controls of light and lens (those that are set
count as done), and no noise: without any, the table takes a camera for one that hangs. While there is a file
`DEAD`, no camera can be opened and an open one gives nothing, as picamera2 has it with a cable that came off.
"""

import time
from pathlib import Path
from typing import Any, Final

import numpy as np
from picamera2.allocators import LibcameraAllocator
from picamera2.request import CompletedRequest

DEAD: Final = Path("/run/camera-dead")
NOISY: Final = 1 << 14
"""So many pixels in the picture's middle have the noise."""
_NOISE: Final = np.random.default_rng()


def fit(camera: Any) -> None:
    """Change picamera2's class of cameras."""
    camera.__init__ = _opening(camera.__init__)
    camera.global_camera_info = staticmethod(_listing(camera.global_camera_info))
    camera.create_video_configuration = _configuring(camera.create_video_configuration)
    camera.set_controls = _setting(camera.set_controls)
    camera.capture_request = _giving(camera.capture_request)
    camera._get_raw_modes = lambda _self: [{"format": "NV12", "size": (1280, 960)}]
    CompletedRequest.make_buffer = _planar(CompletedRequest.make_buffer)


def _listing(real: Any) -> Any:
    return lambda: [] if DEAD.exists() else real()


def _opening(real: Any) -> Any:
    def opened(self: Any, *args: Any, **kwargs: Any) -> None:
        real(self, *args, **kwargs)
        self.allocator = LibcameraAllocator(self.camera)

    return opened


def _configuring(real: Any) -> Any:
    def configured(self: Any, main: dict[str, Any] | None = None, raw: object = None, **kwargs: Any) -> Any:
        return real(self, main={**(main or {}), "format": "NV12"}, raw=None, **kwargs)

    return configured


def _setting(real: Any) -> Any:
    def set_those(self: Any, controls: dict[str, Any]) -> None:
        real(self, {name: value for name, value in controls.items() if name in self.camera_controls})

    return set_those


def _giving(real: Any) -> Any:
    def given(self: Any, *, wait: float) -> Any:
        if DEAD.exists():
            time.sleep(wait)
            raise TimeoutError
        return real(self, wait=wait)

    return given


def _planar(real: Any) -> Any:
    def made(self: Any, name: str) -> Any:
        """Lay the two colours of NV12 one after the other, as YUV420 has them."""
        stream = self.picam2.camera_configuration()[name]
        luma = stream["size"][1] * stream["stride"]
        whole = np.asarray(real(self, name), dtype=np.uint8)
        colours = whole[luma : luma * 3 // 2]
        planes = np.concatenate([whole[:luma], colours[0::2], colours[1::2]])
        planes[luma // 2 : luma // 2 + NOISY] ^= _NOISE.integers(0, 2, NOISY, dtype=np.uint8)
        return planes

    return made
