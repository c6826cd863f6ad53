"""The numbers that the table has to hold, measured on the real program: `python -m tests.bench`.

Start-up, restart with a long game, button to verdict with 50 phones, memory, the weight of the first page.
A table knows its window from its set-up; what the verdict takes where nobody has set it up is told beside.
"""

import csv
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from urllib.parse import urlsplit

import vision
from companion.fittings.wiring import DEMO
from companion.kept.places import log_file
from companion.kept.window_store import KeptWindow, keep_window
from games import maexle
from games.moves import parse_move
from table.actors import PEOPLE
from table.builds import Build
from table.log import Log
from table.table import Table
from tests.bot import seat_asked
from tests.phone import Phone
from tests.program import Program, pss_mb

PHONES: Final = 50
CHALLENGES: Final = 30
LONG_GAME: Final = 10_000
STARTS: Final = 5
# With two buttons a challenge is recognised at the press: there is no hold to subtract
TWO_BUTTONS: Final = '[button]\nkind = "two"\n'


def main() -> None:
    """Print every figure with what it may be at most."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        started = _median_start(data / "new")
        print(f"start to first page            {started:6.2f} s   (bar 2 s)")
        _write_long_game(data / "long")
        longer = _median_start(data / "long") - started
        print(f"more with {LONG_GAME} moves in the log {longer:6.2f} s   (bar 0.5 s)")
        _measure_evening(data / "evening", set_up=True)
        _measure_evening(data / "unset", set_up=False)


def _median_start(data: Path) -> float:
    return statistics.median(_start(data) for _ in range(STARTS))


def _start(data: Path) -> float:
    before = time.monotonic()
    with Program(data) as program:
        Phone(program.address).get()
        return time.monotonic() - before


def _write_long_game(data: Path) -> None:
    """Write a running game of so many moves, half of them taken back."""
    data.mkdir()
    table = Table(Log(log_file(data)), lambda: "2026-11-21T20:15:00+01:00")
    shot = table.start({"game": "maexle", "seats": ["A", "B", "C"]}, PEOPLE, 0)
    call = parse_move({"move": "call", "seat": 0, "value": "43"}, maexle.MOVES)
    accept = parse_move({"move": "accept", "seat": 1}, maexle.MOVES)
    undo = parse_move({"move": "undo"}, maexle.MOVES)
    for _ in range(LONG_GAME // 4):
        for move in (call, accept, undo, undo):
            shot = table.submit(move, PEOPLE, shot.version)
    table.close()


def _measure_evening(data: Path, *, set_up: bool) -> None:
    data.mkdir()
    settings = data / "two-buttons.toml"
    settings.write_text(TWO_BUTTONS)
    camera = f"folder:{_clean_throws(data)}"
    if set_up:
        window = vision.calibrate(vision.decode((DEMO / "window_empty.jpg").read_bytes()))
        keep_window(data, KeptWindow(window, camera, Build.SHAKER, Build.SHAKER))
    with Program(data, "--settings", str(settings), "--camera", camera) as program:
        host = Phone(program.address)
        host.pair(program.pin)
        host.start("A", "B", lives=20)
        with _crowd(host.host) as told:
            _screens(told, "call")
            waits_ms = sorted(wait for _ in range(CHALLENGES) for wait in _challenge(program, host, told))
            held_mb = pss_mb(program.process.pid)
        median, late = statistics.median(waits_ms), waits_ms[int(len(waits_ms) * 0.95)]
        if set_up:
            print(f"button to verdict, {PHONES} phones   {median:6.0f} ms  median (bar 150 ms)")
            print(f"                               {late:6.0f} ms  p95 (bar 250 ms)")
            print(f"memory (PSS), {PHONES} phones        {held_mb:6.0f} MB  (bar 150 MB)")
            print(f"first load, compressed         {_weight_kb(host):6.1f} KB  (bar 40 KB)")
        else:
            print(f"the same, never set up         {median:6.0f} ms  median")
            print(f"                               {late:6.0f} ms  p95")
            print(f"                               {held_mb:6.0f} MB")


@contextmanager
def _crowd(host: str) -> Iterator[IO[str]]:
    """Let the phones come; yield what they tell, and send them home at the end, however that comes."""
    command = (sys.executable, "-m", "tests.crowd", host, str(PHONES))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as crowd:
        assert crowd.stdout is not None
        try:
            yield crowd.stdout
        finally:
            crowd.kill()


def _clean_throws(data: Path) -> Path:
    """Return a folder with the demo's clean throws alone: a reading that people decide has no such time."""
    folder = data / "throws"
    folder.mkdir()
    with (DEMO / "labels.csv").open() as file:
        for row in csv.DictReader(file):
            if row["class"] == "clean":
                (folder / row["file"]).symlink_to(DEMO / row["file"])
    return folder


def _challenge(program: Program, host: Phone, told: IO[str]) -> list[float]:
    """Call and press; return for every phone the ms from the press to the verdict in hand.

    Nobody challenges a call that is not on the phones yet, and nobody asks the table while it looks.
    """
    host.get()
    page = host.get(f"/?after={host.version}")
    if 'action="/host/again"' in page:
        host.post("/host/again")
        page = host.get()
    if host.post("/call", seat=seat_asked(page), value="54") != 303:
        raise RuntimeError("the call was refused")
    _screens(told, "answer")
    top = Phone(program.top)
    top.get("/cup/" + program.top.rpartition("/")[2])
    path = urlsplit(program.top).path
    pressed = time.monotonic()
    top.send(f"{path}/press", button="challenge")
    screens = _screens(told, "ask", "verdict", "over")
    top.send(f"{path}/release", button="challenge")
    if any(scene == "ask" for scene, _ in screens):
        host.get()
        host.send("/dice", die1=5, die2=4)
        _screens(told, "verdict", "over")
        return []
    return [(at - pressed) * 1000 for _, at in screens]


def _screens(told: IO[str], *scenes: str) -> list[tuple[str, float]]:
    """Wait until every phone shows one of these scenes; return which and since when."""
    screens: list[tuple[str, float]] = []
    while len(screens) < PHONES:
        scene, _, at = told.readline().split()
        if scene in scenes:
            screens.append((scene, float(at)))
    return screens


def _weight_kb(phone: Phone) -> float:
    """Return what a browser loads at first: the page, and what it links to."""
    page = phone.get()
    paths = {"/", *re.findall(r'(?:href|src)="(/static/[^"]+)"', page)}
    return sum(len(phone.fetch(path, **{"Accept-Encoding": "gzip"})) for path in paths) / 1024


if __name__ == "__main__":
    main()
