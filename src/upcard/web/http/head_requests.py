"""Requests for the head of an answer: they are answered like those for all of it, without the rest."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.web.http.request_limits import STREAMS


class Heads:
    """An ASGI application before another one, which is asked for the whole answer.

    A stream has no end at which its head could be told; it is asked for as it is.

    Parameters
    ----------
    app : ASGIApp
        What answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith(STREAMS):
            await self.app(scope, receive, send)
            return

        async def only_head(message: Message) -> None:
            """Send what is no body."""
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, only_head)
