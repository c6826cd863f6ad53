"""The simulated table's page: secret, and the only one that shows a throw."""

import pytest

from table.table import Table
from tests.web.evening import Evening, evening


def test_without_the_secret_there_is_no_such_page(at: Evening) -> None:
    phone = at.phone()
    for path in ("/cup/", "/cup/Secret", "/cup/wrong", "/cup/wrong/picture", "/cup/g\u00e4rtner"):
        assert phone.get(path).status_code == 404
    assert phone.post("/cup/wrong/shake").status_code == 404
    assert at.cup.done == []


def test_a_real_table_has_no_such_page(table: Table) -> None:
    real = evening(table, cup=None, cup_path="")
    for path in ("/cup/", "/cup/secret"):
        assert real.phone().get(path).status_code == 404


def test_the_page_shows_what_lies_under_the_cup_and_asks_for_the_new_picture_after_a_throw(
    at: Evening,
) -> None:
    phone = at.phone()
    before = phone.get("/cup/secret").text
    assert phone.get("/cup/secret/picture").data == at.cup.picture()
    assert phone.post("/cup/secret/shake").status_code == 303
    assert at.cup.done == ["shake"]
    after = phone.get("/cup/secret").text
    assert before.partition("/picture?")[2][:12] != after.partition("/picture?")[2][:12]


def test_other_dice_are_offered_where_there_are_any(at: Evening) -> None:
    phone = at.phone()
    assert "Other dice" in phone.see("/cup/secret")
    assert phone.post("/cup/secret/swap").status_code == 303
    assert at.cup.done == ["swap"]
    at.cup.can_swap = False
    assert "Other dice" not in phone.see("/cup/secret")


def test_what_set_up_asks_for_can_be_laid_out_before_a_game(at: Evening) -> None:
    phone = at.phone()
    for label, place in (
        ("Take the dice away", "empty"),
        ("Two in the middle", "middle"),
        ("Two at the rim", "rim"),
    ):
        assert label in phone.see("/cup/secret")
        assert phone.post("/cup/secret/lay", {"place": place}).status_code == 303
        assert at.cup.done[-1] == f"lay out {place}"
    assert phone.post("/cup/secret/lay", {"place": "elsewhere"}).status_code == 400
    at.start("Anna", "Ben")
    assert "Two at the rim" not in phone.see("/cup/secret")
    at.play("1:leave")
    assert "Two at the rim" in phone.see("/cup/secret"), "the game is over"
    at.cup.places = ()
    assert "Take the dice away" not in phone.see("/cup/secret")


def test_the_button_goes_down_and_up(at: Evening) -> None:
    phone = at.phone()
    for what in ("press", "release", "tap"):
        phone.post(f"/cup/secret/{what}", {"button": "accept"})
    assert at.cup.done == ["press accept", "release accept", "press accept", "release accept"]


@pytest.mark.parametrize(
    ("kind", "button", "status"),
    [
        ("one", "accept", 303),
        ("one", "challenge", 400),
        ("two", "challenge", 303),
        ("none", "accept", 400),
        ("two", "", 400),
    ],
)
def test_only_a_button_that_the_table_has_can_be_pressed(
    table: Table, kind: str, button: str, status: int
) -> None:
    at = evening(table, button=kind)
    assert at.phone().post("/cup/secret/press", {"button": button}).status_code == status


def test_pressing_needs_the_phones_token_as_well(at: Evening) -> None:
    assert at.phone().post("/cup/secret/shake", {"token": "x"}).status_code == 403
    assert at.cup.done == []


def test_no_other_page_names_the_secret_or_the_throw(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    for path in ("/", "/seats", "/host", "/setup", "/join", "/help", "/nothing"):
        assert "secret" not in host.get(path).text


def test_where_a_real_camera_looks_the_page_is_the_button_alone(at: Evening) -> None:
    at.cup.shown = b""
    phone = at.phone()
    page = phone.get("/cup/secret").text
    assert "Shake" not in page
    assert "<img" not in page
    assert "Press: accept" in page
    assert phone.get("/cup/secret/picture").status_code == 404


def test_pressing_a_real_button_from_the_page_is_refused(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no such button here")

    monkeypatch.setattr(at.cup, "press", fail)
    assert at.phone().post("/cup/secret/press", {"button": "accept"}).status_code == 400


def test_the_button_says_what_it_does_in_the_game_on_the_table(at: Evening) -> None:
    at.start("Anna", "Ben", game="mex")
    assert "Press: read" in at.phone().get("/cup/secret").text
    at.play("0:throw reveal:64")
    assert "Hold: let it stand" in at.phone().get("/cup/secret").text
    at.start("Anna", "Ben")
    assert "Press: accept" in at.phone().get("/cup/secret").text
    at.start("Anna", "Ben", game="luegen_kniffel")
    assert "Not used in this game" in at.phone().get("/cup/secret").text


def test_where_the_game_has_no_dice_none_lie_there(at: Evening) -> None:
    at.start("Anna", "Ben", game="maxonaut")
    page = at.phone().get("/cup/secret").text
    assert "Shake" not in page
    assert "<img" not in page
    assert "Press: accept" in page
