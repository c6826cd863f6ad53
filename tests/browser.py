"""A real Chromium with phone-sized pages."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

CHROMIUM: Final = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Debian's, as the shell that has no windows where there is one: it takes a fifth less time."""
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS: Final = 30_000
"""So long a page is waited for: a busy machine takes ten times as long as an idle one."""
PHONE: Final = {"width": 360, "height": 740}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Debian's Chromium, without a window, and end it."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def left_empty(browser: Browser) -> Iterator[Browser]:
    """Close afterwards what is opened in a browser: pages go on asking for a table that is gone."""
    try:
        yield browser
    finally:
        for context in browser.contexts:
            context.close()


def phone(
    browser: Browser, language: str = "en-GB", *, script: bool = True, motion: bool = False
) -> BrowserContext:
    """Return a phone of its own, 360 x 740 px, with a thumb, in a language, with or without JavaScript.

    Without `motion` its owner has asked for little, so that a verdict shows at once.
    """
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        locale=language,
        has_touch=True,
        is_mobile=True,
        java_script_enabled=script,
        reduced_motion="no-preference" if motion else "reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    return context


@contextmanager
def held_back(page: Page, address: str | re.Pattern[str]) -> Iterator[list[Route]]:
    """Hold back what a page asks for within; after that it is there, and `continue_()` lets it go on.

    A button says that it is busy before its request is on its way, by some time on a busy machine.
    """
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    with page.expect_request(address):
        yield held
    while not held:
        page.evaluate("0")  # a request is told of before it is handed over
