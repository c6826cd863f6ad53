"""What a form may say: numbers and words from outside, checked before anything else sees them."""

import re
from typing import Final

from flask import abort, request

NAME_BYTES: Final = 200  # far over any name: joined emoji are long
_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)


def number(field: str) -> int:
    """Return a field that must be a whole number from 0; else the request is malformed (400)."""
    return to_number(request.form.get(field, ""))


def to_number(text: str) -> int:
    """Return a text that must be a whole number from 0; else the request is malformed (400)."""
    if not is_number(text):
        abort(400)
    return int(text)


def is_number(text: str) -> bool:
    """Return whether a text is a whole number from 0."""
    return _NUMBER.fullmatch(text) is not None


def seen() -> int:
    """Return the table's version that the sender of this form saw."""
    return number("version")


def dice(count: int) -> tuple[int, ...]:
    """Return the pips of so many dice, each 1 to 6; else the request is malformed (400)."""
    pips = tuple(number(f"die{n}") for n in range(1, count + 1))
    if not all(1 <= p <= 6 for p in pips):
        abort(400)
    return pips


def typed_name() -> str:
    """Return the name that was typed, cut where it is far too long."""
    return request.form.get("name", "")[:NAME_BYTES]
