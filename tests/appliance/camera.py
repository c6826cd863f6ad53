"""A camera that is late, dies in mid-game and comes back."""

from tests.appliance.evening import called, challenge, laid, reveal_after
from tests.appliance.guests import Guest, patiently
from tests.appliance.install import wait_until_ready
from tests.appliance.pub import call, entries, host_at, signs
from tests.appliance.report import Report
from tests.bot import seat_asked
from tests.phone import Phone

DEAD = "/run/camera-dead"
"""While this file is there, no camera answers (`guest/stand_in.py`)."""


def check_camera(guest: Guest, report: Report) -> None:
    """Take the camera away at a start and in mid-game, and give it back."""
    phone = host_at(guest)
    pipes = _pipes(guest)
    with report.check("a camera that comes late: the table is ready without it, says so, and takes it then"):
        guest.run(f"touch {DEAD} && systemctl restart maexle")
        wait_until_ready(guest)
        _wait_for_sign(phone, "bad")
        guest.run(f"rm {DEAD}")
        _wait_for_sign(phone, "well")
    with report.check("a camera that dies in mid-game: people say what lies there, and the game goes on"):
        guest.run(f"touch {DEAD}")
        call(phone, 65)
        known = len(entries(guest))
        seat = seat_asked(phone.get(f"/?after={phone.version}"))
        assert phone.post("/answer", seat=seat, answer="challenge") == 303
        patiently(lambda: 'action="/dice"' in phone.get())
        high, low = laid()
        assert phone.post("/dice", die1=high, die2=low) == 303
        assert reveal_after(guest, known) == ("phone", laid())
        _wait_for_sign(phone, "bad")
    with report.check("the same camera back: it rules again, and nobody had to do anything"):
        guest.run(f"rm {DEAD}")
        _wait_for_sign(phone, "well")
        challenge(guest, phone, called(laid()), "true")
    with report.check("after all that the service has written at most half of the memory that it may have"):
        held_mb, filled_mb, allowed_mb = _memory_mb(guest)
        print(f"     {filled_mb:.0f} MB of {allowed_mb:.0f}, {held_mb:.0f} with its libraries", flush=True)
        assert filled_mb <= allowed_mb / 2
    with report.check("no try to open a dead camera has left a pipe open"):
        assert _pipes(guest) <= pipes


def _memory_mb(guest: Guest) -> tuple[float, float, float]:
    """What the service holds in all, what of that it has written itself, and what its unit allows.

    What it has not, the code of libraries above all, the system can let go of at any time.
    """
    rollup = f"/proc/{_pid(guest)}/smaps_rollup"
    said = guest.run(f"grep -E '^Pss(_Anon)?:' {rollup}; systemctl show -P MemoryMax maexle").split()
    return int(said[1]) / 1024, int(said[4]) / 1024, int(said[-1]) / 2**20


def _pipes(guest: Guest) -> int:
    """How many ends of pipes the service holds; a file that it closes meanwhile is none."""
    return guest.run(f"readlink /proc/{_pid(guest)}/fd/* || true").count("pipe:")


def _pid(guest: Guest) -> int:
    return int(guest.run("systemctl show -P MainPID maexle"))


def _wait_for_sign(phone: Phone, state: str) -> None:
    patiently(lambda: signs(phone)["Camera"] == state, OSError)
