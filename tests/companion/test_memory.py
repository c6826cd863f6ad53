"""The table's memory in one file: what it holds, what comes back of it, and what is refused."""

import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from companion.kept import brought
from companion.kept.brought import READY, take_over
from companion.kept.dice_store import FOLDER, DiceShelf, KeptSet, mark_of
from companion.kept.keepsakes import cookie_key, host_pin
from companion.kept.memory_copy import LINES, WINDOW
from companion.kept.places import log_file
from games.ruleset import Wait
from games.rulesets import RULESETS
from table.actors import NotAllowedError
from table.disk import sync
from table.log import LogError
from table.opening import open_table
from table.table import Table
from tests.bad_sector import unreadable
from tests.companion.copies import (
    OWNER,
    PHONES,
    SEEN,
    bring,
    copy_of,
    files,
    lived,
    memory,
    opened,
    packed,
)
from tests.companion.test_teach import schooled
from tests.games import notation
from tests.table.evening import HOST, lives, now, play, start
from tests.vision.lesson_throws import TABLE
from web.ports import MemoryRefusedError

Parts = dict[str, bytes]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A table with a past."""
    lived(tmp_path / "old")
    return tmp_path / "old"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A table that is new, but for its host."""
    folder = tmp_path / "new"
    folder.mkdir()
    table = opened(folder)
    table.add_host(OWNER)
    table.close()
    return folder


@pytest.fixture
def table(data: Path) -> Iterator[Table]:
    table = opened(data)
    yield table
    table.close()


def brought_back(data: Path, parts: Parts, phone: str = OWNER) -> Table:
    """Bring a copy to a table, and start that anew."""
    table = opened(data)
    bring(data, table, packed(parts), phone)
    take_over(data)
    return opened(data)


def test_what_was_played_and_settled_comes_back_on_another_table(old: Path, data: Path) -> None:
    table = brought_back(data, copy_of(old))
    shot = table.snapshot()
    assert [(one.name, one.games, one.won) for one in table.scores.regulars()] == [
        ("Bö", 2, 2),
        ("Anna", 2, 0),
    ]
    assert [rules.name for rules in table.house.all()] == ["Stammtisch"]
    assert (shot.name, shot.habits.patience_s, shot.habits.keeps) == ("Zum Löwen", 60, True)
    assert [guest.name for guest in shot.party.guests] == ["Anna", "Bö"]
    assert shot.game
    assert shot.game.view(None).outcome
    assert (data / WINDOW).read_bytes() == (old / WINDOW).read_bytes()


def test_a_brought_memory_is_played_on_and_gives_nobody_another_s_number(old: Path, data: Path) -> None:
    left = opened(old)
    left.guests.join("Cem", 5, "phone of Cem")
    left.guests.leave(left.snapshot().party.guests[-1].id, HOST)
    left.close()
    table = brought_back(data, copy_of(old))
    table.guests.join("Dora", 6, "phone of Dora")
    assert table.snapshot().party.guests[-1].id == 4
    start(table, options={"lives": 1}, seats=["Anna", "Dora"])
    play(table, "0:43 1:challenge reveal:31")
    assert {one.name: one.games for one in table.scores.regulars()} == {"Anna": 3, "Bö": 2, "Dora": 1}


@pytest.mark.parametrize(
    "line", ["CAST(x'ff' AS TEXT)", "replace(line, ':', ';')", "replace(line, 'Anna', 'Emma')"]
)
def test_a_move_of_long_ago_that_is_damaged_keeps_nothing_else_from_coming_back(
    old: Path, data: Path, line: str
) -> None:
    with closing(sqlite3.connect(log_file(old))) as db, db:
        db.execute(f"UPDATE entry SET line = {line} WHERE version = 1")
    table = brought_back(data, copy_of(old))
    shot = table.snapshot()
    assert {one.name: one.games for one in table.scores.regulars()} == {"Anna": 2, "Bö": 2}
    assert shot.game
    assert shot.game.view(None).outcome


def test_taught_dice_come_back_with_the_throws_that_taught_them(old: Path, data: Path) -> None:
    schooled(old)
    brought_back(data, copy_of(old)).close()
    assert DiceShelf(data).used == "ours"
    assert len(DiceShelf(data).throws("ours")) == len(DiceShelf(old).throws("ours"))


@pytest.mark.parametrize("part", ["window", "dice"])
@pytest.mark.parametrize("unread", [True, False])
def test_a_window_or_dice_that_the_card_has_spoilt_keep_nothing_else_from_coming_back(
    old: Path, data: Path, part: str, unread: bool
) -> None:
    schooled(old)
    file = old / WINDOW if part == "window" else next((old / FOLDER).glob("*.zip"))
    if not unread:
        file.write_bytes(file.read_bytes()[:2000])
    with unreadable(file) if unread else nullcontext():
        parts = copy_of(old)
    table = brought_back(data, parts)
    assert len(table.scores.regulars()) == 2
    assert table.snapshot().name == "Zum Löwen"
    assert (data / WINDOW).exists() == (part != "window")
    table.close()


def test_a_copy_tells_no_pin_no_key_no_phone_and_no_picture(old: Path) -> None:
    pin, key = host_pin(old), cookie_key(old).hex()
    everything = b"".join(copy_of(old).values())
    for hidden in (*PHONES, pin, key, bytes.fromhex(key), SEEN):
        assert (hidden if isinstance(hidden, bytes) else hidden.encode()) not in everything
    assert "Bö".encode() in everything


def test_who_is_a_host_stays_one_and_pin_and_key_stay(old: Path, data: Path) -> None:
    was = host_pin(data), cookie_key(data)
    table = brought_back(data, copy_of(old))
    assert table.snapshot().hosts == {"the phone of the new table's host"}
    assert (host_pin(data), cookie_key(data)) == was


def test_window_and_dice_of_another_camera_take_no_place_of_those_here(tmp_path: Path, old: Path) -> None:
    lived(tmp_path / "other", "pi:")
    for table, window in ((old, mark_of(TABLE)), (tmp_path / "other", "another")):
        shelf, *_ = schooled(table)
        shelf.put(KeptSet(shelf.sets["ours"].dice, window, shelf.throws("ours")))
    brought_back(old, copy_of(tmp_path / "other"), PHONES[0]).close()
    assert b'"usb:0"' in (old / WINDOW).read_bytes()
    assert DiceShelf(old).dice_for(TABLE)


def test_a_window_and_dice_that_the_copy_lacks_stay(old: Path, data: Path) -> None:
    schooled(old)
    parts = copy_of(data)
    brought_back(old, parts, PHONES[0]).close()
    assert (old / WINDOW).exists()
    assert "ours" in DiceShelf(old).sets


def test_while_a_game_runs_nothing_is_brought_back(old: Path, data: Path, table: Table) -> None:
    parts = copy_of(old)
    start(table)
    with pytest.raises(MemoryRefusedError, match="memory_game"):
        bring(data, table, packed(parts))
    play(table, "0:43")


def test_a_game_that_runs_goes_on_at_another_table_where_it_stood(old: Path, data: Path) -> None:
    left = opened(old)
    start(left, seats=["Anna", "Bö"])
    play(left, "0:43 1:accept 1:54")
    left.close()
    table = brought_back(data, copy_of(old))
    assert lives(play(table, "0:challenge reveal:31")) == (5, 4)
    table.close()


def test_a_game_with_sealed_answers_is_left_out_of_a_copy_until_they_are_none(old: Path) -> None:
    table = opened(old)
    start(table, game="luegen_kniffel", seats=["Anna", "Bö", "Cem"])
    copies = []
    for text in ("0:fours/12", "1:doubt", "2:believe"):
        shot = table.snapshot()
        table.submit(notation.move(RULESETS["luegen_kniffel"], text), HOST, shot.version)
        with zipfile.ZipFile(memory(old, table).copy()) as archive:
            copies.append(archive.read(LINES))
    table.close()
    assert [b"luegen_kniffel" in copy for copy in copies] == [True, False, True]
    assert b"doubt" in copies[-1]


def test_a_card_that_can_t_be_written_any_more_gives_a_copy_of_the_game_that_runs(
    old: Path, data: Path
) -> None:
    table = opened(old)
    start(table, seats=["Anna", "Bö"])
    play(table, "0:43")
    table._log.freeze()  # as where the kernel mounts a card anew that fails: what is there can be read
    with pytest.raises(LogError):
        play(table, "1:accept")
    with zipfile.ZipFile(memory(old, table).copy()) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    table.close()
    game = brought_back(data, parts).snapshot().game
    assert game
    assert game.view(None).waiting.what is Wait.RESPONSE


def test_a_game_that_begins_while_a_copy_is_read_is_not_lost(old: Path, data: Path, table: Table) -> None:
    class Slow(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if table.snapshot().game is None:
                start(table)
            return super().read(size)

    with pytest.raises(MemoryRefusedError, match="memory_game"):
        bring(data, table, Slow(packed(copy_of(old)).getvalue()))
    take_over(data)
    play(table, "0:43")


def test_a_host_who_is_ended_while_a_copy_is_read_brings_nothing(old: Path, data: Path, table: Table) -> None:
    class Slow(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            for host in table.hosts():
                table.end_host(host.mark, HOST)
            return super().read(size)

    with pytest.raises(NotAllowedError):
        bring(data, table, Slow(packed(copy_of(old)).getvalue()))
    take_over(data)
    assert table.snapshot().version == 0
    start(table)


def test_nothing_is_written_any_more_once_another_memory_counts(old: Path, data: Path, table: Table) -> None:
    told: list[str] = []
    bring(data, table, packed(copy_of(old)), restart=lambda: told.append("start anew"))
    assert told == ["start anew"]
    with pytest.raises(LogError, match="can't be used"):
        start(table)


# --- the plug ---


class PulledError(BaseException):
    """The plug was pulled."""


def pull(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Pull the plug after so many steps on the disk."""
    left = iter(range(after))

    def stepped(step: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **more: Any) -> Any:
            if next(left, None) is None:
                raise PulledError
            return step(*args, **more)

        return run

    for name in ("replace", "rename", "unlink", "mkdir"):
        monkeypatch.setattr(Path, name, stepped(getattr(Path, name)))
    monkeypatch.setattr(brought, "sync", stepped(sync))
    monkeypatch.setattr(shutil, "rmtree", stepped(shutil.rmtree))


def attempted(folder: Path, parts: Parts, monkeypatch: pytest.MonkeyPatch, pulled_after: int) -> bool:
    """Bring a copy back and start anew, or only start where one is ready; return whether that was the end."""
    table = None if (folder / READY).exists() else opened(folder)
    with monkeypatch.context() as patch:
        pull(patch, pulled_after)
        try:
            if table:
                bring(folder, table, packed(parts))
            take_over(folder)
        except PulledError:
            return False
        finally:
            if table:
                table.close()
    return True


@pytest.mark.parametrize("pulled_again", [False, True])
def test_wherever_the_plug_is_pulled_one_memory_is_whole(
    old: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pulled_again: bool
) -> None:
    parts, ends = copy_of(old), []
    for steps in range(100):
        folder = tmp_path / f"pulled{steps}"
        shutil.copytree(data, folder)
        done = attempted(folder, parts, monkeypatch, steps)
        if pulled_again:
            attempted(folder, parts, monkeypatch, 3)
        take_over(folder)
        table = opened(folder)
        ends.append(table.snapshot().version)
        table.close()
        assert not list(folder.glob("brought*"))
        if done:
            break
    assert done
    assert ends == sorted(ends)
    assert set(ends) == {0, 8}
    assert len(ends) > 10


def test_a_disk_that_fails_at_the_last_step_costs_none_of_the_moves_that_follow(
    old: Path, data: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(place: Path) -> None:
        if place == data:
            raise OSError(5, "Input/output error")
        sync(place)

    monkeypatch.setattr(brought, "sync", fails)
    with pytest.raises(OSError, match="Input/output"):
        bring(data, table, packed(copy_of(old)))
    monkeypatch.undo()
    start(table)
    shot = play(table, "0:43")
    table.close()
    take_over(data)
    again = opened(data)
    assert again.snapshot().version == shot.version
    again.close()


def test_a_full_disk_leaves_what_there_is(
    old: Path, data: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.fittings.memory.make_ready", full)
    before = files(data)
    with pytest.raises(OSError, match="No space"):
        bring(data, table, packed(copy_of(old)))
    assert files(data) == before
    start(table)


DAMAGE = {
    "a mark that nobody has": "UPDATE guest SET sign = 99 WHERE name = 'Bö'",
    "a name that shows nothing": "UPDATE share SET name = '\x01' WHERE name = 'Bö'",
    "fewer wins than none": "UPDATE share SET won = -1 WHERE name = 'Bö'",
    "an evening that never began": "UPDATE evening SET began = '20x'",
    "a table's name with blanks": "UPDATE plate SET name = ' x '",
    "less patience than none": "UPDATE habit SET value = -1 WHERE name = 'patience_s'",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_damaged_is_left_out_of_a_copy_and_the_rest_comes_back(
    damage: str, old: Path, data: Path
) -> None:
    with closing(sqlite3.connect(log_file(old))) as db, db:
        db.execute(DAMAGE[damage])
    table = brought_back(data, copy_of(old))
    assert next(one for one in table.scores.regulars() if one.name == "Anna").games == 2
    game = table.snapshot().game
    assert game
    assert game.view(None).outcome
    table.close()


def test_a_copy_of_a_memory_that_was_salvaged_comes_back_too(old: Path, data: Path) -> None:
    with closing(sqlite3.connect(log_file(old))) as db, db:
        db.execute("UPDATE entry SET line = 'xx' WHERE game = 2")
    table, note = open_table(log_file(old), now, "stamp")
    assert note
    table.close()
    table = brought_back(data, copy_of(old))
    assert [(one.name, one.games) for one in table.scores.regulars()] == [("Bö", 1), ("Anna", 1)]
    table.close()
