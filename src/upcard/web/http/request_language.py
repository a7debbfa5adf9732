"""The language of a request: the one that its person chose, else that of their class, else the browser's."""

from contextlib import suppress

from starlette.requests import HTTPConnection

from upcard.classroom.room_service import code_of
from upcard.engine.errors import UpcardError
from upcard.language.messages import SOURCE, best_language, languages
from upcard.web.http.display_settings import read_settings


def language_of(request: HTTPConnection, of_class: str = "") -> str:
    """Return the language of an answer; programs and files of data get the words of the rules files.

    The language that a person chose comes before that of their class, and this before that of the browser.
    The projector is in the language of the class.

    Parameters
    ----------
    request : HTTPConnection
        The request, of which only the path and the headers are read.
    of_class : str
        Language of the class to which the page belongs; empty if there is none, or if it is not known yet.
    """
    path = request.scope["path"]
    if path.startswith("/api/") or path.endswith(".csv"):
        return SOURCE
    stored = read_settings(request.cookies).language
    chosen = stored if stored in languages() else ""
    wanted = (of_class or chosen) if is_projected(path) else (chosen or of_class)
    return best_language(request.headers.get("accept-language", ""), wanted)


async def language_of_page(request: HTTPConnection) -> str:
    """Return the language of a page, which may belong to a class."""
    return language_of(request, await _language_of_class(request))


async def _language_of_class(request: HTTPConnection) -> str:
    """Return the language of the class to which the page of a request belongs; empty if there is none."""
    app = request.scope.get("app")  # none if an application is not ours, as in tests of the limits
    classes = getattr(app.state, "classes", None) if app else None
    first, _, rest = request.url.path.strip("/").partition("/")
    name = rest.partition("/")[0]
    if app is None or classes is None or not name:
        return ""
    with suppress(UpcardError):  # the page itself says what is wrong with its address
        if first == "c":
            return str((await classes.rooms.find(name)).row.language)
        if first == "t" and (code := code_of(await app.state.site.tables.find(name))):
            return str((await classes.rooms.find(code)).row.language)
    return ""


def is_projected(path: str) -> bool:
    """Return whether a path is that of the projector of a class, which the class sees together."""
    return path.startswith("/c/") and path.endswith(("/show", "/show/part"))
