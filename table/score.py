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

    @property
    def score(self) -> "Score":
        """What it is as a score: of one game, in one evening."""
        numbers = (int(self.won), int(self.buys), self.believed, self.caught)
        return Score(self.name, self.sign, 1, 1, *numbers)


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

    def add(self, later: "Score") -> "Score":
        """Return what this and a later score of other evenings are together, under the later one's name."""
        return Score(
            name=later.name,
            sign=later.sign,
            evenings=self.evenings + later.evenings,
            games=self.games + later.games,
            won=self.won + later.won,
            bought=self.bought + later.bought,
            believed=self.believed + later.believed,
            caught=self.caught + later.caught,
        )


def ranked(scores: Iterable[Score]) -> list[Score]:
    """Return scores, the best first: most games won, then fewest lost, then most lies that were believed."""
    return sorted(scores, key=lambda one: (-one.won, one.bought, -one.believed, one.caught, one.name))
