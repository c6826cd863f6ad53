"""The same scenes as other cameras, lamps and dice would give them."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.scenes import Scene

Gray = npt.NDArray[np.uint8]
Plane = npt.NDArray[np.float32]


def expose(seen: Gray, rng: np.random.Generator) -> Gray:
    """Another exposure, focus and noise; some from further off, some as negatives, some poorly compressed."""
    light: Plane = np.asarray((seen / 255) ** rng.uniform(0.6, 1.6), np.float32)
    light *= np.float32(np.exp(rng.uniform(-0.9, 0.3)))
    if rng.random() < 0.1:
        light = light.max() - light
    if rng.random() < 0.3:
        light = _coarsen(light, rng.uniform(1.2, 2.6))
    elif rng.random() < 0.35:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), rng.uniform(0.3, 1.0)), np.float32)
    if rng.random() < 0.6:
        light = light + rng.standard_normal(light.shape, np.float32) * np.float32(rng.uniform(0, 0.035))
    grey = np.clip(255 * light, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        encoded = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 85))])[1]
        grey = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_GRAYSCALE), np.uint8)
    return grey


def _coarsen(light: Plane, factor: float) -> Plane:
    """The same from further off: fewer pixels, made larger again."""
    height, width = light.shape
    small = cv2.resize(light, (round(width / factor), round(height / factor)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def repaint(scene: Scene, rng: np.random.Generator) -> Gray:
    """Give a scene's faces other contrasts: fainter, stronger, or light for dark."""
    picture: Plane = scene.picture.astype(np.float32)
    for face in scene.faces:
        inside = np.zeros_like(picture)
        box = cv2.boxPoints(((face.x, face.y), (0.97 * face.edge, 0.97 * face.edge), math.degrees(face.turn)))
        cv2.fillConvexPoly(inside, np.rint(box * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
        if inside.sum() < 9:
            continue
        mean = float((picture * inside).sum() / inside.sum())
        stretch = rng.choice([-1, 1]) * rng.uniform(0.3, 1.2)
        aim = mean + rng.normal(0, 40)
        picture += inside * (aim + stretch * (picture - mean) - picture)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)
