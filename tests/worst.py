"""Show the reader's worst pictures: `python -m tests.worst [DIR]` writes `docs/worst/`.

Worst is what was ruled wrongly, the surest first; then what should have been read and was not; then what was
read with the least certainty. Only rendered pictures, which are our own, are shown; of photographs the page
gives the names.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import cv2
import numpy as np

import vision
from tests.figures import DATA, Result, measure_all
from vision.setup.portrait import portrait

PAGE: Final = Path(__file__).parents[1] / "docs" / "worst"
COUNT: Final = 10
OURS: Final = ("tables", "under-glass")
WIDTH_PX: Final = 320
WENT_WRONG: Final = {
    "dev_000197.jpg": "a third die, blown out by the lamps among which it lies, is not seen as one",
    "dev_002100.jpg": "a plain two at the wall, flush with the next die",
    "dev_002343.jpg": "a six far out at the wall, two of whose sides show as well",
    "dev_005095.jpg": "the lower die leans on the other, under a lamp's image",
    "dev_002010.jpg": "a red three with white pips and a lamp's image at its corner",
    "dev_000187.jpg": "black dice beside what the lamps blow out",
    "dev_005391.jpg": "four lamps in a square are taken for a four beside the dice",
    "dev_005354.jpg": "dirt on the plate is taken for an ace beside the dice",
    "dev_002058.jpg": "five dice in a heap, one of them black at the rim",
    "dev_t00_18.jpg": "black dice on black ground, of which no side can be seen",
    "dev_002405.jpg": "one die leans by a few degrees, which shows at its upper edge alone",
    "dev_002469.jpg": "a six among four others, with lamps at two of its corners",
    "dev_002502.jpg": "four lamps make a lattice of four pips on the floor",
    "dev_005077.jpg": "an ace on a dark die far out, of which one side shows as well",
    "dev_005196.jpg": "a clear three with round corners between two lamps, one at its edge",
    "dev_005472.jpg": "the larger die leans by a few degrees, towards the lens",
    "dev_005167.jpg": "a clear five whose middle pip is lost under a lamp's images",
    "dev_000071.jpg": "a three that the lamps whiten, with two of them on its pips",
    "dev_002331.jpg": "a red two with white pips, and lamps at three of its corners",
    "dev_005533.jpg": "lamps that stand in a square are taken for an ace beside the dice",
    "dev_005493.jpg": "an ace at the wall, two of whose sides show as well",
    "dev_000094.jpg": "a lamp on the cup's floor may be an ace",
    "dev_005519.jpg": "one of six lamps on the cup's floor may be an ace",
    "dev_t05_07.jpg": "too much light, and lamps on the corners of a red die with white pips",
    "dev_005062.jpg": "one of four lamps between dark dice may be an ace",
    "dev_000161.jpg": "a scratch on the plate, far from both dice, may be one more",
    "dev_005093.jpg": "a plain red six, held to lie under a lamp's image",
    "dev_t05_03.jpg": "a dark two that the light whitens, with lamps on both its pips",
    "dev_002214.jpg": "one of six lamps on the cup's floor may be an ace",
    "dev_002508.jpg": "two plain fours at the wall, flush with each other",
    "dev_002299.jpg": "a three beside a spill, with drops all over the plate",
    "dev_002193.jpg": "a clear four on dark ground, of whose body hardly anything is seen",
    "dev_002499.jpg": "a red five, one of whose pips lies under a ring of lamps",
    "dev_005047.jpg": "a clear red four between two others, which the light whitens",
    "dev_005262.jpg": "a clear red five whose middle pip pales before what shines through",
}
"""What went wrong or nearly did, as a person sees it; only pictures that were looked at have a line."""


def main() -> None:
    """Read everything, and write the page."""
    write_page(measure_all(Path(sys.argv[1]) if len(sys.argv) > 1 else DATA))


def write_page(results: Iterable[Result]) -> None:
    """Write the page and its pictures."""
    bad = sorted((result for result in results if _badness(result) > 0), key=_badness, reverse=True)
    shown = [result for result in bad if result.sample.group.startswith(OURS)][:COUNT]
    PAGE.mkdir(exist_ok=True)
    for old in PAGE.glob("*.jpg"):
        old.unlink()
    lines = [
        "# The ten worst pictures",
        "",
        "`python -m tests.worst` makes this page from the labelled sets: what was ruled wrongly, then what",
        "should have been read and was not, then what was read with the least certainty.",
        "",
    ]
    lines += ["| picture | of | true | what the reader said | what went wrong |", "|---|---|---|---|---|"]
    for result in shown:
        name = result.sample.file.name
        (PAGE / name).write_bytes(_picture(result))
        lines.append(
            f"| ![{name}]({name}) | {result.sample.group} | {_dice(result.sample.values)} | {_said(result)} "
            f"| {WENT_WRONG.get(name, '')} |"
        )
    others = [result for result in bad if result.verdict == "wrong" and "real" in result.sample.group]
    lines += ["", "Photographs that were read wrongly (they are not ours to show):", ""]
    for result in others:
        name, group = result.sample.file.name, result.sample.group
        lines.append(f"- {name} ({group}): true {_dice(result.sample.values)}, {_said(result)}")
    (PAGE / "README.md").write_text("\n".join(lines) + "\n")


def _badness(result: Result) -> float:
    """2 to 3 for a wrong ruling, 1 to 2 for a clean throw left to people, up to 1 for one read, else 0."""
    dice = result.reading.dice
    least = min((die.certainty for die in dice), default=0.0)
    if result.verdict == "wrong":
        return 2 + least
    readable = "clean" in result.sample.group and "hard" not in result.sample.group
    return (2 - least if result.verdict == "uncertain" else 1 - least) if readable else 0.0


def _said(result: Result) -> str:
    reading = result.reading
    dice = [f"{die.pips} ({die.certainty:.4f})" for die in sorted(reading.dice, key=lambda die: die.pips)]
    said = " and ".join(dice) if dice else "no sure die"
    return f"{said}; {reading.reason or 'certain'}"


def _dice(values: tuple[int, ...]) -> str:
    return " and ".join(map(str, values)) or "none"


def _picture(result: Result) -> bytes:
    """The window, with a square round each face that was read and a cross where the trouble is."""
    frame, reading = vision.decode_colour(result.sample.file.read_bytes()), result.reading
    shot = portrait(frame, reading.window)
    picture = cv2.imdecode(np.frombuffer(shot.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    for die in reading.dice:
        edge = die.edge * shot.scale
        corners = cv2.boxPoints((shot.point(die.x, die.y), (edge, edge), die.angle))
        cv2.polylines(picture, [np.rint(corners).astype(np.int32)], True, (80, 220, 80), 2, cv2.LINE_AA)
    if reading.place:
        x, y = (round(value) for value in shot.point(*reading.place))
        cv2.drawMarker(picture, (x, y), (60, 60, 255), cv2.MARKER_TILTED_CROSS, 40, 3, cv2.LINE_AA)
    scale = WIDTH_PX / picture.shape[1]
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 75])[1].tobytes()


if __name__ == "__main__":
    main()
