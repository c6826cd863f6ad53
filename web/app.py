"""The app: every page of the table, assembled."""

from flask import Flask
from jinja2 import StrictUndefined

from games.cards import Card
from web import (
    assets,
    changes,
    charts,
    cup,
    events,
    host,
    house,
    info,
    panel,
    pictures,
    play,
    screen,
    seats,
    setup,
    sharing,
    tale,
    teach,
    window,
    words,
)
from web.assets import asset_url, build, read_assets
from web.compression import compress
from web.draft import address
from web.errors import init_errors
from web.guard import add_headers, check_host, check_sender
from web.language import LANGUAGES, current_language, init_languages, remember_language
from web.pages import frame
from web.parts import EXTENSION, Cup, Parts, current_parts
from web.phone import current_phone, form_token, remember_phone
from web.streams import Streams

__all__ = ["Cup", "Parts", "create_app"]

ROOMS = (
    assets,
    cup,
    events,
    host,
    house,
    info,
    panel,
    pictures,
    play,
    screen,
    seats,
    setup,
    tale,
    teach,
    window,
)
FORM_BYTES = 32 * 1024  # twelve long names and their rules, with room


def create_app(parts: Parts) -> Flask:
    """Return the web side of one table."""
    app = Flask("web", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = FORM_BYTES
    app.extensions[EXTENSION] = parts
    app.extensions[assets.EXTENSION] = read_assets()
    app.extensions[sharing.EXTENSION] = sharing.SharedPages()
    app.extensions[events.EXTENSION] = Streams(parts.table, parts.streams)
    for room in ROOMS:
        app.register_blueprint(room.bp)
    init_languages(app)
    init_errors(app)
    _init_templates(app)
    app.before_request(check_host)
    app.before_request(check_sender)
    for finish in (compress, add_headers, remember_phone, remember_language):  # the last named runs first
        app.after_request(finish)
    return app


def _init_templates(app: Flask) -> None:
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset_url=asset_url,
        build=build,
        say=words.say,
        say_trouble=words.say_trouble,
        words=words,
        charts=charts,
        changes=changes,
        address=address,
        Card=Card,
        language=current_language,
        languages=LANGUAGES,
        token=lambda: form_token(current_phone()),
    )
    app.context_processor(lambda: {**frame(), "parts": current_parts()})
