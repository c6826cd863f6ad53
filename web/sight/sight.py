"""What one phone sees: the table at one moment, as far as it is this phone's to see and to decide.

Templates ask a `Sight` and know no rules; what is allowed comes from the game's own view.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from gettext import NullTranslations
from typing import Final

from markupsafe import Markup

from games.moves import Push, SeatMove
from games.ruleset import AnyCall, AnyVerdict, Ruling, View, Wait
from games.scorecard import Claim
from table.actors import Actor
from table.game import Game
from table.log import LogError
from table.look import Look, Stage
from table.party import MARKS, NO_PHONE
from table.ports import Picture
from table.snapshot import Snapshot
from web.sight.betting import Betting
from web.sight.choosing import Choosing, objections
from web.sight.corrections import Hosting, lie_open
from web.sight.draft import address
from web.sight.guests import Guests
from web.sight.history import News, is_corrected, just_ruled, news, round_calls
from web.sight.missed import Missed, missed
from web.words.headline import headline, ruling_move
from web.words.rule import rule
from web.words.telling import Teller, teller
from web.words.values import listed
from web.words.why import why

ROUND_CALLS = 4  # how many calls of a round stay on the screen
ENTERED: Final = (Wait.CARDS, Wait.DRAWN, Wait.COUNTERS)


class Scene(StrEnum):
    """What the screen is about; each has a template of its own, and games may have their own of it."""

    EMPTY = "empty"
    CALL = "call"
    ANSWER = "answer"
    THROW = "throw"
    DOUBTS = "doubts"
    CARDS = "cards"
    LOOK = "look"
    ASK = "ask"
    VERDICT = "verdict"
    OVER = "over"


_SCENES: Final = {
    Wait.OVER: Scene.OVER,
    Wait.RESPONSE: Scene.ANSWER,
    Wait.DOUBTS: Scene.DOUBTS,
    Wait.THROW: Scene.THROW,
    **dict.fromkeys(ENTERED, Scene.CARDS),
}
_DECISIONS: Final = (Scene.CALL, Scene.ANSWER, Scene.THROW, Scene.DOUBTS, Scene.CARDS)


@dataclass(frozen=True)
class Sight:
    """The table as `phone` sees it, in the language of `texts`.

    `after` is the version whose verdict it has seen enough of; `find_picture` finds evidence by its version;
    `draft` is what the phone has chosen so far of its next move.
    """

    shot: Snapshot
    phone: str
    after: int
    find_picture: Callable[[int], Picture | None]
    texts: NullTranslations
    draft: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def actor(self) -> Actor:
        """What the phone may act as."""
        return self.shot.actor(self.phone)

    @cached_property
    def guests(self) -> Guests:
        """The people at the table."""
        return Guests(self.shot, self.actor)

    @property
    def is_watching(self) -> bool:
        """Whether nobody sits on this phone; a television is none, and a host looks on."""
        return self.phone != NO_PHONE and not self.actor.guests and not self.actor.host

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
        """The seat that this phone is to act for now.

        Its own; for a host's phone one without a phone, or whom it has chosen to answer for. What was turned
        over a host may always enter.
        """
        waiting = self.shot.game.waiting if self.shot.game else None
        chosen = self.draft.get("seat", "")
        if self.actor.host and waiting and chosen in map(str, waiting.seats):
            return int(chosen)
        for seat in waiting.seats if waiting else ():
            free = seat not in self.shot.phones or (waiting and waiting.what in ENTERED)
            if seat in self.actor.seats or (self.actor.host and free):
                return seat
        return None

    @cached_property
    def scene(self) -> Scene:
        """What the screen is about."""
        if self.shot.game is None:
            return Scene.EMPTY
        what = self.view.waiting.what
        if what is Wait.REVEAL:
            return Scene.ASK if self.look.stage is Stage.ASKING else Scene.LOOK
        if what in (Wait.CALL, Wait.THROW) and self._shows_verdict:
            return Scene.VERDICT
        return _SCENES.get(what, Scene.CALL)

    def part(self, name: str) -> list[str]:
        """Return the templates of a part of the screen: the game's own, else the one for all."""
        return [f"games/{self.game.rules.NAME}/{name}.html", f"scenes/{name}.html"]

    @property
    def decides(self) -> bool:
        """Whether something is asked of this phone now."""
        if self.scene in _DECISIONS:
            return self.acting is not None
        return self.scene is Scene.ASK and self.may_enter

    @property
    def edge(self) -> int | None:
        """The colour of the player whom this phone is to act for, by its number; None where there is none."""
        sign = None if self.acting is None else self.guests.sign(self.acting)
        return None if sign is None else sign % MARKS

    def is_asked(self, seat: int) -> bool:
        """Return whether a seat's word is waited for."""
        return self.scene in _DECISIONS and seat in self.view.waiting.seats

    @cached_property
    def betting(self) -> Betting:
        """The bets of those who are out."""
        return Betting(self.shot, self.game, self.actor)

    def address(self, **chosen: str) -> str:
        """Return the address of the panel with these choices made, for whomever this phone plays for."""
        kept = {part: text for part, text in self.draft.items() if part == "seat"}
        return address(self.shot.version, self.after, {**kept, **chosen})

    def along(self, page: str = "panel.show", **more: str) -> str:
        """Return the address of a page that takes along what this phone has seen and chosen so far."""
        return address(self.shot.version, self.after, self.draft, page, **more)

    @property
    def missed(self) -> list[Missed]:
        """Whom this phone may help out, as a host's: those who are asked in vain."""
        entered = self.scene is Scene.CARDS and "seat" not in self.draft
        return missed(self.shot, self.actor, None if entered else self.acting)

    @property
    def hands_over(self) -> bool:
        """Whether this phone has to reach the player first whose sealed answer it is to take."""
        if self.scene is not Scene.DOUBTS or self.acting is None or not self._is_shared:
            return False
        return str(self.acting) not in (self.draft.get("ready"), self.draft.get("seat"))

    @cached_property
    def choosing(self) -> Choosing:
        """What this phone may choose from."""
        return Choosing(self.view, self.draft)

    @cached_property
    def on_turn(self) -> Choosing:
        """What whoever is asked may choose from, for those who look on."""
        moves = self.game.rules.allowed(self.game.match.state)
        return Choosing(replace(self.view, allowed=moves), {})

    @cached_property
    def tell(self) -> Teller:
        """Who tells of this game."""
        return teller(self.game, self.texts)

    @cached_property
    def objections(self) -> list[SeatMove]:
        """What this phone may say though it is not its turn."""
        return objections(self.game, self.actor, self.shot.phones)

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
    def lies_open(self) -> bool:
        """Whether all see the dice that are looked at."""
        return lie_open(self.game, self.view)

    @property
    def may_enter(self) -> bool:
        """Whether this phone may say what the dice are."""
        return self.actor.host or bool(self.actor.seats.intersection(self.game.witnesses))

    @property
    def speaks_for_two(self) -> bool:
        """Whether what this phone says of the dice counts at once, as it says so for two who may."""
        return len(self.actor.seats.intersection(self.game.witnesses)) > 1

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
        """The picture that the verdict rests on, while it is kept; after an appeal its marks are gone."""
        try:
            picture = self.find_picture(self.game.ruled) if self.game.ruled else None
        except LogError:  # the verdict stands without it
            return None
        return replace(picture, rings=()) if picture and is_corrected(self.game.match) else picture

    @property
    def ruled(self) -> int:
        """The version that has just brought the verdict which shows; 0 if it was told of before."""
        shows = self.shot.game and self.scene in (Scene.VERDICT, Scene.OVER)
        return self.shot.version if shows and just_ruled(self.game.match) else 0

    @property
    def headline(self) -> str:
        """The one big word over the verdict."""
        return headline(self.game.match, self.verdict, self.texts)

    @property
    def why(self) -> str:
        """The rule that the verdict stands on."""
        return why(self.game.match, self.verdict, self.texts)

    @property
    def rule(self) -> str:
        """The rule that what is asked of this phone stands on."""
        return rule(self.view, self.texts, may_equal=self.choosing.may_equal)

    @property
    def ruled_by(self) -> str:
        """The name of the move that led to the verdict."""
        return ruling_move(self.game.match)

    @property
    def news(self) -> News:
        """What happened last that the screen would not show otherwise."""
        return news(self.game.match)

    @property
    def hosting(self) -> Hosting:
        """What the host may do now."""
        return Hosting(self.game, self.view)

    @property
    def dice(self) -> int:
        """How many dice the game is played with."""
        return self.game.rules.DICE

    @property
    def marks(self) -> int:
        """How many marks a seat's row has room for: what everyone began with, or what loses the game."""
        standing = self.view.standing
        limit = self.game.options.get(standing[0].unit, 0)
        return max(int(limit), *(one.count for one in standing))

    @property
    def says_short(self) -> str:
        """The name of the move that a short press makes now; "" if it says nothing."""
        return self._pushed(Push.SHORT)

    @property
    def says_held(self) -> str:
        """The name of the move that a hold makes now; "" if it says nothing."""
        return self._pushed(Push.HELD)

    @property
    def is_pushed(self) -> bool:
        """Whether the button says anything now, or where calls are answered, or would in the next game."""
        answers = self.shot.game and any(kind.PUSH is Push.HELD for kind in self.game.rules.MOVES)
        return self.shot.game is None or bool(self.says_short or answers)

    def name(self, seat: int) -> Markup:
        """Return a player's name as typed, kept from mixing its direction with the text around."""
        return Markup("<bdi>{}</bdi>").format(self.game.seats[seat])

    @property
    def wins(self) -> Markup:
        """Return who has won, in a sentence; "" while the game runs."""
        winners = self.view.outcome.winners if self.view.outcome else ()
        names = Markup(listed([self.name(seat) for seat in winners], self.tell.texts))
        return Markup(self.tell.wins(len(winners))) % {"name": names} if winners else Markup()

    def value(self, value: tuple[int, ...] | Claim) -> str:
        """Return a value as the people at this game say it."""
        return self.tell.value(value)

    def round_calls(self) -> list[AnyCall]:
        """Return the last calls of this round that stand, oldest first."""
        return list(round_calls(self.game.match))[-ROUND_CALLS:]

    def pays(self, seat: int) -> Markup:
        """Return the sentence on one who pays by the verdict."""
        if isinstance(self.verdict, Ruling):
            raise LookupError("nobody pays in a game of scores")
        sentence = self.tell.pays(self.verdict, self.view.standing[seat])
        return Markup(sentence) % {"name": self.name(seat), "num": self.verdict.count}

    @property
    def cues(self) -> list[str]:
        """What this moment sounds like, in order: a knock for a challenge, the word, who is out, a win."""
        if self.scene is Scene.LOOK and self.view.call:
            return ["knock"]
        if not self.ruled:
            return []
        word = {True: "truth", False: "lie", None: "still"}[self.verdict.truth]
        payers = () if isinstance(self.verdict, Ruling) else self.verdict.payers
        fell = any(self.view.standing[seat].paid_the_last(self.game.options) for seat in payers)
        return [word, *(["out"] if fell else []), *(["win"] if self.scene is Scene.OVER else [])]

    @property
    def outcomes(self) -> list[str]:
        """What the verdict did, in sentences."""
        if isinstance(self.verdict, Ruling):
            return self.tell.ruling(self.verdict)
        return [self.pays(seat) for seat in self.verdict.payers]

    def paid(self, seat: int) -> int:
        """Return how much a seat has just paid, where the verdict shows."""
        verdict = self.view.verdict
        if self.scene not in (Scene.VERDICT, Scene.OVER) or verdict is None or isinstance(verdict, Ruling):
            return 0
        return verdict.count if seat in verdict.payers else 0

    @property
    def _is_shared(self) -> bool:
        """Whether several play on this phone."""
        mine = self.actor.seats
        seats = range(len(self.game.seats))
        free = set(seats) - set(self.shot.phones) if self.actor.host else set()
        return sum(not self.view.standing[seat].out for seat in mine.union(free)) > 1

    @property
    def _shows_verdict(self) -> bool:
        seen_enough = self.after == self.shot.version and self.acting is not None
        return self.view.verdict is not None and not seen_enough

    def _pushed(self, push: Push) -> str:
        move = self.game.pushed(push) if self.shot.game else None
        return move.NAME if move else ""
