"""What people read, in hardware.md and on the drawings, are the measures that the box is made after."""

import re
from pathlib import Path

import pytest

from tests.box.measures import FILE, measures
from tests.box.parts import parts
from tests.box.table import BATTEN, bought

ROOT = Path(__file__).parents[2]
M = measures()
OUT, UNDER = M.lamp
TEXT = " ".join((ROOT / "hardware.md").read_text(encoding="utf-8").split())
SAID = (
    f"The picture is only {M.seen_high * M.distance:.0f} mm high for an {M.window:g} mm window",
    f"dice must not be able to come to lie outside the {M.window:g} mm circle",
    f"clear, cast, {M.disc:g} mm × {M.plate:g} mm",
    f"a ring of matt black vinyl, {M.window:g} mm inside",
    f"inside {M.inside:g} × {M.inside:g} × {M.box_high:g} mm",
    f"Lens {M.lens:g} mm under the window: D = {M.lens:g} + {M.plate:g}/{M.plate_index:g}",
    f"= {M.distance:.0f} mm (plate)",
    f"clear end of {M.clear_end:g} mm makes it {M.lens:g} + {M.plate + M.clear_end:g}/{M.plate_index:g}",
    f"{M.seen_wide:.3f} · {M.distance:.0f} = {M.seen_wide * M.distance:.0f} mm by",
    f"{M.seen_high:.3f} · {M.distance:.0f} = {M.seen_high * M.distance:.0f} mm",
    f"a {M.die:g} mm die **{M.die_px:.0f} px**",
    f"at r = {OUT:g}, {UNDER:g} mm under the plate, the lens {M.lens:g} mm under it",
    f"m = {OUT:g} · {M.lens:g} / {M.lens + UNDER:g} = {M.mirrored:.0f} mm",
    f"Recess {M.recess[0]:g} mm wide and {M.recess[1]:g} mm deep for the disc",
    f"then a {M.hole:g} mm hole through",
    f"starting {M.bevel_from:g} mm below the ledge",
    f"A shaker wider than {M.cup:g} mm",
    f"Three gaps of {M.ring_gap:g} mm let beer out",
    f"four battens {BATTEN[1]:g} × {BATTEN[2]:g} × {BATTEN[0]:g} mm",
)
NUMBERS = {"four": 4, "eight": 8, "twelve": 12, "twenty-four": 24}
BOUGHT = {
    (float(across), float(long)): NUMBERS[number]
    for number, across, long in re.findall(rf"({'|'.join(NUMBERS)}) ([0-9.]+) × ([0-9]+) (?:for|and)", TEXT)
}
"""The wood screws that are bought: how thick and how long, and how many."""
FOOT = 3.0
"""The thinnest part that is screwed to anything."""
SHEETS = ("window-ring", "guide-ring", "lamp-holder", "camera-mount", "button-bezel", "box", "table")


@pytest.mark.parametrize("words", SAID)
def test_hardware_says_what_the_box_is_made_after(words: str) -> None:
    assert words in TEXT


@pytest.mark.parametrize("name", SHEETS)
def test_the_drawings_are_of_these_very_measures(name: str) -> None:
    drawing = (FILE.parent / f"{name}-drawing.svg").read_text(encoding="utf-8")
    assert M.mark in drawing, "draw them again: make box ARGS='--pictures docs/box'"
    assert f"docs/box/{name}-drawing.svg" in TEXT


def test_there_is_a_screw_for_every_hole_of_the_printed_parts() -> None:
    bought_ones = sum(number for (across, _), number in BOUGHT.items() if across == M.screw)
    assert bought_ones == sum(part.screws * len(part.places) for part in parts(M)) == 16


def test_there_are_screws_for_the_box_two_in_each_place() -> None:
    sides = sum(len(part.places) for part in parts(M) if part.name.startswith("box-side"))
    battens = sum(name.startswith("batten") for name in bought(M))
    assert BOUGHT[3.0, 25.0] == 2 * (4 + battens + sides), "corners, battens, the floor under each side"
    assert BOUGHT[4.0, 40.0] == 2 * battens


@pytest.mark.parametrize(
    ("screw", "thick"),
    [
        ((3.5, 12.0), FOOT + M.board),
        ((3.5, 16.0), FOOT + M.table),
        ((3.0, 25.0), M.board + BATTEN[1]),
        ((4.0, 40.0), BATTEN[2] + M.table),
    ],
    ids=["lamps and camera", "button", "battens", "table top"],
)
def test_no_screw_comes_out_at_the_other_side(screw: tuple[float, float], thick: float) -> None:
    assert screw in BOUGHT
    assert screw[1] <= thick
