"""The evidence: what the camera saw, once a challenge has let it look."""

from flask import Blueprint, Response, abort

from table.log import DamagedLogError
from table.look import Stage
from table.ports import Picture
from web.ports import current_parts

bp = Blueprint("pictures", __name__)


@bp.get("/picture/<int(max=999999999):version>")
def verdict(version: int) -> Response:
    """Send the picture that a verdict rests on, while it is kept and is what was kept."""
    try:
        return _send(current_parts().table.picture(version))
    except DamagedLogError:
        abort(404)


@bp.get("/look/<int:version>/<int:attempt>")
def doubt(version: int, attempt: int) -> Response:
    """Send the picture of a look that people are asked about."""
    look = current_parts().table.snapshot().look
    if look is None or look.stage is not Stage.ASKING or (look.version, look.attempt) != (version, attempt):
        abort(404)
    return _send(look.picture)


def _send(picture: Picture | None) -> Response:
    if picture is None:
        abort(404)
    return Response(picture.jpeg, mimetype="image/jpeg")
