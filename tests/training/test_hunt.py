"""Windows that are drawn to hunt wrong rulings in: what is ruled on as another throw is told, and kept."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.hunt import CAMERAS, hunt, main
from tests.training.windows import store
from tests.training.windows.window import Window, draw
from vision.picture import decode

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="the tracer needs g++")
SEED = 310_308
"""Plain dice, which the reader is certain of by every camera."""


@pytest.fixture(scope="module")
def window() -> Window:
    return draw(SEED)


def test_a_throw_that_is_read_as_it_lies_is_right_by_every_camera(window: Window, tmp_path: Path) -> None:
    store.write(tmp_path, SEED // store.BLOCK, [window])
    found = hunt(tmp_path, SEED // store.BLOCK)
    assert (found.clean, found.troubled, found.wrong) == ({"right": CAMERAS}, {}, ())


def test_a_throw_that_is_ruled_on_as_another_is_told_by_its_seed_and_its_picture_kept(
    window: Window, tmp_path: Path
) -> None:
    other = tuple(replace(face, kind=face.kind % 6 + 1) for face in window.faces)
    store.write(tmp_path, SEED // store.BLOCK, [replace(window, faces=other)])
    found = hunt(tmp_path, SEED // store.BLOCK)
    assert found.clean == {"wrong": CAMERAS}
    first = tmp_path / f"wrong_{SEED // store.BLOCK * store.BLOCK}_0.png"
    assert found.wrong[0].startswith("WRONG: ")
    assert str(first) in found.wrong[0]
    assert decode(first.read_bytes()).any()


@pytest.mark.parametrize("seeds", ["310310 50", "310300 60", "310300 0", "299950 50"])
def test_windows_that_nets_know_or_that_are_no_blocks_are_not_hunted_in(
    seeds: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["hunt", *seeds.split(), "--out", str(tmp_path)])
    with pytest.raises(SystemExit, match="expected"):
        main()
