import pytest

from table.builds import Build, counts


@pytest.mark.parametrize("seen", [(3, 5), (5, 3), (1, 1), (6, 1), (2, 3, 4, 4, 6)])
def test_in_the_shaker_the_face_that_is_seen_counts(seen: tuple[int, ...]) -> None:
    assert counts(seen, Build.SHAKER) == tuple(sorted(seen))


@pytest.mark.parametrize(
    ("seen", "count"),
    [
        ((3, 5), (2, 4)),
        ((6, 6), (1, 1)),
        ((1, 6), (1, 6)),
        ((6, 5), (1, 2)),
        ((2, 3, 4, 4, 6), (1, 3, 3, 4, 5)),
    ],
)
def test_on_the_plate_the_opposite_face_counts_seven_minus_what_is_seen(
    seen: tuple[int, ...], count: tuple[int, ...]
) -> None:
    assert counts(seen, Build.PLATE) == count
