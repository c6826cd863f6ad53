"""One Chromium for all tests of a process, and a table of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium, left_empty
from tests.evening.gallery import Gallery
from tests.evening.room import Room


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def browser(shared_browser: Browser) -> Iterator[Browser]:
    with left_empty(shared_browser) as empty:
        yield empty


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    running = Room(tmp_path)
    yield running
    running.close()


@pytest.fixture
def gallery(tmp_path: Path) -> Iterator[Gallery]:
    running = Gallery(tmp_path)
    yield running
    running.close()
