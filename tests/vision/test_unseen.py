"""Probes: nets that stand for all others of the reader when it is asked what it never saw."""

import shutil
from pathlib import Path

import vision
from tests.training.school import NETS
from tests.unseen import as_probe
from tests.vision.test_photograph import red_pips


def test_where_a_probe_has_none_for_photographs_its_own_for_windows_are_asked(tmp_path: Path) -> None:
    for net in ("scout", "inspector"):
        shutil.copy(NETS / f"{net}.net", tmp_path)
    with as_probe(tmp_path):
        assert vision.read([red_pips()], 3).reason is not None
