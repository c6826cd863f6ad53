"""The table's camera as set-up looks through it."""

from collections.abc import Callable
from typing import Final

from companion.settings import Camera
from device.light_and_lens import LightAndLens
from device.patient import PatientCamera
from table.ports import Frame

FINDING_S: Final = 10.0
"""So much longer a look may take that finds light and lens anew: 220 frames are 7.3 s."""


class SetupCamera:
    """The camera of a table, with the light and the lens that set-up tries: for others they count if kept."""

    def __init__(self, camera: PatientCamera, own: LightAndLens) -> None:
        self._camera = camera
        self._own = own

    def look(self, frames: int) -> list[Frame]:
        """Return that many fresh frames; OSError as from the camera itself."""
        return self._camera.look(frames, FINDING_S, self._own.trial())

    def close(self) -> None:
        """Do nothing: whoever opened the camera lets it go."""


def dimming(camera: Camera, own: LightAndLens) -> Callable[[float], bool]:
    """Return what lets set-up's next looks take so many times less light, if there is room."""
    return own.dim if camera.has_room_to_dim else lambda _times: False
