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
    assert "Play again, same seats" in host.see()
