"""Styles as browsers of 2021 read them: what they do not know they leave out, a line or a whole rule."""

import re
from typing import Final

from playwright.sync_api import Page, Route

COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
BLOCK: Final = re.compile(r"([^{};]+)\{((?:[^{}]|\{[^{}]*\})*)\}")
RULE: Final = re.compile(r":(?:is|where|has)\(|@container")  # Chrome 88 and 105
LINE: Final = re.compile(r"^\s*(?:inset|container|rotate|text-wrap)\s*:|\dcq[whib]\b|\d[sdl]v[hw]\b")


def bygone(css: str) -> str:
    """Return what is left of a style sheet, its comments aside."""
    return "".join(_block(head.strip(), body) for head, body in BLOCK.findall(COMMENT.sub("", css)))


def read_styles_of_2021(page: Page) -> None:
    """Let a page have only those."""

    def answer(route: Route) -> None:
        came = route.fetch()
        route.fulfill(response=came, body=bygone(came.text()))

    page.route("**/*.css?*", answer)


def _block(head: str, body: str) -> str:
    if RULE.search(head):
        return ""
    if head.startswith("@"):
        kept = bygone(body) if head.startswith("@media") else body
    else:
        kept = ";".join(line for line in body.split(";") if not LINE.search(line))
    return f"{head} {{{kept}}}\n"
