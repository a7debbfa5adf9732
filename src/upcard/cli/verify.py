"""``upcard verify``: a certificate, checked by programs that share nothing with the solvers."""

from pathlib import Path

import click

from upcard.cli.options import FileName, define, json_option


@define("verify", "upcard verify leduc.json", "upcard verify leduc.json --json")
@click.argument("file", type=FileName(), metavar="FILE")
@json_option
def command(file: Path, as_json: bool) -> None:
    """Check a certificate, and say what it proves.

    `upcard solve --save` writes certificates. What does not hold is refused with the reason.
    """
    from upcard.checking.verify import verify
    from upcard.cli.terminal import show_json, show_line

    proved = verify(file)
    if as_json:
        show_json({"file": str(file), "proved": proved})
        return
    show_line(f"{proved[0]}. Proved:")
    for sentence in proved[1:]:
        show_line(f"  {sentence}")
