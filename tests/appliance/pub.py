"""What people at the table do and see: phones, the finger on the real chip, the table's memory."""

import json
import re
from dataclasses import dataclass
from html import unescape
from http.client import HTTPException
from typing import Final

from tests.appliance.guests import SLOWLY, Guest, GuestError, patiently
from tests.bot import seat_asked
from tests.phone import Phone

ENTRIES: Final = """python3 - <<'END'
import json, sqlite3
memory = sqlite3.connect("file:/var/lib/maexle/maexle.db?mode=ro", uri=True)
entries = memory.execute("select who, line from entry order by version")
print(json.dumps([(who, json.loads(line)) for who, line in entries]))
END"""
Entry = tuple[str, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Output:
    """How one of the table's outputs went: the share of the time that it was on, and how often it changed."""

    share: float
    changes: int


def phone_at(guest: Guest) -> Phone:
    """A phone whose table answers."""
    phone = Phone(guest.address, timeout_s=SLOWLY)
    patiently(lambda: phone.get(), HTTPException, OSError)
    return phone


def host_at(guest: Guest) -> Phone:
    """A host's phone."""
    phone = phone_at(guest)
    phone.pair(guest.run("cat /var/lib/maexle/pin").strip())
    return phone


def touch(guest: Guest, held_s: float, watched_s: float) -> dict[str, Output]:
    """Hold the button for so long, not at all for 0, and watch the table's outputs meanwhile."""
    said = json.loads(guest.run(f"python3 -S /opt/appliance/finger.py {held_s} {watched_s}"))
    return {name: Output(**seen) for name, seen in said.items()}


def entries(guest: Guest) -> list[Entry]:
    """What stands in the table's memory: who did what."""
    return [(who, line) for who, line in json.loads(guest.run(ENTRIES))]


def wait_for_move(guest: Guest, move: str, after: int) -> dict[str, object]:
    """Wait until a move stands in the memory behind the first `after` entries, and return it."""
    found: list[dict[str, object]] = []

    def there() -> bool:
        found[:] = [line for _, line in entries(guest)[after:] if line.get("move") == move]
        return bool(found)

    try:
        patiently(there, timeout_s=120)
    except GuestError as error:
        said = guest.run("journalctl -u maexle -b -o cat --no-pager -n 20")
        raise GuestError(f"no {move} came; the table's last words:\n{said}") from error
    return found[0]


def call(phone: Phone, value: int) -> None:
    """Call a throw for whoever's turn it is."""
    phone.get()
    page = phone.get(f"/?after={phone.version}")  # on from the verdict, if it shows one
    assert phone.post("/call", seat=seat_asked(page), value=value) == 303, f"{value} was refused"


def words(page: str) -> str:
    """What a page says, without its marks."""
    text = re.sub(r"<(script|style|svg).*?</\1>", " ", page, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def signs(phone: Phone) -> dict[str, str]:
    """What the landlord's page says of the machine: each sign with its state, well, watch or bad."""
    page = phone.get("/host/well?lang=en")
    return {unescape(name): state for state, name in re.findall(r'<div class="(\w+)"><dt>([^<]+)</dt>', page)}
