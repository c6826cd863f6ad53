"""Seats: the order of play runs through them as they were named, past who is out."""

from collections.abc import Sequence


def check_seats(seats: int, players: tuple[int, int], first: int) -> None:
    """Check that a game for `players` (fewest, most) can start.

    Raises:
        ValueError: too few or too many seats, or `first` is none of them.
    """
    fewest, most = players
    if not fewest <= seats <= most:
        raise ValueError(f"this game is for {fewest} to {most} players, not {seats}")
    if not 0 <= first < seats:
        raise ValueError(f"first is a seat from 0 to {seats - 1}, not {first}")


def next_in(seat: int, still_in: Sequence[bool]) -> int:
    """Return the next seat after `seat` that is still in, in order; `seat` itself if it is the only one.

    Raises:
        ValueError: nobody is in.
    """
    for step in range(1, len(still_in) + 1):
        if still_in[(seat + step) % len(still_in)]:
            return (seat + step) % len(still_in)
    raise ValueError("nobody is in")
