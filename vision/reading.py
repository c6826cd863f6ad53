"""What a look at the dice gives: the types every other room knows of `vision`.

Points are (x, y) in px from the top left of the frame that was read; angles in degrees, 0 to under 90,
clockwise from the picture's x axis to the face's nearest edge.
"""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a reading is not certain; the panel has a sentence with what to do for each."""

    NO_PLATE = "no_plate"
    NO_DICE = "no_dice"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"
    MOVING = "moving"
    WRONG_COUNT = "wrong_count"
    TILTED = "tilted"
    STACKED = "stacked"
    CUT_OFF = "cut_off"
    COVERED = "covered"
    GLARE = "glare"
    MISFIT = "misfit"
    WORN = "worn"
    KNOCKED = "knocked"
    STRANGE_DIE = "strange_die"


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle in the picture, all in px: a pip, or the window."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Die:
    """One flat face turned to the camera: 1 to 6 pips, centre and edge in px, angle in degrees.

    `certainty` is the calibrated chance, 0 to 1, that `pips` is true; `spots` are the pips that were counted.
    `known` says whether the die is of the set that the table was taught, None where it was taught none.
    """

    pips: int
    x: float
    y: float
    edge: float
    angle: float
    certainty: float
    spots: tuple[Circle, ...]
    known: bool | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What the camera sees, and whether it may be ruled on.

    `reason` is None when the whole is certain. `place` is where the trouble is, if it is in one place;
    `window` is the plate's window, if one was found or calibrated.
    """

    dice: tuple[Die, ...]
    reason: Reason | None = None
    place: tuple[float, float] | None = None
    window: Circle | None = None

    @property
    def certain(self) -> bool:
        """Whether the table may rule on this reading."""
        return self.reason is None

    @property
    def seen(self) -> tuple[int, ...]:
        """The pips of the faces turned to the camera, sorted."""
        return tuple(sorted(die.pips for die in self.dice))
