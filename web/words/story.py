"""A game's story in words: who called what, what the dice were, who paid."""

from collections.abc import Iterable, Iterator, Sequence
from gettext import NullTranslations
from pathlib import Path
from typing import Final

from babel.support import Translations

from games.moves import SeatMove, parse_move
from games.ruleset import Wait
from table.game import Game, set_up
from table.log import Entry
from web.words.telling import teller

TRANSLATIONS: Final = Path(__file__).parents[1] / "translations"


def texts_in(language: str) -> NullTranslations:
    """Return the texts in a language; English where it has none."""
    return Translations.load(TRANSLATIONS, [language])


def tell(entries: Iterable[Entry], texts: NullTranslations) -> Iterator[str]:
    """Return a game's entries as sentences, one an entry, in order."""
    game: Game | None = None
    for entry in entries:
        if game is None:
            game = set_up(entry.line, entry.game)
            thrown_for = texts.gettext("%(players)s sit down. The highest throw opens.")
            agreed = texts.gettext("%(players)s sit down. %(opener)s opens.")
            names = {"players": ", ".join(game.seats), "opener": game.seats[game.first]}
            yield (thrown_for if game.view(None).opening else agreed) % names
            continue
        move = parse_move(entry.line, game.rules.MOVES)
        after = game.play(move)
        told = teller(game, texts)
        yield " ".join([told.move(move), *told.after(move, game.view(None), after.view(None))])
        game = after


def unsealed(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the entries up to the first sealed answer, given or taken back, to what is still undecided."""
    game: Game | None = None
    sealed: dict[int, int] = {}  # by throw
    for index, entry in enumerate(entries):
        if game is None:
            game = set_up(entry.line, entry.game)
            continue
        move = parse_move(entry.line, game.rules.MOVES)
        if isinstance(move, SeatMove) and not move.ANYONE and _waits(game) is Wait.DOUBTS:
            sealed.setdefault(game.match.state.throw, index)
        game = game.play(move)
    if game is None or _waits(game) not in (Wait.CALL, Wait.DOUBTS):
        return entries
    return entries[: sealed.get(game.match.state.throw, len(entries))]


def _waits(game: Game) -> Wait:
    return game.rules.waiting_for(game.match.state).what
