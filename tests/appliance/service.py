"""The service as systemd keeps it: its sandbox, its watchdog, and who holds what."""

from typing import Final

from tests.appliance.guests import Guest
from tests.appliance.install import wait_until_ready
from tests.appliance.pub import entries
from tests.appliance.report import Report

INSIDE: Final = """
set -e
cd /run/systemd/system
sed -e 's#^ExecStart=.*#ExecStart=/usr/bin/python3 /opt/appliance/inside.py#' -e 's/^Type=.*/Type=oneshot/' \\
    -e '/^Restart/d' -e '/^WatchdogSec/d' /etc/systemd/system/maexle.service >inside.service
systemctl daemon-reload
systemctl start inside
journalctl -u inside -o cat --no-pager
"""
FORBIDDEN: Final = (
    *("/dev/vda", "/dev/mem", "/dev/kmsg", "/etc/new", "/home/new", "/usr/new", "/opt/maexle/new"),
    *("/home/landlord/.profile", "/proc/1/environ", "/etc/shadow", "/root/.profile"),
)
STOPPED: Final = "kill -STOP $(systemctl show maexle -p MainPID --value)"


def check_service(guest: Guest, report: Report) -> None:
    """Look at the sandbox from inside, let the program hang, and ask commands that need what it holds."""
    with report.check("from inside the sandbox only the table's own memory and devices can be opened"):
        said = guest.run(INSIDE)
        assert "nobody special is who runs this" in said, said
        assert "open /var/lib/maexle/new" in said, said
        assert not [place for place in FORBIDDEN if f"open {place}" in said], said
    with report.check("a command that needs what the running table holds says who holds it"):
        for command, instead in {"check": "Is all well?, Look again", "setup": "Set the window up"}.items():
            status, _, wrong = guest.tried(f"su - landlord -c 'maexle {command} </dev/null'")
            assert status == 2, wrong
            assert "the table runs as a service and has its camera and its pins" in wrong, wrong
            assert f"menu, {instead}" in wrong, wrong
    with report.check(
        "a program that hangs is killed by the watchdog and started again; the game is as it was"
    ):
        before = entries(guest)
        known = int(guest.run("systemctl show maexle -p NRestarts --value"))
        guest.run(STOPPED)
        guest.until("systemctl show maexle -p NRestarts", f"NRestarts={known + 1}")
        wait_until_ready(guest)
        assert "watchdog" in guest.run("journalctl -u maexle -b -o cat --no-pager").lower()
        assert entries(guest) == before
