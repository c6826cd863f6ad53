"""What `maexle check` or `maexle setup` finds lost of the memory, the host hears of once the table runs."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from companion.assembly import assemble
from companion.kept.places import log_file
from companion.main import main
from companion.settings import Settings
from table.log import Log
from table.newest import Mark
from tests.bad_sector import unreadable
from tests.evening.room import HOST
from tests.ports import free_port


def cut_short(log: Path) -> None:
    Mark(log).write(Mark(log).read() + 4)


def damage(log: Path) -> None:
    log.write_bytes(b"nonsense")


def notes_at_a_start(data: Path, *, plays: bool = False) -> tuple[str, ...]:
    settings = replace(Settings(), web=replace(Settings().web, port=free_port()))
    with ExitStack() as parts:
        table = assemble(data, settings, parts).table
        notes = table.snapshot().notes
        if plays:
            table.start({"game": "maexle", "seats": ["Anna", "Ben"]}, HOST, table.snapshot().version)
        return notes


@pytest.mark.parametrize(
    ("lose", "said", "note"),
    [
        (cut_short, "and with it the newest moves: 4. The host is told so, too", "log_shortened"),
        (damage, "and the table starts afresh. The host is told so, too", "log_damaged"),
    ],
)
def test_what_a_command_finds_lost_is_said_there_and_told_to_the_host_at_the_next_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lose: Callable[[Path], None], said: str, note: str
) -> None:
    Log(log_file(tmp_path)).close()
    main(["check", "--data", str(tmp_path)])
    assert "told so" not in capsys.readouterr().err
    lose(log_file(tmp_path))
    main(["check", "--data", str(tmp_path)])
    assert said in capsys.readouterr().err
    main(["setup", "--data", str(tmp_path)])
    assert said not in capsys.readouterr().err
    assert note in notes_at_a_start(tmp_path)
    assert note in notes_at_a_start(tmp_path, plays=True)
    assert note not in notes_at_a_start(tmp_path)


@pytest.mark.parametrize(("lose", "note"), [(cut_short, "log_shortened"), (damage, "log_damaged")])
def test_what_a_start_finds_lost_is_told_at_the_next_ones_too_until_a_game_is_started(
    tmp_path: Path, lose: Callable[[Path], None], note: str
) -> None:
    notes_at_a_start(tmp_path, plays=True)
    lose(log_file(tmp_path))
    assert note in notes_at_a_start(tmp_path)
    assert note in notes_at_a_start(tmp_path, plays=True)
    assert note not in notes_at_a_start(tmp_path)
    assert not (tmp_path / "untold").exists()


def test_of_two_losses_the_host_is_told_both(tmp_path: Path) -> None:
    Log(log_file(tmp_path)).close()
    for lose in (cut_short, damage):
        main(["check", "--data", str(tmp_path)])
        lose(log_file(tmp_path))
    main(["check", "--data", str(tmp_path)])
    assert {"log_shortened", "log_damaged"} <= set(notes_at_a_start(tmp_path))


def test_what_nobody_can_read_of_it_is_told_to_nobody(tmp_path: Path) -> None:
    (tmp_path / "untold").write_bytes(b"\xff\0 log_eaten")
    assert not {note for note in notes_at_a_start(tmp_path) if note.startswith("log_")}
    assert not (tmp_path / "untold").exists()


def test_a_table_starts_though_the_card_reads_no_more_what_was_to_be_told(tmp_path: Path) -> None:
    notes_at_a_start(tmp_path, plays=True)
    (tmp_path / "untold").write_bytes(b"1 log_damaged")
    with unreadable(tmp_path / "untold"):
        assert "log_damaged" not in notes_at_a_start(tmp_path)
