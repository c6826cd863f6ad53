"""After the game: its story as pictures, on a phone and on the big screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from flask import Blueprint, abort, redirect, render_template, url_for
from flask_babel import format_percent, gettext

from games.fairness import chance
from games.tally import Deeds, Tally
from table.bets import settled
from table.game import Game, added_up
from table.snapshot import Snapshot
from table.table import Table
from web.door.language import current_language
from web.pages.guest import charts
from web.pages.guest.charts import Bar, Courses, Face
from web.pages.page import current_sight, frame
from web.ports import current_parts
from web.sight.sight import Sight
from web.wire.sharing import shared_pages

bp = Blueprint("tale", __name__)
RAREST: Final = 0.01


@dataclass(frozen=True)
class Tale:
    """A finished game in numbers and drawings."""

    game: Game
    tally: Tally
    bets: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """How many of each seat's bets were right, and how many there were."""

    @property
    def deeds(self) -> list[Deeds]:
        """What every seat did."""
        return [self.tally.deeds(seat) for seat in range(len(self.game.seats))]

    @property
    def courses(self) -> Courses:
        """What every seat had over the rounds."""
        outcome = self.game.view(None).outcome
        return charts.courses(self.tally.counts, outcome.winners if outcome else ())

    @property
    def calls(self) -> tuple[Bar, ...]:
        """What became of every seat's calls."""
        return charts.calls(self.deeds)

    @property
    def challenges(self) -> tuple[Bar, ...]:
        """How every seat's challenges ended."""
        return charts.challenges(self.deeds)

    @property
    def faces(self) -> tuple[Face, ...]:
        """How often each face lay there."""
        return charts.faces(self.tally.faces)

    @property
    def fair_level(self) -> float:
        """The height of even columns."""
        return charts.fair_level(self.tally.faces)

    @property
    def fairness(self) -> str:
        """What is to be said of the dice."""
        likely = chance(self.tally.faces)
        if likely is None:
            return str(gettext("Too few throws to judge the dice: it takes 60 dice that all have seen."))
        share = format_percent(max(likely, RAREST))
        if likely < RAREST:
            share = gettext("less than %(percent)s", percent=share)
        return str(
            gettext("The chance that fair dice look at least this uneven: %(percent)s.", percent=share)
        )


@bp.get("/story")
def show() -> str:
    """Show the story of the game that is over; before, lead to the table."""
    sight = current_sight()
    seen_by = ("story", current_language(), *frame().values())
    return shared_pages().page(sight.shot.revision, seen_by, lambda: _page(sight))


def tale_of(table: Table, shot: Snapshot) -> Tale | None:
    """Return the story of the game that a table was at, None before it was over.

    A game that newer rules replay differently has none either.
    """
    game = shot.game
    if game is None or game.view(None).outcome is None or game.opened_anew:
        return None
    entries = table.entries(shot)
    if not entries:  # the game was forgotten meanwhile
        return None
    told = added_up(entries)
    return Tale(game, told, settled(shot.bets, told))


def _page(sight: Sight) -> str:
    tale = tale_of(current_parts().table, sight.shot)
    if tale is None:
        abort(redirect(url_for("panel.show")))
    return render_template("guest/tale.html", sight=sight, tale=tale)
