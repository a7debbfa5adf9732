"""The page for teachers on phones that cannot reach the class; the documentation has the same text."""

from functools import lru_cache
from importlib.resources import files

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import Response

from upcard.web.http.request_context import CurrentRequest
from upcard.web.pages.textbook_pages import markdown_html

router = APIRouter(include_in_schema=False)


@router.get("/school-networks")
async def school_networks(context: CurrentRequest) -> Response:
    """Show what helps when phones cannot reach the class."""
    return context.page("school_networks.html.jinja", body=_body())


@lru_cache(maxsize=1)
def _body() -> Markup:
    """Return the text as HTML."""
    text = files("upcard.web").joinpath("school_networks.md").read_text(encoding="utf-8")
    return Markup(markdown_html(text))  # noqa: S704 - our own text
