"""Bluf-Mex on the phone: throws that are announced, giving in, and the end of a full round."""

from tests.web.evening import Evening, Phone


def start(at: Evening, moves: str = "", **options: object) -> Phone:
    host = at.start("Anna", "Ben", "Cleo", game="bluf_mex", **options)  # type: ignore[arg-type]
    at.play(moves)
    return host


def test_the_opener_says_after_how_many_throws_a_call_is_made(at: Evening) -> None:
    host = start(at)
    page = host.get().text
    assert 'name="throws" value="1"' in page
    assert 'name="throws" value="2"' in host.follow("throws=2")
    host.post("/call", {"seat": 0, "value": "55", "throws": 2})
    page = at.phone().see()
    assert "Anna calls 500." in page
    assert "After 2 throws." in page


def test_who_believes_may_leave_the_dice_and_throws_no_more_often(at: Evening) -> None:
    host = start(at, "0:43/2 1:accept")
    page = host.see()
    assert "Ben: look, then call more than 43." in page
    assert 'name="throws" value="0"' in host.shown
    assert "throws=2" in host.shown
    assert "throws=3" not in host.shown
    assert ">Give in<" in host.shown
    host.post("/call", {"seat": 1, "value": "54", "throws": 0})
    assert "The dice were left as they lay." in host.see()
    assert "Anna 43 2 throws Ben 54 as it lay" in host.see()


def test_a_called_mex_is_challenged_or_given_in_to(at: Evening) -> None:
    host = start(at, "0:21/1")
    page = host.see()
    assert "Nothing beats a Mex" in page
    assert ">Accept<" not in host.shown
    host.post("/answer", {"seat": 1, "answer": "give_in"})
    page = host.see()
    assert "Gives in!" in page
    assert "Ben gave in" in page
    assert "Ben gets 2 crosses." in page
    assert "1 Mex adds to it." in page


def test_a_challenge_of_a_lie_costs_the_caller(at: Evening) -> None:
    host = start(at, "0:65/1 1:challenge")
    at.reveal(3, 1)
    page = host.see()
    assert "A lie!" in page
    assert "Anna gets 1 cross." in page


def test_once_all_have_called_the_lowest_call_pays_unless_challenged(at: Evening) -> None:
    host = start(at, "0:43/1 1:accept 1:51/0 2:accept 2:52/0")
    page = host.see()
    assert "Anna, all have called. Do you believe the last one?" in page
    assert "the lowest call of the round pays" in page
    host.post("/answer", {"seat": 0, "answer": "accept"})
    page = host.see()
    assert "Nobody doubts." in page
    assert "Anna gets 1 cross." in page


def test_taking_back_that_somebody_gave_in_asks_for_the_dice(at: Evening) -> None:
    host = start(at, "0:43/1 1:give_in")
    page = host.see()
    assert "Ben gives in. Do the dice still lie there, untouched and unseen?" in page
