"""When something was, as people write it in their language."""

from datetime import datetime

from flask_babel import format_date, format_time


def say_time(at: str) -> str:
    """Return a day and a time of day that stand in ISO; they were the table's own then and stay so."""
    when = datetime.fromisoformat(at)
    return f"{format_date(when, 'medium', rebase=False)}, {format_time(when, 'short', rebase=False)}"
