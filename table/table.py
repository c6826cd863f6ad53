"""The table: one lock, one writer, one game at a time.

Every move goes through `submit`: checked, played, written to disk, and only then told. Whoever follows the
table (event streams, lights, the referee) waits for the next revision and asks for a snapshot, for neither of
which the lock is needed: snapshots never change.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from games.moves import IllegalMoveError, Move, Reveal, SeatMove, Undo, Void, dump_move
from games.ruleset import Wait
from table.actors import CAMERA, PEOPLE, Actor, NotAllowedError
from table.bell import Bell
from table.bets import BetBook, Bets, Bettors
from table.game import Game, asked_at, reopen
from table.guest_book import GuestBook
from table.habits import HabitBook, Habits, habits
from table.house import HouseBook
from table.log import DamagedLogError, Entry, Host, Log
from table.look import VOID, Look, Stage
from table.names import SetupError, check_apart
from table.notes import ANSWERED, Notes, taken_back, told
from table.party import Party
from table.plate import NamePlate
from table.ports import Picture
from table.scorebook import ScoreBook
from table.seating import begin, seated
from table.snapshot import Late, Snapshot

RESTARTED: Final = "restarted"


class Table:
    """The running table on its log. `now` gives the time of day as ISO text, for the log only."""

    def __init__(self, log: Log, now: Callable[[], str]) -> None:
        """Open the table where it stood.

        Raises:
            LogError: the log can't be read.
        """
        self._log = log
        self._now = now
        self._writing = threading.RLock()
        self._bell = Bell()
        self.house = HouseBook(log, self._writing)
        self._shot = self._opened()
        self.scores = ScoreBook(log, self._writing, self.snapshot)
        self.guests = GuestBook(
            self._seat,
            lambda guest: self._shot.plays(guest),
            lambda: self._shot.hosts,
            self.scores.end,
        )
        self.habits = HabitBook(self._settle)
        self.plate = NamePlate(self._call)
        self.bets = BetBook(log.ledger, self._writing, self.snapshot, self._show_bets)

    def snapshot(self) -> Snapshot:
        """Return the table as it is now."""
        return self._shot

    def wait(self, revision: int, timeout_s: float | None = None) -> Snapshot:
        """Return the table once its revision is not `revision` any more, or as it is after `timeout_s`."""
        self._bell.wait(lambda: self._shot.revision != revision, timeout_s)
        return self._shot

    def breathe(self) -> None:
        """Return once the table's lock can be had: where it never can, the table is dead."""
        with self._writing:
            pass

    def wake(self) -> None:
        """Wake everyone who waits, so that they can see that they are to stop."""
        with self._writing:
            self._show(self._shot)

    def start(self, line: Mapping[str, object], by: Actor, seen: int, opens: int = 0) -> Snapshot:
        """Start a new game as its first line says; phones go on sitting for whom they sat.

        Where it names no seats, everyone at the table plays, as far as there is room, who has waited first,
        and the guest `opens` opens; else those that it names, and who of them is not here yet comes.

        Raises:
            NotAllowedError: only the host may.
            SetupError: the game can't start so.
            StaleMoveError, LogError: see `submit`.
        """
        by.check_host()
        with self._writing:
            begun = begin(line, self._shot.party, opens)
            self._shot.check_seen(seen)
            game, chairs, at = begun.game, begun.chairs, self._now()
            party = replace(begun.party, left=())
            self.scores.begin(at)
            entry = self._log.start(
                game.line(), game.rules.VERSION, game.state_text(), by.name, at, party, chairs
            )
            game = replace(game, number=entry.game, opened=entry.version)
            started = replace(self._shot, version=entry.version, asked=entry.version, game=game, look=None)
            seated = replace(started, party=party.waiting_since(chairs, entry.game), chairs=chairs)
            notes = taken_back(self._shot.notes, *ANSWERED)
            shot = self._show(replace(seated, notes=notes, late={}, bets={}, bettors={}))
            self.scores.let_go()
            return shot

    def submit(self, move: Move, by: Actor, seen: int, picture: Picture | None = None) -> Snapshot:
        """Play `move` for `by`, who saw the version `seen`; return the table once it is on disk.

        Sealed answers come all at once: one counts though others have come since it was asked for. A caller
        may take the call back until it is answered.

        Raises:
            NotAllowedError: `by` may not make this move.
            StaleMoveError: the table has moved on since.
            IllegalMoveError: the rules refuse it.
            LogError: it can't be written; nothing has changed.
        """
        if not isinstance(move, Undo):
            by.check(move)
        with self._writing:
            if not (self._is_sealed(move) and self._shot.asked <= seen <= self._shot.version):
                self._shot.check_seen(seen)
            if isinstance(move, Undo) and not self._shot.may_take_back(by):
                by.check(move)
            game = self._game()
            move = _as_it_was(game, move)
            played = game.play(move)
            self.scores.reopen(game)
            rules, line = game.rules_version, dump_move(move)
            entry = self._log.append(
                game.number, rules, line, played.state_text(), by.name, self._now(), picture
            )
            return self._show(self._after(played, move, entry))

    def report(self, look: Look) -> Snapshot:
        """Show how far a look is, unless its challenge has been settled or asked for anew meanwhile."""
        with self._writing:
            if not self._is_current(look):
                return self._shot
            return self._show(replace(self._shot, look=look))

    def reveal(self, look: Look, dice: tuple[int, ...], picture: Picture | None) -> Snapshot:
        """Rule on dice that were read with certainty; one that comes too late is dropped.

        Raises:
            LogError: it can't be written; nothing has changed.
        """
        with self._writing:
            if not self._is_current(look):
                return self._shot
            return self.submit(Reveal(dice), CAMERA, look.version, picture)

    def look_again(self, by: Actor, seen: int) -> Snapshot:
        """Ask for another look at the dice of this challenge.

        Raises:
            NotAllowedError: it is for the host and the game's witnesses.
            StaleMoveError: there is no such challenge any more.
            LogError: it can't be written; nothing has changed.
        """
        with self._writing:
            look = self._asking(by, seen)
            self._log.keep_said(look.version, {})
            return self._show(replace(self._shot, look=Look(look.version, look.attempt + 1)))

    def enter(self, dice: tuple[int, ...], by: Actor, seen: int) -> Snapshot:
        """Take the dice that people see: the host's word counts, else the same from two who may say so.

        What the camera had counted in its picture is not what was ruled on, so its marks go.

        Raises:
            NotAllowedError: it is for the host and the game's witnesses.
            StaleMoveError: there is no such challenge any more.
            IllegalMoveError: such dice there are not.
            LogError: it can't be written; nothing has changed.
        """
        with self._writing:
            look = self._asking(by, seen)
            picture = look.picture and replace(look.picture, rings=(), place=None)
            return self._hear(look, tuple(sorted(dice)), by, Reveal(dice), picture)

    def ask_void(self, by: Actor, seen: int) -> Snapshot:
        """Void a throw that is not read for certain: the host's word counts, or two's; raises as `enter`."""
        with self._writing:
            return self._hear(self._asking(by, seen), VOID, by, Void())

    def add_host(self, phone: str) -> Snapshot:
        """Make a phone a host's; raises LogError if it can't be written."""
        with self._writing:
            self._log.add_host(phone, self._now())
            return self._show(replace(self._shot, hosts=self._shot.hosts | {phone}))

    def hosts(self) -> list[Host]:
        """Return the hosts, the first first; raises LogError if they can't be read."""
        with self._writing:
            return self._log.hosts()

    def end_host(self, mark: str, by: Actor) -> Snapshot:
        """Make the phone with this mark a host's no more; one that is none already stays none.

        Raises:
            NotAllowedError: only a host may.
            LogError: it can't be written.
        """
        by.check_host()
        with self._writing:
            ended = {host.phone for host in self._log.hosts() if host.mark == mark}
            self._log.end_hosts(ended)
            return self._show(replace(self._shot, hosts=self._shot.hosts - ended))

    def look_for_hosts(self) -> Snapshot:
        """Take over who is a host where another command has changed that; raises LogError."""
        with self._writing:
            if not self._log.changed_elsewhere():
                return self._shot
            hosts = frozenset(host.phone for host in self._log.hosts())
            return self._shot if hosts == self._shot.hosts else self._show(replace(self._shot, hosts=hosts))

    def miss(self, late: Mapping[int, Late], seen: Snapshot) -> Snapshot:
        """Show who is asked in vain, unless the table has moved on since it was `seen` so."""
        with self._writing:
            if self._shot.version != seen.version or self._shot.late == late:
                return self._shot
            return self._show(replace(self._shot, late=late))

    def tell_host(self, note: str) -> Snapshot:
        """Let a note to the host stand until it is taken back, or a start answers it."""
        with self._writing:
            return self._note(told(self._shot.notes, note))

    def untell_host(self, *notes: str) -> Snapshot:
        """Take notes back whose reason is gone."""
        with self._writing:
            return self._note(taken_back(self._shot.notes, *notes))

    def picture(self, version: int) -> Picture | None:
        """Return the evidence of the verdict that made `version`, if it is kept."""
        with self._writing:
            return self._log.picture(version)

    def forget_pictures(self, by: Actor) -> Snapshot:
        """Delete every picture that is kept.

        Raises:
            NotAllowedError: only the host may.
            LogError: it can't be written.
        """
        by.check_host()
        with self._writing:
            self._log.forget_pictures()
            look = self._shot.look
            return self._show(replace(self._shot, look=look and replace(look, picture=None)))

    def entries(self, shot: Snapshot | None = None) -> list[Entry]:
        """Return the lines of this game, or those that led to a snapshot of any, oldest first."""
        with self._writing:
            shot = shot or self._shot
            told = self._log.entries(shot.game.number) if shot.game else []
        return [entry for entry in told if entry.version <= shot.version]

    def hand_over(self, commit: Callable[[Snapshot], None]) -> None:
        """Write nothing any more, once `commit` has made sure of another log that takes this one's place.

        It is told how the table stands; where it raises, nothing has happened.
        """
        with self._writing:
            commit(self._shot)
            self._log.freeze()

    def close(self) -> None:
        """Close the log, after whatever is being written."""
        with self._writing:
            self._log.close()

    def _opened(self) -> Snapshot:
        number = self._log.last_game()
        hosts = frozenset(host.phone for host in self._log.hosts())
        kept, name = habits(self._log.ledger.habits()), self._log.ledger.table_name()
        shot = Snapshot(0, 0, None, None, self._log.party(), hosts, (), habits=kept, name=name)
        if number is None:
            return shot
        entries = self._log.entries(number)
        try:
            game = reopen(entries, *self._log.state(number))
        except SetupError as error:
            raise DamagedLogError(f"the last game can't be opened: {error}") from error
        notes, look = ("rules_changed",) if game.opened_anew else (), None
        version, asked = entries[-1].version, asked_at(game, entries)
        if game.waiting.what is Wait.REVEAL:
            # The cup may have been lifted while the power was off: somebody has to say that it was not
            look = Look(version, stage=Stage.ASKING, reason=RESTARTED, entries=self._log.said(version))
        shot = replace(shot, version=version, game=game, look=look, notes=notes, asked=asked)
        return seated(self._log, replace(shot, bets=self._log.ledger.bets(number)), game)

    def _after(self, game: Game, move: Move, entry: Entry) -> Snapshot:
        look = self._look(game, move, entry.version) if game.waiting.what is Wait.REVEAL else None
        same = self._is_sealed(move) and game.waiting.what is Wait.DOUBTS
        asked = self._shot.asked if same else entry.version
        late = self._shot.late if same else {}
        return replace(self._shot, version=entry.version, game=game, look=look, asked=asked, late=late)

    def _look(self, game: Game, move: Move, version: int) -> Look:
        """Return the look at the dice that are asked for after a move."""
        before = self._shot.look
        if before and before.stage is Stage.ASKING:  # a bystander has left: people are asked as they were
            return before.going_on(version, game.witnesses)
        if before or isinstance(move, Undo):
            # The cup may have been lifted since the dice were asked for: somebody has to say that it was not
            return Look(version, stage=Stage.ASKING, reason=RESTARTED)
        return Look(version)

    def _is_sealed(self, move: Move) -> bool:
        """Return whether a move is one of the answers that nobody sees before all are given."""
        answers = isinstance(move, SeatMove) and not move.ANYONE
        return answers and self._shot.game is not None and self._shot.game.waiting.what is Wait.DOUBTS

    def _hear(
        self, look: Look, said: tuple[int, ...], by: Actor, move: Move, picture: Picture | None = None
    ) -> Snapshot:
        """Make the move that people ask for in a look once it counts, else keep what they say."""
        look = look.with_said(said, by.seats.intersection(self._game().witnesses))
        if by.host or look.is_agreed(said):
            return self.submit(move, by if by.host else PEOPLE, self._shot.version, picture)
        self._log.keep_said(look.version, look.entries)
        return self._show(replace(self._shot, look=look))

    def _seat(self, change: Callable[[Party], Party]) -> Snapshot:
        with self._writing:
            before, game = self._shot.party, self._shot.game
            party = change(before)
            if party == before:
                return self._shot
            party = party.remembering(before, self._shot.chairs)
            if game:  # who comes waits as long as it does
                came = [guest.id for guest in party.guests if guest.id > before.last]
                party = party.waiting_since(came, game.number - 1)
            shot = replace(self._shot, party=party).named()
            if game and shot.game:  # who has left still has the name
                check_apart(shot.game.seats, game.seats)
            self._log.set_party(party)
            return self._show(shot)

    def _settle(self, wanted: Habits) -> Snapshot:
        with self._writing:
            if wanted.keeps != self._shot.habits.keeps:
                self.scores.settle()  # what is over was played as the host wanted it until now
            self._log.ledger.set_habits(wanted.rows())
            return self._show(replace(self._shot, habits=wanted))

    def _call(self, name: str) -> Snapshot:
        with self._writing:
            self._log.ledger.set_table_name(name)
            return self._show(replace(self._shot, name=name))

    def _show_bets(self, bets: Bets, bettors: Bettors) -> Snapshot:
        return self._show(replace(self._shot, bets=bets, bettors=bettors))

    def _note(self, notes: Notes) -> Snapshot:
        return self._shot if notes == self._shot.notes else self._show(replace(self._shot, notes=notes))

    def _show(self, shot: Snapshot) -> Snapshot:
        self._shot = replace(shot, revision=self._shot.revision + 1)
        self._bell.ring()
        return self._shot

    def _game(self) -> Game:
        if self._shot.game is None:
            raise IllegalMoveError("no_game", "no game has been started")
        return self._shot.game

    def _is_current(self, look: Look) -> bool:
        mine = self._shot.look
        return mine is not None and (mine.version, mine.attempt) == (look.version, look.attempt)

    def _asking(self, by: Actor, seen: int) -> Look:
        self._shot.check_seen(seen)
        look = self._shot.look
        if look is None or look.stage is not Stage.ASKING:
            raise IllegalMoveError("nothing_to_reveal", "nobody is asked what the dice are")
        if not by.host and not by.seats.intersection(self._game().witnesses):
            raise NotAllowedError("not_your_seat", "it is for the host and those who may say what lies there")
        return look


def _as_it_was(game: Game, move: Move) -> Move:
    """Return the move; of dice that may have been seen nobody can say that they are not."""
    return Undo(untouched=False) if isinstance(move, Undo) and game.match.may_be_seen else move
