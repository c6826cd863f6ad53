"""Many threads at one table that change places as often as Python lets them: what is confirmed is there once.

Run as `python -X dev -W error -m tests.torture.threads SEED MOVES`, so that a warning ends it as well.
"""

import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from games.moves import IllegalMoveError, Undo, Void
from table.actors import Actor
from table.game import reopen
from table.look import Stage
from table.snapshot import StaleMoveError
from tests.games import chance as by_chance
from tests.torture.fuzz import Siege, besieged
from web.wire.events import EXTENSION
from web.wire.streams import Streams, Who

SWITCH_S: Final = 1e-6
HOST: Final = Actor("host", host=True)
PLAYERS = READERS = WATCHERS = 3
PAGES: Final = (
    "/?watch=1",
    "/panel",
    "/story",
    "/people",
    "/seats",
    "/screen",
    "/host",
    "/setup",
    "/revision",
)


@dataclass
class Stress:
    """A table under stress: `confirmed` is every version that anybody was told of as theirs."""

    siege: Siege
    moves: int
    confirmed: list[int] = field(default_factory=list)
    errors: list[BaseException] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether enough was played, or something broke."""
        return bool(self.errors) or self.siege.at.version >= self.moves

    def run(self, seed: int) -> None:
        """Let all play, read, look and watch at once until enough was played."""
        jobs = (
            (self.play,) * PLAYERS
            + (self.read,) * READERS
            + (self.watch,) * WATCHERS
            + (self.referee, self.sit)
        )
        threads = [
            threading.Thread(target=self._kept, args=(job, Random(f"{seed} {number}")))
            for number, job in enumerate(jobs)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def play(self, chance: Random) -> None:
        """Play moves, or void them and take them back; who comes too late comes again."""
        table = self.siege.at.table
        shot = table.snapshot()
        if shot.game is None or shot.game.view(None).outcome:
            with suppress(StaleMoveError):
                self.siege._begin()
            return
        move = by_chance.move(shot.game.rules, shot.game.match.state, chance)
        if chance.random() < 0.1:
            move = chance.choice((Undo(untouched=True), Void()))
        with suppress(StaleMoveError, IllegalMoveError):
            self.confirmed.append(table.submit(move, HOST, shot.version).version)

    def referee(self, chance: Random) -> None:
        """See dice where a look is due, or say that something is in the way."""
        table = self.siege.at.table
        shot = table.snapshot()
        if shot.look and shot.look.stage is Stage.READING and shot.game:
            table.reveal(shot.look, by_chance.dice(shot.game.rules, chance), None)
        table.wait(shot.revision, 0.01)

    def read(self, chance: Random) -> None:
        """Open a page."""
        sender = chance.choice(self.siege.senders)
        answer = self.siege.served.ask(self.siege.hostile.plain(chance.choice(PAGES), sender), "192.0.2.1")
        assert answer
        assert answer.status < 400 or answer.status == 403, answer.status

    def watch(self, chance: Random) -> None:
        """Follow an event stream for a while: it never goes back."""
        streams: Streams = self.siege.at.app.extensions[EXTENSION]
        stream = streams.open(Who(f"panel {chance.random()}", "192.0.2.2"), lambda: self.is_over)
        last = -1
        for _ in range(chance.randint(1, 20) if stream else 0):
            event = next(stream, None) if stream else None
            if event is None:
                break
            told = int(event.rpartition("data: ")[2].strip() or last)
            assert told >= last
            last = told
        if stream:
            stream.close()

    def sit(self, chance: Random) -> None:
        """Let phones come and go."""
        shot = self.siege.at.table.snapshot()
        for guest in shot.party.guests[:1]:
            with suppress(Exception):  # refused as ever: what counts is that nothing else breaks
                self.siege.at.table.guests.free(guest.id, HOST)
                self.siege.at.table.guests.claim(guest.id, chance.choice(self.siege.phones))

    def _kept(self, job: Callable[[Random], None], chance: Random) -> None:
        while not self.is_over:
            try:
                job(chance)
            except BaseException as error:
                self.errors.append(error)


def trial(seed: int, folder: Path, moves: int) -> int:
    """Play so many moves under stress; return how many were confirmed."""
    before = sys.getswitchinterval()
    with ExitStack() as parts:
        siege = besieged(folder, Random(seed), parts)
        siege._begin()
        stress = Stress(siege, moves)
        sys.setswitchinterval(SWITCH_S)
        try:
            stress.run(seed)
        finally:
            sys.setswitchinterval(before)
        _check(stress)
    return len(stress.confirmed)


def _check(stress: Stress) -> None:
    """Every move that was confirmed is one entry, and the entries lead to where the table stands."""
    if stress.errors:
        raise stress.errors[0]
    table = stress.siege.at.table
    number = table._log.last_game() or 0
    versions = [entry.version for game in range(1, number + 1) for entry in table._log.entries(game)]
    assert versions == list(range(1, table.snapshot().version + 1))
    assert len(set(stress.confirmed)) == len(stress.confirmed), "a version was confirmed to two"
    assert set(stress.confirmed) <= set(versions)
    shot = table.snapshot()
    assert shot.game
    assert reopen(table.entries(), *table._log.state(number)).state_text() == shot.game.state_text()


def strictly(seed: int, moves: int) -> int:
    """Do a trial in a process of its own in which every warning is an error; return what was confirmed."""
    command = (
        sys.executable,
        "-X",
        "dev",
        "-W",
        "error",
        "-m",
        "tests.torture.threads",
        str(seed),
        str(moves),
    )
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return int(done.stdout)


def main() -> None:
    """Stress once, from the command line."""
    with tempfile.TemporaryDirectory() as folder:
        print(trial(int(sys.argv[1]), Path(folder), int(sys.argv[2])))


if __name__ == "__main__":
    main()
