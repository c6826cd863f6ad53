"""People: the order, names, phones and doors that the host looks after."""

import re

import pytest

from tests.web.evening import Evening, Phone, plain, spoken

STEPS = ("up", "down", "free", "keep", "away", "leave", "rename")
DOORS = ("close", "open", "back", "empty")


def gathered(at: Evening) -> Phone:
    host = at.host()
    at.gather(host, "Anna", "Ben", "Cleo")
    return host


def test_the_host_adds_people_without_a_phone_from_the_first_screen(at: Evening) -> None:
    host = at.host()
    assert 'action="/people/add"' in host.get().text
    assert host.post("/people/add", {"name": "Anna"}).location == "/"
    assert at.names == ["Anna"]
    assert "Anna no phone" in host.see()


@pytest.mark.parametrize(
    ("step", "guest", "order"),
    [
        ("up", 3, ["Anna", "Cleo", "Ben"]),
        ("up", 1, ["Anna", "Ben", "Cleo"]),
        ("down", 1, ["Ben", "Anna", "Cleo"]),
        ("down", 3, ["Anna", "Ben", "Cleo"]),
        ("leave", 2, ["Anna", "Cleo"]),
    ],
)
def test_the_host_orders_and_removes_people(at: Evening, step: str, guest: int, order: list[str]) -> None:
    host = gathered(at)
    assert host.post(f"/people/{step}", {"guest": guest}).status_code == 303
    assert at.names == order
    assert re.findall(r'<bdi class="name">(\w+)<', host.get().text) == order


def test_who_hears_the_page_hears_whom_each_button_is_about(at: Evening) -> None:
    host = gathered(at)
    at.phone().post("/seats/claim", {"guest": 2})
    for path in ("/", "/people"):
        host.see(path)
        said = spoken(host.shown)
        assert {"Rename (Anna)", "Free the seat (Ben)", "Take the seat back for good (Cleo)"} <= set(said)
        assert len(said) == len(set(said))


def test_the_host_renames_and_a_bad_name_is_refused_in_words(at: Evening) -> None:
    host = gathered(at)
    host.post("/people/rename", {"guest": 2, "name": "Benno"})
    assert at.names == ["Anna", "Benno", "Cleo"]
    answer = host.post("/people/rename", {"guest": 2, "name": "CLEO"})
    assert answer.status_code == 409
    assert "Somebody here is called that, or nearly." in plain(answer.text)
    drawers = re.findall(
        r'<details data-key="more(\d)"( open)?>.*?name="name" value="([^"]*)"', answer.text, re.DOTALL
    )
    assert drawers == [("1", "", "Anna"), ("2", " open", "CLEO"), ("3", "", "Cleo")]
    added = host.post("/people/add", {"name": "anna"}).text
    assert "Somebody here is called" in plain(added)
    assert 'id="add" class="name" name="name" value="anna"' in added
    for where in ("rename", "add"):
        assert host.post(f"/people/{where}", {"guest": 2}).status_code == 409


def test_a_step_is_for_the_one_who_was_meant_though_the_order_has_changed(at: Evening) -> None:
    host = gathered(at)
    host.post("/people/up", {"guest": 3})
    host.post("/people/leave", {"guest": 2})
    assert at.names == ["Anna", "Cleo"]
    answer = host.post("/people/leave", {"guest": 2})
    assert answer.status_code == 403
    assert "Nobody of that name is at the table any more." in plain(answer.text)


def test_the_host_frees_any_seat_and_during_a_game_stays_with_the_people(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    at.phone().post("/seats/claim", {"guest": 1})
    assert "Anna own phone" in host.see("/people")
    assert host.post("/people/free", {"guest": 1}).location == "/people"
    assert not at.table.snapshot().phones
    assert "This order holds from the next game on." in host.see("/people")


def test_behind_closed_doors_no_phone_is_asked_to_join_and_the_table_says_why(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    phone = at.phone()
    host.post("/people/doors/close")
    assert at.app.test_client().get("/").status_code == 200
    for path in ("/", "/seats"):
        page = phone.see(path)
        assert "The host has closed the doors" in page
        assert "Join in" not in page
    for path, fields in (("join", {"name": "Cleo", "sign": 0}), ("claim", {"guest": 1})):
        answer = phone.post(f"/seats/{path}", {**fields, "token": phone.token()})
        assert answer.status_code == 403
        assert "The host has closed the doors" in plain(answer.text)
    assert "The doors are closed" in host.see("/people")
    host.post("/people/doors/open")
    assert phone.post("/seats/claim", {"guest": 1}).status_code == 303


def test_a_phone_that_is_sent_away_only_watches_and_another_takes_the_seat(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    rude, other = at.phone(), at.phone()
    rude.post("/seats/claim", {"guest": 1})
    host.post("/people/away", {"guest": 1})
    for path in ("/", "/seats"):
        page = rude.see(path)
        assert "The host has sent this phone away for this evening." in page
        assert "Join in" not in page
    assert 'name="value"' not in rude.get().text
    answer = rude.post("/seats/claim", {"guest": 1, "token": rude.token()})
    assert answer.status_code == 403
    assert other.post("/seats/claim", {"guest": 1}).status_code == 303
    host.post("/people/doors/back")
    assert "Join in" in rude.see()


def test_a_seat_that_is_taken_back_for_good_is_the_hosts_to_play(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    phone = at.phone()
    phone.post("/seats/claim", {"guest": 1})
    host.post("/people/keep", {"guest": 1})
    assert 'name="value"' in host.get().text
    assert re.findall(r"(That's me|taken)</button>", phone.get("/seats").text) == ["taken", "That's me"]
    assert phone.post("/seats/claim", {"guest": 1}).status_code == 403
    assert "Anna kept by you" in host.see("/people")
    host.post("/people/free", {"guest": 1})
    assert phone.post("/seats/claim", {"guest": 1}).status_code == 303


def test_whoever_plays_is_not_removed(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    assert "Remove from the table" not in host.see("/people")
    answer = host.post("/people/leave", {"guest": 1})
    assert answer.status_code == 403
    assert "Whoever is playing has to leave the game first." in plain(answer.text)


def test_the_evening_ends_and_the_next_begins_with_an_empty_table(at: Evening) -> None:
    host = gathered(at)
    host.post("/people/doors/close")
    host.post("/people/doors/empty")
    assert at.names == []
    assert "The doors are open" in host.see()


def test_while_a_game_is_on_its_host_is_told_that_it_goes_on(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", lives="1")
    at.play("0:65 1:challenge reveal:31")
    page = host.see("/people")
    assert "A game is on and goes on: whoever is in it stays." in page
    assert "Everyone leaves" not in page
    host.post("/people/doors/empty")
    assert at.names == ["Ben", "Cleo"]
    at.play("1:65 2:challenge reveal:31")
    assert "All others leave" not in host.see("/people")
    assert "Everyone leaves" in host.see("/people")


def test_whose_seat_ends_with_the_evening_is_told_so_until_they_sit_again_or_the_next_game_starts(
    at: Evening,
) -> None:
    host, phone, word = at.start("Anna", "Ben"), at.phone(), "The host has ended the evening."
    player, stranger = at.phone(), at.phone()
    player.post("/seats/claim", {"guest": 2})
    phone.post("/seats/join", {"name": "Cleo", "sign": 3})
    assert word not in phone.see()
    host.post("/people/doors/empty")
    assert word in phone.see()
    assert not any(word in other.see("/?watch=1") for other in (host, player, stranger))
    phone.post("/seats/join", {"name": "Cleo", "sign": 3})
    phone.post("/seats/leave", {"guest": 4})
    assert word not in phone.see(), "they left by themselves"
    phone.post("/seats/join", {"name": "Cleo", "sign": 3})
    host.post("/people/doors/empty")
    host.post("/people/doors/empty")
    assert word in phone.see()
    host.post("/setup", {"do": "start", "game": "maexle", "lives": "5", "opener": "winner"})
    assert word not in phone.see()


def test_what_is_no_step_is_not_there_and_what_names_nobody_is_malformed(at: Evening) -> None:
    host = gathered(at)
    assert host.post("/people/dance", {"guest": 1}).status_code == 404
    assert host.post("/people/doors/ajar").status_code == 404
    assert host.post("/people/up").status_code == 400
    assert host.post("/people/rename", {"guest": "Anna", "name": "X"}).status_code == 400


def test_nobody_but_a_host_looks_after_people(at: Evening) -> None:
    gathered(at)
    before = at.table.snapshot()
    phone = at.phone()
    assert phone.get("/people").status_code == 403
    paths = ["add", *STEPS, *(f"doors/{step}" for step in DOORS)]
    for path in paths:
        answer = phone.post(f"/people/{path}", {"guest": 1, "name": "Donkey"})
        assert answer.status_code == 403, path
        assert "Only the host may do that." in plain(answer.text)
    assert at.table.snapshot() is before
