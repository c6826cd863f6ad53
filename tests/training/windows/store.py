"""Window pictures on disk: blocks of pictures with their truth, each made from its seeds alone."""

import json
import os
import struct
import zipfile
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
NAMES_AT: Final = 26
"""So far into a part of a ZIP file stands how long its name is, and what else comes before what it holds."""


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
    """Write a block whole or not at all, whatever is killed or loses its power meanwhile."""
    truths = [{**asdict(window), "picture": None} for window in windows]
    fresh = folder / f"part_{os.getpid()}.npz"
    with fresh.open("wb") as opened:
        np.savez(opened, pictures=np.stack([window.picture for window in windows]), truths=json.dumps(truths))
        opened.flush()
        os.fsync(opened.fileno())
    fresh.replace(file_of(folder, block))


def read(file: Path) -> Block:
    """Read a block; its pictures stay on disk until they are looked at, one copy for all who learn."""
    with np.load(file, allow_pickle=False) as stored:
        return Block(_mapped(file), tuple(json.loads(str(stored["truths"]))))


def _mapped(file: Path) -> npt.NDArray[np.uint8]:
    with zipfile.ZipFile(file) as stored, stored.open("pictures.npy") as opened:
        np.lib.format.read_magic(opened)
        shape, _, kind = np.lib.format.read_array_header_1_0(opened)
        begin = stored.getinfo("pictures.npy").header_offset
        header = opened.tell()
    with file.open("rb") as whole:
        whole.seek(begin + NAMES_AT)
        names = sum(struct.unpack("<HH", whole.read(4)))
    return np.memmap(file, kind, "r", begin + NAMES_AT + 4 + names + header, shape)


def blocks(folder: Path, seeds: range) -> Iterator[Block]:
    """All blocks in a folder that begin with one of the seeds, in order."""
    files = (file_of(folder, seed // BLOCK) for seed in seeds[::BLOCK])
    return (read(file) for file in files if file.exists())
