"""The studio: throws of `tests/training/windows`, photographed by Cycles instead of our tracer."""

import math
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"  # before OpenCV is loaded

import bpy
import cv2
import numpy as np
import numpy.typing as npt
from mathutils import Matrix, Quaternion, Vector

from tests.training.second import shapes
from tests.training.second.coats import cup_paints
from tests.training.second.dice import die_paints
from tests.training.second.paint import glass, plain, shining, stained
from tests.training.windows.dirt import REACH_MM
from tests.training.windows.kinds import Kind, some_colour
from tests.training.windows.layout import Body, NoRoomError
from tests.training.windows.lots import Lot
from tests.training.windows.optics import Camera
from tests.training.windows.window import Scene, Window

SAMPLES: Final = 6
"""Paths of each px, before what remains of their noise is taken out."""
BOUNCES: Final = {"max": 12, "diffuse": 3, "glossy": 4, "transmission": 12, "transparent_max": 16}
FILM: Final = 32.0
"""How wide Blender is told that the sensor is, mm: any width does, the lens goes with it."""
DEEP: Final = 40.0
"""So far below the camera is the bottom of the box, mm."""


def draw(seed: int) -> Window:
    """Draw the window of a seed: always the same but for the noise of its few paths."""
    for attempt in range(400):
        try:
            return Second(np.random.default_rng([2, seed, attempt]), seed).draw()
        except NoRoomError:
            continue
    raise RuntimeError(f"no window fits seed {seed}")


class Second(Scene):
    """One window that Cycles photographs; where each thing is, and what hides it, our tracer says."""

    def __init__(self, rng: np.random.Generator, seed: int, lot: Lot | None = None) -> None:
        super().__init__(rng, seed, lot=lot)
        self.camera = replace(self.camera, distortion=0.0)
        self._own = self._dice = np.random.default_rng([3, seed])
        self.samples = 1

    def _kind(self) -> Kind:
        return replace(super()._kind(), logo=False)

    def _traced(self, bodies: list[Body]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]:
        _, what = super()._traced(bodies)
        return self._photographed(bodies), what

    def _photographed(self, bodies: list[Body]) -> npt.NDArray[np.float32]:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        shutter = self._own.uniform(0.008, 0.025)
        for body in bodies:
            lay(self._dice, body, shutter)
        self._plate()
        self._cup()
        self._box()
        self._room()
        finger = self._finger
        if finger.there:
            skin = plain("skin", finger.colour, 0.5)
            shapes.finger(np.array(finger.start), np.array(finger.end), finger.radius, skin)
        set_camera(self.camera)
        return develop(self.camera.size, moving=self._trouble == "roll", seed=self._seed)

    def _plate(self) -> None:
        rng, camera = self._own, self.camera
        shapes.slab(-camera.thickness, 0.0, 200.0, glass(camera.index))
        for layer, z in zip(self._dirt, (-camera.thickness - 0.02, 0.01), strict=True):
            if layer is not None:
                shapes.sheet(z, REACH_MM, stained(layer, REACH_MM))
        tone = np.full(3, 0.02) if rng.random() < 0.5 else some_colour(rng)
        opening = max(float(rng.uniform(44, 58)), self.cup.reach + 2)
        frame = plain("frame", tone, rng.uniform(0.2, 0.9))
        shapes.ring(opening, 260.0, 3.0, frame, square=bool(rng.random() < 0.3)).location = (0, 0, 0.03)

    def _cup(self) -> None:
        cup, traced = self.cup, self.cup.traced
        coats = cup_paints(self._own, cup)
        sizes = (cup.radius, cup.top_radius, cup.height, traced.wall)
        shapes.cup(*sizes, coats, square=cup.square).location = (cup.x, cup.y, 0.05)

    def _box(self) -> None:
        """What is below the plate: lamps, the camera's lens on its board, and the bottom of the box."""
        rng, place = self._own, self.camera.place
        square = bool(rng.random() < 0.4)
        for lamp in self._lamps:
            shapes.lamp(np.array(lamp.place), lamp.radius, shining(np.array(lamp.light)), square=square)
        dark = plain("box", some_colour(rng) * rng.uniform(0.02, 0.4), rng.uniform(0.3, 1))
        shapes.sheet(float(place[2]) - DEEP, 300.0, dark)
        board = plain("board", rng.uniform(0.01, 0.12, 3), 0.4)
        sheet = shapes.sheet(float(place[2]) - rng.uniform(4, 10), rng.uniform(8, 16), board)
        sheet.location = (*place[:2], 0)

    def _room(self) -> None:
        """The room's light, which comes through the table's opening and through clear cups."""
        rng = self._own
        world = bpy.data.worlds.new("room")
        bpy.context.scene.world = world
        world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 64
        amount = 0.01 * math.exp(rng.uniform(0, 2.6))
        tint = np.array([1, rng.uniform(0.5, 1), rng.uniform(0.3, 1)]) * amount
        nodes, links = world.node_tree.nodes, world.node_tree.links
        clouds, where = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeTexCoord")
        clouds.inputs["Scale"].default_value = rng.uniform(1, 5)
        ramp = nodes.new("ShaderNodeMix")
        ramp.data_type = "RGBA"
        ramp.inputs[6].default_value = [*(tint * 0.1), 1]
        ramp.inputs[7].default_value = [*(tint * 1.5 * rng.uniform(0.6, 1.4, 3)), 1]
        links.new(where.outputs["Generated"], clouds.inputs["Vector"])
        links.new(clouds.outputs[0], ramp.inputs[0])
        links.new(ramp.outputs[2], nodes["Background"].inputs[0])
        if self.cup.group != "clear":
            return
        for _ in range(int(rng.integers(1, 6))):
            high, about, far = math.radians(rng.uniform(5, 70)), rng.uniform(0, 6.3), rng.uniform(500, 2500)
            way = np.array(
                [math.sin(high) * math.cos(about), math.sin(high) * math.sin(about), math.cos(high)]
            )
            glow = shining(tint * rng.uniform(20, 120))
            shapes.ball(way * far, far * math.tan(math.radians(rng.uniform(2, 8))), glow)


class AtTable(Second):
    """One of many pictures of a table, which looks the same whatever dice lie there."""

    def __init__(self, rng: np.random.Generator, seed: int, lot: Lot) -> None:
        super().__init__(rng, seed, lot)
        self._dice = np.random.default_rng([4, seed])


def lay(rng: np.random.Generator, body: Body, shutter: float) -> None:
    """Lay a die or a thing where it is, or let it move for `shutter` seconds."""
    thing = _thing(body) if body.kind is None else _die(rng, body, body.kind)
    thing.rotation_mode = "QUATERNION"
    turn = Matrix(body.turn.tolist()).to_quaternion()
    spin, way = Vector(body.spin), Vector(body.velocity)
    thing.location, thing.rotation_quaternion = tuple(body.place), turn
    if not any(body.velocity):
        return
    for frame in (0, 2):
        passed = (frame - 1) * shutter
        thing.location = Vector(body.place) + way * passed
        thing.rotation_quaternion = Quaternion(spin.normalized(), spin.length * passed) @ turn
        thing.keyframe_insert("location", frame=frame)
        thing.keyframe_insert("rotation_quaternion", frame=frame)


def _die(rng: np.random.Generator, body: Body, kind: Kind) -> Any:
    drill = str(rng.choice(["bowl", "bowl", "hole", "cone"]))
    deep = min(kind.depth, 0.9 * kind.pip_radius)
    return shapes.die(body, die_paints(rng, kind), drill, deep)


def _thing(body: Body) -> Any:
    traced, half = body.traced, body.half
    tone = plain("thing", traced.body, traced.gloss, traced.metal)
    if traced.upright:
        flat = shapes.disc(half[0], 2 * half[2], min(traced.rounding, 0.4 * half[2]))
        return shapes.solid("thing", flat, [tone])
    return shapes.solid("thing", shapes.block(half, traced.rounding), [tone])


def set_camera(camera: Camera) -> None:
    """Look with this camera; what bends its rays is in the scene."""
    data = bpy.data.cameras.new("camera")
    thing = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing
    data.sensor_fit, data.sensor_width = "HORIZONTAL", FILM
    data.lens = camera.focal * FILM / camera.size
    data.shift_x = (camera.size / 2 - camera.middle[0]) / camera.size
    data.shift_y = (camera.middle[1] - camera.size / 2) / camera.size
    data.clip_start, data.clip_end = 0.5, 10_000.0
    data.dof.use_dof = True
    data.dof.focus_distance = camera.sharpest
    data.dof.aperture_fstop = data.lens / (2 * camera.lens)
    move = np.eye(4)
    move[:3, :3] = camera.turn * np.array([1, -1, -1])  # Blender's cameras look along -z, their y is up
    move[:3, 3] = camera.place
    thing.matrix_world = Matrix(move.tolist())


def develop(size: int, *, moving: bool, seed: int) -> npt.NDArray[np.float32]:
    """Linear light, shape (size, size, 3), red first."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles: Any = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", SAMPLES, seed % 2**31
    cycles.use_adaptive_sampling = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_quality, cycles.denoising_prefilter = "BALANCED", "FAST"
    cycles.use_light_tree = False  # there are few lamps: half the time for as little noise
    cycles.caustics_reflective = cycles.caustics_refractive = False
    for name, most in BOUNCES.items():
        setattr(cycles, f"{name}_bounces", most)
    scene.render.use_motion_blur, scene.render.motion_blur_shutter = moving, 1.0
    scene.frame_set(1)
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder) / "picture.exr")
        bpy.ops.render.render(write_still=True)
        seen = np.asarray(cv2.imread(scene.render.filepath, cv2.IMREAD_UNCHANGED), np.float32)
    return np.ascontiguousarray(seen[..., 2::-1])
