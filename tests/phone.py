"""A phone without a browser: what a page's forms would send, over real HTTP."""

import re
import time
from http.client import HTTPConnection, HTTPResponse
from typing import Final
from urllib.parse import urlencode, urlsplit

_FIELD: Final = re.compile(r'name="(token|version)" value="([^"]*)"')
TIMEOUT_S: Final = 10.0


class Phone:
    """One phone at the table at `address`; it remembers its cookie, its form token and the version it saw."""

    def __init__(self, address: str, timeout_s: float = TIMEOUT_S) -> None:
        self.host = urlsplit(address).netloc
        self.timeout_s = timeout_s
        self.cookie = ""
        self.token = ""
        self.version = 0
        self.led_to = ""

    def get(self, path: str = "/") -> str:
        """Open a page, or the one that it leads to, and return it."""
        status, page = self.ask("GET", path)
        if status == 303:
            status, page = self.ask("GET", self.led_to)
        if status != 200:
            raise AssertionError(f"GET {path} answered {status}")
        return page

    def post(self, path: str, *fields: tuple[str, object], **more: object) -> int:
        """Send a form as `send` does, see the page after it, and return the form's status."""
        status = self.send(path, *fields, **more)
        self.get()
        return status

    def send(self, path: str, *fields: tuple[str, object], **more: object) -> int:
        """Send a form as the page last seen would, and return its status."""
        own = (("token", self.token), ("version", self.version), *fields, *more.items())
        status, _ = self.ask("POST", path, urlencode([(name, str(value)) for name, value in own]))
        return status

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        """Send one request, again a second later where too many came; return its status and page."""
        answer, page = self._ask(method, path, body)
        while answer.status == 429 and answer.headers["Retry-After"] == "1":
            time.sleep(1)  # as the table asks of whoever is faster than any thumb
            answer, page = self._ask(method, path, body)
        return answer.status, page

    def _ask(self, method: str, path: str, body: str | None) -> tuple[HTTPResponse, str]:
        connection = HTTPConnection(self.host, timeout=self.timeout_s)
        try:
            headers = {"Cookie": self.cookie}
            if body is not None:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            page = answer.read().decode()
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            if cookie.startswith("phone="):
                self.cookie = cookie.partition(";")[0]
        self.led_to = answer.headers.get("Location", "")
        for name, value in _FIELD.findall(page):
            if name == "token":
                self.token = value
            else:
                self.version = int(value)
        return answer, page

    def fetch(self, path: str, **headers: str) -> bytes:
        """Return what lies at a path, as it comes over the wire."""
        connection = HTTPConnection(self.host, timeout=self.timeout_s)
        try:
            connection.request("GET", path, headers={"Cookie": self.cookie, **headers})
            return connection.getresponse().read()
        finally:
            connection.close()

    def pair(self, pin: str) -> None:
        """Become a host."""
        self.get("/host")
        if self.post("/host/pin", pin=pin) != 303:
            raise AssertionError("the table refused its own PIN")

    def start(self, *names: str, **options: object) -> None:
        """Start a game of Mäxle with these people; those of them who are here already stay."""
        self.get("/setup")
        for name in names:
            self.post("/people/add", name=name)
        fields = {"game": "maexle", "opens": 0, "lives": 5, "opener": "winner", "do": "start", **options}
        status = self.post("/setup", *fields.items())
        if status != 303:
            raise AssertionError(f"the game was not started: {status}")
