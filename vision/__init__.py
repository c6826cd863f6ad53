"""The reader: pictures of dice in, what they show out. Front door."""

from vision.calibration import Calibration, CalibrationError, calibrate, dump, load
from vision.evidence import Evidence, evidence
from vision.picture import Colour, Frame, Gray, PictureError, decode, decode_colour
from vision.reader import read
from vision.reading import Circle, Die, Reading, Reason

__all__ = [
    "Calibration",
    "CalibrationError",
    "Circle",
    "Colour",
    "Die",
    "Evidence",
    "Frame",
    "Gray",
    "PictureError",
    "Reading",
    "Reason",
    "calibrate",
    "decode",
    "decode_colour",
    "dump",
    "evidence",
    "load",
    "read",
]
