"""The table top: what presses mean to the game, and what the lights show of it."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.fittings.desk import Desk, LightShow, light_for
from device.lights import Light
from games.moves import parse_move
from table.actors import PEOPLE
from table.log import Log
from table.pairing import OPEN_S, Answer, Pairing
from table.snapshot import Snapshot
from table.table import Table
from tests.clock import Clock

SOON_S = 10.0
CODE = "3333"


@dataclass
class Lamps:
    """Lights that remember what they showed."""

    shown: list[object] = field(default_factory=list)
    refused: threading.Event = field(default_factory=threading.Event)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def show(self, light: Light) -> None:
        with self.changed:
            self.shown.append(light)
            self.changed.notify_all()

    def count(self, numbers: Sequence[int]) -> None:
        with self.changed:
            self.shown.append(list(numbers))
            self.changed.notify_all()

    def wait_for(self, *shown: object) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: self.shown[-len(shown) :] == [*shown], SOON_S), self.shown

    def no(self) -> None:
        self.refused.set()


@dataclass
class Top:
    """A table with its desk."""

    table: Table
    pairing: Pairing
    clock: Clock
    lamps: Lamps
    desk: Desk

    def play(self, **line: object) -> Snapshot:
        shot = self.table.snapshot()
        assert shot.game is not None
        return self.table.submit(parse_move(line, shot.game.rules.MOVES), PEOPLE, shot.version)

    def begin(self, game: str, **options: object) -> Snapshot:
        line = {"game": game, "seats": ["A", "B", "C"], "options": options}
        return self.table.start(line, PEOPLE, self.table.snapshot().version)


@pytest.fixture
def top(tmp_path: Path) -> Iterator[Top]:
    table = Table(Log(tmp_path / "maexle.db"), lambda: "")
    table.start({"game": "maexle", "seats": ["A", "B", "C"]}, PEOPLE, 0)
    lamps, clock = Lamps(), Clock()
    pairing = Pairing(clock, table.wake, lambda _: 2)
    desk = Desk(table, pairing, lamps, clock)
    yield Top(table, pairing, clock, lamps, desk)
    desk.close()
    table.close()


def test_a_short_press_accepts_for_whoever_is_to_answer(top: Top) -> None:
    before = top.play(move="call", seat=0, value="43")
    top.desk.press()
    top.desk.accept()
    shot = top.table.wait(before.revision, SOON_S)
    assert shot.game is not None
    assert shot.game.view(None).waiting.seats == (1,)
    assert shot.game.view(None).waiting.what == "call"


def test_a_held_press_challenges(top: Top) -> None:
    before = top.play(move="call", seat=0, value="43")
    top.desk.press()
    top.desk.challenge()
    shot = top.table.wait(before.revision, SOON_S)
    assert shot.look is not None


def test_a_press_when_nothing_is_to_be_answered_changes_nothing_and_blinks_no(top: Top) -> None:
    version = top.table.snapshot().version
    top.desk.press()
    top.desk.accept()
    assert top.lamps.refused.wait(SOON_S)
    assert top.table.snapshot().version == version


def test_a_press_that_says_nothing_is_counted_for_who_looks_on_and_no_other_is(top: Top) -> None:
    before = top.table.snapshot()
    top.desk.press()
    assert top.table.wait(before.revision, SOON_S).revision > before.revision
    assert top.desk.presses == 1
    called = top.play(move="call", seat=0, value="43")
    top.desk.press()
    top.desk.accept()
    assert top.table.wait(called.revision, SOON_S).version > called.version
    assert top.desk.presses == 1


def test_a_button_that_chatters_has_no_phone_ask_more_than_once_a_second(top: Top) -> None:
    before = top.table.snapshot().revision
    for _ in range(50):
        top.desk.press()
        top.desk.accept()
    assert top.table.wait(before, SOON_S).revision == before + 1
    top.clock.now += 1.0
    top.desk.press()
    top.desk.close()
    assert top.desk.presses == 51
    assert top.table.snapshot().revision == before + 2


def test_the_last_press_of_a_burst_is_told_of_once_the_second_is_over(top: Top) -> None:
    before = top.table.snapshot().revision
    top.desk.press()
    assert top.table.wait(before, SOON_S).revision == before + 1
    top.desk.press()
    top.desk.accept()
    assert top.lamps.refused.wait(SOON_S)  # so the press before it was counted
    top.clock.now += 1.0
    assert top.table.wait(before + 1, SOON_S).revision == before + 2
    assert top.desk.presses == 2


def test_a_press_that_a_phone_has_overtaken_blinks_no(top: Top) -> None:
    top.play(move="call", seat=0, value="43")
    top.desk.press()
    after = top.play(move="accept", seat=1)
    top.desk.accept()
    assert top.lamps.refused.wait(SOON_S)
    assert top.table.snapshot().version == after.version


def test_a_long_hold_opens_the_door_only_while_no_answer_is_due(top: Top) -> None:
    top.desk.press()
    top.desk.pair()
    top.desk.close()
    assert top.pairing.enter(CODE, "") is Answer.IN
    top.play(move="call", seat=0, value="43")
    top.desk.press()
    top.desk.challenge()
    top.desk.pair()
    top.desk.close()
    assert not top.pairing.code
    assert not top.lamps.refused.is_set(), "the same hold has challenged"


def test_who_leans_on_the_accepting_one_of_two_buttons_sees_that_nothing_was_accepted(top: Top) -> None:
    shot = top.play(move="call", seat=0, value="43")
    top.desk.press()
    top.desk.pair()
    assert top.lamps.refused.wait(SOON_S)
    assert top.table.snapshot().version == shot.version
    assert not top.pairing.code


def test_the_lights_follow_the_game_from_the_call_to_the_verdict(top: Top) -> None:
    show = LightShow(top.table, top.pairing, top.lamps)
    expected = [Light.OFF, Light.WAITING, Light.READING, Light.LIE]
    steps: list[dict[str, object]] = [
        {"move": "call", "seat": 0, "value": "65"},
        {"move": "challenge", "seat": 1},
        {"move": "reveal", "dice": [3, 1]},
    ]
    for light, step in zip(expected, [*steps, {}], strict=True):
        with top.lamps.changed:
            assert top.lamps.changed.wait_for(lambda light=light: light in top.lamps.shown, SOON_S)  # type: ignore[misc]
        if step:
            top.play(**step)
    show.close()
    assert top.lamps.shown == expected


def test_a_true_call_shows_another_light_than_a_lie(top: Top) -> None:
    top.play(move="call", seat=0, value="31")
    top.play(move="challenge", seat=1)
    assert light_for(top.play(move="reveal", dice=[6, 6])) is Light.TRUE


def test_in_a_game_of_open_throws_a_short_press_reads_and_a_held_one_lets_it_stand(top: Top) -> None:
    before = top.begin("mex")
    assert light_for(before) is Light.WAITING
    top.desk.press()
    top.desk.accept()
    shot = top.table.wait(before.revision, SOON_S)
    assert shot.look is not None
    shot = top.play(move="reveal", dice=[6, 4])
    top.desk.press()
    top.desk.challenge()
    shot = top.table.wait(shot.revision, SOON_S)
    assert shot.game is not None
    assert shot.game.view(None).waiting.seats == (1,)


def test_the_buttons_thread_does_not_wait_for_the_table_while_a_door_opens(top: Top) -> None:
    free, waited = threading.Event(), []
    pairing = Pairing(top.clock, lambda: waited.append(free.wait(SOON_S)))
    desk = Desk(top.table, pairing, top.lamps, top.clock)
    desk.press()
    desk.pair()
    free.set()
    desk.close()
    assert waited == [True]
    assert pairing.code


def test_while_no_throw_can_stand_a_long_hold_pairs(top: Top) -> None:
    top.begin("mex")
    top.desk.press()
    top.desk.pair()
    top.desk.close()
    assert top.pairing.enter(CODE, "") is Answer.IN
    top.play(move="throw", seat=0)
    top.play(move="reveal", dice=[6, 4])
    top.desk.press()
    top.desk.pair()
    top.desk.close()
    assert not top.pairing.code


def test_sealed_answers_are_never_given_by_the_button(top: Top) -> None:
    top.begin("luegen_kniffel")
    shot = top.play(move="call", seat=0, value="fours 12")
    assert light_for(shot) is Light.OFF
    top.desk.press()
    top.desk.accept()
    assert top.lamps.refused.wait(SOON_S)
    assert top.table.snapshot().version == shot.version


def test_a_call_that_can_only_be_challenged_is_not_accepted(top: Top) -> None:
    top.begin("bluf_mex")
    shot = top.play(move="call", seat=0, value="21", throws=1)
    top.desk.press()
    top.desk.accept()
    assert top.lamps.refused.wait(SOON_S)
    assert top.table.snapshot().version == shot.version


def test_while_the_door_is_open_the_light_counts_its_code_and_then_shows_the_game_again(top: Top) -> None:
    said: list[str] = []
    show = LightShow(top.table, top.pairing, top.lamps, said.append)
    top.desk.press()
    top.desk.pair()
    top.lamps.wait_for(Light.OFF, [3, 3, 3, 3])
    assert top.pairing.enter(CODE, "") is Answer.IN
    top.lamps.wait_for([3, 3, 3, 3], Light.OFF)
    show.close()
    assert said == [CODE, ""]


def test_a_code_that_nobody_gave_back_goes_out_and_the_pages_hear_of_it(top: Top) -> None:
    top.pairing.open()
    show = LightShow(top.table, top.pairing, top.lamps)
    top.lamps.wait_for([3, 3, 3, 3])
    before = top.table.snapshot()
    top.clock.now += OPEN_S
    top.table.wake()
    top.lamps.wait_for([3, 3, 3, 3], Light.OFF)
    shot = top.table.wait(before.revision + 1, SOON_S)
    assert shot.revision > before.revision + 1
    show.close()


def test_a_code_gives_way_to_the_camera_that_looks(top: Top) -> None:
    top.begin("mex")
    top.pairing.open()
    show = LightShow(top.table, top.pairing, top.lamps)
    top.lamps.wait_for([3, 3, 3, 3])
    top.play(move="throw", seat=0)
    top.lamps.wait_for([3, 3, 3, 3], Light.READING)
    top.play(move="reveal", dice=[6, 4])
    top.lamps.wait_for(Light.READING, [3, 3, 3, 3])
    show.close()
