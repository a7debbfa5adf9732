"""``upcard verify``: a certificate or a record, checked by programs that use no solver."""

from pathlib import Path

import click

from upcard.cli.options import FileName, Whole, define, json_option


@define(
    "verify",
    "upcard verify leduc.json",
    "upcard verify leduc.json --json",
    "upcard verify 2x10.table --sample 1000",
    "upcard verify match.upc",
)
@click.argument("file", type=FileName(), metavar="FILE")
@click.option(
    "--sample",
    type=Whole(1, 10**9),
    metavar="N",
    help="Of a tablebase check N hands, taken at random.  [default: all, unless it takes minutes]",
)
@json_option
def command(file: Path, sample: int | None, as_json: bool) -> None:
    """Check a certificate or a record, and say what it proves.

    `upcard solve --save` writes certificates. A match is played again, and a fair deal is dealt again. What
    does not hold is refused with the reason.
    """
    from upcard.checking.verify import verify
    from upcard.cli.terminal import ProgressLine, show_json, show_line

    with ProgressLine(f"verifying {file.name}", "") as line:
        proved = verify(file, sample, line.step)
    if as_json:
        show_json({"file": str(file), "proved": proved})
        return
    show_line(f"{proved[0]}. Proved:")
    for sentence in proved[1:]:
        show_line(f"  {sentence}")
