"""Notes to the host: those that stand, oldest first, and the one of them that is shown.

A note stands until who told it takes it back. Some are about what is over: the next start of a game answers
those, so they are shown before all others, which are still true after it and are shown then.
"""

from typing import Final

Notes = tuple[str, ...]

ANSWERED: Final = frozenset({"log_damaged", "log_salvaged", "log_shortened", "rules_changed", "pin_guessed"})
"""What a start answers: what befell the game before it, and guesses, of which every further one is told."""


def told(notes: Notes, note: str) -> Notes:
    """Return the notes with this one as the newest, whether it stood already or not."""
    return (*taken_back(notes, note), note)


def taken_back(notes: Notes, *gone: str) -> Notes:
    """Return the notes less those that are gone."""
    return tuple(note for note in notes if note not in gone)


def shown(notes: Notes) -> str:
    """Return the newest of those that a start answers, else the newest of all, "" for none."""
    first = [note for note in notes if note in ANSWERED] or notes
    return first[-1] if first else ""
