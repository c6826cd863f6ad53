"""An evening on a table's log, played by chance without phones, and every state that it ever stood in."""

import random
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

from games.moves import IllegalMoveError, Reveal, Undo, Void
from games.rulesets import RULESETS
from table.actors import Actor
from table.log import DamagedLogError
from table.opening import open_table
from table.ports import Picture
from table.table import Table
from tests.games import chance as by_chance

HOST = Actor("host", host=True)
STAMP = "20300203-201500"
PICTURE_BYTES = 10_000


def picture_of(seen: int) -> Picture:
    """Return the evidence of dice that were shown to a table at this version: several pages of the log."""
    return Picture(random.Random(seen).randbytes(PICTURE_BYTES), seen + 1, 240)


def check_pictures(table: Table, *, sound: bool) -> None:
    """Raise AssertionError where a picture is shown that never was, or one is torn on a `sound` disk."""
    for version in range(table.snapshot().version + 1):
        with nullcontext() if sound else suppress(DamagedLogError):
            assert table.picture(version) in (None, picture_of(version - 1)), "a picture that never was"


@dataclass
class Evening:
    """A table that plays on its log; `states` are those in which its game stood, the newest last."""

    path: Path
    chance: random.Random
    states: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table, self.message = open_table(self.path, lambda: "2030-02-03T20:15:00+01:00", STAMP)

    @property
    def state(self) -> str:
        """The state in which the game stands now."""
        game = self.table.snapshot().game
        return game.state_text() if game else ""

    def start(self) -> None:
        """Start a game of any kind for any players, under house rules by chance."""
        rules = self.chance.choice(list(RULESETS.values()))
        fewest, most = rules.PLAYERS
        names = [f"Player {seat}" for seat in range(self.chance.randint(fewest, min(most, fewest + 4)))]
        before = self.table.snapshot()
        while self.table.snapshot() is before:
            line = {"game": rules.NAME, "seats": names, "options": by_chance.options(rules, self.chance)}
            with suppress(ValueError):  # options that do not go together
                self.table.start(line, HOST, before.version)
        self.states.append(self.state)

    def play(self, moves: int) -> None:
        """Play so many moves, some of which are taken back or void."""
        for _ in range(moves):
            self.step()

    def step(self) -> None:
        """Play one move, or another game where this one is over."""
        shot = self.table.snapshot()
        if shot.game is None or shot.game.view(None).outcome:
            self.start()
            return
        move = by_chance.move(shot.game.rules, shot.game.match.state, self.chance)
        if self.chance.random() < 0.1:
            move = self.chance.choice((Undo(untouched=self.chance.random() < 0.5), Void()))
        picture = picture_of(shot.version) if isinstance(move, Reveal) else None
        with suppress(IllegalMoveError):
            self.table.submit(move, HOST, shot.version, picture)
            self.states.append(self.state)
