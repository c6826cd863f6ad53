"""A slice of the devices' torture, and that it would notice a wrong ruling; the rest is `make torture`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.fittings.desk import Desk
from games.moves import Push
from table.ports import Frame, Picture
from table.snapshot import Snapshot
from tests.torture import devices, faulty
from vision.reading import Reading

SEED = 20261122
LATE_S = 0.05


@pytest.mark.parametrize("seed", [SEED, SEED + 1])
def test_whatever_fails_at_any_moment_the_game_goes_on_and_no_ruling_is_wrong(
    tmp_path: Path, seed: int
) -> None:
    seen = devices.trial(seed, tmp_path, moments=30)
    assert seen["faults"]
    assert seen["rulings"]


def test_a_ruling_on_other_dice_than_lay_there_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = faulty.read

    def wrong(frames: Sequence[Frame], expect: int) -> tuple[Reading, Picture]:
        reading, picture = sound(frames, expect)
        # Seven less the pips would be the same throw where a 2 and a 5 lie
        others = tuple(replace(die, pips=die.pips % 6 + 1) for die in reading.dice)
        return replace(reading, dice=others), picture

    monkeypatch.setattr(faulty, "read", wrong)
    with pytest.raises(AssertionError, match="but there lay"):
        devices.trial(SEED, tmp_path, moments=0)


def test_a_camera_that_never_comes_back_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faulty, "_sound", faulty.CAMERA_FAULTS["driver fails"])
    monkeypatch.setattr(devices, "TRIES", 10)
    with pytest.raises(AssertionError, match="never: the camera came back"):
        devices.trial(SEED, tmp_path, moments=0)


def test_a_desk_whose_thread_comes_late_hears_the_button_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_time = Desk._submit

    def late(desk: Desk, push: Push, pressed: Snapshot) -> None:
        desk._table.wait(pressed.revision, LATE_S)  # whoever else plays is faster
        in_time(desk, push, pressed)

    monkeypatch.setattr(Desk, "_submit", late)
    monkeypatch.setattr(devices, "TRIES", 10)
    devices.trial(SEED, tmp_path, moments=0)
