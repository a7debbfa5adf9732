"""``upcard deck``: the cards, coins, rules and score sheet of a game, to print and cut out."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import (
    FileName,
    WordChoice,
    game_argument,
    game_options,
    make_command,
    paper_option,
)
from upcard.cli.terminal.output_paths import check_target, quiet_matplotlib

if TYPE_CHECKING:
    from collections.abc import Sequence

    from upcard.engine.game_spec import GameSpec
    from upcard.report.deck.paper import Page

# as in upcard.report, which is only imported when something is drawn
STYLES = ("classic", "four-colour", "large-index", "four-colour-large-index")


@make_command(
    "deck",
    "upcard deck four-cell --pdf pack.pdf",
    "upcard deck four-cell --courts 11-12-13 --paper letter",
    "upcard deck stoppers --style four-colour --svg sheets",
)
@game_argument
@game_options
@click.option("--pdf", type=FileName(), help="Write all pages to this file.  [default: GAME-deck.pdf]")
@click.option("--svg", type=FileName(), metavar="FOLDER", help="Write each page as an SVG file.")
@paper_option
@click.option(
    "--style", type=WordChoice(STYLES), default=STYLES[0], metavar="NAME",
    help=f"Card style: {', '.join(STYLES)}.  [default: {STYLES[0]}]",
)  # fmt: skip
@click.option(
    "--backs/--no-backs", default=True, help="Add a page of card backs to each sheet.  [default: --backs]"
)
def command(
    game: "GameSpec", pdf: Path | None, svg: Path | None, paper: str, style: str, backs: bool
) -> None:
    """Draw a game's cards, rules and score sheet, to print."""
    quiet_matplotlib()
    from upcard.engine.atomic_files import make_folder, write_bytes
    from upcard.engine.file_endings import check_suffix
    from upcard.report.deck.deck_pages import deck_pages
    from upcard.report.deck.paper import PAPERS
    from upcard.report.deck.pdf_writer import pdf_bytes

    chosen = game.game()
    target = pdf if pdf or svg else Path(f"{chosen.name}-deck.pdf")
    check_target(target, "--pdf")
    if target:
        check_suffix(target, (".pdf",))
    if svg:
        make_folder(svg)
        check_target(svg / "page.svg", "--svg")
    pages = deck_pages(chosen, PAPERS[paper], style, backs, game.players)
    if target:
        write_bytes(target, pdf_bytes(f"{chosen.title}: the deck", PAPERS[paper], pages))
        click.echo(str(target))
    if svg:
        _write_drawings(svg, chosen.name, pages)
        click.echo(str(svg))


def _write_drawings(folder: Path, game: str, pages: "Sequence[Page]") -> None:
    """Write each page into an SVG file of the folder."""
    from upcard.engine.atomic_files import write_text
    from upcard.report.svg import text_of

    for page in pages:
        write_text(folder / f"{game}-{page.name}.svg", text_of(page.svg))
