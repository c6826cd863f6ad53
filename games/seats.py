"""Seats: the order of play runs through them as they were named, past who is out."""

from collections.abc import Sequence

from games.moves import IllegalMoveError


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


def next_in(seat: int, out: Sequence[bool], direction: int = 1) -> int:
    """Return the next seat after `seat` that is still in, in order; `seat` itself if it is the only one.

    `out` is who is not, seat by seat. `direction` is 1, or -1 where play runs the other way round.

    Raises:
        ValueError: nobody is in.
    """
    for step in range(1, len(out) + 1):
        following = (seat + direction * step) % len(out)
        if not out[following]:
            return following
    raise ValueError("nobody is in")


def in_place_of(seat: int, out: Sequence[bool]) -> int:
    """Return who plays where it falls to `seat`: the next one still in if that is out and others go on."""
    return next_in(seat, out) if out[seat] and out.count(False) > 1 else seat


def leave(gone: Sequence[bool], out: Sequence[bool], seat: int) -> tuple[bool, ...]:
    """Return who has gone once `seat` leaves; `out` is who is out by now, gone or not.

    Raises:
        IllegalMoveError: there is no such seat, or it is out already.
    """
    if seat >= len(gone):
        raise IllegalMoveError("no_such_seat", f"there is no seat {seat}")
    if out[seat]:
        raise IllegalMoveError("already_out", f"seat {seat} is out already")
    return tuple(was or seat == other for other, was in enumerate(gone))


def change(counts: Sequence[int], seat: int, by: int) -> tuple[int, ...]:
    """Return what every seat has once `seat` has `by` more, or fewer."""
    return tuple(count + by if other == seat else count for other, count in enumerate(counts))
