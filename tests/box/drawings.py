"""The drawings: each part from above, cut open and from the side, with the sizes that a maker needs."""

from collections.abc import Callable, Mapping
from typing import Any

import build123d as cad

from tests.box.kernel import Shape
from tests.box.measures import Measures
from tests.box.parts import LIGHTS, camera_screws
from tests.box.sheet import Line, View, sheet

SIZE = (1080, 620)
CUT, BLACK, WOOD, LIGHT = "#cbd5e1", "#3a3f47", "#ead9bd", "#f6c344"
COLOURS = {
    **dict.fromkeys(("table top", "box-side-long", "box-side-short", "box-floor"), WOOD),
    **dict.fromkeys(("diffuser", "led"), LIGHT),
    **{"disc": "#bfe3f4", "shaker": "#b9532b", "pi": "#1b7f4b"},
}
"""What is bought or sawn, in the section of the whole table; printed parts are black."""
ABOVE, FRONT, SIDE, ASLANT = (0, 0, 1000), (0, -1000, 0), (1000, 0, 0), (700, -1000, 800)


def drawings(m: Measures, shapes: Mapping[str, Shape], whole: Mapping[str, Shape]) -> dict[str, str]:
    """All sheets, by their names, from the parts as they lie on their beds and the whole table."""
    sheets = {name: draw(m, shapes[name]) for name, draw in SHEETS.items()}
    return {**sheets, "box": _box(m, shapes), "table": _table(m, whole)}


def _window_ring(m: Measures, shape: Shape) -> str:
    plan, cut, aslant = _views(shape, 2.9, ABOVE, FRONT)
    inner, outer, high = m.window / 2, m.hole / 2 - 0.25, m.mask_thick
    plan.across(-inner, inner, 0, 0)
    plan.across(-outer, outer, 0, -outer - 9)
    cut.across(-outer, outer, 0, -9)
    cut.up(0, high, outer, outer + 12)
    words = (
        "Matt black, its flat face under the disc. Print it on that face, or cut the face from vinyl (DXF)."
    )
    return sheet("Window ring (mm)", words, SIZE, (plan, cut, aslant), m.mark)


def _guide_ring(m: Measures, shape: Shape) -> str:
    plan, cut, aslant = _views(shape, 2.9, ABOVE, FRONT)
    inner = (m.cup + m.cup_play) / 2
    outer = inner + m.ring_wide
    plan.across(-inner, inner, 0, 0)
    plan.across(-outer, outer, 0, -outer - 9)
    plan.say(0, 12, f"three gaps of {m.ring_gap:g}")
    cut.across(-inner, inner, 0, -9)
    cut.up(0, m.ring_high, outer, outer + 12)
    words = (
        "Drawn as it is printed, upside down. Centre it by the camera's picture, then glue it on the disc."
    )
    return sheet("Guide ring (mm)", words, SIZE, (plan, cut, aslant), m.mark)


def _lamp_holder(m: Measures, shape: Shape) -> str:
    plan, cut, aslant = _views(shape, 4.0, ABOVE, SIDE)
    half, high = m.diffuser / 2 + 2.5, m.lamp_wall
    screw = 1.5 * half + 2
    plan.across(-screw, screw, -7, -33)
    plan.across(-half - 1, half + 1, 8, 19)
    plan.say(-screw - 6, 16, f"2 × {m.screw:g}", (-screw, -7))
    cut.up(0, high, 0, 36, f"{high:g}")
    cut.say(-34, 27, f"seat {m.diffuser + 0.4:.4g} × {m.diffuser_thick:g}", (-10.5, 27.0))
    cut.say(-38, 10, f"LED {m.led + 0.2:.3g}", (-12.6, 9.2))
    cut.across(-7, 0, 0, -6, "screws 7")
    words = (
        f"Four, on their backs on the bed. The diffuser looks up by {m.lamp_tilt:.0f}°; wires leave below."
    )
    return sheet("Lamp holder (mm)", words, SIZE, (plan, cut, aslant), m.mark)


def _camera_mount(m: Measures, shape: Shape) -> str:
    plan, cut, aslant = _views(shape, 4.4, ABOVE, FRONT)
    (left, low), *_, (right, high) = camera_screws(m)
    middle = high / 2
    plan.across(left, right, high, middle + 29)
    plan.up(low, high, left, -36)
    plan.across(-21, 21, middle - 15, middle - 30)
    plan.up(middle - 15, middle + 15, 21, 36)
    plan.say(0, low - 5, "lens", (0, 0))
    cut.up(0, m.lens_over_floor - m.lens_over_board - m.camera_board[2], right, 36)
    cut.across(-30, 30, 0, -8)
    words = "M2 screws into holes of 1.7. Washers over the holes of 8 let it move until the lens is centred."
    return sheet("Camera mount (mm)", words, SIZE, (plan, cut, aslant), m.mark)


def _button_bezel(m: Measures, shape: Shape) -> str:
    plan, cut, aslant = _views(shape, 3.6, ABOVE, FRONT)
    hole, light = m.button + 0.2, m.light + 0.2
    plan.across(-hole / 2, hole / 2, 0, 0)
    plan.across(*LIGHTS, 0, -38, f"{LIGHTS[1] - LIGHTS[0]:g}, holes {light:.3g}")
    plan.across(-22, 22, 22, 36)
    plan.up(-22, 22, 22, 60)
    cut.across(-52, 52, 0, -10)
    cut.up(0, 3, 52, 60)
    words = (
        f"Under it the table wants a hole of {m.button + 15:g} for the button and two of 14 for the lights."
    )
    return sheet("Button bezel with the lights of a verdict (mm)", words, SIZE, (plan, cut, aslant), m.mark)


SHEETS: dict[str, Callable[[Measures, Shape], str]] = {
    "window-ring": _window_ring,
    "guide-ring": _guide_ring,
    "lamp-holder": _lamp_holder,
    "camera-mount": _camera_mount,
    "button-bezel": _button_bezel,
}


def _box(m: Measures, shapes: Mapping[str, Shape]) -> str:
    """The panels that are sawn."""
    floor, long, short = View(270, 340, 1.6), View(800, 290, 1.55), View(800, 540, 1.55)
    half, high = m.inside / 2 + m.board, m.box_high
    for view, name in ((floor, "box-floor"), (long, "box-side-long"), (short, "box-side-short")):
        view.lines("v", _seen(shapes[name], ABOVE)[0])
    floor.across(-half, half, -half, -half - 12)
    place = 0.3 * m.inside
    floor.say(place, place - 32, f"cables 40, at {place:.3g} / {place:.3g}")
    floor.say(60, -75, "camera mount: 42 × 30", (21, m.camera_holes[1] / 2 - 15))
    floor.say(75, half + 6, "drain 6, in the lowest corner", (m.inside / 2 - 8, m.inside / 2 - 8))
    for view, wide, words in ((long, 2 * half, "two"), (short, m.inside, "two, with vents 40 × 4")):
        view.across(-wide / 2, wide / 2, 0, -12)
        view.up(0, high, -wide / 2, -wide / 2 - 10)
        view.say(0, high / 2, words)
    words = (
        f"Plywood of {m.board:g}. The long sides overlap the short ones; the floor is screwed under all four."
    )
    return sheet("The box (mm)", words, SIZE, (floor, long, short), m.mark)


def _table(m: Measures, whole: Mapping[str, Shape]) -> str:
    """The whole table cut open, with what the lens sees and where it sees a lamp mirrored."""
    view = View(540, 260, 2.6)
    for name, shape in whole.items():
        if name != "button" and not name.startswith("button-"):
            for outlines in _sections(shape, _beside(cad.Plane.XZ)):
                view.faces(COLOURS.get(name.rstrip(" 1234"), BLACK), outlines)
    (out, under), half, lens = m.lamp, m.window / 2, -m.lens
    view.lines("r", [[(-half, 0), (0, lens), (half, 0)], [(0, lens), (m.mirrored, 0), (out, -under)]])
    view.up(lens, 0, 0, -0.7 * m.window, f"{m.lens:g} to the lens")
    view.up(-under, 0, out, m.bevel_out - 4, f"{under:g}")
    view.across(0, out, -under, -m.floor - 24, f"{out:g} from the lens axis")
    view.across(-half, half, m.plate, 66, f"window {m.window:g}, shaker {m.cup:g}")
    view.across(-m.inside / 2, m.inside / 2, -m.floor, -m.floor - 38, f"{m.inside:g} inside")
    view.up(-m.floor, m.plate - m.table, m.inside / 2, m.inside / 2 + 30, f"{m.box_high:g} inside")
    view.say(m.mirrored + 95, 36, f"a lamp is mirrored at {m.mirrored:.0f}", (m.mirrored, 0))
    words = "Cut through the lens and two lamps. Drawn from the same model as the parts."
    return sheet("The table (mm)", words, (1080, 780), (view,), m.mark)


def _views(shape: Shape, scale: float, above: Any, side: Any) -> tuple[View, View, View]:
    """A part from above, cut through its middle, and aslant."""
    plan, cut, aslant = View(280, 240, scale), View(280, 560, scale), View(790, 330, scale * 0.95)
    plane = _beside(cad.Plane.XZ if side == FRONT else cad.Plane.YZ)
    kept = cad.Keep.BOTTOM  # what lies behind the plane; its normal looks at whoever looks at the view
    seen, hidden = _seen(shape, above)
    plan.lines("h", hidden)
    plan.lines("v", seen)
    cut.lines("v", _seen(cad.split(shape, bisect_by=plane, keep=kept), side)[0])
    for outlines in _sections(shape, plane):
        cut.faces(CUT, outlines)
    aslant.lines("v", _seen(shape, ASLANT)[0])
    return plan, cut, aslant


def _seen(shape: Shape, where: Any) -> tuple[list[Line], list[Line]]:
    """The edges that are seen from somewhere, and those that are not."""
    seen, hidden = shape.project_to_viewport(where, (0, 1, 0) if where == ABOVE else (0, 0, 1), (0, 0, 0))
    return [_points(edge) for edge in seen], [_points(edge) for edge in hidden]


def _sections(shape: Shape, plane: Any) -> list[list[Line]]:
    """The faces at which a plane cuts a shape: the outlines of each."""
    cut = cad.section(shape, section_by=plane)
    axis = "X" if plane.z_dir.Y else "Y"
    return [
        [
            [(getattr(point, axis), point.Z) for edge in wire.order_edges() for point in _at(edge)]
            for wire in face.wires()
        ]
        for face in cut.faces()
    ]


def _beside(plane: Any) -> Any:
    """The plane a hair further: just where a part is symmetric the kernel may lose half of it."""
    return plane.offset(0.01)


def _points(edge: Any) -> Line:
    return [(point.X, point.Y) for point in _at(edge)]


def _at(edge: Any) -> list[Any]:
    """The points that an edge is drawn through."""
    steps = 1 if edge.geom_type == cad.GeomType.LINE else max(12, min(48, round(edge.length / 2)))
    return [edge @ (step / steps) for step in range(steps + 1)]
