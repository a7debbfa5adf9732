"""The page for teachers on phones that cannot reach the class; the documentation has the same text."""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import Response

from upcard.language.messages import LANGUAGE, gettext
from upcard.web.http.request_context import CurrentRequest
from upcard.web.pages.textbook_pages import markdown_html

router = APIRouter(include_in_schema=False)
BETWEEN = re.compile(r"(\n\n|\n(?=(?:- |\d+\. |\|)))")
"""A break between headings, paragraphs, items of lists and rows of tables."""

MARK = re.compile(r"#+ |- |\d+\. |")
"""The beginning of a heading or an item, which is not translated."""


@router.get("/school-networks")
async def school_networks(context: CurrentRequest) -> Response:
    """Show what helps when phones cannot reach the class."""
    return context.page("school_networks.html.jinja", body=_body(LANGUAGE.get()))


def network_messages() -> Iterator[str]:
    """Yield the paragraphs of the page, which are translated one by one."""
    for block in BETWEEN.split(_source()):
        message = _message(block)
        if re.search(r"[^\W\d_]", message):
            yield message


def _source() -> str:
    return files("upcard.web").joinpath("school_networks.md").read_text(encoding="utf-8").strip()


def _message(block: str) -> str:
    """Return a paragraph as one line, without the mark at its beginning."""
    return " ".join(MARK.sub("", block, count=1).split())


@lru_cache(maxsize=16)
def _body(language: str) -> Markup:
    """Return the text as HTML; `language` is that of the request."""
    known = set(network_messages())

    def translated(block: str) -> str:
        message, mark = _message(block), MARK.match(block)
        return f"{mark[0] if mark else ''}{gettext(message)}" if message in known else block

    return Markup(markdown_html("".join(map(translated, BETWEEN.split(_source())))))  # noqa: S704 - our own text
