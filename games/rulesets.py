"""Every game this table plays, by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games import bluf_mex, luegen_kniffel, maexle, maxi, maxonaut, mex
from games.ruleset import Ruleset

RULESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {rules.NAME: rules for rules in (maexle, maxi, mex, bluf_mex, maxonaut, luegen_kniffel)}
)
