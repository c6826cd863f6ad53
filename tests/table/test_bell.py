"""Waiting for news: everybody hears of it, and a slow disk holds up nobody who only looks."""

import threading
from typing import Final

from table.bell import Bell
from table.table import Table
from tests.table.evening import start

TIMEOUT_S: Final = 20


def test_all_who_wait_hear_of_a_new_game(table: Table) -> None:
    revision, heard = table.snapshot().revision, list[int]()
    guests = [
        threading.Thread(target=lambda: heard.append(table.wait(revision, TIMEOUT_S).version))
        for _ in range(50)
    ]
    for guest in guests:
        guest.start()
    started = start(table)
    for guest in guests:
        guest.join(TIMEOUT_S)
    assert heard == [started.version] * 50


def test_while_the_disk_is_slow_everybody_sees_the_table_as_it_is_and_only_its_pulse_stands_still(
    table: Table,
) -> None:
    pulse = threading.Thread(target=table.breathe)
    looking = threading.Thread(target=table.wait, args=(table.snapshot().revision, 0))
    with table._writing:
        pulse.start()
        looking.start()
        looking.join(TIMEOUT_S)
        assert not looking.is_alive()
        assert pulse.is_alive()
    pulse.join(TIMEOUT_S)
    assert not pulse.is_alive()


def test_a_ring_between_asking_and_waiting_is_not_missed() -> None:
    bell, asked = Bell(), list[bool]()

    def over() -> bool:
        if not asked:
            bell.ring()
        asked.append(True)
        return len(asked) > 1

    bell.wait(over)
    assert len(asked) == 2


def test_who_has_waited_in_vain_is_forgotten() -> None:
    bell = Bell()
    bell.wait(lambda: False, 0)
    assert not bell._listening
