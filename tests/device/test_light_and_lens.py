"""Light and lens of the Pi's camera: found once, under the lamps and while nobody plays, and then held."""

import logging
from typing import Any

import pytest

from device.light_and_lens import NOTHING, LightAndLens, Locked
from device.patient import PatientCamera
from device.pi_camera import ARRIVING_FRAMES, FOCUSING_FRAMES, SETTLING_FRAMES, USUAL_LENS, PiCamera
from tests.device.picamera import (
    EXPOSURE_US,
    FAILED,
    FIXED_LENS,
    GIVEN,
    MONO,
    MOVING_LENS,
    SCANNING,
    SETTLED,
    SIZE,
    Install,
    Picamera2,
)

OFF = {"AeEnable": False, "AwbEnable": False, "AfMode": 0}
USUAL_FRAME = {"FrameDurationLimits": (33_333, 33_333)}
FOUND = Locked(EXPOSURE_US, 2.0, (1.5, 1.8), 7.5)
KEPT = Locked(12_000, 3.0, (1.1, 2.2), 7.9)
LONG_S = 10.0


def opened(stub: Picamera2, own: LightAndLens) -> PiCamera:
    return PiCamera(SIZE, lamps=stub.lamps, own=own)


def nobody_may_look() -> bool:
    return False


# --- opening ---


def test_what_settled_under_the_lamps_is_locked(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens()
    opened(stub, own)
    assert stub.set_after_start == OFF | SETTLED | USUAL_FRAME | {"AfRange": 1}
    assert own.wanted == FOUND


def test_a_camera_whose_settings_are_all_given_starts_with_them_and_settles_nothing(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    opened(stub, LightAndLens(GIVEN))
    assert stub.calls == ["configure", "start"]
    assert stub.lamps.lit == 0
    assert stub.set_after_start == {}
    assert stub.set_before_start == OFF | USUAL_FRAME | {
        "ExposureTime": 5000,
        "AnalogueGain": 1.5,
        "ColourGains": (1.0, 2.0),
        "LensPosition": 8.0,
    }


def test_what_set_up_kept_is_held_from_the_start_and_nothing_is_lit_or_sought(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    camera = opened(stub, LightAndLens(kept=KEPT))
    assert stub.calls == ["configure", "start"]
    assert stub.lamps.lit == 0
    assert stub.set_before_start["ExposureTime"] == 12_000
    assert stub.set_before_start["LensPosition"] == 7.9
    camera.look(1)
    assert stub.set_after_start == {}


def test_what_the_settings_say_wins_over_what_set_up_kept(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    opened(stub, LightAndLens(Locked(gain=1.5, lens_position=8.5), KEPT))
    assert stub.calls == ["configure", "start"]
    held = stub.set_before_start
    assert (held["ExposureTime"], held["AnalogueGain"], held["LensPosition"]) == (24_000, 1.5, 8.5)


def test_a_camera_that_comes_back_in_mid_game_is_held_as_before_without_any_light(install: Install) -> None:
    own = LightAndLens(may_look=lambda: plays == [])
    plays: list[str] = []
    opened(install(Picamera2(MOVING_LENS)), own).close()
    plays.append("somebody")
    stub = install(Picamera2(MOVING_LENS))
    opened(stub, own)
    assert stub.lamps.lit == 0
    assert stub.set_before_start["LensPosition"] == FOUND.lens_position


def test_the_camera_s_own_thread_opens_it_again_in_mid_game_without_any_light(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(kept=KEPT, may_look=nobody_may_look)
    camera = PatientCamera(lambda: opened(stub, own), timeout_s=LONG_S, pause_s=0.001)
    camera.await_opening(LONG_S)
    stub.fail = TimeoutError()
    with pytest.raises(TimeoutError):
        camera.look(1)
    lit = stub.lamps.lit
    stub.fail = None
    camera.look(1)
    camera.close()
    assert (lit, stub.lamps.lit) == (1, 2)


def test_where_nothing_is_kept_and_somebody_plays_the_first_look_finds_light_and_lens(
    install: Install,
) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(may_look=nobody_may_look)
    camera = opened(stub, own)
    assert (stub.lamps.lit, stub.frames, own.wanted) == (0, 0, None)
    camera.look(1)
    assert (stub.lamps.lit, stub.frames) == (1, SETTLING_FRAMES)
    assert stub.set_after_start["ExposureTime"] == EXPOSURE_US
    camera.look(1)
    assert stub.frames == SETTLING_FRAMES


def test_the_lamps_go_out_at_once_when_a_game_begins_while_light_is_sought(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(may_look=lambda: stub.frames < 5)
    opened(stub, own)
    assert (stub.frames, stub.lamps.burn, own.wanted) == (5, False, None)


@pytest.mark.parametrize("later", [False, True], ids=["at once", "later"])
def test_the_look_after_a_game_that_cut_the_search_short_finds_the_light(
    install: Install, *, later: bool
) -> None:
    stub = install(Picamera2(MOVING_LENS))
    camera = opened(stub, LightAndLens(may_look=lambda: stub.frames < 50))
    if later:
        stub.idle()
    camera.look(1)
    assert stub.set_after_start["ExposureTime"] == EXPOSURE_US


# --- set-up ---


def test_set_up_finds_everything_anew_and_others_hold_it_once_it_is_kept(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(kept=KEPT)
    camera = opened(stub, own)
    own.begin_anew()
    with own.trial():
        camera.look(1)
        camera.look(1)
    assert stub.set_after_start["ExposureTime"] == EXPOSURE_US
    assert stub.frames == 86
    written: list[Locked | None] = []
    own.keep(written.append)
    assert written == [FOUND]
    camera.look(1)
    assert stub.frames == 86, "it is held already"


def test_looked_at_again_the_first_step_finds_everything_once_more(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(kept=KEPT)
    camera = opened(stub, own)
    for exposure_us in (EXPOSURE_US, 9000):
        stub.scene["ExposureTime"] = exposure_us
        own.begin_anew()
        with own.trial():
            camera.look(1)
        assert own.tried
        assert own.tried.exposure_us == exposure_us


def test_what_set_up_tried_and_did_not_keep_counts_for_nobody_else(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(kept=KEPT)
    camera = opened(stub, own)
    own.begin_anew()
    with own.trial():
        camera.look(1)
    sought = stub.frames
    camera.look(1)
    assert stub.set_after_start["ExposureTime"] == KEPT.exposure_us
    assert stub.set_after_start["AeEnable"] is False
    assert stub.frames == sought + ARRIVING_FRAMES
    with own.trial():
        camera.look(1)
    assert stub.set_after_start["ExposureTime"] == EXPOSURE_US


@pytest.mark.parametrize("frames", [5, 86, 90], ids=["sought", "found", "arriving"])
def test_a_game_that_begins_while_set_up_seeks_is_not_looked_at(install: Install, frames: int) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(Locked(gain=1.0), KEPT, may_look=lambda: stub.frames < frames)
    camera = opened(stub, own)
    with own.trial(), pytest.raises(OSError, match="a game began while set-up sought"):
        camera.look(1)
    assert (stub.frames, stub.mapped, stub.lamps.burn) == (frames, 0, False)
    assert "capture_request" not in stub.calls


def test_a_game_that_begins_while_set_up_seeks_leaves_what_was_kept(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(kept=KEPT, may_look=lambda: stub.frames < 5)
    camera = opened(stub, own)
    with own.trial(), pytest.raises(OSError, match="a game began"):
        camera.look(1)
    assert stub.mapped == 0
    camera.look(1)
    assert stub.set_after_start["AeEnable"] is False
    assert stub.set_after_start["ExposureTime"] == KEPT.exposure_us
    assert own.proven == KEPT


def test_set_up_seeks_nothing_where_the_settings_say_everything(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(GIVEN)
    camera = opened(stub, own)
    own.begin_anew()
    with own.trial():
        camera.look(1)
    assert (stub.frames, stub.set_after_start) == (0, {})
    assert own.proven == GIVEN


# --- focus ---


def test_the_lens_is_waited_for_until_it_has_found_its_place(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    stub.scan = (118, stub.scan[1])
    opened(stub, LightAndLens())
    assert stub.frames == 118
    assert stub.set_after_start["LensPosition"] == SETTLED["LensPosition"]


@pytest.mark.parametrize(
    ("scan", "frames"), [((90, FAILED), 90), ((1000, SCANNING), FOCUSING_FRAMES), ((1, FAILED), 60)]
)
def test_a_lens_that_found_nothing_stays_where_dice_lie(
    install: Install, caplog: pytest.LogCaptureFixture, scan: tuple[int, int], frames: int
) -> None:
    stub = install(Picamera2(MOVING_LENS))
    stub.scan, stub.scene["LensPosition"] = scan, 12.15
    opened(stub, LightAndLens())
    assert stub.frames == frames + ARRIVING_FRAMES
    assert stub.set_after_start["LensPosition"] == USUAL_LENS
    assert "found nothing sharp and stays at 7.8 dioptres" in caplog.text


def test_a_lens_that_finds_nothing_at_set_up_stays_where_it_was_kept(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    stub.scan = (90, FAILED)
    own = LightAndLens(kept=KEPT)
    camera = opened(stub, own)
    with own.trial():
        camera.look(1)
    assert own.proven == Locked(EXPOSURE_US, 2.0, (1.5, 1.8), KEPT.lens_position)


def test_no_focus_is_sought_where_the_settings_say_it(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    opened(stub, LightAndLens(Locked(lens_position=8.2)))
    sought = stub.frames - ARRIVING_FRAMES
    assert (sought, stub.set_after_start["LensPosition"]) == (SETTLING_FRAMES, 8.2)


# --- arriving ---

ONE_PART_SAID = (Locked(colour_gains=(1.0, 2.9)), Locked(gain=1.0), Locked(4000), Locked(lens_position=8.2))


def with_what_is_locked(stub: Picamera2) -> dict[str, Any]:
    return {name: stub.set_after_start[name] for name in SETTLED}


@pytest.mark.parametrize("said", [NOTHING, *ONE_PART_SAID])
def test_set_up_takes_its_first_picture_when_what_was_just_locked_has_arrived(
    install: Install, said: Locked
) -> None:
    stub = install(Picamera2(MOVING_LENS))
    stub.scan, stub.scene["LensPosition"] = (90, FAILED), 12.15
    own = LightAndLens(said, KEPT)
    camera = opened(stub, own)
    own.begin_anew()
    with own.trial():
        camera.look(1)
    assert stub.pictures == [with_what_is_locked(stub)]


@pytest.mark.parametrize("said", [NOTHING, *ONE_PART_SAID])
def test_so_does_the_first_challenge_of_a_table_never_set_up_and_takes_no_longer(
    install: Install, said: Locked
) -> None:
    stub = install(Picamera2(MOVING_LENS))
    camera = opened(stub, LightAndLens(said, may_look=nobody_may_look))
    camera.look(1)
    assert stub.pictures == [with_what_is_locked(stub)]
    assert stub.frames == SETTLING_FRAMES


@pytest.mark.parametrize("kept", [None, KEPT], ids=["found", "kept"])
def test_no_picture_has_its_tones_bent_by_the_dark_before_the_lamps(
    install: Install, kept: Locked | None
) -> None:
    stub = install(Picamera2(MOVING_LENS))
    camera = opened(stub, LightAndLens(kept=kept, may_look=nobody_may_look))
    for _ in range(3):
        camera.look(2)
    assert stub.bent_by == ["lit"] * 6


def test_the_lamps_go_out_at_once_when_a_game_begins_while_it_arrives(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    opened(stub, LightAndLens(Locked(gain=1.0), may_look=lambda: stub.frames < 90))
    assert (stub.frames, stub.lamps.burn) == (90, False)


# --- what a camera has ---


def test_a_lens_that_does_not_move_is_left_alone(install: Install) -> None:
    stub = install(Picamera2(FIXED_LENS))
    opened(stub, LightAndLens(GIVEN))
    assert not {"AfMode", "LensPosition"} & set(stub.set_before_start)
    assert stub.calls == ["configure", "start"]


@pytest.mark.parametrize("said", [NOTHING, Locked(5000, 1.5)])
def test_a_mono_sensor_which_has_no_colours_to_balance_is_opened(install: Install, said: Locked) -> None:
    stub = install(Picamera2(MONO))
    own = LightAndLens(said)
    opened(stub, own)
    assert stub.lamps.lit == (0 if said.gain else 1)
    assert own.wanted == (said if said.gain else Locked(EXPOSURE_US, 2.0))
    locked = stub.set_before_start | stub.set_after_start
    assert set(locked) == {"AeEnable", "ExposureTime", "AnalogueGain", "FrameDurationLimits"}


def test_a_sensor_with_colours_finds_them_where_a_mono_one_was_set_up(install: Install) -> None:
    stub = install(Picamera2(FIXED_LENS))
    opened(stub, LightAndLens(kept=Locked(12_000, 3.0)))
    assert stub.set_after_start["ColourGains"] == (1.5, 1.8)
    assert stub.set_after_start["ExposureTime"] == 12_000


def test_a_camera_that_tells_no_exposure_is_locked_as_far_as_it_goes_and_once(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = install(Picamera2())
    monkeypatch.setattr(stub, "capture_metadata", lambda wait: {"SensorTimestamp": 1})
    camera = opened(stub, LightAndLens())
    unknown = {"ExposureTime": 0, "AnalogueGain": 0.0}
    assert stub.set_after_start == {"AeEnable": False, "AwbEnable": False} | unknown | USUAL_FRAME
    stub.set_after_start.clear()
    camera.look(1)
    assert stub.set_after_start == {}


@pytest.mark.parametrize(("exposure_us", "frame_us"), [(50_000, 50_000), (33_000, 33_333)])
def test_an_exposure_longer_than_a_frame_makes_the_frame_longer(
    install: Install, exposure_us: int, frame_us: int
) -> None:
    stub = install(Picamera2())
    opened(stub, LightAndLens(Locked(exposure_us, 1.5, (1.0, 2.0)))).close()
    assert stub.set_before_start["FrameDurationLimits"] == (frame_us, frame_us)


@pytest.mark.parametrize(
    ("said", "exposure_us", "gain"),
    [(Locked(exposure_us=4000), 4000, 4.0), (Locked(gain=1.0), 16000, 1.0)],
)
def test_where_exposure_or_gain_alone_is_given_the_other_makes_up_for_it(
    install: Install, said: Locked, exposure_us: int, gain: float
) -> None:
    stub = install(Picamera2())
    opened(stub, LightAndLens(said))
    assert stub.set_after_start["ExposureTime"] == exposure_us
    assert stub.set_after_start["AnalogueGain"] == pytest.approx(gain)


def test_the_log_says_in_one_line_what_is_locked(install: Install, caplog: pytest.LogCaptureFixture) -> None:
    install(Picamera2(MOVING_LENS))
    with caplog.at_level(logging.INFO):
        opened(install(Picamera2(MOVING_LENS)), LightAndLens())
    said: list[Any] = [record.getMessage() for record in caplog.records]
    assert said == [
        "the camera's light and lens are locked: exposure 8000 µs, gain 2.00, "
        "colour gains 1.50 and 1.80, focus 7.50 dioptres"
    ]
