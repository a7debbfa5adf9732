"""``upcard import``: turn a game tree of Gambit into a game to play, simulate and solve."""

import re
import unicodedata
from pathlib import Path

import click

from upcard.cli.terminal.command_options import FileName, make_command
from upcard.cli.terminal.error_messages import print_remark
from upcard.cli.terminal.output_paths import check_target
from upcard.engine.errors import Unreadable, Usage

MOST_BYTES = 256 * 2**20
EXPECTED = "expected an .efg file, as Gambit saves it"


@make_command(
    "import",
    "upcard import matching-pennies.efg",
    "upcard import signals.efg --name signals --out signals.py",
)
@click.argument("file", type=FileName(), metavar="FILE")
@click.option("--name", metavar="NAME", help="Name of the game.  [default: the name of the file]")
@click.option(
    "--out", type=FileName(), metavar="FILE.py",
    help="Rules file to write.  [default: in the folder games of your Upcard folder]",
)  # fmt: skip
def command(file: Path, name: str | None, out: Path | None) -> None:
    """Make a game from a Gambit tree (.efg) or a normal form (.nfg).

    Writes the rules as a Python file that you can read and change. Payoffs, values and exports are in the
    unit of the tree.
    """
    from upcard.adapters.gambit_rules import import_efg
    from upcard.adapters.nfg_reader import read_nfg
    from upcard.cli.terminal.console import ProgressLine
    from upcard.engine.atomic_files import read_text
    from upcard.engine.wording import counted
    from upcard.report.result_files import check_suffix

    called = name if name is not None else _name_of(file)
    if out is not None:
        check_target(out, "--out")
        check_suffix(out, (".py",))
    text = read_text(file, MOST_BYTES, EXPECTED)
    with ProgressLine(f"importing {called}", "") as line:
        try:
            efg = read_nfg(text).efg() if text.lstrip().startswith("NFG") else text
            game = import_efg(efg, called, out, line.step)
        except Unreadable as fault:
            raise Unreadable(f"{file}: {fault}") from None
    print_remark(f"{game.heading()}; wrote its rules to {game.rules.__file__}")
    if game.rules.WAITS:
        nodes = counted(game.rules.WAITS, "node")
        print_remark(f"added {nodes} at which a player waits, so that nobody sees who moved before")
    click.echo(called)


def _name_of(file: Path) -> str:
    """Return the name of a game for a file: its letters and digits, with hyphens between."""
    plain = unicodedata.normalize("NFKD", file.stem.casefold()).encode("ascii", "ignore").decode()
    words = "-".join(re.findall("[a-z0-9]+", plain))
    if not words:
        raise Usage(f"{file.name!r} contains no name for a game; choose one, such as --name tree")
    return words if words[0].isalpha() else f"game-{words}"
