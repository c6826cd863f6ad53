"""Options: what a house may change in a game, with ranges; a preset is a named set of options."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from reprlib import repr as brief
from types import MappingProxyType
from typing import Final

Value = bool | int | str
Presets = Mapping[str, Mapping[str, Value]]

ONE_EDITION: Final[Presets] = MappingProxyType({language: {} for language in ("de", "en", "fr", "it")})
"""The presets of a game whose printed sheet knows no other house rules: all stand at their defaults."""


class OptionError(ValueError):
    """An option is unknown or out of its range; the message names it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: a number from `low` to `high`, one of `choices`, or on and off (the default is a bool)."""

    name: str
    default: Value
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def check(self, value: object) -> Value:
        """Return `value` if the option may have it.

        Raises:
            OptionError: it may not.
        """
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise OptionError(f"option {self.name} is true or false, not {brief(value)}")
        if isinstance(self.default, str):
            if isinstance(value, str) and value in self.choices:
                return value
            raise OptionError(f"option {self.name} is one of {', '.join(self.choices)}, not {brief(value)}")
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise OptionError(f"option {self.name} is a number, {self.low} to {self.high}, not {brief(value)}")

    def takes(self, value: object) -> bool:
        """Return whether the option may have `value`."""
        try:
            self.check(value)
        except OptionError:
            return False
        return True


def check_options(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Return a value for every option: what is `given`, else its default.

    Raises:
        OptionError: something given is no option, or out of its range.
    """
    known = {option.name: option for option in options}
    for name in given.keys() - known.keys():
        raise OptionError(f"no option is called {brief(name)}; there are: {', '.join(known)}")
    return {name: option.check(given.get(name, option.default)) for name, option in known.items()}


def changed(options: Iterable[Option], values: Mapping[str, Value]) -> tuple[Option, ...]:
    """Return the options that do not stand at their defaults."""
    return tuple(option for option in options if values[option.name] != option.default)


def refused(options: Iterable[Option], values: Mapping[str, object]) -> tuple[Option, ...]:
    """Return the options that may not have their values."""
    return tuple(option for option in options if not option.takes(values[option.name]))
