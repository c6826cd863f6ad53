"""The table's name: a host gives it on the phone, and everyone sees it at once."""

import re

import pytest

from tests.web.evening import Evening, Phone, plain

NAME = "/host/name"
USUAL, GIVEN = "The Stag", "Zum <b>Löwen</b>"
SHOWN = "Zum &lt;b&gt;Löwen&lt;/b&gt;"


def named(at: Evening, name: str = GIVEN) -> Phone:
    """Let a host name the table; return the phone."""
    host = at.host()
    assert host.post(NAME, {"name": name}).status_code == 303
    return host


def titles(at: Evening) -> set[str]:
    """Return what the table is called in the titles of a phone's pages, the television's and in the bar."""
    phone = at.phone()
    pages = [phone.get(path).text for path in ("/?watch=1", "/seats", "/help", "/join", "/screen")]
    found = {title for page in pages for title in re.findall(r"<title>(?:.* · )?(.*)</title>", page)}
    bar = re.search(r'<span class="table">(.*?)</span>', pages[0])
    big = re.search(r"<h1>(.*?)</h1>", pages[-1])
    return found | {shown[1] for shown in (bar, big) if shown}


def test_a_name_that_a_host_gives_is_on_every_phone_and_the_television(at: Evening) -> None:
    assert titles(at) == {USUAL}
    named(at)
    assert titles(at) == {SHOWN}
    at.start("Anna", "Bo")
    assert f'<p class="table">{SHOWN}</p>' in at.phone().get("/screen").text


def test_pages_that_are_open_are_told_of_the_name(at: Evening) -> None:
    before = at.table.snapshot().revision
    named(at)
    assert at.table.wait(before, timeout_s=0).revision > before
    part = at.phone().get("/panel?watch=1", **{"X-Part": "1"}).text
    assert f"<title>{SHOWN}</title>" in part


def test_the_card_to_print_carries_the_name(at: Evening) -> None:
    host = named(at, "Zum Löwen")
    card = host.post("/host/card", {"paper": "A6", "kind": "svg"}).get_data(as_text=True)
    assert ">Zum Löwen</text>" in card
    assert USUAL not in card


def test_an_empty_name_is_the_one_in_the_settings_again(at: Evening) -> None:
    host = named(at)
    assert f'value="{SHOWN}"' in host.get(NAME).text
    assert host.post(NAME, {"name": "  "}).status_code == 303
    assert titles(at) == {USUAL}
    assert f'placeholder="{USUAL}"' in host.get(NAME).text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("\u200b", "1 to 24 characters"),
        ("\u200d\u200d", "1 to 24 characters"),
        ("\u3164", "can't be seen"),
        ("Lö\u2800wen", "can't be seen"),
        ("L" * 25, "1 to 24 characters"),
        ("\u202eLöwen", "1 to 24 characters"),
    ],
)
def test_a_name_that_nobody_can_see_or_that_is_too_long_is_refused(
    at: Evening, typed: str, said: str
) -> None:
    host = named(at, "Löwen")
    answer = host.post(NAME, {"name": typed})
    assert answer.status_code == 409
    assert said in plain(answer.text)
    assert titles(at) == {"Löwen"}


def test_a_guest_neither_sees_the_page_nor_names_the_table(at: Evening) -> None:
    guest = at.phone()
    assert guest.get(NAME).status_code == 403
    answer = guest.post(NAME, {"name": GIVEN})
    assert answer.status_code == 403
    assert "Only the host may do that." in plain(answer.text)
    assert titles(at) == {USUAL}


@pytest.mark.parametrize(
    ("fields", "headers"), [({"token": "0"}, {}), ({}, {"Origin": "http://evil.example"})]
)
def test_no_other_site_names_the_table(
    at: Evening, fields: dict[str, object], headers: dict[str, str]
) -> None:
    assert at.host().post(NAME, {"name": GIVEN, **fields}, **headers).status_code == 403
    assert titles(at) == {USUAL}


def test_the_host_finds_it_in_the_menu_and_whom_the_steps_lead_comes_back_to_them(at: Evening) -> None:
    host = at.host()
    assert f'href="{NAME}"' in host.get().text
    assert host.post(NAME, {"name": GIVEN}).location == "/host/first"
    host.post("/host/first")
    assert host.post(NAME, {"name": GIVEN}).location == "/"


def test_a_name_that_can_t_be_written_is_not_shown(at: Evening) -> None:
    host = at.host()
    at.table._log.freeze()
    assert host.post(NAME, {"name": GIVEN}).status_code == 503
    assert titles(at) == {USUAL}
