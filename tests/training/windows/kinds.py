"""Kinds of dice, by chance: what they are made of, their colours, their pips and their corners.

Families are what a shop sorts by. They come in groups, so that a whole group can be left out of learning and
be asked afterwards (`tests/unseen.py`).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Colour = npt.NDArray[np.float64]
"""Linear red, green and blue, 0 to 1."""

GROUPS: Final = {
    "plain": ("opaque",),
    "translucent": ("tinted", "gem", "frosted"),
    "patterned": ("marble", "swirl", "speckled", "glitter", "two-tone", "veined"),
    "metallic": ("metal", "pearl"),
    "natural": ("wood", "bone", "rubber", "glow"),
}
"""The families of each group."""
FAINT_FAMILIES: Final = {"translucent": ("tinted", "gem"), "natural": ("wood",)}
"""Those of a group, where not all, whose pips may be hard to make out."""
PATTERNS: Final = {
    "marble": 1,
    "speckled": 2,
    "swirl": 3,
    "glitter": 4,
    "two-tone": 5,
    "wood": 6,
    "veined": 7,
    "bone": 8,
}
TOLD_APART: Final = 24.0
"""So far apart in CIE Lab (1976) are colours that a person tells apart at a glance; 2.3 is just noticed."""
WHITE: Final = np.array([0.82, 0.82, 0.8])
BLACK: Final = np.array([0.02, 0.02, 0.022])
GOLD: Final = np.array([0.62, 0.42, 0.12])
RED: Final = np.array([0.62, 0.03, 0.03])
METALS: Final = np.array([(0.8, 0.8, 0.8), GOLD * 1.3, (0.7, 0.4, 0.28), (0.35, 0.36, 0.4)])
"""Steel, brass, copper and gunmetal."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of die: what each of its kind has in common; lengths in mm, colours linear.

    `pitches` say of the numbers 1 to 6 how far their outer pips lie from the face's middle along its sides,
    as `pitch` does where they are alike; the two rows of a 6 lie `rows_of_six` from it. Of those that
    go `along`, 2 and 3 lie along a side instead of from corner to corner.
    """

    family: str
    edge: float
    rounding: float
    sphere: float
    pitch: float
    pitches: tuple[float, ...]
    rows_of_six: float
    pip_radius: float
    ace_radius: float
    depth: float
    body: Colour
    second: Colour
    pip: Colour
    ace: Colour
    four: Colour
    absorb: Colour
    clear: float
    gloss: float
    metal: float
    pearl: float
    glow: float
    ring: float
    wear: float
    grain: float
    amount: float
    logo: bool
    mirrored: bool
    along: bool = False

    @property
    def pattern(self) -> int:
        """The number of the pattern in tracer.cpp."""
        return PATTERNS.get(self.family, 0)


def some_kind(rng: np.random.Generator, group: str, family: str | None = None) -> Kind:
    """A kind of die of a group, of any of its families or of a given one."""
    family = family or str(rng.choice(GROUPS[group]))
    return _dressed(rng, family, _shaped(rng, family))


def clearest_kind(rng: np.random.Generator) -> Kind:
    """A clear die whose far pips shine through as plainly as can be: next to no haze, mostly bright pips."""
    kind = some_kind(rng, "translucent", "tinted")
    if rng.random() < 0.25:
        kind = replace(kind, absorb=np.full(3, math.exp(rng.uniform(math.log(0.004), math.log(0.12)))))
    if rng.random() < 0.7:
        pip = WHITE * rng.uniform(0.75, 1.05)
        kind = replace(kind, pip=pip, ace=pip, four=pip)
    return replace(kind, clear=float(rng.uniform(0.85, 1)))


def faint_kind(rng: np.random.Generator, group: str) -> Kind:
    """A kind of die of a group whose pips are hard to make out, though a person still can.

    They are small, or rings, and of several kinds theirs are the nearest to a colour of their body.
    """
    families = FAINT_FAMILIES.get(group, GROUPS[group])
    kinds = [some_kind(rng, group, str(rng.choice(families))) for _ in range(3)]
    kind = min(kinds, key=_contrast)
    if rng.random() < 0.4:
        kind = replace(kind, ring=float(rng.uniform(0.35, 0.75)))
    if rng.random() < 0.5:
        pip = kind.edge * float(rng.uniform(0.058, 0.08))
        kind = replace(kind, pip_radius=pip, ace_radius=pip, depth=min(kind.depth, 0.75 * pip))
    return kind


def _contrast(kind: Kind) -> float:
    """How far the pips are from the nearest colour of their body, in CIE Lab (1976)."""
    blended = (1 - kind.amount) * kind.body + kind.amount * kind.second
    bodies = [kind.body, blended] if kind.pattern or kind.pearl else [kind.body]
    return min(_apart(kind.pip, body) for body in bodies)


def respaced(rng: np.random.Generator, kind: Kind) -> Kind:
    """The same kind from another mould, whose pips stay on the flat of their face."""
    pip, flat = kind.pip_radius, math.sqrt(kind.sphere**2 - kind.edge**2 / 4)
    widest = min(kind.edge / 2 - 0.75 * kind.rounding - pip, (flat - pip) / math.sqrt(2))
    *pitches, rows = some_spacing(rng, kind.pitch, pip, widest)
    return replace(kind, pitches=tuple(pitches), rows_of_six=rows)


def some_spacing(rng: np.random.Generator, pitch: float, pip: float, widest: float) -> list[float]:
    """How a mould may space each number its own way, most of all the rows of its six.

    Returns how far the outer pips of 1 to 6 lie from the middle along the sides, and the rows of the 6, in
    the unit of what is given: the usual pitch, a pip's radius, and how far pips may lie. No pips touch.
    """
    widest = max(pitch, widest)
    least = pip * np.array([0, 1.2, 1.6, 1.2, 1.6, 2.2])
    pitches = np.clip(pitch * rng.uniform(0.75, 1.2, 6), np.minimum(least, widest), widest)
    share = rng.uniform(0.5, 0.8) if rng.random() < 0.5 else rng.uniform(0.8, 1.25)
    return [*pitches.tolist(), float(np.clip(share * pitch, min(1.12 * pip, widest), widest))]


def group_of(family: str) -> str:
    """The group of a family."""
    return next(group for group, families in GROUPS.items() if family in families)


def told_apart(one: Colour, other: Colour, least: float = TOLD_APART) -> bool:
    """Whether a person tells two colours apart at a glance."""
    return _apart(one, other) >= least


def _apart(one: Colour, other: Colour) -> float:
    """How far colours are apart in CIE Lab (1976)."""
    pair = np.array([[np.cbrt(one) ** 1.32, np.cbrt(other) ** 1.32]], np.float32)
    lab = cv2.cvtColor(pair, cv2.COLOR_RGB2Lab)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


def some_colour(rng: np.random.Generator) -> Colour:
    """Any colour that plastic comes in: greys too."""
    value = (
        rng.uniform(0.02, 0.85)
        if rng.random() < 0.5
        else math.exp(rng.uniform(math.log(0.012), math.log(0.5)))
    )
    if rng.random() < 0.2:
        return np.full(3, value) * rng.normal(1, 0.03, 3)
    hue, depth = rng.random(), rng.uniform(0.3, 1)
    pure = 1 - depth * np.clip(np.abs((hue * 6 + np.array([3, 1, 5])) % 6 - 3) - 1, 0, 1)
    return np.asarray(np.clip(pure * value / max(pure.max(), 0.3), 0.006, 0.86), np.float64)


def _shaped(rng: np.random.Generator, family: str) -> Kind:
    """Size, corners and pips, in which all families are alike; casino dice are sharp."""
    edge = rng.choice([rng.uniform(11.5, 19), 16 + rng.normal(0, 0.3), rng.uniform(13, 17.5)])
    pitch = rng.uniform(0.215, 0.3)
    pip = min(rng.uniform(0.06, 0.125), 0.44 * pitch)
    rounding = rng.choice([rng.uniform(0.015, 0.05), rng.uniform(0.04, 0.14), rng.uniform(0.1, 0.2)])
    rounding = min(rounding, max(0.015, (0.5 - pitch - pip) / 0.75))
    sphere = 99.0
    if rng.random() < 0.4:  # the pips stay on the flat part that the sphere leaves
        sphere = max(rng.uniform(1.3, 1.7), math.hypot(1, 2 * (1.414 * pitch + pip))) * edge / 2
    depth = min(rng.uniform(0.02, 0.07), 0.75 * pip) if rng.random() < 0.7 else 0.0
    ace = pip if rng.random() < 0.6 else min(rng.uniform(1.1, 2.0) * pip, 0.22)
    six = pitch if rng.random() < 0.7 else pitch * rng.uniform(0.85, 1.05)
    ring = rng.uniform(0.35, 0.75) if rng.random() < 0.1 else 0.0
    gloss = rng.uniform(0.04, 0.14) if rng.random() < 0.7 else rng.uniform(0.14, 0.35)
    wear = rng.uniform(0.05, 0.6) if rng.random() < 0.35 else 0.0
    grain = math.exp(rng.uniform(math.log(0.2), math.log(0.9)))
    none = np.zeros(3)
    return Kind(
        family=family,
        edge=float(edge),
        rounding=float(rounding * edge),
        sphere=float(sphere),
        pitch=float(pitch * edge),
        pitches=6 * (float(pitch * edge),),
        rows_of_six=float(six * edge),
        pip_radius=float(pip * edge),
        ace_radius=float(ace * edge),
        depth=float(depth * edge),
        body=none,
        second=none,
        pip=none,
        ace=none,
        four=none,
        absorb=none,
        clear=0.0,
        gloss=float(gloss),
        metal=0.0,
        pearl=0.0,
        glow=0.0,
        ring=float(ring),
        wear=float(wear),
        grain=grain,
        amount=float(rng.uniform(0.4, 1)),
        logo=bool(rng.random() < 0.03),
        mirrored=bool(rng.random() < 0.5),
    )


def _dressed(rng: np.random.Generator, family: str, kind: Kind) -> Kind:
    """The colours of a family, and how it takes light."""
    body, second = some_colour(rng), some_colour(rng)
    if family == "wood":
        tone = np.array([0.42, 0.23, 0.1]) * math.exp(rng.uniform(-1.6, 0.6)) * rng.normal(1, 0.1, 3)
        body, second = np.clip(tone, 0.01, 0.8), np.clip(tone * rng.uniform(0.25, 0.7), 0.005, 0.8)
        kind = replace(kind, gloss=float(rng.uniform(0.25, 0.6)))
    elif family == "bone":
        body = np.clip(np.array([0.74, 0.66, 0.5]) * rng.uniform(0.6, 1.1) * rng.normal(1, 0.06, 3), 0, 0.86)
        second = body * np.array([0.75, 0.62, 0.45]) * rng.uniform(0.6, 1)
    elif family == "opaque" and rng.random() < 0.3:
        body = np.clip(
            (WHITE if rng.random() < 0.6 else np.array([0.76, 0.68, 0.5])) * rng.uniform(0.85, 1.05), 0, 0.86
        )
    elif family == "opaque" and rng.random() < 0.15:
        body = BLACK * rng.uniform(0.6, 2)
    elif family == "metal":
        body = np.clip(METALS[rng.integers(4)] * rng.uniform(0.6, 1.15), 0, 0.95)
        kind = replace(kind, metal=float(rng.uniform(0.6, 1)), gloss=float(rng.uniform(0.12, 0.5)))
    elif family == "pearl":
        second = np.clip(0.4 * body + 0.6 * some_colour(rng) + 0.1, 0, 0.86)
        kind = replace(kind, pearl=float(rng.uniform(0.4, 1)), gloss=float(rng.uniform(0.06, 0.3)))
    elif family == "rubber":
        kind = replace(kind, gloss=float(rng.uniform(0.5, 0.9)))
    elif family == "glow":
        body = np.clip(np.array([0.6, 0.8, 0.5]) * rng.uniform(0.6, 1) * rng.normal(1, 0.1, 3), 0, 0.86)
        kind = replace(kind, glow=float(rng.uniform(0, 0.25)))
    elif family in ("tinted", "gem", "frosted"):
        kind = _clear(rng, family, kind)
        body = np.clip(0.15 + 0.7 * np.exp(-kind.absorb * 6), 0.01, 0.85) * rng.uniform(0.5, 1)
    kind = replace(kind, body=body, second=second)
    return _inked(rng, kind)


def _clear(rng: np.random.Generator, family: str, kind: Kind) -> Kind:
    """How deep a tint is, and how much of the light goes in."""
    share = {"tinted": (0.6, 0.97), "gem": (0.3, 0.65), "frosted": (0.08, 0.35)}[family]
    if rng.random() < 0.15:  # smoke, or no colour at all
        absorb = np.full(3, math.exp(rng.uniform(math.log(0.004), math.log(0.25))))
    else:
        hue, depth = rng.random(), rng.uniform(0.5, 1)
        kept = 1 - depth * np.clip(np.abs((hue * 6 + np.array([3, 1, 5])) % 6 - 3) - 1, 0, 1)
        absorb = math.exp(rng.uniform(math.log(0.12), math.log(1.4))) * (0.012 + 0.3 * (1 - kept))
    return replace(kind, absorb=absorb, clear=float(rng.uniform(*share)))


def _inked(rng: np.random.Generator, kind: Kind) -> Kind:
    """Colours of the pips that a person tells from the body; red aces and fours, mostly on light dice."""
    seen_as: Sequence[Colour] = [kind.body]
    if kind.pattern or kind.pearl:
        seen_as = [kind.body, (1 - kind.amount) * kind.body + kind.amount * kind.second]
    pip = WHITE
    for _ in range(40):
        inks = np.array([WHITE, BLACK, GOLD, some_colour(rng), some_colour(rng)])
        pip = inks[rng.choice(5, p=[0.36, 0.3, 0.06, 0.14, 0.14])]
        pip = np.clip(pip * rng.uniform(0.7, 1.1), 0.008, 0.88)
        if all(told_apart(pip, body) for body in seen_as):
            break
    ace = four = pip
    if kind.body.min() > 0.2 and rng.random() < 0.35 and told_apart(RED, kind.body):
        ace, four = RED, (RED if rng.random() < 0.4 else pip)
    elif rng.random() < 0.05:
        other = some_colour(rng)
        ace = other if all(told_apart(other, body) for body in seen_as) else pip
    return replace(kind, pip=pip, ace=ace, four=four)
