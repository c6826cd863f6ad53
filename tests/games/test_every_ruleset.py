"""What holds in every game of every ruleset, whoever plays what: random games under random house rules."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import ORDER as CARD_VALUES
from games.match import Match, Step, begin
from games.moves import (
    HOST_MOVES,
    Correct,
    IllegalMoveError,
    Leave,
    MalformedMoveError,
    Move,
    Reveal,
    SeatMove,
    Undo,
    Void,
    dump_move,
    parse_move,
)
from games.options import check_options
from games.ruleset import How, Ruleset, Ruling, Unit, Wait
from games.rulesets import RULESETS
from games.scorecard import CLAIMS
from games.throws import ORDER
from tests.games import chance as by_chance
from tests.games.notation import Play

SEEDS = st.integers(0, 2**32)
EVERY = pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))
PLAYERS_WORD = {Wait.CALL, Wait.RESPONSE, Wait.THROW, Wait.DOUBTS}
"""What is waited for where players choose among moves; else dice or cards are entered."""
A_THROW = {Wait.CALL, Wait.THROW, Wait.OVER}
GAINS = {Unit.LIVES: -1, Unit.CHIPS: -1, Unit.CROSSES: 1, Unit.POINTS: 1}


def games(rules: Ruleset, seed: int) -> tuple[Match, Random]:
    chance = Random(seed)
    seats = chance.choice((rules.PLAYERS[0], chance.randint(*rules.PLAYERS)))
    options = by_chance.options(rules, chance)
    return begin(rules, seats, options, chance.randrange(seats)), chance


def played_to_the_end(rules: Ruleset, seed: int) -> Iterator[tuple[Match, Move, Match]]:
    """Play a game to its end; yield each match, the move, and the match after it."""
    match, chance = games(rules, seed)
    while rules.waiting_for(match.state).what is not Wait.OVER:
        move = by_chance.move(rules, match.state, chance)
        after = match.play(move)
        yield match, move, after
        match = after


def troubled(rules: Ruleset, seed: int, moves: int = 60) -> Iterator[tuple[Match, Move, Match]]:
    """Play a game in which the host undoes, voids and corrects, and players leave; yield as above."""
    match, chance = games(rules, seed)
    for _ in range(moves):
        move = trouble(rules, match.state, chance)
        try:
            after = match.play(move)
        except IllegalMoveError:
            continue
        yield match, move, after
        match = after


def trouble(rules: Ruleset, state: Any, chance: Random) -> Move:
    over = rules.waiting_for(state).what is Wait.OVER
    what = chance.random()
    if what < 0.1 or (over and what < 0.5):
        return Undo(untouched=chance.random() < 0.5)
    if what < 0.15:
        return Void()
    if what < 0.2:
        return Leave(chance.randrange(len(rules.standing(state))))
    if what < 0.35 or over:
        return by_chance.correction(rules, state, chance)
    return by_chance.move(rules, state, chance)


def counts(rules: Ruleset, state: Any) -> list[int]:
    return [standing.count for standing in rules.standing(state)]


def players_moves(rules: Ruleset, seats: int) -> list[Move]:
    """Return every well-formed move of players in which nothing is entered, a seat too many included."""
    values: dict[str, tuple[object, ...]] = {
        "seat": tuple(range(seats + 1)),
        "value": {"maxonaut": CARD_VALUES, "luegen_kniffel": CLAIMS}.get(rules.NAME, ORDER),
        "how": tuple(How),
        "throws": tuple(range(5)),
    }
    kinds: list[Any] = [kind for kind in rules.MOVES if kind is not Leave and issubclass(kind, SeatMove)]
    choosing = [kind for kind in kinds if {part.name for part in fields(kind)} <= values.keys()]
    return [
        kind(*parts) for kind in choosing for parts in product(*(values[part.name] for part in fields(kind)))
    ]


def takes(rules: Ruleset, state: Any, move: Move) -> bool:
    try:
        rules.play(state, move)
    except IllegalMoveError as refused:
        return refused.code == ""
    return True


def check_whole_game(rules: Ruleset, seed: int) -> None:
    """Play a game by chance: it ends, somebody wins, and every penalty is dealt as its verdict says."""
    last = None
    for moves, (before, move, after) in enumerate(played_to_the_end(rules, seed)):
        assert moves < 20_000
        verdict = after.state.verdict
        then, now = counts(rules, before.state), counts(rules, after.state)
        if verdict is None or verdict is before.state.verdict:
            assert now == then or move.NAME == "misspoken"
        elif isinstance(verdict, Ruling):
            changed = {seat for seat in range(len(now)) if now[seat] != then[seat]}
            assert set(verdict.wrote) <= changed <= {*verdict.wrote, *verdict.cancelled}
            assert all(now[seat] - then[seat] - verdict.call.points in (0, 35) for seat in verdict.wrote)
        else:
            paid = GAINS[verdict.unit] * verdict.count
            assert now == [had + paid * (seat in verdict.payers) for seat, had in enumerate(then)]
        last = after
    assert last is not None
    outcome = rules.outcome(last.state)
    assert outcome is not None
    assert outcome.winners


# whole games


@EVERY
@given(seed=SEEDS)
@settings(max_examples=150, deadline=None)
def test_every_game_that_is_played_on_comes_to_an_end_with_penalties_dealt_as_said(
    rules: Ruleset, seed: int
) -> None:
    check_whole_game(rules, seed)


@EVERY
@given(seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_the_moves_alone_as_they_are_written_give_the_same_state_again(rules: Ruleset, seed: int) -> None:
    match = again = games(rules, seed)[0]
    for _, move, after in troubled(rules, seed):
        written = parse_move(dump_move(move), rules.MOVES)
        assert written == move
        match, again = after, again.play(written)
    assert again.state == match.state


# move by move


@EVERY
@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_undo_gives_back_the_state_before_unless_something_was_seen(rules: Ruleset, seed: int) -> None:
    for before, move, after in troubled(rules, seed):
        if not isinstance(move, Undo) and not move.SHOWS:
            # Only of what may have been touched or seen does it matter whether it is said to lie there still
            matters = after.asks_untouched or after.may_be_seen
            assert after.play(Undo(untouched=matters)).state == before.state


@EVERY
@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_what_was_seen_is_never_secret_again(rules: Ruleset, seed: int) -> None:
    for _, move, after in troubled(rules, seed):
        if not move.SHOWS:
            continue
        match = after.play(Undo())
        while match.last.before:
            assert rules.waiting_for(match.state).what in A_THROW
            match = match.play(Undo())
        assert rules.waiting_for(match.state).what in A_THROW


@EVERY
@given(seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_every_allowed_move_is_taken_and_every_other_one_is_refused_with_a_code(
    rules: Ruleset, seed: int
) -> None:
    chance = Random(seed)
    for _, _, after in troubled(rules, seed, moves=30):
        allowed = rules.allowed(after.state)
        everything = players_moves(rules, len(rules.standing(after.state)))
        assert set(allowed) <= set(everything)
        for move in chance.sample(everything, min(60, len(everything))):
            assert takes(rules, after.state, move) == (move in allowed)
        assert all(takes(rules, after.state, move) for move in chance.sample(allowed, min(9, len(allowed))))


@EVERY
@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_only_who_is_in_is_waited_for_and_always_has_a_move(rules: Ruleset, seed: int) -> None:
    for _, _, after in troubled(rules, seed):
        waiting = rules.waiting_for(after.state)
        out = {standing.seat for standing in rules.standing(after.state) if standing.out}
        assert not out.intersection(waiting.seats)
        assert bool(waiting.seats) is (waiting.what is not Wait.OVER)
        assert bool(rules.allowed(after.state)) is (waiting.what in PLAYERS_WORD)
        assert (rules.outcome(after.state) is not None) is (waiting.what is Wait.OVER)


@EVERY
@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_each_seat_is_shown_its_own_moves_and_an_onlooker_none(rules: Ruleset, seed: int) -> None:
    for _, _, after in troubled(rules, seed, moves=20):
        seats = range(len(rules.standing(after.state)))
        shown = [move for seat in seats for move in rules.view(after.state, seat).allowed]
        assert sorted(map(repr, shown)) == sorted(map(repr, rules.allowed(after.state)))
        assert rules.view(after.state, None).allowed == ()


@EVERY
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_what_a_seat_sees_never_depends_on_dice_or_answers_that_are_still_hidden(
    rules: Ruleset, seed: int
) -> None:
    for before, move, after in troubled(rules, seed):
        if rules.waiting_for(after.state).what is not Wait.DOUBTS or move.NAME not in ("believe", "doubt"):
            continue
        assert isinstance(move, SeatMove)
        otherwise = {"move": "doubt" if move.NAME == "believe" else "believe", "seat": move.seat}
        other = before.play(parse_move(otherwise, rules.MOVES))
        for seat in (None, *range(len(rules.standing(after.state)))):
            if seat != move.seat:
                assert rules.view(other.state, seat) == rules.view(after.state, seat)


@EVERY
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_an_appeal_with_the_same_dice_changes_nothing(rules: Ruleset, seed: int) -> None:
    for before, move, after in played_to_the_end(rules, seed):
        if isinstance(move, Reveal):
            assert after.play(Correct(move.dice)).state == after.state
        if before.played > 60:
            return


@EVERY
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_an_appeal_after_somebody_left_rules_as_if_they_had_left_after_it(rules: Ruleset, seed: int) -> None:
    chance = Random(seed)
    for before, _, after in played_to_the_end(rules, seed):
        if before.played > 60 or rules.outcome(after.state):  # nobody leaves a game that is over
            return
        if rules.view(after.state, None).cards:  # nothing was ruled on yet: who leaves has left before it
            continue
        seats = range(len(rules.standing(after.state)))
        gone, leaving = left(rules, after.state, chance.sample(seats, chance.randint(1, len(seats) - 1)))
        appeal = by_chance.correction(rules, after.state, chance)
        with suppress(IllegalMoveError):  # nothing was seen yet, or these cards ask for others
            late = rules.play(gone, appeal)
            early, _ = left(rules, rules.play(after.state, appeal), leaving)
            assert told(rules, late) == told(rules, early)


def left(rules: Ruleset, state: Any, leaving: Sequence[int]) -> tuple[Any, list[int]]:
    """Let some leave, one after the other, but who is out by then, or has won; return who have."""
    have = []
    for seat in leaving:
        with suppress(IllegalMoveError):
            state = rules.play(state, Leave(seat))
            have.append(seat)
    return state, have


def told(rules: Ruleset, state: Any) -> tuple[object, ...]:
    """Return where a game stands, as all are told."""
    view = rules.view(state, None)
    return view.outcome, view.standing, view.waiting, view.call


@pytest.mark.parametrize("game", ["maexle", "maxi", "bluf_mex", "maxonaut"])
def test_after_a_void_throw_the_call_of_who_has_left_stands_no_more(game: str) -> None:
    play, voided = Play(RULESETS[game]), "0:43 1:accept 1:54 0:leave 2:challenge void"
    assert play.waits(voided) == (Wait.CALL, (1,))
    assert play.allowed(voided) == play.allowed("0:leave")


# moves as they are written

TEXT = st.text(max_size=6)
JSON = st.none() | st.booleans() | st.integers() | st.floats() | TEXT | st.lists(TEXT)
PARTS = st.sampled_from(["seat", "value", "how", "throws", "dice", "cards", "drawn", "counters", "untouched"])
LIKELY = st.sampled_from(["43", "97", "fours 12", "seen", ["joker"], [4, 3], 1, True])


@EVERY
@given(data=st.data(), parts=st.dictionaries(PARTS, JSON | LIKELY))
@settings(max_examples=200, deadline=None)
def test_whatever_comes_in_is_a_move_or_is_refused_as_malformed(
    rules: Ruleset, data: st.DataObject, parts: dict[str, object]
) -> None:
    name = data.draw(st.sampled_from([kind.NAME for kind in rules.MOVES]))
    try:
        move = parse_move(parts | {"move": name}, rules.MOVES)
    except MalformedMoveError:
        return
    assert parse_move(dump_move(move), rules.MOVES) == move


# the modules


@EVERY
def test_every_ruleset_has_a_preset_for_each_language_that_starts_a_game(rules: Ruleset) -> None:
    assert list(rules.PRESETS) == ["de", "en", "fr", "it"]
    for options in rules.PRESETS.values():
        check_options(rules.OPTIONS, options)
        rules.start(rules.PLAYERS[0], options)


@EVERY
def test_every_ruleset_knows_the_moves_that_every_game_has(rules: Ruleset) -> None:
    names = [kind.NAME for kind in rules.MOVES]
    assert len(set(names)) == len(names)
    assert {"call", "throw"}.intersection(names)
    assert {"leave", "void", "undo", "correct"} <= set(names)
    assert all(kind in rules.MOVES for kind in HOST_MOVES) or not rules.DICE


@EVERY
def test_a_move_of_another_game_is_refused_as_unknown(rules: Ruleset) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        rules.play(rules.start(rules.PLAYERS[0], {}), Move())
    assert caught.value.code == "unknown_move"


@EVERY
def test_a_new_match_has_no_move_to_take_back(rules: Ruleset) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Match(rules, Step(rules.start(rules.PLAYERS[0], {}))).play(Undo())
    assert caught.value.code == "nothing_to_undo"
