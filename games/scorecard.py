"""The score card of Lügen-Kniffel: combinations, what five dice give in each, points and strikes.

Rules: docs/rules.md, "Lügen-Kniffel": combinations, second strike, bonus.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from reprlib import repr as brief
from typing import Final

from games.moves import IllegalMoveError


class Combination(StrEnum):
    """What can be called, in the order of the card."""

    ONES = "ones"
    TWOS = "twos"
    THREES = "threes"
    FOURS = "fours"
    FIVES = "fives"
    SIXES = "sixes"
    THREE_OF_A_KIND = "three_of_a_kind"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    SMALL_STRAIGHT = "small_straight"
    LARGE_STRAIGHT = "large_straight"
    KNIFFEL = "kniffel"
    CHANCE = "chance"


DICE: Final = 5
_PLACE: Final = {combination: place for place, combination in enumerate(Combination)}
FACES: Final = {combination: face for face, combination in enumerate(list(Combination)[:6], start=1)}
"""The upper six: which face each counts."""
FIXED: Final = {
    Combination.FULL_HOUSE: 25,
    Combination.SMALL_STRAIGHT: 30,
    Combination.LARGE_STRAIGHT: 40,
    Combination.KNIFFEL: 50,
}
ALIKE: Final = {Combination.THREE_OF_A_KIND: 3, Combination.FOUR_OF_A_KIND: 4, Combination.CHANCE: 1}
"""Where the sum of all dice counts: how many have to be alike."""
IN_A_ROW: Final = {Combination.SMALL_STRAIGHT: 4, Combination.LARGE_STRAIGHT: 5}
BONUS_FROM: Final = 63
BONUS: Final = 35


@dataclass(frozen=True, slots=True)
class Claim:
    """A combination and the points that it is said to give."""

    combination: Combination
    points: int

    @property
    def count(self) -> int | None:
        """How many of the face are claimed, where that is how people say it."""
        face = FACES.get(self.combination)
        return self.points // face if face else None

    @property
    def fixed(self) -> bool:
        """Whether the combination always gives these points."""
        return self.combination in FIXED


def _points(combination: Combination) -> Sequence[int]:
    """Return the points that a combination can be called with."""
    if combination in FACES:
        return [FACES[combination] * count for count in range(1, DICE + 1)]
    return range(DICE, 6 * DICE + 1) if combination in ALIKE else [FIXED[combination]]


CLAIMS: Final = tuple(
    Claim(combination, points) for combination in Combination for points in _points(combination)
)


def say_claim(claim: Claim) -> str:
    """Return a claim as it is written, "fours 12"."""
    return f"{claim.combination} {claim.points}"


_WRITTEN: Final = {say_claim(claim): claim for claim in CLAIMS}


def parse_claim(text: object) -> Claim:
    """Return the claim that is written as "fours 12": a combination and its points.

    Raises:
        ValueError: there is no such claim.
    """
    if not isinstance(text, str) or text not in _WRITTEN:
        raise ValueError(f"a call is a combination and its points, 'fours 12', not {brief(text)}")
    return _WRITTEN[text]


def points_of(dice: Sequence[int], combination: Combination) -> int:
    """Return the points that five dice give in a combination, 0 if they do not show it."""
    if combination in FACES:
        return FACES[combination] * dice.count(FACES[combination])
    counts = sorted(dice.count(face) for face in set(dice))
    if combination in ALIKE:
        return sum(dice) if counts[-1] >= ALIKE[combination] else 0
    if combination in IN_A_ROW:
        holds = _longest_row(dice) >= IN_A_ROW[combination]
    else:
        holds = counts == ([DICE] if combination is Combination.KNIFFEL else [2, 3])
    return FIXED[combination] if holds else 0


def read_dice(dice: Sequence[int]) -> tuple[int, ...]:
    """Return five dice that were read, lowest first.

    Raises:
        IllegalMoveError: not five dice of 1 to 6 pips.
    """
    if len(dice) != DICE or not all(1 <= pips <= 6 for pips in dice):
        raise IllegalMoveError("bad_dice", f"a throw is five dice of 1 to 6 pips, not {list(dice)}")
    return tuple(sorted(dice))


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a card: the points written there (None while it is open), and the strikes against it."""

    points: int | None = None
    strikes: int = 0


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """One player's card, a field for each combination in their order."""

    fields: tuple[Field, ...] = field(default=(Field(),) * len(Combination))

    def of(self, combination: Combination) -> Field:
        """Return the field of a combination."""
        return self.fields[_PLACE[combination]]

    def is_open(self, combination: Combination) -> bool:
        """Return whether points can still be written there."""
        return self.of(combination).points is None

    @property
    def full(self) -> bool:
        """Whether every field has its points or is struck."""
        return all(one.points is not None for one in self.fields)

    @property
    def bonus(self) -> int:
        """What the upper six are worth on top."""
        return BONUS if sum(one.points or 0 for one in self.fields[: len(FACES)]) >= BONUS_FROM else 0

    @property
    def total(self) -> int:
        """All points so far, with the bonus."""
        return sum(one.points or 0 for one in self.fields) + self.bonus

    def written(self, claim: Claim) -> "ScoreCard":
        """Return the card with the claim's points written; what has been written stays."""
        return self._with(claim.combination, points=claim.points) if self.is_open(claim.combination) else self

    def struck(self, combination: Combination) -> "ScoreCard":
        """Return the card with one more strike: the second takes the points, a third has no effect."""
        strikes = self.of(combination).strikes + 1
        if strikes > 2:
            return self
        if strikes == 2:
            return self._with(combination, points=0, strikes=2)
        return self._with(combination, strikes=1)

    def ruled(self, claim: Claim, *, writes: bool, strikes: bool) -> "ScoreCard":
        """Return the card once its player strikes the claim's field, or else writes its points."""
        if strikes:
            return self.struck(claim.combination)
        return self.written(claim) if writes else self

    def _with(self, combination: Combination, **parts: int) -> "ScoreCard":
        place = _PLACE[combination]
        changed = replace(self.fields[place], **parts)
        return ScoreCard((*self.fields[:place], changed, *self.fields[place + 1 :]))


def say_card(card: ScoreCard) -> dict[str, dict[str, int | None]]:
    """Return the fields of a card on which something stands, as they are written."""
    return {
        str(combination): {"points": one.points, "strikes": one.strikes}
        for combination, one in zip(Combination, card.fields, strict=True)
        if one != Field()
    }


def _longest_row(dice: Sequence[int]) -> int:
    longest = row = 0
    for face in range(1, 7):
        row = row + 1 if face in dice else 0
        longest = max(longest, row)
    return longest
