"""The guard: host names, forms from elsewhere, and what browsers are told."""

import re

import pytest

from tests.web.evening import Evening, plain

PAGES = ("/", "/panel", "/seats", "/host", "/join", "/help", "/cup/secret", "/nothing", "/static/panel.css")


@pytest.mark.parametrize(
    "name",
    ["localhost", "127.0.0.1", "192.168.1.7:8080", "[fe80::1]:8080", "[::1]", "stag.local", "STAG.local:80"],
)
def test_the_tables_own_names_are_answered(at: Evening, name: str) -> None:
    assert at.phone().get("/?watch=1", Host=name).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        *("evil.example", "stag.local.evil.example", "1.2.3.4.evil.example", "x", "[::1", ""),
        *("a..b", ".localhost", "a" * 64 + ".example", "a b"),
    ],
)
def test_other_names_are_refused_with_the_tables_address(at: Evening, name: str) -> None:
    answer = at.phone().get("/", Host=name)
    assert answer.status_code == 421
    assert "http://192.0.2.7:8080/" in answer.text


def test_a_form_without_its_token_is_refused(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    for token in ("", "0" * 32, at.phone().token()):
        answer = host.post("/call", {"seat": 0, "value": "54", "token": token})
        assert answer.status_code == 403
        assert "Back to the table" in answer.text
    assert at.version == 1


@pytest.mark.parametrize("query", ["after=x", "at=x", "after=-1", "at=9999999999"])
def test_a_form_at_an_address_that_is_none_is_refused_before_anything_is_done(
    at: Evening, query: str
) -> None:
    host = at.start("Anna", "Ben")
    assert host.post(f"/call?{query}", {"seat": 0, "value": "54"}).status_code == 400
    assert at.version == 1


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=", "multipart/form-data", "text/plain"])
def test_only_forms_as_our_pages_send_them_are_read(at: Evening, kind: str) -> None:
    at.start("Anna", "Ben")
    answer = at.phone().client.post("/call", data=b"--\r\nx", headers={"Content-Type": kind})
    assert answer.status_code == 400


@pytest.mark.parametrize("path", ["/picture/9223372036854775808", "/look/9223372036854775808/1"])
def test_a_picture_of_no_version_is_not_there(at: Evening, path: str) -> None:
    assert at.start("Anna", "Ben").get(path).status_code == 404


def test_a_phone_without_a_cookie_can_post_nothing(at: Evening) -> None:
    at.start("Anna", "Ben")
    stranger = at.app.test_client()
    assert stranger.post("/seats/claim", data={"seat": 0}).status_code == 403


def test_a_forged_cookie_is_a_new_phone(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    name = next(iter(at.table.snapshot().hosts))
    for forged in (name, f"{name}.", f"{name}.AAAA", "\xff.x"):
        forger = at.app.test_client()
        forger.set_cookie("phone", forged)
        assert "Void the throw" not in forger.get("/").text
    assert "Void the throw" in host.get().text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://[::1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_form_from_another_site_is_refused(at: Evening, headers: dict[str, str]) -> None:
    host = at.start("Anna", "Ben")
    assert host.post("/call", {"seat": 0, "value": "54"}, **headers).status_code == 403
    assert at.version == 1


def test_a_form_of_our_own_page_is_taken(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert host.post("/call", {"seat": 0, "value": "54"}, **headers).status_code == 303


def test_every_answer_has_the_strict_policy(at: Evening) -> None:
    for path in PAGES:
        headers = at.phone().get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_no_page_needs_what_the_policy_forbids(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    for path in (*PAGES, "/setup"):
        page = host.get(path).text
        assert "style=" not in page
        assert "<style" not in page
        assert "onclick" not in page
        assert page.count("<script") == len(
            re.findall(r'<script (?:type="module"|defer) src="/static/[^>]*></', page)
        )


def test_pages_are_never_kept_and_static_files_for_good(at: Evening) -> None:
    phone = at.phone()
    assert phone.get("/").headers["Cache-Control"] == "no-store"
    address = phone.shown.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert "immutable" in phone.get(address).headers["Cache-Control"]
    assert phone.get("/static/panel.css").headers["Cache-Control"] == "no-cache"


def test_the_cookie_is_closed_to_scripts_and_other_sites_and_carries_no_date(at: Evening) -> None:
    cookie = at.app.test_client().get("/host").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=31536000" in cookie
    assert "xpires" not in cookie


def test_a_phone_that_comes_in_again_is_known_for_another_year(at: Evening) -> None:
    phone = at.app.test_client()
    first = phone.get("/host").headers["Set-Cookie"]
    assert phone.get("/").headers["Set-Cookie"] == first
    assert "Set-Cookie" not in phone.get("/panel").headers
    assert "Set-Cookie" not in phone.get("/", headers={"Host": "evil.example"}).headers


def test_a_television_that_is_switched_on_again_is_known_for_another_year(at: Evening) -> None:
    television = at.app.test_client()
    first = television.get("/host").headers["Set-Cookie"]
    assert television.get("/screen").headers["Set-Cookie"] == first


@pytest.mark.parametrize("path", ["/", "/screen"])
def test_a_language_that_was_chosen_is_kept_for_another_year(at: Evening, path: str) -> None:
    phone = at.phone()
    chosen = phone.get(f"{path}?lang=it").headers.getlist("Set-Cookie")[0]
    assert chosen.startswith("lang=it; Max-Age=31536000;")
    assert chosen in phone.get(path).headers.getlist("Set-Cookie")


def test_a_body_that_is_far_too_large_is_refused_in_words(at: Evening) -> None:
    answer = at.host().post("/setup", {"name": "x" * 100_000})
    assert answer.status_code == 413
    assert "That was far too much." in plain(answer.text)


@pytest.mark.parametrize(
    "path", ["/nothing", "/static/nothing", "/static/../app.py", "/cup/wrong", "/picture/x"]
)
def test_what_is_not_there_has_a_page_with_a_way_back(at: Evening, path: str) -> None:
    answer = at.phone().get(path)
    assert answer.status_code == 404
    assert "There is nothing here." in answer.text
    assert "Back to the table" in answer.text


def test_a_phone_that_keeps_no_cookies_is_told_what_may_help(at: Evening) -> None:
    phone = at.phone()
    token = phone.token()
    phone.client.delete_cookie("phone")
    answer = phone.client.post("/seats/join", data={"name": "Anna", "token": token})
    assert answer.status_code == 403
    assert "erlaube diesem Browser Cookies" in answer.text
