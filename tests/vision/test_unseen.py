"""Probes: nets that stand for all others of the reader when it is asked what it never saw."""

import shutil
from pathlib import Path

import pytest

import vision
from tests.training.school import NETS
from tests.unseen import PROBES, as_probe, print_unseen
from tests.vision.test_photograph import red_pips


def test_where_a_probe_has_none_for_photographs_its_own_for_windows_are_asked(tmp_path: Path) -> None:
    for net in ("scout", "inspector"):
        shutil.copy(NETS / f"{net}.net", tmp_path)
    with as_probe(tmp_path):
        assert vision.read([red_pips()], 3).reason is not None


def test_probes_of_which_a_net_is_missing_are_asked_nothing(tmp_path: Path) -> None:
    for probe in PROBES:
        (tmp_path / probe).mkdir()
        shutil.copy(NETS / "scout.net", tmp_path / probe)
    with pytest.raises(SystemExit, match="make probes"):
        print_unseen(lambda: None, tmp_path, tmp_path)
