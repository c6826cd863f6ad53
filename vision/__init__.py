"""The reader: pictures of dice in, what they show out. Front door."""

from typing import Final

import cv2

from vision.evidence import Evidence, evidence
from vision.picture import Colour, Frame, Gray, PictureError, decode, decode_colour, encode
from vision.reader import read
from vision.reading import Circle, Die, Reading, Reason
from vision.taught.dice import DiceSet, TaughtError
from vision.window.calibration import Calibration, CalibrationError, calibrate, calibrate_blind, dump, load

OPENCV: Final = str(cv2.__version__)
"""The version that reads here."""

__all__ = [
    "OPENCV",
    "Calibration",
    "CalibrationError",
    "Circle",
    "Colour",
    "DiceSet",
    "Die",
    "Evidence",
    "Frame",
    "Gray",
    "PictureError",
    "Reading",
    "Reason",
    "TaughtError",
    "calibrate",
    "calibrate_blind",
    "decode",
    "decode_colour",
    "dump",
    "encode",
    "evidence",
    "load",
    "read",
]
