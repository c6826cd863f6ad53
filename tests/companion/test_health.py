"""What the machine says of itself: read as a Pi's kernel shows it, and left out where it can't be told."""

import logging
import threading
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from companion.fittings.health import NOTED, Health, HealthWatch
from companion.fittings.voltmeter import Voltmeter
from table.table import Table
from web.ports import Sign, State
from web.words import codes


@pytest.fixture
def pi(tmp_path: Path) -> Health:
    """A Pi on which all is well."""
    data = tmp_path / "var/lib/maexle"
    data.mkdir(parents=True)
    files = {
        "sys/class/thermal/thermal_zone0/temp": "51234\n",
        "sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
        "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
        "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
        "sys/fs/ext4/mmcblk0p2/errors_count": "0\n",
        "proc/meminfo": "MemTotal: 945512 kB\nMemFree: 50000 kB\nMemAvailable: 409600 kB\n",
        "proc/mounts": "/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /run tmpfs rw 0 0\nproc /proc proc rw 0 0\n",
    }
    for name, text in files.items():
        write(tmp_path, name, text)
    return Health(
        data,
        lambda: True,
        lambda: True,
        lambda: "http://192.0.2.7/",
        lambda: datetime(2026, 5, 4, 20, 15),
        tmp_path,
    )


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def states(health: Health) -> dict[str, State]:
    return {sign.code: sign.state for sign in health.signs()}


def test_a_table_on_which_all_is_well_says_so_of_everything(pi: Health) -> None:
    assert set(states(pi).values()) == {State.WELL}
    values = {sign.code: sign.value for sign in pi.signs()}
    assert values["warmth"] == "51"
    assert values["network"] == "http://192.0.2.7/"
    assert values["clock"] == "2026-05-04 20:15"


@pytest.mark.parametrize(
    ("millidegrees", "state"), [("69900", State.WELL), ("70000", State.WATCH), ("80000", State.BAD)]
)
def test_warmth_is_said_before_the_pi_slows_down(pi: Health, millidegrees: str, state: State) -> None:
    write(pi.root, "sys/class/thermal/thermal_zone0/temp", millidegrees)
    assert states(pi)["warmth"] is state


FIRMWARE = "sys/devices/platform/soc/soc:firmware/get_throttled"


@pytest.mark.parametrize(
    ("throttled", "state"), [("50005", State.BAD), ("50000", State.WATCH), ("80008", State.WELL)]
)
def test_too_little_voltage_is_bad_and_was_worth_a_look_later(
    pi: Health, throttled: str, state: State
) -> None:
    write(pi.root, FIRMWARE, f"{throttled}\n")
    assert states(pi)["power"] is state


@pytest.mark.parametrize(
    ("throttled", "state"),
    [("80008", State.BAD), ("60006", State.BAD), ("80000", State.WATCH), ("40000", State.WATCH)],
)
def test_a_pi_that_slows_itself_down_though_its_voltage_holds_is_too_warm_and_was_since_the_start(
    pi: Health, throttled: str, state: State
) -> None:
    write(pi.root, FIRMWARE, f"{throttled}\n")
    assert (states(pi)["warmth"], states(pi)["power"]) == (state, State.WELL)


def test_a_pi_that_slows_itself_down_for_its_voltage_is_not_said_to_be_too_warm(pi: Health) -> None:
    write(pi.root, FIRMWARE, "50005\n")
    assert states(pi)["warmth"] is State.WELL


ALARM = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def test_the_voltmeter_is_asked_in_the_firmware_s_place_whose_file_the_kernel_warns_of(pi: Health) -> None:
    write(pi.root, FIRMWARE, "50008\n")
    with closing(Voltmeter(pi.root, every_s=1000)) as meter:
        metered = states(replace(pi, voltage=lambda: meter.state))
    assert (metered["power"], metered["warmth"]) == (State.WELL, State.WELL)


def test_too_little_voltage_for_two_seconds_is_seen_and_remembered(pi: Health) -> None:
    write(pi.root, ALARM, "1\n")
    with closing(Voltmeter(pi.root, every_s=1000)) as meter:
        health = replace(pi, voltage=lambda: meter.state)
        assert states(health)["power"] is State.BAD
        write(pi.root, ALARM, "0\n")
        meter.look()
        assert states(health)["power"] is State.WATCH


def test_the_voltmeter_is_read_by_itself_again_and_again(pi: Health) -> None:
    seen = threading.Event()

    class Watched(Voltmeter):
        def look(self) -> None:
            super().look()
            if self.state is State.BAD:
                seen.set()

    with closing(Watched(pi.root, every_s=0.001)):
        write(pi.root, ALARM, "1\n")
        assert seen.wait(10)


def test_a_machine_without_a_voltmeter_says_nothing_by_it(tmp_path: Path) -> None:
    with closing(Voltmeter(tmp_path, every_s=0.001)) as meter:
        assert meter.state is None


def test_a_card_with_errors_is_bad_and_a_worn_one_is_said_where_it_tells(pi: Health) -> None:
    write(pi.root, "sys/block/mmcblk0/device/life_time", "0x09 0x0a\n")
    assert states(pi)["card"] is State.WATCH
    write(pi.root, "sys/fs/ext4/sda1/errors_count", "3\n")
    assert states(pi)["card"] is State.BAD


def test_little_working_memory_is_said(pi: Health) -> None:
    write(pi.root, "proc/meminfo", "MemAvailable: 51200 kB\n")
    assert states(pi)["ram"] is State.WATCH
    assert {sign.code: sign.value for sign in pi.signs()}["ram"] == "50"


def test_the_log_says_once_what_is_no_longer_well_and_once_that_it_is_again(
    pi: Health, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    heat = pi.root / "sys/class/thermal/thermal_zone0/temp"
    degrees = iter(["51234", "81000", "81000", "60000", "60000"])
    looked = threading.Event()

    def now() -> datetime:
        heat.write_text(next(degrees, "60000"))
        looked.set() if next(left, None) is None else None
        return datetime(2026, 5, 4, 20, 15)

    left = iter(range(6))
    with caplog.at_level(logging.INFO):
        watch = HealthWatch(replace(pi, now=now), table, every_s=0.001)
        assert looked.wait(10)
        watch.close()
    assert [record.getMessage() for record in caplog.records] == ["warmth: bad 81", "warmth: well 60"]


def test_a_network_that_comes_late_leaves_no_address_in_the_log_that_is_part_of_the_report(
    pi: Health, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    found, left, looked = iter([None]), iter(range(3)), threading.Event()

    def address() -> str | None:
        looked.set() if next(left, None) is None else None
        return next(found, "http://192.0.2.7:8080/")

    with caplog.at_level(logging.INFO):
        watch = HealthWatch(replace(pi, address=address), table, every_s=0.001)
        assert looked.wait(10)
        watch.close()
    assert [record.getMessage() for record in caplog.records] == ["network: bad", "network: well"]


def test_hosts_are_told_of_a_supply_and_of_a_card_that_will_cost_them_the_table(
    pi: Health, table: Table
) -> None:
    errors, firmware = (
        "sys/fs/ext4/mmcblk0p2/errors_count",
        "sys/devices/platform/soc/soc:firmware/get_throttled",
    )
    with closing(HealthWatch(pi, table, every_s=1000)) as watch:
        watch.look()
        assert table.snapshot().notes == ()
        write(pi.root, errors, "3\n")
        watch.look()
        assert table.snapshot().note == "card_worn"
        write(pi.root, firmware, "10000\n")  # too low since the start
        watch.look()
        assert table.snapshot().notes == ("card_worn", "low_voltage")
        write(pi.root, errors, "0\n")
        watch.look()
        assert table.snapshot().notes == ("low_voltage",)
    assert set(NOTED.values()) <= codes.NOTES.keys()


def test_a_pin_that_something_else_has_is_named_and_hosts_are_told(pi: Health, table: Table) -> None:
    poor = replace(pi, taken=(17, 22))
    assert Sign("pins", State.BAD, "17, 22") in poor.signs()
    with closing(HealthWatch(poor, table, every_s=1000)) as watch:
        watch.look()
        assert table.snapshot().note == "pins_taken"


def test_a_memory_that_a_power_cut_empties_is_bad(pi: Health) -> None:
    write(pi.root, "proc/mounts", f"/dev/mmcblk0p2 / ext4 rw 0 0\noverlay {pi.data.parent} overlay rw 0 0\n")
    assert states(pi)["memory"] is State.BAD
    others = "tmpfs /run/user/1000 tmpfs rw 0 0\n"
    write(pi.root, "proc/mounts", f"overlay / overlay rw 0 0\n/dev/mmcblk0p3 {pi.data} ext4 rw 0 0\n{others}")
    assert states(pi)["memory"] is State.WELL


def test_a_clock_that_was_never_set_is_said(pi: Health) -> None:
    assert states(replace(pi, now=lambda: datetime(1970, 1, 1)))["clock"] is State.WATCH


def test_a_camera_that_is_gone_and_a_network_that_is_missing_are_bad(pi: Health) -> None:
    gone = states(replace(pi, camera=lambda: False, address=lambda: None, window=lambda: False))
    assert (gone["camera"], gone["network"], gone["window"]) == (State.BAD, State.BAD, State.WATCH)


def test_a_table_without_a_camera_is_not_asked_for_its_window(pi: Health) -> None:
    none = states(replace(pi, camera=None))
    assert none["camera"] is State.WATCH
    assert "window" not in none


def test_what_a_machine_cannot_tell_is_left_out(pi: Health, tmp_path: Path) -> None:
    laptop = states(replace(pi, root=tmp_path / "nowhere"))
    assert not {"warmth", "power"} & set(laptop)
    assert laptop["memory"] is State.WELL
