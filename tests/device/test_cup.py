import random
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cup import Dice, SimulatedCup, dice_in, other_dice_in, pictures_in
from tests.device.pictures import plain, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(5):
        write(tmp_path / f"throw_{number}.png", 10 * number)
    return tmp_path


def _thrown(cup: SimulatedCup) -> int:
    return int(cup.look(1)[0][0, 0]) // 10


def test_without_an_order_the_throws_come_as_given_and_over_again(folder: Path) -> None:
    cup = SimulatedCup(dice_in(folder), None)
    thrown = []
    for _ in range(7):
        thrown.append(_thrown(cup))
        cup.shake()
    assert thrown == [0, 1, 2, 3, 4, 0, 1]


def test_an_order_shuffles_the_deck_and_no_throw_comes_twice_running(folder: Path) -> None:
    cup = SimulatedCup(dice_in(folder), random.Random(3))
    thrown = []
    for _ in range(50):
        thrown.append(_thrown(cup))
        cup.shake()
    rounds = [tuple(thrown[start : start + 5]) for start in range(0, 50, 5)]
    assert all(sorted(each) == [0, 1, 2, 3, 4] for each in rounds)
    assert len(set(rounds)) > 1
    assert all(one != next_one for one, next_one in pairwise(thrown))


def test_the_same_seed_throws_the_same(folder: Path) -> None:
    one, other = (SimulatedCup(dice_in(folder), random.Random(8)) for _ in range(2))
    for _ in range(12):
        assert one.picture() == other.picture()
        one.shake()
        other.shake()


def test_looking_gives_the_throw_that_lies_there_until_the_cup_is_shaken(folder: Path) -> None:
    cup = SimulatedCup(dice_in(folder), None)
    frames = cup.look(3)
    assert len(frames) == 3
    assert all(np.array_equal(frame, plain(0)) and frame.dtype == np.uint8 for frame in frames)
    frames[0][:] = 255
    assert not frames[1].any()
    assert _thrown(cup) == 0


def test_the_cup_counts_the_looks_and_its_own_page_is_none(folder: Path) -> None:
    cup = SimulatedCup(dice_in(folder), None)
    cup.picture()
    cup.shake()
    assert cup.looks == 0
    cup.look(3)
    cup.look(1)
    assert cup.looks == 2


def test_the_picture_is_the_file_that_the_camera_sees(folder: Path) -> None:
    cup = SimulatedCup(dice_in(folder), None)
    cup.shake()
    assert cup.picture() == (folder / "throw_1.png").read_bytes()


def test_a_picture_keeps_its_colours(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "red.png"), np.full((20, 30, 3), (0, 0, 255), np.uint8))
    (frame,) = SimulatedCup(dice_in(tmp_path), None).look(1)
    assert frame.shape == (20, 30, 3)
    assert frame[10, 10].tolist() == [0, 0, 255]


def test_a_picture_whose_three_channels_are_one_comes_out_grey(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "grey.png"), cv2.merge([plain(90)] * 3))
    (frame,) = SimulatedCup(dice_in(tmp_path), None).look(1)
    assert np.array_equal(frame, plain(90))


@pytest.mark.parametrize("content", [b"", b"these are no dice"])
def test_a_file_that_is_no_picture_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "notes.jpg").write_bytes(content)
    with pytest.raises(OSError, match=r"notes\.jpg: is no picture"):
        SimulatedCup(dice_in(tmp_path), None).look(1)


def test_a_picture_that_vanished_is_named(folder: Path) -> None:
    cup = SimulatedCup(dice_in(folder), None)
    (folder / "throw_0.png").unlink()
    with pytest.raises(OSError, match=r"throw_0\.png"):
        cup.look(1)


@pytest.fixture
def mixed(folder: Path) -> Path:
    """A folder with throws of five dice in it: the pictures with 100 and more."""
    (folder / "5").mkdir()
    for number in range(3):
        write(folder / "5" / f"throw_{number}.png", 100 + 10 * number)
    return folder


def test_a_cup_throws_as_many_dice_as_are_in_it(mixed: Path) -> None:
    cup = SimulatedCup(dice_in(mixed), None)
    thrown = []
    for dice in (2, 5, 5, 2, 2):
        cup.take(dice)
        cup.shake()
        thrown.append(_thrown(cup) // 10)
    assert thrown == [0, 1, 1, 0, 0]


def test_dice_of_another_number_lie_there_as_soon_as_they_are_taken(mixed: Path) -> None:
    cup = SimulatedCup(dice_in(mixed), None)
    cup.take(5)
    assert _thrown(cup) == 10
    cup.shake()
    cup.take(5)
    assert _thrown(cup) == 11, "the same dice lie as they lay"
    cup.take(2)
    assert _thrown(cup) == 0


def test_other_dice_come_set_by_set_and_the_first_ones_again(mixed: Path) -> None:
    for name, grey in (("amber", 50), ("green", 150)):
        (mixed / name).mkdir()
        write(mixed / name / "throw.png", grey)
    (mixed / "notes").mkdir()
    cup = SimulatedCup(dice_in(mixed), None, {}, other_dice_in(mixed))
    thrown = []
    for _ in range(4):
        cup.swap()
        thrown.append(_thrown(cup))
    assert thrown == [5, 15, 0, 5]
    assert cup.can_swap
    cup.swap()
    cup.swap()
    cup.take(5)
    assert _thrown(cup) == 10, "the first dice, five of them"


def test_a_cup_with_one_set_of_dice_has_no_others(folder: Path) -> None:
    cup = SimulatedCup(dice_in(folder), None, {}, other_dice_in(folder))
    assert not cup.can_swap
    cup.swap()
    assert _thrown(cup) == 0


def test_a_folder_without_throws_of_so_many_dice_shows_what_it_has(folder: Path) -> None:
    cup = SimulatedCup(dice_in(folder), None)
    cup.take(5)
    assert _thrown(cup) == 0
    cup.shake()
    assert _thrown(cup) == 1


def test_a_folder_of_throws_of_so_many_dice_needs_pictures(folder: Path) -> None:
    (folder / "5").mkdir()
    with pytest.raises(OSError, match="5: no pictures there"):
        dice_in(folder)


@pytest.mark.parametrize(("pictures", "counted"), [([], {}), ([Path("a.png")], {5: []})])
def test_a_cup_needs_pictures(pictures: list[Path], counted: dict[int, list[Path]]) -> None:
    with pytest.raises(ValueError, match="at least one picture"):
        Dice(pictures, counted)


def test_a_cup_may_be_closed_twice(folder: Path) -> None:
    cup = SimulatedCup(dice_in(folder), None)
    cup.close()
    cup.close()


def test_a_folders_pictures_come_by_name_without_what_is_laid_out(tmp_path: Path) -> None:
    for name in ("b.JPG", "a.png", "c.jpeg", "table_empty.jpg", "a_middle.png", "a_rim.png", "labels.csv"):
        (tmp_path / name).touch()
    assert [file.name for file in pictures_in(tmp_path)] == ["a.png", "b.JPG", "c.jpeg"]


def test_what_a_mac_hides_beside_the_pictures_is_none(tmp_path: Path) -> None:
    (tmp_path / ".thumbnails").mkdir()
    for name in ("throw.jpg", "._throw.jpg", ".thumbnails/small.jpg"):
        (tmp_path / name).touch()
    assert dice_in(tmp_path).throws(2) == [tmp_path / "throw.jpg"]
    assert other_dice_in(tmp_path) == []


def test_a_folder_without_pictures_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=rf"{tmp_path}: no pictures there"):
        pictures_in(tmp_path)
    with pytest.raises(OSError, match="nowhere"):
        pictures_in(tmp_path / "nowhere")
