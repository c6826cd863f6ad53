"""A pin that another program has, on a real chip: the table goes on without what hangs there."""

from typing import Final

from tests.appliance.evening import called, challenge, laid
from tests.appliance.guests import Guest
from tests.appliance.install import wait_until_ready
from tests.appliance.pub import host_at, signs, touch
from tests.appliance.report import Report

RED: Final = 24
TAKE: Final = f"""systemctl stop maexle
systemd-run --unit=another --property=WorkingDirectory=/tmp python3 -c '
import lgpio, time
lgpio.gpio_claim_output(lgpio.gpiochip_open(0), {RED})
print("mine", flush=True)
time.sleep(86400)'
"""
FREE: Final = "systemctl stop another; systemctl restart maexle"


def check_pins(guest: Guest, report: Report) -> None:
    """Start with the red light's pin in use, play, and start again once it is free."""
    phone = host_at(guest)
    with report.check("a pin that another program has: the table is ready without it, and names it"):
        guest.run(TAKE)
        guest.until("journalctl -u another -o cat --no-pager", "mine")
        guest.run("systemctl start maexle")
        wait_until_ready(guest)
        said = guest.run("journalctl -u maexle -b -o cat --no-pager -n 40")
        assert f"lie_gpio can't have GPIO {RED}" in said, said
        assert signs(phone)["Pins"] == "bad"
    with report.check("the other lights, the lamps and the button go on there"):
        challenge(guest, phone, called(laid()), "true")
    with report.check("free again, it is the table's from the next start on"):
        guest.run(FREE)
        wait_until_ready(guest)
        assert "Pins" not in signs(phone)
        challenge(guest, phone, 66, "lie")
        assert touch(guest, 0, 1)["lie"].share == 1
