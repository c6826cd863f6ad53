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
        f"maexle read: {empty}: expected a grey uint8 picture of 64 px or more, got uint8 (7, 9)\n"
    )
