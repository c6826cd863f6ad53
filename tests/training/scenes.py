"""Scenes drawn by chance, for training: cubes of any colour and light, on a table's window or photographed.

They widen what the rendered sets hold: other dice, other cups, other lamps, any lean, hardly any contrast.
"""

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.cubes import (
    SIDES,
    Camera,
    Canvas,
    Paint,
    Plane,
    Points,
    Tone,
    draw_face,
    fill,
    lay_side,
    lean,
    turn,
)
from tests.training.ground import SIZE_PX, draw_dirt, draw_ground, draw_lamps, texture, tinted
from tests.training.tints import neutral, tint
from tests.training.windows.kinds import some_spacing
from vision.picture import Colour, Gray
from vision.sightings import LEANING

EDGE_PX: Final = 44.0
"""A middling die's edge in a drawn scene."""
FLAT: Final = 3.0
OBLIQUE: Final = 32.0
"""From how many degrees on a die leans, and up to how many a photographed face is seen plainly."""
OUTERMOST: Final = 0.44
"""So far from a face's middle pips reach at most, in edges."""
HIDDEN: Final = 0.1
"""The share of a face that may be hidden before nobody should read it."""
GRID: Final = np.array([(i / 10, j / 10) for i in range(-4, 5) for j in range(-4, 5)])
STREAKED: Final = 0.6
"""So wide, in pips, a streak of light may be where glossy dice are the rule, which is in photographs: what is
left of a pip beside it tells it from none."""
LEAST_CONTRAST: Final = 30.0
"""By how many grey levels pips and body differ in one of the three colours at least."""
BESIDE: Final = 0.09
"""So many edges beside a light pip a lamp may be taken for it."""
HARDLY: Final = 6.0
"""By how many grey levels a die that is hardly seen differs from its ground."""
UNKNOWN: Final = -1
"""A die that teaches its place alone."""


@dataclass(frozen=True, slots=True)
class Face:
    """A true die: place and edge in px, turn in radians, its class (pips, `LEANING`, `UNKNOWN`), its lean.

    `tilt` is in degrees against the window, or what stands for one; `slope` is where the face looks aside,
    the tilt's sine right and below in the picture, None where nobody knows.
    """

    x: float
    y: float
    edge: float
    turn: float
    kind: int
    tilt: float = 0.0
    slope: tuple[float, float] | None = None

    def label(self, *, axis_known: bool) -> int:
        """The class to be learnt: on a table a die that leans can't be read, elsewhere its face counts."""
        if self.tilt < FLAT or self.kind == LEANING:
            return self.kind
        if axis_known:
            return LEANING
        return self.kind if self.tilt < OBLIQUE else UNKNOWN


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture with its dice; `axis` is where the camera's axis meets it, None where it tells nothing.

    A traced picture holds square roots of light, and becomes a photograph only by a sensor.
    """

    picture: Gray | Colour
    faces: tuple[Face, ...]
    axis: tuple[float, float] | None
    traced: bool = False


def draw_scene(rng: np.random.Generator, *, table: bool, respaced: bool = False) -> Scene:
    """Draw a scene: on a table's window, in grey; or photographed from above, in colour.

    Of `respaced` dice each number has its pips spaced its own way.
    """
    return _Drawing(rng, table, respaced).draw()


class _Drawing:
    """One scene while it is being drawn."""

    def __init__(self, rng: np.random.Generator, table: bool, respaced: bool) -> None:
        self._rng, self._table, self._respaced = rng, table, respaced
        self._edge = EDGE_PX * float(np.exp(rng.uniform(-0.25, 0.25)))
        away = rng.uniform(6.5, 10) if self._table else rng.uniform(8, 40)
        middle = SIZE_PX / 2
        spread = 6 if self._table else 300
        self._axis = middle + rng.normal(0, spread, 2)
        self._camera = Camera(self._axis, away)
        askew = 0.0 if self._table or rng.random() < 0.4 else math.radians(rng.uniform(3, 30))
        self._oblique = lean(askew, rng.uniform(0, 2 * np.pi))
        self._radius = EDGE_PX * 2.78
        bearing = rng.uniform(0, 2 * np.pi)
        self._light = np.array([math.cos(bearing), math.sin(bearing), rng.uniform(-1, 0.3)])
        self._ambient = rng.uniform(0.3, 0.9)
        self._several_sizes = not table and rng.random() < 0.4
        self._centre = middle + (rng.normal(0, 4, 2) if self._table else rng.normal(0, 60, 2))
        self._faces: list[Face] = []
        self._pips: list[tuple[Points, bool]] = []

    def draw(self) -> Scene:
        """Lay ground, dice, lamps, dirt and cover one over the other."""
        self._canvas = draw_ground(self._rng, self._axis if self._table else None, self._radius)
        paints = [self._paint() for _ in range(2)]
        count = int(self._rng.choice([1, 2, 3, 4, 5], p=[0.08, 0.47, 0.15, 0.1, 0.2]))
        for centre in self._places(count):
            self._die(centre, paints[int(self._rng.random() < 0.3)])
        if self._rng.random() < 0.2:
            self._cover()
        if self._table:
            self._lamps()
            draw_dirt(self._rng, self._canvas)
        picture = np.clip(self._canvas, 0, 255).astype(np.uint8)
        if not self._table:
            return Scene(picture, tuple(self._faces), None)
        grey, axis = np.ascontiguousarray(picture[..., 0]), (float(self._axis[0]), float(self._axis[1]))
        return Scene(grey, tuple(self._faces), axis)

    def _paint(self) -> Paint:
        rng = self._rng
        ground = self._level_at(self._centre)
        # A black die in a black cup, a white one on paper: hardly any edge. Elsewhere it would be a speck
        if rng.random() < (0.25 if self._table else 0.04):
            body = ground + rng.normal(0, rng.choice((1, 4, 12) if self._table else (4, 12)))
        else:
            body = rng.uniform(130 if rng.random() < 0.4 else 5, 250)
        body = min(250.0, max(4.0, body))
        contrast = rng.uniform(12, 60) if rng.random() < 0.35 else rng.uniform(40, 220)
        darker = (rng.random() < 0.65 and body > contrast) or body + contrast > 275
        pitch = rng.uniform(0.215, 0.3)
        pip = min(rng.uniform(0.065, 0.125), 0.44 * pitch)
        ace = pip if rng.random() < 0.6 else rng.uniform(pip, 0.18)
        corner = rng.choice([rng.uniform(0.02, 0.12), rng.uniform(0.12, 0.5)])
        ink = body - contrast if darker else body + contrast
        tones = self._grey_tones(body, ink) if self._table else self._colours(body, ink)
        grain, style = rng.choice([0, 0, 4, 12]), int(rng.integers(5))
        spacing = some_spacing(rng, pitch, pip, OUTERMOST - pip) if self._respaced else ()
        return Paint(*tones, pitch, pip, ace, corner, grain, style, spacing)

    def _grey_tones(self, body: float, ink: float) -> tuple[Tone, Tone, Tone]:
        vein = self._rng.uniform(10, 40) if self._rng.random() < 0.12 else 0.0
        return neutral(body), neutral(ink), neutral(vein)

    def _colours(self, body: float, ink: float) -> tuple[Tone, Tone, Tone]:
        """Colours of a body, its pips and its veins: of those levels, or hardly told apart without colour."""
        rng = self._rng
        hue, other = rng.random(2)
        depth = 0.0 if rng.random() < 0.25 else rng.uniform(0.3, 1)
        if rng.random() < 0.3:
            ink, depth = body + rng.normal(0, 20), rng.uniform(0.5, 1)
            inked = tint(ink, hue + rng.uniform(0.25, 0.75), rng.uniform(0.6, 1))
        else:
            inked = tint(ink, other, 0.0 if rng.random() < 0.65 else rng.uniform(0.3, 1))
        bodied = tint(body, hue, depth)
        if np.abs(inked - bodied).max() < LEAST_CONTRAST:
            inked = neutral(235 if body < 128 else 20)
        if rng.random() < 0.7:
            return bodied, inked, neutral(0)
        vein = tint(rng.uniform(10, 230), hue + rng.normal(0, 0.2), rng.uniform(0, 1))
        return bodied, inked, (vein - bodied) * np.float32(rng.uniform(0.1, 0.5))

    # The dice -----------------------------------------------------------------------------------------

    def _places(self, count: int) -> list[Points]:
        """Where the dice lie: in the window, or anywhere, never in one another."""
        rng, chosen = self._rng, list[Points]()
        reach = self._radius - 0.62 * self._edge if self._table else 0.42 * SIZE_PX
        for _ in range(60):
            if len(chosen) == count:
                break
            bearing, far = rng.uniform(0, 2 * np.pi), reach * math.sqrt(rng.random())
            middle = self._axis if self._table else np.full(2, SIZE_PX / 2)
            centre = middle + far * np.array([math.cos(bearing), math.sin(bearing)])
            if chosen and rng.random() < 0.25:  # a neighbour that nearly touches
                bearing = rng.uniform(0, 2 * np.pi)
                beside = rng.uniform(1.02, 1.5) * self._edge
                centre = chosen[-1] + beside * np.array([math.cos(bearing), math.sin(bearing)])
            if all(np.hypot(*(centre - other)) > 1.02 * self._edge for other in chosen):
                chosen.append(centre)
        return chosen

    def _die(self, centre: Points, paint: Paint) -> None:
        rng = self._rng
        bearing, edge = rng.uniform(0, 2 * np.pi), self._edge * rng.normal(1, 0.03)
        if self._several_sizes:
            edge *= np.exp(rng.uniform(-0.4, 0))
        pips = int(rng.integers(1, 7))
        odds = 0.22 if self._table else 0.1
        if self._table and self._hardly_seen(centre, paint) and rng.random() < 0.3:
            pips, odds = 1, 0.05  # nothing but the pip is to be seen: whether it leans, it can't tell
        leans = rng.random() < odds
        tilt = math.radians(rng.choice([rng.uniform(9, 25), rng.uniform(15, 45)])) if leans else 0.0
        rock = lean(tilt, rng.choice([0, 1, 2, 3]) * np.pi / 2 + rng.normal(0, 0.15))
        stance = self._oblique @ rock @ turn(bearing)
        values = self._values(pips)
        layer, cover = self._canvas.copy(), np.zeros((SIZE_PX, SIZE_PX), np.float32)
        if rng.random() < 0.5:
            self._shadow(layer, centre, edge)
        silhouette = self._camera.hull(centre, edge, stance, paint)
        tone = paint.body * np.float32(rng.uniform(0.75, 1.15))
        fill(layer, cover, silhouette, tone)
        away, hidden = self._camera.toward(centre, edge), 0.0
        for index in np.argsort([(stance @ side[0]) @ away for side in SIDES])[::-1]:
            normal = stance @ SIDES[index, 0]
            if normal @ away < 0:
                shade = 1.0 if index == 0 else self._shade(normal)
                texture, mask, streaked = draw_face(rng, values[index], paint)
                hidden = streaked if index == 0 else hidden
                corners = self._camera.corners(centre, edge, stance, int(index))
                lay_side(layer, cover, corners, texture * shade, mask)
        kind = pips
        if self._table and hidden:
            kind = LEANING
        elif hidden > STREAKED:
            kind = UNKNOWN
        if rng.random() < 0.06:
            layer, cover, kind = *self._smear(layer, cover, edge), LEANING
        self._canvas += cover[..., None] * (layer - self._canvas)
        on_face = self._camera.corners(centre, edge, stance, 0).mean(axis=0)
        lean_deg = math.degrees(math.acos(min(1.0, float(stance[2, 2]))))
        place = float(on_face[0]), float(on_face[1])
        self._faces.append(Face(*place, edge, bearing % (np.pi / 2), kind, lean_deg))
        lattice = np.array([(i * paint.pitch, j * paint.pitch) for i in (-1, 0, 1) for j in (-1, 0, 1)])
        spots = centre + edge * lattice @ self._turned(bearing)
        self._pips.append((spots, bool(paint.ink.mean() > paint.body.mean())))

    def _level_at(self, place: Points) -> float:
        column, row = place.astype(int).clip(0, SIZE_PX - 1)
        return float(self._canvas[row, column].mean())

    def _hardly_seen(self, centre: Points, paint: Paint) -> bool:
        return abs(float(paint.body.mean()) - self._level_at(centre)) < HARDLY

    def _values(self, pips: int) -> list[int]:
        """What the six sides show: opposite ones sum to 7."""
        others = [value for value in range(1, 7) if value not in (pips, 7 - pips)]
        first = int(self._rng.choice(others))
        second = int(self._rng.choice([value for value in others if value not in (first, 7 - first)]))
        return [pips, 7 - pips, first, 7 - first, second, 7 - second]

    def _shade(self, normal: Points) -> float:
        lit = max(0.0, float(normal @ self._light) / float(np.linalg.norm(self._light)))
        return float(self._ambient + (1.15 - self._ambient) * lit)

    def _shadow(self, layer: Canvas, centre: Points, edge: float) -> None:
        rng = self._rng
        bearing, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 0.6) * edge
        at = centre + far * np.array([math.cos(bearing), math.sin(bearing)])
        shade = np.zeros(layer.shape[:2], np.float32)
        cv2.circle(shade, (int(at[0]), int(at[1])), int(0.62 * edge), 1.0, -1)
        shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), rng.uniform(1, 7)), np.float32)[..., None]
        self._canvas *= 1 - rng.uniform(0.2, 0.7) * shade
        layer *= 1 - 0.3 * shade

    def _smear(self, layer: Canvas, cover: Plane, edge: float) -> tuple[Canvas, Plane]:
        """A die that still moves."""
        long, bearing = self._rng.uniform(0.12, 0.6) * edge, self._rng.uniform(0, np.pi)
        size = 2 * int(long / 2 + 1) + 1
        kernel = np.zeros((size, size), np.float32)
        along = np.array([math.cos(bearing), math.sin(bearing)]) * long / 2
        ends = [tuple(int(v) for v in np.rint(size // 2 + sign * along)) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1)
        kernel = np.asarray(kernel / kernel.sum(), np.float32)
        smeared = cv2.filter2D(cover, -1, kernel)
        colour = cv2.filter2D(layer * cover[..., None], -1, kernel) / np.maximum(smeared, 1e-3)[..., None]
        return np.asarray(colour, np.float32), np.asarray(smeared, np.float32)

    # What lies before the dice ------------------------------------------------------------------------

    def _cover(self) -> None:
        """A finger, a mat or a drop: what hides pips makes a die unreadable."""
        rng = self._rng
        hidden = np.zeros((SIZE_PX, SIZE_PX), np.float32)
        if self._faces and rng.random() < 0.8:
            face = self._faces[int(rng.integers(len(self._faces)))]
            at = np.array([face.x, face.y]) + rng.uniform(-1, 1, 2) * face.edge
        else:
            at = rng.uniform(0, SIZE_PX, 2)
        axes = tuple(int(v) for v in rng.uniform(0.12, rng.choice((0.4, 1.2)), 2) * EDGE_PX + 2)
        cv2.ellipse(hidden, (int(at[0]), int(at[1])), axes, rng.uniform(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA)
        colour = tinted(rng, rng.uniform(0, 255), grey=self._table) + texture(rng, 3)[..., None]
        shape = hidden[..., None] * (colour - self._canvas)
        self._canvas += shape * rng.choice([1.0, rng.uniform(0.6, 1)])
        for index, (spots, _) in enumerate(self._pips):
            face = self._faces[index]
            nearly_all = face.edge * GRID @ self._turned(face.turn) + (face.x, face.y)
            spoilt = self._under(hidden, spots).any() or self._under(hidden, nearly_all).mean() > HIDDEN
            if spoilt and face.kind != LEANING:
                self._faces[index] = replace(face, kind=LEANING)

    def _turned(self, bearing: float) -> Points:
        cosine, sine = math.cos(bearing), math.sin(bearing)
        return np.array([[cosine, sine], [-sine, cosine]])

    def _under(self, mask: Plane, spots: Points) -> npt.NDArray[np.bool_]:
        columns, rows = spots.round().astype(int).clip(0, SIZE_PX - 1).T
        return np.asarray(mask[rows, columns] > 0.2, np.bool_)

    def _lamps(self) -> None:
        shone = draw_lamps(self._rng, self._canvas, self._axis, self._radius, BESIDE * self._edge)
        if shone is None:
            return
        for index, (places, light) in enumerate(self._pips):
            # On dark pips a lamp is no pip; what it may hide or feign otherwise, nobody can say
            hit = self._under(shone[light], places)
            face = self._faces[index]
            if hit.any() and face.kind != LEANING:
                self._faces[index] = replace(face, kind=UNKNOWN)
