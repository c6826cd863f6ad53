"""How wide letters are, so that lines can be broken before anybody draws them.

The widths are Helvetica's and Courier's, which every PDF reader knows without a font in the file; Arial and
Liberation Sans have Helvetica's.
"""

import unicodedata
from collections.abc import Iterator
from enum import Enum
from typing import Final


class Style(Enum):
    """How letters look. Those that are to be typed are all of one width: no l in them looks like an I."""

    PLAIN = "plain"
    BOLD = "bold"
    TYPED = "typed"


_LETTERS: Final = tuple(map(chr, range(32, 127)))  # from the blank to the tilde
_PLAIN: Final = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
    *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
    *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
_BOLD: Final = (
    *(278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611),
    *(975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556),
    *(333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611),
    *(611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584),
)
_TYPED: Final = (600,) * len(_LETTERS)
_WIDTHS: Final = {
    style: dict(zip(_LETTERS, widths, strict=True))
    for style, widths in zip(Style, (_PLAIN, _BOLD, _TYPED), strict=True)
}
"""In thousandths of the letters' size; bold digits are as wide as plain ones, most letters are wider."""
_USUAL: Final = {Style.PLAIN: 600, Style.BOLD: 650, Style.TYPED: 600}  # any other letter: on the wide side


def width(text: str, size: float, style: Style = Style.PLAIN) -> float:
    """Return how long a line is, in the unit of its letters' size; marks on letters make none wider."""
    plain = unicodedata.normalize("NFKD", text)
    widths, usual = _WIDTHS[style], _USUAL[style]
    shown = (letter for letter in plain if not unicodedata.combining(letter))
    return sum(widths.get(letter) or _square(letter) or usual for letter in shown) * size / 1000


def wrap(text: str, size: float, most: float) -> Iterator[str]:
    """Break a text into lines of at most `most`, at its blanks; a longer word has a line of its own."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size) > most:
            yield line
            longer = word
        line = longer
    yield line


def _square(letter: str) -> int | None:
    """Return the width of an emoji, or of a letter as the Chinese have them; None of any other."""
    if unicodedata.east_asian_width(letter) != "W":
        return None
    return 1250 if unicodedata.category(letter) == "So" else 1000
