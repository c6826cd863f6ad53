"""The chance that fair dice look so: chi-square with five degrees of freedom, against a printed table."""

import pytest

from games.fairness import FEWEST, chance, unevenness


@pytest.mark.parametrize(
    ("faces", "x"),
    [
        ((10, 10, 10, 10, 10, 10), 0.0),
        ((5, 8, 9, 8, 10, 20), 13.4),
        ((60, 0, 0, 0, 0, 0), 300.0),
    ],
)
def test_unevenness_is_chi_square(faces: tuple[int, ...], x: float) -> None:
    assert unevenness(faces) == pytest.approx(x)


@pytest.mark.parametrize(
    ("x", "tail"),
    [
        (0.554, 0.99),
        (1.610, 0.90),
        (4.351, 0.50),
        (9.236, 0.10),
        (11.070, 0.05),
        (15.086, 0.01),
        (20.515, 0.001),
    ],
)
def test_the_chance_is_that_of_the_table_for_five_degrees_of_freedom(x: float, tail: float) -> None:
    total = 6_000_000
    off = round((x * total / 12) ** 0.5)  # one face over by this much, another under: chi-square is x
    faces = (total // 6 + off, total // 6 - off, *[total // 6] * 4)
    assert unevenness(faces) == pytest.approx(x, rel=3e-3)
    assert chance(faces) == pytest.approx(tail, rel=5e-3)


def test_even_dice_are_as_fair_as_can_be() -> None:
    assert chance((10,) * 6) == 1.0


def test_under_sixty_dice_are_too_few() -> None:
    assert chance((10, 10, 10, 10, 10, FEWEST - 51)) is None
    assert chance((10, 10, 10, 10, 10, FEWEST - 50)) is not None
    assert chance((0,) * 6) is None


@pytest.mark.parametrize("faces", [(0,) * 6, (10,) * 5])
def test_no_dice_have_no_unevenness(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="six faces"):
        unevenness(faces)
