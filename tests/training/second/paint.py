"""Paints for Blender, mixed node by node; the plate, what lies on it, and what shines."""

from collections.abc import Mapping
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt

from tests.training.windows.kinds import Colour

Value = Any
"""A number, a colour, or another node's output."""


class Paint:
    """A paint while it is being mixed: nodes by name, each with its inputs."""

    def __init__(self, name: str) -> None:
        self._made = bpy.data.materials.new(name)
        self._tree = self._made.node_tree
        self._tree.nodes.clear()
        self._end = self._tree.nodes.new("ShaderNodeOutputMaterial")

    def node(self, kind: str, inputs: Mapping[Any, Value] | None = None, **settings: Any) -> Any:
        """A node with settings and inputs, which are numbers, colours or outputs."""
        node = self._tree.nodes.new(f"ShaderNode{kind}")
        for name, value in settings.items():
            setattr(node, name, value)
        for where, value in (inputs or {}).items():
            self._join(node.inputs[where], value)
        return node

    def _join(self, socket: Any, value: Value) -> None:
        if isinstance(value, bpy.types.NodeSocket):
            self._tree.links.new(value, socket)
            return
        wide = len(socket.default_value) if hasattr(socket.default_value, "__len__") else 0
        socket.default_value = [*value, 1.0][:wide] if wide else float(value)

    def surface(self, shader: Value, inside: Value | None = None) -> Any:
        """The paint, made of this shader, with this within it."""
        self._tree.links.new(shader, self._end.inputs["Surface"])
        if inside is not None:
            self._tree.links.new(inside, self._end.inputs["Volume"])
        return self._made

    def plastic(self, colour: Value, roughness: Value, **more: Value) -> Value:
        """A shader of the usual kind."""
        named = {name.replace("_", " ").title(): value for name, value in more.items()}
        node = self.node("BsdfPrincipled", {"Base Color": colour, "Roughness": roughness, **named})
        return node.outputs[0]

    def mix(self, share: Value, one: Value, other: Value) -> Value:
        """A mixture of two shaders, or of two colours where `one` is no shader."""
        if getattr(one, "type", "") == "SHADER":
            return self.node("MixShader", {0: share, 1: one, 2: other}).outputs[0]
        return self.node("Mix", {0: share, 6: one, 7: other}, data_type="RGBA").outputs[2]

    def sum(self, one: Value, other: Value, operation: str = "ADD") -> Value:
        """What an operation of arithmetic makes of two numbers."""
        return self.node("Math", {0: one, 1: other}, operation=operation).outputs[0]

    def place(self, rng: np.random.Generator, scale: float = 1.0, *, warped: float = 0.0) -> Value:
        """Where on its body a point is, mm times `scale`, turned and moved by chance."""
        at = self.node("TexCoord").outputs["Object"]
        move = {"Location": rng.uniform(-50, 50, 3), "Rotation": rng.uniform(0, 6.3, 3), "Scale": [scale] * 3}
        where = self.node("Mapping", {"Vector": at, **move}).outputs[0]
        if not warped:
            return where
        clouds = self.node("TexNoise", {"Vector": where, "Scale": 0.6, "Detail": 2.0}).outputs["Color"]
        far = self.node("VectorMath", {0: clouds, 1: [warped] * 3}, operation="MULTIPLY").outputs[0]
        return self.node("VectorMath", {0: where, 1: far}, operation="ADD").outputs[0]

    def noise(self, at: Value, scale: float, detail: float, distortion: float = 0.0) -> Value:
        """Clouds from 0 to 1."""
        told = {"Vector": at, "Scale": scale, "Detail": detail, "Distortion": distortion}
        return self.node("TexNoise", told).outputs[0]

    def steps(self, share: Value, low: float, high: float) -> Value:
        """0 below `low`, 1 above `high`, even between."""
        node = self.node("MapRange", {"Value": share, "From Min": low, "From Max": high}, clamp=True)
        return node.outputs[0]

    def bump(self, share: Value, strength: float, deep: float) -> Value:
        """Normals of a rough surface, `deep` in mm."""
        node = self.node("Bump", {"Strength": strength, "Distance": deep, "Height": share})
        return node.outputs[0]

    def clear(self, colour: npt.ArrayLike, roughness: float, index: float, lit: npt.ArrayLike) -> Value:
        """What bends the rays that a picture is seen along; light of a lamp goes through as through `lit`."""
        seen = self.node("BsdfGlass", {"Color": np.asarray(colour), "Roughness": roughness, "IOR": index})
        through = self.node("BsdfTransparent", {0: np.asarray(lit)})
        path = self.node("LightPath").outputs
        unseen = self.sum(path["Is Shadow Ray"], path["Is Diffuse Ray"], "MAXIMUM")
        return self.mix(unseen, seen.outputs[0], through.outputs[0])


def plain(name: str, colour: npt.ArrayLike, roughness: float, metal: float = 0.0) -> Any:
    """One colour."""
    paint = Paint(name)
    return paint.surface(paint.plastic(np.asarray(colour), roughness, metallic=metal))


def shining(colour: Colour) -> Any:
    """What shines by itself."""
    paint = Paint("lamp")
    return paint.surface(paint.node("Emission", {0: np.asarray(colour), 1: 1.0}).outputs[0])


def glass(index: float) -> Any:
    """The plate: clear, mirroring, and no shade to the lamps below."""
    paint = Paint("glass")
    return paint.surface(paint.clear((1, 1, 1), 0.0, index, (1, 1, 1)))


def stained(layer: npt.NDArray[np.float32], reach: float) -> Any:
    """What lies on the plate, up to `reach` mm from its middle, as `tests/training/windows/dirt.py` says."""
    image = bpy.data.images.new("dirt", *layer.shape[1::-1], alpha=True, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    image.alpha_mode = "CHANNEL_PACKED"
    image.pixels.foreach_set(np.ascontiguousarray(layer[..., :4]).ravel())
    paint = Paint("dirt")
    on_image = {"Scale": [0.5 / reach] * 3, "Location": [0.5] * 3}
    where = paint.node("Mapping", {"Vector": paint.node("TexCoord").outputs["Object"], **on_image})
    seen = paint.node("TexImage", {"Vector": where.outputs[0]}, image=image)
    matt = paint.node("BsdfDiffuse", {"Color": seen.outputs["Color"]}).outputs[0]
    through = paint.node("BsdfTransparent").outputs[0]
    return paint.surface(paint.mix(seen.outputs["Alpha"], through, matt))
