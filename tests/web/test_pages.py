"""Joining, help, static files, and what a first visit weighs."""

import gzip
import re

from tests.web.evening import Evening
from web.pages.qr import qr_code

FIRST_LOAD_BYTES = 60_000


def test_joining_shows_the_code_and_the_address_in_large_digits(at: Evening) -> None:
    page = at.phone().get("/join").text
    assert qr_code("http://192.0.2.7:8080/?scanned") in page
    assert "192.0.2.7:8080</p>" in page


def test_the_help_tells_the_rules_and_the_house_rules_of_the_game(at: Evening) -> None:
    assert "two lives are at stake" in at.phone().see("/help")
    at.start("Anna", "Ben", lives="7")
    assert "Lives: 7" in at.phone().see("/help")


def test_a_first_visit_is_light(at: Evening) -> None:
    at.start(*(f"Player {number}" for number in range(12)))
    phone = at.phone()
    page = phone.get("/").text
    addresses = ["/", *re.findall(r'(?:href|src)="(/static/[^"]+)"', page)]
    answers = [phone.get(address, **{"Accept-Encoding": "gzip"}) for address in addresses]
    assert all(answer.headers["Content-Encoding"] == "gzip" for answer in answers)
    assert gzip.decompress(answers[0].data).decode() == page
    assert sum(len(answer.data) for answer in answers) < FIRST_LOAD_BYTES


def test_a_phone_that_takes_nothing_compressed_gets_it_plain(at: Evening) -> None:
    assert "Content-Encoding" not in at.phone().get("/static/panel.js").headers


def test_nothing_is_loaded_from_elsewhere(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    for path in ("/", "/setup", "/help", "/join", "/cup/secret"):
        loaded = re.findall(r'(?:src|href)="(\w+:)?//', host.get(path).text)
        assert not loaded


def test_two_evenings_with_the_same_moves_have_the_same_pages_byte_for_byte(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    first = [host.get(path).data for path in ("/", "/seats", "/host", "/setup")]
    assert first == [host.get(path).data for path in ("/", "/seats", "/host", "/setup")]
