"""Notes to the host stand until they are taken back or answered; none hides another for good."""

from table.table import Table
from tests.table.evening import start


def test_a_second_note_is_shown_when_the_first_goes(table: Table) -> None:
    table.tell_host("window_dirty")
    assert table.tell_host("camera_gone").note == "camera_gone", "the newest"
    assert table.untell_host("camera_gone").note == "window_dirty"
    assert table.untell_host("window_dirty").note == ""


def test_a_note_that_is_taken_back_beneath_another_is_never_shown_again(table: Table) -> None:
    table.tell_host("window_dirty")
    table.tell_host("camera_gone")
    table.untell_host("window_dirty", "window_blurred")
    assert table.untell_host("camera_gone").note == ""


def test_a_note_that_is_told_again_is_news_and_stands_once(table: Table) -> None:
    for note in ("window_dirty", "camera_gone", "window_dirty"):
        table.tell_host(note)
    assert table.snapshot().notes == ("camera_gone", "window_dirty")


def test_a_start_answers_what_is_over_and_leaves_what_is_still_true(table: Table) -> None:
    for note in ("log_salvaged", "rules_changed", "window_dirty", "pin_guessed", "camera_gone"):
        table.tell_host(note)
    assert start(table).notes == ("window_dirty", "camera_gone")


def test_what_the_next_start_takes_away_is_shown_before_what_can_still_be_seen_after_it(table: Table) -> None:
    table.tell_host("log_salvaged")
    assert table.tell_host("not_set_up").note == "log_salvaged"
    assert start(table).note == "not_set_up"


def test_nobody_is_woken_by_a_note_that_changes_nothing(table: Table) -> None:
    told = table.tell_host("camera_gone")
    assert table.tell_host("camera_gone").revision == told.revision
    assert table.untell_host("window_dirty").revision == told.revision
