"""QR codes: an address that a phone's camera can take."""

from functools import lru_cache
from typing import Final

import segno
from markupsafe import Markup

SCANNED: Final = "scanned"
"""In an address: the phone comes by the table's code, and is asked who it is."""


def join_code(address: str) -> Markup:
    """Return the code that phones scan to join at the table's address."""
    return qr_code(f"{address}?{SCANNED}")


@lru_cache(maxsize=2)
def qr_code(address: str) -> Markup:
    """Return the QR code of an address as SVG."""
    drawing = segno.make(address, error="m", micro=False).svg_inline(
        border=3, dark="#17110c", light="#f6ecd9", omitsize=True, svgclass="code", lineclass=None
    )
    return Markup(drawing)
