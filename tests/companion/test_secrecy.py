"""The table never peeks: until a reveal, nothing anywhere depends on the dice that lie there."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.fittings.demo import Shaker, TableTop
from companion.fittings.eyes import TableEyes
from companion.fittings.wiring import DEMO
from companion.kept.places import log_file
from device.cup import SimulatedCup, dice_in
from table.builds import Build
from table.hosts import Doorkeeper
from table.log import Log
from table.pairing import Pairing
from table.referee import Referee
from table.table import Table
from table.window import WindowSetup
from tests.web.box import Box
from web.app import Parts, create_app
from web.door.crowd import Crowd

PAGES = (
    "/",
    "/panel",
    "/revision",
    "/seats",
    "/people",
    "/evening",
    "/habits",
    "/join",
    "/help",
    "/host",
    "/setup",
    "/picture/1",
    "/nothing",
    "/host/window",
)
MOVES: tuple[tuple[str, dict[str, object]], ...] = (
    ("/seats/claim", {"guest": 1}),
    ("/call", {"seat": 0, "value": "43"}),
    ("/call", {"seat": 0, "value": "51"}),  # refused: the answer is due
    ("/host/window", {"do": "look", "number": 0}),  # refused: dice may lie there
    ("/answer", {"seat": 1, "answer": "accept"}),
    ("/host/void", {}),
    ("/call", {"seat": 1, "value": "61"}),
    ("/answer", {"seat": 2, "answer": "accept"}),
    ("/host/undo", {"untouched": "yes"}),
    ("/answer", {"seat": 2, "answer": "accept"}),
    ("/call", {"seat": 2, "value": "66"}),
)
MOVES_TAKEN = 9  # the game's start and all of these but the claim and what is refused

OTHERS: dict[str, tuple[tuple[str, dict[str, object]], ...]] = {
    "maxi": (
        ("/setup", {"game": "maxi", "chips": 3}),
        ("/call", {"seat": 0, "value": "43", "how": "blind"}),
        ("/call", {"seat": 1, "value": "51", "how": "passed"}),
        ("/answer", {"seat": 2, "answer": "accept"}),
    ),
    "bluf_mex": (
        ("/setup", {"game": "bluf_mex", "crosses": 6, "throws": 3}),
        ("/call", {"seat": 0, "value": "43", "throws": 2}),
        ("/answer", {"seat": 1, "answer": "accept"}),
        ("/call", {"seat": 1, "value": "51", "throws": 0}),
        ("/answer", {"seat": 2, "answer": "give_in"}),
    ),
    "luegen_kniffel": (
        ("/setup", {"game": "luegen_kniffel", "doubt_s": 0}),
        ("/call", {"seat": 0, "value": "fours 12"}),
        ("/answer", {"seat": 1, "answer": "believe"}),
        ("/answer", {"seat": 2, "answer": "believe"}),
    ),
}
"""What is played of the other games in which dice lie hidden: no throw is ever shown."""


@dataclass
class Evening:
    """A table with a simulated cup, and everything that it let out."""

    table: Table
    cup: SimulatedCup
    host: FlaskClient
    guest: FlaskClient
    data: Path
    said: list[object] = field(default_factory=list)
    files: dict[str, tuple[int, int]] = field(default_factory=dict)

    def look_round(self) -> None:
        """Open every page on both phones."""
        for phone in (self.host, self.guest):
            for path in PAGES:
                self._keep(phone.get(path))

    def post(self, path: str, fields: dict[str, object]) -> None:
        """Send a form from the host's phone."""
        page = self.host.get("/host").text + self.host.get("/").text
        token = page.partition('name="token" value="')[2].partition('"')[0]
        version = self.table.snapshot().version
        self._keep(self.host.post(path, data={"token": token, "version": version, **fields}))
        self._look_at_files()

    def _look_at_files(self) -> None:
        """Note which files the form has changed, and how large they are; SQLite's own index is in memory."""
        found = {
            path.name: (path.stat().st_size, path.stat().st_mtime_ns)
            for path in self.data.iterdir()
            if path.suffix != ".db-shm"
        }
        changed = [name for name in sorted(found) if found[name] != self.files.get(name)]
        self.said.append([(name, found[name][0]) for name in changed])
        self.files = found

    def _keep(self, answer: TestResponse) -> None:
        self.said.append((answer.status, sorted(answer.headers), answer.data))


@contextmanager
def evening(data: Path, hidden: int) -> Iterator[Evening]:
    """Run a table whose every part is the same, but for the dice that `hidden` seeds."""
    data.mkdir()
    table = Table(Log(log_file(data)), lambda: "2026-11-21T20:15:00+01:00")
    cup = SimulatedCup(dice_in(DEMO), random.Random(hidden))
    eyes = TableEyes(None, lambda _learnt, _build: None)
    referee = Referee(table, cup, eyes.judge, Build.SHAKER, patience_s=0)
    shaker = Shaker(table, cup)
    names = iter(("phone one", "phone two"))
    parts = Parts(
        table=table,
        doorkeeper=Doorkeeper(lambda: "123456", lambda: 0.0),
        pairing=Pairing(lambda: 0.0),
        key=b"k" * 32,
        usual_name="Mäxle",
        language="de",
        hosts=frozenset(),
        find_url=lambda: "http://192.0.2.7/",
        streams=4,
        new_phone=lambda: next(names),
        button="one",
        machine=Box(),
        window=WindowSetup(table.snapshot, cup, eyes, Build.SHAKER),
        cup=TableTop(cup, {}),
        cup_path="secret",
    )
    app = create_app(parts, Crowd(lambda: 0.0, burst=inf))
    try:
        yield Evening(table, cup, app.test_client(), app.test_client(), data)
    finally:
        referee.close()
        shaker.close()
        table.close()


def play_to_the_challenge(running: Evening) -> None:
    """Play MOVES, looking at every page after each."""
    running.look_round()
    running.post("/host/pin", {"pin": "123456"})
    for name in "ABC":
        running.post("/people/add", {"name": name})
    running.post("/setup", {"game": "maexle", "lives": 5, "opener": "winner", "do": "start"})
    for path, fields in MOVES:
        running.post(path, fields)
        running.look_round()


def rows(data: Path) -> list[object]:
    """Return every row of the database."""
    log = Log(log_file(data))
    try:
        return list(log._db.iterdump())
    finally:
        log.close()


def test_until_a_reveal_all_that_gets_out_is_the_same_whatever_the_dice(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    let_out: list[object] = []
    lying: list[bytes] = []
    for hidden in (1, 2):
        caplog.clear()
        data = tmp_path / str(hidden)
        with evening(data, hidden) as running:
            play_to_the_challenge(running)
            lying.append(running.cup.picture())
            assert running.table.snapshot().version == MOVES_TAKEN
            log_lines = [record.getMessage() for record in caplog.records]
            files = sorted(path.name for path in data.iterdir())
            let_out.append((running.said, log_lines, files, rows(data), capfd.readouterr()))
    assert lying[0] != lying[1], "the two runs have to hide different dice to show anything"
    assert let_out[0] == let_out[1]


def test_no_frame_is_read_out_before_the_challenge_and_one_look_is_after_it(tmp_path: Path) -> None:
    with evening(tmp_path / "data", hidden=3) as running:
        play_to_the_challenge(running)
        assert running.cup.looks == 0
        before = running.table.snapshot()
        running.post("/answer", {"seat": 0, "answer": "challenge"})
        shot = running.table.snapshot()
        while shot.look and shot.look.stage == "reading":
            shot = running.table.wait(shot.revision, timeout_s=10)
        assert shot.revision > before.revision
        assert running.cup.looks > 0


@pytest.mark.parametrize("game", OTHERS)
def test_in_every_game_of_hidden_dice_nothing_depends_on_them(tmp_path: Path, game: str) -> None:
    let_out: list[object] = []
    for hidden in (1, 2):
        data = tmp_path / str(hidden)
        with evening(data, hidden) as running:
            running.post("/host/pin", {"pin": "123456"})
            for name in "ABC":
                running.post("/people/add", {"name": name})
            for path, fields in OTHERS[game]:
                start = {"do": "start"} if path == "/setup" else {}
                running.post(path, {**start, **fields})
                running.look_round()
            assert running.table.snapshot().version == len(OTHERS[game])
            assert running.cup.looks == 0
            let_out.append((running.said, rows(data)))
    assert let_out[0] == let_out[1]
