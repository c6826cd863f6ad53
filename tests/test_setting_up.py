"""`make run` sets its environment up, on a Pi too, and goes on where an earlier try was ended."""

import shutil
import sys
from pathlib import Path

from tests.test_systemd import TREE, run

PYTHON = r"""#!/bin/sh
case $* in
    *"-m venv"*) printf '#!/bin/sh\necho "pip $*"\n' >.venv/bin/pip && chmod 755 .venv/bin/pip ;;
esac
"""


def test_an_environment_that_was_ended_before_it_was_whole_is_made_whole(tmp_path: Path) -> None:
    shutil.copytree(TREE / ".ci", tmp_path / ".ci")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)  # so far Ctrl-C let it come
    (tmp_path / "python3").write_text(PYTHON)
    (tmp_path / "python3").chmod(0o755)
    result = run(tmp_path / ".ci" / "setup", "run", PATH=f"{tmp_path}:/usr/bin:/bin")
    assert result.returncode == 0, result.stderr
    assert "\npip install " in result.stdout
    assert (tmp_path / ".venv" / "run.done").exists()


def test_a_pi_gets_its_pins_and_its_camera_from_the_system_as_the_service_does(tmp_path: Path) -> None:
    for room in (".ci", "systemd"):
        shutil.copytree(TREE / room, tmp_path / room)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.1\0")
    stubs = {"python3": PYTHON, "dpkg-query": "#!/bin/sh\n", "id": "#!/bin/sh\necho 0\n"}
    asked = tmp_path / "asked"
    stubs |= dict.fromkeys(("apt-get", "apt-cache"), f'#!/bin/sh\necho "$*" >>"{asked}"\n')
    for name, script in stubs.items():
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    model = str(tmp_path / "model")
    setup = tmp_path / ".ci" / "setup"
    result = run(setup, "run", PATH=f"{tmp_path}:/usr/bin:/bin", MAEXLE_MODEL=model)
    assert result.returncode == 0, result.stderr
    installed = asked.read_text()
    for package in ("python3-flask", "python3-gpiozero", "python3-lgpio", "python3-picamera2"):
        assert package in installed


def test_the_catalogues_need_no_command_of_babel_s_which_the_system_s_puts_into_no_environment(
    tmp_path: Path,
) -> None:
    place = tmp_path / "web" / "translations" / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    shutil.copy(TREE / "Makefile", tmp_path)
    (place / "messages.po").write_text('msgid ""\nmsgstr "Language: de"\n\nmsgid "cup"\nmsgstr "Becher"\n')
    environment = tmp_path / ".venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "bin" / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (environment / "bin" / "python").chmod(0o755)
    made = place / "messages.mo"
    result = run("make", "--old-file=.venv/run.done", made.relative_to(tmp_path), where=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "Becher" in made.read_bytes().decode(errors="replace")
