"""Which sure faces are asked for more, and when that leaves a doubt."""

import numpy as np
import pytest

from tests.vision.seen import sightings
from vision.judge import TABLE
from vision.level import cut
from vision.looking import settling
from vision.looking.settling import Settled, settle
from vision.reading import Circle, Reason
from vision.taught.hearing import unheard
from vision.witnesses.faces import Face

FRAME = np.full((480, 640), 128, np.uint8)
WINDOW = Circle(320, 240, 230)


def settled(chance: float, window: Circle | None = None) -> Settled:
    """Two dice, of which one is so sure and the other as good as certain."""
    seen = sightings((220, 240, 3, chance), (420, 240, 5, 0.99))
    return settle(FRAME, unheard(seen), cut(FRAME), 2, TABLE, window)


def test_a_face_that_is_only_just_sure_is_a_doubt_where_its_pips_fit_no_lattice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def no_fit(faces: list[Face]) -> np.ndarray:
        asked.append(len(faces))
        return np.full(len(faces), -1.0)

    monkeypatch.setattr(settling, "fits", no_fit)
    assert settled(TABLE.alone + 0.01).certain
    doubtful = settled(TABLE.alone - 0.01)
    assert not doubtful.certain
    assert doubtful.tell().reason is Reason.MISFIT
    assert asked == [0, 1]


def test_whether_a_middle_pip_is_dirt_is_asked_under_glass_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for witness in ("worn", "hidden"):
        monkeypatch.setattr(settling, witness, lambda faces: np.zeros(len(faces), bool))
    monkeypatch.setattr(settling, "oddness", lambda faces: np.full(len(faces), 1.0))
    assert settled(0.99).certain
    assert settled(0.99, WINDOW).tell().reason is Reason.MISFIT
