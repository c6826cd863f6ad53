"""Those who are asked in vain, as a host sees them who may help out."""

from dataclasses import dataclass

from table.actors import Actor
from table.snapshot import Late, Snapshot


@dataclass(frozen=True, slots=True)
class Missed:
    """A seat that does not answer, why it is missed, and the guest on it where a phone sits there."""

    seat: int
    why: Late
    guest: int | None


def missed(shot: Snapshot, actor: Actor, played: int | None) -> list[Missed]:
    """Return whom a host may help out: all who are missed, but whom this phone is to play for anyway.

    `played` is the seat that this phone is to act for.
    """
    if not actor.host:
        return []
    others = {seat: why for seat, why in shot.late.items() if seat not in actor.seats and seat != played}
    held = {seat: shot.chairs[seat] for seat in shot.phones}
    return [
        Missed(seat, why, held.get(seat)) for seat, why in others.items() if why != Late.GONE or seat in held
    ]
