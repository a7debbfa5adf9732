"""``upcard cards``: the special pack of a game, on sheets to print and cut."""

from pathlib import Path

import click

from upcard.cli import complete
from upcard.cli.options import FileName, check_target, chosen_game, define, rules_options

ENDINGS = (".html", ".htm")


@define(
    "cards",
    "upcard cards four-cell",
    "upcard cards four-cell --option courts=11-12-13 --out pack.html",
)
@click.argument("game", metavar="GAME", shell_complete=complete.packs)
@rules_options
@click.option(
    "--out", type=FileName(), metavar="FILE",
    help="Where the page goes: .html.  [default: GAME-cards.html]",
)  # fmt: skip
def command(game: str, preset: str | None, options: tuple[str, ...], out: Path | None) -> None:
    """Draw a game's special pack, on sheets to print."""
    from upcard.engine.files import write_text
    from upcard.report.files import check_suffix
    from upcard.report.packs import find_pack
    from upcard.report.sheet import sheet_html

    chosen = chosen_game(game, None, preset, options)
    pack, words = find_pack(chosen.name), chosen.option_words()
    target = out or Path(f"{chosen.name}-cards.html")
    check_target(target, "--out")
    check_suffix(target, ENDINGS)
    title, note = f"{chosen.title}: the special pack", " ".join(f"{o}={words[o]}" for o in pack.OPTIONS)
    write_text(target, sheet_html(title, note, [pack.card_svg(chosen, k) for k in pack.CARDS]))
    click.echo(str(target))
