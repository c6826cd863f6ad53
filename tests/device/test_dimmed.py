"""Less light than the automatics took: by gain first, then by exposure, and never against the settings."""

from dataclasses import replace

import pytest

from device.light_and_lens import NOTHING, LightAndLens, Locked
from tests.device.picamera import GIVEN, MOVING_LENS, Install, Picamera2
from tests.device.test_light_and_lens import FOUND, KEPT, nobody_may_look, opened


@pytest.mark.parametrize(
    ("said", "times", "dimmed"),
    [
        (NOTHING, 4, (4000, 1.0)),
        (NOTHING, 16, (1000, 1.0)),
        (Locked(gain=2.0), 4, (2000, 2.0)),
        (Locked(exposure_us=4000), 1.5, (4000, 8 / 3)),
    ],
    ids=["gain first", "and exposure", "gain is said", "exposure is said"],
)
def test_set_up_may_look_in_less_light_and_what_it_looked_in_last_is_kept(
    install: Install, said: Locked, times: float, dimmed: tuple[int, float]
) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(said, KEPT)
    camera = opened(stub, own)
    own.begin_anew()
    for less in (1.0, 512.0, times) if said is NOTHING else (1.0, times):
        with own.trial():
            camera.look(1)
        assert own.dim(less) is (less != 512)
    with own.trial():
        camera.look(1)
    set_to = stub.set_after_start
    assert (set_to["ExposureTime"], set_to["AnalogueGain"]) == (dimmed[0], pytest.approx(dimmed[1]))
    assert own.proven == replace(FOUND, exposure_us=dimmed[0], gain=set_to["AnalogueGain"])


@pytest.mark.parametrize("said", [GIVEN, Locked(exposure_us=8000, gain=2.0)], ids=["all", "all of light"])
def test_no_less_light_is_taken_than_the_settings_say(install: Install, said: Locked) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens(said)
    camera = opened(stub, own)
    own.begin_anew()
    assert not own.dim(4)
    with own.trial():
        camera.look(1)
    assert not own.dim(4)


def test_a_game_that_begins_while_less_light_arrives_is_not_looked_at(install: Install) -> None:
    stub = install(Picamera2(MOVING_LENS))
    own = LightAndLens()
    camera = opened(stub, own)
    with own.trial():
        camera.look(1)
    seen, own.may_look = stub.mapped, nobody_may_look
    assert own.dim(4)
    with own.trial(), pytest.raises(OSError, match="a game began"):
        camera.look(1)
    assert stub.mapped == seen
