"""Maxonaut on the phone: 45 calls, cards that are entered, and what special cards do."""

import re

import pytest

from games.cards import ORDER, Card
from games.throws import say_throw
from tests.web.evening import Evening, Phone

ALL = {"reverse_on_11": "on", "order_penalty": "on", "skip_on_2": "on", "double_21": "on"}


def start(at: Evening, moves: str = "", **options: object) -> Phone:
    host = at.start("Anna", "Ben", "Cleo", game="maxonaut", **options)  # type: ignore[arg-type]
    at.play(moves)
    return host


def tap(phone: Phone, *cards: str) -> str:
    """Tap cards on the pad, one after the other, and return the page."""
    phone.get()
    for count in range(1, len(cards) + 1):
        phone.follow(f"cards={','.join(cards[:count])}")
    return phone.shown


def send(phone: Phone, move: str, *cards: str) -> str:
    """Enter cards as the page would, and return the page after it as text."""
    assert phone.post("/cards", {"seat": 1, "move": move, "cards": list(cards)}).status_code == 303
    return phone.see()


def appeal(host: Phone) -> dict[str, list[str]]:
    """Return what the lists of the appeal say, as their form would send it."""
    form = host.get().text.partition('action="/host/correct"')[2].partition("</form>")[0]
    lists = re.findall(r'<select name="(\w+)"(.*?)</select>', form)
    sent = [(name, re.search(r'value="(\w+)" selected', cards)) for name, cards in lists]
    return {
        part: [card[1] if card else "" for name, card in sent if name == part]
        for part in ("cards", "drawn", "counters")
    }


def test_the_keypad_has_all_45_values_in_their_order(at: Evening) -> None:
    host = start(at)
    page = host.get().text
    assert re.findall(r'name="value" value="(\d\d)"', page) == [say_throw(value) for value in ORDER]
    assert "Maxonaut</button>" in page
    assert "Anna opens: lay two cards, call." in host.see()


def test_the_two_cards_are_tapped_one_by_one_and_then_sent(at: Evening) -> None:
    host = start(at, "0:97 1:challenge")
    assert all(f'href="#{card}"' in host.get().text for card in Card if not card.isdigit())
    assert "These are the cards" not in host.shown
    page = tap(host, "joker", "9")
    assert page.count('type="hidden" name="cards"') == 2
    assert "These are the cards" in page
    assert "Take one back" in page


def test_what_a_joker_stands_for_is_said_in_a_line(at: Evening) -> None:
    host = start(at, "0:97 1:challenge")
    page = send(host, "turn_over", "joker", "9")
    assert "joker as 9: 99" in page
    assert "True!" in page
    assert "Ben gets 1 point." in page


def test_two_cards_that_make_no_value_are_below_every_call(at: Evening) -> None:
    host = start(at, "0:31 1:challenge")
    page = send(host, "turn_over", "matchmaker_even", "3")
    assert "No value: that is below every call." in page
    assert "Anna gets 1 point." in page


def test_a_random_asks_for_the_cards_that_replace_it(at: Evening) -> None:
    host = start(at, "0:97 1:challenge")
    page = send(host, "turn_over", "random", "3")
    assert "Random: take the top card of each pile." in page
    assert "The piles are empty" in page
    page = send(host, "draw", "7", "4")
    assert "A lie!" in page
    assert "74" in page


@pytest.mark.parametrize(("shown", "word"), [(("3",), "Countered."), ((), "Not countered.")])
def test_a_virus_asks_what_the_challenger_shows(at: Evening, shown: tuple[str, ...], word: str) -> None:
    host = start(at, "0:97 1:challenge")
    page = send(host, "turn_over", "virus", "9")
    assert "A virus wants an odd card." in page
    assert "I show nothing" in page
    page = send(host, "counter", *shown)
    assert "Virus!" in page
    assert word in page


def test_of_a_german_virus_and_bomb_both_keep_their_capitals(at: Evening) -> None:
    start(at, "0:97 1:challenge 1:turn_over=virus,bomb 1:counter=")
    assert "Virus + Bombe!" in at.phone("de").see()
    assert "Virus + bomb!" in at.phone("en").see()


def test_cards_are_for_the_challenger_and_the_host_to_enter(at: Evening) -> None:
    start(at)
    anna, ben = at.phone(), at.phone()
    for seat, phone in enumerate((anna, ben)):
        phone.post("/seats/claim", {"guest": seat + 1})
    at.play("0:97 1:challenge")
    assert "Ben enters the cards, or the host." in anna.see()
    assert anna.post("/cards", {"seat": 1, "move": "turn_over", "cards": ["3", "1"]}).status_code == 403
    assert "turn the two top cards over" in ben.see()
    assert 'action="/cards"' in at.host().get().text
    assert ben.post("/cards", {"seat": 1, "move": "turn_over", "cards": ["3", "1"]}).status_code == 303


def test_without_special_cards_there_are_numbers_alone(at: Evening) -> None:
    host = start(at, "0:97 1:challenge", specials=False)
    assert "joker" not in host.get().text.partition("<main")[2]


def test_a_skipped_player_and_a_turned_direction_are_shown(at: Evening) -> None:
    start(at, "0:42", **ALL)
    page = at.phone().see()
    assert "Ben is skipped." in page
    at.play("2:accept 2:11")
    page = at.phone().see()
    assert "Play runs to the right." in page
    assert "Ben accepts or challenges." in page
    at.play("0:leave")
    assert "Play runs to the right." not in at.phone().see(), "between two there is no direction"


def test_what_a_host_objects_is_not_put_into_the_mouth_of_somebody_with_a_phone(at: Evening) -> None:
    host = start(at, **ALL)
    at.phone().post("/seats/claim", {"guest": 2})
    at.play("0:54")
    said = next(form for form in host.get().text.split("<form") if "misspoken" in form)
    assert 'name="seat" value="2"' in said, "Cleo's, who has none, and not Ben's"


def test_anyone_may_say_that_the_low_digit_came_first(at: Evening) -> None:
    start(at, **ALL)
    cleo = at.phone()
    cleo.post("/seats/claim", {"guest": 3})
    at.play("0:54")
    assert "Low digit first!" in cleo.see()
    assert "Low digit first!" not in at.phone().see()
    cleo.post("/answer", {"seat": 2, "answer": "misspoken"})
    page = cleo.see()
    assert "Cleo heard the low digit first: that costs the caller a point." in page
    assert "Low digit first!" not in page
    assert "Anna calls 54." in page


@pytest.mark.parametrize("caller", [0, 1])
def test_a_host_s_phone_says_so_for_one_who_has_heard_it_and_not_for_the_caller(
    at: Evening, caller: int
) -> None:
    host = at.start("Anna", "Ben", "Cleo", game="maxonaut", first=caller, **ALL)
    at.play(f"{caller}:54")
    form = next(form for form in host.get().text.split("<form") if "Low digit first!" in form)
    assert f'name="seat" value="{1 - caller}"' in form


def test_the_caller_s_own_phone_may_say_so_too(at: Evening) -> None:
    start(at, **ALL)
    anna = at.phone()
    anna.post("/seats/claim", {"guest": 1})
    at.play("0:54")
    assert "Low digit first!" in anna.see()


def test_laid_cards_that_are_void_are_no_throw(at: Evening) -> None:
    host = start(at, "0:54 void")
    page = host.see()
    assert "The laid cards are void: nobody pays." in page
    assert "Take back the last move The laid cards are void." in page
    assert "The throw is void" not in page


def test_an_accepted_21_costs_a_point_where_it_counts_double(at: Evening) -> None:
    host = start(at, "0:21", double_21="on")
    assert "Accept for 1 point, or challenge for 2." in host.see()
    host.post("/answer", {"seat": 1, "answer": "accept"})
    page = host.see()
    assert "Maxonaut!" in page
    assert "Ben gets 1 point." in page


def test_without_that_rule_a_21_can_only_be_challenged(at: Evening) -> None:
    host = start(at, "0:21")
    assert "it can only be challenged" in host.see()
    assert 'value="accept"' not in host.shown


def test_an_appeal_corrects_the_cards(at: Evening) -> None:
    host = start(at, "0:97 1:challenge 1:turn_over=3,1")
    assert "Appeal: correct the cards" in host.see()
    fields: dict[str, object] = {"cards": ["virus", "9"], "drawn": ["", ""], "counters": ["3", ""]}
    assert host.post("/host/correct", fields).status_code == 303
    page = host.see()
    assert "Appeal: the cards were corrected." in page
    assert "Countered." in page


def test_an_appeal_that_changes_nothing_turns_nothing_however_many_cards_were_drawn(at: Evening) -> None:
    drawn = "1:draw=random,3,4,5 1:draw=9,9"
    host = start(at, f"0:97 1:challenge 1:turn_over=random,random {drawn}")
    verdict = at.view.verdict
    fields = appeal(host)
    assert fields["drawn"] == ["random", "3", "4", "5", "9", "9", "", ""], "with room for one random more"
    assert host.post("/host/correct", {**fields}).status_code == 303
    assert at.view.verdict == verdict


@pytest.mark.parametrize(
    ("entered", "mistapped"),
    [
        ("1:turn_over=virus,5 1:counter=3", "virus"),
        ("1:turn_over=bomb,5 1:counter=3,3", "bomb"),
        ("1:turn_over=random,5 1:draw=2,3", "random"),
        ("1:turn_over=random,5 1:draw=virus,3 1:counter=3", "random"),
    ],
)
def test_one_special_card_that_was_mistapped_is_corrected_by_changing_that_card_alone(
    at: Evening, entered: str, mistapped: str
) -> None:
    host = start(at, f"0:97 1:challenge {entered}")
    fields = appeal(host)
    cards = ["9" if card == mistapped else card for card in fields["cards"]]
    assert host.post("/host/correct", {**fields, "cards": cards}).status_code == 303
    lie = {part: "".join(cards) for part, cards in appeal(host).items()}
    assert lie == {"cards": "95", "drawn": "", "counters": ""}
    assert "A lie!" in host.see()


@pytest.mark.parametrize("entered", ["random,8", "virus,8", "random,8 1:draw=virus,3"])
def test_a_special_card_that_was_mistapped_is_corrected_before_what_it_asks_for(
    at: Evening, entered: str
) -> None:
    host = start(at, f"0:97 1:challenge 1:turn_over={entered}")
    fields = appeal(host)
    assert host.post("/host/correct", {**fields, "cards": ["9", "8"]}).status_code == 303
    page = host.see()
    assert "True!" in page
    assert "Ben gets 1 point." in page


def test_what_the_corrected_cards_still_ask_for_is_kept(at: Evening) -> None:
    host = start(at, "0:97 1:challenge 1:turn_over=random,virus 1:draw=bomb,3 1:counter=3,3")
    fields = appeal(host)
    assert host.post("/host/correct", {**fields, "cards": ["random", "9"]}).status_code == 303
    assert "Countered." in host.see()
    assert appeal(host) == {**fields, "cards": ["random", "9"]}


@pytest.mark.parametrize(
    "fields",
    [
        {"move": "call", "cards": ["3", "1"]},
        {"move": "turn_over", "cards": ["3", "nonsense"]},
        {"move": "", "cards": ["3"]},
    ],
)
def test_what_no_page_would_send_is_malformed(at: Evening, fields: dict[str, object]) -> None:
    host = start(at, "0:97 1:challenge")
    assert host.post("/cards", {"seat": 1, **fields}).status_code == 400
    assert host.post("/cards", {"seat": 1, "move": "turn_over", "cards": ["3"]}).status_code == 409


def test_who_leaves_while_cards_are_entered_is_called_out(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", game="maxonaut")
    at.play("0:54 1:challenge")
    host.post("/host/leave", {"seat": 2})
    assert "Cleo has left the game." in host.see()
    assert "Cleo has left the game." in at.phone().see("/screen")


def test_an_appeal_offers_no_card_that_the_house_plays_without(at: Evening) -> None:
    host = start(at, "0:97 1:challenge 1:turn_over=9,8", specials=False)
    form = host.get().text.partition('action="/host/correct"')[2].partition("</form>")[0]
    assert set(re.findall(r'<select name="(\w+)"', form)) == {"cards"}
    assert set(re.findall(r'<option value="(\w*)"', form)) == {card for card in Card if card.isdigit()}
    assert host.post("/host/correct", {"cards": ["5", "4"]}).status_code == 303
    assert "A lie!" in host.see()
