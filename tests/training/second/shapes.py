"""Solids for Blender, mm: dice with pips drilled into them, cups, plates and discs."""

import math
from collections.abc import Sequence
from typing import Any, Final

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

from tests.training.windows.kinds import Kind
from tests.training.windows.layout import NORMALS, Body
from tests.training.windows.optics import Points

SIDES_OF_ROUND: Final = 48
BEVELS: Final = 5
PRINTED: Final = 0.02
"""So deep lie pips that are printed, mm: a cut must take something away."""
OVER: Final = 0.5
"""So far cutters stand out of what they cut, mm."""


def solid(name: str, mesh: bmesh.types.BMesh, paints: Sequence[Any], *, smooth: bool = True) -> Any:
    """A mesh as an object of the scene, with its paints by number."""
    made = bpy.data.meshes.new(name)
    mesh.to_mesh(made)
    mesh.free()
    for paint in paints:
        made.materials.append(paint)
    if smooth:
        made.shade_smooth()
    thing = bpy.data.objects.new(name, made)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def block(half: Points, rounding: float) -> bmesh.types.BMesh:
    """A box with rounded edges."""
    mesh = bmesh.new()
    bmesh.ops.create_cube(mesh, size=2)
    bmesh.ops.scale(mesh, vec=tuple(half), verts=mesh.verts)
    bmesh.ops.bevel(
        mesh, geom=[*mesh.edges, *mesh.verts], offset=rounding, segments=BEVELS, profile=0.5, affect="EDGES"
    )
    return mesh


def disc(radius: float, height: float, rounding: float) -> bmesh.types.BMesh:
    """A coin, its middle at the origin."""
    mesh = bmesh.new()
    bmesh.ops.create_cone(
        mesh, cap_ends=True, segments=SIDES_OF_ROUND, radius1=radius, radius2=radius, depth=height
    )
    rims = [edge for edge in mesh.edges if abs(edge.verts[0].co.z - edge.verts[1].co.z) < 1e-6]
    bmesh.ops.bevel(mesh, geom=rims, offset=rounding, segments=2, profile=0.5, affect="EDGES")
    return mesh


def die(body: Body, paints: Sequence[Any], drill: str, depth: float) -> Any:
    """A die: paints of its body, its pips, its ace and its four; how its pips are made, and how deep, mm.

    `drill` is "bowl", "hole" or "cone"; with a depth of 0 pips are printed.
    """
    assert body.kind is not None
    kind = body.kind
    thing = solid("die", block(body.half, kind.rounding), paints)
    if kind.sphere < math.sqrt(3) * kind.edge / 2:
        ball = bmesh.new()
        bmesh.ops.create_icosphere(ball, subdivisions=4, radius=kind.sphere)
        _cut(thing, solid("ball", ball, paints[:1]), "INTERSECT")
    cutter = bmesh.new()
    for face, value in enumerate(body.values):
        radius = kind.ace_radius if value == 1 else kind.pip_radius
        paint = {1: 2, 4: 3}.get(value, 1)
        for place in pips(kind, value, turned=bool(body.traced.turned[face])):
            tool = _tool(kind, radius, drill, depth, ringed=kind.ring > 0 and value > 1)
            _add(cutter, tool, _upon(face, kind.edge / 2, place), paint)
    _cut(thing, solid("pips", cutter, paints), "DIFFERENCE")
    return thing


def pips(kind: Kind, value: int, *, turned: bool) -> list[tuple[float, float]]:
    """Where the pips of a value are, mm from the face's middle along its axes."""
    q, six = kind.pitches[value - 1], kind.rows_of_six
    places = [(0.0, 0.0)] if value % 2 else []
    if value in (2, 3):
        places += [(q, q), (-q, -q)] if turned else [(q, -q), (-q, q)]
    if value >= 4:
        a, b = (six if value == 6 and turned else q), (six if value == 6 and not turned else q)
        places += [(a, b), (-a, -b), (a, -b), (-a, b)]
        if value == 6:
            places += [(a, 0.0), (-a, 0.0)] if turned else [(0.0, b), (0.0, -b)]
    return places


def cup(radius: float, top: float, height: float, wall: float, paints: Sequence[Any], *, square: bool) -> Any:
    """A cup upside down, open at z = 0: paints of its wall, its floor and its rim."""
    inside = [(radius, 0.0), (radius, 1.5), (top, height - 1.0), (top - 1.0, height), (0.0, height)]
    outside = [(0.0, height + wall), (top + wall, height + wall), (radius + wall, 1.5), (radius + wall, 0.0)]
    return _lathed("cup", [*inside, *outside], [0, 0, 0, 1, 1, 0, 0, 2, 2], paints, square=square)


def ring(inner: float, outer: float, height: float, paint: Any, *, square: bool) -> Any:
    """A flat ring that lies on z = 0 from one radius to another."""
    outline = [(inner, 0.0), (inner, height), (outer, height), (outer, 0.0)]
    return _lathed("ring", outline, [0] * 4, [paint], square=square)


def slab(low: float, high: float, reach: float, paint: Any) -> Any:
    """A plate between two heights."""
    mesh = bmesh.new()
    bmesh.ops.create_cube(mesh, size=2)
    bmesh.ops.scale(mesh, vec=(reach, reach, (high - low) / 2), verts=mesh.verts)
    bmesh.ops.translate(mesh, vec=(0, 0, (high + low) / 2), verts=mesh.verts)
    return solid("slab", mesh, [paint], smooth=False)


def sheet(z: float, reach: float, paint: Any) -> Any:
    """A square without thickness at a height."""
    mesh = bmesh.new()
    bmesh.ops.create_grid(mesh, x_segments=1, y_segments=1, size=reach)
    bmesh.ops.translate(mesh, vec=(0, 0, z), verts=mesh.verts)
    return solid("sheet", mesh, [paint], smooth=False)


def lamp(place: Points, radius: float, paint: Any, *, square: bool) -> Any:
    """A disc, or a square chip, that shines upwards."""
    mesh = bmesh.new()
    bmesh.ops.create_circle(mesh, cap_ends=True, segments=4 if square else 16, radius=radius)
    bmesh.ops.translate(mesh, vec=tuple(place), verts=mesh.verts)
    return solid("lamp", mesh, [paint], smooth=False)


def ball(place: Points, radius: float, paint: Any) -> Any:
    """A ball."""
    mesh = bmesh.new()
    bmesh.ops.create_uvsphere(mesh, u_segments=24, v_segments=12, radius=radius)
    bmesh.ops.translate(mesh, vec=tuple(place), verts=mesh.verts)
    return solid("ball", mesh, [paint])


def finger(start: Points, end: Points, radius: float, paint: Any) -> Any:
    """A round stick; its round tip has its middle at the start."""
    way = np.asarray(end, float) - start
    outline = [(radius * math.sin(a), -radius * math.cos(a)) for a in np.linspace(0, math.pi / 2, 8)]
    thing = _lathed(
        "finger", [*outline, (radius, float(np.linalg.norm(way)))], [0] * 9, [paint], square=False
    )
    thing.rotation_mode = "QUATERNION"
    thing.rotation_quaternion = Vector(way).to_track_quat("Z", "Y")
    thing.location = tuple(start)
    return thing


def _tool(kind: Kind, radius: float, drill: str, depth: float, *, ringed: bool) -> bmesh.types.BMesh:
    """What a pip is cut with: its tip looks down, and the face lies at z = 0."""
    mesh = bmesh.new()
    if ringed:
        return _tube(mesh, radius, kind.ring * radius, max(depth * 0.5, PRINTED))
    if depth <= 0 or drill == "hole":
        deep = max(depth, PRINTED)
        bmesh.ops.create_cone(
            mesh, cap_ends=True, segments=24, radius1=radius, radius2=radius, depth=deep + OVER
        )
        bmesh.ops.translate(mesh, vec=(0, 0, (OVER - deep) / 2), verts=mesh.verts)
    elif drill == "cone":
        wide = radius * (depth + OVER) / depth
        bmesh.ops.create_cone(mesh, cap_ends=True, segments=24, radius1=0, radius2=wide, depth=depth + OVER)
        bmesh.ops.translate(mesh, vec=(0, 0, (OVER - depth) / 2), verts=mesh.verts)
        bmesh.ops.remove_doubles(mesh, verts=mesh.verts, dist=1e-5)
    else:
        round_ = (radius**2 + depth**2) / (2 * depth)
        bmesh.ops.create_uvsphere(mesh, u_segments=20, v_segments=16, radius=round_)
        bmesh.ops.translate(mesh, vec=(0, 0, round_ - depth), verts=mesh.verts)
    return mesh


def _tube(mesh: bmesh.types.BMesh, outer: float, inner: float, deep: float) -> bmesh.types.BMesh:
    around = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    rings = [
        [mesh.verts.new((r * math.cos(a), r * math.sin(a), z)) for a in around]
        for r, z in ((inner, -deep), (outer, -deep), (outer, OVER), (inner, OVER))
    ]
    _skin(mesh, rings, [0] * 4)
    return mesh


def _lathed(
    name: str,
    outline: Sequence[tuple[float, float]],
    paint: Sequence[int],
    paints: Sequence[Any],
    *,
    square: bool,
) -> Any:
    """What a closed outline of radii and heights gives when it is turned about the vertical."""
    mesh, around = bmesh.new(), np.linspace(0, 2 * math.pi, 96, endpoint=False)
    away = np.maximum(np.abs(np.cos(around)), np.abs(np.sin(around))) if square else np.ones(96)
    rings = []
    for radius, height in outline:
        if radius <= 0:
            rings.append([mesh.verts.new((0, 0, height))] * 96)
        else:
            spots = zip(radius / away * np.cos(around), radius / away * np.sin(around), strict=True)
            rings.append([mesh.verts.new((x, y, height)) for x, y in spots])
    _skin(mesh, rings, paint)
    return solid(name, mesh, paints)


def _skin(mesh: bmesh.types.BMesh, rings: list[list[Any]], paint: Sequence[int]) -> None:
    for low, high, number in zip(rings, [*rings[1:], rings[0]], paint, strict=True):
        for i in range(len(low)):
            j = (i + 1) % len(low)
            corners = list(dict.fromkeys([low[i], low[j], high[j], high[i]]))
            if len(corners) > 2:
                mesh.faces.new(corners).material_index = number
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)


def _upon(face: int, half: float, place: tuple[float, float]) -> Points:
    """The move that brings a tool from z = 0 to a place of a face, shape (4, 4)."""
    axes = np.roll(np.eye(3), -(face // 2) - 1, axis=0)
    up = NORMALS[face]
    move = np.eye(4)
    move[:3, 2], move[:3, 0] = up, axes[0]
    move[:3, 1] = np.cross(up, axes[0])
    move[:3, 3] = up * half + place[0] * axes[0] + place[1] * axes[1]
    return move


def _add(whole: bmesh.types.BMesh, tool: bmesh.types.BMesh, move: Points, paint: int) -> None:
    bmesh.ops.transform(tool, matrix=Matrix(move.tolist()), verts=tool.verts)
    for face in tool.faces:
        face.material_index = paint
    part = bpy.data.meshes.new("tool")
    tool.to_mesh(part)
    tool.free()
    whole.from_mesh(part)
    bpy.data.meshes.remove(part)


def _cut(thing: Any, tool: Any, how: str) -> None:
    """Cut one solid by another for good; the cut has the tool's paint."""
    change = thing.modifiers.new("cut", "BOOLEAN")
    change.operation, change.object, change.solver, change.material_mode = how, tool, "MANIFOLD", "TRANSFER"
    depsgraph = bpy.context.evaluated_depsgraph_get()
    cut = bpy.data.meshes.new_from_object(thing.evaluated_get(depsgraph))
    thing.modifiers.clear()
    thing.data = cut
    cut.set_sharp_from_angle(angle=math.radians(30))
    bpy.data.objects.remove(tool)
