"""Pictures as the reader takes them: one grey plane, and the bytes it may come from."""

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Gray: TypeAlias = npt.NDArray[np.uint8]
"""A grey picture, shape (H, W), dtype uint8, 0 black to 255 white; never changed by the reader."""


class PictureError(ValueError):
    """The bytes are no picture that can be decoded."""


def decode(data: bytes) -> Gray:
    """Decode a JPEG, PNG or any other kind of picture that OpenCV knows, to grey.

    Args:
        data: the whole file.

    Returns:
        The picture, shape (H, W), dtype uint8.

    Raises:
        PictureError: `data` is no picture.
    """
    if not data:
        raise PictureError("expected a picture, got no bytes")
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if picture is None:
        raise PictureError(f"expected a picture, got {len(data)} bytes of something else")
    return np.asarray(picture, np.uint8)


def require_gray(frame: Gray) -> None:
    """Refuse what is no grey picture of at least 64 × 64 px.

    Raises:
        ValueError: wrong dtype, number of axes, or size.
    """
    if frame.dtype != np.uint8 or frame.ndim != 2 or min(frame.shape) < 64:
        raise ValueError(f"expected a grey uint8 picture of 64 px or more, got {frame.dtype} {frame.shape}")
