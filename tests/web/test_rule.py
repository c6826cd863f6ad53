"""Each decision has a "why?", the rule that it stands on; each game has its sentence in the set-up."""

import re

import pytest

from games.rulesets import RULESETS
from tests.web.evening import Evening, plain

HIGHER = "Every call has to beat the one before. Whether it is true is your affair."
PAYS = "Lower than called, and the caller pays. As called or higher, and the challenger does."


def why(page: str) -> str:
    """Return what stands behind the "why?" of a page, "" where there is none."""
    found = re.search(r'<details class="rule".*?</summary>(.*?)</details>', page, re.DOTALL)
    return plain(f"<main>{found[1]}") if found else ""


@pytest.mark.parametrize(
    ("game", "moves", "says"),
    [
        ("maexle", "", "Whoever opens a round calls any value, true or not."),
        ("maexle", "0:43", PAYS),
        ("maexle", "0:43 1:accept", HIGHER),
        ("maxi", "0:43 1:accept", "Call as high as the call before, or higher."),
        ("mex", "", "The lowest throw of the round pays."),
        ("mex", "0:throw reveal:43", "Only your last throw counts"),
        ("bluf_mex", "0:21", "Nothing is higher: challenge, or give in."),
        ("bluf_mex", "0:31 1:accept 1:43 2:accept 2:54", "You may still challenge the last call."),
        ("bluf_mex", "0:31 1:accept 1:43 0:leave 2:accept 2:54", "You may still challenge the last call."),
        ("maxonaut", "0:21", "Nothing beats a called 21: it can only be challenged."),
        ("maxonaut", "0:97 1:challenge", PAYS),
        (
            "maxonaut",
            "0:97 1:challenge 1:turn_over=random,3",
            "Random: take the top card of each pile instead.",
        ),
        ("maxonaut", "0:97 1:challenge 1:turn_over=virus,3", "Virus: the challenger gets the point"),
        ("luegen_kniffel", "", "Call any field that is open on your card, true or not."),
        ("luegen_kniffel", "0:fours/12", "If the dice give what was called, every doubter takes a strike."),
        ("luegen_kniffel", "0:kniffel/50", "If not, the caller does, and nobody writes points."),
    ],
)
def test_a_decision_says_which_rule_it_stands_on(at: Evening, game: str, moves: str, says: str) -> None:
    host = at.start("Anna", "Ben", "Cleo", game=game)
    at.play(moves)
    assert says in why(host.get().text)
    assert why(at.phone().get("/?watch=1").text) == "", "who decides nothing asks for no reason"


def test_where_equal_calls_are_played_the_line_says_so(at: Evening) -> None:
    host = at.start("Anna", "Ben", equal_calls="on")
    at.play("0:43 1:accept")
    assert "Call as high as the call before, or higher." in why(host.get().text)


def test_people_who_enter_dice_are_told_why_they_do(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    at.play("0:43 1:challenge")
    at.doubt("tilted")
    assert "people say what lies there" in why(host.get().text)


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_the_set_up_tells_every_game_in_a_sentence_of_its_own(at: Evening, language: str) -> None:
    host = at.host()
    told = re.findall(r'<small id="(\w+)-about">([^<]+)</small>', host.get(f"/setup?lang={language}").text)
    assert [name for name, _ in told] == list(RULESETS)
    assert len({sentence for _, sentence in told}) == len(RULESETS)


@pytest.mark.parametrize(
    ("language", "equal", "says"),
    [
        ("it", None, "uguale o superiore alla precedente"),
        ("it", "", "Ogni dichiarazione deve superare la precedente."),
        ("en", None, "Every call has to beat the one before."),
        ("en", "on", "as high as the one before, or higher"),
    ],
)
def test_the_help_follows_the_italian_sheet_where_that_is_played(
    at: Evening, language: str, equal: str | None, says: str
) -> None:
    if equal is not None:
        at.start("Anna", "Ben", equal_calls=equal or False)
    phone = at.phone(language)
    assert says in phone.see("/help/maexle")
