"""What the table's camera locks of light and lens, found at set-up and held from then on; and who owns it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

LEAST_GAIN: Final = 1.0
LEAST_US: Final = 100
"""Where libcamera's own automatics begin, by its tuning files for these cameras (`rpi.agc`)."""


@dataclass(frozen=True, slots=True)
class Locked:
    """What a camera holds; None is what nobody has said yet, or what this camera has not.

    Exposure in microseconds, colour gains (red, blue), the lens in dioptres: 1 / metres.
    """

    exposure_us: int | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None
    lens_position: float | None = None

    def filled(self, found: "Locked") -> "Locked":
        """Return it with what it lacks taken from what was found.

        Where it has exposure or gain alone, the other makes up for it: the picture stays as bright.
        """
        exposure_us, gain = self.exposure_us or found.exposure_us, self.gain or found.gain
        light = (found.exposure_us or 0) * (found.gain or 0)
        if light and self.gain and not self.exposure_us:
            exposure_us = int(light / self.gain)
        if light and self.exposure_us and not self.gain:
            gain = light / self.exposure_us
        colour_gains = self.colour_gains or found.colour_gains
        return Locked(exposure_us, gain, colour_gains, self.lens_position or found.lens_position)

    def dimmed(self, times: float, said: "Locked") -> "Locked | None":
        """Return it with so many times less light, None where that can't be: what is `said` stays.

        Gain, which brings noise, goes first.
        """
        if not self.exposure_us or not self.gain:
            return None
        light = self.exposure_us * self.gain / times
        gain = said.gain or max(LEAST_GAIN, light / self.exposure_us)
        exposure_us = said.exposure_us or int(light / gain)
        is_so_dim = exposure_us * gain < 1.01 * light and exposure_us >= LEAST_US
        return replace(self, exposure_us=exposure_us, gain=gain) if is_so_dim else None

    def __str__(self) -> str:
        colours = self.colour_gains and "colour gains {:.2f} and {:.2f}".format(*self.colour_gains)
        said = (
            f"exposure {self.exposure_us} µs" if self.exposure_us else None,
            f"gain {self.gain:.2f}" if self.gain else None,
            colours,
            f"focus {self.lens_position:.2f} dioptres" if self.lens_position else None,
        )
        return ", ".join(filter(None, said)) or "nothing"


NOTHING: Final = Locked()


class LightAndLens:
    """Owns what the table's camera is to hold: what set-up has kept, and while set-up looks what it tries.

    Where nothing is kept, what a camera finds when it opens is held for as long as the program runs. `said`
    is what the settings say, which has the last word. `may_look` says whether no throw can lie under the cup.
    """

    def __init__(
        self,
        said: Locked = NOTHING,
        kept: Locked | None = None,
        may_look: Callable[[], bool] = lambda: True,
    ) -> None:
        self.said = said
        self.may_look = may_look
        self._usual = said.filled(kept) if kept else None
        self._found: Locked | None = None
        self._tried: Locked | None = None
        self._trying = False

    @property
    def trying(self) -> bool:
        """Whether it is set-up that looks."""
        return self._trying

    @property
    def wanted(self) -> Locked | None:
        """What a look is to hold; None is to be found."""
        return self._tried if self._trying else self._usual or self._tried

    @property
    def tried(self) -> Locked | None:
        """What set-up's looks have; None before the first of them, and where the camera tells nothing."""
        return self._tried

    @property
    def lens_position(self) -> float | None:
        """Where the lens was last known to see sharply."""
        return self._usual.lens_position if self._usual else None

    def found(self, locked: Locked) -> None:
        """Note what a camera holds from now on."""
        if self._trying:
            self._found = self._found or locked
            self._tried = locked
        else:
            self._usual = locked

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Let set-up look in here: in the camera's thread, which may seek for longer than anybody waits."""
        self._trying = True
        try:
            yield
        finally:
            self._trying = False

    def begin_anew(self) -> None:
        """Let set-up's next look find everything anew."""
        self._found = self._tried = None

    def dim(self, times: float) -> bool:
        """Let set-up's next looks take so many times less light than was found; False where they can't."""
        dimmed = self._found and self._found.dimmed(times, self.said)
        self._tried = dimmed or self._tried
        return dimmed is not None

    @property
    def proven(self) -> Locked | None:
        """What set-up would keep; None where the camera has told nothing."""
        return self._tried or self._usual

    def keep(self, write: Callable[[Locked | None], None]) -> None:
        """Hold what set-up has proven from now on, if it can be written down; else what was held still is."""
        proven = self.proven
        write(proven)
        self._usual = proven
