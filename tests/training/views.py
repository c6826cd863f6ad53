"""The same scenes as other cameras, lamps and dice would give them."""

import math
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.scenes import Scene
from tests.training.sensor import take
from tests.training.tints import tint
from vision.picture import Colour, Gray

Light = npt.NDArray[np.float32]
"""A picture, shape (H, W) or (H, W, 3), 0 black to 1 white."""


def photograph(scene: Scene, seen: Gray | Colour, rng: np.random.Generator) -> Gray | Colour:
    """Make a photograph of a part of a scene, by a sensor or, of drawn scenes, by other light and noise."""
    return take(seen, rng) if scene.traced else expose(seen, rng)


def expose(seen: Gray | Colour, rng: np.random.Generator) -> Gray | Colour:
    """Another exposure, focus and noise; some from further off, some as negatives, some poorly compressed."""
    light: Light = np.asarray((seen / 255) ** rng.uniform(0.6, 1.6), np.float32)
    light *= np.float32(np.exp(rng.uniform(-0.9, 0.3)))
    if rng.random() < 0.1:
        light = light.max() - light
    if light.ndim == 3:
        light = _develop(light, rng)
    height, width = seen.shape[:2]
    if rng.random() < (0.3 if light.ndim == 2 else 0.6):
        far = rng.uniform(1.2, 2.8)
        size = (round(width / far), round(height / far))
        light = np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), np.float32)
    elif rng.random() < 0.35:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), rng.uniform(0.3, 1.0)), np.float32)
    if rng.random() < 0.6:
        light = light + rng.standard_normal(light.shape, np.float32) * np.float32(rng.uniform(0, 0.035))
    taken = np.clip(255 * light, 0, 255).astype(np.uint8)
    if rng.random() < (0.25 if light.ndim == 2 else 0.6):
        encoded = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96))])[1]
        taken = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_ANYCOLOR), np.uint8)
    return np.asarray(cv2.resize(taken, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _develop(light: Light, rng: np.random.Generator) -> Light:
    """What cameras make of colours: another white, paler or stronger ones, none sharp; and edges that are."""
    if rng.random() < 0.3:
        around = cv2.GaussianBlur(light, (0, 0), rng.uniform(1, 3))
        light = np.clip(light + (light - around) * np.float32(rng.uniform(0.3, 1.5)), 0, 1)
    parts = cv2.cvtColor(light * rng.normal(1, 0.06, 3).astype(np.float32), cv2.COLOR_BGR2YCrCb)
    depth = rng.choice([0, rng.uniform(0.3, 1), rng.uniform(0.8, 1.8)], p=[0.1, 0.45, 0.45])
    parts[..., 1:] = 0.5 + (parts[..., 1:] - 0.5) * np.float32(depth)
    if rng.random() < 0.7:
        parts[..., 1:] = cv2.GaussianBlur(parts[..., 1:], (0, 0), rng.uniform(0.5, 3))
    return np.asarray(cv2.cvtColor(parts, cv2.COLOR_YCrCb2BGR), np.float32)


def duotone(scene: Scene, rng: np.random.Generator) -> Scene:
    """Give a grey scene two colours, one for its darks and one for its lights; its axis tells nothing."""
    dark, light = (tint(level, rng.random(), rng.uniform(0, 0.8)) for level in (0, 255))
    dark = dark + tint(rng.uniform(0, 60), rng.random(), rng.uniform(0, 1))
    share = (scene.picture / np.float32(255))[..., None]
    coloured = np.clip(dark + share * (light - dark), 0, 255).astype(np.uint8)
    return replace(scene, picture=coloured, axis=None)


def repaint(scene: Scene, rng: np.random.Generator) -> Gray | Colour:
    """Give a scene's faces other contrasts: fainter, stronger, or light for dark."""
    picture = scene.picture.astype(np.float32)
    for face in scene.faces:
        box = cv2.boxPoints(((face.x, face.y), (0.97 * face.edge, 0.97 * face.edge), math.degrees(face.turn)))
        left, top = np.maximum(0, box.min(axis=0).astype(int) - 1)
        right, below = np.maximum(0, box.max(axis=0).astype(int) + 3)
        seen = picture[top:below, left:right]
        if not seen.size:
            continue
        inside = np.zeros(seen.shape[:2], np.float32)
        corners = np.rint(box * 16).astype(np.int32) - 16 * np.array([left, top], np.int32)
        cv2.fillConvexPoly(inside, corners, 1.0, cv2.LINE_AA, 4)
        total = inside.sum()
        if total < 9:
            continue
        inside = inside.reshape(*inside.shape, *[1] * (picture.ndim - 2))
        mean = (seen * inside).sum((0, 1)) / total
        stretch = rng.choice([-1, 1]) * rng.uniform(0.3, 1.2)
        aim = mean + rng.normal(0, 40)
        seen += inside * (aim + stretch * (seen - mean) - seen)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)
