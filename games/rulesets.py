"""Every game this table plays, by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games import maexle
from games.ruleset import Ruleset

RULESETS: Final[Mapping[str, Ruleset]] = MappingProxyType({rules.NAME: rules for rules in (maexle,)})
