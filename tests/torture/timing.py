"""Response times tell nothing of what is secret: the dice that lie hidden, and answers that are sealed.

Tables with one secret are held against tables with another, in all six games. Only processor time counts, so
that a busy machine does no harm, and only what shows three times in a row, with fresh tables each time.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from flask import Flask
from itsdangerous import Signer
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.fittings.demo import TableTop
from companion.fittings.wiring import DEMO
from device.cup import SimulatedCup, dice_in
from games.moves import parse_move
from games.ruleset import Ruleset, Wait
from games.rulesets import RULESETS
from table.actors import Actor
from table.log import Log
from table.table import Table
from tests.games import chance as by_chance
from tests.web.evening import KEY, evening
from web.ports import EXTENSION, Parts
from web.wire import sharing

HOST: Final = Actor("host", host=True)
TABLES: Final = 5
"""So many with each secret: by chance all of one kind are slower than all of the other once in 126 times."""
ROUNDS: Final = 3
SAMPLES: Final = 25
LEAST_SHARE: Final = 0.002
"""What is less than this share of a page's time, nobody hears over a network."""
PAGES: Final = ("/?watch=1", "/seats", "/screen")
MOVES: Final = 6
Times = Sequence[float]
Secret = Callable[[Table, int], None]


def trial(seed: int, folder: Path) -> int:
    """Compare pages of every game for every secret that it has; return how many comparisons were made."""
    count = 0
    for rules in RULESETS.values():
        for name, secret in _secrets(rules).items():
            for path in PAGES:
                home = folder / rules.NAME / name / path.strip("/?=")
                leaks = all(_differs(rules, secret, path, seed, home / str(n)) for n in range(ROUNDS))
                assert not leaks, (
                    f"{path} takes longer with one secret than with another: {rules.NAME}, {name}"
                )
                count += 1
    return count


def differ(one: Sequence[Times], other: Sequence[Times]) -> bool:
    """Return whether all tables of one kind take longer than all of the other, by more than nothing.

    Each is known by the median of its times, in s.
    """
    first, second = (sorted(map(statistics.median, side)) for side in (one, other))
    gap = max(first[0] - second[-1], second[0] - first[-1])
    return gap > LEAST_SHARE * statistics.median([*first, *second])


def _secrets(rules: Ruleset) -> dict[str, Secret]:
    """What may not be told of a game: the dice under the cup, and the word that somebody has sealed."""
    found: dict[str, Secret] = {"hidden dice": _throw}
    if any(move.NAME == "doubt" for move in rules.MOVES):
        found["sealed answers"] = _seal
    return found


def _throw(_table: Table, _secret: int) -> None:
    """The cup itself was thrown by the secret."""


def _seal(table: Table, secret: int) -> None:
    """Let the first who is asked for a sealed answer give it."""
    shot = table.snapshot()
    assert shot.game
    waiting = shot.game.rules.waiting_for(shot.game.match.state)
    assert waiting.what is Wait.DOUBTS
    line = {"move": ("believe", "doubt")[secret], "seat": waiting.seats[0]}
    table.submit(parse_move(line, shot.game.rules.MOVES), HOST, shot.version)


def _differs(rules: Ruleset, secret: Secret, path: str, seed: int, folder: Path) -> bool:
    with ExitStack() as parts:
        sides = [
            (kind, _table(rules, secret, kind, seed, folder / f"{kind} {number}", parts))
            for number in range(TABLES)
            for kind in (0, 1)
        ]
        app = evening(sides[0][1]).app
        own: Parts = app.extensions[EXTENSION]
        kinds = {kind: TableTop(SimulatedCup(dice_in(DEMO), Random(kind)), {}) for kind in (0, 1)}
        told = [replace(own, table=table, cup=kinds[kind]) for kind, table in sides]
        request = _request(path)
        times: list[tuple[int, list[float]]] = [(kind, []) for kind, _ in sides]
        order = list(range(len(sides)))
        for _ in range(SAMPLES):
            Random(f"{seed} {order}").shuffle(order)
            for index in order:
                times[index][1].append(_seconds(app, told[index], request))
        return differ(*([taken for kind, taken in times if kind == which] for which in (0, 1)))


def _table(rules: Ruleset, secret: Secret, kind: int, seed: int, folder: Path, parts: ExitStack) -> Table:
    """Return a table where the same was played, but for the secret."""
    folder.mkdir(parents=True)
    table = Table(Log(folder / "table.db"), lambda: "2030-02-03T20:15:00+01:00")
    parts.callback(table.close)
    _play(table, rules, Random(seed), sealed=secret is _seal)
    secret(table, kind)
    return table


def _play(table: Table, rules: Ruleset, chance: Random, *, sealed: bool) -> None:
    """Play until dice lie hidden, or answers are to be sealed, with a phone on a seat."""
    names = [f"Player {seat}" for seat in range(max(3, rules.PLAYERS[0]))]
    table.start({"game": rules.NAME, "seats": names}, HOST, 0)
    table.guests.claim(table.snapshot().chairs[-1], "player")
    for _ in range(MOVES):
        shot = table.snapshot()
        assert shot.game
        waits = rules.waiting_for(shot.game.match.state).what
        if waits is Wait.REVEAL or (sealed and waits is Wait.DOUBTS):
            break
        table.submit(by_chance.move(rules, shot.game.match.state, chance), HOST, shot.version)


def _request(path: str) -> dict[str, Any]:
    name = Signer(KEY, salt="phone", digest_method=sha256).sign("player").decode()
    headers = Headers([("Cookie", f"phone={name}")])
    return EnvironBuilder(path, base_url="http://localhost/", headers=headers).get_environ()


def _seconds(app: Flask, told: Parts, request: dict[str, Any]) -> float:
    """Return how long the processor works on a page that nobody has asked for since the last move."""
    app.extensions[EXTENSION] = told
    app.extensions[sharing.EXTENSION] = sharing.SharedPages()
    before = time.thread_time()
    pages, status, _ = run_wsgi_app(app, dict(request), buffered=True)
    taken = time.thread_time() - before
    assert status.startswith("200"), status
    assert any(pages)
    return taken
