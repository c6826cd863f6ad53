"""A table that is taught by pictures: the two commands."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import pytest

from companion.commands.teach import Label, read_labels, report
from companion.kept.table_file import read_table
from companion.main import main
from tests.vision.lesson_throws import EMPTY, PAIRS, TABLE, lesson, thrown
from tests.vision.test_kinds import half_red
from vision import Frame, TaughtError
from vision.taught.lessons import teach


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


def test_that_dice_of_one_set_differ_is_said() -> None:
    dice, _ = teach(lesson(*PAIRS), TABLE)
    assert "differ" not in report(dice)
    assert "differ" in report(replace(dice, varied=True))


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


def test_a_table_that_can_t_be_written_is_said_before_anything_is_learned(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "0.png").unlink()  # which would end it, if it came to that
    for out in ("nowhere/table", "."):
        assert command(folder, "--out", str(folder / out)) == 2
        assert f"maexle teach: {folder / out}: " in capsys.readouterr().err


def test_whether_a_table_can_be_written_is_tried_without_a_trace(folder: Path) -> None:
    (folder / "0.png").unlink()
    before = sorted(folder.iterdir())
    assert command(folder) == 2
    assert sorted(folder.iterdir()) == before
    (folder / "table").write_text("an earlier one")
    assert command(folder) == 2
    assert (folder / "table").read_text() == "an earlier one"


def test_without_a_table_nothing_is_said_of_the_dice(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["read", "--json", "--empty", str(folder / "empty.png"), str(folder / "1.png")])
    (line,) = capsys.readouterr().out.splitlines()
    assert all("known" not in die for die in json.loads(line)["dice"])


def test_dice_that_differ_in_colour_have_faces_of_their_own(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = []
    for seed in range(5):
        cv2.imwrite(str(folder / f"two{seed}.png"), half_red(thrown((2, 5), seed)))
        rows.append(f"two{seed}.png,2 5\n")
    (folder / "labels.csv").write_text("".join(rows))
    assert command(folder) == 0
    lines = capsys.readouterr().out.splitlines()
    said = sorted(
        line.split(": ", 1)[1] for line in lines if line.startswith("Looks of each face of the dice")
    )
    assert said == [
        "2: 5. Still missing: 1, 3, 4, 5, 6.",
        "5: 5. Still missing: 1, 2, 3, 4, 6.",
    ]


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
        ("0.png,35\n", "expected 2 values from 1 to 6 like `3 5`, got '35'"),
        ("0.png;3,5\n", "expected 2 values"),
        ("nowhere.png,1 2\n", "nowhere.png"),
        ("labels.csv,1 2\n", "expected a picture"),
        ("\x00.png,1 2\n", ".png: embedded null"),
        ("file,values\n\n0.png,1 2\n\n1.png,9 9\n", "line 5: expected 2 values"),
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


@pytest.mark.parametrize(("picture", "said"), [(EMPTY[:50, :50], "64 px"), (EMPTY[:200, :200], "window")])
def test_a_picture_of_no_empty_window_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], picture: Frame, said: str
) -> None:
    cv2.imwrite(str(folder / "empty.png"), picture)
    assert command(folder) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"maexle teach: {folder / 'empty.png'}: ")
    assert said in message


@pytest.mark.parametrize(
    "written",
    [
        "file;values\r\n0.png;1 2\r\n;\r\n",  # as spreadsheets write a CSV in German, French and Italian
        "\ufeff\n0.png;1 2\n",
        "file\tvalues\n0.png\t1 2\n",
        '"file";"values"\n"0.png";"1 2"\n',
        "Values,class,File\n1 2,clean,0.png\n",
        "file,class,expect,values\n0.png,clean,2,1 2\n",
    ],
)
def test_labels_are_taken_as_spreadsheets_write_them(folder: Path, written: str) -> None:
    (folder / "labels.csv").write_text(written, newline="")
    assert read_labels(folder / "labels.csv", 2) == [Label(folder / "0.png", (1, 2))]


def test_a_picture_of_another_size_is_said_with_both(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(folder / "1.png"), EMPTY[:700])
    assert command(folder) == 2
    said = "expected the size of the empty window's picture, 960 x 720 px, got 960 x 700 px"
    assert f"1.png: {said}" in capsys.readouterr().err


def test_a_name_with_a_semicolon_in_it_is_a_name(folder: Path) -> None:
    (folder / "labels.csv").write_text("a;b.png,1 2\n")
    assert read_labels(folder / "labels.csv", 2) == [Label(folder / "a;b.png", (1, 2))]


def test_labels_in_another_writing_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "labels.csv").write_bytes("Würfel.png,1 2\n".encode("latin-1"))
    assert command(folder) == 2
    assert "labels.csv: expected text in UTF-8: save it as `CSV UTF-8`" in capsys.readouterr().err


@pytest.mark.parametrize("dice", ["0", "-1", "7"])
def test_no_or_too_many_dice_are_refused(folder: Path, dice: str) -> None:
    with pytest.raises(SystemExit) as refused:
        command(folder, "--expect", dice)
    assert refused.value.code == 2


def test_labels_that_say_what_counts_instead_of_what_is_seen_are_noticed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [f"{seed}.png,{7 - one} {7 - other}" for seed, (one, other) in enumerate(PAIRS)]
    (folder / "labels.csv").write_text("\n".join(lines))
    assert command(folder) == 0
    assert "do the labels say what the camera sees?" in capsys.readouterr().out


def test_dice_of_which_people_will_often_be_asked_are_said_to_be_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(folder) == 0
    assert "often be asked" not in capsys.readouterr().out
    for seed, pair in enumerate(PAIRS[:4]):
        cv2.imwrite(str(folder / f"{seed}.png"), thrown(pair, seed, body=200, pip=195))
    assert command(folder) == 0
    assert f"sure of {len(PAIRS) - 4} of {len(PAIRS)} throws" in capsys.readouterr().out


def test_a_throw_that_shows_other_dice_is_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(folder / "0.png"), EMPTY)
    assert command(folder) == 0
    assert f"left out: {folder / '0.png'}: its dice can't be found" in capsys.readouterr().out


def test_a_file_that_is_no_table_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = str(folder / "labels.csv")
    assert main(["read", "--table", table, str(folder / "0.png")]) == 2
    assert "maexle teach" in capsys.readouterr().err
    assert main(["read", "--table", str(folder / "gone"), str(folder / "0.png")]) == 2


def test_a_table_that_was_spoilt_anywhere_is_no_crash(folder: Path) -> None:
    command(folder)
    whole, chance = (folder / "table").read_bytes(), Random(1)
    for place in (0, len(whole) - 400):
        for _ in range(200):
            spoilt = bytearray(whole)
            for _ in range(2):
                spoilt[place + chance.randrange(400)] = chance.randrange(256)
            (folder / "table").write_bytes(spoilt)
            with suppress(TaughtError):
                read_table(folder / "table")
