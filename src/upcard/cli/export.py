"""``upcard export``: a small game, or a round of one, as a file that other programs read."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.faults import as_typed, remark
from upcard.cli.options import (
    FileName,
    Whole,
    chosen_game,
    define,
    game_argument,
    game_options,
)
from upcard.cli.probed import is_address, read_address
from upcard.cli.targets import check_target
from upcard.engine.errors import Usage

if TYPE_CHECKING:
    from upcard.engine.game import Game
    from upcard.engine.tree import GameTree

ENDINGS = (".efg", ".nfg")


@define(
    "export",
    "upcard export kuhn-poker",
    "upcard export le-her --out cards.efg",
    "upcard export kuhn-poker --out kuhn.nfg",
    "upcard export 'smallsum?seed=3' --round --out round.efg",
)
@game_argument
@game_options
@click.option(
    "--round", "as_round", is_flag=True,
    help="One round only; with an address the one that it is in, from its deal, open cards as they lie.",
)  # fmt: skip
@click.option(
    "--out", type=FileName(), metavar="FILE",
    help="Where it goes: the tree (.efg), for Gambit and OpenSpiel, or the normal form (.nfg)."
    "  [default: GAME.efg, or GAME-round.efg]",
)  # fmt: skip
@click.option(
    "--most-nodes", type=Whole(1, 10**9), default=2_000_000, metavar="N",
    help="Refuse a game with more nodes.  [default: 2,000,000]",
)  # fmt: skip
def command(
    game: str, players: int | None, preset: str | None, options: Sequence[str], as_round: bool,
    out: Path | None, most_nodes: int,
) -> None:  # fmt: skip
    """Write a small game, or one round of a game, for Gambit or OpenSpiel: its tree, or its normal form.

    Every deal with its exact probability, every decision with what its player knows, every end. Names of
    cards and actions are those of the rules. With --round GAME may be an address of the analysis board.
    """
    from upcard.adapters.gambit import efg_text
    from upcard.adapters.gambit_normal import nfg_text
    from upcard.engine.files import write_text
    from upcard.report.files import check_suffix

    if is_address(game):
        _check_address(players, preset, options, as_round)
        chosen, about = _round_at(game)
    else:
        chosen, about = chosen_game(game, players, preset, options), ""
        if as_round:
            chosen, about = _first_round(chosen)
    target = out or Path(f"{chosen.name}{'-round' * as_round}{ENDINGS[0]}")
    check_target(target, "--out")
    check_suffix(target, ENDINGS)
    tree = _unrolled(chosen, most_nodes, _advice(chosen, as_round, is_address(game)))
    is_normal = target.suffix.lower() == ".nfg"
    write_text(target, nfg_text(tree, about=about) if is_normal else efg_text(tree, about))
    remark(tree.size)
    click.echo(str(target))


def _check_address(players: int | None, preset: str | None, options: Sequence[str], as_round: bool) -> None:
    """Refuse what does not go with an address."""
    if not as_round:
        raise Usage("an address stands for a position; add --round for the round that it is in")
    if players is not None or preset is not None or options:
        raise Usage(
            "players and options stand in the address, such as 'smallsum?seed=3&option-variant=choice'; "
            "write them there"
        )


def _round_at(address: str) -> tuple["Game", str]:
    """The round of a position, from its deal, and what is said of it."""
    from upcard.engine.round_alone import round_now, stakes
    from upcard.web.addresses import address_of

    with as_typed():
        match, _ = read_address(address)
        chosen = round_now(match)
    lies = f"Dealt as in {match.game.name}?{address_of(match)}, the hidden cards by chance."
    return chosen, f"{lies} {stakes(match.game)}"


def _first_round(game: "Game") -> tuple["Game", str]:
    """The first round of a game, all dealt by chance, and what is said of it."""
    from upcard.engine.round_alone import first_round, stakes

    return first_round(game), f"The first round. {stakes(game)}"


def _unrolled(game: "Game", most_nodes: int, advice: str) -> "GameTree":
    """The tree; where it is too large, what is smaller is told besides."""
    from upcard.cli.terminal import ProgressLine
    from upcard.engine.tree import TooLarge, unroll

    with ProgressLine(f"exporting {game.name}", "") as line:

        def tell(nodes: int, about: int) -> None:
            line.step(f"{nodes:,} nodes", nodes / about)

        try:
            return unroll(game, most_nodes, tell)
        except TooLarge as fault:
            raise TooLarge(f"{fault}{advice}") from None


def _advice(game: "Game", as_round: bool, is_dealt: bool) -> str:
    """What is smaller than this, where something is."""
    if not hasattr(game.rules, "ROUND"):
        return ""
    if is_dealt:
        return "; a later round, fewer players or other options may be smaller"
    dealt = f"upcard export '{game.name}?seed=1' --round"
    if as_round:
        return f"; a round whose open cards lie is smaller: {dealt}"
    return f"; one round of it is smaller: upcard export {game.name} --round, or {dealt}"
