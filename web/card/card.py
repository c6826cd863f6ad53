"""What stands on the card: the table's name, the code of its Wi-Fi and of the table, and how to play.

All is measured in mm on a card of A6; on A5 the same is drawn larger. Points are (x, y) from the top left.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

import segno
from segno.helpers import make_wifi_data

from web.card.letters import Style, width, wrap
from web.words.story import LANGUAGES, texts_in
from web.words.values import N_

WIDTH: Final = 105.0
MARGIN: Final = 6.0
BELOW: Final = WIDTH / 2 - MARGIN  # the longest line under a code
CODE: Final = 37.0  # as long as both are scanned at arm's length
LETTERS: Final = 2.75
LEAST: Final = 1.6  # a password's letters, so that they can be typed from the card
LINE: Final = 3.45
JOIN: Final = N_("Join the Wi-Fi, scan the table's code and say who you are.")
SCAN: Final = N_("Scan the table's code and say who you are.")
PLAY: Final = N_(
    "Throw in secret, call aloud, true or not. The next player believes it and has to call higher, or "
    "challenges: then the table looks from below, and whoever was wrong loses a life."
)
SSID_BYTES: Final = 32
PASSWORD: Final = range(8, 64)


class Paper(Enum):
    """A card's size: width and height in mm."""

    A6 = (105, 148)
    A5 = (148, 210)

    @property
    def scale(self) -> float:
        """How much larger than on A6 everything is."""
        return min(self.value[0] / 105, self.value[1] / 148)


@dataclass(frozen=True, slots=True)
class Wifi:
    """A Wi-Fi: its name and its password, "" where it has none.

    Raises:
        ValueError: no Wi-Fi can have that name or password.
    """

    name: str
    password: str

    def __post_init__(self) -> None:
        if not (self.name.isprintable() and 0 < len(self.name.encode()) <= SSID_BYTES):
            raise ValueError("expected a Wi-Fi's name of 1 to 32 bytes")
        printable = self.password.isascii() and self.password.isprintable()
        if self.password and not (printable and len(self.password) in PASSWORD):
            raise ValueError("expected a Wi-Fi's password of 8 to 63 letters, or none")

    @property
    def code(self) -> str:
        """What its QR code says to a phone."""
        kind = "WPA" if self.password else "nopass"
        return str(make_wifi_data(self.name, self.password or None, kind))


@dataclass(frozen=True, slots=True)
class Text:
    """A line of letters that are `size` high; x is its left end, y what it stands on."""

    x: float
    y: float
    size: float
    text: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Bar:
    """A black rectangle."""

    x: float
    y: float
    width: float
    height: float


Part = Text | Bar


def draw(name: str, address: str, scan: str, wifi: Wifi | None = None) -> tuple[Part, ...]:
    """Return a table's card: `address` is what people type, `scan` what the table's code says."""
    return tuple(_parts(name, address, scan, wifi))


def _parts(name: str, address: str, scan: str, wifi: Wifi | None) -> Iterator[Part]:
    yield _centred(WIDTH / 2, 14, 7.5, name, WIDTH - 2 * MARGIN)
    if wifi:
        yield from _code(WIDTH / 4 + 1, "1  Wi-Fi", wifi.code, wifi.name, *_typed(wifi.password))
        yield from _code(WIDTH * 3 / 4 - 1, "2  Mäxle", scan, address)
    else:
        yield from _code(WIDTH / 2, "Mäxle", scan, address)
    half = WIDTH / 2 - MARGIN - 2
    for place, language in enumerate(LANGUAGES):
        x, y = MARGIN + place % 2 * (half + 4), 82 + place // 2 * 34
        yield from _told(x, y, half, language, JOIN if wifi else SCAN)


def _typed(password: str) -> Iterator[str]:
    """Yield a password's lines: two where one would be too small to be typed from."""
    long = width(password, LEAST, Style.TYPED) > BELOW
    half = (len(password) + 1) // 2 if long else len(password)
    yield from filter(None, (password[:half], password[half:]))


def _code(x: float, title: str, says: str, below: str, *typed: str) -> Iterator[Part]:
    """Draw a code round `x`, its title over it, a line under it and those that are to be typed."""
    yield _centred(x, 22, 3.6, title, CODE)
    # As phones take letters that are not English; left to itself, segno writes "Кафе" in Shift JIS
    code = segno.make(says, error="m", micro=False, encoding="utf-8")
    rows = [list(row) for row in code.matrix]
    dot = CODE / len(rows)
    for number, row in enumerate(rows):
        for start, length in _runs(row):
            yield Bar(x - CODE / 2 + start * dot, 25 + number * dot, length * dot, dot)
    yield _centred(x, 66.5, 3.4, below, BELOW)
    for number, line in enumerate(typed):
        yield _centred(x, 71.1 + number * 4.2, 3.4, line, BELOW, Style.TYPED)


def _runs(row: list[int]) -> Iterator[tuple[int, int]]:
    """Return where dark dots begin in a row, and how many follow on one another."""
    start = None
    for place, dark in enumerate([*row, 0]):
        if dark and start is None:
            start = place
        elif not dark and start is not None:
            yield start, place - start
            start = None


def _told(x: float, y: float, most: float, language: str, join: str) -> Iterator[Text]:
    """Write how to join and to play, in one language."""
    yield Text(x, y, 3.1, LANGUAGES[language], Style.BOLD)
    texts = texts_in(language)
    said = f"{texts.gettext(join)} {texts.gettext(PLAY)}"
    for number, line in enumerate(wrap(said, LETTERS, most)):
        yield Text(x, y + 4.2 + number * LINE, LETTERS, line)


def _centred(x: float, y: float, size: float, text: str, most: float, style: Style = Style.BOLD) -> Text:
    """Write a line round `x`, smaller where it would be longer than `most`."""
    size *= min(1.0, most / max(width(text, size, style), 0.1))
    return Text(x - width(text, size, style) / 2, y, size, text, style)
