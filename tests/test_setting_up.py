"""`make run` sets its environment up, and goes on where an earlier try was ended."""

import shutil
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
