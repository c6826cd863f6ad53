"""The command `maexle` as it is laid on an installed table: who runs it, where, and in which language."""

import re
from pathlib import Path

import pytest

from tests.test_systemd import SYSTEMD, UNIT, run


@pytest.mark.parametrize(
    ("words", "runs"),
    [
        (["pin", "--new"], "sudo -u maexle -- {here} pin --new"),
        (["read", "a.jpg"], "program read a.jpg"),
        (["setup"], "sudo -u maexle -- {here} setup"),
        (["update", "new.tar.gz"], "program update new.tar.gz"),  # by root: the tests'
        (["trust", "key.pub"], "program trust key.pub"),
        ([], "program"),
    ],
)
def test_what_belongs_to_the_table_runs_as_its_user_and_the_rest_as_you(
    tmp_path: Path, words: list[str], runs: str
) -> None:
    program, sudo, command = (tmp_path / name for name in ("program", "sudo", "maexle"))
    for stand_in in (program, sudo):
        stand_in.write_text('#!/bin/sh\necho "${0##*/} $*"\n', encoding="utf-8")
    laid = (SYSTEMD / "maexle").read_text(encoding="utf-8")
    command.write_text(laid.replace("/opt/maexle/venv/bin/maexle", str(program)), encoding="utf-8")
    for each in (program, sudo, command):
        each.chmod(0o755)
    result = run(command, *words, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert result.stdout.strip() == runs.format(here=command)


@pytest.mark.parametrize(("terminal", "heard"), [("de_DE.UTF-8", "de_DE.UTF-8"), ("", "C.UTF-8")])
def test_the_table_s_command_speaks_the_terminal_s_language(
    tmp_path: Path, terminal: str, heard: str
) -> None:
    laid = (SYSTEMD / "maexle").read_text(encoding="utf-8")
    for name, text in (
        ("id", "#!/bin/sh\necho maexle\n"),
        ("program", '#!/bin/sh\necho "$LANG"\n'),
        ("maexle", re.sub("/opt/maexle/venv/bin/maexle", f"{tmp_path}/program", laid)),
    ):
        (tmp_path / name).write_text(text.replace("/var/lib/maexle", str(tmp_path)), encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    result = run(tmp_path / "maexle", "log", PATH=f"{tmp_path}:/usr/bin:/bin", LANG=terminal)
    assert result.stdout.strip() == heard, result.stderr


def test_the_command_that_is_laid_means_the_places_of_the_unit() -> None:
    unit, laid = (path.read_text(encoding="utf-8") for path in (UNIT, SYSTEMD / "maexle"))
    (program,) = re.findall(r"(?m)^program=(\S+)$", laid)
    (folder,) = re.findall(r"(?m)^ +cd (\S+)$", laid)
    assert f"\nExecStart={program} run " in unit
    assert f"\nWorkingDirectory={folder}\n" in unit
    assert "GPIOZERO_PIN_FACTORY=lgpio" in laid
