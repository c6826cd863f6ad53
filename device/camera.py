"""What every camera here is, and what it gives."""

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

Frame = npt.NDArray[np.uint8]
"""One frame: in colour, shape (H, W, 3), blue first, or grey, shape (H, W); 0 black to 255 bright."""

LOOKED_AT: Final = 7
"""Every so many rows and columns is asked for colour; odd, so that no pattern of even width hides one."""
ROUNDED: Final = 2
"""Levels by which the channels of a grey picture may differ: what is rounded on the way from YUV."""


class Camera(Protocol):
    """Looks only when asked, and reads no frame out before."""

    def look(self, frames: int) -> list[Frame]:
        """Return that many frames in time order, each exposed after this call; OSError if there are none."""

    def close(self) -> None:
        """Let the camera go; may be called twice."""


def without_empty_colours(picture: Frame) -> Frame:
    """Return a picture whose channels all say the same as a grey one: mono cameras send such, infrared too.

    Args:
        picture: shape (H, W, 3), (H, W, 1) or (H, W), dtype uint8.
    """
    if picture.ndim == 2:
        return picture
    some = picture[::LOOKED_AT, ::LOOKED_AT].astype(np.int16)
    if int(np.ptp(some, axis=2).max()) > ROUNDED:
        return picture
    return np.ascontiguousarray(picture[..., picture.shape[2] // 2])
