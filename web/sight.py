"""What one phone sees: the table at one moment, as far as it is this phone's to see and to decide.

Templates ask a `Sight` and know no rules; what is allowed comes from the game's own view.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from markupsafe import Markup

from games.match import Match
from games.moves import Accept, Correct, IllegalMoveError, Leave, Move, Void, dump_move
from games.ruleset import AnyCall, AnyVerdict, View, Wait
from games.throws import MAEXLE
from table.actors import Actor
from table.game import Game
from table.log import LogError
from table.look import Look, Stage
from table.ports import Picture
from table.table import Snapshot
from web.keypad import Key, keypad

ROUND_CALLS = 4  # how many calls of a round stay on the screen


class Scene(StrEnum):
    """What the screen is about; each has a template of its own."""

    EMPTY = "empty"
    CALL = "call"
    ANSWER = "answer"
    LOOK = "look"
    ASK = "ask"
    VERDICT = "verdict"
    OVER = "over"


class News(StrEnum):
    """What happened last, where the screen would not show it otherwise."""

    NONE = ""
    VOID = "void"
    UNDONE = "undone"
    LEFT = "left"
    CORRECTED = "corrected"


@dataclass(frozen=True)
class Sight:
    """The table as `phone` sees it.

    `after` is the version whose verdict it has seen enough of; `find_picture` finds evidence by its version.
    """

    shot: Snapshot
    phone: str
    after: int
    find_picture: Callable[[int], Picture | None]

    @cached_property
    def actor(self) -> Actor:
        """What the phone may act as."""
        return self.shot.actor(self.phone)

    @property
    def game(self) -> Game:
        """The game; there has to be one."""
        if self.shot.game is None:
            raise LookupError("no game has been started")
        return self.shot.game

    @cached_property
    def view(self) -> View:
        """What this phone may see of the game."""
        return self.game.view(self.acting)

    @cached_property
    def acting(self) -> int | None:
        """The seat that this phone is to act for now: its own, or for a host's phone one without a phone."""
        waiting = self.shot.game.view(None).waiting.seats if self.shot.game else ()
        for seat in waiting:
            if seat in self.actor.seats or (self.actor.host and seat not in self.shot.phones):
                return seat
        return None

    @cached_property
    def scene(self) -> Scene:
        """What the screen is about."""
        if self.shot.game is None:
            return Scene.EMPTY
        match self.view.waiting.what:
            case Wait.OVER:
                return Scene.OVER
            case Wait.REVEAL:
                return Scene.ASK if self.look.stage is Stage.ASKING else Scene.LOOK
            case Wait.RESPONSE:
                return Scene.ANSWER
        return Scene.VERDICT if self._shows_verdict else Scene.CALL

    @property
    def decides(self) -> bool:
        """Whether something is asked of this phone now."""
        if self.scene in (Scene.CALL, Scene.ANSWER):
            return self.acting is not None
        return self.scene is Scene.ASK and self.may_enter

    @property
    def is_out(self) -> bool:
        """Whether everyone who plays on this phone is out."""
        mine = [standing.out for standing in self.view.standing if standing.seat in self.actor.seats]
        return bool(mine) and all(mine)

    @property
    def look(self) -> Look:
        """The look at the dice; there has to be one."""
        return self.shot.look or Look(self.shot.version)

    @property
    def may_enter(self) -> bool:
        """Whether this phone may say what the dice are."""
        return self.actor.host or bool(self.actor.seats.intersection(self.view.waiting.seats))

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.view.waiting.seats[-1]

    @property
    def call(self) -> AnyCall:
        """The call that stands; there has to be one."""
        if self.view.call is None:
            raise LookupError("no call stands")
        return self.view.call

    @property
    def verdict(self) -> AnyVerdict:
        """The verdict that stands; there has to be one."""
        if self.view.verdict is None:
            raise LookupError("no verdict stands")
        return self.view.verdict

    @cached_property
    def evidence(self) -> Picture | None:
        """The picture that the verdict rests on, while it is kept."""
        try:
            return self.find_picture(self.game.ruled) if self.game.ruled else None
        except LogError:  # the verdict stands without it
            return None

    @property
    def calls_maexle(self) -> bool:
        """Whether the call that stands is the highest there is, with its own stakes."""
        return self.call.value == MAEXLE

    @property
    def may_equal(self) -> bool:
        """Whether the call that stands may be called again."""
        return any(key.on and key.throw == self.call.value for row in self.keypad for key in row)

    @cached_property
    def keypad(self) -> list[list[Key]]:
        """The calls that this phone may make now."""
        return keypad(self.view.allowed)

    @property
    def news(self) -> News:
        """What happened last that the screen would not show otherwise."""
        match = self.game.match
        if match.played > match.last.number:
            return News.UNDONE
        kinds = {Void: News.VOID, Leave: News.LEFT, Correct: News.CORRECTED}
        return kinds.get(type(match.last.move), News.NONE)

    @property
    def last_move(self) -> Move | None:
        """The move that an undo would take back."""
        return self.game.match.last.move

    @property
    def last_line(self) -> dict[str, object]:
        """The move that an undo would take back, as it is written down."""
        return dump_move(self.last_move) if self.last_move else {}

    @property
    def undo_asks(self) -> bool:
        """Whether taking the last move back hangs on dice that may have been touched."""
        return isinstance(self.last_move, Accept)

    @property
    def may_void(self) -> bool:
        """Whether the host can void the throw on the table."""
        return self._takes(Void())

    @property
    def may_correct(self) -> bool:
        """Whether the host can correct the dice that were read."""
        return self.view.dice is not None and self._takes(Correct(self.view.dice))

    @property
    def may_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self.game.match.last.before is not None

    @property
    def dice(self) -> int:
        """How many dice the game is played with."""
        return self.game.rules.DICE

    @property
    def lives_at_start(self) -> int:
        """How many lives everyone began with."""
        lives = self.game.options.get("lives", 0)
        return max(int(lives), *(standing.count for standing in self.view.standing))

    def seats(self) -> Iterator[tuple[int, str | None]]:
        """Yield every seat with the phone that holds it."""
        for seat in range(len(self.game.seats)):
            yield seat, self.shot.phones.get(seat)

    def free_seats(self) -> list[int]:
        """Return the seats that nobody holds and that are still in the game."""
        if self.scene is Scene.OVER:
            return []
        return [s.seat for s in self.view.standing if not s.out and s.seat not in self.shot.phones]

    def name(self, seat: int) -> Markup:
        """Return a player's name as typed, kept from mixing its direction with the text around."""
        return Markup("<bdi>{}</bdi>").format(self.game.seats[seat])

    def round_calls(self) -> list[AnyCall]:
        """Return the last calls of this round that stand, oldest first."""
        return list(_round_calls(self.game.match))[-ROUND_CALLS:]

    @property
    def _shows_verdict(self) -> bool:
        seen_enough = self.after == self.shot.version and self.acting is not None
        return self.view.verdict is not None and not seen_enough

    def _takes(self, move: Move) -> bool:
        """Return whether the rules would take a move of the host's now."""
        try:
            self.game.rules.play(self.game.match.state, move)
        except IllegalMoveError:
            return False
        return True


@lru_cache(maxsize=2)
def _round_calls(match: Match) -> tuple[AnyCall, ...]:
    """Return the calls of this round, oldest first; a void throw takes back those that rest on it."""
    current = match.rules.view(match.state, None).round
    standing: list[AnyCall | None] = []
    step = match.last
    while step and (view := match.rules.view(step.state, None)).round == current:
        standing.append(view.call)
        step = step.before  # type: ignore[assignment]
    calls: list[AnyCall] = []
    for call in reversed(standing):
        kept = next((n for n, known in enumerate(calls, 1) if known is call), None)
        calls = calls[:kept] if kept else [*calls, *([call] if call else [])]
        calls = calls if call else []
    return tuple(calls)
