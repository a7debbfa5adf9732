"""The sheet of a chapter as one HTML file that is ready to be printed."""

from html import escape

from markdown_it import MarkdownIt

from upcard.lessons.chapter_registry import Chapter
from upcard.lessons.chapter_template import filled_sheet

SIZES = {"a4": "A4", "letter": "letter"}
STYLE = """
@page { size: PAPER; margin: 15mm; }
body { font: 12pt/1.45 'Liberation Sans', Arial, Helvetica, sans-serif; color: #000; background: #fff;
  max-width: 180mm; margin: 1em auto; padding: 0 1em; }
h1, h2 { font-family: Georgia, 'Liberation Serif', serif; line-height: 1.2; }
hr { border: 0; border-bottom: 1px solid #555; height: 2.2em; margin: 0; }
table { border-collapse: collapse; width: 100%; margin: 0.6em 0; }
th, td { border: 1px solid #000; padding: 0.3em 0.5em; text-align: left; height: 1.6em; }
"""


def sheet_page_html(chapter: Chapter, paper: str = "a4") -> str:
    """Return the sheet of a chapter as a whole HTML document; the paper is ``a4`` or ``letter``."""
    body = str(MarkdownIt("commonmark").enable("table").render(filled_sheet(chapter)))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(chapter.title)}: worksheet</title>\n"
        f"<style>{STYLE.replace('PAPER', SIZES[paper])}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
