"""A game's story in words: who called what, what the dice were, who paid."""

from collections.abc import Iterable, Iterator, Sequence
from gettext import NullTranslations
from pathlib import Path
from typing import Final

from babel.support import Translations

from games.moves import parse_move
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
            yield texts.gettext("%(players)s sit down. %(opener)s opens.") % {
                "players": ", ".join(game.seats),
                "opener": game.seats[game.first],
            }
            continue
        move = parse_move(entry.line, game.rules.MOVES)
        after = game.play(move)
        told = teller(game, texts)
        yield " ".join([told.move(move), *told.after(move, game.view(None), after.view(None))])
        game = after


def unsealed(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the entries without those that hold answers which are still sealed, and all after them."""
    game: Game | None = None
    for entry in entries:
        if game is None:
            game = set_up(entry.line, entry.game)
        else:
            game = game.play(parse_move(entry.line, game.rules.MOVES))
    if game is None or not game.view(None).answered:
        return entries
    step = game.match.last
    while step.before and game.rules.view(step.state, None).answered:
        step = step.before
    return entries[: 1 + step.number]
