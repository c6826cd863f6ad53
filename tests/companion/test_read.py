"""`maexle read` says what it can't use."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.main import main
from tests.vision.drawn import draw


def test_an_empty_window_that_is_too_small_is_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    throw, empty = tmp_path / "throw.png", tmp_path / "empty.png"
    cv2.imwrite(str(throw), draw([]))
    cv2.imwrite(str(empty), np.zeros((7, 9), np.uint8))
    assert main(["read", "--empty", str(empty), str(throw)]) == 2
    assert capsys.readouterr().err == (
        f"maexle read: {empty}: expected a picture of 64 x 64 px or more, got 9 x 7 px\n"
    )


@pytest.mark.parametrize(
    ("begins", "said"),
    [
        (b"\0\0\0\x18ftypheic", "expected a picture, got HEIC or AVIF: save it as JPEG or PNG"),
        (b"\0\0\0\x18ftypmif1", "expected a picture, got HEIC or AVIF: save it as JPEG or PNG"),
        (b"\xff\xd8\xff\xe0", "expected a whole picture, got one that is cut off or spoilt: copy it again"),
        (b"\x89PNG\r\n\x1a\n", "expected a whole picture, got one that is cut off or spoilt: copy it again"),
        (b"Hello", "expected a picture, got 69 bytes of something else"),
    ],
)
def test_a_picture_that_can_t_be_read_is_told_from_what_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], begins: bytes, said: str
) -> None:
    (file := tmp_path / "throw.jpg").write_bytes(begins + bytes(64))
    assert main(["read", str(file)]) == 2
    assert capsys.readouterr().err == f"maexle read: {file}: {said}\n"


def test_a_picture_of_another_size_than_the_empty_window_is_said_with_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    throw, turned, empty = (tmp_path / f"{name}.png" for name in ("throw", "turned", "empty"))
    cv2.imwrite(str(empty), draw([]))
    cv2.imwrite(str(throw), draw([])[:700])
    cv2.imwrite(str(turned), draw([]).T)
    assert main(["read", "--empty", str(empty), str(throw)]) == 2
    said = "expected the size of the empty window's picture, 960 x 720 px, got 960 x 700 px"
    assert capsys.readouterr().err == f"maexle read: {throw}: {said}\n"
    assert main(["read", "--burst", str(empty), str(turned)]) == 2
    assert "expected frames of one size, got 960 x 720 px and 720 x 960 px" in capsys.readouterr().err
