"""A table that is taught by pictures: the two commands."""

import json
from pathlib import Path

import cv2
import pytest

from companion.main import main
from tests.vision.lesson_throws import EMPTY, PAIRS, thrown


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Drawn throws with their labels, and the empty window."""
    cv2.imwrite(str(tmp_path / "empty.png"), EMPTY)
    lines = ["file,values"]
    for seed, pair in enumerate(PAIRS):
        cv2.imwrite(str(tmp_path / f"{seed}.png"), thrown(pair, seed))
        lines.append(f"{seed}.png,{pair[0]} {pair[1]}")
    (tmp_path / "labels.csv").write_text("\n".join(lines))
    return tmp_path


def command(folder: Path, *more: str) -> int:
    empty, out = str(folder / "empty.png"), str(folder / "table")
    return main(["teach", "--empty", empty, "--out", out, str(folder / "labels.csv"), *more])


def test_a_table_is_taught_and_read_with(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(folder) == 0
    assert "Every face was seen" in capsys.readouterr().out
    cv2.imwrite(str(folder / "ours.png"), thrown((3, 5), 90))
    cv2.imwrite(str(folder / "other.png"), thrown((3, 5), 91, body=70, pip=215))
    main(["read", "--json", "--table", str(folder / "table"), *(str(folder / f) for f in FILES)])
    ours, other = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (ours["certain"], ours["seen"]) == (True, [3, 5])
    assert [die["known"] for die in ours["dice"]] == [True, True]
    assert [die["known"] for die in other["dice"]] == [False, False]


FILES = ("ours.png", "other.png")


def test_without_a_table_nothing_is_said_of_the_dice(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["read", "--json", "--empty", str(folder / "empty.png"), str(folder / "1.png")])
    (line,) = capsys.readouterr().out.splitlines()
    assert all("known" not in die for die in json.loads(line)["dice"])


def test_faces_that_are_missing_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "labels.csv").write_text("0.png,1 2\n1.png,3 4\n7.png,2 5\n")
    assert command(folder) == 0
    assert "Still missing, or seen once only: 1, 3, 4, 5, 6." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ("", "found none"),
        ("0.png\n", "expected `file,values`"),
        ("0.png,1\n", "expected 2 values"),
        ("0.png,1 7\n", "expected 2 values"),
        ("0.png,1 ²\n", "expected 2 values"),
        ("nowhere.png,1 2\n", "nowhere.png"),
        ("labels.csv,1 2\n", "expected a picture"),
        (f"{'0' * 200_000}.png,1 2\n", "field larger than field limit"),
    ],
)
def test_labels_that_will_not_do_are_named(
    folder: Path, capsys: pytest.CaptureFixture[str], labels: str, said: str
) -> None:
    (folder / "labels.csv").write_text(labels)
    assert command(folder) == 2
    assert said in capsys.readouterr().err
    assert not (folder / "table").exists()


def test_a_throw_that_shows_other_dice_is_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(folder / "0.png"), EMPTY)
    assert command(folder) == 0
    assert "left out: " in capsys.readouterr().out


def test_a_file_that_is_no_table_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = str(folder / "labels.csv")
    assert main(["read", "--table", table, str(folder / "0.png")]) == 2
    assert "maexle teach" in capsys.readouterr().err
    assert main(["read", "--table", str(folder / "gone"), str(folder / "0.png")]) == 2
