"""A Debian 12 with no init of its own: the oldest Python and OpenCV that are promised, no pins, no camera."""

from pathlib import Path
from typing import Final

from tests.appliance.report import Report
from tests.appliance.trees import PROGRAM, check_installed, host_there, play_there, running, said

VERSIONS: Final = "import cv2, sys; print(*sys.version_info[:2], cv2.__version__)"
REVEALS: Final = 5


def check_debian_12(root: Path, report: Report) -> None:
    """Look at what the installer left in the tree `root`, and play there."""
    with report.check("on Debian 12 the installer goes to its end, in an image that is being made"):
        check_installed(root)
    with report.check("Python 3.11 and OpenCV 4.6 run there, and the program reads its own pictures"):
        assert said(root, f"{PROGRAM}/python -c '{VERSIONS}'").startswith("3 11 4.6.")
        said(root, f"{PROGRAM}/maexle proof")
    with (
        report.check(f"a game is played there: {REVEALS} throws under the simulated cup are read and ruled"),
        running(root),
    ):
        play_there(root, host_there(root), REVEALS)
