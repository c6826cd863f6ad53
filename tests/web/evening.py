"""An evening without waiters: a table, its app, and phones that read what they are shown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from math import inf

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from games.ruleset import View
from games.rulesets import RULESETS
from table.actors import PEOPLE
from table.hosts import Doorkeeper
from table.look import Look, Stage
from table.pairing import Pairing
from table.ports import Picture
from table.table import Table
from tests.clock import Clock
from tests.games.notation import move as written
from tests.web.box import Box
from tests.web.compiled import TEMPLATES, known_addresses
from vision.reading import Circle
from web.app import Parts, create_app
from web.door.crowd import Crowd

KEY = b"0123456789abcdef0123456789abcdef"
PIN = "271828"
CODE = "4444"
TOKEN = re.compile(r'name="token" value="(\w+)"')
PICTURE = Picture(b"\xff\xd8 a picture", 400, 300, (Circle(100.0, 90.0, 8.0), Circle(120.0, 90.0, 8.0)))


@dataclass
class Knobs:
    """A simulated cup that writes down what is done to it."""

    done: list[str] = field(default_factory=list)
    shown: bytes = b"\xff\xd8 the throw"
    places: tuple[str, ...] = ("empty", "middle", "rim")
    can_swap: bool = True

    def swap(self) -> None:
        self.done.append("swap")

    def shake(self) -> None:
        self.done.append("shake")
        self.shown += b"!"

    def lay_out(self, place: str) -> None:
        self.done.append(f"lay out {place}")

    def picture(self) -> bytes:
        return self.shown

    def press(self, button: str) -> None:
        self.done.append(f"press {button}")

    def release(self, button: str) -> None:
        self.done.append(f"release {button}")


def phone_names() -> Iterator[str]:
    return (f"phone {number}" for number in count(1))


@dataclass
class Phone:
    """One phone; `shown` is the page it saw last."""

    client: FlaskClient
    language: str = "en"
    shown: str = ""

    def get(self, path: str = "/", **headers: str) -> TestResponse:
        answer = self.client.get(path, headers={"Accept-Language": self.language, **headers})
        if answer.mimetype == "text/html" and not answer.headers.get("Content-Encoding"):
            self.shown = answer.text
        return answer

    def see(self, path: str = "/") -> str:
        """Return a page as plain text."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.status
        return plain(answer.text)

    def post(self, path: str, data: dict[str, object] | None = None, **headers: str) -> TestResponse:
        """Send a form as the page would: with the token and the version that it showed."""
        page = self.get("/").text
        scene, token = re.search(r'data-scene="\w+ (\d+)', page), TOKEN.search(page)
        known = {"token": token[1] if token else self.token(), "version": scene[1] if scene else ""}
        answer = self.client.post(
            path, data={**known, **(data or {})}, headers={"Accept-Language": self.language, **headers}
        )
        if answer.mimetype == "text/html":
            self.shown = answer.text
        return answer

    def follow(self, part: str) -> str:
        """Open the link on the page shown last whose address ends so, and return the page."""
        links = [unescape(href) for href in re.findall(r'href="([^"]*)"', self.shown)]
        return self.get(next(link for link in links if link.endswith(part))).text

    def token(self) -> str:
        """Return this phone's form token, from whatever page has a form."""
        for path in ("/host", "/setup", "/seats", "/"):
            if found := TOKEN.search(self.get(path).text):
                return found[1]
        raise AssertionError("no page has a form for this phone")


@dataclass
class Evening:
    """The table, its app and its doorkeeper's clock."""

    table: Table
    app: Flask
    clock: Clock
    doorkeeper: Doorkeeper
    pairing: Pairing
    cup: Knobs

    def phone(self, language: str = "en") -> Phone:
        phone = Phone(self.app.test_client(), language)
        phone.get("/host")
        return phone

    def host(self, language: str = "en") -> Phone:
        phone = self.phone(language)
        assert phone.post("/host/pin", {"pin": PIN}).status_code == 303
        return phone

    def start(self, *names: str, game: str = "maexle", first: int = 0, **options: object) -> Phone:
        """Start a game for these people, in this order; return the host's phone.

        What is not said of its options stands at their defaults.
        """
        host = self.host()
        self.gather(host, *names)
        defaults = {o.name: "on" if o.default is True else o.default for o in RULESETS[game].OPTIONS}
        settings = {name: value for name, value in (defaults | options).items() if value is not False}
        opens = self.table.snapshot().party.guests[first].id
        draft = {"do": "start", "game": game, "opens": opens, **settings}
        answer = host.post("/setup", draft)
        assert answer.status_code == 303, plain(answer.text)
        return host

    def gather(self, host: Phone, *names: str) -> None:
        """Let the host bring these people to the table, in this order, and send all others home."""
        for guest in self.table.snapshot().party.guests:
            if guest.name not in names:
                host.post("/people/leave", {"guest": guest.id})
        for name in names:
            if self.table.snapshot().party.named(name) is None:
                answer = host.post("/people/add", {"name": name})
                assert answer.status_code == 303, plain(answer.text)

    def play(self, moves: str) -> None:
        """Play moves, in the notation of the games' tests, as if the host had made them."""
        for text in moves.split():
            game = self.table.snapshot().game
            assert game is not None
            self.table.submit(written(game.rules, text), PEOPLE, self.version)

    @property
    def view(self) -> View:
        """What anyone may see of the game."""
        game = self.table.snapshot().game
        assert game is not None
        return game.view(None)

    @property
    def version(self) -> int:
        return self.table.snapshot().version

    @property
    def names(self) -> list[str]:
        """Who is at the table, in order round it."""
        return [guest.name for guest in self.table.snapshot().party.guests]

    @property
    def look(self) -> Look:
        look = self.table.snapshot().look
        assert look is not None
        return look

    def reveal(self, *dice: int, picture: Picture | None = PICTURE) -> None:
        """Let the camera be certain."""
        self.table.reveal(self.look, dice, picture)

    def doubt(self, reason: str, picture: Picture | None = PICTURE) -> None:
        """Let the camera be uncertain."""
        look = self.look
        self.table.report(Look(look.version, look.attempt, Stage.ASKING, reason, picture))


def evening(table: Table, crowd: Crowd | None = None, **changes: object) -> Evening:
    clock, cup, names = Clock(), Knobs(), phone_names()
    doorkeeper = Doorkeeper(lambda: PIN, clock)
    pairing = Pairing(clock, table.wake, lambda _: 3)
    settings: dict[str, object] = {
        "table": table,
        "doorkeeper": doorkeeper,
        "pairing": pairing,
        "key": KEY,
        "usual_name": "The Stag",
        "language": "de",
        "hosts": frozenset({"stag.local"}),
        "find_url": lambda: "http://192.0.2.7:8080/",
        "streams": 4,
        "new_phone": lambda: next(names),
        "button": "one",
        "machine": Box(),
        "cup": cup,
        "cup_path": "secret",
        **changes,
    }
    with known_addresses():
        app = create_app(Parts(**settings), crowd or Crowd(clock, burst=inf))  # type: ignore[arg-type]
    app.jinja_env.bytecode_cache = TEMPLATES
    return Evening(table, app, clock, doorkeeper, pairing, cup)


def plain(page: str) -> str:
    """Return a page's live part as text, one space between words."""
    live = page.partition("<main")[2].partition(">")[2]
    words = re.sub(r"<[^>]*>", "", re.sub(r"</(p|b|li)>", " ", live))
    return unescape(re.sub(r"\s+", " ", words)).strip()


def spoken(page: str) -> list[str]:
    """What a screen reader says of a page's buttons, folds, and links that look like a button."""
    live = page.partition("<main")[2].partition("</main>")[0]
    kinds = r'<(button|summary|a class="button")([^>]*)>(.*?)</'
    found = [
        (re.search(r'aria-label="([^"]*)"', tag), words) for _, tag, words in re.findall(kinds, live, re.S)
    ]
    return [unescape(label[1] if label else words) for label, words in found]
