"""A set-up that waits while its host sees to people or house rules: its draft rides in the address."""

from typing import Final

from flask import request

DRAFT: Final = "draft"
LONGEST: Final = 4000
"""Far over any draft of ours, and short enough for every link of a page; what is longer does not ride on."""
_PLACES: Final = ("people", "house")


def waiting_draft() -> str:
    """Return the draft that waits, as the address says it, or "" if none does."""
    text = request.args.get(DRAFT, "") if request.blueprint in _PLACES else ""
    return text if len(text) <= LONGEST else ""


def carry_draft(_endpoint: str, values: dict[str, object]) -> None:
    """Let an address of these pages, or one that leads back, carry the draft that waits."""
    if draft := waiting_draft():
        values.setdefault(DRAFT, draft)
