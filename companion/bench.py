"""How fast the reader reads, beside a floor that any reader pays: `python -m companion.bench`.

The floor is one grey decode, a 5 × 5 blur, one mean adaptive threshold and one pass for contours over the
same frame, measured in the same run on the same thread. A reading includes the decode as well; it knows the
window, but where the table was never set up.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import vision
from vision.floor import encoded, floor, one_thread

PICTURES: Final = Path(__file__).parents[1] / "device" / "demo"
SIZES: Final = ((960, 720), (640, 480))
BURST: Final = 5
ROUNDS: Final = 3


def main() -> None:
    """Print the figures."""
    one_thread()
    files = sorted(PICTURES.glob("*.jpg"))
    if not files:
        raise SystemExit(f"expected pictures in {PICTURES}")
    frames = [vision.decode_colour(file.read_bytes()) for file in files]
    print(f"{len(frames)} pictures, one thread, {ROUNDS} rounds; ms, and as a ratio to the floor")
    print(f"{'':24}{'median':>8}{'p95':>8}{'ratio':>8}{'p95 ratio':>11}")
    for size in SIZES:
        _bench(size, [encoded(frame, size) for frame in frames])


def _bench(size: tuple[int, int], pictures: Sequence[bytes]) -> None:
    name = f"{size[0]} × {size[1]}"
    known = {data: _known(data) for data in pictures}
    pictures = [data for data in pictures if known[data]]
    jobs: list[tuple[str, Callable[[bytes], object]]] = [
        ("floor", floor),
        ("one reading", lambda data: vision.read([vision.decode_colour(data)], 2, known[data])),
        ("never set up", lambda data: vision.read([vision.decode_colour(data)], 2)),
        (f"burst of {BURST}", lambda data: vision.read([vision.decode_colour(data)] * BURST, 2, known[data])),
    ]
    times: dict[str, list[float]] = {job: [] for job, _ in jobs}
    for data in pictures:
        for _, run in jobs:  # a table has one window, and comes to know it once
            run(data)
        for _ in range(ROUNDS):
            for job, run in jobs:
                started = time.perf_counter()
                run(data)
                times[job].append(1000 * (time.perf_counter() - started))
    least = statistics.median(times["floor"])
    for job, _ in jobs:
        median, late = statistics.median(times[job]), statistics.quantiles(times[job], n=20)[-1]
        print(f"{name:11}{job:13}{median:8.2f}{late:8.2f}{median / least:8.2f}{late / least:11.2f}")


def _known(data: bytes) -> vision.Calibration | None:
    """The picture's window, as set-up would know it; None where it can't be seen with the dice in it."""
    try:
        return vision.calibrate_blind(vision.decode(data))
    except vision.CalibrationError:
        return None


if __name__ == "__main__":
    main()
