"""Write the mean of two nets' weights: `python -m tests.training.mean ONE.onnx OTHER.onnx OUT.onnx`.

Of one net at two times of its training the mean is often better than either (Izmailov et al., Averaging
weights leads to wider optima, 2018). Needs `pip install onnx` besides.
"""

import importlib
import sys


def main() -> None:
    """Write it."""
    one, other, out = sys.argv[1:]
    onnx = importlib.import_module("onnx")
    net, second = onnx.load(one), onnx.load(other)
    for mine, its in zip(net.graph.initializer, second.graph.initializer, strict=True):
        if mine.name != its.name or mine.dims != its.dims:
            raise SystemExit(f"expected two of the same net, got {mine.name} and {its.name}")
        mean = (onnx.numpy_helper.to_array(mine) + onnx.numpy_helper.to_array(its)) / 2
        mine.CopyFrom(onnx.numpy_helper.from_array(mean, mine.name))
    onnx.save(net, out)


if __name__ == "__main__":
    main()
