"""Pictures as the reader takes them, grey or in colour, and the bytes they may come from."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.reading import Circle

Gray: TypeAlias = npt.NDArray[np.uint8]
"""A grey picture, shape (H, W), dtype uint8, 0 black to 255 white; never changed by the reader."""


Colour: TypeAlias = npt.NDArray[np.uint8]
"""A picture in colour, shape (H, W, 3), dtype uint8, blue first."""


Frame: TypeAlias = Gray | Colour
"""What a camera gives: with colours if it sees any."""


BEGINNINGS: Final = (b"\xff\xd8\xff", b"\x89PNG")
"""What a JPEG and a PNG begin with."""
PHONES_OWN: Final = (b"heic", b"heix", b"mif1", b"msf1", b"avif")
"""What the pictures of many phones call themselves."""
NO_HUE: Final = 128
WIDEST_PX: Final = 720


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
    return _decode(data, cv2.IMREAD_GRAYSCALE)


def decode_colour(data: bytes) -> Frame:
    """Decode a picture like `decode`, but in colour if it has any; dice elsewhere may need it.

    Raises:
        PictureError: `data` is no picture.
    """
    return _decode(data, cv2.IMREAD_ANYCOLOR)


def encode(frame: Frame, quality: int) -> bytes:
    """Encode a picture as a JPEG, 0 the worst `quality`, 100 the best."""
    return cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def to_show(frame: Frame) -> tuple[Frame, float]:
    """A picture no wider than `WIDEST_PX`, for people to look at, and how many times as large it is."""
    scale = min(1.0, WIDEST_PX / frame.shape[1])
    if scale == 1:
        return frame, scale
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def to_gray(frame: Frame) -> Gray:
    """The light of a picture, shape (H, W); what is neither grey nor in colour stays as it is."""
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8:
        return frame
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)


def hues(picture: Colour) -> Sequence[npt.NDArray[np.uint8]]:
    """How far a picture in colour is towards red and towards blue, two planes; grey has `NO_HUE` of both."""
    return [np.asarray(hue, np.uint8) for hue in cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb))[1:]]


def levels_in(seen: Gray, shares: Sequence[float], mask: Gray | None = None) -> list[float]:
    """The grey levels below which such shares of what is seen lie, of all of it or where the mask has it."""
    below = np.cumsum(cv2.calcHist([seen], [0], mask, [256], [0, 256]))
    return [float(level) for level in np.searchsorted(below, np.multiply(shares, below[-1]))]


def soften(ink: Floats, deviation: float) -> Floats:
    """Average what lies round each px, by a bell of such a deviation, px; the shape, (H, W, C), stays."""
    return np.asarray(cv2.GaussianBlur(ink, (0, 0), deviation), np.float32).reshape(ink.shape)


def _decode(data: bytes, flags: int) -> Frame:
    if not data:
        raise PictureError("expected a picture, got no bytes")
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error as error:
        raise PictureError("expected a picture, got one that is too large") from error
    if picture is None:
        raise PictureError(_unread(data))
    return np.asarray(picture, np.uint8)


def _unread(data: bytes) -> str:
    """What is said of bytes that OpenCV can't decode: a phone's own kind, half a copy, or no picture."""
    if data[4:8] == b"ftyp" and data[8:12] in PHONES_OWN:
        return "expected a picture, got HEIC or AVIF: save it as JPEG or PNG"
    if data.startswith(BEGINNINGS):
        return "expected a whole picture, got one that is cut off or spoilt: copy it again"
    return f"expected a picture, got {len(data)} bytes of something else"


def size(frame: Frame) -> str:
    """How many px wide and high a picture is, in words."""
    height, width = frame.shape[:2]
    return f"{width} x {height} px"


def blind_outside(frame: Frame, window: Circle, left: int = 0, top: int = 0) -> Frame:
    """Return a frame, or a part of it that begins at (`left`, `top`), black outside a circle of the frame."""
    inside = np.zeros(frame.shape[:2], np.uint8)
    centre = (round(window.x) - left, round(window.y) - top)
    cv2.circle(inside, centre, round(window.radius), 255, cv2.FILLED)
    return np.asarray(cv2.bitwise_and(frame, frame, mask=inside), np.uint8)


def middle_of(frame: Frame) -> Circle:
    """The largest circle in the middle of a frame: what is shown of it where nobody knows its window."""
    height, width = frame.shape[:2]
    return Circle(width / 2, height / 2, min(width, height) / 2)


def require_gray(frame: Gray) -> None:
    """Refuse what is no grey picture of at least 64 × 64 px.

    Raises:
        ValueError: wrong dtype, number of axes, or size.
    """
    if frame.dtype != np.uint8 or frame.ndim != 2:
        raise ValueError(f"expected a grey uint8 picture, got {frame.dtype} {frame.shape}")
    if min(frame.shape) < 64:
        raise ValueError(f"expected a picture of 64 x 64 px or more, got {size(frame)}")


def require_size(frame: Frame, empty: Gray) -> None:
    """Refuse what has another size than the picture of the empty window.

    Raises:
        ValueError: it has.
    """
    if frame.shape[:2] != empty.shape:
        wanted = f"the size of the empty window's picture, {size(empty)}"
        raise ValueError(f"expected {wanted}, got {size(frame)}")
