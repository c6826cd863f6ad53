"""Kills of the real table at random moments, while several phones play one of the six games."""

import random
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.kept.places import log_file
from games.rulesets import RULESETS
from table.actors import Actor
from table.game import reopen
from table.log import Entry, Log
from table.opening import log_to_read
from table.table import Table
from tests.games import chance as by_chance
from tests.ports import free_port
from tests.torture.clients import Client, Confirmed, phone_of
from tests.torture.warm import Tables

LONGEST_S: Final = 3.0
START_S: Final = 0.5
MOST_MOVES: Final = 20
JITTER_S: Final = 0.02
EARLY: Final = 0.25
"""So many of the kills come while the table starts."""
HOST: Final = "host"
SEALED: Final = ("believe", "doubt")


@dataclass(frozen=True, slots=True)
class Toll:
    """What an evening of kills saw: kills, those before the table was up, and moves that were confirmed."""

    kills: int
    early: int
    confirmed: int


def evening(seed: int, data: Path, kills: int, tables: Tables) -> Toll:
    """Play a game by chance through so many kills; AssertionError where anything confirmed is lost."""
    chance = random.Random(seed)
    clients = _sit_down(chance, data)
    entries = before = entries_of(data)
    early = 0
    for _ in range(kills):
        up = _until_killed(chance, data, clients, tables)
        early += not up
        entries = entries_of(data)
        check_kept(before, entries, clients)
        before = entries
    return Toll(kills, early, sum(len(client.confirmed) for client in clients))


def _sit_down(chance: random.Random, data: Path) -> list[Client]:
    """Start a game with a phone for every seat, the first of which is the host's as well."""
    rules = chance.choice(list(RULESETS.values()))
    fewest, most = rules.PLAYERS
    names = [f"Player {seat}" for seat in range(chance.randint(fewest, min(most, fewest + 4)))]
    table = Table(Log(log_file(data)), lambda: "2030-02-03T20:15:00+01:00")
    while table.snapshot().game is None:
        line = {"game": rules.NAME, "seats": names, "options": by_chance.options(rules, chance)}
        try:
            table.start(line, Actor(HOST, host=True), 0)
        except ValueError:
            continue  # options that do not go together
    for seat, guest in enumerate(table.snapshot().chairs):
        table.guests.claim(guest, f"phone-{seat}")
    table.add_host("phone-0")
    table.close()
    return [
        Client(phone_of(data, f"phone-{seat}"), random.Random(chance.random()), host=seat == 0)
        for seat in range(len(names))
    ]


def _until_killed(chance: random.Random, data: Path, clients: list[Client], tables: Tables) -> bool:
    """Start the table, let all play, and kill it; return whether it had come up."""
    port = free_port(chance)
    tables.start(data, port)
    if chance.random() < EARLY:
        threading.Event().wait(chance.uniform(0, START_S))
        return tables.kill()
    if not tables.wait():
        raise AssertionError("the table did not start again")
    threads = []
    for client in clients:
        client.phone.host = f"127.0.0.1:{port}"
        threads.append(threading.Thread(target=client.play))
        threads[-1].start()
    _wait_for_moves(clients, chance.randint(0, MOST_MOVES))
    threading.Event().wait(chance.uniform(0, JITTER_S))
    tables.kill()
    for thread in threads:
        thread.join()
    return True


def _wait_for_moves(clients: list[Client], moves: int) -> None:
    """Wait until so many moves more are confirmed, but not for ever: a game may be over."""
    enough = sum(len(client.confirmed) for client in clients) + moves
    until = time.monotonic() + LONGEST_S
    while time.monotonic() < until and sum(len(client.confirmed) for client in clients) < enough:
        threading.Event().wait(JITTER_S / 2)


def entries_of(data: Path) -> list[Entry]:
    """Return the whole log, once its last game's moves lead to the state that is kept."""
    with log_to_read(log_file(data)) as log:
        last = log.last_game() or 0
        entries = log.entries(last)
        game = reopen(entries, *log.state(last))
        assert not game.opened_anew
        assert game.state_text() == log.state(last)[1]
        return [entry for number in range(1, last + 1) for entry in log.entries(number)]


def check_kept(before: list[Entry], entries: list[Entry], clients: list[Client], *, known: int = 0) -> None:
    """Raise AssertionError unless all that was confirmed is there, nothing is gone, and nothing counts twice.

    `before` is what stood there at the last look, `known` how many entries did when the clients came.
    """
    assert not [client.trouble for client in clients if client.trouble]
    assert entries[: len(before)] == before
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    by_phones = {entry.version: entry for entry in entries[known:] if entry.who == "phone"}
    confirmed = [move for client in clients for move in client.confirmed]
    lost = sum(client.lost for client in clients)
    assert len(confirmed) <= len(by_phones) <= len(confirmed) + lost
    missing = [move for move in confirmed if not _is_kept(move, by_phones)]
    assert not missing


def _is_kept(move: Confirmed, entries: Mapping[int, Entry]) -> bool:
    """Return whether a move is the entry after the version that its page showed, a sealed one any later."""
    if move.fields.get("answer") in SEALED:
        line = {"move": move.fields["answer"], "seat": int(str(move.fields["seat"]))}
        return any(entry.line == line for version, entry in entries.items() if version > move.seen)
    entry = entries.get(move.seen + 1)
    seat = move.fields.get("seat")
    return entry is not None and (seat is None or str(entry.line.get("seat")) == str(seat))
