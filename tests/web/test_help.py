"""How to play: a page for every game, in every language."""

import pytest

from games.rulesets import RULESETS
from tests.web.evening import Evening
from web.words.story import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", RULESETS)
def test_every_game_is_explained_in_every_language(at: Evening, game: str, language: str) -> None:
    phone = at.phone(language)
    page = phone.see(f"/help/{game}")
    others = [f"/help/{other}" for other in RULESETS if other != game]
    assert all(f'href="{other}"' in phone.shown for other in others)
    assert len(page) > 800


def test_without_a_name_it_is_the_game_on_the_table_with_its_house_rules(at: Evening) -> None:
    at.start("Anna", "Ben", game="maxi", chips=4)
    page = at.phone().see("/help")
    assert "Maxi: how to play" in page
    assert "Chips: 4" in page
    assert "Chips: 4" not in at.phone().see("/help/mex")


def test_before_any_game_it_is_maexle(at: Evening) -> None:
    assert "Mäxle: how to play" in at.phone().see("/help")


def test_a_game_that_nobody_knows_is_not_there(at: Evening) -> None:
    assert at.phone().get("/help/chess").status_code == 404


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("maexle", "Everyone starts with the same number of lives"),
        ("maexle", "The first round is opened by the first seat"),
        ("maxonaut", "Nothing beats a called 21: it can only be challenged."),
        ("maxonaut", "Shuffle the discard pile, but leave its two top cards"),
        ("maxonaut", "Virus and bomb together: it takes both"),
        ("maxonaut", "A called 11 turns the direction"),
        ("maxonaut", "Whoever says the low digit first, 45 for 54, gets a point."),
        ("maxonaut", "A call with a 2 in it, 21 too, skips the next player."),
        ("maxonaut", "A called 21 counts double"),
        ("luegen_kniffel", "What lies, lies"),
        ("luegen_kniffel", "whoever has said nothing by then believes"),
    ],
)
def test_the_help_leaves_out_nothing_that_a_table_asks_about(at: Evening, game: str, told: str) -> None:
    assert told in at.phone().see(f"/help/{game}")


@pytest.mark.parametrize("double_21", [False, True])
def test_where_a_called_21_can_be_accepted_nothing_says_otherwise(at: Evening, double_21: bool) -> None:
    at.start("Anna", "Ben", game="maxonaut", double_21="on" if double_21 else False)
    page = at.phone().see("/help/maxonaut")
    assert ("it can only be challenged" in page) != double_21
    assert "accept it for one point" in page


@pytest.mark.parametrize("specials", [False, True])
def test_what_special_cards_do_is_told_where_there_are_any(at: Evening, specials: bool) -> None:
    at.start("Anna", "Ben", game="maxonaut", specials="on" if specials else False)
    page = at.phone().see("/help/maxonaut")
    assert ("A joker is any number" in page) == specials
    assert "House rules you may add" in page


def test_where_the_same_call_again_will_do_nobody_has_to_call_higher(at: Evening) -> None:
    at.start("Anna", "Ben", equal_calls="on")
    page = at.phone().see("/help")
    assert "as high as the one before, or higher" in page
    assert "call higher" not in page
