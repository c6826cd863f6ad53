"""A host's phone that plays every seat by what its pages offer."""

import random
import re
from typing import Final

from tests.phone import Phone

_CALL: Final = re.compile(r'<button name="value" value="(\d\d)"(?! disabled)')
_SEAT: Final = re.compile(r'name="seat" value="(\d+)"')
Line = dict[str, object]


class Bot:
    """Plays on `phone` by chance; `confirmed` are the moves that the table has confirmed to it."""

    def __init__(self, phone: Phone, chance: random.Random) -> None:
        self.phone = phone
        self.confirmed: list[Line] = []
        self._chance = chance

    def step(self) -> None:
        """Do the one thing that the page asks for, or look again if it asks for nothing."""
        page = self.phone.get(f"/?after={self.phone.version}")
        if 'action="/call"' in page:
            self._call(page)
        elif 'action="/answer"' in page:
            self._answer(page)
        elif 'action="/dice"' in page:
            dice = (self._chance.randint(1, 6), self._chance.randint(1, 6))
            self._send("/dice", {"move": "reveal", "dice": list(dice)}, die1=dice[0], die2=dice[1])
        elif 'action="/host/again"' in page:
            self._send("/host/again", {"game": "maexle"})

    def _call(self, page: str) -> None:
        value = self._chance.choice(_CALL.findall(page))
        seat = seat_asked(page)
        self._send("/call", {"move": "call", "seat": seat, "value": value}, seat=seat, value=value)

    def _answer(self, page: str) -> None:
        word = self._chance.choice(("accept", "challenge"))
        self._send("/answer", {"move": word, "seat": seat_asked(page)}, seat=seat_asked(page), answer=word)

    def _send(self, path: str, line: Line, **fields: object) -> None:
        if self.phone.send(path, **fields) == 303:
            self.confirmed.append(line)


def seat_asked(page: str) -> int:
    """Return the seat for which a page asks for a decision."""
    found = _SEAT.search(page.partition('class="decision')[2])
    if found is None:
        raise AssertionError("the page asks nobody")
    return int(found[1])
