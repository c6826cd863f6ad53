"""What was looked at, one line each, and in the end how it went."""

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final


class Report:
    """Prints each check with its seconds as it ends; a failure is shown and the evening goes on."""

    def __init__(self) -> None:
        self._began: Final = time.monotonic()
        self.held: list[str] = []
        self.failed: list[str] = []

    @contextmanager
    def check(self, what: str) -> Iterator[None]:
        """See whether `what`, said as a sentence, holds within this block."""
        began = time.monotonic()
        try:
            yield
        except Exception as error:  # whatever it was, the other checks still tell something
            self.failed.append(what)
            word = "FAIL"
            if isinstance(error, AssertionError | OSError):
                print(f"     {type(error).__name__}: {error}"[:4000], flush=True)
            else:
                traceback.print_exc()
        else:
            self.held.append(what)
            word = "ok  "
        print(f"{word} {what} ({time.monotonic() - began:.0f} s)", flush=True)

    def last_line(self) -> str:
        """Return how it went, in one line."""
        minutes = (time.monotonic() - self._began) / 60
        failed = f", {len(self.failed)} FAILED: {'; '.join(self.failed)}" if self.failed else ""
        return f"{len(self.held)} held{failed}; {minutes:.0f} minutes"
