"""``upcard import``: turn a game tree of Gambit into a game to play, simulate and solve."""

import re
import shlex
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
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
    from upcard.adapters.nfg_reader import as_efg
    from upcard.cli.terminal.console import ProgressLine
    from upcard.engine.file_endings import check_suffix
    from upcard.engine.wording import counted

    called = name if name is not None else name_of(file)
    if out is not None:
        check_target(out, "--out")
        check_suffix(out, (".py",))
    text = tree_text(file)
    with ProgressLine(f"importing {called}", "") as line, faults_of(file):
        game = import_efg(as_efg(text), called, out, line.step)
    print_remark(f"{game.heading()}; wrote its rules to {game.rules.__file__}")
    if game.rules.WAITS:
        nodes = counted(game.rules.WAITS, "node")
        print_remark(f"added {nodes} at which a player waits, so that nobody sees who moved before")
    click.echo(called)


def tree_text(file: Path) -> str:
    """Return the text of a tree file; raise as :func:`upcard.engine.atomic_files.read_text` does."""
    from upcard.engine.atomic_files import read_text

    return read_text(file, MOST_BYTES, EXPECTED)


@contextmanager
def faults_of(file: Path) -> Iterator[None]:
    """Begin the errors of a tree inside this context with its file, and say what else can be done."""
    from upcard.adapters.gambit_infosets import HiddenTurns

    try:
        yield
    except HiddenTurns as fault:
        solve = shlex.join(["upcard", "solve", str(file)])
        raise Unreadable(f"{file}: {fault}; `{solve}` solves the tree as it is") from None
    except Unreadable as fault:
        raise Unreadable(f"{file}: {fault}") from None


def name_of(file: Path) -> str:
    """Return the name of a game for a file: its letters and digits, with hyphens between."""
    plain = unicodedata.normalize("NFKD", file.stem.casefold()).encode("ascii", "ignore").decode()
    words = "-".join(re.findall("[a-z0-9]+", plain))
    if not words:
        raise Usage(f"{file.name!r} contains no name for a game; choose one, such as --name tree")
    return words if words[0].isalpha() else f"game-{words}"
