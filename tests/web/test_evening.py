"""The evening's table and the regulars on the pages: shown, offered, exported, forgotten."""

import csv
import re
from io import StringIO

import pytest

from tests.web.evening import Evening, Phone, plain

MOVES = "0:65 1:challenge reveal:31 1:65 2:challenge reveal:31"


def played(at: Evening, *names: str, keeps: bool = True) -> Phone:
    """Play a game of a life each: the first lies and is out, then the second; the third wins."""
    host = at.host()
    host.post("/habits", {"patience_s": 0, **({"keeps": "on"} if keeps else {})})
    at.start(*names, lives=1)
    at.play(MOVES)
    return host


def test_without_the_hosts_wish_there_is_no_such_page(at: Evening) -> None:
    host = played(at, "Anna", "Ben", "Cleo", keeps=False)
    assert at.phone().get("/evening").status_code == 404
    page = host.see("/evening")
    assert "Games do not add up at this table now." in page
    assert "No game has ended yet." not in page  # one may have
    assert "The evening" not in host.see()


def test_everyone_sees_the_evening_and_who_buys(at: Evening) -> None:
    played(at, "Anna", "Ben", "Cleo")
    guest = at.phone()
    assert 'href="/evening"' in guest.get().text
    page = guest.see("/evening")
    table = guest.get("/evening").text.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.findall(r">([^<>\s]+)<", row) for row in table.split("</tr>")][:3]
    assert rows == [row.split() for row in ("Cleo 1 1 0 0 0", "Ben 1 0 0 0 1", "Anna 1 0 1 0 1")]
    assert "Anna has lost most often: 1 round to buy." in page
    assert "Forget" not in page


def test_nobody_is_named_as_the_one_who_buys_where_another_has_lost_as_often(at: Evening) -> None:
    played(at, "Anna", "Ben", "Cleo")
    ben_loses = "1:65 2:challenge reveal:31 2:65 0:challenge reveal:31"
    at.start("Anna", "Ben", "Cleo", first=1, lives=1)
    at.play(ben_loses)
    page = at.phone().see("/evening")
    assert "Rounds to buy" in page
    assert "has lost most often" not in page
    at.start("Anna", "Ben", "Cleo", first=1, lives=1)
    at.play(ben_loses)
    assert "Ben has lost most often: 2 rounds to buy." in at.phone().see("/evening")


def test_the_last_evenings_regulars_are_offered_to_who_comes(at: Evening) -> None:
    host = played(at, "Anna", "Ben", "Cleo")
    assert "Here before?" not in at.phone().see("/seats"), "they are all here"
    host.post("/people/doors/empty")
    guest = at.phone()
    assert "Here before?" in guest.see("/seats")
    assert guest.post("/seats/join", {"name": "Cleo", "sign": 2}).status_code == 303
    assert [one.name for one in at.table.snapshot().party.guests] == ["Cleo"]
    offered = at.phone().get("/seats").text.partition('class="offered"')[2].partition("</section>")[0]
    assert ">Anna<" in offered
    assert ">Cleo<" not in offered


def test_who_comes_every_week_is_offered_before_who_came_once(at: Evening) -> None:
    host = at.host()
    for stranger in range(10):
        played(at, "Anna", "Ben", f"Stranger{stranger}")
        host.post("/people/doors/empty")
    offered = at.phone().get("/seats").text.partition('class="offered"')[2].partition("</section>")[0]
    names = re.findall(r">(Anna|Ben|Stranger\d)<", offered)
    assert len(names) == 8
    assert names[:3] == ["Stranger9", "Ben", "Anna"], "those who came last come first"


def test_an_evening_can_be_ended_after_all_have_gone_home_by_themselves(at: Evening) -> None:
    host = played(at, "Anna", "Ben", "Cleo")
    for guest in at.table.snapshot().party.guests:
        host.post("/people/leave", {"guest": guest.id})
    assert len(at.table.scores.evening()) == 3
    assert "End the evening" in host.see("/people")
    host.post("/people/doors/empty")
    assert not at.table.scores.evening()
    assert len(at.table.scores.regulars()) == 3


def test_where_nothing_is_kept_nobody_is_offered(at: Evening) -> None:
    host = played(at, "Anna", "Ben", "Cleo")
    host.post("/people/doors/empty")
    host.post("/habits", {"patience_s": 0})
    assert "Here before?" not in at.phone().see("/seats")


@pytest.mark.parametrize("name", ["x;=1+1;", 'x";=1+1', "＝1+1", "@x"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_name_begins_a_formula_however_a_spreadsheet_parts_cells(
    at: Evening, name: str, language: str
) -> None:
    text = played(at, name, "Ben", "Cleo").get(f"/evening/evening.csv?lang={language}").get_data()
    for sign in ",;":
        rows = list(csv.reader(StringIO(text.decode("utf-8-sig")), delimiter=sign))
        assert not any(cell.startswith(("=", "@", "＝")) for row in rows for cell in row)


def test_a_host_takes_the_table_to_a_spreadsheet_where_no_name_is_a_formula(at: Evening) -> None:
    host = played(at, "=1+1", "Ben, jr", "Cleo")
    for what in ("evening", "regulars"):
        answer = host.get(f"/evening/{what}.csv")
        assert answer.mimetype == "text/csv"
        rows = list(csv.reader(StringIO(answer.get_data().decode("utf-8-sig"))))
        assert rows[0] == [
            "Name",
            "Evenings",
            "Games",
            "Wins",
            "Rounds to buy",
            "Lies that worked",
            "Lies caught",
        ]
        assert rows[1:] == [
            ["Cleo", "1", "1", "1", "0", "0", "0"],
            ["Ben, jr", "1", "1", "0", "0", "0", "1"],
            ["'=1+1", "1", "1", "0", "1", "0", "1"],
        ]
    german = host.get("/evening/evening.csv?lang=de").get_data().decode("utf-8-sig")
    assert german.splitlines()[1] == '"Cleo";"1";"1";"1";"0";"0";"0"'
    assert host.get("/evening/all.csv").status_code == 404
    assert at.phone().get("/evening/regulars.csv").status_code == 403


def test_forgetting_somebody_is_one_tap_for_the_host_alone(at: Evening) -> None:
    host = played(at, "Anna", "Ben", "Cleo")
    guest = at.phone()
    assert guest.post("/evening/forget", {"name": "Anna"}).status_code == 403
    assert guest.post("/evening/empty").status_code == 403
    assert "Forget Anna" in host.get("/evening").text
    assert host.post("/evening/forget", {"name": "Anna"}).location == "/evening"
    assert "Anna" not in host.see("/evening")
    assert host.post("/evening/empty").location == "/evening"
    assert plain(host.get("/evening").text).count("No game has ended yet.") == 2


def test_the_television_shows_the_evening_after_each_game(at: Evening) -> None:
    host = played(at, "Anna", "Ben", "Cleo")
    page = at.phone().get("/screen").text
    assert "This evening" in page
    assert "turns6" in page, "one picture more takes its turn"
    host.post("/habits", {"patience_s": 0})
    assert "This evening" not in at.phone().get("/screen").text
