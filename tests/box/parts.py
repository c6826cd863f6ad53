"""The parts that are printed or cut, each as it lies on its bed, and where it goes in the table."""

from dataclasses import dataclass
from math import cos, radians, sin

from tests.box.measures import Measures
from tests.box.solids import (
    UPSIDE_DOWN,
    Cut,
    Frame,
    Joined,
    Moved,
    Outline,
    Pulled,
    Solid,
    Turned,
    bearing,
    block,
    ring,
    rod,
    sunk,
)

LAMPS = (0.0, 90.0, 180.0, 270.0)
"""The bearings of the lamps, degrees."""
EASY = 0.2
"""What goes into a printed hole finds it so much wider, all round."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part as it lies on its bed; `flat` ones can be cut from a sheet, after their outline there.

    So many `screws` hold each one of it to what it is mounted on.
    """

    name: str
    solid: Solid
    places: tuple[Frame, ...]
    printed: bool = True
    flat: bool = False
    screws: int = 0


def parts(m: Measures) -> tuple[Part, ...]:
    """All parts of the table."""
    return (window_ring(m), guide_ring(m), lamp_holder(m), camera_mount(m), button_bezel(m), *panels(m))


def window_ring(m: Measures) -> Part:
    """The black mask under the disc; it opens downwards, so that it shades nothing from the lamps."""
    inner, outer, lip = m.window / 2, m.hole / 2 - EDGE, 0.4
    high = m.mask_thick
    outline = ((inner, 0.0), (outer, 0.0), (outer, high), (inner + high - lip, high), (inner, lip))
    return Part("window-ring", Turned(outline), (UPSIDE_DOWN,), flat=True)


EDGE = 0.25
"""The window's ring is so much smaller than its hole, all round."""


def guide_ring(m: Measures) -> Part:
    """The ring that the shaker stands in, upside down: beer leaves by three gaps under it."""
    inner = (m.cup + m.cup_play) / 2
    outer, high = inner + m.ring_wide, m.ring_high
    slope = m.ring_wide / 4
    outline = ((inner + slope, 0.0), (outer - slope, 0.0), (outer, slope), (outer, high), (inner, high))
    gaps = tuple(_gap(m, outer, angle) for angle in (30.0, 150.0, 270.0))
    frame = Frame((0.0, 0.0, m.plate + high), z=(0.0, 0.0, -1.0))
    return Part("guide-ring", Cut(Turned((*outline, (inner, slope))), gaps), (frame,))


def _gap(m: Measures, outer: float, angle: float) -> Solid:
    (x, y), roof = bearing(angle), 0.45 * m.ring_high
    across = block(2 * m.ring_wide + 8, m.ring_gap, roof, m.ring_high + 1)
    middle = outer - m.ring_wide / 2
    return Moved(across, Frame((x * middle, y * middle, 0.0), (x, y, 0.0)))


def lamp_holder(m: Measures) -> Part:
    """A block on the wall that holds a diffuser, with an LED behind it, towards the middle of the window.

    It lies on its back: x is its width, y up the wall, z away from the wall.
    """
    half = m.diffuser / 2 + 2.5
    body = _sideways(_lamp_outline(m, half), 2 * half + 2)
    ears = block(4 * half, 26.0, 0.0, 4.0, y=-7.0)
    screws = tuple(sunk(m.screw / 2, 4.0, side * (1.5 * half + 2), -7.0) for side in (-1, 1))
    wires = block(4.0, 30.0, -1.0, 4.0, y=-32.0)
    solid = Cut(Joined((body, ears)), (_lamp_bore(m), wires, *screws))
    out, under = m.lamp[0] + m.lamp_wall, m.lamp[1]
    places = tuple(
        Frame((x * out, y * out, -under), (y, -x, 0.0), (-x, -y, 0.0)) for x, y in map(bearing, LAMPS)
    )
    return Part("lamp-holder", solid, places, screws=len(screws))


DEEP = 18.0
"""From the front of a lamp's holder to where its LED is pushed in from behind."""


def _lamp_outline(m: Measures, half: float) -> Outline:
    """The block from the side: (from the wall, up the wall)."""
    tilt = radians(m.lamp_tilt)
    ahead, across = (cos(tilt), sin(tilt)), (-sin(tilt), cos(tilt))
    upper = (m.lamp_wall + half * across[0], half * across[1])
    lower = (m.lamp_wall - half * across[0], -half * across[1])
    behind = (lower[0] - DEEP * ahead[0], lower[1] - DEEP * ahead[1])
    return ((0.0, upper[1]), upper, lower, behind, (0.0, behind[1] - 4.0))


def _sideways(outline: Outline, wide: float) -> Solid:
    """An outline of (height, y), pulled along x."""
    return Moved(Pulled(outline, -wide / 2, wide / 2), Frame(x=(0.0, 0.0, 1.0), z=(-1.0, 0.0, 0.0)))


def _lamp_bore(m: Measures) -> Solid:
    """From the front: the diffuser's seat, a chamber, the LED's hole, room for its legs."""
    seat, chamber, hole, legs = m.diffuser / 2 + EASY, m.diffuser / 2 - 1.5, m.led / 2 + EASY / 2, 4.5
    steps = ((seat, 30.0, -m.diffuser_thick), (chamber, -m.diffuser_thick, 3 - DEEP), (hole, 3 - DEEP, -DEEP))
    outline = tuple(
        (radius, height) for radius, *heights in (*steps, (legs, -DEEP, -60.0)) for height in heights
    )
    return Moved(Turned(((0.0, 30.0), *outline, (0.0, -60.0))), lamp_front(m))


def lamp_front(m: Measures) -> Frame:
    """The middle of a lamp's diffuser, in the frame of its holder; z goes to the window."""
    tilt = radians(m.lamp_tilt)
    return Frame((0.0, 0.0, m.lamp_wall), z=(0.0, sin(tilt), cos(tilt)))


def camera_mount(m: Measures) -> Part:
    """Four posts under the camera's board; washers over the wide holes of its foot let it be centred."""
    foot, top = 3.0, m.lens_over_floor - m.lens_over_board - m.camera_board[2]
    posts, pilots = [], []
    for x, y in camera_screws(m):
        posts.append(rod(2.75, 0.0, top, x, y))
        pilots.append(rod(0.85, 1.5, top + 1, x, y))
    middle = m.camera_holes[1] / 2
    wide = tuple(rod(4.0, -1.0, foot + 1, x, y) for x, y in mount_screws(m))
    solid = Cut(Joined((block(60.0, 48.0, 0.0, foot, y=middle), *posts)), (*pilots, *wide))
    return Part("camera-mount", solid, (Frame((0.0, 0.0, -m.floor)),), screws=len(wide))


def camera_screws(m: Measures) -> tuple[tuple[float, float], ...]:
    """Where the camera's board is screwed down, as seen from the lens."""
    wide, deep = m.camera_holes
    return tuple((x, y) for x in (-wide / 2, wide / 2) for y in (0.0, deep))


def button_bezel(m: Measures) -> Part:
    """A plate for the button and the two lights of a verdict, with a rim that beer and elbows meet first."""
    thick, reach = 3.0, 22.0
    plate = Joined((*(rod(30.0, 0.0, thick, x) for x in (-reach, reach)), block(2 * reach, 60.0, 0.0, thick)))
    rim = ring(m.button / 2 + 4.5, m.button / 2 + 6.5, thick, thick + 2)
    screws = tuple(sunk(m.screw / 2, thick, x, y) for x in (-reach, reach) for y in (-22.0, 22.0))
    lights = tuple(rod(m.light / 2 + EASY / 2, -1.0, thick + 1, x) for x in LIGHTS)
    solid = Cut(Joined((plate, rim)), (rod(m.button / 2 + EASY / 2, -1.0, thick + 3), *lights, *screws))
    return Part("button-bezel", solid, (button_place(m),), screws=len(screws))


LIGHTS = (-38.0, 38.0)
"""Where the lights of a verdict stand, from the button."""


def button_place(m: Measures) -> Frame:
    """Where the button is drawn: anywhere that a hand falls will do, clear of the box's walls."""
    return Frame((0.0, -(m.inside / 2 + m.board + 45), m.plate))


def panels(m: Measures) -> tuple[Part, ...]:
    """The box: two long sides, two short ones with vents low down, and its floor, from plywood."""
    thick, inside, outside = m.board, m.inside, m.inside + 2 * m.board
    far = (inside + thick) / 2
    up, low = thick / 2, -m.floor
    long = Part(
        "box-side-long",
        block(outside, m.box_high, -up, up, y=m.box_high / 2),
        tuple(Frame((0.0, y, low), z=(0.0, -1.0, 0.0)) for y in (-far, far)),
        printed=False,
        flat=True,
    )
    vents = tuple(block(40.0, 4.0, -up - 1, up + 1, x, 14.0) for x in (-60.0, 0.0, 60.0))
    short = Part(
        "box-side-short",
        Cut(block(inside, m.box_high, -up, up, y=m.box_high / 2), vents),
        tuple(Frame((x, 0.0, low), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)) for x in (-far, far)),
        printed=False,
        flat=True,
    )
    cable, corner = rod(20.0, -thick, thick, 0.3 * inside, 0.3 * inside), inside / 2 - 8
    holes = (cable, rod(3.0, -thick, thick, corner, corner), *(_pilot(m, x, y) for x, y in mount_screws(m)))
    floor = Cut(block(outside, outside, -up, up), holes)
    place = (Frame((0.0, 0.0, low - up)),)
    return long, short, Part("box-floor", floor, place, printed=False, flat=True)


def mount_screws(m: Measures) -> tuple[tuple[float, float], ...]:
    """Where the camera's mount is screwed to the floor."""
    middle = m.camera_holes[1] / 2
    return tuple((x, middle + y) for x in (-21.0, 21.0) for y in (-15.0, 15.0))


def _pilot(m: Measures, x: float, y: float) -> Solid:
    return rod(m.screw / 2 - 0.5, -m.board, m.board, x, y)
