"""The window's set-up: its steps, what each asks for, and when anybody may look."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from games import maexle
from games.moves import Move, parse_move
from table.actors import PEOPLE
from table.builds import Build
from table.ports import Frame, Picture
from table.table import Table
from table.window import Face, Glance, RoundRunsError, Step, Trouble, WindowSetup, look, may_look
from vision.reading import Circle

PICTURE = Picture(b"\xff\xd8", 600, 600)
WINDOW = Circle(300, 300, 300)


@dataclass
class Counted:
    """A camera that counts how often it was asked."""

    looks: int = 0
    broken: bool = False
    light: float = 1.0

    def look(self, frames: int) -> list[Frame]:
        self.looks += 1
        if self.broken:
            raise OSError("unplugged")
        return [np.full((64, 64), 255 * self.light, np.uint8)] * frames

    def close(self) -> None:
        pass


@dataclass
class Told:
    """Eyes that see what they are told to."""

    empty: Glance = field(default_factory=lambda: Glance(PICTURE, WINDOW))
    dice: tuple[tuple[int, float], ...] = ((2, 0.2), (4, 0.3))
    doubts: tuple[Trouble, ...] = ()
    kept: list[Build] = field(default_factory=list)
    full: bool = False
    bearable: float = 1.0
    glint: float = 0.0
    relearned: list[int] = field(default_factory=list)
    unlearnable: tuple[int, ...] = ()

    def survey(self, frames: Sequence[Frame]) -> Glance:
        return self.empty

    def fit(self, window: Circle) -> Glance:
        return replace(self.survey([]), window=window)

    def relearn(self, frames: Sequence[Frame]) -> bool:
        self.relearned.append(len(frames))
        return len(self.relearned) not in self.unlearnable

    def read(self, frames: Sequence[Frame], expect: int) -> Glance:
        faces = tuple(Face(pips, 300 + 300 * away, 300, ()) for pips, away in self.dice)
        return Glance(PICTURE, WINDOW, (), faces, self.doubts)

    def dazzle(self, frames: Sequence[Frame]) -> float:
        light = float(frames[-1].max()) / 255
        return max(self.glint, light * (light > self.bearable))

    def compare(self, frames: Sequence[Frame]) -> Glance | None:
        return None

    def keep(self, build: Build) -> None:
        if self.full:
            raise OSError("disk full")
        self.kept.append(build)


@dataclass
class Bench:
    """A set-up at a table, with what stands in for camera and reader."""

    table: Table
    camera: Counted = field(default_factory=Counted)
    eyes: Told = field(default_factory=Told)
    build: Build = Build.SHAKER
    anew: list[int] = field(default_factory=list)
    can_dim: bool = False

    def setup(self) -> WindowSetup:
        looks, anew = (self.table.snapshot, self.camera, self.eyes), self.begin_anew
        return WindowSetup(*looks, self.build, anew=anew, dim=self.dim)

    def dim(self, times: float) -> bool:
        if self.can_dim:
            self.camera.light = 1 / times
        return self.can_dim

    def begin_anew(self) -> None:
        self.anew.append(self.camera.looks)

    def at_test(self, *pips: int) -> WindowSetup:
        """Return a set-up whose first three steps are passed, with these dice under the camera."""
        setup = self.setup()
        for away in (0.0, 0.2, 0.7):
            self.eyes.dice = tuple((face, away) for face in pips)
            setup.look()
            setup.next()
        assert setup.stand.step is Step.TEST
        return setup


@pytest.fixture
def bench(table: Table) -> Bench:
    return Bench(table)


def play(table: Table, *lines: dict[str, object]) -> None:
    for line in lines:
        move: Move = parse_move(line, maexle.MOVES)
        table.submit(move, PEOPLE, table.snapshot().version)


def start(table: Table, **options: object) -> None:
    line = {"game": "maexle", "seats": ["A", "B"], "options": options}
    table.start(line, PEOPLE, table.snapshot().version)


def test_the_steps_follow_each_other_until_the_window_is_stored(bench: Bench) -> None:
    setup = bench.at_test(2, 4)
    setup.look((4, 2))
    assert setup.next().step is Step.STORE
    assert bench.eyes.kept == []
    assert setup.store().step is Step.DONE
    assert bench.eyes.kept == [Build.SHAKER]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        *((code, [code, "circle"]) for code in ("blurred", "cut_off", "tilted", "knocked")),
        ("moving", ["moving"]),
    ],
)
def test_dice_that_may_only_seem_wrong_in_a_circle_point_to_it(
    bench: Bench, code: str, told: list[str]
) -> None:
    setup = bench.setup()
    setup.look()
    setup.next()
    bench.eyes.doubts = (Trouble(code),)
    assert [trouble.code for trouble in setup.look().troubles] == told
    assert not setup.stand.passed
    bench.eyes.empty = Glance(PICTURE, WINDOW, troubles=(Trouble(code),))
    setup.begin()
    assert [trouble.code for trouble in setup.look().troubles] == [code]


def test_before_each_look_of_the_first_step_alone_the_camera_may_find_its_light_anew(bench: Bench) -> None:
    setup = bench.setup()
    setup.look()
    setup.again()
    setup.look()
    assert bench.anew == [0, 1]
    setup.next()
    setup.look()
    setup.again()
    setup.look()
    assert bench.anew == [0, 1]


@pytest.mark.parametrize(
    ("bearable", "unlearnable", "light"),
    [
        (1.0, (), 1.0),
        (0.3, (), 1 / 4),
        (0.1, (), 1 / 16),
        (0.01, (), 1 / 16),
        (0.3, (1,), 1 / 16),
        (0.3, (1, 2), 1),
    ],
    ids=["bearable", "dimmed", "twice", "too bright all the same", "a hand at first", "a hand"],
)
def test_dice_that_are_too_bright_are_seen_in_less_light_from_the_second_step_on(
    bench: Bench, bearable: float, unlearnable: tuple[int, ...], light: float
) -> None:
    bench.can_dim, bench.eyes.bearable, bench.eyes.unlearnable = True, bearable, unlearnable
    setup = bench.setup()
    setup.look()
    assert (bench.camera.looks, bench.camera.light) == (3, 1.0)
    setup.next()
    bench.eyes.dice = ((2, 0.2), (4, 0.3))
    setup.look()
    assert setup.stand.passed
    assert bench.camera.light == light
    setup.look()
    setup.next()
    looks = bench.camera.looks
    setup.look()
    assert (bench.camera.light, bench.camera.looks) == (light, looks + 1)


@pytest.mark.parametrize(
    ("can_dim", "bearable", "glint"), [(True, 1.0, 0.2), (False, 0.5, 0.0)], ids=["a glint", "no such camera"]
)
def test_where_less_light_helps_nothing_or_is_not_to_be_had_all_stays_as_it_is(
    bench: Bench, bearable: float, glint: float, *, can_dim: bool
) -> None:
    bench.can_dim, bench.eyes.bearable, bench.eyes.glint = can_dim, bearable, glint
    setup = bench.setup()
    setup.look()
    setup.next()
    assert setup.look().passed
    assert (bench.camera.light, bench.eyes.relearned) == (1.0, [])


def test_no_step_is_left_before_it_was_looked_at_and_passed(bench: Bench) -> None:
    setup = bench.setup()
    assert setup.next().step is Step.EMPTY
    bench.eyes.empty = Glance(PICTURE, None, troubles=(Trouble("no_window"),))
    assert not setup.look().passed
    assert setup.next().step is Step.EMPTY
    assert setup.store().step is Step.EMPTY
    assert bench.eyes.kept == []


def test_trouble_that_does_not_stop_is_said_and_let_pass(bench: Bench) -> None:
    bench.eyes.empty = Glance(PICTURE, WINDOW, troubles=(Trouble("dirty", stops=False),))
    stand = bench.setup().look()
    assert [trouble.code for trouble in stand.troubles] == ["dirty"]
    assert stand.passed


@pytest.mark.parametrize(
    ("step", "away", "code"), [(Step.MIDDLE, 0.8, "not_in_middle"), (Step.RIM, 0.1, "not_at_rim")]
)
def test_a_die_in_the_wrong_place_is_pointed_at(bench: Bench, step: Step, away: float, code: str) -> None:
    setup = bench.setup()
    setup.look()
    setup.next()
    if step is Step.RIM:
        setup.look()
        setup.next()
    bench.eyes.dice = ((3, 0.8 if step is Step.RIM else 0.1), (5, away))
    stand = setup.look()
    assert [trouble.code for trouble in stand.troubles] == [code]
    assert stand.troubles[0].place == (300 + 300 * away, 300)


def test_a_doubt_of_the_reader_stops_a_step(bench: Bench) -> None:
    setup = bench.setup()
    setup.look()
    setup.next()
    bench.eyes.doubts = (Trouble("covered", (10, 20)),)
    stand = setup.look()
    assert not stand.passed
    assert [trouble.code for trouble in stand.troubles] == ["covered"]


@pytest.mark.parametrize("build", list(Build))
def test_a_test_that_fits_the_other_build_offers_it_and_taking_it_passes(bench: Bench, build: Build) -> None:
    bench.build = build
    setup = bench.at_test(2, 4)
    shown = (5, 3) if build is Build.SHAKER else (2, 4)
    stand = setup.look(shown)
    assert [trouble.code for trouble in stand.troubles] == ["other_build"]
    assert not stand.passed
    stand = setup.take_offer()
    assert stand.passed
    assert stand.build is not build
    setup.next()
    setup.store()
    assert bench.eyes.kept == [stand.build]


def test_dice_that_count_the_same_in_both_builds_prove_nothing(bench: Bench) -> None:
    stand = bench.at_test(1, 6).look((6, 1))
    assert [trouble.code for trouble in stand.troubles] == ["same_either_way"]
    assert stand.offered is None


def test_other_dice_than_were_shown_fail_the_test_and_offer_nothing(bench: Bench) -> None:
    setup = bench.at_test(2, 4)
    stand = setup.look((6, 6))
    assert [trouble.code for trouble in stand.troubles] == ["misread"]
    assert setup.take_offer() == stand


def test_a_full_disk_leaves_set_up_ready_to_store_again(bench: Bench) -> None:
    setup = bench.at_test(2, 4)
    setup.look((2, 4))
    setup.next()
    bench.eyes.full = True
    with pytest.raises(OSError, match="full"):
        setup.store()
    bench.eyes.full = False
    assert setup.store().step is Step.DONE


def test_a_camera_that_fails_leaves_the_step_as_it_was(bench: Bench) -> None:
    setup, bench.camera.broken = bench.setup(), True
    before = setup.stand
    with pytest.raises(OSError, match="unplugged"):
        setup.look()
    assert replace(setup.stand, number=before.number) == before


def test_a_first_step_that_is_looked_at_again_in_vain_is_no_longer_passed(bench: Bench) -> None:
    setup = bench.setup()
    assert setup.look().passed
    bench.camera.broken = True
    with pytest.raises(OSError, match="unplugged"):
        setup.look()
    bench.camera.broken = False
    assert (setup.stand.passed, setup.stand.glance) == (False, None)
    assert setup.next().step is Step.EMPTY
    assert setup.look().passed
    assert len(bench.anew) == 3


def test_a_first_step_that_a_game_forbids_to_look_at_again_stays_passed_and_its_light_is_kept(
    bench: Bench,
) -> None:
    setup = bench.setup()
    passed = setup.look()
    start(bench.table)
    with pytest.raises(RoundRunsError):
        setup.look()
    assert (setup.stand, bench.anew) == (passed, [0])


CALL: dict[str, object] = {"move": "call", "seat": 0, "value": "31"}
CHALLENGE: dict[str, object] = {"move": "challenge", "seat": 1}


@pytest.mark.parametrize("moves", [[], [CALL], [CALL, CHALLENGE]], ids=["throw", "answer", "reveal"])
def test_while_a_game_runs_the_camera_is_never_asked(bench: Bench, moves: list[dict[str, object]]) -> None:
    start(bench.table)
    play(bench.table, *moves)
    setup = bench.setup()
    assert not setup.allowed
    with pytest.raises(RoundRunsError):
        setup.look()
    assert bench.camera.looks == 0


def test_between_two_rounds_a_new_throw_may_lie_there_already(bench: Bench) -> None:
    start(bench.table)
    play(bench.table, CALL, CHALLENGE, {"move": "reveal", "dice": [3, 1]})
    with pytest.raises(RoundRunsError):
        bench.setup().look()
    assert bench.camera.looks == 0


def test_without_a_game_and_after_it_looking_is_allowed(bench: Bench) -> None:
    assert bench.setup().look().passed
    start(bench.table, lives=1)
    play(bench.table, CALL, CHALLENGE, {"move": "reveal", "dice": [3, 1]})
    assert may_look(bench.table.snapshot())
    assert bench.setup().look().passed
    assert bench.camera.looks == 2


def test_what_was_seen_while_a_whole_game_was_played_is_dropped(bench: Bench) -> None:
    class Slow(Counted):
        def look(self, frames: int) -> list[Frame]:
            start(bench.table, lives=1)
            play(bench.table, CALL, CHALLENGE, {"move": "reveal", "dice": [3, 1]})
            return super().look(frames)

    with pytest.raises(RoundRunsError, match="dropped"):
        look(Slow(), 1, bench.table.snapshot)
    assert may_look(bench.table.snapshot())


@pytest.mark.parametrize("broken", [False, True], ids=["seen", "broken off"])
def test_what_was_seen_while_a_game_began_is_dropped(bench: Bench, *, broken: bool) -> None:
    class Slow(Counted):
        def look(self, frames: int) -> list[Frame]:
            start(bench.table)
            return super().look(frames)

    with pytest.raises(RoundRunsError, match="dropped"):
        look(Slow(broken=broken), 1, bench.table.snapshot)


def test_set_up_counts_on_from_the_number_that_it_is_given(bench: Bench) -> None:
    setup = WindowSetup(bench.table.snapshot, bench.camera, bench.eyes, bench.build, number=700)
    setup.look()
    assert setup.stand.number > 700
    numbers = [setup.stand.number, setup.again().number, setup.look().number]
    assert numbers == sorted(set(numbers))
