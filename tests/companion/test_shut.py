"""A table that can't start tells the phones why, until systemd tries again."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ports import free_port

PATIENT_S = 60.0
READ_ONLY = "the disk is read-only: see whether the card is worn out or locked"
# The program, on a disk that is what the tests can't mount
PROGRAM = """
import errno, os, resource, sys
from companion import assembly
from companion.commands import run
from companion.main import main

run.TRIAL = run.Path(os.environ.get("TRIAL", "/dev/null/none"))

def refused(data, parts):
    raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(data / "lock"))

if os.environ.get("DISK") == "read-only":
    assembly.hold = refused
if os.environ.get("DISK") == "failing":
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
sys.exit(main(sys.argv[1:]))
"""


@contextmanager
def service(data: Path, *told: str, **known: str) -> Iterator["subprocess.Popen[str]"]:
    """The program as systemd starts it, with what it is told and what its environment knows."""
    command = (sys.executable, "-c", PROGRAM, "run", "--service", "--data", str(data), *told)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | known) as process:
        try:
            yield process
        finally:
            process.kill()


def page_of(port: int, process: "subprocess.Popen[str]") -> str:
    """Return what a phone finds once the program has said why there is no table."""
    assert process.stderr
    assert process.stderr.readline().startswith("maexle run: ")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/screen", timeout=PATIENT_S)
    assert refused.value.code == 503
    return refused.value.read().decode()


def test_phones_are_told_that_the_card_can_t_be_written_and_what_helps(tmp_path: Path) -> None:
    port = free_port()
    with service(tmp_path, f"--port={port}", DISK="read-only") as table:
        page = page_of(port, table)
        table.terminate()
        assert table.wait(PATIENT_S) == 2
    assert f"{tmp_path}/lock: {READ_ONLY}" in page
    for said in ("Pull the plug", "Zieh den Stecker", "Débranche la prise", "Stacca la spina"):
        assert said in page


def test_phones_are_told_what_helps_where_it_is_the_memory_s_own_file_that_fails(tmp_path: Path) -> None:
    port = free_port()
    with service(tmp_path, f"--port={port}", DISK="failing") as table:
        page = page_of(port, table)
    assert "maexle.db.new can&#x27;t be used (disk I/O error)" in page
    assert "Zieh den Stecker" in page


def test_a_start_that_fails_otherwise_blames_no_card(tmp_path: Path) -> None:
    port, file = free_port(), tmp_path / "<b>"
    file.touch()
    with service(file, f"--port={port}") as table:
        page = page_of(port, table)
    assert "/&lt;b&gt;: that is a file, not a folder" in page
    assert "The table can't start." in page
    assert "Pull the plug" not in page


def test_a_setting_that_can_t_be_is_named_on_the_phones_too(tmp_path: Path) -> None:
    port, settings = free_port(), tmp_path / "maexle.toml"
    settings.write_text("[button]\naccept_gpio = 99\n")
    with service(tmp_path, f"--port={port}", f"--settings={settings}") as table:
        assert "[button] accept_gpio" in page_of(port, table)


def test_a_slip_of_the_pen_in_the_settings_is_shown_where_phones_look_for_the_table(tmp_path: Path) -> None:
    port, settings = free_port(), tmp_path / "maexle.toml"
    settings.write_text(f"[table]\nname = Zum Anker\n[web]\nport = {port}\n")
    with service(tmp_path, f"--settings={settings}") as table:
        assert "line 2 can&#x27;t be read: name = Zum Anker" in page_of(port, table)


def test_an_update_on_trial_that_can_t_start_ends_at_once(tmp_path: Path) -> None:
    with service(tmp_path, f"--port={free_port()}", DISK="read-only", TRIAL=str(tmp_path)) as table:
        assert table.wait(PATIENT_S) == 2
        assert table.stderr
        assert READ_ONLY in table.stderr.read()
