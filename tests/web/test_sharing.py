"""Many phones, one page: shared where all see the same, and never with a form in it."""

from flask import Flask, g

from tests.web.evening import Evening
from web.sharing import SharedPages, mark_own


def test_phones_that_only_watch_share_one_page() -> None:
    pages = SharedPages()
    made: list[int] = []

    def render() -> str:
        made.append(len(made))
        return "page"

    with Flask("test").app_context():
        assert [pages.page(7, "watching", render) for _ in range(50)] == ["page"] * 50
        assert len(made) == 1
        pages.page(7, "playing", render)
        pages.page(8, "watching", render)
        assert len(made) == 3


def test_a_page_with_a_form_is_made_for_every_phone() -> None:
    pages = SharedPages()
    made: list[int] = []

    def render() -> str:
        mark_own()
        made.append(len(made))
        return f"page {made[-1]}"

    with Flask("test").app_context():
        assert pages.page(7, "key", render) == "page 0"
        assert pages.page(7, "key", render) == "page 1"
        assert g.own


def test_two_phones_that_may_claim_the_same_seat_have_their_own_tokens(at: Evening) -> None:
    at.start("Anna", "Ben")
    pages = [at.phone().get("/panel").text for _ in range(2)]
    assert pages[0] != pages[1]


def test_watchers_share_a_verdict_but_not_its_language(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)
    first, second, german = (at.phone(language).get("/panel").text for language in ("en", "en", "de"))
    assert first == second != german
    assert "Delete all pictures" not in first
    assert "Delete all pictures" in host.get().text
