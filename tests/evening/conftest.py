"""One Chromium for all tests of a file, and a table of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium
from tests.evening.gallery import Gallery
from tests.evening.room import Room


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


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
