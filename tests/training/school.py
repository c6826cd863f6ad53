"""How the nets learn: from traced windows and drawn scenes, step by step, from nothing.

There is one course for each net, and two nets of each: one for the table's window, and one for dice
photographed anywhere, which begins where the table's ended. A school is seeded and can be stopped at any
time: it goes on from its last checkpoint.
"""

import argparse
import importlib
import io
import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.kept.whole_file import write_whole
from tests.training.keeping import alone
from tests.training.pack import pack
from tests.training.scenes import Scene, draw_scene
from tests.training.unfold import take_up
from tests.training.views import duotone
from tests.training.windows import store
from tests.training.windows.lots import LEARNED, RESPACED
from vision.picture import to_gray

Mixture = list[tuple[list[Scene], int]]
"""Lots of scenes, and how many of each are in a batch."""

DRAWN: Final = {"table": 2_000, "anywhere": 6_000}
"""How many scenes are drawn."""
DRAWN_SHARE: Final = {"table": 0.15, "anywhere": 0.5}
"""How many of the scenes that a net sees are drawn."""
RESPACED_SHARE: Final = 0.3
"""How many of them are windows with dice from other moulds, where those are learned from."""
PHOTOGRAPHED: Final = 0.2
"""How many of those that are drawn for the table's nets are photographs."""
AXIS_MAPS: Final = 2
"""The last of what a net sees tells where the camera's axis is, which nobody knows of photographs."""
AXIS_OFF: Final = 3.0
"""By so many px the camera's axis is taken to lie elsewhere than it does: no sensor is glued in exactly."""
NETS: Final = Path(__file__).parents[2] / "vision" / "nets"
"""The nets that are shipped."""
MADE: Final = Path(__file__).parents[2] / "build" / "nets"
"""Where nets that learn are written: whether they ship is decided by hand, for all at once."""
KEEP_STEPS: Final = 500
WARM_UP: Final = 200
"""So many steps the rate takes to rise."""
MEASURED: Final = 20
"""By so many batches it is measured what the norms of a net that goes on are given."""
SEEDS: Final = 100_000
"""From one school's seed to the next there is room for so many drawn scenes."""
ROUNDS: Final = 2
AGAIN: Final = 0.5
"""What is left of the rate in each further round: nets that have learned their fill learn more so."""


@dataclass(frozen=True)
class Course:
    """What one net is to learn.

    `lesson` makes of a scene arrays, the first of which the net sees; `loss` is given the net and batches of
    them; `example` is the shape of one input, `names` what else the export is to say of it. It has `rounds`
    of so many `steps`.
    """

    name: str
    make_net: Callable[[], Any]
    lesson: Callable[[Scene, np.random.Generator], Sequence[Any]]
    loss: Callable[..., Any]
    example: tuple[int, ...]
    names: dict[str, Any]
    batch: int
    rate: float
    steps: int
    rounds: int = ROUNDS

    @property
    def last(self) -> int:
        """How many steps there are in all."""
        return self.rounds * self.steps

    @property
    def schedule(self) -> str:
        """How long is learned, and how fast."""
        return f"{self.rounds} rounds of {self.steps} steps at a rate of {self.rate:.3g}"

    def rate_at(self, step: int) -> float:
        """How fast to learn at a step: in each round it soon rises, then falls along half a wave to nothing.

        Source: I. Loshchilov and F. Hutter, "SGDR: stochastic gradient descent with warm restarts" (2017).
        """
        done, step = divmod(step, self.steps)
        most = self.rate * AGAIN**done
        return most * min(1, (step + 1) / WARM_UP) * (1 + math.cos(math.pi * step / self.steps)) / 2


@cache
def torch() -> Any:
    """PyTorch: nothing but training needs it, and importing it takes seconds."""
    return importlib.import_module("torch")


def attend(course: Course) -> None:
    """Train a net as the command line says, and write it; one that has learned its fill stays as it is."""
    args = _arguments(course)
    out = args.out or MADE / f"{course.name}{'_anywhere' * args.anywhere}.net"
    out.parent.mkdir(parents=True, exist_ok=True)
    rounds = 1 if args.after else args.rounds
    rate = args.gently * (AGAIN if args.after else 1) * course.rate
    course = replace(course, steps=args.steps, rounds=rounds, rate=rate)
    cv2.setNumThreads(1)
    torch().set_num_threads(1)
    torch().manual_seed(args.seed)
    with alone(out.with_suffix(".lock")):
        if _learned(out) >= course.last:
            print(f"{out.stem}: has learned its {course.last} steps")
            return
        school = _school(course, args)
        _train(_Pupil(school, out, args.after), school)


def _school(course: Course, args: argparse.Namespace) -> "_School":
    """The school for a course, with all that is learned from.

    Raises:
        SystemExit: where windows should lie there are none.
    """
    traced = traced_scenes(args.windows, args.without, LEARNED)
    others = traced_scenes(args.windows, args.without, [RESPACED]) if args.respaced else []
    if not traced or (args.respaced and not others):
        sys.exit(f"no windows to learn from in {args.windows}")
    with Pool(2) as pool:
        first, many = (args.seed - 1) * SEEDS, DRAWN["anywhere" if args.anywhere else "table"]
        seeds = range(first, first + many)
        drawing = partial(_drawn, anywhere=args.anywhere, respaced=args.respaced)
        drawn = pool.map(drawing, seeds, chunksize=50)
    said = f"{len(traced)} windows, {len(others)} of other moulds, {len(drawn)} drawn"
    print(f"{course.name}: {said}", flush=True)
    batch = mixed(course.batch, drawn, traced, others, anywhere=args.anywhere)
    told = f"{said}, without {args.without}, after {args.after and args.after.name}, seed {args.seed}"
    return _School(course, batch, args.seed, f"{told}, {course.schedule}", anywhere=args.anywhere)


def _arguments(course: Course) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=f"Train the reader's {course.name} from nothing.")
    parser.add_argument("--windows", type=Path, required=True, help="where the traced windows lie")
    parser.add_argument("--respaced", action="store_true", help="with dice from other moulds besides")
    parser.add_argument("--without", nargs="*", default=[], help="groups of dice and cups to leave out")
    parser.add_argument("--steps", type=int, default=course.steps, help="of a round")
    parser.add_argument("--rounds", type=int, default=course.rounds)
    parser.add_argument("--anywhere", action="store_true", help="for photographs, which have no window")
    parser.add_argument("--after", type=Path, help="checkpoint or weights to go on from, for a round")
    parser.add_argument("--gently", type=float, default=1.0, help="at so much of the rate")
    parser.add_argument("--seed", type=int, default=1, help="of chance, and of scenes that are drawn")
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def mixed(
    size: int, drawn: list[Scene], traced: list[Scene], others: list[Scene], *, anywhere: bool
) -> Mixture:
    """What batches are drawn from, and how many scenes from each; `others` may be none."""
    few = round(size * DRAWN_SHARE["anywhere" if anywhere else "table"])
    some = round(size * RESPACED_SHARE) if others else 0
    return [(drawn, few), (traced, size - few - some), (others, some)]


def traced_scenes(folder: Path, without: Sequence[str], ranges: Iterable[range]) -> list[Scene]:
    """The windows of some seeds in a folder, less those with groups of dice or cups to leave out."""
    return [
        Scene(block.pictures[index], block.faces(index), (truth["axis"][0], truth["axis"][1]), traced=True)
        for seeds in ranges
        for block in store.blocks(folder, seeds)
        for index, truth in enumerate(block.truths)
        if truth["group"] not in without and truth["cup_group"] not in without
    ]


def _drawn(seed: int, *, anywhere: bool, respaced: bool) -> Scene:
    """A drawn scene: a table in grey or in two colours, or a photograph, now and then without its colours."""
    rng = np.random.default_rng(seed)
    scene = draw_scene(rng, table=rng.random() >= PHOTOGRAPHED and not anywhere, respaced=respaced)
    if scene.axis is not None:
        return replace(duotone(scene, rng), axis=scene.axis) if rng.random() < 0.7 else scene
    return replace(scene, picture=to_gray(scene.picture)) if rng.random() < 0.3 else scene


@dataclass(frozen=True)
class _School:
    """A course, what its batches are drawn from, and the chance by which they are; and all that told."""

    course: Course
    batch: Mixture
    seed: int
    told: str
    anywhere: bool

    def lessons(self, step: int) -> list[Sequence[Any]]:
        """The lessons of a step."""
        rng = np.random.default_rng([self.seed, step])
        batch = [(scenes, rng.integers(len(scenes), size=some)) for scenes, some in self.batch if some]
        chosen = [scenes[index] for scenes, places in batch for index in places]
        seen = [_seen_from(scene, rng, anywhere=self.anywhere) for scene in chosen]
        return [self.course.lesson(scene, rng) for scene in seen]


class _Pupil:
    """A net while it learns, with the running mean of its weights, and its checkpoint beside `out`.

    It begins with the weights in `after`, the mean of them where that is a checkpoint, or by chance. One for
    photographs, which is to see dice anywhere, is written without what it was never told.

    Raises:
        SystemExit: where its checkpoint is one of another school, which it can't go on from.
    """

    def __init__(self, school: _School, out: Path, after: Path | None) -> None:
        self.course, self.out, self.step, self._anywhere = school.course, out, 0, school.anywhere
        self._told = school.told
        self.net = self.course.make_net().to(memory_format=torch().channels_last)
        self._kept = _checkpoint(out)
        if after and not self._kept.exists():
            self._begin(after, school)
        averages = torch().optim.swa_utils
        mean = averages.get_ema_multi_avg_fn(0.999)
        self.average = averages.AveragedModel(self.net, multi_avg_fn=mean, use_buffers=True)
        self._optimiser = torch().optim.AdamW(self.net.parameters(), self.course.rate, weight_decay=1e-3)
        if self._kept.exists():
            self._load(torch().load(self._kept))

    def learn(self, lessons: Sequence[Sequence[Any]]) -> float:
        """One step; returns the loss."""
        for group in self._optimiser.param_groups:
            group["lr"] = self.course.rate_at(self.step)
        seen, *told = (torch().from_numpy(np.stack(part)) for part in zip(*lessons, strict=True))
        loss = self.course.loss(self.net, seen.contiguous(memory_format=torch().channels_last), *told)
        self._optimiser.zero_grad()
        loss.backward()
        self._optimiser.step()
        self.average.update_parameters(self.net)
        self.step += 1
        return float(loss.item())

    def keep(self) -> None:
        """Write the checkpoint, whole or not at all."""
        parts = {"net": self.net, "average": self.average, "optimiser": self._optimiser}
        states = {name: part.state_dict() for name, part in parts.items()}
        kept = {"step": self.step, "told": self._told, **states}
        written = io.BytesIO()
        torch().save(kept, written)
        write_whole(self._kept, written.getvalue())

    def _begin(self, after: Path, school: _School) -> None:
        if after.suffix == ".net":
            batches = (school.lessons(step) for step in range(MEASURED))
            seen = [torch().from_numpy(np.stack([lesson[0] for lesson in batch])) for batch in batches]
            take_up(self.net, after, seen)
            return
        averages = torch().optim.swa_utils.AveragedModel(self.net, use_buffers=True)
        averages.load_state_dict(torch().load(after)["average"])
        self.net.load_state_dict(averages.module.state_dict())

    def _load(self, kept: dict[str, Any]) -> None:
        if kept.get("told") != self._told:  # one of an older program does not say
            differ = f"{kept.get('told')}\n{self._told}"
            sys.exit(f"{self._kept} was made otherwise, delete it to begin anew\n{differ}")
        self.step = kept["step"]
        self.net.load_state_dict(kept["net"])
        self.average.load_state_dict(kept["average"])
        self._optimiser.load_state_dict(kept["optimiser"])

    def graduate(self) -> None:
        """Write the mean of the weights as OpenCV reads it."""
        copy = self.course.make_net()
        copy.load_state_dict(self.average.module.state_dict())
        copy.eval()
        maps, *size = self.course.example
        if self._anywhere:
            maps -= AXIS_MAPS
            first = next(part for part in copy.modules() if isinstance(part, torch().nn.Conv2d))
            first.weight = torch().nn.Parameter(first.weight[:, :maps])
        example = torch().zeros(1, maps, *size)
        written = io.BytesIO()
        torch().onnx.export(copy, example, written, opset_version=11, dynamo=False, **self.course.names)
        write_whole(self.out, pack(written.getvalue()))


def _checkpoint(out: Path) -> Path:
    return out.with_suffix(".checkpoint")


def _learned(out: Path) -> int:
    """How many steps a net has learned and kept."""
    return int(torch().load(_checkpoint(out))["step"]) if _checkpoint(out).exists() else 0


def _train(pupil: _Pupil, school: _School) -> None:
    """Learn to the end. A net is written where a round ends, and nets halfway are never taken for learned."""
    course, began, start, mean = school.course, time.monotonic(), pupil.step, 0.0
    while pupil.step < course.last:
        mean = 0.98 * mean + 0.02 * pupil.learn(school.lessons(pupil.step))
        round_ends = pupil.step % course.steps == 0
        if round_ends:
            pupil.graduate()
        if round_ends or pupil.step % KEEP_STEPS == 0:
            pupil.keep()
            left = (time.monotonic() - began) / (pupil.step - start) * (course.last - pupil.step) / 60
            said = f"step {pupil.step} of {course.last}, loss {mean:.3f}, {left:.0f} min left"
            print(f"{pupil.out.stem}: {said}", flush=True)


def _seen_from(scene: Scene, rng: np.random.Generator, *, anywhere: bool) -> Scene:
    """A scene with its camera's axis as a reader knows it: roughly, and of photographs not at all."""
    if scene.axis is None or anywhere:
        return replace(scene, axis=None)
    x, y = rng.normal(scene.axis, AXIS_OFF)
    return replace(scene, axis=(float(x), float(y)))
