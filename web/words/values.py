"""How a game's values are said: every table its own way, looked up by the game's name."""

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from types import MappingProxyType
from typing import Final

from games.scorecard import Claim, Combination
from games.throws import say_throw


def N_(text: str) -> str:  # noqa: N802  # the name that the catalogues' tool looks for
    """Mark a text for the catalogues; it is translated where it is said."""
    return text


def listed(names: Sequence[str], texts: NullTranslations) -> str:
    """Return names as a sentence lists them: A, B and C."""
    if len(names) < 2:
        return "".join(names)
    return texts.gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


HIGHEST: Final[Mapping[str, str]] = MappingProxyType(
    {
        "maexle": N_("Mäxle"),
        "maxi": N_("Maxi"),
        "mex": N_("Mex"),
        "bluf_mex": N_("Mex"),
        "maxonaut": N_("Maxonaut"),
    }
)
"""What 21 is called."""

DOUBLES: Final[Mapping[str, int]] = MappingProxyType({"mex": 100, "bluf_mex": 100})
"""How many points a double counts for each pip, where it is said in points."""

COMBINATIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ones": N_("Ones"),
        "twos": N_("Twos"),
        "threes": N_("Threes"),
        "fours": N_("Fours"),
        "fives": N_("Fives"),
        "sixes": N_("Sixes"),
        "three_of_a_kind": N_("Three of a kind"),
        "four_of_a_kind": N_("Four of a kind"),
        "full_house": N_("Full house"),
        "small_straight": N_("Small straight"),
        "large_straight": N_("Large straight"),
        "kniffel": N_("Kniffel"),
        "chance": N_("Chance"),
    }
)

CARDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "joker": N_("joker"),
        "joker_even": N_("even joker"),
        "joker_odd": N_("odd joker"),
        "matchmaker_even": N_("even matchmaker"),
        "matchmaker_odd": N_("odd matchmaker"),
        "virus": N_("virus"),
        "bomb": N_("bomb"),
        "random": N_("random"),
    }
)
"""The special cards; a number is said as it is."""


def say_value(game: str, value: tuple[int, ...] | Claim, texts: NullTranslations) -> str:
    """Return a value as the people at this game say it; more than two dice by their sum."""
    if isinstance(value, Claim):
        return _say_claim(value, texts)
    if len(value) > 2:
        return str(sum(value))
    if value == (2, 1) and game in HIGHEST:
        return texts.gettext(HIGHEST[game])
    if value[0] == value[1] and game in DOUBLES:
        return str(DOUBLES[game] * value[0])
    return say_throw((value[0], value[1]))


def say_combination(combination: Combination, texts: NullTranslations) -> str:
    """Return what a combination is called."""
    return texts.gettext(COMBINATIONS[combination])


def say_card(card: str, texts: NullTranslations) -> str:
    """Return what a card is called."""
    return texts.gettext(CARDS[card]) if card in CARDS else str(card)


def _say_claim(claim: Claim, texts: NullTranslations) -> str:
    name = say_combination(claim.combination, texts)
    if claim.count is not None:
        return f"{claim.count} × {name}"
    return name if claim.fixed else f"{name} {claim.points}"
