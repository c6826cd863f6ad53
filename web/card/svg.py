"""The card as SVG: it prints from any browser, in any letters."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from web.card.card import Bar, Paper, Part, Text
from web.card.letters import width

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"


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
    """Return a line as long as it was measured, whichever letters the machine that prints has."""
    bold = ' font-weight="bold"' if text.bold else ""
    long = width(text.text, text.size, bold=text.bold)
    place = f'x="{text.x:.2f}" y="{text.y:.2f}" font-size="{text.size:.2f}"{bold}'
    fit = f'textLength="{long:.2f}" lengthAdjust="spacingAndGlyphs"'
    return f"<text {place} {fit}>{escape(text.text)}</text>"
