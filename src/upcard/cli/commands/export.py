"""``upcard export``: a small game, or a round of one, as a file that other programs read."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import (
    FileName,
    game_argument,
    game_options,
    make_command,
    nodes_option,
)
from upcard.cli.terminal.error_messages import print_remark, read_arguments
from upcard.cli.terminal.output_paths import check_target
from upcard.cli.terminal.probe_report import is_address, read_address
from upcard.engine.errors import UpcardError, Usage

if TYPE_CHECKING:
    from upcard.engine.game import Game
    from upcard.engine.game_spec import GameSpec
    from upcard.engine.tree.game_tree import GameTree

ENDINGS = (".efg", ".nfg")
DESCENTS = 16
"""So many random descents tell whether what is smaller is small enough: a second or so each."""


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
    help="One round only; with an address the one that it is in, from its deal, open cards as they lie.",
)  # fmt: skip
@click.option(
    "--out", type=FileName(), metavar="FILE",
    help="Where it goes: the tree (.efg), for Gambit and OpenSpiel, or the normal form (.nfg)."
    "  [default: GAME.efg, or GAME-round.efg]",
)  # fmt: skip
@nodes_option
def command(
    game: "GameSpec", as_round: bool, out: Path | None, most_nodes: int,
) -> None:  # fmt: skip
    """Write a small game, or one round of a game, for Gambit or OpenSpiel: its tree, or its normal form.

    Every deal with its exact probability, every decision with what its player knows, every end. Names of
    cards and actions are those of the rules. With --round GAME may be an address of the analysis board.
    """
    from upcard.adapters.gambit import efg_text
    from upcard.adapters.gambit_nfg import nfg_text
    from upcard.engine.atomic_files import write_text
    from upcard.report.result_files import check_suffix

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
    """Refuse what does not go with an address."""
    if not as_round:
        raise Usage("an address stands for a position; add --round for the round that it is in")
    if game.chooses:
        raise Usage(
            "players and options stand in the address, such as 'smallsum?seed=3&option-variant=choice'; "
            "write them there"
        )


def _round_at(address: str) -> tuple["Game", "Game", str]:
    """The game of a position, its round from the deal, and what is said of it."""
    from upcard.engine.tree.round_game import round_now, stakes
    from upcard.web.board.position_address import address_of

    with read_arguments():
        match, _ = read_address(address)
        chosen = round_now(match)
    lies = f"Dealt as in {match.game.name}?{address_of(match)}, the hidden cards by chance."
    return match.game, chosen, f"{lies} {stakes(match.game)}"


def _first_round(game: "Game") -> tuple["Game", str]:
    """The first round of a game, all dealt by chance, and what is said of it."""
    from upcard.engine.tree.round_game import first_round, stakes

    return first_round(game), f"The first round. {stakes(game)}"


def _unrolled(game: "Game", most_nodes: int, advice: Callable[[], str]) -> "GameTree":
    """The tree; where it is too large, what is smaller is told besides."""
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
    """Which round of a game is small enough, by an estimate; nothing of a game without rounds."""
    from upcard.engine.tree.game_tree import estimated_nodes, rounded_nodes

    if not hasattr(game.rules, "ROUND"):
        return ""
    for part, command in _rounds(game, as_round, is_dealt):
        about = estimated_nodes(part, DESCENTS)
        if about <= most_nodes:
            return f"; small enough, with about {rounded_nodes(about)} nodes, is: {command}"
    return "; no round of it was found that is small enough"


def _rounds(game: "Game", as_round: bool, is_dealt: bool) -> Iterator[tuple["Game", str]]:
    """Rounds that may be smaller, with the commands for them: of so many players, then of the fewest."""
    from upcard.engine.game import make_game
    from upcard.engine.tree.round_game import first_round, round_now
    from upcard.web.board.position_address import address_of

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
    """The command that exports a game, with all that is not as usual."""
    from upcard.engine.option_values import changed_options

    chosen = changed_options(game.rules.OPTIONS, game.option_words())
    options = [f"--option={k}={x}" for k, x in chosen.items()]
    return shlex.join(["upcard", "export", game.name, "--players", str(game.players), *options])
