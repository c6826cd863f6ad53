"""Pictures of one look that have several sizes: no camera of a table takes such."""

from contextlib import closing

import pytest

from device.patient import PatientCamera
from tests.device.test_patient import LONG_S, Drawer, noisy, showing


def test_a_camera_whose_pictures_of_one_look_have_several_sizes_has_failed_and_is_opened_anew() -> None:
    odd = showing(noisy(1), noisy(2)[:40], noisy(3))
    with closing(PatientCamera(Drawer(odd, showing(noisy(4), noisy(5))), timeout_s=LONG_S)) as camera:
        with pytest.raises(OSError, match="several sizes: check its cable"):
            camera.look(3)
        assert odd.closed.is_set()
        assert len(camera.look(2)) == 2
