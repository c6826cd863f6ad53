"""Scores that may not fall: on pictures that the reader never saw, some here, most beside the project."""

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import vision
from tests.figures import DATA, Result, Sample, measure, samples

PICTURES = Path(__file__).parents[1] / "pictures"
BURSTS = DATA / "under-glass" / "bursts"


def share(results: Sequence[Result], verdict: str) -> float:
    return sum(result.verdict == verdict for result in results) / len(results)


@pytest.mark.long
@pytest.mark.parametrize(("folder", "least"), [(PICTURES, 0.94), (PICTURES / "5", 0.9)])
def test_throws_are_read_and_troubles_are_not(folder: Path, least: float) -> None:
    with (folder / "labels.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    chosen = [
        Sample(
            folder / row["file"],
            row["class"],
            int(row["expect"]),
            tuple(sorted(map(int, row["values"].split()))),
            row["must_abstain"] == "1",
        )
        for row in rows
    ]
    results = measure(chosen)
    wrong = [
        (result.sample.file.name, result.reading.seen) for result in results if result.verdict == "wrong"
    ]
    clean = [result for result in results if result.sample.group == "clean"]
    assert wrong == []
    assert share(clean, "right") > least


@pytest.mark.long
@pytest.mark.parametrize(
    ("group", "every", "right", "wrong"),
    [
        ("under-glass, clean 2", 24, 0.93, 0.0),
        ("under-glass, clean 5", 10, 0.88, 0.0),
        ("tables, clean 2", 4, 0.93, 0.0),
        ("tables, occluded", 1, 0.0, 0.0),
        ("untaught, clean 2", 6, 0.94, 0.0),
        ("under-glass, motion", 26, 0.0, 0.0),
        ("under-glass, dark", 14, 0.0, 0.0),
        ("under-glass, stacked", 14, 0.0, 0.0),
        ("under-glass, cocked", 12, 0.0, 0.0),
        ("real, tai_studio_glass", 12, 0.95, 0.0),
    ],
)
@pytest.mark.skipif(not DATA.exists(), reason="the labelled sets are not here")
def test_scores_on_the_labelled_sets_do_not_fall(group: str, every: int, right: float, wrong: float) -> None:
    results = measure([sample for sample in samples(DATA) if sample.group == group][::every])
    assert Counter(result.verdict for result in results)["wrong"] <= wrong * len(results)
    assert share(results, "right") >= right


def test_without_labelled_sets_nothing_is_measured_and_nothing_said_to_be_right(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=f"no labelled sets in {tmp_path}"):
        next(samples(tmp_path))


@pytest.mark.skipif(not BURSTS.exists(), reason="the labelled bursts are not here")
@pytest.mark.parametrize("number", range(0, 12, 3))
def test_a_burst_is_read_once_it_has_settled_and_not_before(number: int) -> None:
    files = sorted(BURSTS.glob(f"dev_burst{number:02}_*.jpg"))
    reading = vision.read([vision.decode(file.read_bytes()) for file in files], 2)
    # Even numbers come to rest, odd ones do not
    assert reading.certain == (number % 2 == 0)
