"""A game's story in words: who called what, what the dice were, who paid."""

from collections.abc import Iterable, Iterator, Sequence
from gettext import NullTranslations
from pathlib import Path
from types import MappingProxyType
from typing import Final

from babel.support import Translations

from games.moves import IllegalMoveError, MalformedMoveError, Reveal, SealedAnswer, parse_move
from games.ruleset import View, Wait
from table.game import Game, set_up
from table.log import Entry
from web.words.telling import same_verdict, teller
from web.words.values import listed

LANGUAGES: Final = MappingProxyType({"de": "Deutsch", "en": "English", "fr": "Français", "it": "Italiano"})
"""The languages that there are texts in, by what they call themselves."""
TRANSLATIONS: Final = Path(__file__).parents[1] / "translations"
WENT_ON: Final = (
    "the moves can't be told for certain: after damage or under newer rules the game went on from its last "
    "state, and whatever may be a sealed answer is left out"
)
"""What the report and `maexle log` say of such a game, in English as all that they say."""


def texts_in(language: str) -> NullTranslations:
    """Return the texts in a language; English where it has none."""
    return Translations.load(TRANSLATIONS, [language])


def tell(entries: Iterable[Entry], texts: NullTranslations) -> Iterator[str]:
    """Return a game's entries as sentences, one an entry, in order, as far as the rules play them."""
    game: Game | None = None
    for entry in entries:
        if game is None:
            game = set_up(entry.line, entry.game)
            thrown_for = texts.gettext("%(players)s sit down. The highest throw opens.")
            agreed = texts.gettext("%(players)s sit down. %(opener)s opens.")
            names = {"players": listed(game.seats, texts), "opener": game.seats[game.first]}
            yield (thrown_for if game.view(None).opening else agreed) % names
            continue
        try:
            move = parse_move(entry.line, game.rules.MOVES)
            after = game.play(move)
        except (IllegalMoveError, MalformedMoveError):
            return
        told = teller(game, texts)
        yield " ".join([told.move(move), *told.after(move, game.view(None), after.view(None))])
        game = after


def unsealed(entries: Sequence[Entry], game: Game | None) -> Sequence[Entry]:
    """Return the entries up to the first sealed answer, given or taken back, to what is still undecided.

    `game` is how they left it, None where nobody knows. Where they do not lead there, it can't be told which
    answers are sealed: unless none are, they end before the first of all.
    """
    leads_there = game is not None and not game.opened_anew
    if not entries or (game and not leads_there and game.waiting.what not in (Wait.CALL, Wait.DOUBTS)):
        return entries
    return entries[: _first_sealed(entries) if leads_there else _first_doubtful(entries)]


def _first_sealed(entries: Sequence[Entry]) -> int:
    """Return which entry is the first sealed answer that nobody was told.

    It may be on a throw that has lapsed since: the host may take the game back to it.
    """
    game = set_up(entries[0].line)
    sealed: dict[int, int] = {}  # by throw
    for index, entry in enumerate(entries[1:], start=1):
        move, before, throw = parse_move(entry.line, game.rules.MOVES), game, game.match.state.throw
        game = game.play(move)
        if isinstance(move, Reveal):
            sealed.clear()
        elif before.waiting.what is Wait.DOUBTS:
            if isinstance(move, SealedAnswer):
                sealed.setdefault(throw, index)
            if _all_have_answered(before.view(None), game.view(None)):
                sealed.pop(throw, None)
    return min(sealed.values(), default=len(entries))


def _all_have_answered(before: View, now: View) -> bool:
    """Return whether a move, an answer, the time or who left, has ended the wait for sealed answers."""
    ruled = now.verdict is not None and not same_verdict(now.verdict, before.verdict)
    return ruled or now.waiting.what is Wait.REVEAL


def _first_doubtful(entries: Sequence[Entry]) -> int:
    """Return which entry is the first that may be an answer; what these rules do not know may be one."""
    kinds = set_up(entries[0].line).rules.MOVES
    open_moves = {kind.NAME for kind in kinds if not issubclass(kind, SealedAnswer)}
    moves = (entry.line.get("move") for entry in entries[1:])
    return next((at for at, move in enumerate(moves, start=1) if move not in open_moves), len(entries))
