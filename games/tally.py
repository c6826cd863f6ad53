"""What a game adds up to: calls and what became of them, challenges, dice shown, what everyone had.

A fold over the moves, through what anyone may see. Dice that nobody was shown are in no move, so nothing
here can rest on them; a reveal that was taken back or voided counts as not shown.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from games.match import Match, Step
from games.moves import Correct, Move, Reveal, SeatMove, Undo, Void
from games.options import Value
from games.ruleset import AnyCall, Called, How, Ruling, View, Wait
from games.throws import RANK, Throw


class Fate(StrEnum):
    """What became of a call: who answered it believed it, or doubted it; `OPEN` where nothing did.

    `UNSETTLED` is one that was doubted, where something else than its truth decided, a virus or a bomb.
    """

    OPEN = "open"
    BELIEVED = "believed"
    TRUE = "true"
    CAUGHT = "caught"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class Told:
    """A call that was made in a round, what became of it, and the two dice it was about once all saw them."""

    call: AnyCall
    round: int
    fate: Fate = Fate.OPEN
    shown: Throw | None = None
    number: int = 0
    """Which of the game's moves it was."""

    @property
    def gap(self) -> int:
        """How many values the call lay above the dice; 0 where they were not shown, or were as good."""
        if self.shown is None or not isinstance(self.call, Called):
            return 0
        return max(0, RANK[self.call.value] - RANK[self.shown])

    @property
    def fooled(self) -> bool:
        """Whether it was believed, and came to light as a lie only afterwards."""
        return self.fate is Fate.BELIEVED and self.gap > 0


@dataclass(frozen=True, slots=True)
class Challenged:
    """A challenge that was ruled on: who doubted, and whether they were right."""

    seats: tuple[int, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class Deeds:
    """What one seat did: its calls by their fate, lies that were believed at first, challenges."""

    calls: int
    open: int
    believed: int
    true: int
    caught: int
    unsettled: int
    fooled: int
    challenges: int
    won: int

    @property
    def bluffs(self) -> int:
        """How many calls came to light as lies."""
        return self.caught + self.fooled


@dataclass(frozen=True, slots=True)
class Tally:
    """What a game adds up to so far; `counts` is what each seat had at the start and after every round."""

    counts: tuple[tuple[int, ...], ...]
    calls: tuple[Told, ...] = ()
    challenges: tuple[Challenged, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """How often each face lay there, one to six, among all dice that were shown."""
        found = Counter(pips for dice in self.dice for pips in dice)
        return tuple(found[pips] for pips in range(1, 7))

    @property
    def boldest(self) -> Told | None:
        """The lie furthest from the dice among those that were believed, the first of equals."""
        return max((told for told in self.calls if told.fooled), key=lambda told: told.gap, default=None)

    def deeds(self, seat: int) -> Deeds:
        """Return what a seat did."""
        own = [told for told in self.calls if told.call.seat == seat]
        fates = Counter(told.fate for told in own)
        doubts = [challenge for challenge in self.challenges if seat in challenge.seats]
        return Deeds(
            calls=len(own),
            open=fates[Fate.OPEN],
            believed=fates[Fate.BELIEVED],
            true=fates[Fate.TRUE],
            caught=fates[Fate.CAUGHT],
            unsettled=fates[Fate.UNSETTLED],
            fooled=sum(told.fooled for told in own),
            challenges=len(doubts),
            won=sum(challenge.won for challenge in doubts),
        )


def tally(match: Match, moves: Iterable[Move]) -> Tally:
    """Return what `moves`, played on from `match`, add up to; those taken back count for nothing.

    Raises:
        IllegalMoveError: the rules refuse one of them.
    """
    path = [(match.last, Tally((_counts(_view(match)),)))]
    for move in moves:
        after = match.play(move)
        if isinstance(move, Undo):
            _take_back(path, after)
        else:
            path.append((after.last, _added(path[-1][1], move, match, after)))
        match = after
    return path[-1][1]


def losers(tally: Tally, view: View, options: Mapping[str, Value]) -> tuple[int, ...]:
    """Return who has lost a game, and buys: the last by place, else who was out first by what they paid.

    That is read off what everyone had after each round: an appeal changes it, and who leaves pays nothing.
    """
    outcome = view.outcome
    if outcome is None:
        return ()
    if outcome.ranking:
        return outcome.ranking[-1] if len(outcome.ranking) > 1 else ()
    for counts in tally.counts:
        had = zip(view.standing, counts, strict=True)
        if out := [one.seat for one, count in had if one.unit.is_out(count, options)]:
            return tuple(seat for seat in out if seat not in outcome.winners)
    return ()


def _take_back(path: list[tuple[Step, Tally]], after: Match) -> None:
    """Shorten the path to the step that stands now; where its dice are void, they and their calls lapse."""
    path.pop()
    if after.last is path[-1][0]:
        return
    target, before = path[-1]
    while path and path[-1][0] is not after.last.before:
        path.pop()
    if after.state != target.state:
        before = _lapsed(before, after.rules.view(target.state, None), _view(after))
    path.append((after.last, before))


def _added(tally: Tally, move: Move, match: Match, after: Match) -> Tally:
    """Return the tally after a move that led from one match to the next."""
    before, now = _view(match), _view(after)
    if isinstance(move, Void):
        return _lapsed(tally, before, now)
    if isinstance(move, Reveal):
        tally = replace(tally, dice=(*tally.dice, move.dice))
    if isinstance(move, Correct):
        tally = replace(tally, dice=(*tally.dice[:-1], move.dice))
    appeal = move.NAME == Correct.NAME and before.verdict is not None
    if _is_believed(move, before, now):
        tally = _with_fate(tally, Fate.BELIEVED)
    if isinstance(move, SeatMove) and now.call and now.call != before.call and now.call.seat == move.seat:
        tally = replace(tally, calls=(*tally.calls, Told(now.call, before.round, number=after.last.number)))
    if now.verdict and (appeal or not before.verdict):
        tally = _ruled(tally, move, now, appeal=appeal)
    return _counted(tally, before, now, appeal=appeal)


def _is_believed(move: Move, before: View, now: View) -> bool:
    """Return whether a move is a responder's word that lets the call stand."""
    answers = before.waiting.what is Wait.RESPONSE and isinstance(move, SeatMove) and not move.ANYONE
    on = now.waiting.what is Wait.CALL or (now.waiting.what is Wait.RESPONSE and now.call != before.call)
    return answers and on and not now.verdict


def _ruled(tally: Tally, move: Move, now: View, *, appeal: bool) -> Tally:
    """Take in a verdict; after an appeal it takes the place of the one before."""
    verdict = now.verdict
    if verdict is None or verdict.caller is None:
        return tally
    doubted = verdict.truth is not None or (not isinstance(verdict, Ruling) and verdict.cards is not None)
    if verdict.truth is not None:
        tally = _with_fate(tally, Fate.TRUE if verdict.truth else Fate.CAUGHT)
    elif doubted:
        tally = _with_fate(tally, Fate.UNSETTLED)
    elif move.ANYONE:
        tally = _with_fate(tally, Fate.OPEN)
    else:
        tally = _with_fate(tally, Fate.BELIEVED)
    if not doubted:
        return tally
    if isinstance(verdict, Ruling):
        challenged = Challenged(verdict.doubters, won=verdict.truth is False)
    else:
        responder = () if verdict.responder is None else (verdict.responder,)
        challenged = Challenged(responder, won=verdict.loser == verdict.caller)
        tally = _with_dice(tally, verdict.dice)
    return replace(tally, challenges=(*tally.challenges[: -1 if appeal else None], challenged))


def _with_fate(tally: Tally, fate: Fate) -> Tally:
    """Return the tally with the last call's fate known."""
    if not tally.calls:
        return tally
    return replace(tally, calls=(*tally.calls[:-1], replace(tally.calls[-1], fate=fate)))


def _with_dice(tally: Tally, dice: Throw | None) -> Tally:
    """Return the tally with the dice known of the last call, and of those that were about the same dice."""
    about = len(list(_about_the_same_dice(tally.calls)))
    told = tuple(replace(one, shown=dice) for one in tally.calls[len(tally.calls) - about :])
    return replace(tally, calls=(*tally.calls[: len(tally.calls) - about], *told))


def _about_the_same_dice(calls: tuple[Told, ...]) -> Iterator[Told]:
    for told in reversed(calls):
        yield told
        call = told.call
        if not isinstance(call, Called) or not (call.how is How.PASSED or call.throws == 0):
            return


def _lapsed(tally: Tally, before: View, now: View) -> Tally:
    """Return the tally once a throw is void: dice that lay open count as not shown, its calls as not made."""
    calls, standing = tally.calls, now.call
    while calls and calls[-1].round == now.round and calls[-1].call != standing:
        calls = calls[:-1]
    return replace(tally, calls=calls, dice=tally.dice[:-1] if before.dice else tally.dice)


def _counted(tally: Tally, before: View, now: View, *, appeal: bool) -> Tally:
    """Return the tally with what everyone has, where a round or the game has ended."""
    have = _counts(now)
    if appeal:
        return replace(tally, counts=(*tally.counts[:-1], have))
    ended = now.round != before.round or bool(now.outcome and not before.outcome and have != tally.counts[-1])
    return replace(tally, counts=(*tally.counts, have)) if ended else tally


def _counts(view: View) -> tuple[int, ...]:
    return tuple(standing.count for standing in view.standing)


def _view(match: Match) -> View:
    return match.rules.view(match.state, None)
