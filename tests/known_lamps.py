"""How the reader takes lamps that set-up knows: `python -m tests.known_lamps [DIR] [--every N] [--first K]`.

Before one die of each labelled throw of a table (DIR, default `../shared/dice`) that is read rightly with its
empty window the plate mirrors a lamp, or two that face each other across the die, near one of the nine places
of its pips; and so it did before, in the empty window, from which set-up learns of them. A doubt is good
there; a wrong number is a wrong ruling.
"""

from collections import Counter
from dataclasses import replace
from multiprocessing import Pool
from typing import Final
from zlib import crc32

import numpy as np

import vision
from tests.dirty import asked_about, read_plain, verdict_on
from tests.figures import Sample
from tests.lamps import with_lamp
from vision.floor import one_thread
from vision.witnesses.pips import pip_places

OFF: Final = 0.07
"""How far beside a place the image lies, in edges: the spread of chance."""


def main() -> None:
    """Print what becomes of throws with known lamps' images before a die, by how many there are."""
    asked = [sample for sample in asked_about(__doc__) if sample.empty is not None]
    with Pool(initializer=one_thread) as pool:
        said = [one for some in pool.imap(_ask, asked, chunksize=8) for one in some]
    print(f"{'lamps':12}{'n':>7}{'right':>8}{'unsure':>8}{'wrong':>8}")
    for lamps in sorted({lamps for lamps, _ in said}):
        counts = Counter(verdict for of, verdict in said if of == lamps)
        row = "".join(f"{counts[verdict]:8}" for verdict in ("right", "unsure", "wrong"))
        print(f"{lamps:<12}{counts.total():7}{row}")


def _ask(sample: Sample) -> list[tuple[int, str]]:
    """Of one lamp and of two what came of it: right, unsure or wrong."""
    plain = read_plain(sample)
    if plain is None or plain.known is None:
        return []
    rng = np.random.default_rng(crc32(sample.file.name.encode()))
    said = []
    for lamps in (1, 2):
        die = plain.reading.dice[int(rng.integers(len(plain.reading.dice)))]
        middle = np.array([die.x, die.y], np.float32)
        place = pip_places(middle, die.edge, np.radians(die.angle))[rng.integers(9)] - middle
        off, seed = place + rng.normal(0, OFF, 2) * die.edge, int(rng.integers(2**32))
        frame, bare = (_mirrored(one, die, off, lamps, seed) for one in (plain.frame, plain.known.background))
        known = replace(vision.calibrate(bare, plain.known.window), noise=plain.known.noise)
        if len(known.lamps) >= len(plain.known.lamps) + lamps:  # others are too faint or small for set-up
            said.append((lamps, verdict_on(sample, vision.read([frame], sample.expect, known))))
    return said


def _mirrored(frame: vision.Frame, die: vision.Die, off: np.ndarray, lamps: int, seed: int) -> vision.Frame:
    """A picture in which the plate mirrors a lamp so far off a die's middle, px, or a second across it."""
    for way in (1, -1)[:lamps]:
        x, y = (way * off).tolist()
        frame = with_lamp(frame, die, (x, y), "lamp", 0.0, np.random.default_rng(seed))
    return frame


if __name__ == "__main__":
    main()
