"""The static files: read once, named with a hash of their content, so that phones keep them for good."""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, current_app, request, url_for

from web.wire.compression import takes_gzip

bp = Blueprint("assets", __name__)
FOLDER: Final = Path(__file__).parent / "static"
EXTENSION: Final = "maexle.assets"
KEEP: Final = "public, max-age=31536000, immutable"
STYLE: Final = (
    "ground",
    "playing",
    "standing",
    "menu",
    "entering",
    "verdict",
    "people",
    "setup",
    "tale",
    "fitting",
    "cup",
    "sizes",
    "well",
)
"""The pieces of panel.css, which is sent as one: where two say different things, the later wins."""
SCRIPT: Final = (
    "showing",
    "theatre",
    "sounding",
    "following",
    "cheering",
    "deciding",
    "fitting",
    "pressing",
)
"""The pieces of panel.js, one module: on slow Wi-Fi it comes at once."""
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One static file as it is sent."""

    content: bytes
    zipped: bytes
    digest: str
    kind: str


def read_assets() -> dict[str, Asset]:
    """Return every static file by its name."""
    contents = {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.suffix in _TYPES}
    contents["panel.css"] = _joined(STYLE, ".css")
    contents["panel.js"] = _joined(SCRIPT, ".js")
    return {name: _asset(name, content) for name, content in sorted(contents.items())}


def asset_url(name: str) -> str:
    """Return the address of a static file; it changes with the file."""
    return url_for("assets.show", name=name, v=_assets()[name].digest)


def build() -> str:
    """Return what changes when any static file does, so that an old page can tell."""
    return hashlib.sha256("".join(asset.digest for asset in _assets().values()).encode()).hexdigest()[:8]


@bp.get("/static/<name>")
def show(name: str) -> Response:
    """Send a static file."""
    asset = _assets().get(name)
    if asset is None:
        abort(404)
    zips = takes_gzip()
    response = Response(asset.zipped if zips else asset.content, content_type=asset.kind)
    if zips:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = KEEP if request.args.get("v") == asset.digest else "no-cache"
    return response


def _joined(pieces: tuple[str, ...], kind: str) -> bytes:
    return b"\n".join((FOLDER / "panel" / f"{piece}{kind}").read_bytes() for piece in pieces)


def _assets() -> dict[str, Asset]:
    assets: dict[str, Asset] = current_app.extensions[EXTENSION]
    return assets


def _asset(name: str, content: bytes) -> Asset:
    digest = hashlib.sha256(content).hexdigest()[:12]
    return Asset(content, gzip.compress(content, mtime=0), digest, _TYPES[Path(name).suffix])
