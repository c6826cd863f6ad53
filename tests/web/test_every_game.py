"""Every game, played to its end by what the host's pages offer."""

import random
import re
from typing import Any

import pytest

from games.ruleset import Wait
from games.rulesets import RULESETS
from tests.web.evening import Evening, Phone, plain
from tests.web.offers import offers

SHORT = {"lives": 1, "chips": 2, "crosses": 2, "points": 2}
STEPS = 3000


def play_on(at: Evening, phone: Phone, chance: random.Random) -> Wait:
    """Do one thing that the page offers; the camera is never certain, so that people enter the dice."""
    look = at.table.snapshot().look
    if look and look.stage != "asking":
        at.doubt("glare")
        phone.get("/")
    found = offers(phone.shown, chance)
    assert found, plain(phone.shown)
    sends = [offer for offer in found if offer.fields]
    chance.choice(sends if sends and chance.random() < 0.7 else found).take(phone)
    game = at.table.snapshot().game
    assert game
    return game.view(None).waiting.what


@pytest.mark.long
@pytest.mark.parametrize("game", RULESETS)
def test_a_game_is_played_to_its_end_by_what_the_pages_offer(at: Evening, game: str) -> None:
    chance = random.Random(game)
    options = {option.name: SHORT.get(option.name, option.default) for option in RULESETS[game].OPTIONS}
    switched_on: dict[str, Any] = {name: value is False or value for name, value in options.items()}
    host = at.start("Anna", "Ben", "Cleo", game=game, **switched_on)
    host.get("/")
    for _ in range(STEPS):
        if play_on(at, host, chance) is Wait.OVER:
            break
    assert re.search(r"wins!|share the win!", host.see())
    assert "Play again, same rules" in host.see()


@pytest.mark.parametrize(
    ("game", "moves", "reason"),
    [
        ("maexle", "0:54 1:challenge reveal:43", "less than was called: the caller pays"),
        ("maexle", "0:54 1:challenge reveal:54", "what was called, or more: the challenger pays"),
        ("maexle", "0:21 1:accept", "Nothing beats Mäxle: whoever believes it pays"),
        ("maxi", "0:54 1:challenge reveal:43", "less than was called: the caller pays"),
        ("mex", "0:throw reveal:31 1:throw reveal:65", "thrown the lowest pays"),
        ("bluf_mex", "0:54/1 1:give_in", "Whoever gives in pays"),
        ("bluf_mex", "0:54/1 1:accept 1:61/1 0:accept", "the lowest call of the round pays"),
        ("maxonaut", "0:97 1:challenge 1:turn_over=9,8", "what was called, or more: the challenger pays"),
        ("luegen_kniffel", "0:fours/12 1:believe", "Nobody doubted, so the call counts"),
        ("luegen_kniffel", "0:fours/12 1:doubt reveal:44411", "whoever doubted was wrong"),
    ],
)
def test_every_verdict_says_why(at: Evening, game: str, moves: str, reason: str) -> None:
    options: dict[str, Any] = {"throws": "1"} if game == "mex" else {}
    at.start("Anna", "Ben", game=game, **options)
    at.play(moves)
    assert reason in at.phone().see()
