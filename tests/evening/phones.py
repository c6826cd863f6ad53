"""The phones of a gallery: the table knows each before its page is opened."""

from playwright.sync_api import Browser, Page

from tests.browser import phone
from tests.evening.gallery import PHONES, Gallery
from web.door.phone import COOKIE


class Phones(dict[str, Page]):
    """Pages by whose phone shows them, each opened when it is first looked at.

    The table names phones in the order in which they come; so all come at once, without a browser.
    """

    def __init__(self, browser: Browser, gallery: Gallery, language: str = "en-GB") -> None:
        super().__init__()
        self._browser, self._address, self._language = browser, gallery.address, language
        self._known = {whose: _come(gallery) for whose in PHONES}

    def __missing__(self, whose: str) -> Page:
        context = phone(self._browser, self._language)
        context.add_cookies([{"name": COOKIE, "value": self._known[whose], "url": self._address}])
        page = self[whose] = context.new_page()
        return page


def _come(gallery: Gallery) -> str:
    client = gallery.app.test_client()
    client.get("/?watch=1", headers={"X-Part": "1"})
    cookie = client.get_cookie(COOKIE)
    assert cookie
    return cookie.value
