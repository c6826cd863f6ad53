"""Seats: people say who they are, sit down, share a phone, take another name, and hand their seat on."""

import re

import pytest

from table.actors import PEOPLE
from table.party import MARKS
from tests.web.evening import Evening, Phone, plain, spoken


def sat(at: Evening, name: str, **fields: object) -> Phone:
    """Return a phone that has sat down for somebody new."""
    phone = at.phone()
    answer = phone.post("/seats/join", {"name": name, "sign": 0, **fields})
    assert answer.status_code == 303, plain(answer.text)
    return phone


def offered(page: str) -> list[str]:
    """Return the signs that may be taken."""
    return re.findall(r'name="sign" id="name-\d+" value="(\d+)"(?: checked)?>', page)


# who are you?


def test_a_phone_that_was_never_here_is_asked_who_it_is(at: Evening) -> None:
    answer = at.app.test_client().get("/")
    assert (answer.status_code, answer.location) == (303, "/seats")
    page = at.phone().see("/seats")
    assert "Who are you?" in page
    assert "Your name" in page


def test_who_hears_the_page_hears_whose_seat_each_button_is_about(at: Evening) -> None:
    at.gather(at.host(), "Anna", "Ben", "Cleo", "Dora")
    phone = at.phone()
    phone.see("/seats")
    assert {"That's me (Anna)", "That's me (Ben)"} <= set(spoken(phone.shown))
    for guest in (1, 2):
        phone.post("/seats/claim", {"guest": guest})
    phone.see("/seats")
    said = [words for words in spoken(phone.shown) if words != "you"]
    assert {"Hand on (Anna)", "Leave the table (Ben)", "Another name or mark (Ben)"} <= set(said)
    assert len(said) == len(set(said))


def test_scanning_the_code_asks_a_phone_without_a_seat_who_it_is_and_no_other(at: Evening) -> None:
    at.start("Anna", "Ben")
    phone, watching = at.phone(), at.phone()
    assert phone.get("/?scanned").location == "/seats"
    phone.post("/seats/claim", {"guest": 1})
    assert phone.get("/?scanned").status_code == 200
    assert at.host().get("/?scanned").status_code == 200
    at.table.guests.close_doors(PEOPLE)
    assert watching.get("/?scanned").status_code == 200


def test_one_who_only_watches_and_one_who_was_here_are_not_asked_again(at: Evening) -> None:
    assert at.app.test_client().get("/?watch=1").status_code == 200
    assert at.phone().get("/").status_code == 200


def test_a_host_who_sits_nowhere_does_not_just_watch_and_comes_back_to_the_table_as_it_was_left(
    at: Evening,
) -> None:
    back = re.search(r'class="back" href="([^"]*)">([^<]*)<', at.host().get("/seats").text)
    assert back
    assert back.groups() == ("/", "← To the table"), "the script takes what was chosen along to this address"
    assert "Just watching" in at.phone().see("/seats")


def test_whoever_says_a_name_sits(at: Evening) -> None:
    phone = at.phone()
    answer = phone.post("/seats/join", {"name": " Çelik ", "sign": 5})
    assert (answer.status_code, answer.location) == (303, "/")
    assert at.names == ["Çelik"]
    page = phone.see()
    assert "You are Çelik" in page
    assert "not you?" in page
    assert "Çelik" in at.host().see()


def test_every_screen_says_who_sits_or_offers_to_join(at: Evening) -> None:
    at.start("Anna", "Ben", lives="1")
    anna, watching = at.phone(), at.phone()
    anna.post("/seats/claim", {"guest": 1})
    for moves in ("", "0:43", "1:challenge", "reveal:31"):
        at.play(moves)
        assert "You are Anna· not you?" in anna.see()
        assert "Join in" in watching.see()
    assert "Ben wins!" in watching.see()
    at.start("Anna", "Ben")
    at.play("0:43 1:challenge reveal:31")
    assert 'data-scene="verdict' in watching.get().text
    assert "Join in" in watching.see()


def test_a_name_and_mark_are_remembered_by_the_phone_and_by_no_other(at: Evening) -> None:
    phone = sat(at, "Zoë <b>&", sign=3)
    phone.post("/seats/leave", {"guest": 1})
    page = phone.get("/seats").text
    assert 'value="Zoë &lt;b&gt;&amp;"' in page
    assert 'id="name-3" value="3" checked' in page
    assert 'name="name" value=""' in at.phone().get("/seats").text


def test_a_phone_that_several_share_remembers_its_owner(at: Evening) -> None:
    phone = sat(at, "Anna", sign=3)
    phone.post("/seats/join", {"name": "Ben", "sign": 4})
    phone.post("/seats/change", {"guest": 2, "name": "Benno", "sign": 5})
    for guest in (1, 2):
        phone.post("/seats/leave", {"guest": guest})
    assert 'value="Anna"' in phone.get("/seats").text


def test_who_types_a_name_that_waits_on_the_list_is_pointed_to_it(at: Evening) -> None:
    at.gather(at.host(), "Bärbel")
    phone = at.phone()
    answer = phone.post("/seats/join", {"name": "bärbel", "sign": 2})
    assert answer.status_code == 409
    assert "That name is on the list. Is it you? Then tap “That's me” beside it." in plain(answer.text)
    phone.post("/seats/claim", {"guest": 1})
    assert "You are Bärbel" in phone.see()


@pytest.mark.parametrize("cookie", ["", "x", "9999.A", "-1.A", "²3.A", "1", "99.%ff%00", "3." + "%41" * 999])
def test_whatever_a_phone_says_that_it_remembers_the_page_stands(at: Evening, cookie: str) -> None:
    phone = at.phone()
    phone.client.set_cookie("guest", cookie)
    assert phone.get("/seats").status_code == 200


def test_marks_that_are_taken_stay_in_place_and_can_not_be_had(at: Evening) -> None:
    everything = offered(at.phone().get("/seats").text)
    assert everything == [str(sign) for sign in range(MARKS)]
    sat(at, "Anna", sign=4)
    page = at.phone().get("/seats").text
    assert offered(page) == [sign for sign in everything if sign != "4"]
    assert (
        page.index('id="name-3"') < page.index('id="name-4" value="4" disabled') < page.index('id="name-5"')
    )
    sat(at, "Ben", sign=4)
    assert [guest.sign for guest in at.table.snapshot().party.guests] == [4, 0]


def test_when_all_marks_are_taken_the_hollow_ones_are_offered(at: Evening) -> None:
    for number in range(MARKS):
        sat(at, f"P{number}x", sign=number)
    assert offered(at.phone().get("/seats").text) == [str(MARKS + sign) for sign in range(MARKS)]


def test_who_has_a_hollow_mark_may_keep_it_once_a_full_one_is_free(at: Evening) -> None:
    for number in range(MARKS):
        sat(at, f"P{number}x", sign=number)
    late = sat(at, "Late", sign=MARKS)
    at.table.guests.leave(at.table.snapshot().party.guests[0].id, PEOPLE)
    assert f'value="{MARKS}" checked' in late.get("/seats").text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ANNA", "Somebody here is called that, or nearly."),
        ("\u3164", "That name can't be seen. Take one with letters."),
        ("", "Every player needs a name of 1 to 24 characters."),
        ("x" * 25, "Every player needs a name of 1 to 24 characters."),
    ],
)
def test_a_name_that_will_not_do_is_refused_with_a_sentence_and_stays_typed(
    at: Evening, name: str, words: str
) -> None:
    sat(at, "Anna")
    phone = at.phone()
    answer = phone.post("/seats/join", {"name": name, "sign": 2})
    assert answer.status_code == 409
    assert words in plain(answer.text)
    assert f'name="name" value="{name}"' in answer.text
    assert 'id="name-2" value="2" checked' in answer.text
    assert at.names == ["Anna"]


@pytest.mark.parametrize("fields", [{"sign": "x"}, {"sign": "-1"}, {"sign": "1e9"}])
def test_a_mark_that_is_none_is_malformed(at: Evening, fields: dict[str, object]) -> None:
    assert at.phone().post("/seats/join", {"name": "Anna", **fields}).status_code == 400
    assert at.names == []


# before a game, and in one


def test_a_mark_that_nobody_can_have_is_refused_to_who_changes_theirs(at: Evening) -> None:
    ben = sat(at, "Ben")
    guest = at.table.snapshot().party.guests[-1]
    assert ben.post("/seats/change", {"guest": guest.id, "name": "Ben", "sign": 999_999}).status_code == 409
    assert at.table.snapshot().party.get(guest.id).sign == guest.sign


def test_a_long_name_of_emoji_is_remembered_whole(at: Evening) -> None:
    name = "\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}" * 24
    ben = sat(at, name)
    ben.post("/seats/leave", {"guest": at.table.snapshot().party.guests[-1].id})
    assert f'value="{name}"' in ben.get("/seats").text


def test_before_a_game_everyone_is_seen_to_come(at: Evening) -> None:
    sat(at, "Anna")
    ben = sat(at, "Ben")
    for page in (ben.see(), at.host().see(), at.phone().see("/screen")):
        assert "Anna" in page
        assert "Ben" in page
    assert "You are in." in ben.see()


def test_whoever_comes_late_is_told_what_is_played_and_plays_in_the_next(at: Evening) -> None:
    host = at.start("Anna", "Ben", lives="1")
    late = at.phone()
    assert "Mäxle is being played, round 1. You play in the next game." in late.see("/seats")
    late.post("/seats/join", {"name": "Cleo", "sign": 0})
    page = late.see()
    assert "You play in the next game." in page
    assert "You are Cleo" in page
    assert "In the next game: Cleo" in at.phone().see("/screen")
    host.post("/host/leave", {"seat": 0})
    host.post("/host/again")
    game = at.table.snapshot().game
    assert game
    assert game.seats == ("Anna", "Ben", "Cleo")
    assert "You play in the next game." not in late.see()
    assert "In the next game" not in at.phone().see("/screen")


def test_playing_again_the_same_one_opens_and_without_enough_people_it_says_so(at: Evening) -> None:
    host = at.start("Anna", "Ben", lives="1", first=1)
    host.post("/host/leave", {"seat": 0})
    host.post("/host/again")
    game = at.table.snapshot().game
    assert game
    assert (game.number, game.first) == (2, 1)
    host.post("/host/leave", {"seat": 0})
    host.post("/people/leave", {"guest": 1})
    answer = host.post("/host/again")
    assert answer.status_code == 409
    assert "That is too few people for this game." in plain(answer.text)


def test_a_renamed_player_is_called_so_at_once_on_every_screen(at: Evening) -> None:
    at.start("Anna", "Ben")
    phone = at.phone()
    phone.post("/seats/claim", {"guest": 1})
    assert phone.post("/seats/change", {"guest": 1, "name": "Annette", "sign": 7}).status_code == 303
    assert "Annette opens: throw, peek, call." in phone.see()
    assert "You are Annette" in phone.see()
    assert "Annette throws and calls." in at.phone().see("/screen")
    answer = phone.post("/seats/change", {"guest": 1, "name": "ben", "sign": 7})
    assert answer.status_code == 409
    assert "Somebody here is called that, or nearly." in plain(answer.text)


# seats


def test_a_phone_claims_a_free_seat_and_one_phone_may_hold_several(at: Evening) -> None:
    at.start("Anna", "Ben")
    phone = at.phone()
    assert phone.post("/seats/claim", {"guest": 1}).status_code == 303
    phone.post("/seats/claim", {"guest": 2})
    assert len(set(at.table.snapshot().phones.values())) == 1
    assert phone.get("/seats").text.count("Hand on<") == 2
    assert "You are Anna, Ben" in phone.see()


def test_somebody_else_sits_down_on_the_same_phone(at: Evening) -> None:
    phone = sat(at, "Anna")
    assert "Somebody else on this phone too" in phone.see("/seats")
    assert 'id="name" class="name" name="name" value=""' in phone.get("/seats").text
    phone.post("/seats/join", {"name": "Ben"})
    assert "You are Anna, Ben" in phone.see()


def test_a_taken_seat_is_refused(at: Evening) -> None:
    at.start("Anna", "Ben")
    at.phone().post("/seats/claim", {"guest": 1})
    answer = at.phone().post("/seats/claim", {"guest": 1})
    assert answer.status_code == 403
    assert "Somebody has taken that seat already." in plain(answer.text)


def test_what_is_taken_greys_where_it_stands(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo")
    phone = at.phone()
    rows = r'data-key="guest(\d+)"'
    before = phone.get("/seats").text
    at.phone().post("/seats/claim", {"guest": 2})
    host.post("/people/down", {"guest": 1})
    after = phone.get("/seats").text
    assert re.findall(rows, before) == re.findall(rows, after) == ["1", "2", "3"]
    assert before.count(">That's me<") == 3
    assert re.findall(r"(That's me|taken)</button>", after) == ["That's me", "taken", "That's me"]


def test_a_seat_that_is_handed_on_is_free_for_the_next(at: Evening) -> None:
    at.start("Anna", "Ben")
    first, second = at.phone(), at.phone()
    first.post("/seats/claim", {"guest": 1})
    assert first.post("/seats/free", {"guest": 1}).location == "/seats"
    assert second.post("/seats/claim", {"guest": 1}).status_code == 303
    assert first.post("/seats/free", {"guest": 1}).status_code == 403


def test_a_host_plays_the_seats_that_no_phone_holds_and_no_other(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    assert 'name="value"' in host.get().text
    at.phone().post("/seats/claim", {"guest": 1})
    assert 'name="value"' not in host.get().text


def test_whoever_does_not_play_leaves_the_table(at: Evening) -> None:
    phone = sat(at, "Anna")
    phone.post("/seats/leave", {"guest": 1})
    assert at.names == []
    assert "Who are you?" in phone.see("/seats")


def test_another_phone_can_change_nothing_of_somebody(at: Evening) -> None:
    at.start("Anna", "Ben")
    sat(at, "Cleo")
    before = at.table.snapshot()
    other = at.phone()
    for path in ("free", "leave", "change"):
        assert other.post(f"/seats/{path}", {"guest": 3, "name": "Donkey", "sign": 9}).status_code == 403
    assert at.table.snapshot() is before


def test_opening_a_page_claims_nothing(at: Evening) -> None:
    at.start("Anna", "Ben")
    before = at.table.snapshot()
    phone = at.phone()
    for path in ("/", "/panel", "/seats", "/host", "/join", "/help", "/revision"):
        phone.get(path)
    for path in ("claim", "join", "free", "change", "leave"):
        assert phone.get(f"/seats/{path}").status_code == 405
    assert at.table.snapshot() is before


def test_a_television_is_nobodys_phone(at: Evening) -> None:
    at.start("Anna", "Ben")
    page = at.phone().see("/screen")
    for words in ("Join in", "You are", "Who are you?"):
        assert words not in page


def test_who_was_told_to_play_in_the_next_game_does_though_the_party_is_too_large_for_it(at: Evening) -> None:
    host = at.start(*"ABCDEF", game="maxi")
    late = at.phone()
    late.post("/seats/join", {"name": "Gina", "sign": 7})
    assert "You play in the next game." in late.see()
    openers = host.get("/setup").text.partition("openers")[2].partition("</ul>")[0]
    assert re.findall(r'id="opens(\d+)"', openers) == ["1", "2", "3", "4", "5", "7"]
    assert re.search(r"F\W+next game", plain(f"<main>{openers}")), "set-up says who waits"
    host.post("/host/again")
    game = at.table.snapshot().game
    assert game
    assert game.seats == (*"ABCDE", "Gina")
    assert "You play in the next game." not in late.see()
    assert "In the next game: F" in at.phone().see("/screen")


def test_who_waits_behind_others_is_not_promised_the_next_game(at: Evening) -> None:
    host = at.start(*"ABCDEF", game="maxi")
    for name in "MNPQRS":
        host.post("/people/add", {"name": name})
    late = at.phone()
    page = late.see("/seats")
    assert "Maxi is being played, round 1. You play as soon as there is room." in page
    assert "Play in the next game" not in page
    late.post("/seats/join", {"name": "Zoe", "sign": 7})
    assert "You play as soon as there is room." in late.see()
    assert "next game" not in late.see("/seats")
    assert "Zoe" not in at.phone().see("/screen").partition("In the next game:")[2]
    host.post("/host/again")
    assert "You play in the next game." in late.see()
    host.post("/host/again")
    game = at.table.snapshot().game
    assert game
    assert "Zoe" in game.seats
