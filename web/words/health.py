"""How the machine is, in words: the names of its signs, and what each says and asks for."""

import re
from types import MappingProxyType
from typing import Final

from flask_babel import format_decimal
from flask_babel import lazy_gettext as _

from web.ports import Sign
from web.words.codes import WINDOW, Words, say
from web.words.dates import say_time

DECIMAL: Final = re.compile(r"[0-9]+\.[0-9]+", re.ASCII)
TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}", re.ASCII)
NAMES: Final[Words] = MappingProxyType(
    {
        "camera": _("Camera"),
        "window": _("Window"),
        "view": _("The camera's view"),
        "lamps": _("Lamps"),
        "pins": _("Pins"),
        "network": _("Network"),
        "warmth": _("Temperature"),
        "power": _("Power"),
        "disk": _("Space on the card"),
        "card": _("Memory card"),
        "ram": _("Working memory"),
        "memory": _("The table's memory"),
        "clock": _("Clock"),
        "program": _("Program"),
        "evening": _("Last evening"),
    }
)
SAYS: Final[Words] = MappingProxyType(
    {
        "camera_well": _("It is there."),
        "camera_watch": _("This table has none: you say what lies there."),
        "camera_bad": _("It gives no picture: check its cable."),
        "window_well": _("It is set up."),
        "window_watch": _("It is not set up yet: menu, Set the window up."),
        "view_well": _("The window lies there as at set-up."),
        "view_watch": _("%(value)s"),
        "lamps_well": _("As bright as at set-up."),
        "lamps_watch": _("%(value)s"),
        "pins_bad": _("GPIO %(value)s: taken, so what hangs there is dead. Free it, restart the table."),
        "network_well": _("Phones find the table at %(value)s"),
        "network_bad": _("There is none: join a Wi-Fi, or plug a cable in."),
        "warmth_well": _("%(value)s °C"),
        "warmth_watch": _("%(value)s °C: it likes more air."),
        "warmth_bad": _("%(value)s °C: it slows down. Give it air."),
        "power_well": _("Steady."),
        "power_watch": _("The voltage was too low at times: take the Pi's own supply and its short cable."),
        "power_bad": _("Too little voltage: take the Pi's own supply and its short cable."),
        "disk_well": _("%(value)s GB free"),
        "disk_watch": _("%(value)s GB free: delete all pictures, in the menu, or take a larger card."),
        "card_well": _("No errors."),
        "card_watch": _("Nearly worn out: copy the table onto a new one soon."),
        "card_bad": _("It has errors: copy the table onto a new one."),
        "ram_well": _("%(value)s MB free"),
        "ram_watch": _("%(value)s MB free: start the Pi again."),
        "memory_well": _("It outlives a power cut."),
        "memory_bad": _("It would be lost at power-off: keep it on the card, not on an overlay."),
        "clock_well": _("%(value)s"),
        "clock_watch": _("%(value)s, which can't be. The game does not need the time."),
        "program_well": _("Version %(value)s"),
        "evening_well": _("The last move was made on %(value)s"),
    }
)


def name_of(sign: Sign) -> str:
    """Return what a sign is of."""
    return say(NAMES, sign.code)


def say_sign(sign: Sign) -> str:
    """Return how it is, and what to do where it is not well."""
    value = say(WINDOW, sign.value)  # a trouble of the window's, else as it is
    if DECIMAL.fullmatch(value):
        value = format_decimal(value)
    elif TIME.fullmatch(value):
        value = say_time(value)
    return say(SAYS, f"{sign.code}_{sign.state}").replace("%(value)s", value)
