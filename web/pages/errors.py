"""What went wrong, as a page that a person understands, with a way back."""

import logging
from typing import Final

from flask import Flask, Response, render_template
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _
from werkzeug.exceptions import HTTPException

from games.moves import IllegalMoveError, MalformedMoveError
from table.actors import NotAllowedError
from table.log import LogError
from table.names import SetupError
from table.snapshot import StaleMoveError
from web.pages.page import panel_page
from web.ports import current_parts
from web.words.codes import REFUSALS, say

_LOG = logging.getLogger(__name__)
_PAGES: Final = {
    400: _("The table did not understand that. Go back and try again."),
    403: _(
        "This page is not yours, or it is too old. Open the table again and try once more. If that does not "
        "help, let this browser keep cookies."
    ),
    404: _("There is nothing here."),
    405: _("That does not work here."),
    413: _("That was far too much."),
    421: _("The table does not answer to that name. Its address is %(address)s"),
    500: _(
        "Something broke in the table. The game is safe: whatever was confirmed is written down. Try again; "
        "if it stays so, a host restarts the table: menu, Is all well?"
    ),
    503: _(
        "The table can't write to its memory, so nothing has changed. What to do, a host's menu says: "
        "Is all well?"
    ),
}


def init_errors(app: Flask) -> None:
    """Give every error its page."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(IllegalMoveError, _refused)
    app.register_error_handler(NotAllowedError, _not_allowed)
    app.register_error_handler(SetupError, _refused)
    app.register_error_handler(StaleMoveError, _stale)
    app.register_error_handler(MalformedMoveError, lambda _error: error_page(400))
    app.register_error_handler(LogError, _unwritten)


def error_page(status: int) -> ResponseReturnValue:
    """Return the page for a status."""
    text = _PAGES.get(status, _PAGES[500] if status >= 500 else _PAGES[400])
    sentence = str(text).replace("%(address)s", current_parts().find_url() or "")
    if request_ctx.url_adapter is None:  # so odd a host name that pages can't name their own files
        return Response(sentence, status, mimetype="text/plain")
    return render_template("error.html", sentence=sentence), status


def _http_error(error: HTTPException) -> ResponseReturnValue:
    if error.code is None or error.code < 400:
        return error
    return error_page(error.code)


def _refused(error: IllegalMoveError | SetupError) -> ResponseReturnValue:
    return panel_page(say(REFUSALS, error.code)), 409


def _not_allowed(error: NotAllowedError) -> ResponseReturnValue:
    return panel_page(say(REFUSALS, error.code)), 403


def _stale(_error: StaleMoveError) -> ResponseReturnValue:
    return panel_page(say(REFUSALS, "stale")), 409


def _unwritten(error: LogError) -> ResponseReturnValue:
    _LOG.error("%s", error)
    return error_page(503)
