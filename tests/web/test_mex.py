"""Mex on the phone: open throws, each read, and the crosses."""

from tests.web.evening import PICTURE, Evening, Phone


def start(at: Evening, moves: str = "", *names: str, **options: object) -> Phone:
    host = at.start(*(names or ("Anna", "Ben", "Cleo")), game="mex", **options)  # type: ignore[arg-type]
    at.play(moves)
    return host


def test_the_opener_throws_and_lets_the_table_read(at: Evening) -> None:
    host = start(at)
    page = host.see()
    assert "Anna throws, for all to see." in page
    assert "Throw 1 of 3" in page
    assert "a short press reads" in page
    assert "Let it stand" not in page
    assert host.post("/answer", {"seat": 0, "answer": "throw"}).status_code == 303
    assert at.look.stage == "reading"
    assert "Anna has thrown." in at.phone().see()


def test_after_a_cut_nobody_asks_whether_a_throw_that_lies_open_was_seen(at: Evening) -> None:
    start(at, "0:throw")
    at.doubt("restarted")
    page = at.phone().see()
    assert "Were the dice moved meanwhile? Untouched: read again." in page
    assert "unseen" not in page
    assert "or shown" not in page, "nor are those asked who hear the page"


def test_a_throw_that_was_read_is_shown_with_its_picture_and_may_stand(at: Evening) -> None:
    host = start(at, "0:throw")
    at.reveal(6, 4)
    page = host.see()
    assert "Anna shows 64." in page
    assert "Throw again, or let it stand?" in page
    assert host.shown.count('class="ring"') == len(PICTURE.rings)
    host.post("/answer", {"seat": 0, "answer": "stand"})
    page = at.phone().see()
    assert "Anna 64" in page
    assert "Ben throws, for all to see." in page
    assert "Throw 1 of 1" in page


def test_a_doubtful_throw_is_for_two_at_the_table_or_the_host_to_say(at: Evening) -> None:
    start(at)
    anna, ben, watcher = at.phone(), at.phone(), at.phone()
    anna.post("/seats/claim", {"guest": 1})
    ben.post("/seats/claim", {"guest": 2})
    at.play("0:throw")
    at.doubt("glare")
    assert "The players say what the dice are, or the host." in watcher.see()
    assert watcher.post("/dice", {"die1": 6, "die2": 6}).status_code == 403
    assert "It counts when two enter the same" in anna.see()
    anna.post("/dice", {"die1": 6, "die2": 6})
    assert "Anna shows" not in anna.see(), "nobody rules on an own throw alone"
    assert ben.post("/dice", {"die1": 6, "die2": 6}).status_code == 303
    assert "Anna shows 600." in anna.see()


def test_three_who_see_different_dice_are_told_so_as_three(at: Evening) -> None:
    host = start(at, "0:throw", "Anna", "Ben", "Cleo")
    phones = [at.phone() for _ in range(3)]
    at.doubt("tilted")
    for seat, phone in enumerate(phones):
        phone.post("/seats/claim", {"guest": seat + 1})
        phone.post("/dice", {"die1": 1, "die2": seat + 1})
    assert "You do not agree. Look again." in phones[0].see()
    assert "They do not agree yet." in host.see()


def test_the_lowest_pays_and_every_mex_adds(at: Evening) -> None:
    host = start(at, "0:throw reveal:64 0:stand 1:throw reveal:21 2:throw reveal:31")
    page = host.see()
    assert "The lowest pays." in page
    assert "Anna 64 Ben Mex Cleo 31" in page
    assert "Cleo gets 2 crosses." in page
    assert "1 Mex adds to it." in page
    assert "Cleo opens: throw" in page


def test_who_ties_for_the_lowest_pays_and_throws_off(at: Evening) -> None:
    host = start(at, "0:throw reveal:31 0:stand 1:throw reveal:31 2:throw reveal:65")
    page = host.see()
    assert "The lowest pay." in page
    assert "Anna gets 1 cross." in page
    assert "Ben gets 1 cross." in page
    assert "Anna throws off" in page
    assert "The lowest throw off to see who opens." in at.phone().see()
    assert "Anna throws off: one open throw." in host.see(f"/?after={at.version}")


def test_crosses_are_counted_in_marks_and_the_last_one_in_wins(at: Evening) -> None:
    host = start(at, "0:throw reveal:31", "Anna", "Ben", crosses="1", throws="1")
    assert host.get().text.count('href="#cross"') == 2
    at.play("1:throw reveal:65")
    page = host.see()
    assert "Anna gets 1 cross and is out!" in page
    assert "Ben wins!" in page


def test_who_is_out_is_not_told_to_watch_others_lie_where_nobody_does(at: Evening) -> None:
    anna = at.phone()
    start(at, "", "Anna", "Ben", "Cleo", crosses="1", throws="1")
    anna.post("/seats/claim", {"guest": 1})
    at.play("0:throw reveal:31 1:throw reveal:65 2:throw reveal:66")
    assert "You are out. Stay and watch the others throw." in anna.see()


def test_an_appeal_corrects_the_last_throw(at: Evening) -> None:
    host = start(at, "0:throw reveal:31")
    assert "Until the next throw." in host.see()
    host.post("/host/correct", {"die1": 6, "die2": 5})
    assert "Anna shows 65." in host.see()


def test_the_host_voids_a_throw_that_ended_its_turn(at: Evening) -> None:
    host = at.start("Anna", "Ben", "Cleo", game="mex", throws=1)
    at.play("0:throw reveal:65")
    assert "Void the throw" in host.see()
    assert host.post("/host/void").status_code == 303
    page = host.see()
    assert "The throw is void: nobody pays." in page
    assert "Anna" in page.partition("Throw")[0]
    assert at.view.waiting.seats == (0,)
