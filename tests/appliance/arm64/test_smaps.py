"""What a process holds, sorted: on a few lines of an emulated Python's own /proc/PID/smaps."""

from typing import Final

import pytest

from tests.appliance.arm64.emulator import ROOM
from tests.appliance.arm64.smaps import Amount, Held, Mapping, held, mappings

PROGRAM: Final = """\
00401000-009d0000 r--p 00000000 fe:00 3945775                            /trixie-arm64/usr/bin/python3.13
Size:               5948 kB
Rss:                3544 kB
Pss:                3544 kB
Pss_Dirty:             0 kB
Private_Clean:      3544 kB
Private_Dirty:         0 kB
Swap:                  0 kB
SwapPss:               0 kB
VmFlags: rd mr mw me
009e1000-00a6e000 rw-p 005d0000 fe:00 3945775                            /trixie-arm64/usr/bin/python3.13
Size:                564 kB
Rss:                 492 kB
Pss:                 492 kB
Private_Clean:       104 kB
Private_Dirty:       388 kB
SwapPss:               0 kB
5500bc9000-5500e2f000 rw-p 00000000 00:00 0
Size:               2456 kB
Rss:                1476 kB
Pss:                1476 kB
Private_Clean:         0 kB
Private_Dirty:      1476 kB
SwapPss:               0 kB
"""
EMULATOR: Final = """\
555589e21000-55558a124000 rw-p 00000000 00:00 0                          [heap]
Size:               3084 kB
Rss:                3044 kB
Pss:                3044 kB
Private_Dirty:      3044 kB
SwapPss:               0 kB
7f3330000000-7f3337fff000 rwxp 00000000 00:00 0
Size:             131068 kB
Rss:               14336 kB
Pss:               14336 kB
Private_Dirty:     14336 kB
SwapPss:               0 kB
7f333f028000-7f333f4a7000 r-xp 00228000 fe:00 2170925                    /usr/bin/qemu-aarch64-static
Size:               4604 kB
Rss:                3100 kB
Pss:                 685 kB
Private_Dirty:         0 kB
SwapPss:               0 kB
"""


def amount(held_kb: int, written_kb: int) -> Amount:
    return Amount(held_kb / 1024, written_kb / 1024)


HEAP, FILES = amount(1476, 1476), amount(3544 + 492, 388)
TRANSLATED, REST = amount(14336, 14336), amount(3044 + 685, 3044)
NOTHING: Final = amount(0, 0)


def test_a_mapping_is_where_it_begins_its_rights_its_file_and_its_sizes() -> None:
    assert list(mappings(PROGRAM)) == [
        Mapping(0x401000, "r--p", "/trixie-arm64/usr/bin/python3.13", 3544, 0),
        Mapping(0x9E1000, "rw-p", "/trixie-arm64/usr/bin/python3.13", 492, 388),
        Mapping(0x5500BC9000, "rw-p", "", 1476, 1476),
    ]


def test_a_process_that_holds_nothing_has_no_mappings() -> None:
    assert list(mappings("")) == []
    assert held("", None) == Held(NOTHING, NOTHING, NOTHING, NOTHING)


def test_what_the_emulator_holds_is_told_from_what_its_program_holds() -> None:
    seen = held(PROGRAM + EMULATOR, ROOM)
    assert seen == Held(HEAP, FILES, TRANSLATED, REST)
    assert seen.program == HEAP + FILES
    assert seen.emulator == TRANSLATED + REST


def test_where_nothing_is_emulated_all_is_the_programs_wherever_it_lies() -> None:
    seen = held(PROGRAM + EMULATOR, None)
    assert seen.heap == HEAP + TRANSLATED + amount(3044, 3044)
    assert seen.files == FILES + amount(685, 0)
    assert seen.emulator == NOTHING


def test_what_was_swapped_out_is_held_and_was_written() -> None:
    swapped = "".join(PROGRAM.rsplit("SwapPss:               0 kB", 1)) + "SwapPss:             100 kB\n"
    assert held(swapped, ROOM).heap == HEAP + amount(100, 100)


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (None, "5 MB (2 written): heap and stacks 1 MB (1 written), files 4 MB (0 written)"),
        (range(0), "0 MB (0 written): heap and stacks 0 MB (0 written), files 0 MB (0 written); "
         "the emulator besides 5 MB (2 written), translated code 0 MB (0 written) of it"),
    ],
)  # fmt: skip
def test_the_emulator_is_spoken_of_only_where_there_is_one(room: range | None, said: str) -> None:
    assert str(held(PROGRAM, room)) == said
