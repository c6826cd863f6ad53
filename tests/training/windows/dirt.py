"""What lies on the plate: dust, scratches, smears, drops, spills and mats, as layers for the tracer."""

import math
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Layer = npt.NDArray[np.float32]
"""Shape (PX, PX, 6): colour, cover, and the slopes of what bends light."""

PX: Final = 512
REACH_MM: Final = 58.0
MM: Final = PX / (2 * REACH_MM)
"""Px of a mm."""


def some_dirt(rng: np.random.Generator) -> Layer | None:
    """What gathers on one face of the plate in an evening, or nothing."""
    layer = _blank()
    if rng.random() < 0.8:
        _dust(rng, layer, int(rng.uniform(30, 500)))
    if rng.random() < 0.45:
        _scratches(rng, layer, int(rng.uniform(5, 120)))
    if rng.random() < 0.3:
        _smear(rng, layer, rng.uniform(0.02, 0.14))
    if rng.random() < 0.18:
        _drops(rng, layer, int(rng.integers(2, 25)))
    return layer


def spill(rng: np.random.Generator, layer: Layer | None, x: float, y: float, radius: float) -> Layer:
    """Something opaque that was spilt at (x, y), mm."""
    layer = _blank() if layer is None else layer
    ragged = _cloud(rng, 10)
    cover = _shares((1 - _away(x, y) / radius - (ragged - 0.5) * 1.1) / 0.05)
    colour = ((0.05, 0.03, 0.02), (0.25, 0.18, 0.1), (0.5, 0.5, 0.48), tuple(rng.uniform(0, 0.7, 3)))
    _over(layer, cover, np.array(colour[rng.integers(4)]))
    return layer


def mat(rng: np.random.Generator, layer: Layer | None, x: float, y: float, radius: float) -> Layer:
    """A printed beer mat or a label with its middle at (x, y), mm."""
    layer = _blank() if layer is None else layer
    away = _away(x, y)
    ring = ((away > radius * 0.82) & (away < radius * 0.86))[..., None]
    print_ = rng.uniform(0, 0.7, 3) * (0.8 + 0.4 * _cloud(rng, 40)[..., None])
    cover = _shares((radius - away) * MM + 0.5)
    _over(layer, cover, np.where(ring, rng.uniform(0, 0.7, 3), print_))
    return layer


def _blank() -> Layer:
    return np.zeros((PX, PX, 6), np.float32)


def _noise(rng: np.random.Generator, cells: int) -> npt.NDArray[np.float32]:
    coarse = rng.random((cells + 1, cells + 1)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (PX, PX), interpolation=cv2.INTER_CUBIC), np.float32)


def _cloud(rng: np.random.Generator, cells: int) -> npt.NDArray[np.float32]:
    shares = (0.5, 0.3, 0.2)
    return np.asarray(sum(share * _noise(rng, cells * 2**i) for i, share in enumerate(shares)), np.float32)


def _shares(cover: npt.ArrayLike) -> npt.NDArray[np.float32]:
    return np.asarray(np.clip(cover, 0, 1), np.float32)


def _away(x: float, y: float) -> npt.NDArray[np.float32]:
    line = (np.arange(PX, dtype=np.float32) + 0.5) / MM - REACH_MM
    return np.asarray(np.hypot(line[None] - np.float32(x), line[:, None] - np.float32(y)), np.float32)


def _over(layer: Layer, cover: npt.NDArray[np.float32], colour: npt.ArrayLike) -> None:
    below, cover = layer[..., 3:4].copy(), cover[..., None].astype(np.float32)
    together = 1 - (1 - below) * (1 - cover)
    mixed = layer[..., :3] * below * (1 - cover) + np.asarray(colour, np.float32) * cover
    layer[..., :3] = mixed / np.maximum(together, 1e-6)
    layer[..., 3:4] = together


def _dust(rng: np.random.Generator, layer: Layer, count: int) -> None:
    cover = np.zeros((PX, PX), np.float32)
    for x, y in rng.uniform(0, PX, (count, 2)):
        radius = min(rng.lognormal(-2.6, 0.5), 0.22) * MM
        cv2.circle(
            cover,
            (int(x * 8), int(y * 8)),
            max(3, int(radius * 8)),
            rng.uniform(0.3, 0.9),
            -1,
            cv2.LINE_AA,
            3,
        )
    _over(layer, cover, (0.6, 0.6, 0.58))


def _scratches(rng: np.random.Generator, layer: Layer, count: int) -> None:
    cover = np.zeros((PX, PX), np.float32)
    for _ in range(count):
        (x, y), turn, long = rng.uniform(0, PX, 2), rng.uniform(0, 6.28), rng.lognormal(3.5, 0.7)
        bend = rng.normal(0, 0.01)
        steps = np.arange(0, long, 3)
        ways = turn + bend * steps
        line = np.stack([x + np.cumsum(3 * np.cos(ways)), y + np.cumsum(3 * np.sin(ways))], axis=1)
        cv2.polylines(cover, [np.int32(line * 8)], False, rng.uniform(0.05, 0.4), 1, cv2.LINE_AA, 3)  # type: ignore[list-item]
    _over(layer, cover, (0.75, 0.75, 0.75))


def _smear(rng: np.random.Generator, layer: Layer, amount: float) -> None:
    streaks = cv2.blur(_noise(rng, 120), (31, 1))
    turned = cv2.getRotationMatrix2D((PX / 2, PX / 2), rng.uniform(0, 180), 1)
    streaks = cv2.warpAffine(streaks, turned, (PX, PX), borderMode=cv2.BORDER_REFLECT)
    where = np.clip((_cloud(rng, 3) - 0.48) * 3, 0, 1)
    _over(layer, np.clip(where * (0.6 + 1.2 * (streaks - 0.5)) * amount, 0, 0.6), (0.8, 0.79, 0.76))


def _drops(rng: np.random.Generator, layer: Layer, count: int) -> None:
    """Drops bend light, as a liquid of index 1.34 on acrylic of 1.49 does."""
    high = np.zeros((PX, PX), np.float32)
    for x, y in rng.uniform(-42, 42, (count, 2)):
        radius, slope = float(np.clip(rng.lognormal(0.7, 0.6), 0.6, 6)), math.radians(rng.uniform(12, 38))
        ball = radius / math.sin(slope)
        cap = np.sqrt(np.maximum(ball**2 - _away(x, y) ** 2, 0)) - ball * math.cos(slope)
        np.maximum(high, cap, out=high)
    high = np.asarray(cv2.GaussianBlur(high, (0, 0), 0.8), np.float32)
    for axis, order in ((4, (1, 0)), (5, (0, 1))):
        layer[..., axis] += np.clip(cv2.Sobel(high, cv2.CV_32F, *order, ksize=3) / 8 * MM * 0.7, -0.6, 0.6)
    _over(layer, (high > 0.02) * np.float32(0.02), (0.7, 0.55, 0.2))
