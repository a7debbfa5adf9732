"""Middleware that answers HEAD requests like GET requests, without the body."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.web.http.request_limits import STREAMS


class Heads:
    """ASGI middleware that turns a HEAD request into a GET request, except for streams, which do not end."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, without a body for HEAD."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith(STREAMS):
            await self.app(scope, receive, send)
            return

        async def only_head(message: Message) -> None:
            """Send a message without its body."""
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, only_head)
