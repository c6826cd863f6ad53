"""The first steps with a new table, in words: what each is, and how it is done."""

from types import MappingProxyType
from typing import Final

from flask_babel import lazy_gettext as _

from web.words.codes import Words

NAMES: Final[Words] = MappingProxyType(
    {
        "network": _("The Wi-Fi"),
        "name": _("The table's name"),
        "window": _("The window"),
        "dice": _("Its dice"),
        "hosts": _("The PIN, and a second host"),
        "game": _("A game against yourself"),
    }
)
SAYS: Final[Words] = MappingProxyType(
    {
        "network": _(
            "Guests' phones have to be in the table's Wi-Fi: a card to print carries the codes of both."
        ),
        "name": _("It is called %(name)s: on every phone, the television and the card to print."),
        "window": _("The camera learns where the cup stands: four steps, about three minutes."),
        "dice": _("The table learns how your own dice look. Ordinary ones it reads without."),
        "hosts": _(
            "Write the PIN down: on the Pi, “maexle pin” prints it. Whoever knows it makes a second phone "
            "the host's, in case this one is away."
        ),
        "game": _("Sit down twice on this phone, start Mäxle, and challenge yourself: three minutes."),
    }
)
