"""Faces drawn by chance, for training: any ground, any roundness, any light; most are dice, some are not."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Plane = npt.NDArray[np.float32]

SIZE_PX: Final = 72
FINE: Final = 2
SPAN: Final = 2.1
PATTERNS: Final = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, 1), (1, -1), (-1, 1)),
    ((-1, -1), (1, 1), (1, -1), (-1, 1), (0, 0)),
    ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)),
)
LINE = (((np.arange(SIZE_PX * FINE) + 0.5) / (SIZE_PX * FINE) - 0.5) * SPAN).astype(np.float32)
X, Y = np.meshgrid(LINE, LINE)


class Face:
    """One drawn face: its chances are drawn once, then its parts are laid one over the other."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._pips = int(rng.integers(1, 7))
        pitch = rng.uniform(0.2, 0.31)
        self._half = 0.125 / pitch if self._pips > 1 else 0.5 * rng.uniform(0.9, 1.1)
        self._corner = rng.choice([rng.uniform(2.3, 4), rng.uniform(4, 8), rng.uniform(8, 20)])
        self._body = rng.uniform(5, 250)
        contrast = rng.uniform(22, 200)
        darker = (rng.random() < 0.6 and self._body > contrast - 20) or self._body + contrast > 270
        self._ink = self._body - contrast if darker else self._body + contrast
        self._light = (rng.uniform(0, 2 * np.pi), rng.normal(0, 50), rng.uniform(-0.4, 0.4, 2))

    def draw(self) -> tuple[npt.NDArray[np.uint8], int]:
        """Draw the face: the crop, and its pips, or 0 where it is not one seen straight on."""
        u, v, label, bare = self._pose()
        picture = self._ground()
        if bare:
            face, inside = picture, np.ones_like(u)
            self._ink = picture.mean() + self._rng.choice([-1, 1]) * self._rng.uniform(22, 200)
        else:
            picture = self._sides(self._shadow(picture, u, v), u, v)
            face, inside = self._face(u, v)
        face = self._shine(self._spots(face, u, v), u, v)
        picture = picture * (1 - inside) + face * inside
        return self._sensor(picture), label

    def _pose(self) -> tuple[Plane, Plane, int, bool]:
        """Where each px of the crop lies on the face; a third of the time it is off in some way."""
        rng, turn, size = self._rng, self._rng.normal(0, 1.2), 1.0
        # A lone pip says nothing of the outline, which is found less well
        off = rng.normal(0, 0.012 if self._pips > 1 else 0.03, 2)
        wrong = int(rng.integers(1, 6)) if rng.random() < 0.35 else 0
        if wrong == 1:
            bearing, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.14, 0.8)
            off = far * np.array([np.cos(bearing), np.sin(bearing)])
        elif wrong == 2:
            turn = rng.choice([-1, 1]) * rng.uniform(14, 45)
        elif wrong == 3:
            size = rng.choice([rng.uniform(0.5, 0.72), rng.uniform(1.38, 1.8)])
        elif wrong == 4 and self._pips >= 4:
            off, turn, size = self._part_of_a_pattern()
        cos, sin = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        u = ((X - off[0]) * cos + (Y - off[1]) * sin) / size
        v = (-(X - off[0]) * sin + (Y - off[1]) * cos) / size
        squash = 1 + rng.normal(0, 0.045, 2)
        if wrong and rng.random() < 0.15:
            squash[0] = rng.uniform(1.35, 3)
        u, v = u * squash[0] + v * rng.normal(0, 0.03), v * squash[1]
        none = wrong in (1, 2, 3, 5) or (wrong == 4 and self._pips >= 4)
        return u.astype(np.float32), v.astype(np.float32), 0 if none else self._pips, wrong == 5

    def _part_of_a_pattern(self) -> tuple[npt.NDArray[np.float64], float, float]:
        """Two pips of many, taken for the two of a smaller or larger face."""
        rng = self._rng
        places = np.array(PATTERNS[self._pips - 1], np.float64) * 0.25
        first, second = places[rng.choice(len(places), 2, replace=False)]
        middle, along = (first + second) / 2, second - first
        turn, size = np.arctan2(along[1], along[0]), 0.5 / np.hypot(*along)
        if rng.random() < 0.5:
            turn, size = turn - np.pi / 4, size * np.sqrt(2)
        else:
            middle = middle + rng.choice([-1, 1]) * np.array([-along[1], along[0]]) / 2
        if np.hypot(*middle) < 0.05 and abs(size - 1) < 0.1:
            size = 0.6
        cos, sin = np.cos(-turn), np.sin(-turn)
        off = -size * np.array([cos * middle[0] - sin * middle[1], sin * middle[0] + cos * middle[1]])
        return off, float(np.rad2deg(-turn)), float(size)

    def _ground(self) -> Plane:
        rng = self._rng
        # A white die on paper, a black one in a dark cup: hardly any edge but its shadow
        tone = self._body + rng.normal(0, 18) if rng.random() < 0.25 else rng.uniform(0, 255)
        ground = tone + X * rng.normal(0, 30) + Y * rng.normal(0, 30)
        ground = ground + self._texture(float(rng.choice([0, 4, 15, 35])))
        for _ in range(rng.integers(0, 2)):
            bearing, at, width = rng.uniform(0, np.pi), rng.uniform(-0.8, 0.8), rng.uniform(0.01, 0.1)
            away = X * np.cos(bearing) + Y * np.sin(bearing) - at
            ground = ground + _step(width - np.abs(away), 0.015) * rng.normal(0, 60)
        return ground.astype(np.float32)

    def _texture(self, strength: float) -> Plane:
        rng, texture = self._rng, np.zeros_like(X)
        for cells in (4, 9, 18, 40):
            grain = rng.standard_normal((cells, cells * (1 if rng.random() < 0.7 else 3))).astype(np.float32)
            texture += (
                0.6 * rng.random() * strength * cv2.resize(grain, X.shape, interpolation=cv2.INTER_CUBIC)
            )
        return texture

    def _outline(self, u: Plane, v: Plane) -> Plane:
        """Distance from the middle, measured so that all points of the rounded outline are `half` away."""
        power = self._corner
        return np.asarray((np.abs(u) ** power + np.abs(v) ** power) ** (1 / power), np.float32)

    def _shadow(self, picture: Plane, u: Plane, v: Plane) -> Plane:
        rng = self._rng
        if rng.random() < 0.5:
            return picture
        bearing, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 0.5)
        away = self._outline(u - far * np.cos(bearing), v - far * np.sin(bearing))
        dark = _step(self._half * 1.1 - away, rng.uniform(0.02, 0.15))
        return np.asarray(picture * (1 - dark * rng.uniform(0.2, 0.8)), np.float32)

    def _sides(self, picture: Plane, u: Plane, v: Plane) -> Plane:
        """Side faces: the outline drawn along to where the die's other end is, with pips of their own."""
        rng = self._rng
        if rng.random() < 0.3:
            return picture
        bearing, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 0.5)
        to = far * np.array([np.cos(bearing), np.sin(bearing)])
        inside = np.zeros_like(u)
        for share in np.linspace(0, 1, 7):
            away = self._outline(u - to[0] * share, v - to[1] * share)
            inside = np.maximum(inside, _step(self._half * (1 - 0.08 * share) - away, 0.012))
        tone = self._body + rng.normal(0, rng.choice([8, 35]))
        side = tone + X * rng.normal(0, 20)
        sideways = abs(to[0]) > abs(to[1])
        middle = np.sign(to[0] if sideways else to[1]) * (self._half + 0.45 * far)
        flat, radius = max(0.15, far / (2 * self._half)), rng.uniform(0.06, 0.12)
        across, along = (u, v) if sideways else (v, u)
        for a, b in PATTERNS[rng.integers(6)]:
            away = np.hypot((across - middle - 0.25 * flat * a) / flat, along - 0.25 * b)
            ink = _step(radius - away, 0.02)
            side = side * (1 - ink) + (tone + self._ink - self._body) * ink
        return np.asarray(picture * (1 - inside) + side * inside, np.float32)

    def _face(self, u: Plane, v: Plane) -> tuple[Plane, Plane]:
        rng, away = self._rng, self._outline(u, v)
        face = self._body + u * rng.normal(0, 20) + v * rng.normal(0, 20)
        face = face + self._texture(float(rng.choice([0, 3, 12, 30])))
        if rng.random() < 0.5:
            rim = 0.03 - np.abs(away - self._half + rng.uniform(0, 0.06))
            face = face + _step(rim, 0.01) * rng.normal(0, 40)
        if rng.random() < 0.15:
            x, y = rng.uniform(-0.4, 0.4, 2)
            face = face + rng.uniform(0, 60) * np.exp(-((u - x) ** 2 + (v - y) ** 2) / 0.05)
        return np.asarray(face, np.float32), _step(self._half - away, 0.012)

    def _spots(self, face: Plane, u: Plane, v: Plane) -> Plane:
        rng, (bearing, crescent, glint) = self._rng, self._light
        kind, turned = int(rng.choice([0, 0, 1, 2, 3])), rng.random() < 0.5
        radius = rng.uniform(0.06, 0.135) if self._pips > 1 else rng.uniform(0.06, 0.18)
        for place in PATTERNS[self._pips - 1]:
            a, b = 0.25 * np.array(place[::-1] if turned else place) + rng.normal(0, 0.006, 2)
            x, y = u - a, v - b
            away = np.hypot(x, y)
            ink = _step(radius - away, 0.012)
            face = face * (1 - ink) + self._ink * ink
            if kind == 1:
                lit = _step(x * np.cos(bearing) + y * np.sin(bearing) - 0.25 * radius, 0.02)
                face = face + ink * lit * crescent
            elif kind == 2:
                shine = _step(0.3 * radius - np.hypot(x - glint[0] * radius, y - glint[1] * radius), 0.01)
                face = face * (1 - shine) + 255 * shine
            elif kind == 3:
                core = _step(0.6 * radius - away, 0.012)
                face = face * (1 - core) + (self._ink + crescent) * core
        return np.asarray(face, np.float32)

    def _shine(self, face: Plane, u: Plane, v: Plane) -> Plane:
        """Light that runs over some faces as a soft streak."""
        rng = self._rng
        if rng.random() > 0.25:
            return face
        bearing, at, width = rng.uniform(0, np.pi), rng.uniform(-0.5, 0.5), rng.uniform(0.02, 0.12)
        streak = _step(width - np.abs(u * np.cos(bearing) + v * np.sin(bearing) - at), 0.03)
        return np.asarray(face + streak * rng.uniform(10, 90), np.float32)

    def _sensor(self, picture: Plane) -> npt.NDArray[np.uint8]:
        rng = self._rng
        plane = np.clip(picture, 0, 255).astype(np.float32)
        small = cv2.resize(plane, (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_AREA)
        blur = rng.uniform(0, 2)
        if blur > 0.5:
            small = cv2.GaussianBlur(small, (0, 0), blur)
        noisy = small + rng.normal(0, rng.uniform(0, 5), small.shape)
        return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def draw_faces(count: int, seed: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Draw so many faces: crops, shape (count, 72, 72), and their labels, 0 to 6."""
    rng = np.random.default_rng(seed)
    crops, labels = zip(*(Face(rng).draw() for _ in range(count)), strict=True)
    return np.stack(crops), np.array(labels)


def _step(distance: npt.ArrayLike, softness: float) -> Plane:
    """0 far outside (negative) to 1 far inside, over about `softness` of an edge."""
    return np.asarray(1 / (1 + np.exp(-np.clip(np.asarray(distance) / softness, -30, 30))), np.float32)
