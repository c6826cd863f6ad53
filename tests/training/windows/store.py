"""Window pictures on disk: blocks of pictures with their truth, each made from its seeds alone."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tests.training.scenes import Face
from tests.training.windows.window import Window

BLOCK: Final = 50
"""Pictures of a block."""


@dataclass(frozen=True, slots=True)
class Block:
    """Pictures, shape (N, S, S, 3), in square roots of light, blue first; and what is true of each."""

    pictures: npt.NDArray[np.uint8]
    truths: tuple[dict[str, Any], ...]

    def faces(self, index: int) -> tuple[Face, ...]:
        """The true dice of a picture."""
        return tuple(
            Face(**{**face, "slope": face["slope"] and tuple(face["slope"])})
            for face in self.truths[index]["faces"]
        )


def file_of(folder: Path, block: int) -> Path:
    """Where a block lies."""
    return folder / f"windows_{block:05}.npz"


def write(folder: Path, block: int, windows: list[Window]) -> None:
    """Write a block whole or not at all."""
    truths = [{**asdict(window), "picture": None} for window in windows]
    fresh = file_of(folder, block).with_suffix(".part.npz")
    np.savez(fresh, pictures=np.stack([window.picture for window in windows]), truths=json.dumps(truths))
    fresh.replace(file_of(folder, block))


def read(file: Path) -> Block:
    """Read a block."""
    with np.load(file, allow_pickle=False) as stored:
        return Block(stored["pictures"], tuple(json.loads(str(stored["truths"]))))


def blocks(folder: Path, seeds: range) -> Iterator[Block]:
    """All blocks in a folder that begin with one of the seeds, in order."""
    files = (file_of(folder, seed // BLOCK) for seed in seeds[::BLOCK])
    return (read(file) for file in files if file.exists())
