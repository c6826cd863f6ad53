"""Those who watch: reactions from anyone, bets from those who are out, seen by nobody before the verdict."""

import re
from typing import Any

import pytest

from tests.web.evening import Evening, Phone, plain
from web.wire.events import EXTENSION
from web.wire.reactions import KINDS, Reactions
from web.wire.streams import Streams, Who

FIRST_OUT = "0:65 1:challenge reveal:31"


def told(at: Evening) -> Reactions:
    streams: Streams = at.app.extensions[EXTENSION]
    return streams.reactions


def cheers(page: str) -> list[str]:
    """Return what a page shows as cheered, where no script runs."""
    noscript = "".join(re.findall("<noscript>(<span.*?)</noscript>", page))
    return re.findall("#react-([a-z]+)", noscript)


def out(at: Evening) -> Phone:
    """Play until Anna is out and Ben's call waits for Cleo's answer; return Anna's phone."""
    at.start("Anna", "Ben", "Cleo", "Dora", lives=1)
    phone = at.phone()
    phone.post("/seats/claim", {"guest": 1})
    at.play(f"{FIRST_OUT} 1:65")
    return phone


# reactions


@pytest.mark.parametrize("kind", KINDS)
def test_anyone_reacts_and_everyone_is_told_with_whose_sign(at: Evening, kind: str) -> None:
    at.start("Anna", "Ben")
    at.phone().post("/react", {"kind": kind})
    player = at.phone()
    player.post("/seats/claim", {"guest": 2})
    assert player.post("/react", {"kind": kind}, **{"X-Part": "1"}).status_code == 204
    sign = at.table.snapshot().party.get(2).sign
    assert [one.line for one in told(at).since(0)] == [kind, f"{kind} {sign}"]


def test_an_open_page_is_told_of_what_comes_from_now_on(at: Evening) -> None:
    streams: Streams = at.app.extensions[EXTENSION]
    streams.reactions.add("beer", None)
    stream = streams.open(Who("panel one"), lambda: False)
    assert stream
    assert "reaction" not in next(stream)
    streams.reactions.add("gasp", 3)
    assert next(stream) == "event: reaction\ndata: gasp 3\n\n"
    stream.close()


def test_a_page_without_a_script_shows_what_was_cheered_a_moment_ago(at: Evening) -> None:
    at.start("Anna", "Ben")
    player, now = at.phone(), [100.0]
    streams: Streams = at.app.extensions[EXTENSION]
    streams.reactions = Reactions(lambda: now[0])
    player.post("/seats/claim", {"guest": 2})
    for path in ("/?watch=1", "/screen"):
        assert not cheers(at.phone().get(path).text)
    player.post("/react", {"kind": "beer"})
    for path in ("/?watch=1", "/screen"):
        assert cheers(at.phone().get(path).text) == ["beer"]
    assert not cheers(player.get("/", **{"X-Part": "1"}).text), "a script is told by its stream"
    now[0] += 5
    assert not cheers(at.phone().get("/?watch=1").text)


def test_a_thumb_that_is_too_fast_is_heard_now_and_then(at: Evening) -> None:
    host, player = at.start("Anna", "Ben"), at.phone()
    player.post("/seats/claim", {"guest": 2})
    for _ in range(20):
        assert player.post("/react", {"kind": "beer"}).status_code == 303
    assert told(at).last == 3
    host.post("/react", {"kind": "beer"})
    assert told(at).last == 4, "others have a share of their own"
    at.clock.now += 2.0
    player.post("/react", {"kind": "beer"})
    assert told(at).last == 5


def test_strangers_at_one_address_share_one_share(at: Evening) -> None:
    at.start("Anna", "Ben")
    for _ in range(8):
        at.phone().post("/react", {"kind": "liar"})
    assert told(at).last == 3


def test_the_host_turns_the_cheering_off(at: Evening) -> None:
    host = at.start("Anna", "Ben")
    guest = at.phone()
    assert 'action="/react"' in guest.get("/?watch=1").text
    host.post("/habits", {"patience_s": 0})
    assert 'action="/react"' not in guest.get("/?watch=1").text
    answer = guest.post("/react", {"kind": "beer"})
    assert answer.status_code == 403
    assert "The host wants no cheering now." in plain(answer.text)
    assert told(at).last == 0


def test_what_is_no_reaction_is_refused(at: Evening) -> None:
    at.start("Anna", "Ben")
    assert at.phone().post("/react", {"kind": "<script>"}).status_code == 400


def test_whoever_is_asked_has_no_cheers_in_the_way(at: Evening) -> None:
    assert 'action="/react"' not in at.start("Anna", "Ben").get().text


# bets


def test_who_is_out_bets_and_sees_it_and_nobody_else_does(at: Evening) -> None:
    phone = out(at)
    other = at.phone()
    other.post("/seats/claim", {"guest": 4})
    before = [plain(one.get(path).text) for one in (other, at.phone()) for path in ("/?watch=1", "/screen")]
    assert "Anna, you are out: what do you bet, for honour?" in phone.see()
    assert phone.post("/bet", {"seat": 0, "bet": "lie"}).status_code == 303
    assert 'value="lie" aria-pressed="true"' in phone.get().text
    after = [plain(one.get(path).text) for one in (other, at.phone()) for path in ("/?watch=1", "/screen")]
    assert after == before
    assert "bet" not in other.see("/?watch=1").lower()


def test_a_seat_that_is_handed_on_shows_its_bet_to_nobody(at: Evening) -> None:
    phone = out(at)
    phone.post("/bet", {"seat": 0, "bet": "lie"})
    guest = at.table.snapshot().chairs[0]
    at.host().post("/seats/free", {"guest": guest})
    other = at.phone()
    assert other.post("/seats/claim", {"guest": guest}).status_code == 303
    assert "Anna, you are out" in other.see()
    assert 'aria-pressed="true"' not in other.get().text
    assert other.post("/bet", {"seat": 0, "bet": "truth"}).status_code == 303
    assert 'value="truth" aria-pressed="true"' in other.get().text


def test_a_call_that_an_undo_brings_back_shows_no_bet_of_the_phone_before(at: Evening) -> None:
    phone, other = out(at), at.phone()
    phone.post("/bet", {"seat": 0, "bet": "lie"})
    guest = at.table.snapshot().chairs[0]
    at.host().post("/seats/free", {"guest": guest})
    other.post("/seats/claim", {"guest": guest})
    at.play("2:accept 2:66")
    assert other.post("/bet", {"seat": 0, "bet": "truth"}).status_code == 303
    assert 'aria-pressed="true"' in other.get().text
    at.play("undo undo")
    assert "Anna, you are out" in other.see()
    assert 'aria-pressed="true"' not in other.get().text


def test_the_verdict_says_who_has_bet_right(at: Evening) -> None:
    phone = out(at)
    phone.post("/bet", {"seat": 0, "bet": "lie"})
    at.play("2:challenge")
    assert "Bet right" not in at.phone().see("/?watch=1")
    at.reveal(3, 1)
    assert "Bet right: Anna." in at.phone().see("/?watch=1")
    assert "Bet right: Anna." in plain(at.phone().get("/screen").text)


@pytest.mark.parametrize(
    ("game", "call", "verdict"),
    [
        ("maxonaut", "0:97", "1:challenge 1:turn_over=5,4"),
        ("maxonaut", "0:97", "1:challenge 1:turn_over=random,4 1:draw=5 correct:random,4;3;"),
        ("luegen_kniffel", "0:fours/12", "1:doubt reveal:12345"),
    ],
)
def test_every_game_s_verdict_says_who_has_bet_right(at: Evening, game: str, call: str, verdict: str) -> None:
    open_answers: dict[str, Any] = {"open_doubts": "on"} if game == "luegen_kniffel" else {}
    host = at.start("Anna", "Ben", "Cleo", game=game, **open_answers)
    cleo = at.phone()
    cleo.post("/seats/claim", {"guest": 3})
    host.post("/host/leave", {"seat": 2})
    at.play(call)
    assert cleo.post("/bet", {"seat": 2, "bet": "lie"}).status_code == 303
    at.play(verdict)
    assert "Bet right: Cleo." in at.phone().see("/?watch=1")
    assert "Bet right: Cleo." in plain(at.phone().get("/screen").text)


def test_a_bet_on_a_call_that_was_believed_is_never_told(at: Evening) -> None:
    phone = out(at)
    phone.post("/bet", {"seat": 0, "bet": "lie"})
    at.play("2:accept 2:66 3:challenge reveal:31")
    assert "Bet" not in at.phone().see("/?watch=1")


def test_the_story_counts_the_bets(at: Evening) -> None:
    phone = out(at)
    phone.post("/bet", {"seat": 0, "bet": "lie"})
    at.play("2:challenge reveal:31 2:66")
    phone.post("/bet", {"seat": 0, "bet": "truth"})
    at.play("3:challenge reveal:31")
    assert "Bets for honour: Anna 1 of 2 right." in at.phone().see("/story")


def test_a_bet_is_a_word_and_ones_own(at: Evening) -> None:
    phone = out(at)
    assert phone.post("/bet", {"seat": 0, "bet": "maybe"}).status_code == 400
    assert phone.post("/bet", {"seat": 3, "bet": "lie"}).status_code == 403
    assert at.phone().post("/bet", {"seat": 0, "bet": "lie"}).status_code == 403


# a call that is taken back


def test_the_caller_alone_is_offered_to_take_the_call_back(at: Evening) -> None:
    at.start("Anna", "Ben", "Cleo")
    caller, other = at.phone(), at.phone()
    caller.post("/seats/claim", {"guest": 1})
    other.post("/seats/claim", {"guest": 2})
    assert "Take my call back" not in caller.see()
    caller.post("/call", {"seat": 0, "value": "54"})
    assert "Take my call back" in caller.see()
    assert "Take my call back" not in other.see()
    assert other.post("/call/back").status_code == 403
    assert caller.post("/call/back").status_code == 303
    assert "Taken back: Anna calls 54." in caller.see()
    assert at.view.call is None
    at.play("0:43 1:accept")
    assert "Take my call back" not in caller.see()
    assert caller.post("/call/back").status_code == 403


# what whoever is on turn may say, told to those who watch


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("maexle", {}, "Anna's call stands: 43. It has to be beaten."),
        ("maexle", {"equal_calls": "on"}, "Anna's call stands: 43. As high will do, or higher."),
        ("maxi", {}, "Anna's call stands: 43. As high will do, or higher."),
        ("bluf_mex", {}, "Anna's call stands: 43. It has to be beaten."),
        ("maxonaut", {}, "Anna's call stands: 43. It has to be beaten."),
    ],
)
def test_who_watches_reads_what_the_next_call_has_to_reach(
    at: Evening, game: str, options: dict[str, Any], says: str
) -> None:
    at.start("Anna", "Ben", "Cleo", game=game, **options)
    at.play("0:43 1:accept")
    assert says in at.phone().see("/?watch=1")
    assert says in plain(at.phone().get("/screen").text)


@pytest.mark.parametrize(
    ("game", "options", "call", "says"),
    [
        ("maexle", {}, "0:21", "Ben accepts or challenges."),
        ("bluf_mex", {}, "0:43", "Ben accepts, challenges or gives in."),
        ("bluf_mex", {}, "0:21", "Ben challenges or gives in."),
        ("maxonaut", {"order_penalty": "on"}, "0:21", "Ben can only challenge."),
        ("maxonaut", {"double_21": "on"}, "0:21", "Ben accepts or challenges."),
    ],
)
def test_who_watches_reads_which_answers_there_are(
    at: Evening, game: str, options: dict[str, Any], call: str, says: str
) -> None:
    at.start("Anna", "Ben", "Cleo", game=game, **options)
    at.play(call)
    assert says in at.phone().see("/?watch=1")
    assert says in plain(at.phone().get("/screen").text)
