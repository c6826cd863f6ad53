"""The table's address is the one that its network gives it now: late, another one, or none."""

import queue
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import sdnotify

from companion import assembly
from companion.assembly import Evening
from companion.commands import run as table_command
from companion.fittings import network
from companion.fittings.network import AddressWatch, host_names, own_address
from companion.main import main

SOON_S = 10.0
ASK = "from companion.fittings.network import own_address; print(own_address())"


def test_whoever_shows_the_address_hears_of_each_change_once() -> None:
    told: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    given = iter([None, None, "192.168.4.1", "192.168.4.1", None])
    watch = AddressWatch(told.put, lambda: next(given, "10.0.0.7"), poll_s=0.001)
    try:
        assert [told.get(timeout=SOON_S) for _ in range(3)] == ["192.168.4.1", None, "10.0.0.7"]
        assert watch.alive
    finally:
        watch.close()
    assert told.empty()
    assert not watch.alive


def test_a_network_that_can_t_be_asked_changes_nothing_and_is_said_once_until_that_changes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    told: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    gone, shut = OSError("no such device"), OSError("not permitted")
    asked: Iterator[OSError | str] = iter([gone, gone, gone, shut, shut, "10.0.0.7", gone, gone])

    def address() -> str:
        found = next(asked, "10.0.0.8")
        if isinstance(found, OSError):
            raise found
        return found

    watch = AddressWatch(told.put, address, poll_s=0.001)
    assert [told.get(timeout=SOON_S) for _ in "12"] == ["10.0.0.7", "10.0.0.8"]
    watch.close()
    said = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert said == [f"the network can't be asked: {error}" for error in (gone, shut, gone)]


def address_after(*commands: str) -> str:
    """What `own_address` says where those commands have set the network up."""
    return in_a_network_of_its_own(" && ".join((*commands, f"exec {sys.executable} -c '{ASK}'")))


def in_a_network_of_its_own(script: str) -> str:
    """What a script says where there is no network but what it makes."""
    done = subprocess.run(["unshare", "--net", "sh", "-c", script], capture_output=True, text=True)
    if done.returncode and "unshare" in done.stderr:
        pytest.skip(f"no network of its own may be made here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(shutil.which("ip") is None, reason="needs ip (iproute2)")
def test_a_hotspot_of_its_own_has_an_address_though_it_has_no_way_out() -> None:
    up, hotspot = "ip link set lo up", "ip addr add 192.168.4.1/24 dev lo"
    assert address_after(up, hotspot) == "192.168.4.1"
    assert address_after(up, "ip addr add 169.254.7.7/16 dev lo", hotspot) == "192.168.4.1"


@pytest.mark.skipif(shutil.which("ip") is None, reason="needs ip (iproute2)")
def test_of_two_networks_phones_find_it_in_the_one_with_a_way_out() -> None:
    hotspot, pub = (f"ip addr add {address}/24 dev lo" for address in ("192.168.4.1", "10.3.2.1"))
    way_out = "ip route add default dev lo src 10.3.2.1"
    assert address_after("ip link set lo up", hotspot, pub, way_out) == "10.3.2.1"


@pytest.mark.skipif(shutil.which("ip") is None, reason="needs ip (iproute2)")
def test_without_a_network_there_is_no_address() -> None:
    assert address_after("ip link set lo up") == "None"
    assert address_after("true") == "None"


@pytest.mark.skipif(shutil.which("ip") is None, reason="needs ip (iproute2)")
def test_phones_and_the_television_read_where_the_table_is_now_though_the_network_is_late_moves_and_goes(
    tmp_path: Path,
) -> None:
    said = in_a_network_of_its_own(f"exec {sys.executable} -m tests.companion.moving_house {tmp_path}")
    assert said.splitlines() == [
        "no network; no network",
        "192.168.4.1; 192.168.4.1",
        "192.168.4.1; 192.168.4.1",
        "10.3.2.1; 10.3.2.1",
        "no network; no network",
    ]


def test_a_table_that_is_called_as_another_in_the_pub_answers_by_the_name_that_it_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Maexle")
    assert {"localhost", "maexle", "maexle.local", "maexle-2", "maexle-2.local"} < host_names()
    assert not any(name.startswith(("maexle-1", "maexle-x")) for name in host_names())


def test_here_and_now_the_address_is_none_or_no_loopback() -> None:
    assert own_address() is None or not str(own_address()).startswith("127.")


@pytest.mark.parametrize(
    ("address", "status", "said"), [("192.168.4.1", 0, "http://192.168.4.1:8080/"), (None, 1, "no network")]
)
def test_the_command_says_where_phones_find_the_table_or_that_they_cannot(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    address: str | None,
    status: int,
    said: str,
) -> None:
    monkeypatch.setattr(network, "own_address", lambda: address)
    assert main(["address"]) == status
    assert said in capsys.readouterr().out


def test_a_terminal_is_told_of_each_new_address_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stop, here = threading.Event(), "http://192.168.4.1:8080/"
    given = iter([None, None, here, here, None])

    def find_address() -> str | None:
        found = next(given, "over")
        if found == "over":
            stop.set()
            return None
        return found

    monkeypatch.setattr(table_command, "WATCHDOG_S", 0.001)
    monkeypatch.setattr(sdnotify, "SystemdNotifier", lambda: SimpleNamespace(notify=lambda _word: None))
    evening = SimpleNamespace(find_address=find_address, lives=lambda: True)
    table_command._keep_watch(cast(Evening, evening), stop, say_address=True)
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"phones open:         {here}"
    assert second.startswith("phones open:         nothing yet, there is no network")


def test_an_interface_that_goes_while_a_page_asks_for_it_is_no_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone() -> str:
        raise OSError("no such device")

    monkeypatch.setattr(network, "own_address", gone)
    assert assembly._find_url(8080) is None
