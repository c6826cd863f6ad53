"""Seats: claimed, handed on, freed."""

from tests.web.evening import Evening, plain


def test_a_phone_claims_a_free_seat_and_one_phone_may_hold_several(at: Evening) -> None:
    at.start("Anna", "Ben")
    phone = at.phone()
    assert phone.post("/seats/claim", {"guest": 1}).status_code == 303
    phone.post("/seats/claim", {"guest": 2})
    assert len(set(at.table.snapshot().phones.values())) == 1
    assert phone.get("/seats").text.count("Hand on<") == 2


def test_a_taken_seat_is_refused(at: Evening) -> None:
    at.start("Anna", "Ben")
    at.phone().post("/seats/claim", {"guest": 1})
    answer = at.phone().post("/seats/claim", {"guest": 1})
    assert answer.status_code == 403
    assert "Somebody has taken that seat already." in plain(answer.text)


def test_a_seat_that_is_handed_on_is_free_for_the_next(at: Evening) -> None:
    at.start("Anna", "Ben")
    first, second = at.phone(), at.phone()
    first.post("/seats/claim", {"guest": 1})
    assert first.post("/seats/free", {"seat": 0}).location == "/seats"
    assert second.post("/seats/claim", {"guest": 1}).status_code == 303
    assert first.post("/seats/free", {"seat": 0}).status_code == 403


def test_the_host_frees_any_seat(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    at.phone().post("/seats/claim", {"guest": 1})
    assert ">Free<" in host.get("/seats").text
    host.post("/seats/free", {"seat": 0})
    assert not at.table.snapshot().phones


def test_a_host_plays_the_seats_that_no_phone_holds_and_no_other(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    assert 'name="value"' in host.get().text
    at.phone().post("/seats/claim", {"guest": 1})
    assert 'name="value"' not in host.get().text


def test_opening_a_page_claims_nothing(at: Evening) -> None:
    at.start("Anna", "Ben")
    before = at.table.snapshot()
    phone = at.phone()
    for path in ("/", "/panel", "/seats", "/host", "/join", "/help", "/revision"):
        phone.get(path)
    assert phone.get("/seats/claim").status_code == 405
    assert at.table.snapshot() is before
