"""Make the second maker's pictures: `build/second/bin/python -m tests.training.second --out DIR`.

Picture k comes from seed k, but for the noise of its few paths; what is there is not made again, so it may be
stopped at any time.
"""

import argparse
import time
from functools import partial
from importlib import import_module
from multiprocessing import Pool
from pathlib import Path

from tests.training import second
from tests.training.keeping import alone
from tests.training.windows.store import BLOCK, file_of, write


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
    ranges = (*second.KEPT_BACK, *second.OTHER_MOULDS, *second.PHOTOGRAPHS_KEPT_BACK)
    blocks = [seed // BLOCK for seeds in ranges for seed in seeds[::BLOCK]]
    missing = [block for block in blocks if not file_of(folder, block).exists()]
    began = time.monotonic()
    with Pool(cores) as pool:
        for done, block in enumerate(pool.imap(partial(make, folder), missing), start=1):
            each = (time.monotonic() - began) / done / BLOCK
            print(f"block {block}, {done} of {len(missing)}, {each:.2f} s a picture", flush=True)


def make(folder: Path, block: int) -> int:
    """Make one block and return its number."""
    # Blender never begins to draw in a process that was forked after it was loaded
    maker = "snapshots" if block * BLOCK >= second.PHOTOGRAPHS else "studio"
    draw = import_module(f"{second.__name__}.{maker}").draw
    write(folder, block, [draw(seed) for seed in range(block * BLOCK, (block + 1) * BLOCK)])
    return block


if __name__ == "__main__":
    main()
