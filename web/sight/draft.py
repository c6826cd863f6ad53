"""What a phone has chosen so far of its next move.

It rides in the page's address, so that no script is needed, and holds until something is asked anew: whatever
happens there, but others' sealed answers, clears it.
"""

from collections.abc import Mapping
from typing import Any, Final

from flask import request, url_for

from web.door.forms import to_number

PARTS: Final = ("how", "throws", "pick", "cards", "show", "seat", "ready")
LONGEST: Final = 120


def current_draft(asked: int, version: int) -> Mapping[str, str]:
    """Return what the address says was chosen since version `asked`, which asked for it, up to `version`."""
    if not asked <= to_number(request.args.get("at", "0")) <= version:
        return {}
    return {part: request.args[part][:LONGEST] for part in PARTS if request.args.get(part)}


def address(version: int, after: int, draft: Mapping[str, str], page: str = "panel.show", **more: str) -> str:
    """Return the address of the panel, or of another page, with these choices made; an empty one is none."""
    chosen = {part: text for part, text in draft.items() if text}
    said: dict[str, Any] = {"after": after or None, "at": version if chosen else None, **chosen, **more}
    return url_for(page, **said)
