"""``upcard respond``: the best response to the strategies of the other players."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import (
    SEATS,
    SEED,
    FileName,
    StrategyText,
    WholeNumber,
    game_argument,
    game_options,
    json_option,
    make_command,
    nodes_option,
)
from upcard.cli.terminal.error_messages import print_remark
from upcard.cli.terminal.output_paths import check_target

if TYPE_CHECKING:
    from upcard.engine.game_spec import GameSpec


@make_command(
    "respond",
    "upcard respond le-her --against le-her-threshold:paul=8,peter=9",
    "upcard respond kuhn-poker --against random --seat 2",
    "upcard respond stoppers --players 4 --against swap-at-most:t=6",
)
@game_argument
@game_options
@click.option(
    "--against", type=StrategyText(), multiple=True,
    help="Strategy of the other seats: once for all, or once for each, from the left. One player needs none.",
)  # fmt: skip
@click.option("--seat", type=SEATS, help="The seat that responds.  [default: each in turn]")
@click.option(
    "--strategy", "baseline", type=StrategyText(), help="Strategy to compare with, such as how you play now."
)
@nodes_option
@click.option(
    "--games", type=WholeNumber(30, 10**9),
    help="For a large game: improve --strategy by search, and measure it in N new games.",
)  # fmt: skip
@click.option(
    "--playouts", type=WholeNumber(1, 10**6), default=20, show_default=True,
    help="With --games: playouts for each decision.",
)  # fmt: skip
@click.option("--seed", type=SEED, default=0, help="With --games: seed of the games.  [default: 0]")
@click.option("--all", "is_all", is_flag=True, help="Print every line of the strategy, not just 20.")
@json_option
@click.option("--save", type=FileName(), help="Write the result to FILE as JSON.")
def command(
    game: "GameSpec", against: Sequence[str], seat: int | None, baseline: str | None, most_nodes: int, games:
    int | None, playouts: int, seed: int, is_all: bool, as_json: bool, save: Path | None,
) -> None:  # fmt: skip
    """Find the best response to given strategies.

    Reports how to play and how much that gains. The game tree must fit into memory, unless the game has a
    solver of its own; that may answer for one round only, and says so. For larger games, use --games.
    """
    from upcard.cli.terminal.console import ProgressLine, show, show_json
    from upcard.report.solution_text import solution_table
    from upcard.solving.best_response.best_responses import best_responses
    from upcard.solving.best_response.rollout_response import RolloutBudget

    check_target(save, "--save")
    playing = None if games is None else RolloutBudget(games, playouts, seed)
    table = game.game()
    if against and table.players == 1:
        print_remark("--against changed nothing: the game has no other seats")
    with ProgressLine(f"responding at {table.name}") as line:
        responder = None if seat is None else seat - 1
        response = best_responses(
            table, against, responder, baseline, most_nodes=most_nodes, playing=playing, on_step=line.step
        )
    if save is not None:
        response.save(save)
        print_remark(f"wrote {save}")
    if as_json:
        show_json(response.to_json())
    else:
        show(solution_table(replace(response, often=()) if is_all else response))
