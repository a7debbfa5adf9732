"""``upcard export``: a small game as a file that other programs read."""

from collections.abc import Sequence
from pathlib import Path

import click

from upcard.cli.faults import remark
from upcard.cli.options import (
    FileName,
    Whole,
    check_target,
    chosen_game,
    define,
    game_argument,
    game_options,
)

ENDINGS = (".efg", ".nfg")


@define(
    "export",
    "upcard export kuhn-poker",
    "upcard export le-her --out cards.efg",
    "upcard export kuhn-poker --out kuhn.nfg",
    "upcard export liars-dice --preset two-sided --most-nodes 1000",
)
@game_argument
@game_options
@click.option(
    "--out", type=FileName(), metavar="FILE",
    help="Where it goes: the tree (.efg), for Gambit and OpenSpiel, or the normal form (.nfg)."
    "  [default: GAME.efg]",
)  # fmt: skip
@click.option(
    "--most-nodes", type=Whole(1, 10**9), default=2_000_000, metavar="N",
    help="Refuse a game with more nodes.  [default: 2,000,000]",
)  # fmt: skip
def command(
    game: str, players: int | None, preset: str | None, options: Sequence[str], out: Path | None,
    most_nodes: int,
) -> None:  # fmt: skip
    """Write a small game for Gambit or OpenSpiel: its whole tree, or its normal form.

    Every deal with its exact probability, every decision with what its player knows, every end. Names of
    cards and actions are those of the rules.
    """
    from upcard.adapters.gambit import efg_text
    from upcard.adapters.gambit_normal import nfg_text
    from upcard.engine.files import write_text
    from upcard.engine.tree import unroll
    from upcard.report.files import check_suffix

    chosen = chosen_game(game, players, preset, options)
    target = out or Path(f"{chosen.name}{ENDINGS[0]}")
    check_target(target, "--out")
    check_suffix(target, ENDINGS)
    tree = unroll(chosen, most_nodes)
    write_text(target, nfg_text(tree) if target.suffix.lower() == ".nfg" else efg_text(tree))
    remark(f"{tree.nodes:,} nodes, {tree.infosets:,} information sets")
    click.echo(str(target))
