"""What happened in this round, or last, where the screen would not show it otherwise."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from games.match import Match, Step
from games.ruleset import AnyCall
from web.words.telling import same_verdict


class News(StrEnum):
    """What happened last, where the screen would not show it otherwise."""

    NONE = ""
    VOID = "void"
    UNDONE = "undone"
    LEFT = "left"
    CORRECTED = "corrected"
    TIME_UP = "time_up"
    MISSPOKEN = "misspoken"


_BY_MOVE: Final[Mapping[str, News]] = MappingProxyType(
    {
        "void": News.VOID,
        "leave": News.LEFT,
        "correct": News.CORRECTED,
        "time_up": News.TIME_UP,
        "misspoken": News.MISSPOKEN,
    }
)


def news(match: Match) -> News:
    """Return what happened last."""
    if match.undone:
        return News.UNDONE
    return _BY_MOVE.get(match.last.move.NAME, News.NONE) if match.last.move else News.NONE


def is_corrected(match: Match) -> bool:
    """Return whether an appeal has changed the dice that were revealed last."""
    step: Step | None = match.last
    while step and step.number > match.last_reveal():
        if step.move and step.move.NAME == "correct":
            return True
        step = step.before
    return False


def just_ruled(match: Match) -> bool:
    """Return whether the last thing that happened was a ruling: no appeal, and nothing was taken back since.

    Only such a verdict is news to everyone, and worth suspense.
    """
    last = match.last
    if last.before is None or last.move is None or last.move.NAME == "correct" or match.undone:
        return False
    verdict, before = (match.rules.view(step.state, None).verdict for step in (last, last.before))
    return verdict is not None and not same_verdict(verdict, before)


@lru_cache(maxsize=2)
def round_calls(match: Match) -> tuple[AnyCall, ...]:
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
