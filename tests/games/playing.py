"""A short notation for matches, so that a test reads like a game: `0:43 1:challenge reveal:31`."""

from games import maexle
from games.maexle import Call, State
from games.match import Match, begin
from games.moves import Accept, Challenge, Correct, Leave, Move, Reveal, Undo, Void
from games.options import Value
from games.throws import Throw

_ROW = "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21"
ROW = _ROW.split()
"""The order of two dice as the rules print it, lowest first."""

_OF_A_SEAT = {"accept": Accept, "challenge": Challenge, "leave": Leave}
_OF_THE_HOST = {"void": Void(), "undo": Undo(), "touched": Undo(untouched=False)}


def throw(text: str) -> Throw:
    return int(text[0]), int(text[1])


def move(text: str) -> Move:
    who, _, what = text.partition(":")
    if who == "reveal":
        return Reveal(throw(what))
    if who == "correct":
        return Correct(throw(what))
    if not what:
        return _OF_THE_HOST[who]
    if what in _OF_A_SEAT:
        return _OF_A_SEAT[what](int(who))
    return Call(int(who), throw(what))


def new(seats: int = 3, first: int = 0, **options: Value) -> Match:
    """Return a new match; every option is handed on to the game."""
    return begin(maexle, seats, options, first)


def on(match: Match, moves: str) -> Match:
    for text in moves.split():
        match = match.play(move(text))
    return match


def after(moves: str, seats: int = 3, first: int = 0, **options: Value) -> State:
    state = on(new(seats, first, **options), moves).state
    assert isinstance(state, State)
    return state
