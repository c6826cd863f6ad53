"""An evening on the real pins and the virtual camera: presses, holds, lights, lamps, and verdicts."""

import csv

from companion.fittings.wiring import DEMO
from tests.appliance.guests import Guest, GuestError, patiently
from tests.appliance.install import wait_until_ready
from tests.appliance.pub import call, entries, host_at, touch, wait_for_move
from tests.appliance.report import Report
from tests.phone import Phone

SHORT_S, LONG_S = 0.15, 1.3
PICTURE = "white_13.jpg"
"""What the virtual camera shows (`build.sh`)."""
WINDOW = """
cd /var/lib/maexle && runuser -u maexle -- /opt/maexle/venv/bin/python - <<'END'
from pathlib import Path
import vision
from companion.kept.window_store import KeptWindow, keep_window, source_of
from companion.settings import Settings
seen = vision.decode(Path("/opt/appliance/frames/0.jpg").read_bytes())
learnt, said = vision.calibrate_blind(seen), Settings()
keep_window(Path(), KeptWindow(learnt, source_of(said.camera), said.table.build, said.table.build))
END
systemctl restart maexle
"""
"""What set-up would have learned: the virtual camera has no picture of an empty window."""


def laid() -> list[int]:
    """What lies on the virtual camera's picture, the higher die first."""
    with (DEMO / "labels.csv").open(encoding="utf-8", newline="") as file:
        values = next(row["values"] for row in csv.DictReader(file) if row["file"] == PICTURE)
    return sorted(map(int, values.split()), reverse=True)


def check_evening(guest: Guest, report: Report) -> None:
    """Play two rounds with the button alone."""
    with report.check("nothing about the table is simulated: pins and camera are taken for real ones"):
        said = guest.run("journalctl -u maexle -b -o cat --no-pager")
        assert "simulated here" not in said, said
    guest.run(WINDOW)
    wait_until_ready(guest)
    phone = host_at(guest)
    with report.check("while nobody is asked, the button's light is dark"):
        phone.start("Anna", "Bert", "Cleo", do="start")
        assert touch(guest, 0, 3)["button"].share == 0
    with report.check("while an answer is due, the button's light breathes"):
        call(phone, 31)
        seen = touch(guest, 0, 6)["button"]
        assert 0.2 < seen.share < 0.8, seen
        assert seen.changes > 10, seen
    with report.check("a press on the real chip accepts"):
        known = len(entries(guest))
        touch(guest, SHORT_S, 1)
        wait_for_move(guest, "accept", known)
    with report.check(
        "a call of what lies there is challenged by holding, the camera reads it: true, and green is lit"
    ):
        challenge(guest, phone, called(laid()), "true")
    with report.check("a press that nobody waits for changes nothing"):
        known = len(entries(guest))
        touch(guest, SHORT_S, 3)
        assert len(entries(guest)) == known
    with report.check("a call of 66 is challenged by holding: it was a lie, and red is lit"):
        challenge(guest, phone, 66, "lie")


def called(dice: list[int]) -> int:
    """The call that says these dice."""
    return 10 * dice[0] + dice[1]


def challenge(guest: Guest, phone: Phone, value: int, lamp: str) -> None:
    """Call, hold the button, and see the camera's word in the memory and the lights on the chip.

    `lamp` is the one that is lit: true or lie.
    """
    call(phone, value)
    known = len(entries(guest))
    seen = touch(guest, LONG_S, 45)
    wait_for_move(guest, "challenge", known)
    assert reveal_after(guest, known) == ("camera", laid())
    other = {"true": "lie", "lie": "true"}[lamp]
    assert seen["lamps"].changes >= 2, seen
    patiently(lambda: touch(guest, 0, 1)[lamp].share > 0)  # a busy machine reads longer than was watched
    now = touch(guest, 0, 2)
    assert now[lamp].share == 1, now
    assert seen[other].changes == 0, seen
    assert now[other].share == 0, now
    assert now["lamps"].share == 0, "the lamps stayed lit"


def reveal_after(guest: Guest, known: int) -> tuple[str, list[int]]:
    """Wait until the dice are shown behind the first `known` entries: by whom, and which."""
    reveal = wait_for_move(guest, "reveal", known)
    dice = reveal["dice"]
    if not isinstance(dice, list):
        raise GuestError(f"no dice: {reveal}")
    who = next(who for who, line in entries(guest)[known:] if line == reveal)
    return who, sorted(map(int, dice), reverse=True)
