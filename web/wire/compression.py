"""Pages go out compressed to phones that take it: pub Wi-Fi is slow and shared."""

import gzip
from functools import lru_cache
from typing import Final

from flask import Response, request

LEAST_BYTES: Final = 600  # under one packet there is nothing to win


def takes_gzip() -> bool:
    """Return whether the phone that asks takes compressed answers."""
    return bool(request.accept_encodings["gzip"])


def compress(response: Response) -> Response:
    """Return the answer, compressed if it is a page worth it."""
    if response.mimetype != "text/html" or response.is_streamed:
        return response
    response.headers.add("Vary", "Accept-Encoding")
    page = response.get_data()
    if len(page) >= LEAST_BYTES and takes_gzip():
        response.set_data(_zipped(page))
        response.headers["Content-Encoding"] = "gzip"
    return response


@lru_cache(maxsize=16)
def _zipped(page: bytes) -> bytes:
    """Return a page compressed: once for all the phones that see the same."""
    return gzip.compress(page, 6, mtime=0)
