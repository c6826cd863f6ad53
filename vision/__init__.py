"""The reader: pictures of dice in, what they show out. Front door."""

from vision.calibration import Calibration, CalibrationError, calibrate, dump, load
from vision.evidence import Evidence, evidence
from vision.picture import Gray, PictureError, decode
from vision.reader import read
from vision.reading import Circle, Die, Reading, Reason

__all__ = [
    "Calibration",
    "CalibrationError",
    "Circle",
    "Die",
    "Evidence",
    "Gray",
    "PictureError",
    "Reading",
    "Reason",
    "calibrate",
    "decode",
    "dump",
    "evidence",
    "load",
    "read",
]
