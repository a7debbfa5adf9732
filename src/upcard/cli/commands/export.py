"""``upcard export``: a small game, or one round of a game, as a file for other programs."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.board_address import is_address, read_address
from upcard.cli.terminal.command_options import (
    FileName,
    game_argument,
    game_options,
    make_command,
    nodes_option,
)
from upcard.cli.terminal.error_messages import print_remark, read_arguments
from upcard.cli.terminal.output_paths import check_target
from upcard.engine.errors import UpcardError, Usage

if TYPE_CHECKING:
    from upcard.engine.game import Game
    from upcard.engine.game_spec import GameSpec
    from upcard.engine.tree.game_tree import GameTree

ENDINGS = (".efg", ".nfg")
DESCENTS = 16
"""Number of random descents that estimate the size of a smaller tree; each takes about a second."""


@make_command(
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
    help="Export one round only: the first, or with an address the round of that position.",
)  # fmt: skip
@click.option(
    "--out", type=FileName(),
    help="Output file: .efg for the tree (Gambit, OpenSpiel), .nfg for the normal form."
    "  [default: GAME.efg, or GAME-round.efg]",
)  # fmt: skip
@nodes_option
def command(game: "GameSpec", as_round: bool, out: Path | None, most_nodes: int) -> None:
    """Export a small game, or one round, for Gambit or OpenSpiel.

    Writes the game tree or the normal form. The tree has every deal with its exact probability, every
    decision with its information set, and the scores of every terminal node. Cards and actions have the names
    of the rules. With --round, GAME may be an address of the analysis board.
    """
    from upcard.adapters.gambit import efg_text
    from upcard.adapters.gambit_nfg import nfg_text
    from upcard.engine.atomic_files import write_text
    from upcard.engine.file_endings import check_suffix

    if is_dealt := is_address(game.name):
        _check_address(game, as_round)
        whole, chosen, about = _round_at(game.name)
    else:
        whole = game.game()
        chosen, about = _first_round(whole) if as_round else (whole, "")
    target = out or Path(f"{chosen.name}{'-round' * as_round}{ENDINGS[0]}")
    check_target(target, "--out")
    check_suffix(target, ENDINGS)
    tree = _unrolled(chosen, most_nodes, lambda: _advice(whole, as_round, is_dealt, most_nodes))
    is_normal = target.suffix.lower() == ".nfg"
    write_text(target, nfg_text(tree, about=about) if is_normal else efg_text(tree, about))
    print_remark(tree.size)
    click.echo(str(target))


def _check_address(game: "GameSpec", as_round: bool) -> None:
    """Refuse options that cannot be combined with an address."""
    if not as_round:
        raise Usage("an address stands for a position; add --round to export the round of that position")
    if game.chooses:
        raise Usage(
            "an address has its own players and options; write them there, as in "
            "'smallsum?seed=3&option-variant=choice'"
        )


def _round_at(address: str) -> tuple["Game", "Game", str]:
    """Return the game of a position, its round from the deal, and a comment for the file."""
    from upcard.engine.tree.round_game import round_now, stakes
    from upcard.play.position_address import address_of

    with read_arguments():
        match, _ = read_address(address)
        chosen = round_now(match)
    comment = f"Dealt as in {match.game.name}?{address_of(match)}, the hidden cards by chance."
    return match.game, chosen, f"{comment} {stakes(match.game)}"


def _first_round(game: "Game") -> tuple["Game", str]:
    """Return the first round of a game, with all cards dealt by chance, and a comment for the file."""
    from upcard.engine.tree.round_game import first_round, stakes

    return first_round(game), f"The first round. {stakes(game)}"


def _unrolled(game: "Game", most_nodes: int, advice: Callable[[], str]) -> "GameTree":
    """Return the tree; if it is too large, the error suggests a smaller one."""
    from upcard.cli.terminal.console import ProgressLine
    from upcard.engine.tree.game_tree import TooLarge, unroll

    with ProgressLine(f"exporting {game.name}", "") as line:

        def tell(nodes: int, about: int) -> None:
            line.step(f"{nodes:,} nodes", nodes / about)

        try:
            return unroll(game, most_nodes, tell)
        except TooLarge as fault:
            raise TooLarge(f"{fault}{advice()}") from None


def _advice(game: "Game", as_round: bool, is_dealt: bool, most_nodes: int) -> str:
    """Return advice that names a round of about the right size; empty for a game without rounds."""
    from upcard.engine.tree.game_tree import estimated_nodes, rounded_nodes

    if not hasattr(game.rules, "ROUND"):
        return ""
    for part, command in _rounds(game, as_round, is_dealt):
        about = estimated_nodes(part, DESCENTS)
        if about <= most_nodes:
            return f"; this one is small enough, with about {rounded_nodes(about)} nodes: {command}"
    return "; none of its rounds is small enough either"


def _rounds(game: "Game", as_round: bool, is_dealt: bool) -> Iterator[tuple["Game", str]]:
    """Yield smaller rounds and the commands that export them: for as many players, then for the fewest."""
    from upcard.engine.game import make_game
    from upcard.engine.tree.round_game import first_round, round_now
    from upcard.play.position_address import address_of

    for players in dict.fromkeys((game.players, min(game.rules.GAME.players))):
        is_other = players != game.players
        with suppress(UpcardError):
            fewer = make_game(game.name, players, None, **game.option_words())
            if is_other or not (as_round or is_dealt):
                yield first_round(fewer), f"{_words(fewer)} --round"
            if is_other or not is_dealt:
                match = fewer.match(seed=1)
                address = shlex.quote(f"{game.name}?{address_of(match)}")
                yield round_now(match), f"upcard export {address} --round"


def _words(game: "Game") -> str:
    """Return the command that exports a game, with the options that differ from the usual ones."""
    from upcard.engine.option_values import changed_options

    chosen = changed_options(game.rules.OPTIONS, game.option_words())
    options = [f"--option={k}={x}" for k, x in chosen.items()]
    return shlex.join(["upcard", "export", game.name, "--players", str(game.players), *options])
