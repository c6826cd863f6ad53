"""Pictures from a second maker: throws of the same kinds, drawn by Blender's Cycles instead of our tracer.

Dice are solids with pips drilled into them, their resin bends light, and every paint and pattern is Blender's
own. What a net makes of them tells whether it learned dice or the tracer of `tests/training/windows`, which
the tracer's windows can't tell, however many are kept back. It photographs dice from above as well, on any
ground, for the nets that know no window. `make second` draws them all, in an environment of its own.
"""

from typing import Final

KEPT_BACK: Final = (range(300), range(12_500, 12_600))
"""The seeds of windows that nets are chosen by, evenings and what is hard."""
OTHER_MOULDS: Final = (range(15_300, 15_450),)
"""The same with dice whose pips lie elsewhere; all lots are those of `tests/training/windows/lots.py`."""
PHOTOGRAPHS: Final = 20_000
"""The seeds from here on are those of photographs."""
PHOTOGRAPHS_KEPT_BACK: Final = (range(PHOTOGRAPHS, PHOTOGRAPHS + 150),)
"""The seeds of those that nets are chosen by. Nothing learns from any of the second maker's."""
