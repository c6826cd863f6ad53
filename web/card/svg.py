"""The card as SVG: it prints from any browser, in any letters."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final
from xml.sax.saxutils import escape

from web.card.card import Bar, Paper, Part, Text
from web.card.letters import Style, width

FONT: Final = "Helvetica, Arial, 'Liberation Sans', sans-serif"
TYPED: Final = "Menlo, Consolas, 'DejaVu Sans Mono', monospace"  # their 0 is no O at all
_LOOKS: Final = MappingProxyType(
    {
        Style.PLAIN: "",
        Style.BOLD: ' font-weight="bold"',
        Style.TYPED: f' font-weight="bold" font-family="{TYPED}"',
    }
)


def svg(parts: Iterable[Part], paper: Paper) -> bytes:
    """Return a card's drawing on paper of a size."""
    wide, high = paper.value
    view = f"0 0 {wide / paper.scale:.3f} {high / paper.scale:.3f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="{view}">'
    drawn = [_bar(part) if isinstance(part, Bar) else _text(part) for part in parts]
    ground = '<path fill="#fff" d="M0 0h200v200H0z"/>'
    group = f'<g font-family="{FONT}" shape-rendering="crispEdges">'
    return "\n".join([head, ground, group, *drawn, "</g></svg>", ""]).encode()


def _bar(bar: Bar) -> str:
    return f'<rect x="{bar.x:.3f}" y="{bar.y:.3f}" width="{bar.width:.3f}" height="{bar.height:.3f}"/>'


def _text(text: Text) -> str:
    """Return a line as long as it was measured, whichever letters the machine that prints has.

    Browsers don't hand `xml:space` down to a line, and without it two blanks of a password are drawn as one.
    """
    long = width(text.text, text.size, text.style)
    place = f'x="{text.x:.2f}" y="{text.y:.2f}" font-size="{text.size:.2f}"{_LOOKS[text.style]}'
    fit = f'textLength="{long:.2f}" lengthAdjust="spacingAndGlyphs"'
    return f'<text {place} {fit} xml:space="preserve">{escape(text.text)}</text>'
