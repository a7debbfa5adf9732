"""``upcard solve``: the value of a game, an optimal strategy, and a certificate."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from upcard.cli.terminal.command_options import (
    FileName,
    RealNumber,
    WholeNumber,
    combine_decorators,
    game_argument,
    game_options,
    json_option,
    make_command,
    nodes_option,
    threads_option,
)
from upcard.cli.terminal.error_messages import MISSED, STOPPED, print_fault, print_remark
from upcard.cli.terminal.output_paths import check_target

if TYPE_CHECKING:
    from upcard.engine.game import Game
    from upcard.engine.game_spec import GameSpec
    from upcard.solving.game_solver_contract import GameSolution

how_options = combine_decorators(
    click.option(
        "--objective", metavar="NAME",
        help="What to solve: round or match (Stoppers), match or pennies (Smallsum), tablebase or outcome "
        "(Beat It Or Eat It), stages (Goofspiel), difference (Four-Cell).",
    ),
    click.option(
        "--method", default="auto", metavar="NAME", show_default=True,
        help="Solver for game trees: lp, cfr, cfr+, dcfr, pcfr+, or your own; auto takes lp if possible, "
        "else cfr+.",
    ),
    click.option(
        "--gap", type=RealNumber(0.0), default=1e-6, metavar="X", show_default=True,
        help="Iterate until no player can gain more than X by another strategy; 0 runs all iterations.",
    ),
    click.option(
        "--iterations", type=WholeNumber(1, 10**9), default=1_000_000, metavar="N",
        help="Maximum number of iterations.  [default: 1,000,000]",
    ),
    click.option(
        "--exact/--no-exact", default=None,
        help="Compute the value as a fraction.  [default: where that is quick]",
    ),
    nodes_option,
    threads_option("Number of threads, where a solver can use several.  [default: all cores]"),
    click.option(
        "--memory", type=WholeNumber(1, 10**6), metavar="GB",
        help="Memory limit in GB.  [default: free memory]",
    ),
    click.option(
        "--checkpoint", type=FileName(), metavar="FILE",
        help="Save progress to FILE and resume from it.",
    ),
)  # fmt: skip


MOST_TRIED = 100_000
"""Nodes of the largest tree for which it is checked whether strategies can play its solution."""

TERMS = ("method", "gap", "iterations", "exact", "most_nodes", "threads", "memory", "checkpoint")


@make_command(
    "solve",
    "upcard solve leduc-poker",
    "upcard solve kuhn-poker --method pcfr+ --gap 1e-10",
    "upcard solve le-her --json --save le-her.json",
)
@game_argument
@game_options
@how_options
@json_option
@click.option("--save", type=FileName(), metavar="FILE", help="Write a certificate for `upcard verify`.")
@click.pass_context
def command(
    ctx: click.Context, /, game: "GameSpec", as_json: bool, save: Path | None, memory: int | None,
    **how: Any,
) -> None:  # fmt: skip
    """Solve a game: its value, and how to play it.

    Small games are solved by their tree, some others by a method of their own. Two-player zero-sum games are
    solved up to a gap, or exactly. For other games, regret minimization is a heuristic; the gaps show how far
    the result is from an equilibrium. Ctrl-C stops early and keeps the result so far. If the gap or the
    fraction is not reached, the result is still printed and saved, and the exit code is 3.
    """
    check_target(save, "--save")
    check_target(how["checkpoint"], "--checkpoint")
    how["memory"] = None if memory is None else memory * 10**9
    chosen = _game(game)
    found = _solve(chosen, how)
    if save is None:
        _print(found, as_json, None)
    else:
        _print_and_save(found, as_json, save)
        _tell_unplayed(chosen, found, save)
    _tell_unused(ctx, chosen, how["objective"], found.method)
    lacking = found.shortcomings(bool(how["exact"]))
    for sentence in lacking:
        print_fault(sentence)
    found.release()
    if not found.is_whole:
        place = found.resume_from
        print_fault(f"stopped: {found.effort()}" + (f"; resume with --checkpoint {place}" if place else ""))
        ctx.exit(STOPPED)
    if lacking:
        ctx.exit(MISSED)


def _print_and_save(found: "GameSolution", as_json: bool, save: Path) -> None:
    """Print the result, even where it cannot be saved."""
    from upcard.engine.errors import UpcardError

    try:
        found.save(save)
    except UpcardError:
        _print(found, as_json, None)
        raise
    print_remark(f"wrote {save}; check it: upcard verify {save}" if save.is_file() else f"wrote to {save}")
    _print(found, as_json, save)


def _tell_unplayed(game: "Game", found: "GameSolution", save: Path) -> None:
    """Report if no strategy can play by the saved solution."""
    from upcard.certificates.certificate_player import why_not_played

    if not save.is_file():  # a pipe cannot be read again
        return
    if found.nodes is not None and found.nodes <= MOST_TRIED and (reason := why_not_played(save, game)):
        print_remark(reason)


def _tell_unused(ctx: click.Context, game: "Game", objective: str | None, method: str) -> None:
    """Report the options that were given and changed nothing."""
    from upcard.solving.solve_game import used_terms

    given = (x for x in TERMS if ctx.get_parameter_source(x) is ParameterSource.COMMANDLINE)
    used = used_terms(game, objective, method)
    for name in given:
        if name not in used:
            print_remark(f"--{name.replace('_', '-')} changed nothing: {method} does not use it")


def _game(spec: "GameSpec") -> "Game":
    """Return the game, with the options that are usual for solving it where none are given."""
    from upcard.solving.game_solver_registry import usual_options

    if spec.preset is None:
        chosen = {name: str(x) for name, x in spec.options.items()}
        spec = spec.with_options(usual_options(spec.rules.GAME.name, chosen))
    return spec.game()


def _solve(game: "Game", how: dict[str, Any]) -> "GameSolution":
    from upcard.cli.terminal.console import ProgressLine
    from upcard.cli.terminal.watchdog import StuckWatch
    from upcard.solving.solve_game import solve

    with ProgressLine(f"solving {game.name}", "") as line, StuckWatch(line.remark):
        return solve(game, on_step=line.step, on_start=line.remark, **how)


def _print(found: "GameSolution", as_json: bool, save: Path | None) -> None:
    from upcard.cli.terminal.console import show, show_json
    from upcard.report.solution_text import finding_table

    if as_json:
        show_json({**found.to_json(), "certificate": None if save is None else str(save)})
    else:
        show(finding_table(found))
