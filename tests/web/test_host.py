"""The host: let in by button or PIN, and what only they may do."""

import re

import pytest

from tests.web.evening import CODE, PIN, Evening, plain, spoken


def test_who_gives_the_tables_code_back_is_let_in_and_who_is_too_late_hears_that(at: Evening) -> None:
    first, second = at.phone(), at.phone()
    at.pairing.open()
    assert first.post("/host/enter", {"code": " 4 4 44"}).status_code == 303
    refused = second.post("/host/enter", {"code": CODE})
    assert refused.status_code == 403
    assert "Somebody was faster" in plain(refused.text)
    assert len(at.table.snapshot().hosts) == 1


def test_a_phone_that_asks_ten_times_a_second_gets_no_door_that_the_landlord_opens(at: Evening) -> None:
    thief, landlord = at.phone(), at.phone()
    assert "Nobody has held the button" in plain(thief.post("/host/enter", {}).text)
    at.pairing.open()
    said = [plain(thief.post("/host/enter", {}).text) for _ in range(10)]
    assert ["another code" in text for text in said] == [True] * 3 + [False] * 7
    assert "Too many wrong codes." in said[-1]
    assert not at.table.snapshot().hosts
    landlord.client.environ_base["REMOTE_ADDR"] = "192.0.2.9"
    assert landlord.post("/host/enter", {"code": CODE}).status_code == 303


def test_the_code_stands_on_the_table_and_on_a_hosts_screen_and_nowhere_else(at: Evening) -> None:
    host, guest = at.host(), at.phone()
    pages = ["/", "/screen", "/host", "/seats", "/panel"]
    assert not any("4 4 4 4" in host.see(path) for path in pages)
    at.pairing.open()
    assert "The host's code: 4 4 4 4" in host.see("/screen")
    assert "The light blinks: 4 4 4 4" in guest.see("/cup/secret")
    for path in pages:
        answer = guest.get(path)
        assert "4 4 4 4" not in answer.text
        assert CODE not in answer.text


def test_a_wrong_pin_is_said_to_be_wrong(at: Evening) -> None:
    answer = at.phone().post("/host/pin", {"pin": "000000"})
    assert answer.status_code == 403
    assert "That is not the table's PIN." in plain(answer.text)
    assert PIN not in answer.text


def test_the_pin_may_be_typed_in_groups(at: Evening) -> None:
    assert at.phone().post("/host/pin", {"pin": f" {PIN[:3]} {PIN[3:]} "}).status_code == 303


def test_after_five_wrong_pins_even_the_right_one_waits_a_minute(at: Evening) -> None:
    phone = at.phone()
    for _ in range(5):
        phone.post("/host/pin", {"pin": "1"})
    at.clock.now = 18.5
    answer = phone.post("/host/pin", {"pin": PIN})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "42"
    assert "Try again in 42 seconds." in plain(answer.text)
    at.clock.now = 60.0
    assert phone.post("/host/pin", {"pin": PIN}).status_code == 303


@pytest.mark.parametrize("pin", ["", "\u0661\u0662", "\N{PILE OF POO}", "x" * 5000, "\ud83c"])
def test_a_strange_pin_is_only_wrong(at: Evening, pin: str) -> None:
    assert at.phone().post("/host/pin", {"pin": pin.encode("utf-8", "replace")}).status_code == 403


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/host/undo", {}),
        ("/host/void", {}),
        ("/host/correct", {"die1": 1, "die2": 2}),
        ("/host/again", {}),
        ("/host/forget", {}),
        ("/setup", {"do": "add", "game": "maexle"}),
    ],
)
def test_what_is_the_hosts_is_refused_to_others(at: Evening, path: str, fields: dict[str, object]) -> None:
    at.start("Anna", "Ben")
    before = at.table.snapshot()
    answer = at.phone().post(path, {"version": at.version, **fields})
    assert answer.status_code == 403
    assert "Only the host may do that." in plain(answer.text)
    assert at.table.snapshot() is before


def test_the_set_up_is_shown_to_hosts_alone(at: Evening) -> None:
    assert at.phone().get("/setup").status_code == 403
    assert at.host().get("/setup").status_code == 200


def test_the_hosts_menu_is_the_hosts_alone(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    assert "Void the throw" in host.see()
    assert "Void the throw" not in at.phone().see()


def test_undo_takes_a_call_back_and_the_panel_says_so(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    assert "Anna calls 54." in host.see()
    host.post("/host/undo", {"untouched": "yes"})
    page = host.see()
    assert "Anna opens: throw, peek, call." in page
    assert "Taken back: Anna calls 54." in page


@pytest.mark.parametrize(
    ("untouched", "sees"), [("yes", "Ben, do you believe it?"), ("no", "Anna opens: throw")]
)
def test_undoing_an_accept_asks_whether_the_dice_lie_untouched(
    at: Evening, untouched: str, sees: str
) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "accept"})
    assert "untouched and unseen?" in host.see()
    host.post("/host/undo", {"untouched": untouched})
    assert sees in host.see()


@pytest.mark.parametrize(
    ("language", "dice", "cards"),
    [
        ("en", "Yes, untouched and unseen", "Yes, the cards are untouched and unseen"),
        ("de", "Ja, unberührt und ungesehen", "Ja, unberührt und ungesehen"),
        ("fr", "Oui, ni touchés ni vus", "Oui, ni touchées ni vues"),
        ("it", "Sì, non toccati e non visti", "Sì, non toccate e non viste"),
    ],
)
@pytest.mark.parametrize("game", ["maexle", "maxonaut"])
def test_the_answer_to_an_undo_agrees_with_dice_or_cards(
    at: Evening, language: str, dice: str, cards: str, game: str
) -> None:
    at.start("Anna", "Ben", game=game)
    at.play("0:54 1:accept")
    assert f">{dice if game == 'maexle' else cards}</button>" in at.host(language).get().text


@pytest.mark.parametrize(("path", "fields"), [("/host/void", {}), ("/host/leave", {"seat": 0})])
@pytest.mark.parametrize(
    ("untouched", "sees"), [("yes", "Ben, do you believe it?"), ("no", "Anna opens: throw")]
)
def test_to_let_a_call_stand_again_after_which_somebody_may_have_thrown_asks_as_well(
    at: Evening, path: str, fields: dict[str, object], untouched: str, sees: str
) -> None:
    host = at.start("Anna", "Ben", "Cleo")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post(path, fields)
    assert "untouched and unseen?" in host.see()
    host.post("/host/undo", {"untouched": untouched})
    assert sees in host.see()


@pytest.mark.parametrize("move", ["void", "0:leave"])
@pytest.mark.parametrize(
    ("game", "moves", "again"),
    [
        ("mex", "0:throw", "Anna has thrown."),
        ("luegen_kniffel", "0:fours/12 1:believe 2:doubt", "Anna called 3 × Fours."),
    ],
)
def test_nobody_is_asked_whether_dice_that_lie_open_are_unseen(
    at: Evening, game: str, moves: str, again: str, move: str
) -> None:
    host = at.start("Anna", "Ben", "Cleo", game=game)
    at.play(f"{moves} {move}")
    page = host.see()
    assert "Do the dice still lie there, untouched?" in page
    assert "unseen" not in page
    host.post("/host/undo", {"untouched": "yes"})
    assert again in host.see()


def test_under_the_nested_cups_dice_may_be_unseen(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", game="luegen_kniffel")
    at.play("0:fours/12 1:believe void")
    assert "untouched and unseen?" in host.see()


def test_under_a_cup_that_is_challenged_dice_may_be_unseen(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    at.play("0:54 1:challenge void")
    assert "untouched and unseen?" in host.see()


def test_a_game_that_was_over_goes_on_with_a_new_throw(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/host/leave", {"seat": 1})
    assert "their throw is void then" in host.see()
    host.post("/host/undo", {"untouched": "yes"})
    assert "Anna opens: throw" in host.see()


def test_after_a_reading_was_taken_back_the_next_undo_asks_nothing_and_says_what_it_does(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo")
    at.play("0:43 1:accept 1:54 2:challenge reveal:65 undo")
    page = host.see()
    assert "untouched and unseen?" not in page
    assert "Ben accepts. Dice that were seen stay seen: their throw is void then." in page
    host.post("/host/undo", {"untouched": "yes"})
    assert "Anna opens: throw" in host.see()


def test_a_host_is_offered_to_void_a_throw_while_the_rules_let_them(at: Evening) -> None:
    host, void = at.start("Anna", "Ben"), "The throw is void"
    host.post("/call", {"seat": 0, "value": "54"})
    assert void in host.see()
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    assert void in host.see()
    at.reveal(4, 3)
    assert void not in host.see(), "they take the verdict back, or correct it"


def test_an_appeal_deals_the_penalty_anew_until_the_next_call(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    assert "Appeal" not in host.see()
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)
    assert "Appeal: correct the dice" in host.see()
    host.post("/host/correct", {"die1": 4, "die2": 5})
    page = host.see()
    assert "Appeal: the dice were corrected." in page
    assert "Ben loses 1 life." in page
    host.post("/call", {"seat": 0, "value": "31"})
    assert "Appeal" not in host.see()


def test_a_player_leaves_by_the_hosts_hand(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo")
    host.post("/host/leave", {"seat": 0})
    assert "Anna has left the game." in host.see()


def test_playing_again_keeps_seats_phones_and_house_rules(at: Evening) -> None:
    host = at.start("Anna", "Ben", lives="1")
    anna = at.phone()
    anna.post("/seats/claim", {"guest": 1})
    anna.post("/call", {"seat": 0, "value": "31"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(3, 1)
    assert host.post("/host/again").status_code == 303
    assert "Anna opens: throw, peek, call." in anna.see()
    game = at.table.snapshot().game
    assert game
    assert game.options["lives"] == 1


def test_nobody_is_offered_to_play_again_with_too_few_at_the_table(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    at.play("0:54 1:leave")
    assert "Play again, same rules" in host.see()
    host.post("/people/doors/empty")
    page = host.see()
    assert "Play again" not in page
    assert page.count("Change players or rules") == 1
    assert at.phone().see().count("The host can start the next game.") == 1


def test_playing_again_after_the_opener_has_left_begins_with_the_first(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", first=2)
    at.play("2:leave 0:leave")
    host.post("/people/leave", {"guest": 3})
    assert host.post("/host/again").status_code == 303
    game = at.table.snapshot().game
    assert game
    assert (game.seats, game.first) == (("Anna", "Ben"), 0)


def test_playing_again_promises_nobody_a_seat_that_who_has_waited_may_get(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", "Dora", "Emil", "Fred", game="maxi")
    host.post("/people/add", {"name": "Gus"})
    at.play("1:leave 2:leave 3:leave 4:leave 5:leave")
    page = host.see()
    assert "same rules" in page
    assert "same seats" not in page
    host.post("/host/again")
    game = at.table.snapshot().game
    assert game
    assert game.seats == ("Anna", "Ben", "Cleo", "Dora", "Emil", "Gus")


def test_deleted_pictures_are_gone_and_the_verdict_stays(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)
    picture = f"/picture/{at.version}"
    assert host.get(picture).status_code == 200
    host.post("/host/forget")
    assert host.get(picture).status_code == 404
    assert "A lie!" in host.see()
    assert "<image" not in host.shown


def test_hosts_are_listed_with_who_plays_on_them_and_any_host_can_end_another(at: Evening) -> None:
    landlord, thief = at.start("Anna", "Ben"), at.phone()
    thief.post("/seats/claim", {"guest": 2})
    assert thief.post("/host/pin", {"pin": PIN}).status_code == 303
    page = landlord.see("/host")
    assert "This phone" in page
    assert "Ben since Nov 21, 2026, 8:15 PM End" in page
    (this, other) = [words for words in spoken(landlord.shown) if words.startswith("End: ")]
    assert this.startswith("End: This phone since ")
    assert other.startswith("End: Ben since ")
    mark = next(host.mark for host in at.table.hosts() if host.phone in at.table.snapshot().phones.values())
    assert landlord.post("/host/end", {"mark": mark}).status_code == 303
    assert "Ben" not in landlord.see("/host")
    assert "Are you the host?" in thief.see("/host")
    assert thief.post("/host/void", {}).status_code == 403
    assert at.table.snapshot().phones == {1: "phone 2"}, "who plays goes on playing"


def test_who_is_host_is_shown_to_everyone_in_the_lobby_and_during_a_game(at: Evening) -> None:
    host, guest = at.host(), at.phone()
    at.gather(host, "Ben")
    host.post("/seats/join", {"name": "Anna", "sign": 3})
    for page in (guest.see("/?watch=1"), guest.see("/screen")):
        assert re.search(r"Anna Host", page)
        assert "Ben Host" not in page
    assert "A phone without a seat" not in guest.see("/host")
    at.start("Anna", "Ben")
    assert "Hosts Anna since Nov 21, 2026, 8:15 PM A phone without a seat" in guest.see("/host")


@pytest.mark.parametrize(
    ("language", "since"),
    [
        ("de", "seit 21.11.2026, 20:15"),
        ("fr", "depuis le 21 nov. 2026, 20:15"),
        ("it", "dal 21 nov 2026, 20:15"),
    ],
)
def test_since_when_somebody_is_host_is_said_as_the_language_says_it(
    at: Evening, language: str, since: str
) -> None:
    assert since in at.host().see(f"/host?lang={language}")


def test_who_is_no_host_ends_none(at: Evening) -> None:
    at.start("Anna", "Ben")
    (host,) = at.table.hosts()
    guest = at.phone()
    assert host.mark not in guest.get("/host").text
    assert guest.post("/host/end", {"mark": host.mark}).status_code == 403
    assert at.table.hosts() == [host]


def test_no_page_tells_a_hosts_phone_by_its_own_name(at: Evening) -> None:
    first, second = at.host(), at.host()
    assert "phone 1" not in second.get("/host").text
    assert "phone 2" not in first.get("/host").text
