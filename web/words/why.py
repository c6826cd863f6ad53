"""Why a verdict is as it is: the one line of the rules that it stands on, from what the verdict carries."""

from collections.abc import Mapping
from gettext import NullTranslations
from types import MappingProxyType
from typing import Final

from games.match import Match
from games.ruleset import AnyVerdict, Ruling, Verdict
from web.words.headline import ruling_move
from web.words.values import N_, say_value

_LESS: Final = N_("What lay there is less than was called: the caller pays.")
_ENOUGH: Final = N_("What lay there is what was called, or more: the challenger pays.")
_DOUBTED: Final[Mapping[bool | None, str]] = MappingProxyType(
    {
        True: N_("The dice give what was called: whoever doubted was wrong."),
        False: N_("The dice do not give what was called: whoever doubted was right."),
        None: N_("Nobody doubted, so the call counts, true or not."),
    }
)
_BY_MOVE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "give_in": N_("Whoever gives in pays, and nobody looks."),
        "misspoken": N_("The high digit is said first, else the caller pays."),
    }
)


def why(match: Match, verdict: AnyVerdict, texts: NullTranslations) -> str:
    """Return the line."""
    if isinstance(verdict, Ruling):
        return texts.gettext(_DOUBTED[verdict.truth])
    if verdict.truth is not None:
        return texts.gettext(_ENOUGH if verdict.truth else _LESS)
    move = ruling_move(match)
    return texts.gettext(_BY_MOVE[move]) if move in _BY_MOVE else _unseen(match, verdict, texts)


def _unseen(match: Match, verdict: Verdict, texts: NullTranslations) -> str:
    """Return the line for a verdict to which no value that was turned over led."""
    if verdict.cards:
        countered = N_("The challenger could show what it takes: the caller pays.")
        open_to_it = N_("The challenger could not show what it takes, and pays.")
        return texts.gettext(countered if verdict.cards.countered else open_to_it)
    if verdict.losers:
        return texts.gettext("Whoever has thrown the lowest pays.")
    if verdict.call and verdict.call == match.rules.view(match.state, None).order[-1]:
        value = say_value(match.rules.NAME, verdict.call, texts)
        return texts.gettext("Nothing beats %(value)s: whoever believes it pays.") % {"value": value}
    return texts.gettext("All have called, and the last call is believed: the lowest call of the round pays.")
