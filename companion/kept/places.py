"""Where a table keeps its things."""

import argparse
from pathlib import Path
from typing import Final

INSTALLED: Final = Path("/var/lib/maexle")
DATA: Final = Path("data")


def data_option(parser: argparse.ArgumentParser) -> None:
    """Add `--data DIR`, the folder of a table's memory."""
    parser.add_argument(
        "--data", type=Path, metavar="DIR", default=INSTALLED if INSTALLED.is_dir() else DATA,
        help="the table's memory (default: %(default)s)",
    )  # fmt: skip


def log_file(data: Path) -> Path:
    """Return the log's file in a table's folder."""
    return data / "maexle.db"
