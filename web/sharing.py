"""Pages that many phones see alike, made once for all of them.

When a verdict comes, every phone asks at the same moment, and most only watch. A page with a form in it
carries a phone's own token and is never shared.
"""

import threading
from collections.abc import Callable, Hashable
from typing import Final

from flask import current_app, g

EXTENSION: Final = "maexle.shared"


class SharedPages:
    """The pages of the table's newest revision, by what they depend on."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._revision = -1
        self._pages: dict[Hashable, str] = {}

    def page(self, revision: int, key: Hashable, render: Callable[[], str]) -> str:
        """Return the page for `key`, rendered unless another phone has just seen the same."""
        with self._lock:
            if revision != self._revision:
                self._revision, self._pages = revision, {}
            if key not in self._pages:
                g.own = False
                page = render()
                if g.own:
                    return page
                self._pages[key] = page
            return self._pages[key]


def mark_own() -> None:
    """Say that the page being rendered is for the phone that asks, and for no other."""
    g.own = True


def shared_pages() -> SharedPages:
    """Return the shared pages of the app that this request is for."""
    pages: SharedPages = current_app.extensions[EXTENSION]
    return pages
