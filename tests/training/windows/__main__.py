"""Make window pictures: `python -m tests.training.windows --out DIR [--cores N]`.

Needs g++. Picture k comes from seed k; what is there is not made again, so it may be stopped at any time.
"""

import argparse
import time
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2

from tests.training.keeping import alone
from tests.training.windows.lots import KEPT_BACK, LEARNED, RESPACED
from tests.training.windows.store import BLOCK, file_of, write
from tests.training.windows.window import draw


def main() -> None:
    """Make what is missing, block by block."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cores", type=int, default=2)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with alone(args.out / "lock"):
        make_missing(args.out, args.cores)


def make_missing(folder: Path, cores: int) -> None:
    """Make the blocks that are not there, on so many cores."""
    wanted = [seed // BLOCK for seeds in (*KEPT_BACK, RESPACED, *LEARNED) for seed in seeds[::BLOCK]]
    missing = [block for block in wanted if not file_of(folder, block).exists()]
    began = time.monotonic()
    with Pool(cores, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for done, block in enumerate(pool.imap_unordered(partial(make, folder), missing), start=1):
            each = (time.monotonic() - began) / done / BLOCK
            print(f"block {block}, {done} of {len(missing)}, {each:.2f} s a picture", flush=True)


def make(folder: Path, block: int) -> int:
    """Make one block and return its number."""
    write(folder, block, [draw(seed) for seed in range(block * BLOCK, (block + 1) * BLOCK)])
    return block


if __name__ == "__main__":
    main()
