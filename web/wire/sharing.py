"""Pages that many phones see alike, made once for all of them.

When a verdict comes, every phone asks at the same moment, and most only watch. What a form carries of the
phone itself, its token, is left open in a shared page and put in for each phone; so are cheers, of which no
revision tells.
"""

import threading
from collections.abc import Callable, Hashable
from typing import Final

from flask import current_app

EXTENSION: Final = "maexle.shared"
TOKEN: Final = "\0token\0"
"""Stands for a phone's own token; no name that people type in can hold it, as it does not print."""
CHEERS: Final = "\0cheers\0"
"""Stands for what was cheered lately."""
MOST: Final = 256
"""So many pages of one revision are kept: those of all players, watchers and hosts in every language."""


class SharedPages:
    """The pages of the table's newest revision, by what they depend on."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._revision = -1
        self._pages: dict[Hashable, str] = {}

    def __len__(self) -> int:
        """How many pages are kept."""
        return len(self._pages)

    def page(self, revision: int, key: Hashable, render: Callable[[], str]) -> str:
        """Return the page for `key`, rendered unless another phone has just seen the same."""
        # Looked up before the lock: fifty phones that queue for it wake one another one by one
        return self._pages.get((revision, key)) or self._made(revision, key, render)

    def _made(self, revision: int, key: Hashable, render: Callable[[], str]) -> str:
        with self._lock:
            if revision != self._revision:
                self._revision, self._pages = revision, {}
            page = self._pages.get((revision, key)) or render()
            if len(self._pages) < MOST:
                self._pages[revision, key] = page
            return page


def shared_pages() -> SharedPages:
    """Return the shared pages of the app that this request is for."""
    pages: SharedPages = current_app.extensions[EXTENSION]
    return pages
