"""What sensors make of light: any gain, noise, blur, tone curve, colours and compression, by chance.

Traced scenes hold square roots of light (`tests/training/windows`), so that one scene serves many cameras.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.windows.window import BRIGHTEST
from vision.picture import Colour, Gray, decode_colour, to_gray

Light = npt.NDArray[np.float32]
"""Linear light, shape (H, W, 3), blue first, 1 being what the sensor can hold."""

LINEAR: Final = (np.arange(256, dtype=np.float32) / 255) ** 2 * np.float32(BRIGHTEST)
STEPS: Final = 1024
NOISE: Final = np.random.default_rng(1).standard_normal(1 << 22, np.float32)
"""Drawing it anew for each picture would take as long as all the rest."""
NEXT: Final = 1_234_567
"""So much further on in it begins the noise of the next frame."""
MONO: Final = 0.12
"""So many cameras see no colours."""


def take(roots: Colour, rng: np.random.Generator, frame: int = 0) -> Gray | Colour:
    """Take a picture of what is seen, given in square roots of light, with a sensor chosen by chance.

    Another `frame` by the same sensor differs by its noise alone.
    """
    exposed = LINEAR * np.float32(np.exp(rng.uniform(-1.1, 0.6)))
    light: Light = np.asarray(cv2.LUT(roots, exposed), np.float32)
    if rng.random() < 0.5:
        light = _recoloured(light, rng)
    light = _optics(light, rng)
    start = (int(rng.integers(NOISE.size - light.size)) + frame * NEXT) % (NOISE.size - light.size)
    noise = NOISE[start : start + light.size].reshape(light.shape)
    picture = _developed(np.asarray(light + noise * _spread(light, rng), np.float32), rng)
    if rng.random() < MONO:
        picture = to_gray(picture)
    if rng.random() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))]
        picture = decode_colour(cv2.imencode(".jpg", picture, quality)[1].tobytes())
    return picture


def _recoloured(light: Light, rng: np.random.Generator) -> Light:
    """The same scene of dice, cup and lamps in other colours; white stays white."""
    share = rng.uniform(0, 0.6)
    mixed = (1 - share) * np.eye(3)[rng.permutation(3)] + share * rng.dirichlet(np.ones(3), 3)
    return np.asarray(cv2.transform(light, mixed.astype(np.float32)), np.float32)


def _optics(light: Light, rng: np.random.Generator) -> Light:
    """Blur, stray light, and a lens that is darker at its rim."""
    height, width = light.shape[:2]
    if rng.random() < 0.15:  # a small picture, or a poor lens
        far = rng.uniform(1.1, 1.8)
        small = cv2.resize(light, (round(width / far), round(height / far)), interpolation=cv2.INTER_AREA)
        light = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    elif rng.random() < 0.6:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), rng.uniform(0.25, 1.0)), np.float32)
    slope = rng.normal(0, 0.12, 2)
    across = np.linspace(-1, 1, width, dtype=np.float32) * np.float32(slope[0])
    down = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * np.float32(slope[1])
    stray = rng.uniform(0, 0.06) * np.array(cv2.mean(np.minimum(light, np.float32(1)))[:3])
    shaded = cv2.multiply(light, cv2.merge([1 + across + down] * 3))
    return np.asarray(cv2.transform(shaded, np.column_stack([np.eye(3), stray])), np.float32)


def _spread(light: Light, rng: np.random.Generator) -> Light:
    """The noise of photons, which grows with light, and of reading it out."""
    photons, read = np.exp(rng.uniform(np.log((1e-5, 2e-4)), np.log((4e-3, 1e-2))))
    if rng.random() < 0.25:
        photons, read = 1e-6, 1e-4
    photons, floor = np.float32(photons), np.float32(read * read)
    return np.asarray(np.sqrt(photons * np.minimum(light, np.float32(1)) + floor), np.float32)


def _developed(light: Light, rng: np.random.Generator) -> Colour:
    """White balance, tone curve, black level, depth of colours, and sharpening."""
    light = np.asarray(cv2.transform(light, np.diag(rng.normal(1, 0.05, 3))), np.float32)
    gamma, bend = rng.uniform(1.7, 2.6), rng.uniform(0, 0.5)
    tones = np.linspace(0, 1, STEPS) ** (1 / gamma)
    tones = (1 - bend) * tones + bend * (3 * tones**2 - 2 * tones**3)
    black = rng.uniform(-0.03, 0.04)
    curve = np.clip(black + (1 - black) * tones, 0, 1).astype(np.float32)
    shown = curve.take((light * np.float32(STEPS - 1)).astype(np.intp), mode="clip")
    seen = cv2.cvtColor(shown, cv2.COLOR_BGR2YCrCb)
    luma = seen[..., 0].copy()
    depth, soft = rng.uniform(0.45, 1.5), rng.uniform(0.4, 1.6)  # colours come at half the size
    seen = cv2.GaussianBlur(seen, (0, 0), soft) * np.float32(depth) + np.float32(0.5 - 0.5 * depth)
    if rng.random() < 0.4:
        around = cv2.GaussianBlur(luma, (0, 0), rng.uniform(0.7, 1.5))
        luma = luma + (luma - around) * np.float32(rng.uniform(0.1, 0.9))
    seen[..., 0] = luma
    bgr = cv2.cvtColor(seen, cv2.COLOR_YCrCb2BGR)
    return np.asarray(np.clip(np.float32(255) * bgr + np.float32(0.5), 0, 255), np.uint8)
