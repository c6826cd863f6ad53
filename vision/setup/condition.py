"""An empty window's condition, measured: light, sharpness, lamps, dirt, and whether it is empty and still."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Mask
from vision.level import cut, shrink
from vision.looking.stillness import least_change
from vision.picture import Gray
from vision.reader import read
from vision.reading import Circle, Reason
from vision.window.bare import under
from vision.window.calibration import calibrate, calibrate_blind, lamp_spots
from vision.window.light import measure_light, noise_of

UNITS: Final = 300
"""What is small is measured in so many parts of the window's radius: about a px in pictures of 960 × 720."""
SPECK_SHARE: Final = 0.05
"""How much lighter than what surrounds it a speck or smear is, as a share of the brightest grey level."""
SPECK_SIZE: Final = 0.01
"""How fine what is looked at as dirt is, in radii; finer noise is smoothed away."""
LEAST_SPECK: Final = 8.0
"""The same, in deviations of the noise that is left: a top hat is as high as noise's highest peak."""
HALO_LEVEL: Final = 200
"""Grey level from which it is a lamp's image or its halo; the image itself has `calibration.LAMP_LEVEL`."""
INSIDE: Final = 0.93


def distance(frame: Gray, window: Circle) -> npt.NDArray[np.float64]:
    """How far each pixel is from the window's centre, in its radii."""
    rows, columns = np.ogrid[: frame.shape[0], : frame.shape[1]]
    return np.asarray(np.hypot(columns - window.x, rows - window.y) / window.radius, np.float64)


def near_lamps(frame: Gray, window: Circle) -> Mask:
    """Where a lamp's image and its halo lie: a tenth of the radius round it."""
    size = 2 * round(0.1 * window.radius) + 1
    return np.asarray(cv2.dilate((frame >= HALO_LEVEL).astype(np.uint8), np.ones((size, size))) > 0)


def lamps_in(frame: Gray, window: Circle) -> tuple[Circle, ...]:
    """The mirror images inside the window, as calibration takes them."""
    lamps = calibrate(frame, window).lamps
    return tuple(lamp for lamp in lamps if np.hypot(lamp.x - window.x, lamp.y - window.y) < window.radius)


def missing_in(
    frame: Gray, window: Circle, times: float, lamps: Sequence[Circle], reach: float
) -> list[Circle]:
    """Which of several lamps' images shine nowhere near in a picture that is made so many times as light."""
    if not lamps:
        return []
    half = shrink(cut(np.asarray(cv2.convertScaleAbs(frame, alpha=max(1.0, times)), np.uint8)), 2.0)
    shine = replace(half, picture=lamp_spots(half, window).astype(np.uint8))
    there = under(shine, np.array([(lamp.x, lamp.y) for lamp in lamps], np.float32), reach)
    return [lamp for lamp, shines in zip(lamps, there, strict=True) if not shines]


def softness_of(frame: Gray, window: Circle) -> float:
    """How wide the rim is, in `UNITS`: its step over its steepest slope, the median round it."""
    angles = np.deg2rad(np.arange(0, 360, 3))[:, None]
    unit = window.radius / UNITS
    radii = window.radius + np.arange(-14, 15)[None] * unit
    across = cv2.remap(
        cv2.GaussianBlur(frame, (3, 3), 0),
        (window.x + radii * np.cos(angles)).astype(np.float32),
        (window.y + radii * np.sin(angles)).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float64)
    step = np.ptp(across, axis=1)
    steepest = np.abs(np.diff(across, axis=1)).max(axis=1)
    rim = (step > 8) & (step < 120)  # less is no step, more is a lamp
    return float(np.median(step[rim] / steepest[rim])) if rim.sum() > 12 else 0.0


def drowned(frame: Gray, window: Circle, noise: float) -> bool:
    """Whether all that is there, the rim included, drowns in noise."""
    wider = replace(window, radius=1.3 * window.radius)
    return measure_light(cut(frame, wider), wider, noise).bad is Reason.TOO_DARK


def blinded(frame: Gray, window: Circle) -> bool:
    """Whether so much is blown out that the reader finds nothing to read."""
    return measure_light(cut(frame, window), window, 0.0).bad is Reason.TOO_BRIGHT


def added_blur(then: float, now: float) -> float:
    """The width of the blur that makes a rim of one width that of another: squares add up."""
    return sqrt(max(0.0, now**2 - then**2))


def light_of(frame: Gray, window: Circle, lamps: Mask) -> float:
    """The grey level of the brightest fiftieth of window and rim, apart from where lamps shine."""
    lit = frame[(distance(frame, window) < 1.3) & ~lamps]
    return float(np.percentile(lit, 98)) if lit.size else 255.0


def dirt_in(frame: Gray, window: Circle, lamps: Mask) -> float:
    """The share of the window under specks and smears, apart from where lamps shine."""
    inside = distance(frame, window) < INSIDE
    return float(specks_in(frame, window, lamps).sum() / inside.sum())


def specks_in(frame: Gray, window: Circle, lamps: Mask) -> Mask:
    """Where something small or streaky is lighter than what surrounds it: a top hat, so no edge counts."""
    spread = SPECK_SIZE * window.radius
    smooth = cv2.GaussianBlur(frame, (0, 0), spread)
    left = noise_of(cut(frame, window).picture) / (2 * sqrt(np.pi) * spread)
    levels = max(SPECK_SHARE * light_of(frame, window, lamps), LEAST_SPECK * left)
    size = round(0.12 * window.radius) | 1
    hat = cv2.morphologyEx(
        smooth, cv2.MORPH_TOPHAT, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    )
    inside = distance(frame, window) < INSIDE
    return np.asarray((hat > levels) & inside & ~lamps & ~near_lamps(frame, window), np.bool_)


def dirtiest_place(frame: Gray, window: Circle, lamps: Mask) -> tuple[float, float]:
    """Where most of the dirt lies."""
    dense = cv2.GaussianBlur(specks_in(frame, window, lamps).astype(np.float32), (0, 0), 0.15 * window.radius)
    row, column = np.unravel_index(int(dense.argmax()), dense.shape)
    return float(column), float(row)


def moved_share(frames: Sequence[Gray], window: Circle) -> float:
    """The share of the window that differs between the first and the last frame."""
    first, last = (cv2.GaussianBlur(frame, (0, 0), 2) for frame in (frames[0], frames[-1]))
    inside = distance(frames[-1], window) < INSIDE
    return float((cv2.absdiff(first, last)[inside] > least_change(np.asarray(last, np.uint8))).mean())


def die_left(frame: Gray, window: Circle) -> tuple[float, float] | None:
    """Where something lies that looks like a die, if anything does."""
    known = calibrate_blind(frame, window)
    for expect in (2, 1):
        reading = read([frame], expect, known)
        if reading.dice:
            return reading.dice[0].x, reading.dice[0].y
    return None
