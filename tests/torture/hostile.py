"""Requests of all kinds, from those that a page offers to bytes that mean nothing, drawn by chance.

Routes come from the app's own map and names of fields from its own sources, so that none is forgotten.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import quote, quote_from_bytes, urlencode

from werkzeug.routing import Map, Rule

import web
from games.cards import Card
from games.rulesets import RULESETS
from tests.torture.odd_words import (
    BROKEN,
    COOKIES,
    HEADERS,
    HOSTS,
    KINDS,
    METHODS,
    NUMBERS,
    ODD,
    ODD_HOSTS,
    WORDS,
)
from web.sight.draft import PARTS

IN_ADDRESSES: Final = ("lang", "watch", *PARTS)
FIELD: Final = re.compile(
    r'(?:form|args)(?:\.get(?:list)?\(|\[)"(\w+)"|number\("(\w+)"\)|"(\w+)" (?:not )?in request\.form'
)
SHOWN: Final = re.compile(r'name="([a-z_]+)"')


@dataclass
class Form:
    """A form as a page shows it: where it leads, and what each of its fields may be."""

    action: str
    choices: dict[str, list[str]] = field(default_factory=dict)


FORM: Final = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
PART: Final = re.compile(r"<(?:input|button|textarea|option)\b([^>]*)>")
LINK: Final = re.compile(r'\b(?:href|src)="([^"#]+)')
ATTRIBUTE: Final = re.compile(r'\b(action|name|value)="([^"]*)"')


@lru_cache(maxsize=64)
def forms(page: str) -> tuple[list[Form], list[str]]:
    """Return a page's forms, its menu's too, and its links."""
    found = []
    for head, body in FORM.findall(page):
        form = Form(dict(ATTRIBUTE.findall(head)).get("action", "/"))
        for part in PART.findall(body):
            known = dict(ATTRIBUTE.findall(part))
            if known.get("name"):
                form.choices.setdefault(known["name"], []).append(unescape(known.get("value", "")))
        found.append(form)
    return found, [unescape(link) for link in LINK.findall(page)]


@cache
def fields() -> tuple[str, ...]:
    """Return the name of every field that the pages ask for, by the sources, and of every game's options."""
    room = Path(web.__file__).parent
    asked = [
        name for file in room.rglob("*.py") for found in FIELD.findall(file.read_text()) for name in found
    ]
    shown = [name for file in room.rglob("*.html") for name in SHOWN.findall(file.read_text())]
    options = [option.name for rules in RULESETS.values() for option in rules.OPTIONS]
    dice = [f"die{number}" for number in range(1, 6)]
    return tuple(sorted({*asked, *shown, *options, *dice, *IN_ADDRESSES} - {""}))


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends: the cookie and the token of a phone, its address, and the page that it saw last."""

    cookie: str = ""
    token: str = ""
    version: str = "0"
    page: str = ""


class Hostile:
    """Draws requests to the routes of `paths`."""

    def __init__(self, paths: Map, chance: Random) -> None:
        self.rules: tuple[Rule, ...] = tuple(paths.iter_rules())
        self._chance = chance

    def request(self, sender: Sender) -> bytes:
        """Return the bytes of a request that this phone might send, or somebody in its place."""
        kind = self._chance.random()
        if kind < 0.02:
            return self._noise()
        if kind < 0.5 and sender.page:
            return self._offered(sender)
        rule = self._chance.choice(self.rules)
        return self.to(rule, sender)

    def to(self, rule: Rule, sender: Sender) -> bytes:
        """Return the bytes of a request to one of the routes."""
        method = "POST" if "POST" in (rule.methods or ()) else "GET"
        if self._chance.random() < 0.08:
            method = self._chance.choice(METHODS)
        path = "".join(part if fixed else quote(self._word(), safe="/") for fixed, part in _parts(rule))
        if self._chance.random() < 0.3:
            path += "?" + self._encoded(self._some_fields())
        sent = self._some_fields() if method not in ("GET", "HEAD") else []
        return self._written(method, path, self._own(sender) + sent, sender)

    def plain(self, target: str, sender: Sender) -> bytes:
        """Return the bytes of a request for a page as a browser sends it."""
        return f"GET {target} HTTP/1.1\r\nHost: localhost\r\nCookie: {sender.cookie}\r\n\r\n".encode()

    def _offered(self, sender: Sender) -> bytes:
        """A form or link of the page that was seen last, as it is or with a field changed."""
        found, links = forms(sender.page)
        if not found or (links and self._chance.random() < 0.3):
            return self._written("GET", self._chance.choice(links or ["/"]), [], sender)
        form = self._chance.choice(found)
        pairs = [(name, self._chance.choice(values)) for name, values in form.choices.items()]
        if pairs and self._chance.random() < 0.3:
            at = self._chance.randrange(len(pairs))
            pairs[at] = (pairs[at][0], self._word())
        return self._written("POST", form.action or "/", pairs, sender)

    def _own(self, sender: Sender) -> list[tuple[str, str]]:
        """What every form carries, mostly right."""
        token = sender.token if self._chance.random() < 0.95 else self._word()
        version = sender.version if self._chance.random() < 0.9 else self._word()
        return [("token", token), ("version", version)]

    def _some_fields(self) -> list[tuple[str, str]]:
        names = self._chance.choices(fields(), k=self._chance.choice((0, 1, 2, 4, 12)))
        return [(name, self._word()) for name in names]

    def _word(self) -> str:
        pools: tuple[Sequence[str], ...] = (WORDS, NUMBERS, NUMBERS[:8], tuple(RULESETS), tuple(Card), ODD)
        return self._chance.choice(self._chance.choice(pools))

    def _encoded(self, pairs: Sequence[tuple[str, str]]) -> str:
        text = urlencode(pairs, errors="surrogatepass")
        if self._chance.random() < 0.03:
            text += "&" + quote_from_bytes(self._chance.choice(BROKEN), safe="%&=")
        return text

    def _written(self, method: str, target: str, pairs: Sequence[tuple[str, str]], sender: Sender) -> bytes:
        body, kind = b"", ""
        if method not in ("GET", "HEAD") or (pairs and self._chance.random() < 0.1):
            body, kind = self._encoded(pairs).encode(), "application/x-www-form-urlencoded"
        if self._chance.random() < 0.03:
            body, kind = self._chance.choice(BROKEN), self._chance.choice(KINDS)
        headers = [("Host", self._host()), ("Cookie", self._cookies(sender))]
        headers += [("Content-Type", kind)] if kind else []
        headers += [("Content-Length", str(len(body)))] if body else []
        for name in self._chance.choices(tuple(HEADERS), k=self._chance.choice((0, 0, 0, 1, 3))):
            headers.append((name, self._chance.choice(HEADERS[name])))
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
        version = self._chance.choice(("1.1",) * 30 + ("1.0", "0.9", "9.9"))
        return f"{method} {target} HTTP/{version}\r\n{lines}\r\n".encode("utf-8", "replace") + body

    def _host(self) -> str:
        return self._chance.choice(HOSTS if self._chance.random() < 0.96 else ODD_HOSTS)

    def _cookies(self, sender: Sender) -> str:
        kept = [sender.cookie] if sender.cookie and self._chance.random() < 0.97 else []
        odd = self._chance.choices(tuple(COOKIES), k=self._chance.choice((0, 0, 0, 1)))
        return "; ".join((*kept, *(f"{name}={self._chance.choice(COOKIES[name])}" for name in odd)))

    def _noise(self) -> bytes:
        """Bytes that are no request, or half a one."""
        chance = self._chance
        return (
            chance.choice((b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"", b"\r\n\r\n", b"GET /%00"))
            + bytes(chance.randrange(256) for _ in range(chance.choice((0, 4, 60))))
            + b"\r\n\r\n"
        )


def _parts(rule: Rule) -> list[tuple[bool, str]]:
    """A route's address, as what is fixed and what is put in."""
    return [(index % 2 == 0, part) for index, part in enumerate(re.split(r"<([^>]*)>", rule.rule))]
