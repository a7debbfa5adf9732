"""``upcard check``: test a rules file or a strategy against its contract."""

from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import (
    MANY,
    SEED,
    StrategyText,
    game_argument,
    game_options,
    json_option,
    make_command,
)
from upcard.engine.errors import Failure

if TYPE_CHECKING:
    from upcard.cli.terminal.console import ProgressLine
    from upcard.engine.game import Game
    from upcard.engine.game_spec import GameSpec
    from upcard.testing import GameReport, StrategyReport

GAMES, STRATEGY_GAMES = 10_000, 1_000


@make_command(
    "check",
    "upcard check salt-road",
    "upcard check salt-road --strategy folding",
    "upcard check goofspiel --length 4 --games 1000",
)
@game_argument
@game_options
@click.option(
    "--strategy", type=StrategyText(), metavar="NAME", help="Check this strategy instead of the game."
)
@click.option(
    "--games", type=MANY,
    help=f"Number of games to play.  [default: {GAMES:,}; {STRATEGY_GAMES:,} for a strategy]",
)  # fmt: skip
@click.option("--seed", type=SEED, default=1, help="Seed of the random games.  [default: 1]")
@json_option
def command(game: "GameSpec", strategy: str | None, games: int | None, seed: int, as_json: bool) -> None:
    """Check that a game follows the rules contract.

    Plays random games and checks every position. Reports the first fault: what was expected, what happened,
    and the record of the game, which `upcard replay` shows. Without --players, --preset or --option, checks
    the usual and extreme options; otherwise only the options that you choose. Checks small game trees
    completely; the last lines say whether it did.

    A rules file is a program that runs with your rights: only check files that you would run.
    """
    from upcard.cli.terminal.console import ProgressLine, show_json, show_line
    from upcard.cli.terminal.error_messages import print_remark
    from upcard.cli.terminal.watchdog import StuckWatch
    from upcard.engine.players import is_solved
    from upcard.engine.registry import strategy_for
    from upcard.testing import ConformanceError

    with StuckWatch(print_remark):
        rules = game.rules
        if strategy is not None and not is_solved(strategy):
            strategy_for(strategy.partition(":")[0], rules)
        subject = game.game() if game.chooses else game.name
    with ProgressLine(f"checking {strategy or game.name}", "") as line, StuckWatch(line.remark):
        try:
            report = _check(subject, strategy, games, seed, line)
        except ConformanceError as fault:
            raise Failure(str(fault)) from fault
    if as_json:
        show_json(report.to_json())
    else:
        show_line(str(report))


def _check(
    game: "Game | str", strategy: str | None, games: int | None, seed: int, line: "ProgressLine"
) -> "GameReport | StrategyReport":
    """Return the report on a game, or on a strategy that plays it."""
    from upcard.testing import check_game, check_strategy

    if strategy is None:
        return check_game(game, games=games or GAMES, seed=seed, on_step=line.step)
    return check_strategy(strategy, game, games=games or STRATEGY_GAMES, seed=seed, on_step=line.step)
