"""How both nets learn: from the gathered and the drawn scenes, step by step, in the time there is."""

import argparse
import importlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from tests.training.gather import load_scenes
from tests.training.scenes import Scene, draw_scene
from tests.training.views import duotone
from vision.picture import to_gray

DRAWN: Final = 10_000
DRAWN_SHARE: Final = 0.5
"""How many of the scenes that a net sees are drawn."""
PHOTOGRAPHED: Final = 0.2
"""How many of those that are drawn for the table's nets are photographs, without their colours."""
NETS: Final = Path(__file__).parents[2] / "vision"


@dataclass(frozen=True)
class Course:
    """What one net is to learn.

    `lesson` makes of a scene arrays, the first of which the net sees; `loss` is given the net and batches of
    them; `example` is the shape of one input, `names` what else the export is to say of it.
    """

    name: str
    make_net: Callable[[], Any]
    lesson: Callable[[Scene, np.random.Generator], Sequence[Any]]
    loss: Callable[..., Any]
    example: tuple[int, ...]
    names: dict[str, Any]
    batch: int
    rate: float


@cache
def torch() -> Any:
    """PyTorch: nothing but training needs it, and importing it takes seconds."""
    return importlib.import_module("torch")


def attend(course: Course, minutes: float) -> None:
    """Train a net as the command line says, and write it, now and then and at the end."""
    parser = argparse.ArgumentParser(description=f"Train the reader's {course.name} again.")
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--on-from", type=Path, help="weights to go on from, at half the rate")
    parser.add_argument("--anywhere", action="store_true", help="train the net for photographs in colour")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    out = args.out or NETS / f"{course.name}{'_anywhere' * args.anywhere}.onnx"
    cv2.setNumThreads(1)
    rendered = load_scenes()
    with Pool(2) as pool:
        drawn = pool.map(_drawn_photograph if args.anywhere else _drawn, range(DRAWN), chunksize=50)
    if args.anywhere:
        rng = np.random.default_rng(2)
        rendered = [duotone(scene, rng) for scene in rendered]
    print(f"{len(rendered)} rendered scenes, {len(drawn)} drawn", flush=True)
    torch().set_num_threads(args.threads)
    torch().manual_seed(1)
    net = course.make_net()
    if args.on_from:
        course = replace(course, rate=course.rate / 2)
        lessons = [course.lesson(scene, np.random.default_rng(1))[0] for scene in drawn[:256]]
        _load(net, args.on_from, torch().from_numpy(np.stack(lessons)))
    _train(course, net, rendered, drawn, 60 * args.minutes, out)


def _drawn(seed: int) -> Scene:
    rng = np.random.default_rng(seed)
    scene = draw_scene(rng, table=rng.random() >= PHOTOGRAPHED)
    return replace(scene, picture=to_gray(scene.picture))


def _drawn_photograph(seed: int) -> Scene:
    return draw_scene(np.random.default_rng(seed), table=False)


def _load(net: Any, weights: Path, seen: Any) -> None:
    """Give a net the weights of an export, whose norms are folded into the layers before them.

    The norms are unfolded by what they are given when the net sees `seen`, so that it goes on as it stopped.
    """
    onnx, nn = importlib.import_module("onnx"), torch().nn
    graph = onnx.load(weights).graph
    arrays = {item.name: onnx.numpy_helper.to_array(item) for item in graph.initializer}
    nodes = iter([node for node in graph.node if node.op_type in ("Conv", "Gemm")])
    shift, hooks = None, []
    for module in net.modules():
        if isinstance(module, nn.Conv2d | nn.Linear):
            weight, shift = (torch().from_numpy(arrays[name].copy()) for name in next(nodes).input[1:])
            module.weight.data = weight
            if module.bias is not None:
                module.bias.data = shift
        elif isinstance(module, nn.BatchNorm2d):
            module.bias.data = shift
            hooks.append(module.register_forward_pre_hook(_unfold))
    with torch().no_grad():
        net.eval()(seen)
    for hook in hooks:
        hook.remove()
    net.train()


def _unfold(norm: Any, given: Sequence[Any]) -> None:
    """Let a norm do to what it is given what its bias alone did."""
    mean, spread = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3))
    norm.running_mean, norm.running_var = mean, spread
    norm.weight.data = torch().sqrt(spread + norm.eps)
    norm.bias.data = norm.bias.data + mean


def _train(
    course: Course, net: Any, rendered: list[Scene], drawn: list[Scene], seconds: float, out: Path
) -> None:
    net = net.to(memory_format=torch().channels_last)
    averages = torch().optim.swa_utils
    average = averages.AveragedModel(net, multi_avg_fn=averages.get_ema_multi_avg_fn(0.999), use_buffers=True)
    rng = np.random.default_rng(1)
    weights = np.array([scene.weight for scene in rendered])
    weights /= weights.sum()
    optimiser = torch().optim.AdamW(net.parameters(), course.rate, weight_decay=1e-3)
    few = round(course.batch * DRAWN_SHARE)
    began, step, mean = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = course.rate * min(1, (step + 1) / 200) * (1 + math.cos(math.pi * done)) / 2
        chosen = [drawn[index] for index in rng.integers(len(drawn), size=few)]
        chosen += [rendered[index] for index in rng.choice(len(rendered), course.batch - few, p=weights)]
        lessons = [course.lesson(scene, rng) for scene in chosen]
        seen, *told = (torch().from_numpy(np.stack(part)) for part in zip(*lessons, strict=True))
        loss = course.loss(net, seen.contiguous(memory_format=torch().channels_last), *told)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        average.update_parameters(net)
        step, mean = step + 1, 0.98 * mean + 0.02 * loss.item()
        if step % 200 == 0:
            print(f"step {step}, {done:.1%}, loss {mean / (1 - 0.98**step):.3f}", flush=True)
        if step % 2000 == 0:
            _write(course, average.module, out)
    _write(course, average.module, out)


def _write(course: Course, net: Any, out: Path) -> None:
    """Write a net as OpenCV reads it."""
    copy = course.make_net()
    copy.load_state_dict(net.state_dict())
    copy.eval()
    example = torch().zeros(1, *course.example)
    torch().onnx.export(copy, example, out, opset_version=11, dynamo=False, **course.names)
