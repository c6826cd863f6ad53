"""Whole numbers on the command line, and what is said of a word that is none."""

import argparse
import re
from collections.abc import Callable
from typing import Final

MOST: Final = 10**9 - 1


def whole_number(least: int, most: int = MOST) -> Callable[[str], int]:
    """Return what reads a whole number of at least `least` and at most `most`."""

    def read(word: str) -> int:
        number = int(word) if re.fullmatch(r"[0-9]{1,9}", word) else -1
        if not least <= number <= most:
            span = f"from {least}" if most == MOST else f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"expected a whole number {span}, not {word!r}")
        return number

    return read
