"""The card as PDF, in the letters that every reader knows by itself.

One page of bars and lines needs six objects; libraries that write PDF bring fonts and pictures along.
Source: ISO 32000-1, 7.5 (a file's structure), 9.4 (text), 9.6.2.2 (the standard fonts).
"""

import unicodedata
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final

from web.card.card import Bar, Paper, Part, Text
from web.card.letters import Style

POINTS_PER_MM: Final = 72 / 25.4
FONTS: Final = MappingProxyType(
    {Style.PLAIN: "Helvetica", Style.BOLD: "Helvetica-Bold", Style.TYPED: "Courier-Bold"}
)


def pdf(parts: Iterable[Part], paper: Paper) -> bytes:
    """Return a card's drawing on paper of a size.

    Raises:
        UnicodeEncodeError: it has letters beyond the western ones, which readers know by themselves.
    """
    wide, high = (size * POINTS_PER_MM for size in paper.value)
    unit = paper.scale * POINTS_PER_MM
    drawn = b"\n".join(
        _bar(part, high, unit) if isinstance(part, Bar) else _text(part, high, unit) for part in parts
    )
    fonts = " ".join(f"/{style.name} {number} 0 R" for number, style in enumerate(FONTS, start=5))
    page = f"/Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.2f} {high:.2f}] /Contents 4 0 R"
    return _file(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< {page} /Resources << /Font << {fonts} >> >> >>".encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
            *(_font(name) for name in FONTS.values()),
        ]
    )


def _font(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


def _bar(bar: Bar, high: float, unit: float) -> bytes:
    place = (bar.x * unit, high - (bar.y + bar.height) * unit, bar.width * unit, bar.height * unit)
    return b"%.3f %.3f %.3f %.3f re f" % place


def _text(text: Text, high: float, unit: float) -> bytes:
    written = unicodedata.normalize("NFC", text.text).encode("cp1252")
    for special in (b"\\", b"(", b")"):
        written = written.replace(special, b"\\" + special)
    where = (text.style.name.encode(), text.size * unit, text.x * unit, high - text.y * unit)
    return b"BT /%s %.2f Tf %.2f %.2f Td (%s) Tj ET" % (*where, written)


def _file(objects: Sequence[bytes]) -> bytes:
    """Return a file of these objects, numbered from 1, the first its catalogue."""
    body, starts = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, content in enumerate(objects, start=1):
        starts.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    count = len(objects) + 1
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(body))
    return body + b"xref\n0 %d\n0000000000 65535 f \n%s%s" % (count, table, end)
