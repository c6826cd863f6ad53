"""In the guest: a finger on the button, and eyes on the lights: finger.py HELD WATCHED, both in seconds.

Prints for each output how its line went: the share of the time that it was on, and how often it changed.
"""

import json
import sys
import time
from itertools import pairwise
from pathlib import Path

CHIP = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
BUTTON = CHIP / "sim_gpio17" / "pull"
OUTPUTS = {"button": 27, "true": 23, "lie": 24, "lamps": 22}


def main(held_s: float, watched_s: float) -> None:
    """Hold the button for `held_s`, not at all for 0, and watch for `watched_s` from the touch on."""
    lines = {name: (CHIP / f"sim_gpio{pin}" / "value") for name, pin in OUTPUTS.items()}
    seen: dict[str, list[int]] = {name: [] for name in lines}
    began = time.monotonic()
    if held_s:
        BUTTON.write_text("pull-down")
    while (now := time.monotonic() - began) < watched_s:
        if held_s and now >= held_s:
            BUTTON.write_text("pull-up")
            held_s = 0
        for name, line in lines.items():
            seen[name].append(int(line.read_text()))
        time.sleep(0.005)
    print(json.dumps({name: _summed(values) for name, values in seen.items()}))


def _summed(values: list[int]) -> dict[str, float]:
    changes = sum(one != other for one, other in pairwise(values))
    return {"share": round(sum(values) / max(1, len(values)), 2), "changes": changes}


if __name__ == "__main__":
    main(float(sys.argv[1]), float(sys.argv[2]))
