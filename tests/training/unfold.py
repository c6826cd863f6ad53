"""A net that was written for OpenCV, as it can learn on: the norms that were folded away come back."""

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy.typing as npt

from tests.training.pack import unpack

Arrays = tuple[npt.NDArray[Any], npt.NDArray[Any]]


def take_up(net: Any, file: Path, seen: Sequence[Any]) -> None:
    """Give a fresh net the weights in a file for OpenCV, so that it says the same.

    Each norm is set to what its layer makes of `seen`, batches of what the net is to learn from, so that it
    changes nothing now and can learn from there on. Of more maps than the file's net was told it takes none.

    Raises:
        ValueError: the file holds another net.
    """
    torch = importlib.import_module("torch")
    parts = [part for part in net.modules() if not [*part.children()] and [*part.parameters()]]
    norms = torch.nn.BatchNorm2d
    layers = [part for part in parts if not isinstance(part, norms)]
    try:
        for layer, (weight, bias) in zip(layers, _weights(file), strict=True):
            after = parts[parts.index(layer) + 1 :]
            norm = after[0] if after and isinstance(after[0], norms) else layer
            layer.weight.data.zero_()[:, : weight.shape[1]] = torch.from_numpy(weight)
            norm.bias.data.copy_(torch.from_numpy(bias))
    except (ValueError, RuntimeError) as error:
        raise ValueError(f"{file} holds another net: {error}") from error
    _settle([part for part in parts if isinstance(part, norms)], net, seen)


def _weights(file: Path) -> list[Arrays]:
    """The weights and biases of a file's layers, in their order."""
    onnx = importlib.import_module("onnx")
    graph = unpack(file.read_bytes()).graph
    arrays = {part.name: onnx.numpy_helper.to_array(part).copy() for part in graph.initializer}
    layers = [node for node in graph.node if node.op_type in {"Conv", "Gemm"}]
    return [(arrays[node.input[1]], arrays[node.input[2]]) for node in layers]


def _settle(norms: Sequence[Any], net: Any, seen: Sequence[Any]) -> None:
    """Let each norm measure what it is given, and give it on as it is but for its bias."""
    torch = importlib.import_module("torch")
    biases = [norm.bias.detach().clone() for norm in norms]
    given: list[list[Any]] = [[] for _ in norms]
    hooks = [
        norm.register_forward_pre_hook(lambda _norm, inputs, into=into: into.append(_spread(inputs[0])))
        for norm, into in zip(norms, given, strict=True)
    ]
    net.eval()  # a norm that is fresh changes nothing then
    with torch.no_grad():
        for batch in seen:
            net(batch)
        for hook, norm, bias, spreads in zip(hooks, norms, biases, given, strict=True):
            hook.remove()
            mean, square = (torch.stack(part).mean(dim=0) for part in zip(*spreads, strict=True))
            variance = square - mean**2
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_((variance + norm.eps).sqrt())
            norm.bias.copy_(bias + mean)
    net.train()


def _spread(maps: Any) -> tuple[Any, Any]:
    """The mean of each map of a batch, and of its squares."""
    return maps.mean(dim=(0, 2, 3)), (maps**2).mean(dim=(0, 2, 3))
