"""Curves as SVG, for the docs: a few lines over time, with a grid and their names."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 300, 80, 40, 40, 200
COLOURS: Final = ("#1b6ca8", "#c8553d", "#4f7f3f", "#8a5a9e", "#b8860b")
LINES: Final = 5
Points = Sequence[tuple[float, float]]


def svg(title: str, unit: str, curves: Mapping[str, Points]) -> str:
    """Return a chart of curves over time in s; all begin at zero."""
    last = max((x for points in curves.values() for x, _ in points), default=1.0) or 1.0
    most = _round_up(max((y for points in curves.values() for _, y in points), default=1.0))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12" fill="#333">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for line in range(LINES + 1):
        value = most * line / LINES
        parts.append(_grid(_y(value, most), f"{value:g} {unit}"))
    for second in (0, last / 2, last):
        place = _x(second, last)
        parts.append(f'<text x="{place:.0f}" y="{HEIGHT - 18}" text-anchor="middle">{second:.0f} s</text>')
    for index, (name, points) in enumerate(curves.items()):
        colour = COLOURS[index % len(COLOURS)]
        path = " ".join(f"{_x(x, last):.1f},{_y(y, most):.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        at = f'x="{WIDTH - RIGHT + 10}" y="{TOP + 14 + 18 * index}"'
        parts.append(f'<text {at} fill="{colour}">{escape(name)}</text>')
    return "\n".join((*parts, "</svg>", ""))


def _grid(y: float, label: str) -> str:
    return (
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
    )


def _x(value: float, last: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * value / last


def _y(value: float, most: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most


def _round_up(value: float) -> float:
    """Return the next number above that is easy to divide."""
    step = 10.0
    while step * 10 < value:
        step *= 10
    return step * (int(value / step) + 1)
