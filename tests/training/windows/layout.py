"""Dice laid on the plate: flat, touching, leaning, stacked, still moving; and things that are no dice."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tests.training.windows.cups import Cup
from tests.training.windows.kinds import Kind, some_colour
from tests.training.windows.optics import Camera, Points, about, upright
from tests.training.windows.tracer import DieIn, fill

ABOVE: Final = 0.015
"""Dice stand so far above the plate, mm: no surface has two sides at one place."""
NORMALS: Final = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], float)
TURNS: Final = tuple(
    matrix
    for order in itertools.permutations(range(3))
    for signs in itertools.product((1, -1), repeat=3)
    if np.linalg.det(matrix := np.eye(3)[list(order)] * signs) > 0
)
"""The 24 ways in which a cube stands."""
CORNERS: Final = np.array(list(itertools.product((-1, 1), repeat=3)), float)
SQUARE: Final = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
TRIES: Final = 60
OUTER: Final = 0.6
"""So far from a face's middle its outer pips lie, in half edges."""
FAST: Final = 120.0
"""Slower dice, mm/s, turn more slowly as well."""
STEEPEST: Final = 45.0
PLAINLY: Final = 2.0
"""Bodies whose spheres are so many mm apart need no closer look."""
SHARED: Final = (
    *("rounding", "sphere", "depth", "pitches", "rows_of_six", "pip_radius", "ace_radius"),
    *("body", "second", "pip", "ace", "four", "absorb"),
    *("clear", "gloss", "metal", "pearl", "glow", "ring", "wear", "grain", "amount", "pattern"),
)
"""What a kind of die hands on to the tracer as it is."""


class NoRoomError(Exception):
    """The dice do not fit as they were to lie."""


@dataclass(frozen=True, slots=True)
class Body:
    """Something that lies in the cup, mm, mm/s and radians/s; `kind` is None for what is no die."""

    kind: Kind | None
    place: Points
    turn: Points
    half: Points
    values: tuple[int, ...]
    traced: DieIn
    blank: bool = False
    velocity: tuple[float, ...] = (0.0, 0.0, 0.0)
    spin: tuple[float, ...] = (0.0, 0.0, 0.0)

    @property
    def far(self) -> float:
        """How far its corners lie from its middle, mm."""
        return float(np.linalg.norm(self.half))

    def smear(self, exposure: float) -> float:
        """How far its outer pips move at most, mm, while a picture is exposed for so many s."""
        sliding, turning = (float(np.linalg.norm(way)) for way in (self.velocity, self.spin))
        return exposure * (sliding + turning * OUTER * float(self.half[0]))

    @property
    def bottom(self) -> int:
        """The face that looks down most."""
        return int((NORMALS @ self.turn.T)[:, 2].argmin())

    @property
    def tilt(self) -> float:
        """How far that face is from lying flat, degrees."""
        return math.degrees(math.acos(min(1.0, -float((self.turn @ NORMALS[self.bottom])[2]))))

    @property
    def corners(self) -> Points:
        """Its eight corners, before they were rounded."""
        return np.asarray(self.place + (CORNERS * self.half) @ self.turn.T, np.float64)

    def on_face(self, u: Points, v: Points) -> Points:
        """Points of the bottom face, mm from its middle along its axes."""
        face = self.bottom
        axes = np.roll(np.eye(3), -(face // 2) - 1, axis=0)
        flat = NORMALS[face] * self.half + u[:, None] * axes[0] + v[:, None] * axes[1]
        return np.asarray(self.place + flat @ self.turn.T, np.float64)

    @property
    def square(self) -> Points:
        """The four corners of the bottom face."""
        half = float(self.half[0])
        return self.on_face(*(half * SQUARE.T))

    def slope_in(self, camera: Camera) -> tuple[float, float] | None:
        """Where the bottom face looks aside, see `Face`; None of what moves or is no die."""
        if self.kind is None or any(self.velocity):
            return None
        if self.tilt <= 1:
            return 0.0, 0.0
        aside = np.array([*(self.turn @ NORMALS[self.bottom])[:2], 0.0])
        here, there = camera.project(np.array([self.place, self.place + aside]))
        x, y = math.sin(math.radians(self.tilt)) * (there - here) / np.hypot(*(there - here))
        return float(x), float(y)

    def for_tracer(self) -> DieIn:
        """It as the tracer takes it."""
        where = {"place": self.place, "turn": self.turn, "velocity": self.velocity, "spin": self.spin}
        traced: DieIn = fill(self.traced, half=self.half, **where)
        return traced


def lay_flat(rng: np.random.Generator, cup: Cup, kinds: list[Kind]) -> list[Body]:
    """Lay dice flat within the cup, some so that they touch.

    Raises:
        NoRoomError: they do not fit.
    """
    laid: list[Body] = []
    close = rng.random() < 0.3
    for kind in kinds:
        for _ in range(TRIES):
            beside = laid and close and rng.random() < 0.8
            body = _beside(rng, kind, laid[rng.integers(len(laid))]) if beside else _anywhere(rng, cup, kind)
            if cup.holds(body.corners, 0.2 * kind.rounding - 0.3) and all(
                apart(body, other) > 0.03 for other in laid
            ):
                laid.append(body)
                break
        else:
            raise NoRoomError
    return laid


def lean(rng: np.random.Generator, cup: Cup, laid: list[Body], steepest: float = STEEPEST) -> list[Body]:
    """Let the first die lean on the wall or on another, as far as it goes, by `steepest` degrees at most.

    Raises:
        NoRoomError: it does not fit.
    """
    bearing = rng.uniform(0, 2 * math.pi)
    angle = math.radians(rng.uniform(6, steepest)) * rng.choice([-1, 1])
    die, *others = _pushed(rng, cup, laid, bearing, angle)
    if die.tilt < 5:
        raise NoRoomError
    return [die, *others]


def push(rng: np.random.Generator, cup: Cup, laid: list[Body]) -> list[Body]:
    """Push the first die, flat as it lies, against the wall or another, as it would lean there.

    Raises:
        NoRoomError: it does not fit.
    """
    return _pushed(rng, cup, laid, rng.uniform(0, 2 * math.pi), 0.0)


def more(rng: np.random.Generator, laid: list[Body], move: Callable[[list[Body]], list[Body]]) -> list[Body]:
    """Move further dice as the first where they find room, two in three of them at most."""
    for index in range(1, len(laid)):
        if rng.random() < 0.67:
            rest = laid[:index] + laid[index + 1 :]
            try:
                laid = [*move([laid[index], *rest])[:1], *rest]
            except NoRoomError:
                continue
    return laid


def _pushed(rng: np.random.Generator, cup: Cup, laid: list[Body], bearing: float, angle: float) -> list[Body]:
    """Push the first die, rocked by an angle, radians, to a bearing until it touches the wall or another."""
    die, others = laid[0], laid[1:]
    way = np.array([math.cos(bearing), math.sin(bearing), 0])
    rock = about((-way[1], way[0], 0), angle)
    yaw = upright(bearing + rng.integers(4) * math.pi / 2 + rng.normal(0, 0.1))
    die = replace(die, turn=rock @ yaw @ TURNS[rng.integers(24)])
    start = others[0].place if others and rng.random() < 0.4 else np.array([cup.x, cup.y, 0])
    near, far = 0.0, 70.0
    for _ in range(24):  # outwards until it touches the wall, or inwards until it touches the other
        middle = (near + far) / 2
        moved = _grounded(die, start + way * middle)
        fits = cup.holds(moved.corners, 0.05) if start[2] == 0 else apart(moved, others[0]) < 0.05
        near, far = (middle, far) if fits else (near, middle)
    die = _grounded(die, start + way * (near if start[2] == 0 else far))
    if not cup.holds(die.corners, 0.3) or any(apart(die, other) < 0 for other in others):
        raise NoRoomError
    return [die, *others]


def stack(rng: np.random.Generator, cup: Cup, laid: list[Body]) -> list[Body]:
    """Put the second die on the first.

    Raises:
        NoRoomError: there are fewer than two, or it does not fit.
    """
    if len(laid) < 2:
        raise NoRoomError
    low, high, *others = laid
    bearing, off = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.38) * 2 * low.half[0]
    shift = np.array([off * math.cos(bearing), off * math.sin(bearing), low.half[0] + high.half[0] + 0.03])
    high = replace(high, place=low.place + shift)
    if not cup.holds(high.corners):
        raise NoRoomError
    return [low, high, *others]


def roll(rng: np.random.Generator, cup: Cup, laid: list[Body], *, slow: bool = False) -> list[Body]:
    """Let some of the dice roll or slide, mm/s and radians/s; `slow` ones slide until they hardly do.

    Raises:
        NoRoomError: one leaves the cup.
    """
    moved = []
    for index, body in enumerate(laid):
        if index and rng.random() < 0.4:
            moved.append(body)
            continue
        bearing, speed = rng.uniform(0, 2 * math.pi), rng.uniform(120, 700)
        if slow:
            speed = math.exp(rng.uniform(math.log(20), math.log(250)))
        way = [speed * math.cos(bearing), speed * math.sin(bearing), 0.0]
        spin = np.array([0, 0, rng.uniform(-15, 15) * min(1, speed / FAST)])
        if not slow and rng.random() < 0.6:
            body = _grounded(
                replace(body, turn=about(rng.normal(size=3), rng.uniform(0.3, 1.5)) @ body.turn), body.place
            )
            body = replace(body, place=body.place + np.array([0, 0, rng.uniform(0, 12)]))
            spin, way[2] = rng.normal(size=3) * rng.uniform(8, 30), float(rng.uniform(-200, 200))
        moved.append(replace(body, velocity=tuple(way), spin=tuple(spin.tolist())))
    if not all(cup.holds(body.corners) for body in moved) or _overlap(moved):
        raise NoRoomError
    return moved


def some_thing(rng: np.random.Generator, cup: Cup, laid: list[Body]) -> Body:
    """A coin, a bottle cap, a lighter, or a cube of sugar, which nobody can read.

    Raises:
        NoRoomError: it does not fit.
    """
    name = rng.choice(["coin", "cap", "lighter", "sugar"])
    colour = np.clip(np.array([0.6, 0.45, 0.25]) if name == "coin" else some_colour(rng), 0.01, 0.85)
    half = {
        "coin": np.array([rng.uniform(8, 13)] * 2 + [rng.uniform(0.8, 1.2)]),
        "cap": np.array([13.0, 13.0, 3.0]),
        "lighter": np.array([rng.uniform(11, 13), rng.uniform(30, 34), 6.0]),
        "sugar": np.full(3, rng.uniform(6, 9)),
    }[str(name)]
    traced = fill(
        DieIn(),
        upright=int(name in ("coin", "cap")),
        rounding=float(rng.uniform(0.2, 0.8)),
        sphere=99.0,
        body=np.full(3, 0.85) if name == "sugar" else colour,
        second=some_colour(rng),
        metal=float(rng.uniform(0.5, 1)) if name == "coin" else 0.0,
        gloss=float(rng.uniform(0.1, 0.5)),
        pattern=int(rng.choice([0, 2, 7, 8])),
        grain=float(rng.uniform(0.3, 0.9)),
        amount=float(rng.uniform(0.2, 0.8)),
        seed=int(rng.integers(1, 60000)),
    )
    for _ in range(TRIES):
        place = np.array([*_spot(rng, cup), half[2] + ABOVE])
        thing = Body(None, place, upright(rng.uniform(0, 6.3)), half, (0,) * 6, traced, blank=name == "sugar")
        if cup.holds(thing.corners) and all(apart(thing, other) > 0.05 for other in laid):
            return thing
    raise NoRoomError


def apart(one: Body, other: Body) -> float:
    """How far apart two bodies are, mm, by their 15 separating axes; less than 0: they overlap.

    Of two that lie plainly apart it is by the spheres round them.
    """
    between = float(np.linalg.norm(other.place - one.place)) - one.far - other.far
    if between > PLAINLY:
        return between
    crossed = np.cross(one.turn.T[:, None], other.turn.T[None]).reshape(-1, 3)
    axes = np.concatenate([one.turn.T, other.turn.T, crossed])
    sizes = np.linalg.norm(axes, axis=1)
    ways = axes[sizes > 1e-6] / sizes[sizes > 1e-6, None]
    reach = np.abs(ways @ one.turn) @ one.half + np.abs(ways @ other.turn) @ other.half
    return float((np.abs(ways @ (other.place - one.place)) - reach).max())


def _overlap(bodies: list[Body]) -> bool:
    return any(apart(one, other) < 0 for one, other in itertools.combinations(bodies, 2))


def _spot(rng: np.random.Generator, cup: Cup) -> tuple[float, float]:
    bearing, far = rng.uniform(0, 2 * math.pi), cup.radius * math.sqrt(rng.random())
    return cup.x + far * math.cos(bearing), cup.y + far * math.sin(bearing)


def _anywhere(rng: np.random.Generator, cup: Cup, kind: Kind) -> Body:
    return _die(rng, kind, *_spot(rng, cup), rng.uniform(0, 2 * math.pi))


def _beside(rng: np.random.Generator, kind: Kind, other: Body) -> Body:
    """A die that nearly touches another, side to side or any way."""
    across = other.turn[:2, 0] if abs(other.turn[2, 0]) < 0.5 else other.turn[:2, 1]
    along = math.atan2(across[1], across[0])
    flush = rng.random() < 0.5
    yaw = along if flush else rng.uniform(0, 2 * math.pi)
    bearing = along + rng.integers(4) * math.pi / 2 if flush else rng.uniform(0, 2 * math.pi)
    way = np.array([math.cos(bearing), math.sin(bearing)])
    slide = rng.uniform(-0.4, 0.4) * kind.edge * flush * np.array([-way[1], way[0]])
    near, far = 0.4 * kind.edge, 2.5 * kind.edge
    die = _die(rng, kind, 0, 0, yaw)
    for _ in range(16):
        middle = (near + far) / 2
        die = replace(die, place=np.array([*(other.place[:2] + way * middle + slide), die.place[2]]))
        near, far = (near, middle) if apart(die, other) > 0.05 else (middle, far)
    return replace(die, place=np.array([*(other.place[:2] + way * far + slide), die.place[2]]))


def _die(rng: np.random.Generator, kind: Kind, x: float, y: float, yaw: float) -> Body:
    values = (3, 4, 2, 5, 1, 6) if kind.mirrored else (4, 3, 2, 5, 1, 6)
    traced = fill(
        DieIn(),
        **{name: getattr(kind, name) for name in SHARED},
        logo=int(kind.logo),
        value=values,
        turned=rng.integers(2, size=6) + 2 * kind.along,
        seed=int(rng.integers(1, 60000)),
    )
    half = np.full(3, kind.edge / 2)
    turn = upright(yaw) @ TURNS[rng.integers(24)]
    return Body(kind, np.array([x, y, kind.edge / 2 + ABOVE]), turn, half, values, traced)


def _grounded(body: Body, place: Points) -> Body:
    """It with its lowest point on the plate."""
    assert body.kind is not None
    inner = body.half[0] - body.kind.rounding
    lowest = -inner * np.abs(body.turn[2]).sum() - body.kind.rounding
    height = -max(lowest, -body.kind.sphere) + ABOVE
    return replace(body, place=np.array([place[0], place[1], height]))
