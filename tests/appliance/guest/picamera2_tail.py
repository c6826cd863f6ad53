# --- stand-in, not Raspberry Pi's: libcamera's "virtual" pipeline is no Pi camera -----------------------------------
# It gives NV12 only, has no raw stream, and none of the controls of light and lens. This is put behind picamera2's
# own __init__.py; nothing else of it is changed. What is asked of the controls is counted as done.
import numpy as _numpy

from .allocators import LibcameraAllocator as _Allocator
from .request import CompletedRequest as _Request

_init, _video, _controls = Picamera2.__init__, Picamera2.create_video_configuration, Picamera2.set_controls
_buffer = _Request.make_buffer


def _stand_in_init(self, *args, **kwargs):
    _init(self, *args, **kwargs)
    self.allocator = _Allocator(self.camera)


def _stand_in_video(self, main={}, raw={}, **kwargs):
    return _video(self, main={**main, "format": "NV12"}, raw=None, **kwargs)


def _stand_in_controls(self, controls):
    _controls(self, {name: value for name, value in controls.items() if name in self.camera_controls})


def _stand_in_buffer(self, name):
    """Lay the two colours of NV12 one after the other, as YUV420 has them."""
    stream = self.picam2.camera_configuration()[name]
    luma = stream["size"][1] * stream["stride"]
    whole = _numpy.asarray(_buffer(self, name), dtype=_numpy.uint8)
    colours = whole[luma : luma * 3 // 2]
    return _numpy.concatenate([whole[:luma], colours[0::2], colours[1::2]])


Picamera2.__init__ = _stand_in_init
Picamera2.create_video_configuration = _stand_in_video
Picamera2.set_controls = _stand_in_controls
Picamera2._get_raw_modes = lambda self: [{"format": "NV12", "size": (1280, 960)}]
_Request.make_buffer = _stand_in_buffer
