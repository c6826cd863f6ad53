"""House rules in words: how they differ from a game's defaults, and what they may not be."""

from collections.abc import Mapping

from flask_babel import gettext
from markupsafe import Markup

from games.options import Option, Value, changed, refused
from games.rulesets import RULESETS
from web.words.codes import CHOICES, OPTIONS, say


def say_chosen(value: Value) -> str:
    """Return the value of an option, as people say it."""
    if isinstance(value, bool):
        return str(gettext("yes") if value else gettext("no"))
    return say(CHOICES, value) if isinstance(value, str) else str(value)


def difference(option: Option, value: Value) -> Markup:
    """Return how an option differs from its default; a switch that does not, how it would."""
    other = not option.default if isinstance(option.default, bool) else value
    sentence = gettext("%(option)s: %(value)s instead of %(default)s")
    return Markup(sentence) % {
        "option": say(OPTIONS, option.name),
        "value": Markup("<b>{}</b>").format(say_chosen(other)),
        "default": say_chosen(option.default),
    }


def differences(game: str, values: Mapping[str, Value]) -> list[Markup]:
    """Return how the options of a game differ from their defaults."""
    return [difference(option, values[option.name]) for option in changed(RULESETS[game].OPTIONS, values)]


def say_refused(game: str, values: Mapping[str, Value]) -> str:
    """Return which numbers of a game's options are out of their ranges, and these; "" where none is."""
    wrong = [option for option in refused(RULESETS[game].OPTIONS, values) if option.high]
    return " ".join(_say_range(option) for option in wrong)


def as_sent(value: Value) -> str:
    """Return the value of an option as a form sends it: a switch that is off sends nothing."""
    return ("on" if value else "") if isinstance(value, bool) else str(value)


def _say_range(option: Option) -> str:
    sentence: str = gettext(
        "“%(option)s” takes a whole number from %(low)s to %(high)s.",
        option=say(OPTIONS, option.name),
        low=option.low,
        high=option.high,
    )
    return sentence
