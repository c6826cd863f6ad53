"""How well the reader reads what its nets never saw: `python -m tests.figures --unseen`.

Probes are nets that learned while whole groups of dice and of cups were left out (`make probes`); each is
asked about the traced windows that hold any of those. Of what is covered, leans, moves or lies on another die
no reading is right. Pictures with a pip under a lamp, or with pips that hardly differ from their face, are
left out: they have no agreed truth.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import cv2
import numpy as np

import vision
import vision.looking.photograph
from tests.training.scenes import UNKNOWN
from tests.training.sensor import take
from tests.training.windows import store
from tests.training.windows.demo import framed, to_middle
from vision.floor import one_thread
from vision.looking import windowed
from vision.nets.inspector import Inspector
from vision.nets.scout import Scout
from vision.sightings import LEANING

PROBES: Final = {
    "clear": ("translucent", "metallic", "clear"),
    "patterned": ("patterned", "natural", "printed"),
}
"""What each probe has never seen: groups of dice, and of cups."""
ROOT: Final = Path(__file__).parents[1]
WINDOWS: Final = ROOT / "build" / "windows"
NETS: Final = ROOT / "build" / "probes"
ENLARGED: Final = 2
"""The reader halves a camera's picture first; traced ones are of that half size already."""
BINS: Final = (0.95, 0.98, 0.99, 0.995, 0.998, 1.001)
"""Between these the certainties are counted."""
FEW: Final = 3
"""Every third block holds some thousands of windows: more would take an hour, and tell the same."""
FLAT: Final = 1.0
ASLANT: Final = 32.0
"""A photograph's dice are seen from so many degrees beside their tops at most."""


@dataclass(frozen=True, slots=True)
class Question:
    """One picture that a probe is asked about, by block and place in it, and by which camera it is taken.

    `known` says whether the reader is told where the window is; photographs have none. A camera takes so many
    `frames` of the same.
    """

    probe: str
    file: Path
    index: int
    group: str
    kind: str
    expect: int
    values: tuple[int, ...]
    camera: int = 0
    known: bool = True
    frames: int = 1

    @property
    def must_abstain(self) -> bool:
        """Whether no reading is right."""
        return self.kind == "troubled"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it."""

    question: Question
    reading: vision.Reading
    verdict: str


def questions(windows: Path, probes: Sequence[str] = tuple(PROBES)) -> Iterator[Question]:
    """What each probe is asked: of every few blocks, from all lots."""
    files = (file for file in windows.glob("windows_?????.npz") if int(file.stem[-5:]) % FEW == 0)
    for file in sorted(files):
        block = store.read(file)
        for index, truth in enumerate(block.truths):
            for probe in probes:
                if {truth["group"], truth["cup_group"]} & set(PROBES[probe]) and truth["faces"]:
                    yield from _question(probe, file, index, truth)


def questions_of(file: Path) -> Iterator[Question]:
    """What any nets are asked about the windows, or the photographs, of one file."""
    for index, truth in enumerate(store.read(file).truths):
        if truth["faces"]:
            yield from _question("", file, index, truth)


def _question(probe: str, file: Path, index: int, truth: dict[str, Any]) -> Iterator[Question]:
    kinds = [face["kind"] for face in truth["faces"]]
    group = truth["group"] if not probe or truth["group"] in PROBES[probe] else f"{truth['cup_group']} cup"
    flat = FLAT if truth["radius"] else ASLANT
    if any(face["kind"] == LEANING or face["tilt"] > flat for face in truth["faces"]):
        yield Question(probe, file, index, group, "troubled", len(kinds), ())
    elif UNKNOWN not in kinds:
        kind = f"clean {min(len(kinds), 4)}{'+' * (len(kinds) > 3)}"
        yield Question(probe, file, index, group, kind, len(kinds), tuple(sorted(kinds)))


def ask(nets: Path, asked: Sequence[Question], begin: Callable[[], None] = one_thread) -> list[Answer]:
    """Ask all probes on every core; `begin` prepares each process."""
    with Pool(initializer=begin) as pool:
        return [*pool.imap(_Examiner(nets), asked, chunksize=16)]


class _Examiner:
    """Asks the probe that a question is for."""

    def __init__(self, nets: Path) -> None:
        self._nets = nets

    def __call__(self, question: Question) -> Answer:
        with as_probe(self._nets / question.probe):
            return answer(question)


@contextmanager
def as_probe(folder: Path) -> Iterator[None]:
    """Let the reader look with the nets in a folder; where none are for photographs, the table's are."""
    with ExitStack() as patched:
        for where in (windowed, vision.looking.photograph):
            patched.enter_context(patch.object(where, "scout", partial(_scout, folder)))
            patched.enter_context(patch.object(where, "inspector", partial(_inspector, folder)))
        yield


@cache
def _scout(folder: Path, weights: str = "scout") -> Scout:
    return Scout(_file(folder, weights).read_bytes())


@cache
def _inspector(folder: Path, weights: str = "inspector") -> Inspector:
    return Inspector(_file(folder, weights).read_bytes())


def _file(folder: Path, weights: str) -> Path:
    own = folder / f"{weights}.net"
    return own if own.exists() else folder / f"{weights.partition('_')[0]}.net"


def answer(question: Question) -> Answer:
    """Let the reader read a picture that was made, with a sensor of its own."""
    frames, known = photograph(question)
    reading = vision.read(frames, question.expect, known if question.known else None)
    if not reading.certain:
        return Answer(question, reading, "unsure")
    true = reading.seen == question.values and not question.must_abstain
    return Answer(question, reading, "right" if true else "wrong")


def photograph(question: Question) -> tuple[list[vision.Frame], vision.Calibration | None]:
    """The frames that a camera would bring, and what set-up would have learned of its window, if any."""
    block = _block(question.file)
    truth = block.truths[question.index]
    size = tuple(ENLARGED * length for length in block.pictures[question.index].shape[1::-1])
    roots = np.asarray(
        cv2.resize(block.pictures[question.index], size, interpolation=cv2.INTER_CUBIC), np.uint8
    )
    axis, middle = (np.add(truth[place], 0.5) * ENLARGED - 0.5 for place in ("axis", "centre"))
    if truth["radius"]:
        roots, middle = framed(roots, axis), middle + to_middle(axis)
    seed = [7 + 1000 * question.camera, question.index]
    frames = [take(roots, np.random.default_rng(seed), frame) for frame in range(question.frames)]
    window = vision.Circle(float(middle[0]), float(middle[1]), ENLARGED * truth["radius"])
    if not truth["radius"]:
        return frames, None
    # Set-up would find about as much noise in the empty window; of this one no picture was made
    return frames, vision.calibrate_blind(frames[-1], window)


@cache
def _block(file: Path) -> store.Block:
    return store.read(file)


def print_unseen(begin: Callable[[], None], windows: Path = WINDOWS, nets: Path = NETS) -> None:
    """Print the figures of all probes; `begin` prepares each process.

    Raises:
        SystemExit: the probes are not there.
    """
    if not all((nets / probe / f"{net}.net").exists() for probe in PROBES for net in ("scout", "inspector")):
        raise SystemExit("the probes are not there: `make probes` makes them")
    print_answers(ask(nets, list(questions(windows)), begin))


def print_answers(answers: Sequence[Answer]) -> None:
    """Right, unsure and wrong by what was never seen."""
    heads = "".join(f"{head:>9}" for head in ("n", "right", "unsure", "wrong", "right %", "wrong %"))
    print(f"{'never seen, and what lies there':40}{heads}")
    keys = sorted({(found.question.group, found.question.kind) for found in answers})
    for group, kind in keys:
        chosen = [a.verdict for a in answers if (a.question.group, a.question.kind) == (group, kind)]
        n, right, wrong = len(chosen), chosen.count("right"), chosen.count("wrong")
        counts = "".join(f"{count:9}" for count in (n, right, n - right - wrong, wrong))
        print(f"{group + ', ' + kind:40}{counts}{100 * right / n:9.2f}{100 * wrong / n:9.2f}")
    _print_reasons(answers)
    _print_reliability(answers)


def _print_reasons(answers: Sequence[Answer]) -> None:
    """Why clean windows were doubted."""
    print("\nwhy the clean ones were doubted:")
    for group in sorted({found.question.group for found in answers}):
        doubted = (a for a in answers if a.question.group == group and a.verdict == "unsure")
        reasons = Counter(str(a.reading.reason) for a in doubted if not a.question.must_abstain)
        print(f"{group:20}{', '.join(f'{reason} {count}' for reason, count in reasons.most_common())}")


def _print_reliability(answers: Sequence[Answer]) -> None:
    """How sure throws were that were ruled on, by their least certain die, against how many rightly."""
    ruled = [(min(die.certainty for die in a.reading.dice), a) for a in answers if a.verdict != "unsure"]
    print("\nthe least certain die, and clean throws ruled on, how many rightly; troubled ones ruled on:")
    for low, high in pairwise(BINS):
        inside = [found for certainty, found in ruled if low <= certainty < high]
        clean = [found.verdict for found in inside if not found.question.must_abstain]
        right = 100 * clean.count("right") / max(len(clean), 1)
        print(f"{low:5.3f} to {min(high, 1):5.3f}{len(clean):7}{right:9.2f} %{len(inside) - len(clean):7}")
