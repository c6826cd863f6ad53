"""A game's story in words: who called what, what the dice were, who paid."""

from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import Final

from babel.support import Translations

from games.moves import Accept, Challenge, Correct, Leave, Move, Reveal, SeatMove, Undo, Void, parse_move
from games.ruleset import Verdict
from games.scorecard import Claim, say_claim
from games.throws import MAEXLE, Throw, say_throw
from table.game import Game, set_up
from table.log import Entry

TRANSLATIONS: Final = Path(__file__).parent / "translations"


def texts_in(language: str) -> NullTranslations:
    """Return the texts in a language; English where it has none."""
    return Translations.load(TRANSLATIONS, [language])


def tell(entries: Iterable[Entry], texts: NullTranslations) -> Iterator[str]:
    """Return a game's entries as sentences, one an entry, in order."""
    game: Game | None = None
    for entry in entries:
        if game is None:
            game = set_up(entry.line, entry.game)
            yield texts.gettext("%(players)s sit down. %(opener)s opens.") % {
                "players": ", ".join(game.seats),
                "opener": game.seats[game.first],
            }
            continue
        move = parse_move(entry.line, game.rules.MOVES)
        game = game.play(move)
        yield _sentence(game, move, texts)


def _sentence(game: Game, move: Move, texts: NullTranslations) -> str:
    parts = [_told(game, move, texts)]
    view = game.view(None)
    if isinstance(view.verdict, Verdict) and isinstance(move, Accept | Reveal | Correct):
        parts.append(_penalty(game, view.verdict, texts))
    if view.outcome and not isinstance(move, Undo):
        winners = ", ".join(game.seats[seat] for seat in view.outcome.winners)
        parts.append(texts.gettext("%(name)s wins!") % {"name": winners})
    return " ".join(parts)


def _told(game: Game, move: Move, texts: NullTranslations) -> str:
    name = game.seats[move.seat] if isinstance(move, SeatMove) else ""
    match move:
        case Accept():
            return texts.gettext("%(name)s accepts.") % {"name": name}
        case Challenge():
            return texts.gettext("%(name)s challenges.") % {"name": name}
        case Leave():
            return texts.gettext("%(name)s leaves the game.") % {"name": name}
        case Reveal(dice=dice):
            return texts.gettext("The dice: %(dice)s.") % {"dice": _dice(dice)}
        case Correct(dice=dice):
            return texts.gettext("Appeal: the dice were %(dice)s.") % {"dice": _dice(dice)}
        case Void():
            return texts.gettext("The throw is void.")
        case Undo():
            return texts.gettext("The last move is taken back.")
    call = game.view(None).call
    value = _value(call.value, texts) if call else ""
    return texts.gettext("%(name)s calls %(value)s.") % {"name": name, "value": value}


def _penalty(game: Game, verdict: Verdict, texts: NullTranslations) -> str:
    lost = texts.ngettext("%(name)s loses %(num)d life.", "%(name)s loses %(num)d lives.", verdict.count)
    paid = " ".join(lost % {"name": game.seats[seat], "num": verdict.count} for seat in verdict.payers)
    if verdict.truth is None:
        return paid
    word = texts.gettext("True!") if verdict.truth else texts.gettext("A lie!")
    return f"{word} {paid}"


def _value(value: Throw | Claim, texts: NullTranslations) -> str:
    if isinstance(value, Claim):
        return say_claim(value)
    return texts.gettext("Mäxle") if value == MAEXLE else say_throw(value)


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(str(pips) for pips in sorted(dice, reverse=True))
