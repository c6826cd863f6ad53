"""What a phone may choose from now: the moves that its seat may make, and what it has chosen so far."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.cards import Card
from games.moves import SeatMove, dump_move
from games.ruleset import CardsAsked, View
from games.scorecard import Claim, Combination
from table.actors import Actor
from table.game import Game
from web.sight.keypad import Key, keypad, values

PARTS = ("how", "throws")
"""What a call can say besides its value."""


@dataclass(frozen=True)
class Choosing:
    """The choices of the seat that `view` is for; `draft` is what was chosen so far."""

    view: View
    draft: Mapping[str, str]

    @property
    def words(self) -> list[str]:
        """The names of the moves that are a word and nothing else, and this seat's turn to say."""
        lines = (dump_move(move) for move in self.view.allowed if not move.ANYONE)
        return [str(line["move"]) for line in lines if line.keys() == {"move", "seat"}]

    def choices(self, part: str) -> list[str]:
        """Return what calls may say in a part, "seen" or "blind"; [] where they have no such part."""
        found = (dump_move(move).get(part) for move in self.view.allowed)
        return list(dict.fromkeys(str(content) for content in found if content is not None))

    def chosen(self, part: str) -> str:
        """Return what the phone has chosen in a part, else the first choice; "" if there is none."""
        choices = self.choices(part)
        chosen = self.draft.get(part, "")
        return chosen if chosen in choices else next(iter(choices), "")

    @property
    def parts(self) -> dict[str, str]:
        """What a call is to say besides its value."""
        return {part: self.chosen(part) for part in PARTS if self.choices(part)}

    @cached_property
    def keypad(self) -> list[list[Key]]:
        """The keypad, with those keys on that may be called so."""
        return keypad(self.view.order, values(self.view.allowed, **self.parts))

    @property
    def may_equal(self) -> bool:
        """Whether the call that stands may be called again."""
        call = self.view.call
        return any(key.on and call and key.throw == call.value for row in self.keypad for key in row)

    @cached_property
    def claims(self) -> dict[Combination, list[Claim]]:
        """Every combination with the claims that may be made in it: none where it is closed."""
        found = [move.value for move in self.view.allowed if isinstance(getattr(move, "value", None), Claim)]  # type: ignore[attr-defined]
        return {kind: [claim for claim in found if claim.combination is kind] for kind in Combination}

    @property
    def pick(self) -> Combination | None:
        """The combination that was picked, whose points are to be said."""
        picked = self.draft.get("pick")
        return next((kind for kind, claims in self.claims.items() if kind == picked and claims), None)

    @property
    def asked(self) -> CardsAsked | None:
        """How many cards are to be entered, if any."""
        return self.view.asked

    @property
    def cards(self) -> Sequence[Card]:
        """The cards that were entered so far."""
        known = {str(card): card for card in Card}
        names = self.draft.get("cards", "").split(",")
        most = self.asked.most if self.asked else 0
        return [known[name] for name in names if name in known][:most]

    def with_card(self, card: Card) -> str:
        """Return the draft's text with one more card."""
        return ",".join([*self.cards, card])

    @property
    def without_last(self) -> str:
        """The draft's text with the last card taken back."""
        return ",".join(self.cards[:-1])


def objections(game: Game, by: Actor, phones: Container[int]) -> list[SeatMove]:
    """Return what a phone may say out of turn, each once: for its own seat, for any from a host's phone.

    Of several seats the caller's is the last: it is the others who object. And before it come those that have
    `phones` of their own: who may speak for themselves is not to be said to have spoken.
    """
    call = game.view(None).call
    said = [
        move for move in game.rules.allowed(game.match.state) if isinstance(move, SeatMove) and move.ANYONE
    ]
    moves = sorted(said, key=lambda move: (call is not None and move.seat == call.seat, move.seat in phones))
    mine = [move for move in moves if move.seat in by.seats] or (moves if by.host else [])
    return list({move.NAME: move for move in reversed(mine)}.values())
