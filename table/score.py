"""Scores: what each game gave everyone, and what that adds up to over an evening, or over many."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """What one game gave one person.

    `believed` and `caught` are the lies that came to light, at first believed or called at once; who lost
    the game `buys`.
    """

    guest: int
    name: str
    sign: int
    won: bool
    buys: bool
    believed: int
    caught: int


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody's games add up to, over so many evenings."""

    name: str
    sign: int
    evenings: int = 0
    games: int = 0
    won: int = 0
    bought: int = 0
    believed: int = 0
    caught: int = 0

    def add(self, share: Share) -> "Score":
        """Return the score with one more game, under the name that its person had in it."""
        return Score(
            name=share.name,
            sign=share.sign,
            evenings=self.evenings,
            games=self.games + 1,
            won=self.won + share.won,
            bought=self.bought + share.buys,
            believed=self.believed + share.believed,
            caught=self.caught + share.caught,
        )


def ranked(scores: Iterable[Score]) -> list[Score]:
    """Return scores, the best first: most games won, then fewest lost, then most lies that were believed."""
    return sorted(scores, key=lambda one: (-one.won, one.bought, -one.believed, one.caught, one.name))
