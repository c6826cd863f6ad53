"""How far two programs agree on the same pictures."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.appliance.arm64.readings import SETS, Read, differing, read_demo, widest

READER = """
import json, sys
for picture in sys.argv[7:]:
    dice = [{"x": 400.5, "y": 1, "certainty": 0.9}, {"x": 80.1, "y": 2, "certainty": 0.8}]
    print(json.dumps({"file": picture, "seen": [1, 3], "reason": "tilted", "dice": dice}))
sys.exit(STATUS)
"""
SURE = Read((1, 3), "", (0.9995, 0.9991))
TILTED = Read((2, 2), "tilted", (0.9706, 0.999))
SEEN = {"/white_13.jpg": SURE, "/white_22.jpg": TILTED}


@pytest.mark.parametrize(
    "other",
    [replace(TILTED, faces=(2, 3)), replace(TILTED, faces=(2, 2, 2)), replace(TILTED, reason=""),
     replace(TILTED, reason="misfit")],
)  # fmt: skip
def test_programs_differ_where_a_face_or_the_reason_is_another(other: Read) -> None:
    assert differing(SEEN, SEEN | {"/white_22.jpg": other}) == {"/white_22.jpg": (TILTED, other)}


def test_other_certainties_alone_are_no_difference() -> None:
    assert differing(SEEN, SEEN | {"/white_22.jpg": replace(TILTED, certainties=(0.1, 0.2))}) == {}


def test_the_widest_gap_is_that_of_the_die_that_is_furthest_apart() -> None:
    other = SEEN | {"/white_13.jpg": replace(SURE, certainties=(0.9985, 0.9991))}  # now the less certain one
    assert widest(SEEN, SEEN) == 0
    assert widest(SEEN, other) == widest(other, SEEN) == pytest.approx(0.001)


def test_where_other_faces_were_read_certainties_say_nothing() -> None:
    other = Read((6, 6), "", (0.1, 0.1))
    assert widest(SEEN, SEEN | {"/white_13.jpg": other}) == 0
    assert widest({"/white_13.jpg": SURE}, {"/white_13.jpg": other}) == 0


def test_all_throws_of_the_demo_are_asked_for_and_each_die_kept_from_the_left() -> None:
    seen = read_demo((sys.executable, "-c", READER.replace("STATUS", "3")), Path("/demo"))
    assert {Path(name).parent.name for name in seen} == set(SETS)
    assert "/white_13.jpg" in seen
    assert "/window_empty.jpg" not in seen
    assert set(seen.values()) == {Read((1, 3), "tilted", (0.8, 0.9))}


def test_a_program_that_could_not_read_a_picture_is_an_error() -> None:
    with pytest.raises(AssertionError):
        read_demo((sys.executable, "-c", READER.replace("STATUS", "2")), Path("/demo"))
