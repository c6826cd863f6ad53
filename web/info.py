"""What people read: how to play, and how to join."""

from functools import lru_cache
from urllib.parse import urlsplit

import segno
from flask import Blueprint, render_template
from markupsafe import Markup

from games.throws import ORDER
from web.pages import current_sight
from web.parts import current_parts

bp = Blueprint("info", __name__)


@bp.get("/help")
def rules() -> str:
    """Tell how Mäxle is played."""
    return render_template("help.html", sight=current_sight(), order=ORDER)


@bp.get("/join")
def join() -> str:
    """Show the code that phones scan, and the address for those that do not."""
    url = current_parts().join_url
    address = urlsplit(url).netloc
    return render_template("join.html", address=address, code=_code(url))


@lru_cache(maxsize=1)
def _code(url: str) -> Markup:
    """Return the QR code of an address as SVG."""
    drawing = segno.make(url, error="m", micro=False).svg_inline(
        border=3, dark="#17110c", light="#f6ecd9", omitsize=True, svgclass="code", lineclass=None
    )
    return Markup(drawing)
