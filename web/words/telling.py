"""Moves and verdicts in words: what a game's story, the host's undo and the verdict's screen say.

What is said follows from what a move or a verdict carries, and from whether dice or cards lie there, never
from which game it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from types import MappingProxyType
from typing import Final

from games.cards import Turned
from games.moves import Move, SeatMove, Undo, dump_move
from games.options import Value
from games.ruleset import AnyVerdict, Outcome, Ruling, Standing, Unit, Verdict, View, Wait
from games.scorecard import Claim
from table.game import Game
from web.words.values import N_, listed, say_card, say_combination, say_value

SAID: Final[Mapping[str, str]] = MappingProxyType(
    {
        "accept": N_("%(name)s accepts."),
        "believe": N_("%(name)s has answered."),  # sealed, and the same for both
        "challenge": N_("%(name)s challenges."),
        "doubt": N_("%(name)s has answered."),
        "give_in": N_("%(name)s gives in."),
        "leave": N_("%(name)s leaves the game."),
        "misspoken": N_("%(name)s heard the low digit first: that costs the caller a point."),
        "stand": N_("%(name)s lets it stand."),
        "throw": N_("%(name)s throws openly."),
        "time_up": N_("Time is up: whoever has said nothing believes."),
        "undo": N_("The last move is taken back."),
        "void": N_("The throw is void."),
    }
)
HOW: Final[Mapping[str, str]] = MappingProxyType(
    {
        "seen": N_("%(name)s looks and calls %(value)s."),
        "blind": N_("%(name)s calls %(value)s blind."),
        "passed": N_("%(name)s passes on without a throw and calls %(value)s."),
    }
)
CARDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "turn_over": N_("The cards: %(cards)s."),
        "draw": N_("Drawn for random: %(cards)s."),
        "counter": N_("%(name)s shows %(cards)s."),
        "correct": N_("Appeal: the cards were %(cards)s."),
        "void": N_("The laid cards are void."),
    }
)
DICE: Final[Mapping[str, str]] = MappingProxyType(
    {"reveal": N_("The dice: %(dice)s."), "correct": N_("Appeal: the dice were %(dice)s.")}
)


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells of one game in one language; `seats` are its players' names, `dice` 0 says that it has cards."""

    game: str
    seats: Sequence[str]
    texts: NullTranslations
    dice: int
    options: Mapping[str, Value]

    def move(self, move: Move) -> str:
        """Return a move in words; a sealed answer stays sealed."""
        line = dump_move(move)
        name = self.seats[move.seat] if isinstance(move, SeatMove) else ""
        if "value" in line:
            return self._call(name, move, line)
        if "cards" in line or move.NAME in ("draw", "counter"):
            return self._filled(CARDS[move.NAME], name=name, cards=self._cards(line))
        if "dice" in line:
            return self._filled(DICE[move.NAME], dice=_dice(getattr(move, "dice", ())))
        said = CARDS if move.NAME in CARDS and not self.dice else SAID
        return self._filled(said.get(move.NAME, move.NAME), name=name)

    def after(self, move: Move, before: View, now: View) -> list[str]:
        """Return what a move has led to, in sentences: doubts, verdict, end."""
        if isinstance(move, Undo):
            return []
        said = [*self._thrown_for(before, now), *self._doubts(before, now)]
        verdict = now.verdict
        if verdict and not same_verdict(verdict, before.verdict):
            said += [] if verdict.truth is None else [self._truth(verdict.truth)]
            said += self.ruling(verdict) if isinstance(verdict, Ruling) else self._verdict(verdict, now)
        if now.outcome and (now.outcome, now.standing) != (before.outcome, before.standing):
            said += self._outcome(now.outcome, now)
        return said

    def opening(self, view: View) -> str:
        """Return what the throws for who opens have decided: who throws again or opens; "" if nothing yet."""
        waiting, thrown = view.waiting, {shown.seat for shown in view.shown}
        if waiting.what is Wait.CALL and view.opening == waiting.seats:
            opens = N_("%(name)s has thrown the highest and opens.")
            return self._filled(opens, name=self.names(view.opening))
        if waiting.what is Wait.THROW and view.opening and thrown.issuperset(view.opening):
            again = N_("A tie for the highest: %(names)s throw again.")
            return self._filled(again, names=self.listed(view.opening))
        return ""

    def value(self, value: tuple[int, ...] | Claim) -> str:
        """Return a value as the people at this game say it."""
        return say_value(self.game, value, self.texts)

    def explained(self, turned: Turned) -> str:
        """Return what the special cards among those that count stand for, "joker as 9: 99"; "" if none do."""
        meant = [one for one in turned.meant if not one.card.isdigit()]
        if not meant or turned.value is None:
            return ""
        cards = (
            self._filled(N_("%(card)s as %(number)s"), card=say_card(one.card, self.texts), number=one.number)
            for one in meant
        )
        return self._filled(
            N_("%(cards)s: %(value)s"), cards=", ".join(cards), value=self.value(turned.value)
        )

    def paid(self, verdict: Verdict, payer: Standing) -> str:
        """Return what one who pays has paid, and whether they are out by it."""
        return self.pays(verdict, payer) % {"name": self.seats[payer.seat], "num": verdict.count}

    def pays(self, verdict: Verdict, payer: Standing) -> str:
        """Return the sentence on one who pays, to be filled in with `name` and `num`."""
        out = payer.paid_the_last(self.options)
        return _pays_last(verdict, self.texts) if out else _pays(verdict, self.texts)

    def wins(self, winners: int) -> str:
        """Return the sentence on who has won, to be filled in with `name`."""
        if winners > 1:
            return self.texts.gettext("%(name)s share the win!")
        return self.texts.gettext("%(name)s wins!")

    def names(self, seats: Iterable[int]) -> str:
        """Return several players' names, as they stand after a colon."""
        return ", ".join(self.seats[seat] for seat in seats)

    def listed(self, seats: Iterable[int]) -> str:
        """Return several players' names, as a sentence lists them."""
        return listed([self.seats[seat] for seat in seats], self.texts)

    def _call(self, name: str, move: Move, line: Mapping[str, object]) -> str:
        said = {"name": name, "value": self.value(getattr(move, "value", (0, 0)))}
        throws = line.get("throws")
        if isinstance(throws, int):
            return self._after_throws(throws) % (said | {"num": throws})
        return self._filled(HOW.get(str(line.get("how")), N_("%(name)s calls %(value)s.")), **said)

    def _after_throws(self, throws: int) -> str:
        if not throws:
            return self.texts.gettext("%(name)s leaves the dice and calls %(value)s.")
        return self.texts.ngettext(
            "%(name)s calls %(value)s after %(num)d throw.",
            "%(name)s calls %(value)s after %(num)d throws.",
            throws,
        )

    def _cards(self, line: Mapping[str, object]) -> str:
        parts = []
        for part in ("cards", "drawn", "counters"):
            cards = line.get(part)
            if isinstance(cards, list) and cards:
                parts.append(", ".join(say_card(card, self.texts) for card in cards))
        return "; ".join(parts) or self.texts.gettext("nothing")

    def _thrown_for(self, before: View, now: View) -> list[str]:
        """Return what a throw for who opens comes to, and what it has decided, once that is new."""
        said = []
        if now.opening and now.shown and now.shown != before.shown:
            last = now.shown[-1]
            comes_to = N_("That is %(points)s for %(name)s.")
            said.append(self._filled(comes_to, points=sum(last.dice), name=self.seats[last.seat]))
        decided = self.opening(now)
        return [*said, decided] if decided and decided != self.opening(before) else said

    def _doubts(self, before: View, now: View) -> list[str]:
        """Return who doubts, once that is open."""
        if set(now.doubters) - set(before.doubters):
            return [self._filled(N_("Doubted by: %(names)s."), names=self.names(now.doubters))]
        ruling = now.verdict if isinstance(now.verdict, Ruling) else None
        unasked = ruling is not None and ruling.dice is None and not same_verdict(ruling, before.verdict)
        return [self.texts.gettext("Nobody doubts.")] if unasked else []

    def _verdict(self, verdict: Verdict, now: View) -> list[str]:
        said = []
        if verdict.cards and (line := self.explained(verdict.cards)):
            said.append(f"{line}.")
        if verdict.losers:
            said.append(self._filled(N_("Lowest: %(names)s."), names=self.names(verdict.losers)))
        return said + [self.paid(verdict, now.standing[seat]) for seat in verdict.payers]

    def ruling(self, ruling: Ruling) -> list[str]:
        """Return who writes and who strikes, in sentences."""
        said = []
        points, field = ruling.call.points, say_combination(ruling.call.combination, self.texts)
        if ruling.wrote:
            writes = self.texts.ngettext(
                "%(points)s point in %(field)s: %(names)s.",
                "%(points)s points in %(field)s: %(names)s.",
                points,
            )
            said.append(writes % {"points": points, "field": field, "names": self.names(ruling.wrote)})
        if ruling.struck:
            strikes = N_("A strike in %(field)s: %(names)s.")
            said.append(self._filled(strikes, field=field, names=self.names(ruling.struck)))
        if ruling.cancelled:
            loses = N_("The second one, no points there: %(names)s.")
            said.append(self._filled(loses, names=self.names(ruling.cancelled)))
        return said

    def _outcome(self, outcome: Outcome, now: View) -> list[str]:
        said = [self.wins(len(outcome.winners)) % {"name": self.listed(outcome.winners)}]
        for place, seats in enumerate(outcome.ranking, start=1):
            said.append(f"{place}. {self.names(seats)} ({now.standing[seats[0]].count}).")
        return said

    def _truth(self, truth: bool) -> str:
        return self.texts.gettext("True!") if truth else self.texts.gettext("A lie!")

    def _filled(self, text: str, **parts: object) -> str:
        return self.texts.gettext(text) % parts


def teller(game: Game, texts: NullTranslations) -> Teller:
    """Return who tells of a game."""
    return Teller(game.rules.NAME, game.seats, texts, game.rules.DICE, game.options)


def _pays(verdict: Verdict, texts: NullTranslations) -> str:
    count, say = verdict.count, texts
    return {
        Unit.LIVES: say.ngettext("%(name)s loses %(num)d life.", "%(name)s loses %(num)d lives.", count),
        Unit.CHIPS: say.ngettext("%(name)s loses %(num)d chip.", "%(name)s loses %(num)d chips.", count),
        Unit.CROSSES: say.ngettext("%(name)s gets %(num)d cross.", "%(name)s gets %(num)d crosses.", count),
        Unit.POINTS: say.ngettext("%(name)s gets %(num)d point.", "%(name)s gets %(num)d points.", count),
    }[verdict.unit]


def _pays_last(verdict: Verdict, texts: NullTranslations) -> str:
    count, say = verdict.count, texts
    return {
        Unit.LIVES: say.ngettext(
            "%(name)s loses %(num)d life and is out!", "%(name)s loses %(num)d lives and is out!", count
        ),
        Unit.CHIPS: say.ngettext(
            "%(name)s loses %(num)d chip and is out!", "%(name)s loses %(num)d chips and is out!", count
        ),
        Unit.CROSSES: say.ngettext(
            "%(name)s gets %(num)d cross and is out!", "%(name)s gets %(num)d crosses and is out!", count
        ),
        Unit.POINTS: say.ngettext(
            "%(name)s gets %(num)d point, and that is the game!",
            "%(name)s gets %(num)d points, and that is the game!",
            count,
        ),
    }[verdict.unit]


def same_verdict(verdict: AnyVerdict, before: AnyVerdict | None) -> bool:
    """Return whether a verdict is the one from before: only who opens may change after it."""
    return before is not None and replace(verdict, opener=None) == replace(before, opener=None)


def _dice(dice: Sequence[int]) -> str:
    return " ".join(str(pips) for pips in sorted(dice, reverse=True))
