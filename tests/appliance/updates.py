"""Updates: a signed release is taken; one that misreads or does not come up gives way to the old program."""

from typing import Final

from tests.appliance.guests import Guest
from tests.appliance.install import wait_until_ready
from tests.appliance.pub import entries
from tests.appliance.report import Report

KEY: Final = """
set -e
rm -rf /root/made && mkdir /root/made && cd /root/made
ssh-keygen -q -t ed25519 -N "" -f key
cp -R /home/landlord/maexle good
"""
SEALED: Final = """
set -e
cd /root/made && rm -rf {name}.tar.gz* trial && mkdir trial && cp -R good trial/maexle && cd trial/maexle
{change}
cd .. && tar -czf ../{name}.tar.gz maexle && cd ..
ssh-keygen -q -Y sign -f key -n maexle-release {name}.tar.gz 2>&1
"""
VERSION: Final = """sed -i 's/^version = .*/version = "{}"/' pyproject.toml"""
MISREADS: Final = "cp device/demo/white_01.jpg device/demo/white_00.jpg"
FALLS: Final = "echo 'raise SystemExit(7)' >>companion/commands/run.py"
SPOILT: Final = "echo >>/root/made/{}.tar.gz"
PROGRAM: Final = (
    "/opt/maexle/venv/bin/python -c 'from importlib.metadata import version as v; print(v(\"maexle\"))'"
)


def check_updates(guest: Guest, report: Report) -> None:
    """Make releases of the program that is installed, good and bad ones, and give them to `maexle update`."""
    guest.run(KEY)
    before, program = entries(guest), guest.run(PROGRAM)
    with report.check("an update is refused while nobody is trusted, and its maker's key is taken"):
        _sealed(guest, "early", VERSION.format("8.0"))
        _check_refused(guest, "early", 2, "nobody may sign releases for this table yet", program)
        guest.run("cp /root/made/key.pub /tmp")
        assert "may sign releases" in guest.as_landlord("maexle trust /tmp/key.pub")
    with report.check("an update that was changed on its way is refused"):
        _sealed(guest, "spoilt", VERSION.format("8.0"))
        guest.run(SPOILT.format("spoilt"))
        _check_refused(guest, "spoilt", 2, "is not signed by anybody whom this table trusts", program)
    with report.check("an update that misreads its own pictures is not started, the old program runs on"):
        pid = guest.run("systemctl show maexle -p MainPID")
        _sealed(guest, "misreads", MISREADS)
        _check_refused(guest, "misreads", 1, "nothing was changed", program)
        assert guest.run("systemctl show maexle -p MainPID") == pid
    with report.check("an update that does not come up gives way to the old program, and the game goes on"):
        _sealed(guest, "falls", f"{VERSION.format('9.0')} && {FALLS}")
        _check_refused(guest, "falls", 1, "the old one runs again", program)
        wait_until_ready(guest)
        assert entries(guest) == before
    with report.check("a good update is taken in mid-game"):
        _sealed(guest, "good-7.0", VERSION.format("7.0"))
        guest.run("cp /root/made/good-7.0.tar.gz* /tmp")
        guest.as_landlord("maexle update /tmp/good-7.0.tar.gz")
        wait_until_ready(guest)
        assert guest.run(PROGRAM).strip() == "7.0"
        assert entries(guest) == before
        assert len(guest.run("ls -d /opt/maexle/venv-*").split()) == 1


def _sealed(guest: Guest, name: str, change: str) -> None:
    guest.run(SEALED.format(name=name, change=change))


def _check_refused(guest: Guest, name: str, status: int, why: str, program: str) -> None:
    got, _, wrong = guest.tried(f"maexle update /root/made/{name}.tar.gz")
    assert (got, why in wrong) == (status, True), f"{got}: {wrong[-2000:]}"
    assert guest.run(PROGRAM) == program
    assert len(guest.run("ls -d /opt/maexle/venv-*").split()) == 1
