"""What a table says on its terminal when it starts."""

import sys

import segno

from companion.assembly import Evening


def say_code(code: str) -> None:
    """Print the code that makes a phone a host's, to a terminal only."""
    if code and sys.stdout.isatty():
        print(f"the button was held: {' '.join(code)} makes a phone the host's", flush=True)


def announce(evening: Evening, *, service: bool) -> None:
    """Print where phones find the table; QR code and PIN go to a terminal only, never to a journal."""
    if evening.note:
        print(evening.note, file=sys.stderr)
    if evening.simulated:
        print(f"simulated here: {', '.join(evening.simulated)}", flush=True)
    if service:
        return
    if sys.stdout.isatty():
        print(f"the host's PIN:      {evening.pin}")
    announce_address(evening.find_address())
    if evening.top:
        print(f"on the table (cup):  {evening.top}")
    print("Ctrl-C ends it; the next start goes on with the same game.", flush=True)


def announce_address(address: str | None) -> None:
    """Print where phones find the table now, or that they can't and what to do."""
    if address is None:
        print(
            "phones open:         nothing yet, there is no network: join a Wi-Fi or plug a cable in",
            flush=True,
        )
        return
    if sys.stdout.isatty():
        segno.make(address).terminal(compact=True)
    print(f"phones open:         {address}", flush=True)
