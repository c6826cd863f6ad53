"""The app: every page of the table, assembled."""

import time

from flask import Flask
from jinja2 import StrictUndefined

from games.cards import Card
from web.door import guard, parcel
from web.door.crowd import Crowd
from web.door.guard import add_headers, check_address, check_host, check_sender
from web.door.language import current_language, init_languages, remember_language
from web.door.phone import current_phone, form_token, remember_phone
from web.pages import assets
from web.pages.assets import asset_url, build, read_assets
from web.pages.errors import init_errors
from web.pages.guest import charts, evening, info, panel, pictures, play, recap, seats, watching
from web.pages.host import (
    card,
    first,
    habits,
    host,
    house_rules,
    memory,
    name,
    people,
    setup,
    teach,
    well,
    window,
)
from web.pages.page import frame
from web.pages.pub import cup, screen
from web.ports import EXTENSION, Cup, Parts, current_parts
from web.sight.draft import address
from web.wire import events, sharing
from web.wire.compression import compress
from web.wire.streams import Streams
from web.words import changes, codes
from web.words.dates import say_time
from web.words.story import LANGUAGES

__all__ = ["Cup", "Parts", "create_app"]

GUEST = (evening, info, panel, pictures, play, recap, seats, watching)
HOST = (card, first, habits, host, house_rules, memory, name, people, setup, teach, well, window)
PUB = (cup, screen)


def create_app(parts: Parts, crowd: Crowd | None = None) -> Flask:
    """Return the web side of one table; `crowd` says how much one may ask for, by default as in a pub."""
    app = Flask("web", static_folder=None, template_folder="pages/templates")
    app.config["MAX_CONTENT_LENGTH"] = parcel.BYTES  # the guard knows who may send how much
    app.extensions[EXTENSION] = parts
    app.extensions[assets.EXTENSION] = read_assets()
    app.extensions[guard.CROWD] = crowd = crowd or Crowd(time.monotonic)
    app.extensions[watching.CROWD] = crowd.like(watching.BURST, watching.PER_S)
    app.extensions[sharing.EXTENSION] = sharing.SharedPages()
    app.extensions[events.EXTENSION] = Streams(parts.table, parts.streams)
    for page in (assets, events, *GUEST, *HOST, *PUB):
        app.register_blueprint(page.bp)
    init_languages(app)
    init_errors(app)
    _init_templates(app)
    app.before_request(guard.check_share)
    app.before_request(check_host)
    app.before_request(check_sender)
    app.before_request(check_address)
    for finish in (compress, add_headers, remember_phone, remember_language):  # the last named runs first
        app.after_request(finish)
    return app


def _init_templates(app: Flask) -> None:
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset_url=asset_url,
        build=build,
        say=codes.say,
        say_time=say_time,
        say_trouble=codes.say_trouble,
        words=codes,
        charts=charts,
        changes=changes,
        address=address,
        Card=Card,
        language=current_language,
        languages=LANGUAGES,
        token=lambda: form_token(current_phone()),
    )
    app.context_processor(lambda: {**frame(), "parts": current_parts()})
