"""The older program runs a game; the shipped installer upgrades it, twice, and loses nothing."""

import re

from tests.appliance.guests import Guest
from tests.appliance.pub import call, entries, host_at, phone_at
from tests.appliance.report import Report
from tests.phone import Phone

INSTALLER = "cd maexle && sudo systemd/install.sh"
FILES = "cd /home/landlord/maexle && find . -type f | sort | xargs sha256sum | sha256sum"


def wait_until_ready(guest: Guest) -> None:
    """Wait for the service's own word that it is up: its type is notify, so nothing else makes it active."""
    guest.until("systemctl show maexle -p ActiveState", "ActiveState=active")


def check_upgrade(guest: Guest, report: Report) -> None:
    """From the older program's game to the new one's."""
    phone: Phone | None = None
    with report.check("the older program is ready by its own word, after one start"):
        wait_until_ready(guest)
        said = guest.run("systemctl show maexle -p Type -p NRestarts")
        assert said.split() == ["Type=notify", "NRestarts=0"], said
    with report.check("a game begins on the older program"):
        phone = host_at(guest)
        phone.start("Anna", "Bert", "Cleo")
        call(phone, 31)
    before = entries(guest)
    settings = _keep_a_setting(guest)
    with report.check("the installer upgrades it in mid-game, and says where to go"):
        said = guest.as_landlord(INSTALLER, 3000)
        assert "a game that was running goes on" in said, said
        assert "with the PIN that this prints: maexle pin" in said, said
        assert re.search(r"phones open: +http://10\.0\.2\.15:8080/", said), said
    with report.check("the game goes on where it was, and the host is still the host"):
        wait_until_ready(guest)
        _check_goes_on(guest, phone, before)
    with report.check(
        "a second run of the installer changes nothing: settings and game stay, one program is left"
    ):
        tree = guest.run(FILES)
        guest.as_landlord(INSTALLER, 3000)
        wait_until_ready(guest)
        assert guest.run(FILES) == tree
        assert guest.run("cat /etc/maexle/maexle.toml") == settings
        assert len(guest.run("ls -d /opt/maexle/venv-*").split()) == 1
        _check_goes_on(guest, phone, before)
    with report.check("no PIN stands in the journal, and nobody else may read the table's memory"):
        pin = guest.run("cat /var/lib/maexle/pin").strip()
        assert len(pin) >= 4
        assert pin not in guest.run("journalctl --no-pager -o cat -u maexle")
        assert "Permission denied" in guest.tried("su - landlord -c 'ls /var/lib/maexle'")[2]
    with report.check("the landlord's commands find the PIN and the address"):
        assert guest.as_landlord("maexle pin").strip() == pin
        assert "http://10.0.2.15:8080/" in guest.as_landlord("maexle address")


def _keep_a_setting(guest: Guest) -> str:
    guest.run("sed -i 's/^#name = .*/name = \"Zum Ochsen\"/' /etc/maexle/maexle.toml")
    return guest.run("cat /etc/maexle/maexle.toml")


def _check_goes_on(guest: Guest, phone: Phone | None, before: object) -> None:
    assert phone, "there was no game"
    assert entries(guest) == before
    known = phone_at(guest)
    known.cookie = phone.cookie
    assert 'action="/answer"' in known.get(), "the answer that was due is no longer asked for"
    assert "Zum Ochsen" in known.get()
    assert "/host" in known.get()
