"""The referee: on a challenge it looks at the dice, outside the table's lock, and says what it saw."""

import logging
import time
from dataclasses import replace

from table.builds import Build, counts
from table.follower import Follower
from table.log import LogError
from table.look import Look, Stage
from table.ports import Camera, Picture, Read
from table.table import Table
from vision.reading import Reading, Reason

_WAITS = {Reason.MOVING: Stage.MOVING, Reason.NO_PLATE: Stage.NO_CUP, Reason.NO_DICE: Stage.NO_CUP}
_LOG = logging.getLogger(__name__)


class Referee(Follower):
    """Follows the table and answers every look that it asks for.

    While dice move or no cup is there it looks again for `patience_s`; any other doubt gets one more look.
    No frame is taken before a challenge. `build` is set anew when set-up has proven the other one.
    """

    def __init__(
        self,
        table: Table,
        camera: Camera | None,
        read: Read,
        build: Build,
        *,
        frames: int = 3,
        patience_s: float = 5.0,
    ) -> None:
        self._camera = camera
        self._read = read
        self.build = build
        self._frames = frames
        self._patience_s = patience_s
        super().__init__(table, "referee", self._follow)

    def _follow(self) -> None:
        done: tuple[int, int] | None = None
        shot = self._table.snapshot()
        while not self._stop.is_set():
            look = shot.look
            if look and look.stage is Stage.READING and (look.version, look.attempt) != done:
                done = (look.version, look.attempt)
                self._judge(look)
            shot = self._table.wait(shot.revision)

    def _judge(self, look: Look) -> None:
        if self._camera is None:
            self._ask(look, "no_camera", None)
            return
        try:
            found = self._settled(look, self._camera)
            if found is None:
                return
            reading, picture = found
            if reading.certain:
                self._table.reveal(look, counts(reading.seen, self.build), picture)
            else:
                self._ask(look, str(reading.reason), picture)
        except OSError as error:
            if self._overtaken(look):  # it may have been broken off for that very reason
                return
            _LOG.warning("the camera can't be used, people enter the dice: %s", error)
            self._ask(look, "camera", None)
        except LogError as error:
            _LOG.error("%s", error)
            self._ask(look, "disk", None)
        except Exception:
            # Whatever a picture does to the reader, the game goes on: people can always enter the dice
            _LOG.exception("the reader failed, people enter the dice")
            self._ask(look, "camera", None)

    def _settled(self, look: Look, camera: Camera) -> tuple[Reading, Picture] | None:
        """Look until a reading is certain or stays doubtful.

        None once the look is overtaken: what lies there by then may be a throw that nobody may see, so what
        the camera gave is dropped unread.
        """
        until = time.monotonic() + self._patience_s
        doubts = 0
        while not self._overtaken(look):
            game = self._table.snapshot().game
            frames = camera.look(self._frames)
            if self._overtaken(look):
                break
            reading, shown = self._read(frames, game.rules.DICE if game else 2)
            stage = _WAITS.get(reading.reason) if reading.reason else None
            doubts += stage is None
            if reading.certain or doubts > 1 or time.monotonic() >= until:
                return reading, replace(shown, below=self.build is Build.PLATE)
            if stage:
                self._table.report(replace(look, stage=stage))
        return None

    def _overtaken(self, look: Look) -> bool:
        now = self._table.snapshot().look
        return (
            self._stop.is_set() or now is None or (now.version, now.attempt) != (look.version, look.attempt)
        )

    def _ask(self, look: Look, reason: str, picture: Picture | None) -> None:
        self._table.report(replace(look, stage=Stage.ASKING, reason=reason, picture=picture))
