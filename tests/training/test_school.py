"""Hours of learning: stopped and gone on with at any moment, done once, and nothing that ships is touched."""

import hashlib
import shutil
from collections.abc import Sequence
from importlib.util import find_spec
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import pytest

from tests.training import inspector, school
from tests.training.windows import store
from tests.training.windows.window import draw

pytestmark = [
    pytest.mark.skipif(
        find_spec("torch") is None or find_spec("onnx") is None, reason="training needs PyTorch: make weights"
    ),
    pytest.mark.skipif(shutil.which("g++") is None, reason="the tracer needs g++"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # PyTorch's, about how a net is written
]
STEPS = 4


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("windows")
    store.write(folder, 0, [draw(seed) for seed in range(3)])
    return folder


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A school that is over in seconds, and keeps what it has after every other step."""
    monkeypatch.setattr(school, "DRAWN", {"table": 6, "anywhere": 6})
    monkeypatch.setattr(school, "KEEP_STEPS", 2)
    monkeypatch.setattr(school, "MADE", tmp_path / "made")
    monkeypatch.setattr(school, "Pool", ThreadPool)


def learn(monkeypatch: pytest.MonkeyPatch, windows: Path, *told: str) -> None:
    steps = ["--steps", str(STEPS), "--rounds", "1"]
    monkeypatch.setattr("sys.argv", ["inspector", "--windows", str(windows), *steps, *told])
    inspector.main()


def test_who_was_stopped_learns_the_same_to_the_last_bit(
    monkeypatch: pytest.MonkeyPatch, windows: Path, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.net", tmp_path / "other.net"
    learn(monkeypatch, windows, "--out", str(one))
    with monkeypatch.context() as stopped:
        stopped.setattr(school, "_School", _StoppedSchool)
        with pytest.raises(KeyboardInterrupt):
            learn(monkeypatch, windows, "--out", str(other))
    assert not other.exists()
    learn(monkeypatch, windows, "--out", str(other))
    assert other.read_bytes() == one.read_bytes()


def test_who_was_stopped_does_not_go_on_with_what_is_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, windows: Path, tmp_path: Path
) -> None:
    out = tmp_path / "one.net"
    with monkeypatch.context() as stopped:
        stopped.setattr(school, "_School", _StoppedSchool)
        with pytest.raises(KeyboardInterrupt):
            learn(monkeypatch, windows, "--out", str(out))
    before = out.with_suffix(".checkpoint").read_bytes()
    with pytest.raises(SystemExit, match="made otherwise, delete it"):
        learn(monkeypatch, windows, "--out", str(out), "--seed", "2")
    assert out.with_suffix(".checkpoint").read_bytes() == before


def test_a_course_that_is_done_is_not_begun_again(
    monkeypatch: pytest.MonkeyPatch, windows: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learn(monkeypatch, windows)
    monkeypatch.setattr(school, "traced_scenes", None)  # what can't be called is not looked for
    learn(monkeypatch, windows)
    assert f"inspector: has learned its {STEPS} steps" in capsys.readouterr().out


@pytest.mark.parametrize("told", [(), ("--anywhere",)])
def test_what_ships_is_not_overwritten(
    monkeypatch: pytest.MonkeyPatch, windows: Path, tmp_path: Path, told: tuple[str, ...]
) -> None:
    before = _shipped()
    learn(monkeypatch, windows, *told)
    assert _shipped() == before
    assert len(list((tmp_path / "made").glob("inspector*.net"))) == 1


def test_a_folder_without_windows_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=f"no windows to learn from in {tmp_path}"):
        learn(monkeypatch, tmp_path)


class _StoppedSchool(school._School):
    """A school that is stopped before its last step."""

    def lessons(self, step: int) -> list[Sequence[Any]]:
        if step == STEPS - 1:
            raise KeyboardInterrupt
        return super().lessons(step)


def _shipped() -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in school.NETS.glob("*.net")}
