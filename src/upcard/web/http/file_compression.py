"""Styles, scripts and drawings are sent compressed, and browsers keep them. Pages contain secrets."""

import os

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

PUBLIC_FILES = ("/static/", "/cards/", "/art/", "/faces/")
"""Beginnings of the paths whose answers are the same for everybody."""

LEVEL = 6  # higher levels take twice as long and save one byte of a hundred


class CheckedFiles(StaticFiles):
    """Files that browsers keep; at every page they ask whether a file has changed."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file, or that it has not changed."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["Cache-Control"] = "no-cache"
        return answer


class FileCompression:
    """Middleware that compresses the answers of :data:`PUBLIC_FILES`.

    The length of a compressed page tells what it repeats. If it contained both a secret and a text that a
    stranger chose, the stranger could guess the secret letter by letter.

    Parameters
    ----------
    app : ASGIApp
        The application behind it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.compressing = app, GZipMiddleware(app, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_public = scope["type"] == "http" and scope["path"].startswith(PUBLIC_FILES)
        await (self.compressing if is_public else self.app)(scope, receive, send)
