"""A sheet of views with their sizes, as a small SVG picture; points are mm, y goes up."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.sax.saxutils import escape

Point = tuple[float, float]
Line = Sequence[Point]

STYLE: Final = (
    "text{font:14px system-ui,'DejaVu Sans',Arial,sans-serif;fill:#1f2937}"
    ".t{font-size:18px;font-weight:600}"
    ".s{fill:#4b5563}.m{text-anchor:middle}.v{fill:none;stroke:#1f2937;stroke-width:1.3}"
    ".h{fill:none;stroke:#9aa3ad;stroke-width:.7;stroke-dasharray:4 3}"
    ".d{fill:none;stroke:#4b5563;stroke-width:.8}"
    ".r{fill:none;stroke:#b45309;stroke-width:.9}"
)
ARROW: Final = (
    '<marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8"'
    ' orient="auto-start-reverse"><path d="M0 2 10 5 0 8z" fill="#4b5563"/></marker>'
)
NARROW: Final = 30
"""A size that is no higher, px, has its words beside it."""
AWAY: Final = 6
"""From a sized edge to the line that leads to its arrow, px."""


@dataclass(slots=True)
class View:
    """One view: its middle stands at (x, y), px, and it is `scale` px for each mm."""

    x: float
    y: float
    scale: float
    drawn: list[str] = field(default_factory=list)

    def lines(self, kind: str, lines: Sequence[Line]) -> None:
        """Draw lines of a kind: `v` visible, `h` hidden, `r` a ray of light."""
        if lines:
            self.drawn.append(f'<path class="{kind}" d="{"".join(self._path(line) for line in lines)}"/>')

    def faces(self, colour: str, outlines: Sequence[Line]) -> None:
        """Fill what lies in one outline and not in the others, as a section shows it."""
        path = "".join(f"{self._path(line)}Z" for line in outlines)
        self.drawn.append(
            f'<path d="{path}" fill="{colour}" fill-rule="evenodd" stroke="#1f2937" stroke-width="1"/>'
        )

    def across(self, start: float, end: float, edge: float, at: float, words: str = "") -> None:
        """Size something from left to right: it lies at the height `edge`, its arrow at the height `at`."""
        self._size((start, edge), (end, edge), (start, at), (end, at), words)

    def up(self, start: float, end: float, edge: float, at: float, words: str = "") -> None:
        """Size something from below upwards: it lies at the left or right `edge`, its arrow at `at`."""
        self._size((edge, start), (edge, end), (at, start), (at, end), words)

    def say(self, x: float, y: float, words: str, to: Point | None = None) -> None:
        """Write words about (x, y); with a line `to` what they are about."""
        px, py = self._px((x, y))
        if to is not None:
            tx, ty = self._px(to)
            self.drawn.append(f'<path class="d" d="M{px:.1f} {py:.1f}L{tx:.1f} {ty:.1f}"/>')
            py += 16 if ty < py else -5
        self.drawn.append(f'<text class="s m" x="{px:.1f}" y="{py:.1f}">{escape(words)}</text>')

    def _size(self, edge_a: Point, edge_b: Point, a: Point, b: Point, words: str) -> None:
        """Two lines away from what is sized, the arrow between them, its length in words."""
        (ax, ay), (bx, by) = self._px(a), self._px(b)
        level = abs(ay - by) < 0.01
        for edge, (x, y) in ((edge_a, (ax, ay)), (edge_b, (bx, by))):
            ex, ey = self._px(edge)
            off = AWAY * (1 if (y - ey if level else x - ex) > 0 else -1)
            start = f"{ex:.1f} {ey + off:.1f}" if level else f"{ex + off:.1f} {ey:.1f}"
            self.drawn.append(f'<path class="d" d="M{start}L{x:.1f} {y:.1f}"/>')
        self.drawn.append(
            f'<path class="d" d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"'
            ' marker-start="url(#a)" marker-end="url(#a)"/>'
        )
        size = words or f"{abs(a[0] - b[0]) + abs(a[1] - b[1]):.4g}"
        x, y = (ax + bx) / 2, (ay + by) / 2
        narrow = not level and abs(ay - by) < NARROW
        place = f'x="{x + 16 * narrow:.1f}" y="{y - 5 + 10 * narrow:.1f}"'
        turned = "" if level or narrow else f' transform="rotate(-90 {x:.1f} {y:.1f})"'
        self.drawn.append(f'<text class="s m" {place}{turned}>{escape(size)}</text>')

    def _px(self, point: Point) -> Point:
        return self.x + self.scale * point[0], self.y - self.scale * point[1]

    def _path(self, line: Line) -> str:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(self._px, line))


def sheet(title: str, words: str, size: tuple[int, int], views: Sequence[View], told: str) -> str:
    """Put views onto one sheet with its title; `told` says which measures it was drawn after."""
    wide, high = size
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
            f' width="{wide}" height="{high}" role="img" aria-label="{escape(title)}: {escape(words)}">',
            f"<!-- {told} --><style>{STYLE}</style><defs>{ARROW}</defs>",
            f'<rect width="{wide}" height="{high}" fill="#fff"/>'
            f'<text class="t" x="24" y="34">{escape(title)}</text>',
            f'<text class="s" x="24" y="56">{escape(words)}</text>',
            *(line for view in views for line in view.drawn),
            "</svg>\n",
        )
    )
