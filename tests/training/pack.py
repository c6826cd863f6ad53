"""Weights as they are shipped: ONNX for OpenCV, with fewer digits and packed.

A net says the same with weights of twelve binary digits to some thousandths of a score, and packed they take
two thirds of the room; OpenCV 4.6 can't read ONNX of half precision itself.
"""

import importlib
import zlib
from typing import Any, Final

import numpy as np
import numpy.typing as npt

DIGITS: Final = 12
"""So many binary digits of each weight are kept; a 32 bit float has twice as many."""


def pack(written: bytes) -> bytes:
    """Round the weights of a net, given as ONNX, and pack it."""
    onnx = importlib.import_module("onnx")
    model = onnx.load_from_string(written)
    for part in model.graph.initializer:
        weights = onnx.numpy_helper.to_array(part)
        if weights.dtype == np.float32:
            part.CopyFrom(onnx.numpy_helper.from_array(_rounded(weights), part.name))
    return zlib.compress(model.SerializeToString(), 9)


def unpack(packed: bytes) -> Any:
    """The net as `onnx` has it."""
    return importlib.import_module("onnx").load_from_string(zlib.decompress(packed))


def _rounded(weights: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    share, power = np.frexp(weights)
    return np.ldexp(np.rint(share * 2.0**DIGITS) / 2.0**DIGITS, power).astype(np.float32)
