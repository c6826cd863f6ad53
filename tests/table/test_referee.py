import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from games.ruleset import Wait
from table.builds import Build
from table.look import Stage
from table.ports import Picture, Read
from table.referee import Referee
from table.snapshot import Snapshot
from table.table import RESTARTED, Table
from tests.games.playing import move
from tests.table.evening import (
    HOST,
    PATIENCE_S,
    WoodenCamera,
    WoodenReader,
    lives,
    phone,
    picture,
    play,
    reopened,
    sees,
    start,
    until,
)
from vision.reading import Reading, Reason

UNCERTAIN = [reason for reason in Reason if reason not in (Reason.MOVING, Reason.NO_PLATE, Reason.NO_DICE)]
Seat = Callable[..., Referee]


@pytest.fixture
def camera(table: Table) -> WoodenCamera:
    return WoodenCamera(table)


@pytest.fixture
def seat(table: Table, camera: WoodenCamera) -> Iterator[Seat]:
    """Seat a referee who sees these readings one after the other; the test's end sends it home."""
    with ExitStack() as home:

        def seat(*readings: Reading, read: Read | None = None, build: Build = Build.SHAKER) -> Referee:
            reader = read or WoodenReader(*readings)
            referee = Referee(table, camera, reader, build, patience_s=PATIENCE_S)
            home.callback(referee.close)
            return referee

        yield seat


def challenged(table: Table, call: str = "43") -> Snapshot:
    start(table)
    return play(table, f"0:{call} 1:challenge")


def ruled(shot: Snapshot) -> bool:
    return shot.game is not None and shot.game.view(None).verdict is not None


def asking(shot: Snapshot) -> bool:
    return shot.look is not None and shot.look.stage is Stage.ASKING


# never peeks


def test_no_frame_is_taken_from_the_start_of_a_round_to_its_challenge(
    table: Table, camera: WoodenCamera, seat: Seat
) -> None:
    seat(sees(4, 3))
    start(table)
    for moves in (
        "0:31 1:accept 1:32 2:accept void 2:43 undo 2:51 0:accept 0:52",
        "undo 0:53 void 0:54 1:accept 1:21 2:accept undo 2:accept",
        "1:31 0:leave 2:accept 2:65 undo 2:66",
    ):
        play(table, moves)
        assert camera.phases == []
    play(table, "1:challenge")
    until(table, ruled)
    assert camera.phases == [Wait.REVEAL]


def test_every_frame_of_a_game_is_taken_on_a_challenge(
    table: Table, camera: WoodenCamera, seat: Seat
) -> None:
    seat(sees(4, 3))
    start(table)
    for _ in range(5):
        shot = play(table, "0:43 1:challenge")
        until(table, lambda now, shot=shot: now.version > shot.version)  # type: ignore[misc]
    assert camera.phases == [Wait.REVEAL] * 5
    assert lives(table.snapshot()) == (5, 0, 5)


def test_a_table_without_a_camera_asks_people_at_once(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    referee = Referee(table, None, WoodenReader(), Build.SHAKER)
    challenged(table)
    look = until(table, asking).look
    assert look is not None
    assert (look.reason, look.picture) == ("no_camera", None)
    table.enter((3, 1), HOST, table.snapshot().version)
    assert ruled(table.snapshot())
    referee.close()
    assert not caplog.records


def test_after_a_restart_no_frame_is_taken_until_somebody_asks_for_it(
    table: Table, path: Path, camera: WoodenCamera
) -> None:
    challenged(table)
    table = reopened(table, path)
    camera = WoodenCamera(table)
    referee = Referee(table, camera, WoodenReader(sees(3, 1)), Build.SHAKER)
    look = until(table, asking).look
    assert look is not None
    assert look.reason == RESTARTED
    assert camera.phases == []
    table.look_again(HOST, 3)
    assert lives(until(table, ruled)) == (4, 5, 5)
    assert camera.looks == 1
    referee.close()
    table.close()


# rules


@pytest.mark.parametrize(
    ("pips", "standing"), [((3, 4), (5, 4, 5)), ((1, 3), (4, 5, 5)), ((6, 6), (5, 4, 5))]
)
def test_a_certain_reading_is_the_verdict(
    table: Table, seat: Seat, pips: tuple[int, int], standing: tuple[int, ...]
) -> None:
    seat(sees(*pips))
    challenged(table)
    shot = until(table, ruled)
    assert lives(shot) == standing
    assert shot.look is None
    assert shot.game is not None
    assert table.picture(shot.game.ruled) == picture()
    assert table.entries()[-1].who == "camera"


def test_on_the_plate_seven_minus_what_is_seen_counts(table: Table, seat: Seat) -> None:
    seat(sees(4, 3), build=Build.PLATE)
    challenged(table, "44")
    until(table, ruled)
    assert table.entries()[-1].line == {"move": "reveal", "dice": [3, 4]}


@pytest.mark.parametrize(("build", "below"), [(Build.PLATE, True), (Build.SHAKER, False)])
def test_what_is_shown_says_whether_it_is_seen_from_below(
    table: Table, seat: Seat, build: Build, below: bool
) -> None:
    doubt = sees(4, reason=Reason.TILTED)
    seat(doubt, doubt, sees(4, 3), build=build)
    challenged(table)
    look = until(table, asking).look
    assert look is not None
    assert look.picture == replace(picture(), below=below)
    table.look_again(HOST, table.snapshot().version)
    shot = until(table, ruled)
    assert shot.game is not None
    assert table.picture(shot.game.ruled) == replace(picture(), below=below)


def test_the_plate_turns_a_lie_into_the_truth(table: Table, seat: Seat) -> None:
    seat(sees(5, 6), build=Build.PLATE)
    challenged(table, "21")
    assert lives(until(table, ruled)) == (5, 3, 5)


def test_the_reader_is_told_how_many_dice_the_game_has(table: Table, seat: Seat) -> None:
    reader = WoodenReader(sees(4, 3))
    seat(read=reader)
    challenged(table)
    until(table, ruled)
    assert reader.expected == [2]


@pytest.mark.parametrize("reason", UNCERTAIN)
def test_an_uncertain_reading_rules_nothing_but_asks_people_with_the_picture(
    table: Table, camera: WoodenCamera, seat: Seat, reason: Reason
) -> None:
    seat(sees(4, 3, reason=reason))
    before = challenged(table)
    shot = until(table, asking)
    assert (shot.version, lives(shot)) == (before.version, (5, 5, 5))
    assert shot.look is not None
    assert (shot.look.reason, shot.look.picture) == (reason, picture())
    assert camera.looks == 2


def test_a_doubt_gets_one_more_look(table: Table, camera: WoodenCamera, seat: Seat) -> None:
    seat(sees(reason=Reason.GLARE), sees(4, 3))
    challenged(table)
    assert lives(until(table, ruled)) == (5, 4, 5)
    assert camera.looks == 2


@pytest.mark.parametrize(
    ("reason", "stage"),
    [(Reason.MOVING, Stage.MOVING), (Reason.NO_PLATE, Stage.NO_CUP), (Reason.NO_DICE, Stage.NO_CUP)],
)
def test_while_dice_move_or_no_cup_is_there_the_panel_says_so_and_the_referee_looks_again(
    table: Table, seat: Seat, reason: Reason, stage: Stage
) -> None:
    told: list[Stage] = []

    def read(frames: object, dice: int) -> tuple[Reading, object]:
        look = table.snapshot().look
        assert look is not None
        told.append(look.stage)
        return (sees(reason=reason) if len(told) < 4 else sees(4, 3)), picture()

    seat(read=read)
    challenged(table)
    assert lives(until(table, ruled)) == (5, 4, 5)
    assert told == [Stage.READING, stage, stage, stage]


def test_the_referees_patience_ends(table: Table, camera: WoodenCamera) -> None:
    referee = Referee(table, camera, WoodenReader(sees(reason=Reason.MOVING)), Build.SHAKER, patience_s=0)
    challenged(table)
    look = until(table, asking).look
    assert look is not None
    assert look.reason == Reason.MOVING
    referee.close()


def test_a_certain_reading_of_too_many_dice_rules_nothing(table: Table, seat: Seat) -> None:
    seat(sees(4, 3, 1))
    challenged(table)
    assert lives(until(table, asking)) == (5, 5, 5)


def test_people_may_ask_for_another_look(table: Table, camera: WoodenCamera, seat: Seat) -> None:
    seat(sees(reason=Reason.GLARE), sees(reason=Reason.GLARE), sees(4, 3))
    challenged(table)
    shot = until(table, asking)
    table.look_again(phone(1), shot.version)
    assert lives(until(table, ruled)) == (5, 4, 5)
    assert camera.looks == 3


def test_what_was_entered_before_another_look_is_forgotten(table: Table, seat: Seat) -> None:
    seat(sees(reason=Reason.GLARE))
    challenged(table)
    shot = until(table, asking)
    table.enter((3, 1), phone(0), shot.version)
    table.look_again(HOST, shot.version)
    look = until(table, asking).look
    assert look is not None
    assert (look.attempt, look.entries) == (2, {})


# never stops the game


@pytest.mark.parametrize(
    "error",
    [OSError("no camera"), TimeoutError("it hangs"), RuntimeError("libcamera"), ValueError(), MemoryError()],
    ids=repr,
)
def test_a_camera_that_fails_means_that_people_enter_the_dice_and_the_game_goes_on(
    table: Table, camera: WoodenCamera, seat: Seat, error: Exception
) -> None:
    camera.error = error
    referee = seat(sees(4, 3))
    challenged(table)
    shot = until(table, asking)
    assert shot.look is not None
    assert (shot.look.reason, shot.look.picture) == ("camera", None)
    assert lives(table.enter((3, 1), HOST, shot.version)) == (4, 5, 5)
    camera.error = None
    play(table, "1:43 2:challenge")
    assert lives(until(table, lambda shot: shot.look is None)) == (4, 5, 4)
    assert referee.alive


def test_a_reader_that_fails_means_that_people_enter_the_dice(table: Table, seat: Seat) -> None:
    def read(frames: object, dice: int) -> tuple[Reading, object]:
        raise ZeroDivisionError

    referee = seat(read=read)
    challenged(table)
    until(table, asking)
    assert referee.alive


# too late


@pytest.mark.parametrize(
    "meanwhile", ["void", "undo", "0:leave", "2:leave", "reveal:65", "reveal:65 correct:11"]
)
def test_what_the_camera_saw_of_a_throw_that_is_no_more_is_dropped_unread(
    table: Table, camera: WoodenCamera, seat: Seat, meanwhile: str
) -> None:
    camera.gate.clear()
    reader = WoodenReader(sees(3, 1))
    referee = seat(read=reader)
    challenged(table)
    assert camera.looking.wait(PATIENCE_S)
    shot = play(table, meanwhile)
    camera.gate.set()
    referee.close()
    assert table.snapshot().version == shot.version
    assert lives(table.snapshot()) == lives(shot)
    assert table.snapshot().look == shot.look
    assert not reader.expected, "another throw may lie there by then"


def test_a_reading_of_one_challenge_never_rules_on_the_next(table: Table, seat: Seat) -> None:
    reads, may_go_on = threading.Event(), threading.Event()
    readings = iter((sees(6, 6), sees(3, 1)))

    def read(_frames: object, _dice: int) -> tuple[Reading, Picture]:
        reads.set()
        assert may_go_on.wait(PATIENCE_S)
        return next(readings), picture()

    seat(read=read)
    challenged(table)
    assert reads.wait(PATIENCE_S)
    play(table, "void 0:43 1:challenge")
    may_go_on.set()
    assert lives(until(table, ruled)) == (4, 5, 5)


def test_a_slow_look_holds_nobody_up(table: Table, camera: WoodenCamera, seat: Seat) -> None:
    camera.gate.clear()
    seat(sees(4, 3))
    shot = challenged(table)
    assert camera.looking.wait(PATIENCE_S)
    thread = threading.Thread(target=table.submit, args=(move("void"), HOST, shot.version))
    thread.start()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    camera.gate.set()


# coming and going


def test_a_referee_may_be_sent_home_twice_or_before_the_game(table: Table, camera: WoodenCamera) -> None:
    referee = Referee(table, camera, WoodenReader(sees(4, 3)), Build.SHAKER)
    assert referee.alive
    referee.close()
    referee.close()
    assert not referee.alive
    assert camera.looks == 0
