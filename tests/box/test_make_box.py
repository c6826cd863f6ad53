"""`make box` with a measure that can't be: a word, and nothing is written."""

import sys
from pathlib import Path

import pytest

from tests.test_systemd import TREE, run

KERNEL = "def __getattr__(name: str) -> type:\n    return type\n"
"""Stands in for the CAD kernel, which is never asked."""


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        ("cupp=84", "make box: not the measures of a table: cupp"),
        ("cup=wide", "expected a number of mm, as cup=84, not 'cup=wide'"),
        ("cup=20", "make box: the lens would be 35 mm away, nearer than it focuses: a wider cup"),
    ],
)
def test_a_measure_that_can_t_be_is_named(tmp_path: Path, measure: str, said: str) -> None:
    (tmp_path / "build123d.py").write_text(KERNEL)
    made = run(
        sys.executable, "-m", "tests.box", "--out", tmp_path / "box", measure,
        where=TREE, PYTHONPATH=f"{tmp_path}:{TREE}",
    )  # fmt: skip
    assert made.returncode == 2
    assert made.stderr.splitlines()[-1].endswith(said)
    assert "Traceback" not in made.stderr
    assert not (tmp_path / "box").exists()
