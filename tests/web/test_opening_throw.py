"""Lügen-Kniffel's throws for who opens, on the phone and on the television."""

import re

import pytest

from tests.web.evening import Evening, Phone
from web.words.story import tell, texts_in

NAMES = ("Anna", "Ben", "Cleo")
TIE = "0:throw reveal:65432 1:throw reveal:11111 2:throw reveal:66521"


def start(at: Evening, moves: str = "") -> Phone:
    host = at.start(*NAMES, game="luegen_kniffel", highest_opens="on")
    at.play(moves)
    return host


def test_the_host_can_let_the_highest_throw_open(at: Evening) -> None:
    host = at.start(*NAMES, game="luegen_kniffel")
    assert "throws, for all to see" not in host.see()
    assert "The highest throw opens; whoever is picked throws first" in host.see("/setup")
    assert re.search(r'<input type="checkbox" id="highest_opens"[^>]*value="on">', host.shown), "it is off"


def test_who_throws_says_so_before_the_table_looks(at: Evening) -> None:
    host = start(at)
    page = host.see()
    assert "Anna throws, for all to see." in page
    assert "Still in it: Anna, Ben, Cleo." in page
    assert "a short press reads" in page
    assert at.table.snapshot().look is None
    assert host.post("/answer", {"seat": 0, "answer": "throw"}).status_code == 303
    assert at.look.stage == "reading"
    assert "Anna has thrown." in at.phone().see()
    assert "Push all 5 dice onto the window" in host.see()


def test_a_die_that_leans_in_an_open_throw_makes_it_void(at: Evening) -> None:
    host = start(at, "0:throw")
    at.doubt("tilted")
    assert "Then void the throw." in host.see()


def test_every_throw_that_was_read_is_shown_with_its_sum(at: Evening) -> None:
    host = start(at, "0:throw")
    at.reveal(6, 5, 4, 3, 2)
    for page in (host.see(), at.phone().see("/?watch=1"), at.phone().see("/screen")):
        assert "Anna 20" in page
        assert "Ben throws, for all to see." in page


def test_who_has_thrown_lower_than_another_is_not_said_to_be_still_in_it(at: Evening) -> None:
    host = start(at, "0:throw reveal:65432 1:throw reveal:11111")
    for page in (host.see(), at.phone().see("/screen")):
        assert "Still in it: Anna, Cleo." in page


def test_a_doubtful_throw_is_for_two_at_the_table_or_the_host_to_say(at: Evening) -> None:
    start(at)
    anna, ben, watcher = at.phone(), at.phone(), at.phone()
    anna.post("/seats/claim", {"guest": 1})
    ben.post("/seats/claim", {"guest": 2})
    anna.post("/answer", {"seat": 0, "answer": "throw"})
    at.doubt("glare")
    assert "The players say what the dice are, or the host." in watcher.see()
    dice: dict[str, object] = {f"die{number}": pips for number, pips in enumerate((6, 6, 5, 2, 1), start=1)}
    anna.post("/dice", dice)
    assert "Anna 20" not in anna.see(), "nobody rules on an own throw alone"
    assert ben.post("/dice", dice).status_code == 303
    assert "Anna 20" in anna.see()


def test_who_ties_is_named_and_throws_again(at: Evening) -> None:
    host = start(at, TIE)
    page = host.see()
    assert "Anna 20 Ben 5 Cleo 20 A tie for the highest: Anna and Cleo throw again." in page
    at.play("0:throw reveal:11111")
    page = host.see()
    assert "throw again" not in page
    assert "Still in it: Anna, Cleo." in page
    assert "Anna 5" in page


def test_the_opener_is_told_to_all_until_the_first_call(at: Evening) -> None:
    host = start(at, f"{TIE} 0:throw reveal:11111 2:throw reveal:66666")
    opens = "Cleo has thrown the highest and opens."
    watcher, screen = at.phone(), at.phone()
    assert opens in host.see()
    assert "Cleo: up to three throws, then call." in host.see()
    for page in (watcher.see("/?watch=1"), screen.see("/screen")):
        assert opens in page
        assert "Anna 5 Cleo 30" in page
    host.post("/call", {"seat": 2, "value": "chance 30"})
    assert opens not in watcher.see("/?watch=1")


def test_when_the_opener_leaves_nobody_is_said_to_have_thrown_the_highest(at: Evening) -> None:
    host = start(at, f"{TIE} 0:throw reveal:11111 2:throw reveal:66666 2:leave")
    page = host.see()
    assert "has thrown the highest" not in page
    assert "Anna: up to three throws, then call." in page


def test_an_appeal_corrects_the_last_throw(at: Evening) -> None:
    host = start(at, f"{TIE} 0:throw reveal:11111 2:throw reveal:66666")
    assert "Until the next throw or call. Who opens is worked out again." in host.see()
    dice: dict[str, object] = {f"die{number}": 1 for number in range(1, 6)}
    host.post("/host/correct", dice)
    assert "A tie for the highest: Anna and Cleo throw again." in host.see()


def test_the_button_reads_the_throws_and_says_nothing_after_them(at: Evening) -> None:
    start(at)
    assert "Press: read" in at.phone().see("/cup/secret")
    assert "Hold" not in at.phone().see("/cup/secret")
    at.play("0:throw reveal:66666 1:throw reveal:11111 2:throw reveal:11111")
    assert "Not used in this game" in at.phone().see("/cup/secret")


def test_the_story_says_who_threw_what_and_who_opens(at: Evening) -> None:
    start(at, f"{TIE} 0:throw reveal:11111 2:throw reveal:11112")
    assert list(tell(at.table.entries(), texts_in("en"))) == [
        "Anna, Ben and Cleo sit down. The highest throw opens.",
        "Anna throws openly.",
        "The dice: 6 5 4 3 2. That is 20 for Anna.",
        "Ben throws openly.",
        "The dice: 1 1 1 1 1. That is 5 for Ben.",
        "Cleo throws openly.",
        "The dice: 6 6 5 2 1. That is 20 for Cleo. A tie for the highest: Anna and Cleo throw again.",
        "Anna throws openly.",
        "The dice: 1 1 1 1 1. That is 5 for Anna.",
        "Cleo throws openly.",
        "The dice: 2 1 1 1 1. That is 6 for Cleo. Cleo has thrown the highest and opens.",
    ]


@pytest.mark.parametrize("moves", ["", "0:throw", TIE])
def test_while_it_is_thrown_for_the_phone_of_a_player_says_the_rule(at: Evening, moves: str) -> None:
    page = start(at, moves).see()
    assert ("The highest sum opens" in page) is (moves != "0:throw")
