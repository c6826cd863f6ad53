"""What every camera here is, and what it gives."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

Gray = npt.NDArray[np.uint8]
"""One frame, shape (H, W), 0 black to 255 white."""


class Camera(Protocol):
    """Looks only when asked, and reads no frame out before."""

    def look(self, frames: int) -> list[Gray]:
        """Return that many frames in time order, each exposed after this call; OSError if there are none."""

    def close(self) -> None:
        """Let the camera go; may be called twice."""
