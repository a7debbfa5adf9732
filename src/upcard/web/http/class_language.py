"""The language of a class: its pages and tables come in it, unless a person chose another one."""

from contextlib import suppress

from starlette.requests import Request

from upcard.classroom.room_service import code_of
from upcard.engine.errors import UpcardError


async def language_of_class(request: Request) -> str:
    """Return the language of the class to which the page of a request belongs; empty if there is none."""
    classes = getattr(request.app.state, "classes", None)
    first, _, rest = request.url.path.strip("/").partition("/")
    name = rest.partition("/")[0]
    if classes is None or not name:
        return ""
    with suppress(UpcardError):  # the page itself says what is wrong with its address
        if first == "c":
            return str((await classes.rooms.find(name)).row.language)
        if first == "t" and (code := code_of(await request.app.state.site.tables.find(name))):
            return str((await classes.rooms.find(code)).row.language)
    return ""


def is_projected(path: str) -> bool:
    """Return whether a path is that of the projector of a class, which the class sees together."""
    return path.startswith("/c/") and path.endswith(("/show", "/show/part"))
