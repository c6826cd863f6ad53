"""The big screen: the table for the pub's television, drawn to be read from 4 m. Nobody has to tap on it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import urljoin, urlsplit

from flask import Blueprint, render_template, url_for
from flask_babel import get_translations
from markupsafe import Markup

from table.party import NO_PHONE
from web.door.language import current_language
from web.door.phone import known_phone
from web.door.where import join_url
from web.pages.guest.recap import tale_of
from web.pages.page import frame, with_cheers
from web.pages.qr import join_code, qr_code
from web.ports import current_parts
from web.sight.sight import Sight
from web.wire.sharing import CHEERS, shared_pages

bp = Blueprint("screen", __name__)
ENDS: Final = ((4, 0), (10, 1))
"""How many seats stand at either end of the table, for fewer players than the first number; else 2."""


class ScreenSight(Sight):
    """The table as whoever only watches sees it; what the television draws its own way is in pub/screen/."""

    def part(self, name: str) -> list[str]:
        """Return the templates of a part of the screen: the television's own, else a phone's."""
        return [f"pub/screen/{name}.html", *super().part(name)]

    @property
    def is_open(self) -> bool:
        """Whether somebody may still join: there is no game yet, or one of its seats has no phone."""
        chairs, guests = self.shot.chairs, self.guests
        free = any(guest.is_free for guest in guests.all if guest.id in chairs)
        return guests.may_sit and (self.shot.game is None or free)

    @property
    def is_scored(self) -> bool:
        """Whether everyone has a score card, which is shown in place of the seats."""
        return any(standing.card for standing in self.view.standing)

    @property
    def sides(self) -> Mapping[str, list[int]]:
        """Which seats sit along each side of the table."""
        return sides(len(self.game.seats))


@bp.get("/screen")
def show() -> str:
    """Show the table to the room."""
    table = current_parts().table
    shot = table.snapshot()
    sight = ScreenSight(shot, NO_PHONE, 0, table.picture, get_translations())
    # Anybody may ask for this page, so that it shows the code only where a host has opened it
    code = current_parts().pairing.code if known_phone() in shot.hosts else ""
    join = join_url()
    if join != current_parts().find_url():  # anybody can make addresses up: they fill no shelf
        return with_cheers(_page(sight, code, join))
    seen_by = ("screen", current_language(), code, join or "", *frame().values())
    return with_cheers(shared_pages().page(shot.revision, seen_by, lambda: _page(sight, code, join)))


def sides(seats: int) -> Mapping[str, list[int]]:
    """Return which seats sit along each side of the table, clockwise from the far left corner."""
    end = next((count for fewer, count in ENDS if seats < fewer), 2)
    far = (seats - 2 * end + 1) // 2
    counts = {"far": far, "right": end, "near": seats - 2 * end - far, "left": end}
    rest = iter(range(seats))
    return MappingProxyType({side: [next(rest) for _ in range(count)] for side, count in counts.items()})


def _page(sight: ScreenSight, pairing_code: str, join: str | None) -> str:
    tale, code = tale_of(current_parts().table, sight.shot), Markup("")
    if join and tale:
        code = qr_code(urljoin(join, url_for("tale.show")))
    elif join and sight.is_open:
        code = join_code(join)
    return render_template(
        "pub/screen.html",
        cheers=CHEERS,
        sight=sight,
        tale=tale,
        tonight=current_parts().table.scores.evening() if tale and sight.shot.habits.keeps else [],
        pairing_code=pairing_code,
        code=code,
        join=urlsplit(join).netloc if join else "",
    )
