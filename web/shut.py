"""What phones find where the table can't start: why not, in every language, with no table behind the page.

A page of the table's that is open says the same, in its own language (`following.js`).
"""

import html
import threading
from collections.abc import Callable
from typing import Any, Final

from waitress.server import create_server

from web.words.story import LANGUAGES, texts_in

HEADERS: Final = (("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"))
PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mäxle</title>
<style>
html { background: #17110c; color: #f6ecd9; font: 106%/1.4 sans-serif }
body { max-width: 34rem; margin: auto; padding: 16px }
h2 { margin: 1.2em 0 0; color: #ffb52e; font-size: 1.2rem }
p { margin: 0; overflow-wrap: anywhere }
</style>
SAID
<h2>maexle run</h2><p data-why>WHY</p>
<script>
// Between two tries there is nobody here, and a page that was loaded anew just then would stay away
const back = (table) => table.ok && location.replace(location.href);
setInterval(() => fetch("/revision").then(back, () => {}), 5000);
</script>
"""


def page(why: str, *, of_the_disk: bool) -> str:
    """Return the page; `why` is what the log says, in English."""
    said = "\n".join(_said(language, of_the_disk=of_the_disk) for language in LANGUAGES)
    return PAGE.replace("SAID", said).replace("WHY", html.escape(why))


def serve(host: str, port: int, why: str, *, of_the_disk: bool) -> None:
    """Serve the page in a thread that ends with the program.

    Raises:
        OSError: the address can't be had.
    """
    shown = page(why, of_the_disk=of_the_disk).encode()

    def answer(_request: object, start: Callable[..., Any]) -> list[bytes]:
        start("503 Service Unavailable", list(HEADERS))
        return [shown]

    server = create_server(answer, host=host, port=port, map={}, ident=None)
    threading.Thread(target=server.run, name="shut", daemon=True).start()


def _said(language: str, *, of_the_disk: bool) -> str:
    """Return what is said in a language, and where the disk fails what helps."""
    texts = texts_in(language)
    title = texts.gettext("The table can't start. It keeps trying.")
    advice = texts.gettext(
        "It can't write to its memory: its card is full, locked or worn out. Pull the plug, wait ten "
        "seconds, plug it in again. If that does not help, it needs another card."
    )
    return f'<div data-shut lang="{language}"><h2>{title}</h2> <p>{advice if of_the_disk else ""}</p></div>'
