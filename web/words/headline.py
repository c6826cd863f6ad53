"""The one big word over a verdict, from what the verdict carries and the move that led to it."""

from gettext import NullTranslations

from games.match import Match
from games.ruleset import AnyVerdict, Ruling, Verdict
from web.words.telling import same_verdict
from web.words.values import N_, say_card, say_value

_BY_MOVE = {"give_in": N_("Gives in!"), "misspoken": N_("Misspoken!")}


def headline(match: Match, verdict: AnyVerdict, texts: NullTranslations) -> str:
    """Return the big word."""
    if verdict.truth is not None:
        return texts.gettext("True!") if verdict.truth else texts.gettext("A lie!")
    if isinstance(verdict, Ruling):
        return texts.gettext("Nobody doubts.")
    move = ruling_move(match)
    if move in _BY_MOVE:
        return texts.gettext(_BY_MOVE[move])
    return _on_its_own(match, verdict, texts)


def ruling_move(match: Match) -> str:
    """Return the name of the move that led to the verdict which stands."""
    view, step = match.rules.view, match.last
    while step.before:
        verdict, before = view(step.state, None).verdict, view(step.before.state, None).verdict
        if verdict is None or not same_verdict(verdict, before):
            break
        step = step.before
    return step.move.NAME if step.move else ""


def _on_its_own(match: Match, verdict: Verdict, texts: NullTranslations) -> str:
    if verdict.cards and verdict.cards.effects:
        effects = " + ".join(say_card(card, texts) for card in verdict.cards.effects)
        return _exclaimed(effects[:1].upper() + effects[1:], texts)
    if verdict.losers:
        return texts.ngettext("The lowest pays.", "The lowest pay.", len(verdict.losers))
    if verdict.call == match.rules.view(match.state, None).order[-1]:
        return _exclaimed(say_value(match.rules.NAME, verdict.call, texts), texts)
    return texts.gettext("Nobody doubts.")


def _exclaimed(what: str, texts: NullTranslations) -> str:
    return texts.gettext("%(what)s!") % {"what": what}
