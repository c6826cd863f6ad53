"""Make the box: solids, outlines and drawings of every part, for whoever prints, saws and builds.

`python -m tests.box --out build/box [--pictures docs/box] [cup=84 ...]`; the numbers take the
place of those in `docs/box/measures.toml`. What does not fit, or stands in the light, ends it before anything
is written.
"""

import argparse
import sys
from pathlib import Path

from tests.box.drawings import drawings
from tests.box.kernel import clashes, made, odd_places, write
from tests.box.measures import measures
from tests.box.parts import parts
from tests.box.sight import in_light, in_view, nearest_mirror
from tests.box.table import table


def main() -> int:
    """Make all of it, and return the exit status."""
    parser = argparse.ArgumentParser(prog="make box", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("measures", nargs="*", type=_number, metavar="MEASURE=MM")
    asked = parser.parse_args()
    try:
        m = measures(**dict(asked.measures))
    except ValueError as error:
        print(f"make box: {error}", file=sys.stderr)
        return 2
    solids, own = table(m), parts(m)
    whole = {name: made(solid) for name, solid in solids.items()}
    troubles = clashes(whole) + [
        f"{name} stands in the light" for name in in_view(m, solids) | in_light(m, solids)
    ]
    if nearest_mirror(m) <= m.window / 2:
        troubles.append("a lamp is mirrored in the window")
    shapes = {part.name: made(part.solid) for part in own}
    troubles += [f"the kernel has its own {p.name}" for p in own if odd_places(p.solid, shapes[p.name])]
    if troubles:
        print(*troubles, sep="\n", file=sys.stderr)
        return 1
    asked.out.mkdir(parents=True, exist_ok=True)
    for part in own:
        write(part, shapes[part.name], asked.out)
    for name, sheet in drawings(m, shapes, whole).items():
        for folder in {asked.out, asked.pictures or asked.out}:
            (folder / f"{name}-drawing.svg").write_text(sheet, encoding="utf-8")
    print(f"{len(own)} parts fit, the view is free, no lamp is mirrored in the window: {asked.out}")
    return 0


def _number(said: str) -> tuple[str, float]:
    name, _, value = said.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number of mm, as cup=84, not {said!r}") from None


if __name__ == "__main__":
    sys.exit(main())
