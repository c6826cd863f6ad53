"""Photographs by chance: dice on any ground, seen from above, as nets for photographs are to know them."""

import math
from typing import Final

import bpy
import cv2
import numpy as np
import numpy.typing as npt

from tests.training.scenes import EDGE_PX, UNKNOWN, Face
from tests.training.second import shapes
from tests.training.second.grounds import ground_paint
from tests.training.second.paint import plain, shining
from tests.training.second.studio import develop, lay, set_camera
from tests.training.windows.cups import Cup
from tests.training.windows.kinds import GROUPS, Kind, some_colour, some_kind
from tests.training.windows.layout import NORMALS, SQUARE, Body, NoRoomError, lay_flat
from tests.training.windows.optics import Camera, Points, about, upright
from tests.training.windows.tracer import CupIn
from tests.training.windows.window import BRIGHTEST, FAINT, SIZE_PX, Picture, Window

GROUP_SHARES: Final = (0.4, 0.15, 0.2, 0.1, 0.15)
DICE: Final = (0.1, 0.2, 0.2, 0.15, 0.15, 0.15, 0.05)
"""How likely one to seven dice are."""
STEEPEST: Final = 42.0
"""So many degrees from straight down cameras look at most."""
HIGH: Final = 400.0
"""No die reaches up to here, mm."""
WHITE: Final = 255 * math.sqrt(1 / BRIGHTEST)
"""What is brighter than this is white on a picture that is exposed as here."""
MIDDLE_OF_PIP: Final = 0.7
"""A pip's colour is taken from so much of its radius."""


def draw(seed: int) -> Window:
    """Draw the photograph of a seed: always the same but for the noise of few paths."""
    for attempt in range(400):
        try:
            return Snapshot(np.random.default_rng([4, seed, attempt]), seed).draw()
        except NoRoomError:
            continue
    raise RuntimeError(f"no photograph fits seed {seed}")


class Snapshot:
    """One photograph while it is being put together."""

    def __init__(self, rng: np.random.Generator, seed: int) -> None:
        self._rng, self._seed = rng, seed
        self._group = str(rng.choice(list(GROUPS), p=GROUP_SHARES))
        kinds = self._kinds()
        self._reach = float(
            rng.uniform(0.45, 0.62) * SIZE_PX / EDGE_PX * np.mean([kind.edge for kind in kinds])
        )
        self._tray = bool(rng.random() < 0.25)
        room = self._reach * (0.8 if self._tray else 1)
        where = Cup("", 0.0, 0.0, room, room, HIGH, bool(rng.random() < 0.7), CupIn())
        self._bodies = lay_flat(rng, where, kinds)
        self._camera = self._some_camera(float(np.mean([kind.edge for kind in kinds])))

    def draw(self) -> Window:
        """The photograph with its truth."""
        bpy.ops.wm.read_factory_settings(use_empty=True)
        for body in self._bodies:
            lay(self._rng, body, 0.0)
        self._ground()
        self._light()
        set_camera(self._camera)
        picture = self._exposed(develop(SIZE_PX, moving=False, seed=self._seed))
        faces = tuple(self._face(body, picture) for body in self._bodies)
        families = tuple(body.kind.family for body in self._bodies if body.kind)
        return Window(picture, faces, (0.0, 0.0), (0.0, 0.0), 0.0, self._group, "", families, "photograph")

    def _kinds(self) -> list[Kind]:
        rng = self._rng
        count, alike = int(rng.choice(len(DICE), p=DICE)) + 1, rng.random() < 0.6
        kind = some_kind(rng, self._group)
        return [kind if alike else some_kind(rng, self._group) for _ in range(count)]

    def _some_camera(self, edge: float) -> Camera:
        rng, size = self._rng, SIZE_PX
        away, aside = rng.uniform(140, 700), math.radians(STEEPEST) * rng.random() ** 1.5
        down = about((1, 0, 0), math.pi) @ upright(rng.uniform(0, 2 * math.pi))
        turn = upright(rng.uniform(0, 2 * math.pi)) @ about((1, 0, 0), aside) @ down
        off = np.array([*rng.normal(0, 0.12 * self._reach, 2), edge])
        place = off - turn[:, 2] * away
        focal = EDGE_PX * math.exp(rng.uniform(-0.25, 0.25)) * away / edge
        sharpest, lens = away * rng.uniform(0.95, 1.03), away * rng.uniform(0.001, 0.008)
        middle = (size / 2, size / 2)
        return Camera(place, turn, float(focal), middle, 0.0, lens, sharpest, size, 0.0, 1.0)

    def _ground(self) -> None:
        rng = self._rng
        paint = ground_paint(rng)
        shapes.sheet(0.0, 2000.0, paint)
        if self._tray:
            rim = plain("rim", some_colour(rng), rng.uniform(0.2, 0.9)) if rng.random() < 0.6 else paint
            inner, high = self._reach * rng.uniform(1.0, 1.3), rng.uniform(6, 40)
            shapes.ring(inner, inner + rng.uniform(3, 20), high, rim, square=bool(rng.random() < 0.6))

    def _light(self) -> None:
        """A room's light from all about, and lamps, windows or the sun."""
        rng = self._rng
        world = bpy.data.worlds.new("room")
        bpy.context.scene.world = world
        world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 64
        around = np.array([1, rng.uniform(0.75, 1), rng.uniform(0.6, 1.1)])
        world.node_tree.nodes["Background"].inputs[0].default_value = [*(around * rng.uniform(0.05, 0.8)), 1]
        for _ in range(int(rng.integers(1, 4))):
            high, bearing, far = math.radians(rng.uniform(5, 72)), rng.uniform(0, 2 * math.pi), 1500.0
            level = math.sin(high)
            way = np.array([level * math.cos(bearing), level * math.sin(bearing), math.cos(high)])
            radius = far * math.tan(math.radians(math.exp(rng.uniform(math.log(0.6), math.log(25)))))
            light = np.array([1, rng.uniform(0.8, 1), rng.uniform(0.5, 1)]) * rng.uniform(0.3, 1.2)
            shapes.ball(way * far, radius, shining(light * (far / radius) ** 2))

    def _exposed(self, light: npt.NDArray[np.float32]) -> Picture:
        bright = float(np.percentile(light.max(axis=2), 97))
        gain = self._rng.uniform(0.55, 1.2) / max(bright, 1e-4)
        share = np.clip(light[..., ::-1] * np.float32(gain / BRIGHTEST), 0, 1)
        return np.asarray(np.rint(255 * np.sqrt(share)), np.uint8)

    def _face(self, body: Body, picture: Picture) -> Face:
        assert body.kind is not None
        top = int((NORMALS @ body.turn.T)[:, 2].argmax())
        corners = self._seen(body, top, body.half[0] * SQUARE)
        sides = np.roll(corners, -1, axis=0) - corners
        edge = float(np.hypot(*sides.T).mean())
        turn = math.atan2(sides[0, 1], sides[0, 0]) % (math.pi / 2)
        x, y = corners.mean(axis=0)
        away = self._camera.place - body.place
        tilt = math.degrees(math.acos(float(away[2] / np.linalg.norm(away))))
        inside = (corners > 2).all() and (corners < SIZE_PX - 3).all()
        kind = body.values[top] if inside and self._plain(body, top, picture) else UNKNOWN
        return Face(float(x), float(y), edge, turn, kind, tilt)

    def _seen(self, body: Body, face: int, flat: Points) -> Points:
        """Points of a face, mm from its middle along its axes, in px."""
        axes = np.roll(np.eye(3), -(face // 2) - 1, axis=0)
        points = body.place + (NORMALS[face] * body.half + flat @ axes[:2]) @ body.turn.T
        off = (points - self._camera.place) @ self._camera.turn
        return np.asarray(self._camera.middle + self._camera.focal * off[:, :2] / off[:, 2:], np.float64)

    def _plain(self, body: Body, face: int, picture: Picture) -> bool:
        """Whether each pip differs from the face about it: neither glare nor another die hides it."""
        kind, value = body.kind, body.values[face]
        assert kind is not None
        picture = np.minimum(picture, np.uint8(WHITE))
        turned = bool(body.traced.turned[face])
        places = self._seen(body, face, np.array(shapes.pips(kind, value, turned=turned)))
        scale = float(np.hypot(*np.diff(self._seen(body, face, SQUARE[:2]), axis=0)[0])) / 2
        radius = (kind.ace_radius if value == 1 else kind.pip_radius) * scale
        inks = np.array([_mean(picture, place, MIDDLE_OF_PIP * radius) for place in places])
        corners = self._seen(body, face, 0.8 * body.half[0] * SQUARE)
        rest = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(rest, np.rint(corners).astype(np.int32), 1)
        for place in places:
            cv2.circle(rest, np.rint(place).astype(int).tolist(), round(1.5 * radius), 0, -1)
        if not rest.any():
            return False
        ground = np.median(picture[rest > 0], axis=0)
        return bool(np.abs(inks - ground).max(axis=1).min() > FAINT)


def _mean(picture: Picture, place: Points, radius: float) -> npt.NDArray[np.float64]:
    spot = np.zeros(picture.shape[:2], np.uint8)
    cv2.circle(spot, np.rint(place).astype(int).tolist(), max(1, round(radius)), 1, -1)
    return np.asarray(picture[spot > 0].mean(axis=0), np.float64)
