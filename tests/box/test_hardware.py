"""What people read, in hardware.md and on the drawings, are the measures that the box is made after."""

from pathlib import Path

import pytest

from tests.box.measures import FILE, measures

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
)
SHEETS = ("window-ring", "guide-ring", "lamp-holder", "camera-mount", "button-bezel", "box", "table")


@pytest.mark.parametrize("words", SAID)
def test_hardware_says_what_the_box_is_made_after(words: str) -> None:
    assert words in TEXT


@pytest.mark.parametrize("name", SHEETS)
def test_the_drawings_are_of_these_very_measures(name: str) -> None:
    drawing = (FILE.parent / f"{name}-drawing.svg").read_text(encoding="utf-8")
    assert M.mark in drawing, "draw them again: make box ARGS='--pictures docs/box'"
    assert f"docs/box/{name}-drawing.svg" in TEXT
