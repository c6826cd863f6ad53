"""The window's set-up on the host's phone."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import Any

import numpy as np
import pytest

from table.builds import Build
from table.lesson import DiceLesson, SetLine
from table.ports import Frame, Picture
from table.table import Table
from table.window import Face, Glance, Step, Trouble, WindowSetup
from tests.table.test_lesson import Counted, Pupil
from tests.web.evening import Evening, Phone, evening, plain
from vision.reading import Circle
from vision.setup.survey import Fault
from web.words import codes

PICTURE = Picture(b"\xff\xd8 the window", 600, 600, (Circle(200, 310, 6),))
WINDOW = Circle(300, 300, 280)
OTHER = Circle(300, 300, 200)


@dataclass
class Eyes:
    """Eyes that see what they are told to, and a camera that counts its looks."""

    looks: int = 0
    broken: bool = False
    empty: tuple[Trouble, ...] = ()
    away: float = 0.1
    pips: tuple[int, int] = (2, 4)
    kept: list[Build] = field(default_factory=list)

    def look(self, frames: int) -> list[Frame]:
        self.looks += 1
        if self.broken:
            raise OSError("unplugged")
        return [np.zeros((64, 64), np.uint8)] * frames

    def close(self) -> None:
        pass

    def survey(self, frames: Sequence[Frame]) -> Glance:
        return Glance(PICTURE, WINDOW, (Circle(340, 200, 9),), (), self.empty, (WINDOW, OTHER))

    def fit(self, window: Circle) -> Glance:
        return replace(self.survey([]), window=window)

    def relearn(self, frames: Sequence[Frame]) -> bool:
        return bool(frames)

    def dazzle(self, frames: Sequence[Frame]) -> float:
        return 0.0 * len(frames)

    def read(self, frames: Sequence[Frame], expect: int) -> Glance:
        corners = ((180.0, 290.0), (220.0, 290.0), (220.0, 330.0), (180.0, 330.0))
        faces = tuple(Face(pips, 300 + 280 * self.away, 300, corners) for pips in self.pips)
        return Glance(PICTURE, WINDOW, (), faces)

    def compare(self, frames: Sequence[Frame]) -> Glance | None:
        return None

    def keep(self, build: Build) -> None:
        if self.broken:
            raise OSError("disk full")
        self.kept.append(build)


@dataclass
class Bench:
    """An evening whose host sets the window up."""

    at: Evening
    eyes: Eyes
    setup: WindowSetup

    def do(self, host: Phone, what: str, **fields: Any) -> int:
        number = fields.pop("number", self.setup.stand.number)
        return host.post("/host/window", {"do": what, "number": number, **fields}).status_code

    def pass_to_test(self, host: Phone) -> None:
        for away in (0.1, 0.1, 0.8):
            self.eyes.away = away
            assert self.do(host, "look") == 303
            assert self.do(host, "next") == 303
        assert self.setup.stand.step is Step.TEST


@pytest.fixture
def bench(table: Table) -> Bench:
    eyes = Eyes()
    setup = WindowSetup(table.snapshot, eyes, eyes, Build.SHAKER)
    return Bench(evening(table, window=setup, forget_pictures=setup.again), eyes, setup)


def test_the_page_is_linked_for_hosts_and_refused_to_others(bench: Bench) -> None:
    host, guest = bench.at.host(), bench.at.phone()
    assert "/host/window" in host.get().text
    assert "/host/window" not in guest.get().text
    assert guest.get("/host/window").status_code == 403
    bench.do(host, "look")
    assert guest.get(f"/host/window/picture/{bench.setup.stand.number}").status_code == 403
    assert bench.do(guest, "look") == 403
    assert bench.eyes.looks == 1


def test_a_table_without_eyes_has_no_such_page(at: Evening) -> None:
    host = at.host()
    assert "/host/window" not in host.get().text
    assert host.get("/host/window").status_code == 404


def test_the_whole_set_up_goes_by_forms_alone(bench: Bench) -> None:
    host = bench.at.host()
    assert "Step 1 of 4" in host.see("/host/window")
    assert "Put the empty cup on the window. No dice." in host.see("/host/window")
    bench.pass_to_test(host)
    assert bench.do(host, "look", die1=4, die2=2) == 303
    assert "All is well." in host.see("/host/window")
    bench.do(host, "next")
    assert "Shall the table remember this window?" in host.see("/host/window")
    assert bench.eyes.kept == []
    bench.do(host, "store")
    assert "The window is set up." in host.see("/host/window")
    assert bench.eyes.kept == [Build.SHAKER]


@pytest.mark.parametrize("stale", [True, False])
def test_a_table_that_knew_its_dice_asks_to_be_taught_them_again(table: Table, *, stale: bool) -> None:
    eyes, pupil = Eyes(), Pupil(sets=[SetLine("ours", {}, used=True, stale=stale)])
    setup = WindowSetup(table.snapshot, eyes, eyes, Build.SHAKER)
    lesson = DiceLesson(table.snapshot, Counted(), pupil)
    bench = Bench(evening(table, window=setup, lesson=lesson), eyes, setup)
    host = bench.at.host()
    bench.pass_to_test(host)
    steps: tuple[tuple[str, dict[str, Any]], ...] = (
        ("look", {"die1": 4, "die2": 2}),
        ("next", {}),
        ("store", {}),
    )
    for what, fields in steps:
        assert "Teach it again" not in host.see("/host/window")
        bench.do(host, what, **fields)
    assert ("Teach it again" in host.see("/host/window")) is stale
    assert ('href="/host/teach"' in host.shown) is stale


def test_the_host_takes_another_circle_or_moves_it_and_nothing_is_looked_at_anew(bench: Bench) -> None:
    host = bench.at.host()
    bench.do(host, "look")
    assert bench.do(host, "fit", x=310, y=290, radius=250) == 303
    assert bench.setup.stand.glance
    assert bench.setup.stand.glance.window == Circle(310, 290, 250)
    assert bench.do(host, "nudge", way="larger") == 303
    assert bench.setup.stand.glance.window == Circle(310, 290, 256)
    assert bench.do(host, "other") == 303
    assert bench.setup.stand.glance.window == WINDOW
    assert bench.do(host, "other") == 303
    assert bench.setup.stand.glance.window == OTHER
    assert bench.eyes.looks == 1


def test_where_no_window_was_found_there_is_a_circle_to_drag(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Glance(PICTURE, None, troubles=(Trouble("no_window"),))
    monkeypatch.setattr(bench.eyes, "survey", lambda _frames: lost)
    host = bench.at.host()
    bench.do(host, "look")
    assert "Draw the circle yourself" in host.see("/host/window")
    assert 'class="rim" cx="300.0" cy="300.0" r="180.0"' in host.shown


@pytest.mark.parametrize(
    "fields",
    [{"do": "fit"}, {"do": "fit", "x": "-3", "y": 1, "radius": "1e9"}, {"do": "nudge", "way": "sideways"}],
)
def test_what_is_no_circle_is_refused(bench: Bench, fields: dict[str, Any]) -> None:
    host = bench.at.host()
    bench.do(host, "look")
    assert bench.do(host, fields.pop("do"), **fields) == 400


def test_a_circle_far_outside_the_picture_is_kept_within_it(bench: Bench) -> None:
    host = bench.at.host()
    bench.do(host, "look")
    bench.do(host, "fit", x=999999999, y=0, radius=999999999)
    assert bench.setup.stand.glance
    assert bench.setup.stand.glance.window == Circle(600, 0, 300)


def test_looking_at_the_page_looks_at_no_window(bench: Bench) -> None:
    host = bench.at.host()
    host.see("/host/window")
    host.see("/host/window")
    assert bench.eyes.looks == 0


def test_the_picture_is_shown_with_window_lamps_and_the_place_of_the_trouble(bench: Bench) -> None:
    bench.eyes.empty = (Trouble("dirty", (310, 290), stops=False),)
    host = bench.at.host()
    bench.do(host, "look")
    page = host.get("/host/window").text
    for mark in ('class="rim"', 'class="lamp"', 'class="place"'):
        assert mark in page
    assert "The window needs a wipe." in plain(page)
    assert "That will do." in plain(page)
    picture = host.get(f"/host/window/picture/{bench.setup.stand.number}")
    assert picture.mimetype == "image/jpeg"
    assert picture.data == PICTURE.jpeg
    assert picture.headers["Cache-Control"] == "no-store"


def test_the_faces_and_pips_are_drawn_where_they_were_read(bench: Bench) -> None:
    host = bench.at.host()
    bench.do(host, "look")
    bench.do(host, "next")
    bench.do(host, "look")
    page = host.get("/host/window").text
    assert 'class="face" points="180.0,290.0 ' in page
    assert 'class="ring"' in page


def test_trouble_that_stops_leaves_only_another_look(bench: Bench) -> None:
    bench.eyes.empty = (Trouble("lamps_in_window", amount=3, stops=False), Trouble("too_dark"))
    host = bench.at.host()
    bench.do(host, "look")
    page = host.see("/host/window")
    assert "Glare spots where dice lie: 3." in page
    assert "It is too dark" in page
    assert "Look again" in page
    assert "Next" not in page
    bench.do(host, "next")
    assert bench.setup.stand.step is Step.EMPTY


def test_what_is_wrong_with_both_dice_is_said_once_and_shown_at_each(bench: Bench) -> None:
    bench.eyes.empty = (Trouble("die_size", (200, 300)), Trouble("die_size", (400, 300)))
    host = bench.at.host()
    bench.do(host, "look")
    page = host.get("/host/window").text
    assert plain(page).count("This die has the wrong size") == 1
    assert page.count('class="place"') == 2


def test_what_stops_is_said_above_the_steps_and_notes_below_where_they_move_no_button(bench: Bench) -> None:
    bench.eyes.empty = (Trouble("lamps_in_window", amount=3, stops=False), Trouble("too_dark"))
    host = bench.at.host()
    bench.do(host, "look")
    page = host.see("/host/window")
    places = [page.index(words) for words in ("It is too dark", "or go by steps", "Glare spots")]
    assert places == sorted(places)


def test_while_the_camera_is_centred_there_is_always_another_look_and_later_only_after_trouble(
    bench: Bench,
) -> None:
    host = bench.at.host()
    bench.do(host, "look")
    page = host.see("/host/window")
    assert "All is well." in page
    assert "Look again" in page
    bench.do(host, "look")
    assert bench.eyes.looks == 2
    bench.do(host, "next")
    bench.do(host, "look")
    assert "Look again" not in host.see("/host/window")


def test_the_other_build_is_offered_and_taken_with_a_tap(bench: Bench) -> None:
    host = bench.at.host()
    bench.pass_to_test(host)
    bench.do(host, "look", die1=5, die2=3)
    assert "It is a plate: the faces on top count" in host.see("/host/window")
    bench.do(host, "build")
    bench.do(host, "next")
    bench.do(host, "store")
    assert bench.eyes.kept == [Build.PLATE]


def test_a_test_that_failed_is_thrown_again(bench: Bench) -> None:
    host = bench.at.host()
    bench.pass_to_test(host)
    bench.do(host, "look", die1=1, die2=1)
    page = host.see("/host/window")
    assert "The table reads other dice than you entered." in page
    assert "Throw again" in page
    bench.do(host, "again")
    assert "Throw, and enter the dice that count." in host.see("/host/window")


def test_deleting_all_pictures_deletes_that_of_the_window_too(bench: Bench) -> None:
    host = bench.at.host()
    bench.do(host, "look")
    assert host.post("/host/forget").status_code == 303
    assert bench.setup.stand.glance is None
    assert host.get(f"/host/window/picture/{bench.setup.stand.number}").status_code == 404


def test_a_second_tap_does_nothing(bench: Bench) -> None:
    host = bench.at.host()
    bench.do(host, "look", number=0)
    assert bench.do(host, "look", number=0) == 303
    assert bench.eyes.looks == 1


def test_whoever_goes_on_after_a_restart_is_told_that_set_up_begins_anew(bench: Bench) -> None:
    host = bench.at.host()
    assert bench.do(host, "next", number=8_211_347) == 409
    assert "Set-up begins anew: another host wants it so, or the table was restarted." in host.shown


def test_a_circle_that_another_host_is_drawing_is_confirmed_by_nobody_who_has_not_seen_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, other = bench.at.host(), bench.at.host()
    bench.do(host, "look")
    next_one = Thread(target=bench.do, args=(host, "next"), kwargs={"number": bench.setup.stand.number})
    fit = bench.eyes.fit

    def slowly(window: Circle) -> Glance:
        next_one.start()
        next_one.join(0.5)
        return fit(window)

    monkeypatch.setattr(bench.eyes, "fit", slowly)
    bench.do(other, "fit", x=310, y=290, radius=250)
    next_one.join()
    assert bench.setup.stand.step is Step.EMPTY


@pytest.mark.parametrize("sent", [{"do": "dance"}, {}, {"do": "look", "number": "x"}])
def test_what_the_page_never_sends_is_malformed(bench: Bench, sent: dict[str, object]) -> None:
    host = bench.at.host()
    assert host.post("/host/window", {"number": bench.setup.stand.number, **sent}).status_code == 400


def test_while_a_game_runs_the_page_says_why_not_and_nobody_looks(bench: Bench) -> None:
    host = bench.at.start("Anna", "Ben")
    page = host.see("/host/window")
    assert "Not while a game is on." in page
    assert "Look" not in page
    assert bench.do(host, "look") == 409
    assert "the table never looks at the window before it is over" in plain(host.shown)
    assert bench.eyes.looks == 0


def test_a_window_that_a_page_from_before_the_game_stores_waits_until_it_is_over(bench: Bench) -> None:
    host = bench.at.host()
    bench.pass_to_test(host)
    bench.do(host, "look", die1=4, die2=2)
    bench.do(host, "next")
    bench.at.start("Anna", "Ben", lives=1)
    assert bench.do(host, "store") == 409
    assert (bench.eyes.kept, bench.setup.stand.step) == ([], Step.STORE)
    bench.at.play("0:31 1:challenge reveal:31")
    assert bench.do(host, "store") == 303
    assert bench.eyes.kept == [Build.SHAKER]


def test_a_camera_and_a_disk_that_fail_are_said_and_tried_again(bench: Bench) -> None:
    host = bench.at.host()
    bench.eyes.broken = True
    assert bench.do(host, "look") == 503
    assert "The camera does not answer." in plain(host.shown)
    bench.eyes.broken = False
    bench.pass_to_test(host)
    bench.do(host, "look", die1=4, die2=2)
    bench.do(host, "next")
    bench.eyes.broken = True
    assert bench.do(host, "store") == 503
    assert "could not write down" in plain(host.shown)
    bench.eyes.broken = False
    assert bench.do(host, "store") == 303


def test_a_note_of_the_check_is_shown_to_the_host_alone(bench: Bench) -> None:
    bench.at.table.tell_host("window_dirty")
    assert "The window needs a wipe." in bench.at.host().see()
    assert "wipe" not in bench.at.phone().see()


def test_every_fault_of_the_window_has_words_for_set_up_and_for_the_note() -> None:
    for fault in Fault:
        assert str(fault) in codes.WINDOW
        assert f"window_{fault}" in codes.NOTES
    assert "not_set_up" in codes.NOTES
