"""Pictures of a host's pages, of a rule behind a decision and of a phone to be passed on, in every language.

`python -m tests.evening.host_screens`: the table says of itself what the tests have told it to say.
"""

import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests.browser import chromium
from tests.evening.gallery import Gallery, phone_of
from tests.evening.guest_screens import LANGUAGES, save
from tests.evening.phones import Phones

PAGES: Final = {"first": "host/first", "well": "host/well", "print": "host/card"}


def main() -> None:
    """Take every picture anew."""
    with chromium() as browser:
        for language in LANGUAGES:
            with tempfile.TemporaryDirectory() as data:
                room = Gallery(Path(data))
                try:
                    _take(browser, room, language)
                finally:
                    room.close()


def _take(browser: Browser, room: Gallery, language: str) -> None:
    phones = Phones(browser, room, language)
    host, ben = phones["host"], phones["ben"]
    room.table.add_host(phone_of("host"))
    for name, path in PAGES.items():
        host.goto(f"{room.address}{path}")
        save(host, f"{name}-{language}")
    room.deal("maexle", "0:43")
    ben.goto(room.address)
    ben.locator(".rule > summary").tap()
    save(ben, f"why-{language}")
    room.deal("luegen_kniffel")
    room.sit("anna", "ben", "ben")
    room.go_on("0:fours/12")
    ben.goto(room.address)
    save(ben, f"pass-{language}")


if __name__ == "__main__":
    main()
