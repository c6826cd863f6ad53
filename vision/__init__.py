"""The reader: pictures of dice in, what they show out. Front door."""

from vision.calibration import Calibration, CalibrationError, calibrate, dump, load
from vision.evidence import Evidence, evidence
from vision.picture import Colour, Frame, Gray, PictureError, decode, decode_colour, encode
from vision.reader import read
from vision.reading import Circle, Die, Reading, Reason
from vision.taught import DiceSet, TaughtError

__all__ = [
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
    "decode",
    "decode_colour",
    "dump",
    "encode",
    "evidence",
    "load",
    "read",
]
