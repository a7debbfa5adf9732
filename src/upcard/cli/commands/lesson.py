"""``upcard lesson``: the chapters of the textbook, and their worksheets to print."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import FileName, json_option, make_command, paper_option
from upcard.cli.terminal.output_paths import check_target
from upcard.engine.errors import Usage

if TYPE_CHECKING:
    from upcard.lessons.chapter_registry import Chapter

ENDINGS = (".pdf", ".html")


@make_command(
    "lesson",
    "upcard lesson",
    "upcard lesson stoppers",
    "upcard lesson stoppers --sheet sheet.pdf",
    "upcard lesson lama --sheet sheet.html --paper letter",
)
@click.argument("chapter", required=False, metavar="[CHAPTER]")
@click.option("--sheet", type=FileName(), help="Write the worksheet to FILE: .pdf or .html.")
@paper_option
@json_option
def command(chapter: str | None, sheet: Path | None, paper: str, as_json: bool) -> None:
    """List the chapters of the textbook, or print a worksheet.

    Read the chapters in the documentation, or at /learn of `upcard serve`.
    """
    from upcard.cli.terminal.console import show, show_json
    from upcard.lessons.chapter_registry import chapters, find_chapter
    from upcard.lessons.chapter_template import sheet_markdown

    if chapter is None:
        if sheet is not None:
            raise Usage(f"--sheet needs a chapter; name one of {', '.join(chapters())}")
        if as_json:
            show_json({"chapters": [_plain(x) for x in chapters().values()]})
        else:
            _list()
        return
    selected = find_chapter(chapter)
    if sheet is not None:
        _write(selected, sheet, paper)
        click.echo(str(sheet))
    elif as_json:
        show_json({**_plain(selected), "sheet": sheet_markdown(selected)})
    else:
        from rich.markdown import Markdown

        show(Markdown(sheet_markdown(selected)))


def _list() -> None:
    """Print the chapters."""
    from upcard.cli.terminal.console import show, text_grid
    from upcard.lessons.chapter_registry import chapters

    rows = [(x.name, x.title, x.lesson.LINE) for x in chapters().values()]
    show(text_grid("name", "title", "about", rows=rows, named=True))


def _write(chapter: "Chapter", file: Path, paper: str) -> None:
    """Write the worksheet of a chapter."""
    from upcard.engine.atomic_files import write_bytes, write_text
    from upcard.engine.file_endings import check_suffix
    from upcard.lessons.worksheet import sheet_pdf
    from upcard.lessons.worksheet_html import sheet_page_html
    from upcard.report.deck.paper import PAPERS

    check_target(file, "--sheet")
    check_suffix(file, ENDINGS)
    if file.suffix.lower() == ".pdf":
        write_bytes(file, sheet_pdf(chapter, PAPERS[paper]))
    else:
        write_text(file, sheet_page_html(chapter, paper))


def _plain(chapter: "Chapter") -> dict[str, object]:
    """Return a chapter as plain values."""
    return {
        "name": chapter.name,
        "title": chapter.title,
        "game": chapter.lesson.GAME,
        "about": chapter.lesson.LINE,
        "cells": list(chapter.lesson.CELLS),
    }
