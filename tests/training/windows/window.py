"""One window picture by chance, with its true dice."""

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.scenes import UNKNOWN, Face
from tests.training.windows.cups import CUP_GROUPS, Cup, some_cup
from tests.training.windows.dirt import REACH_MM, mat, some_dirt, spill
from tests.training.windows.kinds import (
    GROUPS,
    Kind,
    clearest_kind,
    faint_kind,
    respaced,
    some_colour,
    some_kind,
)
from tests.training.windows.layout import (
    Body,
    NoRoomError,
    lay_flat,
    lean,
    more,
    push,
    roll,
    some_thing,
    stack,
)
from tests.training.windows.lots import Lot, lot_of
from tests.training.windows.optics import Camera, Points, about, clearance, upright
from tests.training.windows.tracer import (
    DieIn,
    FingerIn,
    LampIn,
    PlateIn,
    RoomIn,
    RoomLampIn,
    fill,
    trace,
)
from vision.sightings import LEANING

SIZE_PX: Final = 320
SAMPLES: Final = 7
SAMPLES_OF_CLEAR: Final = 12
"""Paths of each px; those into clear bodies differ more."""
SMOOTHING: Final = 8.0
"""So strongly pictures of clear bodies are smoothed, grey levels: no camera has the noise of few paths."""
BRIGHTEST: Final = 2.0
"""Light from which on a picture is white, where 1 is what the sensor can hold."""
SHOWS: Final = 0.86
"""So much of each pip, and of the face, is seen of a die that can be read."""
FAINT: Final = 10.0
"""Pips that differ by fewer grey levels from their face, in every colour, are no lesson."""
HIDDEN: Final = -0.5
"""Where a lamp's image ends so many pip radii beyond a place, nobody can say whether a pip is there."""
BESIDE_PIP: Final = 0.4
"""Of a pip that a lamp's image comes nearer to, in its radii, so little is left that it is no lesson."""
STILL: Final = 0.35
MOVES: Final = 0.7
"""A die whose pips move by so many mm while the picture is exposed, two px of it, can't be read; of one that
moves by less nobody can say whether it does, and one that moves by less than `STILL` is as good as still."""
BESIDE_BRIGHT: Final = 0.7
"""The same of any place for a pip where pips are bright: there the lamp may be taken for one."""

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Window:
    """A picture, shape (SIZE_PX, SIZE_PX, 3), blue first, in square roots of light; and what is true of it.

    `centre` and `radius` are the cup's, `axis` is where the camera's axis meets the picture, px; `families`
    are those of the dice, in the order of the faces.
    """

    picture: Picture
    faces: tuple[Face, ...]
    axis: tuple[float, float]
    centre: tuple[float, float]
    radius: float
    group: str
    cup_group: str
    families: tuple[str, ...]
    trouble: str


def draw(seed: int) -> Window:
    """Draw the picture of a seed, always the same on machines of one kind."""
    for attempt in range(400):
        try:
            return Scene(np.random.default_rng([seed, attempt]), seed).draw()
        except NoRoomError:
            continue
    raise RuntimeError(f"no window fits seed {seed}")


def smoothed(picture: Picture) -> Picture:
    """A picture without the noise of few paths: means over what looks alike nearby."""
    return np.asarray(cv2.fastNlMeansDenoising(picture, None, SMOOTHING, 3, 11), np.uint8)


class Scene:
    """A window of a lot, or its seed's, while it is put together: its cup, camera, lamps, the light about."""

    def __init__(
        self, rng: np.random.Generator, seed: int, size: int = SIZE_PX, lot: Lot | None = None
    ) -> None:
        self._rng, self._seed = rng, seed
        self._lot = lot or lot_of(seed)
        self._group = str(rng.choice(list(GROUPS), p=self._lot.groups))
        self.samples = SAMPLES_OF_CLEAR if self._group == "translucent" else SAMPLES
        self.cup = some_cup(rng, str(rng.choice(CUP_GROUPS, p=[0.45, 0.2, 0.15, 0.2])))
        self.camera = _some_camera(rng, self.cup, size)
        self._lamps = _some_lamps(rng, self.camera)
        self._dirt = [some_dirt(rng) if rng.random() < 0.6 else None for _ in range(2)]
        self._finger = FingerIn()
        self._exposure = 0.0
        troubles = self._lot.troubles
        self._trouble = str(rng.choice(list(troubles), p=list(troubles.values())))
        self._clearest = bool(self._lot.clearest) and rng.random() < self._lot.clearest

    def draw(self) -> Window:
        """The window with dice by chance.

        Raises:
            NoRoomError: the dice do not fit as they were to lie.
        """
        return self.taken(self._bodies())

    def taken(self, bodies: list[Body]) -> Window:
        """The window with these dice."""
        light, what = self._traced(bodies)
        picture = self._exposed(light)
        if self._group == "translucent":
            picture = smoothed(picture)
        faces = tuple(
            self._face(index, body, picture, what) for index, body in enumerate(bodies) if self._counts(body)
        )
        families = tuple(body.kind.family if body.kind else "thing" for body in bodies if self._counts(body))
        centre = self.camera.project(np.array([[self.cup.x, self.cup.y, 0.0]]))[0]
        edge = self.camera.project(np.array([[self.cup.x + self.cup.radius, self.cup.y, 0.0]]))[0]
        return Window(
            picture,
            faces,
            self.camera.middle,
            (float(centre[0]), float(centre[1])),
            float(np.hypot(*(edge - centre))),
            self._group,
            self.cup.group,
            families,
            self._trouble,
        )

    def lamp_images(self) -> list[tuple[float, float, float]]:
        """Where the plate mirrors the lamps, and how large: x, y and radius, px."""
        mirrored = self.camera.mirrored
        return [image for one in self._lamps for image in mirrored(np.array(one.place), one.radius)]

    # What lies there --------------------------------------------------------------------------------------

    def _bodies(self) -> list[Body]:
        rng, cup = self._rng, self.cup
        count = int(rng.choice(len(self._lot.dice), p=self._lot.dice))
        kind = self._kind()
        alike = rng.random() < 0.5
        laid = lay_flat(rng, cup, [kind if alike else self._kind() for _ in range(count)])
        if laid and self._trouble in ("lean", "push"):
            slanting = partial(lean, rng, cup, steepest=self._lot.steepest)
            move = slanting if self._trouble == "lean" else partial(push, rng, cup)
            laid = move(laid)
            if self._lot.several:
                laid = more(rng, laid, move)
        elif laid and self._trouble in ("stack", "roll"):
            rolled = partial(roll, slow=self._lot.slow)
            laid = (stack if self._trouble == "stack" else rolled)(rng, cup, laid)
        if laid and self._trouble == "cover":
            self._cover(laid[0])
        if rng.random() < 0.12:
            laid = [*laid, some_thing(rng, cup, laid)]
        return laid

    def _kind(self) -> Kind:
        clearest = self._clearest and self._group == "translucent"
        kind = clearest_kind(self._rng) if clearest else some_kind(self._rng, self._group)
        if self._lot.faint:
            kind = faint_kind(self._rng, self._group)
        if self._lot.respaced:
            kind = respaced(self._rng, kind)
        return replace(kind, along=self._lot.along)

    def _cover(self, body: Body) -> None:
        """A spill or a mat on the plate, or a finger below it, before one of the dice."""
        rng, edge = self._rng, 2 * float(body.half[0])
        bearing, off = rng.uniform(0, 2 * math.pi), rng.uniform(0.15, 0.8) * edge
        x, y = body.place[:2] + off * np.array([math.cos(bearing), math.sin(bearing)])
        how = rng.random()
        if how < 0.4:
            self._dirt[1] = spill(rng, self._dirt[1], x, y, rng.uniform(2.5, 8.5))
        elif how < 0.65:
            radius = rng.uniform(8, 50)
            far = radius + edge * rng.uniform(-0.3, 0.4)
            x, y = body.place[:2] + far * np.array([math.cos(bearing), math.sin(bearing)])
            self._dirt[1] = mat(rng, self._dirt[1], x, y, radius)
        else:
            start = np.array([x, y, -self.camera.thickness - rng.uniform(8.5, 14)])
            end = start + np.array([80 * math.cos(bearing), 80 * math.sin(bearing), -20])
            skin = np.array([0.52, 0.3, 0.22]) * rng.uniform(0.15, 1.2)
            self._finger = fill(
                FingerIn(), there=1, start=start, end=end, radius=rng.uniform(6, 9), colour=skin
            )

    def _counts(self, body: Body) -> bool:
        """A cube that nobody can read counts as a die that can't be read; coins and the like are no dice."""
        return body.kind is not None or body.blank

    # Light ------------------------------------------------------------------------------------------------

    def _traced(self, bodies: list[Body]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]:
        rng, camera = self._rng, self.camera
        amount = 0.02 * math.exp(rng.uniform(0, 2.6))
        warm = np.array([1, 0.72, 0.42]) if rng.random() < 0.7 else rng.uniform(0.4, 1, 3)
        room = fill(RoomIn(), horizon=warm * amount * 0.35, zenith=warm * amount)
        above = [_room_lamp(rng, warm * amount) for _ in range(int(rng.integers(1, 6)))]
        frame = np.full(3, 0.02) if rng.random() < 0.5 else some_colour(rng)
        plate = fill(
            PlateIn(),
            thickness=camera.thickness,
            index=camera.index,
            radius=max(float(rng.uniform(44, 58)), self.cup.radius + 4),
            square=int(rng.random() < 0.3),
            frame=frame,
            box=np.array([1, 0.95, 0.9]) * rng.uniform(0.002, 0.02),
            tint=0.97,
        )
        dice: list[DieIn] = [body.for_tracer() for body in bodies]
        shutter = 0.0
        if self._trouble == "roll":
            shutter, self._exposure = rng.uniform(0.004, 0.02), rng.uniform(0.006, 0.02)
        return trace(
            camera.for_tracer(shutter, self._exposure),
            plate,
            self.cup.traced,
            room,
            self._finger,
            self._lamps,
            above if self.cup.traced.clear else [],
            dice,
            (self._dirt[0], self._dirt[1]),
            REACH_MM,
            self.samples,
            self._seed,
        )

    def _exposed(self, light: npt.NDArray[np.float32]) -> Picture:
        """As an exposure that is fixed, or one that a camera chose, brings it; white is balanced."""
        rng = self._rng
        lamp = np.array(self._lamps[0].light)
        light = light / np.clip(lamp / lamp[1], 0.5, 2).astype(np.float32)
        bright = float(np.percentile(light @ np.array([0.3, 0.59, 0.11], np.float32), 98.5))
        aim = rng.uniform(0.4, 1.05)
        gain = (
            aim / 0.8 if rng.random() < 0.5 else float(np.clip(aim / max(bright, 1e-4), 0.5 * aim, 4 * aim))
        )
        share = np.clip(light[..., ::-1] * np.float32(gain / BRIGHTEST), 0, 1)
        return np.asarray(np.rint(255 * np.sqrt(share)), np.uint8)

    # Truth ------------------------------------------------------------------------------------------------

    def _face(self, index: int, body: Body, picture: Picture, what: npt.NDArray[np.int32]) -> Face:
        corners = self.camera.project(body.square)
        sides = np.roll(corners, -1, axis=0) - corners
        edge = float(np.hypot(*sides.T).mean())
        turn = math.atan2(sides[0, 1], sides[0, 0]) % (math.pi / 2)
        x, y = corners.mean(axis=0)
        kind = self._said(index, body, picture, what, corners)
        tilt = body.tilt if body.tilt > 1 else 0.0
        return Face(float(x), float(y), edge, turn, kind, tilt, body.slope_in(self.camera))

    def _said(
        self, index: int, body: Body, picture: Picture, what: npt.NDArray[np.int32], corners: Points
    ) -> int:
        """What nets are to say of a body: its pips, that nobody can read it, or nothing."""
        value = body.values[body.bottom]
        smear = body.smear(self._exposure)
        if body.kind is None or smear > MOVES or (body.kind.logo and value == 1):
            return LEANING
        if not _in_sight(index, body, what, self.camera, corners):
            return LEANING
        near_middle, near_pips, near_places = self._lamps_beside(index, body, what)
        if near_middle < HIDDEN and value < max(body.values):
            return LEANING
        least = BESIDE_BRIGHT if body.kind.pip.max() >= body.kind.body.max() else HIDDEN
        if near_pips < BESIDE_PIP or near_places < least or smear > STILL:
            return UNKNOWN
        return UNKNOWN if _faintness(index, body, picture, what) < FAINT else value

    def _lamps_beside(
        self, index: int, body: Body, what: npt.NDArray[np.int32]
    ) -> tuple[float, float, float]:
        """How far from a face's middle, pips and nine places the nearest lamp's image ends, in pip radii."""
        assert body.kind is not None
        scale = self.camera.focal / (body.place[2] - self.camera.place[2])
        steps = np.array([-1.0, 0.0, 1.0]) * body.kind.pitch
        places = self.camera.project(body.on_face(*(part.ravel() for part in np.meshgrid(steps, steps))))
        value = body.values[body.bottom]
        images = self.lamp_images()
        shown = [what == index * 1000 + body.bottom * 10 + pip + 1 for pip in range(value)]
        pips = np.array([_middle(pip) for pip in shown if pip.any()])
        radius = (body.kind.ace_radius if value == 1 else body.kind.pip_radius) * scale
        away = [clearance(some, images) for some in (places[4:5], pips, places)]
        return away[0] / radius, away[1] / radius, away[2] / radius


def _middle(shown: npt.NDArray[np.bool_]) -> tuple[float, ...]:
    """The middle of what is shown, px."""
    return tuple(float(places.mean()) for places in np.nonzero(shown)[::-1])


def _in_sight(index: int, body: Body, what: npt.NDArray[np.int32], camera: Camera, corners: Points) -> bool:
    """Whether all pips of the face that counts, and nearly all of the face, are seen and not hidden."""
    hull = np.zeros(what.shape, np.uint8)
    cv2.fillConvexPoly(hull, np.rint(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    hidden = ((what == -5) | (what == -6) | (what == -4)) & (hull > 0)
    if hidden.sum() > 0.06 * hull.sum() or (corners < 2).any() or (corners > camera.size - 3).any():
        return False
    assert body.kind is not None
    face = body.bottom
    seen = what - (index * 1000 + face * 10)
    scale = (camera.focal / (body.place[2] - camera.place[2])) ** 2 * math.cos(math.radians(body.tilt))
    value = body.values[face]
    radius = body.kind.ace_radius if value == 1 else body.kind.pip_radius
    share = 1 - (body.kind.ring**2 if value > 1 else 0)
    least = (0.55 if body.kind.logo or body.kind.ring else SHOWS * 0.85) * math.pi * radius**2 * share * scale
    return all((seen == pip + 1).sum() >= least - 3 for pip in range(value))


def _faintness(index: int, body: Body, picture: Picture, what: npt.NDArray[np.int32]) -> float:
    """How many grey levels the pips of a face differ from the rest of it, in the colour that tells most."""
    seen = what - (index * 1000 + body.bottom * 10)
    pips, rest = (seen >= 1) & (seen <= 6), seen == 0
    if not pips.any() or not rest.any():
        return 0.0
    return float(np.abs(picture[pips].mean(axis=0) - picture[rest].mean(axis=0)).max())


def _some_camera(rng: np.random.Generator, cup: Cup, size: int) -> Camera:
    """A camera that looks up, nearly straight; the picture is cut round the cup, which fills most of it."""
    away, tilts = rng.uniform(95, 140), np.radians(rng.uniform(-3, 3, 2))
    thickness = 5 + rng.normal(0, 0.3) if rng.random() < 0.8 else rng.uniform(2, 8)
    turn = about((1, 0, 0), tilts[0]) @ about((0, 1, 0), tilts[1]) @ upright(rng.uniform(0, 2 * math.pi))
    place = np.array([*rng.normal(0, 1.2, 2), -thickness - away])
    place[:2] -= turn[:2, 2] * away * 0.7
    focal = size / 2 / rng.uniform(1.15, 1.45) / cup.reach * (away + thickness)
    centre = turn.T @ (np.array([cup.x, cup.y, 0.0]) - place)
    shift = rng.normal(0, 5, 2)
    middle = size / 2 + shift - focal * centre[:2] / centre[2]
    lens, sharpest = rng.uniform(0.4, 1.3), away + thickness * 0.67 + rng.uniform(-6, 10)
    distortion = float(rng.uniform(-0.035, 0.02))
    x, y = map(float, middle)
    numbers = (float(lens), float(sharpest), size, float(thickness), 1.49)
    return Camera(place, turn, float(focal), (x, y), distortion, *numbers)


def _some_lamps(rng: np.random.Generator, camera: Camera) -> list[LampIn]:
    """Lamps in the box: a ring, a strip or a few spots, inside the window's reach or outside it."""
    white = np.array([(1, 0.98, 0.95), (0.92, 0.97, 1.0), (1, 0.86, 0.68)])[rng.integers(3)] * rng.normal(
        1, 0.03, 3
    )
    outside, count = rng.random() < 0.55, int(rng.choice([2, 3, 4, 6, 8, 12, 16]))
    reach, rise = (
        (rng.uniform(60, 95), rng.uniform(0, 80)) if outside else (rng.uniform(10, 48), rng.uniform(-3, 6))
    )
    bearings = rng.uniform(0, 6.28) + np.arange(count) * 2 * math.pi / count
    if rng.random() < 0.2:
        bearings = rng.uniform(0, 6.28, count)
    radius, beam = rng.uniform(0.8, 2.5), float(rng.choice([1, 1, 2]))
    uneven = np.maximum(0.3, 1 + rng.normal(0, rng.uniform(0, 0.3), count))
    places = camera.place + np.stack(
        [reach * np.cos(bearings), reach * np.sin(bearings), np.full(count, rise)], 1
    )
    strength = float((uneven * radius**2 / (places[:, 2] + camera.thickness) ** 2).sum())
    lights = uneven[:, None] * white / strength
    pairs = zip(places, lights, strict=True)
    return [fill(LampIn(), place=place, radius=radius, light=light, beam=beam) for place, light in pairs]


def _room_lamp(rng: np.random.Generator, warm: Points) -> RoomLampIn:
    high, round_ = math.radians(rng.uniform(5, 70)), rng.uniform(0, 2 * math.pi)
    towards = (math.sin(high) * math.cos(round_), math.sin(high) * math.sin(round_), math.cos(high))
    wide = math.cos(math.radians(rng.uniform(2.5, 8)))
    lamp: RoomLampIn = fill(RoomLampIn(), towards=towards, cosine=wide, light=warm * rng.uniform(10, 60))
    return lamp
