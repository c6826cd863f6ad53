"""Lügen-Kniffel on the phone: combinations with points, sealed doubts, and the score card."""

import json
import re

import pytest

from games.scorecard import CLAIMS
from table.look import Look, Stage
from tests.web.evening import Evening, Phone, plain
from web.words.story import tell, texts_in, unsealed

PAGES = ("/", "/panel", "/revision", "/seats", "/help", "/host", "/setup", "/cup/secret")
NAMES = ("Anna", "Ben", "Cleo")


def start(at: Evening, moves: str = "", **options: object) -> Phone:
    host = at.start(*NAMES, game="luegen_kniffel", **options)  # type: ignore[arg-type]
    at.play(moves)
    return host


def test_a_combination_is_picked_and_then_its_points(at: Evening) -> None:
    host = start(at)
    page = host.get().text
    assert 'value="kniffel 50"' in page
    picked = host.follow("pick=fours")
    claims = [f"fours {4 * count}" for count in range(1, 6)]
    assert re.findall(r'name="value" value="([^"]*)"', picked) == claims
    host.get()
    chance = host.follow("pick=chance")
    assert len(re.findall(r'name="value" value="chance (\d+)"', chance)) == 26
    assert host.post("/call", {"seat": 0, "value": "fours 12"}).status_code == 303
    assert "Anna calls 3 × Fours." in at.phone().see()


def test_a_closed_field_can_not_be_called(at: Evening) -> None:
    host = start(
        at, "0:kniffel/50 1:believe 2:believe 1:ones/1 0:believe 2:believe 2:ones/1 0:believe 1:believe"
    )
    page = host.get(f"/?after={at.version}").text
    assert re.search(r"<button[^>]*disabled>Kniffel", page)


def test_every_other_phone_is_asked_and_told_who_is_still_to_answer(at: Evening) -> None:
    start(at)
    phones = [at.phone() for _ in NAMES]
    for seat, phone in enumerate(phones):
        phone.post("/seats/claim", {"guest": seat + 1})
    at.play("0:fours/12")
    assert "Ben, do you believe it?" in phones[1].see()
    assert "Cleo, do you believe it?" in phones[2].see()
    phones[2].post("/answer", {"seat": 2, "answer": "doubt"})
    assert "Answered: Cleo. Still to answer: Ben." in phones[0].see()
    phones[1].post("/answer", {"seat": 1, "answer": "believe"})
    assert "3 × Fours is doubted: Cleo." in phones[0].see()


def test_others_answers_do_not_take_the_question_from_a_phone(at: Evening) -> None:
    start(at)
    phone = at.phone()
    phone.post("/seats/claim", {"guest": 2})
    at.play("0:fours/12")
    fields = {"token": phone.token(), "version": at.version, "seat": 1, "answer": "doubt"}
    asked = re.findall(r'data-asks="([^"]*)"', phone.get().text)
    at.play("2:believe")
    assert re.findall(r'data-asks="([^"]*)"', phone.get().text) == asked == ["doubts 2 1"]
    assert phone.client.post("/answer", data=fields).status_code == 303
    assert "3 × Fours is doubted: Ben." in phone.see()


def test_one_phone_asks_for_all_one_after_the_other(at: Evening) -> None:
    host = start(at, "0:fours/12")
    host.get()
    assert "Ben, do you believe it?" in plain(host.follow("ready=1"))
    host.post("/answer", {"seat": 1, "answer": "doubt"})
    host.get()
    assert "Cleo, do you believe it?" in plain(host.follow("ready=2"))


def test_a_phone_that_several_play_on_is_passed_before_it_takes_a_sealed_answer(at: Evening) -> None:
    start(at)
    shared, own = at.phone(), at.phone()
    for seat, phone in ((0, own), (1, shared), (2, shared)):
        phone.post("/seats/claim", {"guest": seat + 1})
    at.play("0:fours/12")
    assert "Pass the phone to Ben." in shared.see()
    assert "Doubt it" not in shared.shown
    asked = shared.follow("ready=1")
    assert "Doubt it" in asked
    shared.post("/answer", {"seat": 1, "answer": "believe"})
    assert "Pass the phone to Cleo." in shared.see("/?ready=1&at=2")
    assert "Doubt it" not in shared.shown


def test_others_answers_do_not_take_a_passed_phone_back(at: Evening) -> None:
    start(at)
    shared = at.phone()
    for seat in (1, 2):
        shared.post("/seats/claim", {"guest": seat + 1})
    at.play("0:fours/12")
    shared.get()
    shared.follow("ready=1")
    at.play("2:believe")
    assert "Ben, do you believe it?" in shared.see("/?ready=1&at=2")


def test_the_host_may_answer_for_a_player_who_has_gone_with_their_phone(at: Evening) -> None:
    host = start(at)
    away = at.phone()
    away.post("/seats/claim", {"guest": 3})
    at.play("0:fours/12 1:believe")
    assert "do you believe it?" not in host.see()
    assert "Cleo, do you believe it?" in plain(host.follow("seat=2"))
    host.post("/answer", {"seat": 2, "answer": "doubt"})
    assert "3 × Fours is doubted: Cleo." in away.see()


def test_only_a_host_may_answer_for_others(at: Evening) -> None:
    start(at)
    ben, cleo = at.phone(), at.phone()
    for seat, phone in ((1, ben), (2, cleo)):
        phone.post("/seats/claim", {"guest": seat + 1})
    at.play("0:fours/12 1:believe")
    assert "You may answer for them" not in ben.see()
    assert "Cleo, do you believe it?" not in plain(ben.get(f"/?seat=2&at={at.version}").text)


def everything(at: Evening, answer: str, doubted_first: bool) -> list[object]:
    """Let Ben answer so; return all that every phone, the story and the export then say."""
    start(at)
    phones = [at.host("en"), *(at.phone() for _ in NAMES)]
    for seat, phone in enumerate(phones[1:]):
        phone.post("/seats/claim", {"guest": seat + 1})
    at.play("0:fours/12")
    if doubted_first:
        phones[2].post("/answer", {"seat": 1, "answer": "doubt" if answer == "believe" else "believe"})
        phones[0].post("/host/undo", {"untouched": "yes"})
    phones[2].post("/answer", {"seat": 1, "answer": answer})
    said: list[object] = [phone.get(path).text for phone in phones for path in PAGES]
    entries = at.table.entries()
    said.append([list(tell(entries, texts_in(language))) for language in ("de", "en", "fr", "it")])
    said.append([json.dumps(entry.line) for entry in unsealed(entries, at.table.snapshot().game)])
    return said


@pytest.mark.parametrize("doubted_first", [False, True])
def test_while_the_answers_are_sealed_nothing_tells_them(
    at: Evening, another: Evening, doubted_first: bool
) -> None:
    assert everything(at, "believe", doubted_first) == everything(another, "doubt", doubted_first)


def test_a_true_call_is_written_and_its_doubter_struck(at: Evening) -> None:
    host = start(at, "0:fours/12 1:doubt 2:believe")
    at.reveal(4, 4, 4, 1, 2)
    page = host.see()
    assert "True!" in page
    assert "Doubted by: Ben." in page
    assert "12 points in Fours: Anna." in page
    assert "A strike in Fours: Ben." in page
    assert "Ben throws" in page


def test_a_lie_is_written_by_its_doubters(at: Evening) -> None:
    host = start(at, "0:fours/12 1:doubt 2:doubt")
    at.reveal(4, 4, 3, 1, 2)
    page = host.see()
    assert "A lie!" in page
    assert "12 points in Fours: Ben, Cleo." in page
    assert "A strike in Fours: Anna." in page


def test_a_doubtful_reading_asks_for_all_five_dice(at: Evening) -> None:
    host = start(at, "0:fours/12 1:doubt 2:believe")
    assert "Push all 5 dice onto the window" in host.see()
    at.doubt("wrong_count")
    assert "Push all 5 dice onto the window" in host.see()
    assert host.get().text.count('class="faces"') == 5
    dice: dict[str, object] = {f"die{n}": pips for n, pips in enumerate((4, 4, 4, 2, 2), start=1)}
    assert host.post("/dice", dice).status_code == 303
    assert "True!" in host.see()


@pytest.mark.parametrize("reason", ["wrong_count", "no_dice", "tilted", "stacked", "cut_off"])
def test_how_dice_lie_that_were_pushed_onto_the_window_is_no_reason_to_void_the_throw(
    at: Evening, reason: str
) -> None:
    host = start(at, "0:fours/12 1:doubt 2:believe")
    at.doubt(reason)
    for page in (host.see(), plain(host.get("/screen").text)):
        assert "Push all 5 dice onto the window, flat and apart." in page
        assert "void the throw" not in page


def test_no_cup_is_asked_for_where_five_dice_are_pushed_onto_the_window(at: Evening) -> None:
    host = start(at, "0:fours/12 1:doubt 2:believe")
    at.table.report(Look(at.look.version, stage=Stage.NO_CUP))
    for page in (host.see(), plain(host.get("/screen").text)):
        assert "Push all 5 dice onto the window, flat and apart." in page
        assert "Put the cup" not in page


def test_after_a_cut_nobody_asks_whether_five_dice_on_the_window_were_seen(at: Evening) -> None:
    start(at, "0:fours/12 1:doubt 2:believe")
    at.doubt("restarted")
    for page in map(at.phone().see, ("/", "/screen")):
        assert "Were the dice moved meanwhile? Untouched: read again." in page
        assert "or shown" not in page
        assert "unseen" not in page


def test_the_score_card_shows_points_strikes_and_totals(at: Evening) -> None:
    start(at, "0:fours/12 1:doubt 2:believe reveal:44412")
    watcher = at.phone()
    at.play("1:kniffel/50 0:believe 2:believe")
    page = watcher.get("/").text
    assert '<table class="scorecard' not in page, "the verdict comes first"
    at.play("2:chance/20")
    page = watcher.get("/").text
    assert '<table class="scorecard' in page
    fours = page.partition(">Fours</th>")[2].partition("</tr>")[0]
    assert '<td class="">12</td>' in fours
    assert 'aria-label="1 strike"' in fours
    assert "<td><b>50</b></td>" in page.partition(">In all</th>")[2]


def test_the_last_turns_and_the_final_ranking_are_shown(at: Evening) -> None:
    host = start(at)
    while at.view.last_turns is None:
        seat = at.view.waiting.seats[0]
        fields = at.view.standing[seat].card
        claim = next(claim for claim in CLAIMS if fields and fields.is_open(claim.combination))
        at.play(f"{seat}:{claim.combination}/{claim.points}")
        at.play(" ".join(f"{other}:believe" for other in range(3) if other != seat))
    assert "Last turns. After this: Cleo." in at.phone().see()
    for seat in (1, 2):
        host.post("/call", {"seat": seat, "value": "chance 30"})
        at.play(" ".join(f"{other}:believe" for other in range(3) if other != seat))
    page = plain(host.get().text)
    assert "Ben and Cleo share the win!" in page
    assert re.search(r"1\. Ben \d+ 1\. Cleo \d+ 2\. Anna \d+", page)


def test_the_time_to_doubt_is_said(at: Evening) -> None:
    host = start(at, "0:fours/12", doubt_s=30)
    assert "30 seconds for it: who says nothing believes." in host.see()


def test_whoever_answers_in_turn_is_told_that_the_time_is_for_all(at: Evening) -> None:
    host = start(at, "0:fours/12 1:doubt", doubt_s=30, open_doubts="on")
    says = "30 seconds for all together: who says nothing believes."
    assert says in host.see()
    assert says in at.phone().see("/screen")


def test_open_doubts_are_asked_in_turn_and_heard_by_all(at: Evening) -> None:
    host = start(at, "0:fours/12", open_doubts="on")
    page = host.see()
    assert "Believe it" in page
    assert "Sealed" not in page
    at.play("1:doubt")
    assert "Doubted by: Ben." in host.see()
    assert "Doubted by: Ben." in at.phone().see("/screen")
    assert "Cleo believes or doubts." in at.phone().see("/?watch=1")
    at.play("2:believe")
    at.reveal(4, 4, 4, 1, 2)
    assert "A strike in Fours: Ben." in host.see()


def test_who_leaves_while_the_dice_are_to_be_shown_is_called_out(at: Evening) -> None:
    host = start(at, "0:fours/12 1:doubt 2:doubt")
    host.post("/host/leave", {"seat": 2})
    at.doubt("glare")
    assert "Cleo has left the game." in host.see()
    assert "Cleo has left the game." in at.phone().see("/screen")


def test_that_the_time_is_up_is_said_though_somebody_doubts(at: Evening) -> None:
    start(at, "0:fours/12 1:doubt time_up", doubt_s="30")
    assert "Time is up: whoever has said nothing believes." in at.phone().see("/screen")
