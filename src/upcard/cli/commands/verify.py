"""``upcard verify``: check a certificate or a record without using a solver."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import MANY, FileName, json_option, make_command
from upcard.engine.errors import Failure, Unreadable, UpcardError

if TYPE_CHECKING:
    from upcard.cli.terminal.console import ProgressLine


@make_command(
    "verify",
    "upcard verify leduc.json",
    "upcard verify leduc.json --json",
    "upcard verify 2x10.table --sample 1000",
    "upcard verify - < match.upc",
)
@click.argument("file", type=FileName())
@click.option(
    "--sample", type=MANY,
    help="Check N random hands of a tablebase.  [default: all, unless that takes minutes]",
)  # fmt: skip
@json_option
def command(file: Path, sample: int | None, as_json: bool) -> None:
    """Check a certificate or a record, and say what it proves.

    `upcard solve --save` writes certificates. A recorded match is played again, and its fair deal is checked.
    If something is wrong, the error says what. Use - as FILE to read standard input.
    """
    from upcard.cli.commands.replay import name_of
    from upcard.cli.terminal.console import ProgressLine, show_json, show_line

    name = name_of(str(file))
    with ProgressLine(f"verifying {Path(name).name}", "") as line:
        proved = _proved(file, name, sample, line)
    if as_json:
        show_json({"file": str(file), "proved": proved})
        return
    show_line(f"{proved[0]}. Proved:")
    for sentence in proved[1:]:
        show_line(f"  {sentence}")


def _proved(file: Path, name: str, sample: int | None, line: "ProgressLine") -> list[str]:
    """Return what a file proves; an error begins with the name of the file."""
    from upcard.certificates.verify_file import verify

    with _on_disk(file, name) as place:
        try:
            return verify(place, sample, line.step)
        except UpcardError as fault:
            sentence = str(fault).replace(str(place), name)
            raise type(fault)(sentence if name in sentence else f"{name}: {sentence}") from None


@contextlib.contextmanager
def _on_disk(file: Path, name: str) -> Iterator[Path]:
    """Yield a file that can be read twice: a copy of standard input, or the file itself."""
    from upcard.cli.commands.replay import STDIN

    if str(file) != STDIN:
        yield file
        return
    with TemporaryDirectory(prefix="upcard-") as folder:
        place = Path(folder) / "input"
        try:
            place.write_bytes(_standard_input(name))
        except OSError as fault:
            raise Failure(f"{name} cannot be copied to be read: {fault.strerror}") from None
        yield place


def _standard_input(name: str) -> bytes:
    """Return all of standard input, up to the maximum size of a certificate."""
    from upcard.certificates.certificate import MOST_BYTES

    content = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Unreadable(f"{name} is larger than {MOST_BYTES // 2**20} MiB; give the name of a file instead")
    return content
