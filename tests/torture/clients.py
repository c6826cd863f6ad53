"""Phones that play whatever their pages offer, and remember what the table has confirmed to them."""

import random
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from itsdangerous import Signer

from companion.kept.keepsakes import cookie_key
from tests.phone import Phone
from tests.web.offers import Offer, offers

MOVES: Final = ("/call", "/answer", "/cards", "/host/void", "/host/again")
"""What makes an entry of the log whenever it is confirmed; the host's word on the dice does as well."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A move that the table has confirmed: the version its page showed, and what was sent."""

    seen: int
    path: str
    fields: dict[str, object]


@dataclass
class Client:
    """One phone; `lost` counts the moves of which it never heard what became of them.

    `trouble` is what the table should never have answered.
    """

    phone: Phone
    chance: random.Random
    host: bool
    confirmed: list[Confirmed] = field(default_factory=list)
    lost: int = 0
    refused: int = 0
    trouble: str = ""

    def play(self) -> None:
        """Play until the table goes away."""
        with suppress(HTTPException, OSError):
            try:
                page = self.phone.get()
                while True:
                    page = self._step(page)
            except AssertionError as error:
                self.trouble = str(error)

    def _step(self, page: str) -> str:
        found = [offer for offer in offers(page, self.chance) if self._takes(offer)]
        sends = [offer for offer in found if offer.fields is not None]
        if not found:
            return self.phone.get(f"/?after={self.phone.version}")
        offer = self.chance.choice(sends if sends and self.chance.random() < 0.7 else found)
        if offer.fields is None:
            return self.phone.get(offer.path)
        self._send(offer.path, offer.fields)
        return self.phone.get(f"/?after={self.phone.version}")

    def _takes(self, offer: Offer) -> bool:
        if offer.fields is None:
            return offer.path.startswith(("/?", "/panel?"))
        return offer.path in MOVES or (self.host and offer.path == "/dice")

    def _send(self, path: str, fields: dict[str, object]) -> None:
        own = {"token": self.phone.token, **fields}
        self.lost += 1
        status, _ = self.phone.ask("POST", path, urlencode(own, doseq=True))
        self.lost -= 1
        if status == 303:
            self.confirmed.append(Confirmed(int(str(fields.get("version", 0))), path, fields))
        elif status in (403, 409):
            self.refused += 1
        else:
            raise AssertionError(f"{path} with {fields} answered {status}")


def phone_of(data: Path, name: str) -> Phone:
    """Return the phone of that name: the table on this data knows it by its cookie."""
    phone = Phone("http://127.0.0.1:0/")
    signer = Signer(cookie_key(data), salt="phone", digest_method=sha256)
    phone.cookie = f"phone={signer.sign(name).decode()}"
    return phone
