"""How wide letters are, so that lines can be broken before anybody draws them.

The widths are Helvetica's, which every PDF reader knows without a font in the file; Arial and Liberation Sans
have the same ones.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

_WIDTHS: Final = dict(
    zip(
        map(chr, range(32, 127)),
        (
            *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
            *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
            *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
            *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
            *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
            *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
        ),
        strict=True,
    )
)
"""From the blank to the tilde, in thousandths of the letters' size."""
_USUAL: Final = 600  # any other letter: on the wide side
_BOLD: Final = 1.08


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how long a line is, in the unit of its letters' size; marks on letters make none wider."""
    plain = unicodedata.normalize("NFKD", text)
    total = sum(_WIDTHS.get(letter, _USUAL) for letter in plain if not unicodedata.combining(letter))
    return total * size / 1000 * (_BOLD if bold else 1)


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
