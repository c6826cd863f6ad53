"""The evidence: there after a challenge, and never before."""

import re
from dataclasses import replace

import pytest

from tests.web.evening import PICTURE, Evening


def test_the_picture_of_a_verdict_is_sent_and_not_kept_by_phones(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)
    answer = at.phone().get(f"/picture/{at.version}")
    assert answer.data == PICTURE.jpeg
    assert answer.mimetype == "image/jpeg"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("strange", [True, False])
def test_a_die_that_is_none_of_the_tables_is_said_beside_the_verdict(at: Evening, strange: bool) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3, picture=replace(PICTURE, strange=strange))
    for page in (host.get("/"), at.phone().get("/")):
        assert ("At least one die does not look like this table" in page.text) is strange


@pytest.mark.parametrize("below", [True, False])
def test_beside_a_picture_from_below_it_is_said_that_the_faces_on_top_count(at: Evening, below: bool) -> None:
    host = at.start("Anna", "Ben")
    at.play("0:54 1:challenge")
    picture, said = replace(PICTURE, below=below), "Seen from below: the faces on top count."
    at.doubt("tilted", picture)
    assert [page.text.count(said) for page in (host.get("/"), at.phone().get("/screen"))] == [below, below]
    at.reveal(4, 3, picture=picture)
    assert at.phone().get("/").text.count(said) == below
    assert host.get("/").text.count(said) == 2 * below, "beside the verdict, and for an appeal"


@pytest.mark.parametrize("damage", ["SET jpeg = x'00'", "SET about = 'no JSON'"])
def test_a_picture_that_is_damaged_is_not_shown_and_the_verdict_stands(at: Evening, damage: str) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(4, 3)
    assert "<image" in at.phone().get("/").text
    at.table._log._db.execute(f"UPDATE picture {damage}")
    at.table.wake()  # pages are made anew
    page = at.phone().get("/").text
    assert "A lie!" in page
    assert "<image" not in page
    assert host.get(f"/picture/{at.version}").status_code == 404


def test_no_picture_is_there_before_a_challenge(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    for version in range(5):
        assert host.get(f"/picture/{version}").status_code == 404
        assert host.get(f"/look/{version}/1").status_code == 404


def test_the_picture_of_a_doubt_is_there_while_people_are_asked(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    path = f"/look/{at.look.version}/1"
    assert host.get(path).status_code == 404, "the table still reads"
    at.doubt("glare")
    assert host.get(path).data == PICTURE.jpeg
    host.post("/dice/again")
    assert host.get(path).status_code == 404, "that look is over"


def test_another_picture_of_what_has_one_number_has_another_address(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    addresses = set()
    for jpeg in (PICTURE.jpeg, b"\xff\xd8 after a power cut"):  # since which looks count from 1 again
        at.doubt("glare", replace(PICTURE, jpeg=jpeg))
        addresses |= set(re.findall(r'href="(/look/[^"]+)"', host.get().text))
    assert len(addresses) == 2
    assert {host.get(address).data for address in addresses} == {b"\xff\xd8 after a power cut"}


def test_a_doubt_without_a_picture_shows_none(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.doubt("camera", picture=None)
    assert "<image" not in host.get().text
    assert host.get(f"/look/{at.look.version}/1").status_code == 404
