"""Whole games over real photographs of real dice, where they stand beside the project."""

import csv
import random
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from companion.kept.places import log_file
from table.log import Log
from tests.bot import Bot
from tests.phone import Phone
from tests.program import Program

PHOTOGRAPHS: Final = Path(__file__).parents[3] / "shared" / "dice" / "real"
SOURCES: Final = ("tai_studio_glass", pytest.param("fudw_blue", marks=pytest.mark.nightly))
ENOUGH_LOOKS: Final = 6


@pytest.mark.long
@pytest.mark.skipif(not PHOTOGRAPHS.is_dir(), reason="the photographs are not part of the project")
@pytest.mark.parametrize("source", SOURCES)
def test_a_whole_game_over_photographs_is_never_ruled_wrong(source: str, tmp_path: Path) -> None:
    throws = tmp_path / "throws"
    truth = _link_throws_of_two(source, throws)
    data = tmp_path / "data"
    with Program(data, "--camera", f"folder:{throws}") as program:
        host, top = Phone(program.address), urlsplit(program.top).path
        host.pair(program.pin)
        host.start("Anna", "Bo")
        bot = Bot(host, random.Random(source))
        lay: list[bytes | None] = []
        while 'data-scene="over' not in host.get() or len(lay) < ENOUGH_LOOKS:
            before, already = host.fetch(f"{top}/picture"), len(bot.confirmed)
            bot.step()
            if any(line.get("move") == "challenge" for line in bot.confirmed[already:]):
                after = host.fetch(f"{top}/picture")
                lay.append(before if before == after else None)  # the cup was shaken late: nobody knows
    ruled = _ruled_by_the_camera(data)
    known = {challenge: truth[under] for challenge in ruled if (under := lay[challenge])}
    assert len(known) >= ENOUGH_LOOKS / 2
    assert known == {challenge: ruled[challenge] for challenge in known}


def _link_throws_of_two(source: str, folder: Path) -> dict[bytes, list[int]]:
    """Lay the photographs of two dice into a folder; return the truth of each by its bytes."""
    folder.mkdir()
    truth: dict[bytes, list[int]] = {}
    with (PHOTOGRAPHS / "labels.csv").open() as file:
        for row in csv.DictReader(file):
            if row["source"] == source and row["n_dice"] == "2":
                picture = PHOTOGRAPHS / row["file"]
                (folder / picture.name).symlink_to(picture)
                truth[picture.read_bytes()] = sorted(int(pips) for pips in row["values"].split())
    return truth


def _ruled_by_the_camera(data: Path) -> dict[int, list[int]]:
    """Return what the camera read, by how many challenges came before."""
    log = Log(log_file(data))
    try:
        entries = [entry for game in range(1, (log.last_game() or 0) + 1) for entry in log.entries(game)]
    finally:
        log.close()
    ruled: dict[int, list[int]] = {}
    challenges = -1
    for entry in entries:
        challenges += entry.line.get("move") == "challenge"
        if entry.who == "camera" and isinstance(pips := entry.line.get("dice"), list):
            ruled[challenges] = sorted(pips)
    return ruled
