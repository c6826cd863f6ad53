"""The whole table: every part where it goes, and what stands round them, bought or sawn."""

import numpy as np

from tests.box.measures import Measures
from tests.box.parts import LAMPS, LIGHTS, button_place, camera_screws, lamp_front, lamp_holder, parts
from tests.box.solids import Cut, Frame, Joined, Moved, Points, Solid, Turned, block, ring, rod

BATTEN = (80.0, 20.0, 20.0)
"""Length, width and height of each batten."""


def table(m: Measures) -> dict[str, Solid]:
    """Everything in its place, by name."""
    placed = {
        f"{part.name} {number}": Moved(part.solid, frame)
        for part in parts(m)
        for number, frame in enumerate(part.places, 1)
    }
    return placed | bought(m)


def bought(m: Measures) -> dict[str, Solid]:
    """What is not made from the drawings, as far as room for it matters."""
    lamps = {
        f"{name} {number}": _at_lamp(m, number, solid)
        for number in range(1, len(LAMPS) + 1)
        for name, solid in (("diffuser", _diffuser(m)), ("led", _led(m)))
    }
    return {
        "table top": _table_top(m),
        "disc": rod(m.disc / 2, 0.0, m.plate),
        "shaker": _shaker(m),
        "camera": _camera(m),
        "pi": _pi(m),
        "button": Moved(_button(m), button_place(m)),
        **_battens(m),
        **lamps,
    }


def lit(m: Measures, spread: Points) -> Points:
    """Points of the four diffusers' faces: those of each that `spread`, shape (N, 2), says in radii of it."""
    face = np.column_stack([spread * m.diffuser / 2, np.zeros(len(spread))])
    return np.array([place.out(lamp_front(m).out(face)) for place in lamp_holder(m).places])


def _table_top(m: Measures) -> Solid:
    recess, deep = m.recess
    top, low = m.plate, m.plate - m.table
    ledge, bevel = top - deep, top - m.bevel_top
    hole = m.hole / 2
    steps = ((recess / 2, top + 1), (recess / 2, ledge), (hole, ledge), (hole, bevel), (m.bevel_out, low))
    opening = Turned(((0.0, top + 1), *steps, (m.bevel_out, low - 1), (0.0, low - 1)))
    under = (rod(m.button / 2 + 7.5, low - 1, top + 1), *(rod(7.0, low - 1, top + 1, x) for x in LIGHTS))
    x, y, _ = button_place(m).place
    holes = Moved(Joined(under), Frame((x, y, 0.0)))
    wide = m.inside + 2 * m.board + 240
    return Cut(block(wide, wide, low, top), (opening, holes))


def _shaker(m: Measures) -> Solid:
    end = m.plate + m.clear_end
    return Joined((rod(m.cup / 2, m.plate, end), ring(m.cup / 2 - 3, m.cup / 2, end, end + 45)))


def _camera(m: Measures) -> Solid:
    wide, deep, thick = m.camera_board
    face = -m.lens - m.lens_over_board
    board = block(wide, deep, face - thick, face, y=deep / 2 - m.camera_cable)
    holes = tuple(rod(1.1, face - 2 * thick, face + 1, x, y) for x, y in camera_screws(m))
    connector = block(21.0, 5.5, face - thick - 2.8, face - thick, y=3.0 - m.camera_cable)
    lens = (block(8.6, 8.6, face, face + 4.5), rod(3.6, face + 4.0, -m.lens))
    return Joined((Cut(board, holes), connector, *lens))


def _pi(m: Measures) -> Solid:
    """A Pi 4 or 5 on spacers of 8 mm, with room for plugs at its ports; screened from the lens."""
    return block(60.0, 100.0, 8.0 - m.floor, 26.0 - m.floor, x=-0.32 * m.inside)


def _battens(m: Measures) -> dict[str, Solid]:
    """What the box hangs by under the table, in its corners along its long sides."""
    (long, wide, high), low = BATTEN, m.plate - m.table
    far, out = (m.inside - long) / 2, (m.inside - wide) / 2
    corners = ((x, y) for x in (-far, far) for y in (-out, out))
    return {
        f"batten {number}": block(long, wide, low - high, low, x, y)
        for number, (x, y) in enumerate(corners, 1)
    }


def _button(m: Measures) -> Solid:
    return Joined((rod(m.button / 2, -30.0, 3.5), rod(m.button / 2 + 2.5, 3.0, 6.0), rod(19.0, -8.0, 0.0)))


def _diffuser(m: Measures) -> Solid:
    return rod(m.diffuser / 2, -m.diffuser_thick, 0.0)


def _led(m: Measures) -> Solid:
    return Joined((rod(m.led / 2, -18.0, -10.4), rod(m.led / 2 + 0.45, -19.0, -18.0)))


def _at_lamp(m: Measures, number: int, solid: Solid) -> Solid:
    return Moved(Moved(solid, lamp_front(m)), lamp_holder(m).places[number - 1])
