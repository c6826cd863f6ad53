"""What the screen says, scene by scene."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from games import maexle
from games.maexle import Call
from games.moves import Accept, Challenge, Leave
from table.log import Log
from table.look import Look, Stage
from table.table import Table
from tests.web.evening import PICTURE, Evening, Phone, evening, plain


def scene(phone: Phone) -> str:
    found = re.search(r'data-scene="(\w+) ', phone.get().text)
    return found[1] if found else ""


def test_without_a_game_a_phone_is_told_to_wait_and_the_host_to_set_one_up(at: Evening) -> None:
    assert "No game yet." in at.phone().see()
    assert "Set up a game" in at.host().see()


def test_a_phone_without_a_seat_sees_whose_call_it_is_and_which_seats_are_free(at: Evening) -> None:
    at.start("Anna", "Ben")
    page = at.phone().see()
    assert "Anna throws and calls." in page
    assert "Who are you?" in page
    assert "keypad" not in at.phone().get().text


def test_the_caller_gets_the_keypad_and_only_the_caller(at: Evening) -> None:
    at.start("Anna", "Ben")
    anna, ben = at.phone(), at.phone()
    anna.post("/seats/claim", {"guest": 1})
    ben.post("/seats/claim", {"guest": 2})
    assert "Anna opens: throw, peek, call." in anna.see()
    assert anna.shown.count('name="value"') == 21
    assert "Anna throws and calls." in ben.see()
    assert 'name="value"' not in ben.shown


def test_calls_that_are_too_low_are_off(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "61"})
    host.post("/answer", {"seat": 1, "answer": "accept"})
    assert "call more than 61" in host.see()
    off = re.findall(r'name="value" value="(\d\d)" disabled', host.shown)
    assert off == ["31", "32", "41", "42", "43", "51", "52", "53", "54", "61"]


def test_with_equal_calls_the_same_call_is_on(at: Evening) -> None:
    host = at.start("Anna", "Ben", equal_calls="on")
    host.post("/call", {"seat": 0, "value": "61"})
    host.post("/answer", {"seat": 1, "answer": "accept"})
    assert "call 61 or more" in host.see()
    assert 'value="61" disabled' not in host.shown


def test_the_responder_gets_both_answers_and_reads_about_the_button(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "54"})
    page = host.see()
    assert "Anna calls 54." in page
    assert "Ben, do you believe it?" in page
    assert "a short press accepts" in page
    assert ">Accept<" in host.shown
    assert ">Challenge<" in host.shown
    assert "Ben accepts or challenges." in at.phone().see()


def test_a_called_maexle_says_what_each_answer_costs(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "21"})
    assert "Accept, and you lose 1 life. Challenge, and 2 lives are at stake." in host.see()


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        (Stage.READING, "The table reads the dice"),
        (Stage.MOVING, "The dice still move"),
        (Stage.NO_CUP, "Put the cup on the window"),
    ],
)
def test_after_a_challenge_everybody_sees_how_far_the_table_is(at: Evening, stage: Stage, words: str) -> None:
    challenge(at)
    at.table.report(Look(at.look.version, stage=stage))
    assert words in at.phone().see()


def test_a_lie_is_one_big_word_with_the_picture_each_counted_pip_ringed(at: Evening) -> None:
    challenge(at)
    at.reveal(3, 4)
    page = at.phone().get().text
    assert "A lie!" in page
    assert f'<image href="/picture/{at.version}"' in page
    assert page.count('class="ring"') == len(PICTURE.rings)
    assert "Anna loses 1 life." in plain(page)
    assert "Ben opens the next round." in plain(page)


def test_a_true_call_costs_the_challenger(at: Evening) -> None:
    challenge(at)
    at.reveal(6, 6)
    page = at.phone().see()
    assert "True!" in page
    assert "Ben loses 1 life." in page


def test_the_one_who_opens_goes_on_to_the_keypad_when_ready(at: Evening) -> None:
    host = challenge(at)
    at.reveal(3, 4)
    assert scene(host) == "verdict"
    onward = re.search(r'href="(/\?after=\d+)"', host.get().text)
    assert onward
    assert 'name="value"' in host.get(onward[1]).text
    assert at.phone().get(onward[1]).text.count('class="verdict lie"') == 1, "others keep the verdict"


def test_an_accepted_maexle_has_a_verdict_though_nobody_looked(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "21"})
    host.post("/answer", {"seat": 1, "answer": "accept"})
    page = host.see()
    assert "Mäxle!" in page
    assert "Nobody looked." in page
    assert "Ben loses 1 life." in page
    assert "<image" not in host.shown


def test_dice_that_people_entered_have_a_verdict_without_a_picture(at: Evening) -> None:
    host = challenge(at)
    at.doubt("camera", picture=None)
    host.post("/dice", {"die1": 3, "die2": 4})
    assert "A lie!" in host.see()
    assert "<image" not in host.shown


def test_an_uncertain_look_says_why_shows_the_picture_and_asks_those_who_may_say(at: Evening) -> None:
    host = challenge(at)
    at.doubt("glare")
    watcher = at.phone()
    page = host.see()
    assert "There is glare on a die." in page
    assert "Read again" in page
    assert "Void throw" in page
    assert f'href="/look/{at.look.version}/1?' in host.shown
    assert "Anna and Ben say what the dice are, or the host." in watcher.see()
    assert 'name="die1"' not in watcher.shown


def test_what_one_of_the_two_has_entered_the_other_learns_after_an_own_word(at: Evening) -> None:
    challenge(at)
    anna, ben = at.phone(), at.phone()
    for guest, phone in enumerate((anna, ben), start=1):
        phone.post("/seats/claim", {"guest": guest})
    at.doubt("tilted")
    anna.post("/dice", {"die1": 3, "die2": 4})
    assert "Anna sees" in anna.see()
    assert "Anna has said what lies there." in ben.see()
    assert "Anna sees" not in ben.shown
    ben.post("/dice", {"die1": 3, "die2": 5})
    for page in (anna.see(), ben.see()):
        assert "Anna sees" in page
        assert "Ben sees" in page
        assert "You do not agree." in page


def test_dice_that_people_said_are_not_passed_off_as_counted(at: Evening) -> None:
    host = challenge(at)
    at.doubt("tilted")
    assert 'class="ring"' in host.get().text
    host.post("/dice", {"die1": 3, "die2": 4})
    assert "what people said, not what the camera counted" in host.see()
    assert 'class="ring"' not in host.shown


def test_after_an_appeal_the_rings_of_what_was_read_are_gone(at: Evening) -> None:
    host = challenge(at)
    at.reveal(3, 4)
    menu = host.get().text.partition('data-key="correct"')[2].partition("</details>")[0]
    assert f'src="/picture/{at.version}"' in menu, "whoever corrects the dice sees the picture"
    host.post("/host/correct", {"die1": 6, "die2": 5})
    verdict = host.get().text.partition('class="evidence')[2]
    assert "<image" in verdict
    assert 'class="ring"' not in host.shown


@pytest.mark.parametrize("reason", ["wrong_count", "tilted", "stacked", "cut_off", "misfit", "restarted"])
def test_the_two_of_a_challenge_are_told_when_to_void_a_throw_and_may(at: Evening, reason: str) -> None:
    challenge(at)
    anna = at.phone()
    anna.post("/seats/claim", {"guest": 1})
    at.doubt(reason)
    assert "void the throw." in anna.see()
    assert 'action="/dice/void"' in anna.shown


def test_who_has_no_part_in_a_challenge_is_asked_nothing_about_its_dice(at: Evening) -> None:
    at.start("Anna", "Ben", "Cleo")
    phones = [at.phone() for _ in "123"]
    for guest, phone in enumerate(phones, 1):
        phone.post("/seats/claim", {"guest": guest})
    at.play("0:54 1:challenge")
    at.doubt("blurred")
    assert ["▶ Your turn" in phone.get().text for phone in phones] == [True, True, False]


def test_a_player_who_is_out_is_told_so_and_shown_as_out(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", lives="1")
    ben = at.phone()
    ben.post("/seats/claim", {"guest": 2})
    host.post("/call", {"seat": 0, "value": "31"})
    ben.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(3, 1)
    assert "Ben loses 1 life and is out!" in host.see()
    assert "You are out." in ben.see()


def test_the_last_one_in_wins_and_the_host_may_play_again(at: Evening) -> None:
    host = at.start("Anna", "Ben", lives="1")
    host.post("/call", {"seat": 0, "value": "31"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(3, 1)
    assert "Anna wins!" in host.see()
    assert "Round 2" not in host.see() + at.phone().see("/screen"), "no round follows"
    assert "Play again, same rules" in host.see()
    assert "Play again" not in at.phone().see()


def test_a_winner_by_leaving_has_no_verdict(at: Evening) -> None:
    at.start("Anna", "Ben")
    host = at.table.snapshot().actor(next(iter(at.table.snapshot().hosts)))
    at.table.submit(Leave(0), host, at.version)
    page = at.phone().see()
    assert "Ben wins!" in page
    assert "Anna has left the game." in page


def test_a_void_throw_is_told_and_its_call_is_gone(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    host.post("/call", {"seat": 0, "value": "43"})
    assert 'class="calls"' in host.get().text
    host.post("/host/void")
    page = host.see()
    assert "The throw is void: nobody pays." in page
    assert 'class="calls"' not in host.shown


def test_the_calls_of_a_round_stand_above_oldest_first(at: Evening) -> None:
    at.start("Anna", "Ben", "Cleo")
    host = at.table.snapshot().actor(next(iter(at.table.snapshot().hosts)))
    for move in (Call(0, (4, 3)), Accept(1), Call(1, (5, 4))):
        at.table.submit(move, host, at.version)
    assert "Anna 43 Ben 54" in at.phone().see()
    at.table.submit(Challenge(2), host, at.version)
    at.reveal(5, 4)
    assert 'class="calls"' not in at.phone().get().text, "a new round has no calls yet"


def test_names_keep_their_own_direction_and_their_markup_is_harmless(at: Evening) -> None:
    at.start("שרה כהן", "<b>Ben</b>")
    page = at.phone().get().text
    assert "<bdi>שרה כהן</bdi>" in page
    assert "<bdi>&lt;b&gt;Ben&lt;/b&gt;</bdi>" in page


@pytest.mark.parametrize(("lives", "mats"), [(1, 2), (7, 14), (8, 2), (20, 2)])
def test_lives_are_mats_or_a_mat_with_a_number_if_there_are_many(at: Evening, lives: int, mats: int) -> None:
    at.start("Anna", "Ben", lives=str(lives))
    assert at.phone().get().text.count('href="#mat"') == mats


def test_a_page_without_a_script_renews_itself_but_a_host_s_leaves_time_for_its_tools(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    for guest in (1, 2):
        at.phone().post("/seats/claim", {"guest": guest})
    for watching, pause_s in ((at.phone(), 4), (host, 20)):
        assert "Anna throws and calls." in watching.see()
        assert f'<noscript><meta http-equiv="refresh" content="{pause_s}"></noscript>' in watching.shown


def test_the_part_that_changes_is_the_same_as_in_the_page(at: Evening) -> None:
    at.start("Anna", "Ben")
    phone = at.phone()
    page, part = phone.get("/").text, phone.get("/panel").text
    language, title, live = part.split("\n", 2)
    assert live.startswith("<main")
    assert language in page
    assert title in page
    assert live.strip() in page


def test_a_note_about_the_log_is_for_the_host_alone(at: Evening) -> None:
    host = at.host()
    at.table.tell_host("log_damaged")
    assert "The table's memory was damaged." in host.see()
    assert "damaged" not in at.phone().see()


def challenge(at: Evening) -> Phone:
    """Let Ben challenge Anna's 54; return the host's phone, which plays both."""
    host = at.start("Anna", "Ben", "Cleo")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    return host


def plays(at: Evening) -> bool:
    """Return whether a page that follows would play the verdict."""
    return 'data-ruled="' in at.phone().get().text


def test_a_game_that_newer_rules_opened_anew_says_nothing_of_a_move_taken_back(
    at: Evening, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.start("Anna", "Ben", lives="1")
    at.play("0:43")
    table.close()
    with closing(sqlite3.connect(tmp_path / "table.db")) as db, db:
        db.execute("UPDATE game SET state = replace(state, '[4, 3]', '[5, 4]')")
    monkeypatch.setattr(maexle, "VERSION", maexle.VERSION + 1)
    again = evening(Table(Log(tmp_path / "table.db"), lambda: "2026-11-21T20:15:00+01:00"))
    page = again.phone().see()
    assert "Anna calls 54." in page
    assert "Taken back" not in page
    game = again.table.snapshot().game
    assert game
    assert (game.opened_anew, game.open_call) == (True, 0)
    again.play("1:accept undo")
    assert "Taken back: Ben accepts." in again.phone().see()
    again.table.close()


def test_only_a_verdict_that_has_just_come_is_played(at: Evening) -> None:
    host = challenge(at)
    assert not plays(at)
    at.reveal(3, 4)
    assert plays(at)
    host.post("/host/correct", {"die1": 6, "die2": 5})
    assert not plays(at), "an appeal"
    host.post("/host/undo", {"untouched": "yes"})
    assert not plays(at), "an undo"
    assert plain(host.get().text).count("A lie!") > 0


def test_the_title_says_whose_turn_it_is_and_how_it_was_ruled(at: Evening) -> None:
    host = at.start("Anna", "Ben", lives="1")
    assert "<title>▶ Your turn · The Stag</title>" in host.get().text
    assert "<title>The Stag</title>" in at.phone().get().text
    host.post("/call", {"seat": 0, "value": "31"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(3, 1)
    assert "<title>Anna wins! · The Stag</title>" in at.phone().get("/panel").text


def test_one_who_leaves_with_lives_left_is_not_told_to_be_out_by_the_loss(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", lives="2")
    host.post("/call", {"seat": 0, "value": "54"})
    host.post("/answer", {"seat": 1, "answer": "challenge"})
    at.reveal(3, 4)
    host.post("/host/leave", {"seat": 0})
    assert "Anna loses 1 life." in host.see()
    assert "and is out" not in host.see()
