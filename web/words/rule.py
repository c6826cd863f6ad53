"""The rule that a decision stands on, in one line: from what the game waits for, not from which it is."""

from collections.abc import Mapping
from gettext import NullTranslations
from types import MappingProxyType
from typing import Final

from games.moves import dump_move
from games.ruleset import Claimed, View, Wait
from games.scorecard import Combination
from web.words.values import N_

_FIRST: Final = N_("Whoever opens a round calls any value, true or not.")
_EQUAL: Final = N_("Call as high as the call before, or higher. Whether it is true is your affair.")
_HIGHER: Final = N_("Every call has to beat the one before. Whether it is true is your affair.")
_CLAIM: Final = N_("Call any field that is open on your card, true or not. What nobody doubts is written.")
_DOUBT: Final = N_(
    "If the dice give what was called, every doubter takes a strike. If not, they write the points."
)
_DOUBT_KNIFFEL: Final = N_(
    "If the dice give a Kniffel, every doubter takes a strike. If not, the caller does, and nobody writes "
    "points."
)
_ANSWER: Final = N_("Lower than called, and the caller pays. As called or higher, and the challenger does.")
_ALL_CALLED: Final = N_(
    "You may still challenge the last call. If not, the lowest call of the round takes the penalty."
)
_NOTHING_HIGHER: Final = N_("Nothing is higher: challenge, or give in.")
_ONLY_CHALLENGED: Final = N_("Nothing beats a called 21: it can only be challenged.")
_LOWEST: Final = N_("The lowest throw of the round pays. Nobody throws more often than whoever opened.")
_LAST_COUNTS: Final = N_(
    "Throw again, or let it stand. Only your last throw counts, even if the one before was better."
)
_THROW_OFF: Final = N_("The lowest opens the next round. No crosses.")
_OPENING: Final = N_("All five dice, for all to see. The highest sum opens; a tie throws again.")
_OTHERS: Final[Mapping[Wait, str]] = MappingProxyType(
    {
        Wait.REVEAL: N_("What the table is not sure of decides nothing: people say what lies there."),
        Wait.CARDS: _ANSWER,
        Wait.DRAWN: N_("Random: take the top card of each pile instead. The best two of all count."),
        Wait.COUNTERS: N_(
            "Virus: the challenger gets the point, unless they show an odd card from their hand. "
            "Bomb: they need a pair or 21."
        ),
    }
)


def rule(view: View, texts: NullTranslations, *, may_equal: bool) -> str:
    """Return the line for what is decided now; `may_equal` says that the call may be said again."""
    match view.waiting.what:
        case Wait.CALL:
            line = _of_call(view, may_equal=may_equal)
        case Wait.RESPONSE:
            line = _of_answer(view)
        case Wait.THROW:
            line = _of_throw(view)
        case Wait.DOUBTS:
            line = _of_doubt(view)
        case what:
            line = _OTHERS.get(what, "")
    return texts.gettext(line) if line else ""


def _of_call(view: View, *, may_equal: bool) -> str:
    if not view.order:
        return _CLAIM
    if view.call is None:
        return _FIRST
    return _EQUAL if may_equal else _HIGHER


def _of_answer(view: View) -> str:
    if not view.order:
        return _of_doubt(view)
    words = {dump_move(move)["move"] for move in view.allowed}
    if "accept" not in words:
        return _NOTHING_HIGHER if "give_in" in words else _ONLY_CHALLENGED
    return _ALL_CALLED if view.all_called else _ANSWER


def _of_doubt(view: View) -> str:
    is_kniffel = isinstance(view.call, Claimed) and view.call.value.combination is Combination.KNIFFEL
    return _DOUBT_KNIFFEL if is_kniffel else _DOUBT


def _of_throw(view: View) -> str:
    if view.opening:
        return _OPENING
    if view.throw_off:
        return _THROW_OFF
    return _LAST_COUNTS if view.dice and view.throws and view.throws.used else _LOWEST
