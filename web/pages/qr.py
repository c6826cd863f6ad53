"""QR codes: an address that a phone's camera can take."""

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=2)
def qr_code(address: str) -> Markup:
    """Return the QR code of an address as SVG."""
    drawing = segno.make(address, error="m", micro=False).svg_inline(
        border=3, dark="#17110c", light="#f6ecd9", omitsize=True, svgclass="code", lineclass=None
    )
    return Markup(drawing)
