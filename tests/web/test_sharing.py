"""Many phones, one page: shared where all see the same, and every form with its own phone's token."""

import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from tests.web.evening import Evening, Phone
from web.wire.sharing import EXTENSION, MOST, SharedPages

PHONES = 50
OVER = "0:65 1:challenge reveal:41"


def shared(phone: Phone, path: str) -> str:
    """Return a page without what is this phone's alone."""
    return phone.get(path).text.replace(phone.token(), "")


def test_a_page_is_made_once_for_all_who_see_the_same() -> None:
    pages = SharedPages()
    made: list[int] = []

    def render() -> str:
        made.append(len(made))
        return "page"

    assert [pages.page(7, "watching", render) for _ in range(50)] == ["page"] * 50
    assert len(made) == 1
    pages.page(7, "playing", render)
    pages.page(8, "watching", render)
    assert len(made) == 3


def test_phones_that_ask_at_once_wait_for_one_page() -> None:
    pages = SharedPages()
    all_ask = Barrier(PHONES)
    made: list[int] = []

    def render() -> str:
        made.append(len(made))
        return "page"

    def ask() -> str:
        all_ask.wait()
        return pages.page(7, "watching", render)

    with ThreadPoolExecutor(PHONES) as phones:
        asked = [phones.submit(ask) for _ in range(PHONES)]
    assert [page.result() for page in asked] == ["page"] * PHONES
    assert len(made) == 1


def test_phones_that_may_do_the_same_share_a_page_but_for_their_tokens(at: Evening) -> None:
    at.start("Anna", "Ben")
    first, second = at.host(), at.host()
    pages = [phone.get("/panel").text for phone in (first, second)]
    assert pages[0] != pages[1]
    assert pages[0].replace(first.token(), second.token()) == pages[1]
    assert "\0" not in pages[0]


def test_a_move_is_made_with_the_token_of_a_shared_page(at: Evening) -> None:
    at.start("Anna", "Ben")
    at.host().get("/panel")
    second = at.host()
    second.get("/panel")
    token = re.search(r'name="token" value="(\w+)"', second.get("/panel").text)
    assert token
    fields = {"token": token[1], "version": at.version, "seat": 0, "value": "43"}
    assert second.client.post("/call", data=fields).status_code == 303


def test_watchers_share_a_verdict_but_not_its_language(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)
    first, second, german = (shared(at.phone(language), "/panel") for language in ("en", "en", "de"))
    assert first == second != german
    assert "Delete all pictures" not in first
    assert "Delete all pictures" in host.get().text


def test_phones_that_have_seen_enough_of_different_verdicts_share_the_next(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)
    pages = [shared(at.phone(), f"/panel?after={version}") for version in range(at.version)]
    assert len(set(pages)) == 1


@pytest.mark.parametrize("moves", ["", "0:65", "0:65 1:challenge reveal:31", OVER], ids=str)
def test_choices_in_the_address_of_who_has_none_share_the_page_of_all(at: Evening, moves: str) -> None:
    at.start("Anna", "Ben", lives="1" if moves == OVER else "5")
    at.play(moves)
    phone = at.phone()
    page = shared(phone, "/panel")
    for made_up in ("how=blind", "pick=ones", "seat=1", f"cards={'9' * 50}"):
        assert shared(phone, f"/panel?at={at.version}&{made_up}") == page


def test_what_many_addresses_ask_for_fills_no_memory(at: Evening) -> None:
    at.start("Anna", "Ben")
    phone, pages = at.phone(), at.app.extensions[EXTENSION]
    phone.get("/panel")
    kept = len(pages)
    for number in range(40):
        assert phone.get(f"/host/window/picture/{number}").status_code == 403
        assert phone.get("/screen", Host=f"10.0.0.{number}:8080").status_code == 200
    assert len(pages) == kept


def test_only_so_many_pages_are_kept_and_the_others_are_made_each_time() -> None:
    pages = SharedPages()
    for key in range(3 * MOST):
        assert pages.page(7, key, partial("page {}".format, key)) == f"page {key}"
    assert len(pages) == MOST
    assert pages.page(7, 2 * MOST, lambda: "made again") == "made again"
