"""Whole numbers on the command line, and what is said of a word that is none."""

import argparse
import re
from collections.abc import Callable
from typing import Final

MOST: Final = 10**9 - 1


def whole_number(most: int = MOST) -> Callable[[str], int]:
    """Return what reads a whole number from 1 to `most`."""

    def read(word: str) -> int:
        number = int(word) if re.fullmatch(r"[0-9]{1,9}", word) else 0
        if not 1 <= number <= most:
            span = "from 1" if most == MOST else f"from 1 to {most}"
            raise argparse.ArgumentTypeError(f"expected a whole number {span}, not {word!r}")
        return number

    return read
