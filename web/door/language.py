"""The language a phone is answered in: the one it chose, else one its browser asks for.

A browser that asks for none of ours gets English, one that asks for nothing the table's.
"""

from typing import Final

from flask import Flask, Response, request
from flask_babel import Babel

from web.door.phone import comes_in, set_cookie
from web.ports import current_parts
from web.words.story import LANGUAGES

COOKIE: Final = "lang"
CHOICE: Final = "lang"  # in an address: ?lang=fr


def current_language() -> str:
    """Return the language of this request."""
    for chosen in (request.args.get(CHOICE, ""), request.cookies.get(COOKIE, "")):
        if chosen in LANGUAGES:
            return chosen
    asked = [tag.partition("-")[0].lower() for tag, weight in request.accept_languages if weight]
    fallback = "en" if asked else current_parts().language
    return next((language for language in asked if language in LANGUAGES), fallback)


def remember_language(response: Response) -> Response:
    """Keep a language that was chosen in the address, and go on keeping it for a phone that comes in."""
    kept = request.cookies.get(COOKIE, "") if comes_in(response) else ""
    chosen = request.args.get(CHOICE, kept)
    if chosen in LANGUAGES:
        set_cookie(response, COOKIE, chosen)
    return response


def init_languages(app: Flask) -> None:
    """Let the app's texts follow the request's language."""
    babel = Babel()
    if hasattr(babel, "localeselector"):  # Flask-Babel 2, as Debian 12 has it
        babel.init_app(app)
        babel.localeselector(current_language)
    else:
        babel.init_app(app, locale_selector=current_language)
