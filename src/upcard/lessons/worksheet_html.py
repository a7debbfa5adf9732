"""The worksheet of a chapter as one HTML file that is ready to be printed."""

from html import escape
from importlib.resources import files

from markdown_it import MarkdownIt

from upcard.lessons.chapter_registry import Chapter
from upcard.lessons.chapter_template import ENVIRONMENT, sheet_markdown

SIZES = {"a4": "A4", "letter": "letter"}


def sheet_page_html(chapter: Chapter, paper: str = "a4") -> str:
    """Return the worksheet of a chapter as a complete HTML document; `paper` is ``a4`` or ``letter``."""
    body = MarkdownIt("commonmark").enable("table").render(sheet_markdown(chapter))
    page = files("upcard.lessons").joinpath("worksheet.html.jinja").read_text(encoding="utf-8")
    template = ENVIRONMENT.from_string(page)
    return template.render(title=escape(chapter.title), paper=SIZES[paper], body=body)
