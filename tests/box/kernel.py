"""The parts in the CAD kernel: made exactly, held against each other, and written for printers and saws.

The kernel's library has types that change with every release: they end here.
"""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, assert_never

import build123d as cad

from tests.box.fit import places
from tests.box.parts import Part
from tests.box.solids import Cut, Joined, Moved, Pulled, Solid, Turned, bounds

Shape = Any
TRIED = 300
"""Places in the box round a part at which model and kernel are compared."""
NOTHING = 0.5
"""Parts that touch may seem to share so much, mm³."""


def made(solid: Solid) -> Shape:
    """The same solid in the kernel."""
    match solid:
        case Turned(outline):
            corners = [(far, 0.0, height) for far, height in outline]
            return cad.revolve(cad.make_face(cad.Polyline(*corners, close=True)), cad.Axis.Z)
        case Pulled(outline, low, high):
            corners = [(x, y, low) for x, y in outline]
            return cad.extrude(cad.make_face(cad.Polyline(*corners, close=True)), high - low, dir=(0, 0, 1))
        case Joined(solids):
            return made(solids[0]).fuse(*(made(each) for each in solids[1:]))
        case Cut(whole, away):
            return made(whole).cut(*(made(each) for each in away))
        case Moved(still, frame):
            return made(still).moved(cad.Location(cad.Plane(frame.place, frame.x, frame.z)))
        case _:
            assert_never(solid)


def odd_places(solid: Solid, shape: Shape) -> int:
    """At how many places the kernel says otherwise than the model; it has its bad moments with symmetry."""
    tried = places(bounds(solid))[:TRIED]
    inside = [shape.is_inside(cad.Vector(*place), 1e-3) for place in tried]
    return int((solid.holds(tried) != inside).sum())


def clashes(shapes: Mapping[str, Shape]) -> list[str]:
    """What shares room with what, in words; nothing, if everything fits."""
    return [
        f"{one} and {other} share {shared:.1f} mm³"
        for (one, first), (other, second) in combinations(shapes.items(), 2)
        if (shared := _shared(first, second)) > NOTHING
    ]


def _shared(first: Shape, second: Shape) -> float:
    if not _near(first.bounding_box(), second.bounding_box()):
        return 0.0
    common = first & second
    return float(sum(solid.volume for solid in common.solids())) if common else 0.0


def _near(one: Any, other: Any) -> bool:
    low, high = (one.min, one.max), (other.min, other.max)
    return all(
        getattr(low[0], axis) < getattr(high[1], axis) and getattr(high[0], axis) < getattr(low[1], axis)
        for axis in "XYZ"
    )


def write(part: Part, shape: Shape, folder: Path) -> None:
    """Write a part for whoever makes it: as a solid, to print, and to cut, as far as it can be."""
    cad.export_step(shape, folder / f"{part.name}.step")
    if part.printed:
        cad.export_stl(shape, folder / f"{part.name}.stl", tolerance=0.02)
    if part.flat:
        outline = flat(shape)
        for exporter in (cad.ExportDXF(), cad.ExportSVG()):
            exporter.add_shape(outline)
            exporter.write(
                str(folder / f"{part.name}{'.dxf' if isinstance(exporter, cad.ExportDXF) else '.svg'}")
            )


def flat(shape: Shape) -> Shape:
    """The outline to cut a part by: its section just above its bed."""
    height = shape.bounding_box().min.Z + 0.1
    outline = cad.section(shape, section_by=cad.Plane.XY.offset(height))
    return outline.moved(cad.Location((0, 0, -height))).edges()
