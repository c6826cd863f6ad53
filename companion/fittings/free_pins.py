"""The pins that a table can have: what hangs on another's is left out, and the table goes on without it.

As with a camera that is missing: a light, the lamps or the button are no reason that nobody plays.
"""

import logging
from dataclasses import replace
from typing import Final

from companion.settings import ButtonKind, Settings, wanted_pins
from device.pins import real_pins, try_pin

ON_LIGHTS: Final = "[lights] "
_LOG = logging.getLogger(__name__)


def with_free_pins(settings: Settings) -> tuple[Settings, tuple[int, ...]]:
    """Use the Pi's pins; return the settings less what hangs on pins that can't be had, and which those are.

    The log says why.
    """
    wanted = wanted_pins(settings)
    taken = {key: gpio for key, gpio in wanted.items() if not _is_free(key, gpio)} if _has_pins() else wanted
    dark = {key.removeprefix(ON_LIGHTS): None for key in taken if key.startswith(ON_LIGHTS)}
    free = replace(settings, lights=replace(settings.lights, **dark))
    if len(taken) > len(dark):
        free = replace(free, button=replace(free.button, kind=ButtonKind.NONE))
    return free, tuple(sorted(taken.values()))


def _has_pins() -> bool:
    try:
        real_pins()
    except OSError as error:
        _LOG.warning("the table goes on without its pins: %s", error)
        return False
    return True


def _is_free(key: str, gpio: int) -> bool:
    try:
        try_pin(key, gpio)
    except OSError as error:
        _LOG.warning("the table goes on without what hangs there: %s", error)
        return False
    return True
