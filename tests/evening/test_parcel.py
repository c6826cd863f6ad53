"""Bringing a memory back in a real browser: a film that was picked by mistake is never sent."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import phone
from tests.evening.players import enter_pin
from tests.evening.room import Room
from tests.web.drawer import Drawer
from tests.web.evening import PIN
from web.door.parcel import BYTES

pytestmark = pytest.mark.browser


def test_what_is_far_too_large_for_a_memory_is_said_to_be_so_and_not_sent(
    browser: Browser, tmp_path: Path
) -> None:
    drawer = Drawer()
    film, copy = tmp_path / "film.mp4", tmp_path / "copy.zip"
    film.touch()
    copy.write_bytes(b"PK a copy")
    with film.open("ab") as file:
        file.truncate(BYTES + 1)
    with closing(Room(tmp_path, memory=drawer)) as room:
        page = phone(browser).new_page()
        enter_pin(page, room.address, PIN)
        page.goto(f"{room.address}host/well")
        page.get_by_text("Bring a copy back").tap()
        sent: list[str] = []
        page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
        page.get_by_label("The file that was taken away").set_input_files(film)
        page.get_by_label("Forget what is not in it").check()
        page.get_by_role("button", name="Bring it back").tap()
        said = page.get_by_label("The file that was taken away").evaluate("field => field.validationMessage")
        assert said == "This copy holds more than a table can. The table keeps the memory it has."
        assert sent == []
        page.get_by_label("The file that was taken away").set_input_files(copy)
        page.get_by_role("button", name="Bring it back").tap()
        expect(page.get_by_text("The table starts anew with it.")).to_be_visible()
        assert (len(sent), drawer.brought) == (1, [b"PK a copy"])
