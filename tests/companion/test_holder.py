"""Camera and pins are one program's at a time: whoever comes second is told who has them, and what to do."""

import os
import resource
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.kept.holder import InUseError, hold
from companion.kept.places import log_file
from companion.main import main
from tests.program import Program

SERVICE = "the table runs as a service and has its camera and its pins"


def lay_systemctl(place: Path, monkeypatch: pytest.MonkeyPatch, state: str, process: int = 1) -> None:
    """Let systemd say in which state the service is, and which process it has."""
    tool = place / "tools" / "systemctl"
    tool.parent.mkdir()
    asked, said = "show -p ActiveState -p MainPID maexle", f"ActiveState={state}\\nMainPID={process}\\n"
    tool.write_text(f"#!/bin/sh\n[ \"$*\" = '{asked}' ] && printf '{said}'\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that says it is a Pi, so that there are pins to fight for."""
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B")
    monkeypatch.setenv("MAEXLE_MODEL", str(tmp_path / "model"))
    return tmp_path


@pytest.mark.parametrize(
    ("command", "instead"),
    [
        ("setup", "A host's phone can do it meanwhile: menu, Set the window up."),
        ("check", "a host's phone says what was amiss; to look again there: menu, Is all well?, Look again."),
        ("run", "sudo systemctl stop maexle, and afterwards sudo systemctl start maexle"),
    ],
)
def test_beside_the_service_nothing_else_asks_for_pins_or_camera_not_even_with_a_memory_of_its_own(
    pi: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    instead: str,
) -> None:
    lay_systemctl(pi, monkeypatch, "active")
    (pi / "own").mkdir()
    log_file(pi / "own").touch()
    assert main([command, "--data", str(pi / "own")]) == 2
    said = capsys.readouterr().err
    assert SERVICE in said
    assert instead in said
    assert not log_file(pi / "own").read_bytes(), "nobody has opened it"


@pytest.mark.parametrize("state", ["activating", "active", "reloading", "deactivating"])
def test_beside_the_service_on_its_memory_the_service_is_named_while_it_starts_and_stops_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], state: str
) -> None:
    lay_systemctl(tmp_path, monkeypatch, state)
    log_file(tmp_path).touch()
    with ExitStack() as parts:
        hold(tmp_path, parts)
        assert main(["check", "--data", str(tmp_path)]) == 2
    assert SERVICE in capsys.readouterr().err


def test_a_service_that_finds_its_memory_taken_does_not_name_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_systemctl(tmp_path, monkeypatch, "activating", process=os.getpid())
    with ExitStack() as parts:
        hold(tmp_path, parts)
        with pytest.raises(InUseError, match="end it where it was started"), ExitStack() as others:
            hold(tmp_path, others)


def test_on_a_full_disk_the_memory_is_held_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_systemctl(tmp_path, monkeypatch, "inactive")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with ExitStack() as parts:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))  # as on a full disk, no file may grow
        parts.callback(resource.setrlimit, resource.RLIMIT_FSIZE, before)
        hold(tmp_path, parts)
        with pytest.raises(InUseError, match="already runs"), ExitStack() as others:
            hold(tmp_path, others)


def test_beside_a_table_that_somebody_started_its_process_is_named_and_its_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lay_systemctl(tmp_path, monkeypatch, "inactive")
    with Program(tmp_path / "data") as program:
        for _ in "12":  # the first to be refused has not wiped the name out
            assert main(["setup", "--data", str(tmp_path / "data")]) == 2
            said = capsys.readouterr().err
            assert f"a table already runs on {tmp_path / 'data'} (process {program.process.pid})" in said
            assert "end it where it was started, with Ctrl-C" in said
        assert program.process.poll() is None


def test_where_no_systemd_runs_its_tool_s_complaint_is_nobody_s_business(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    lay_systemctl(tmp_path, monkeypatch, "inactive")
    tool = tmp_path / "tools" / "systemctl"
    tool.write_text("#!/bin/sh\necho System has not been booted with systemd >&2; exit 1\n")
    log_file(tmp_path).touch()
    with ExitStack() as parts:
        hold(tmp_path, parts)
        assert main(["check", "--data", str(tmp_path)]) == 2
    assert capfd.readouterr().err.startswith("maexle check: a table already runs on ")


def test_what_a_pulled_plug_left_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("4711")
    with ExitStack() as parts:
        hold(tmp_path, parts)
        with pytest.raises(InUseError, match=rf"\(process {os.getpid()}\)"), ExitStack() as others:
            hold(tmp_path, others)
    with ExitStack() as parts:
        hold(tmp_path, parts)
