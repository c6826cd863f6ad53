"""What Flask compiles for each app alike, compiled once: each of thousands of apps would do so anew.

For this run alone: Jinja knows what it kept by the template, and not by how the app has it read.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any, Final
from unittest.mock import patch

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class Templates(BytecodeCache):
    """Holds each template that was read, by its name and text."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code
        self._known[bucket.key, bucket.checksum] = bucket.code


class KnownRule(Rule):
    """An address whose builders all apps share: they ask the rule that they are bound to for all else."""

    _known: Final[dict[object, Any]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Any:
        made_of = (append_unknown, tuple(self._trace), repr(self.defaults))
        if made_of not in self._known:
            self._known[made_of] = super()._compile_builder(append_unknown)
        return self._known[made_of]


TEMPLATES: Final = Templates()


@contextmanager
def known_addresses() -> Iterator[None]:
    with patch.object(Flask, "url_rule_class", KnownRule):
        yield
