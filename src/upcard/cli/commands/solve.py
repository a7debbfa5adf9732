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
from upcard.engine.errors import Usage

if TYPE_CHECKING:
    from upcard.engine.game_spec import GameSpec
    from upcard.solving.game_solver_contract import GameSolution
    from upcard.solving.game_solver_registry import Problem

how_options = combine_decorators(
    click.option(
        "--objective", metavar="NAME",
        help="What to solve, if the game has several objectives; an unknown NAME lists them.",
    ),
    click.option(
        "--method", default="auto", metavar="NAME", show_default=True,
        help="Solver for game trees: lp, backward-induction, lcp, cfr, cfr+, dcfr, pcfr+, cfr-race, or a "
        "solver that you wrote; auto takes the first that can be exact, else cfr+, or cfr-race where cfr+ "
        "may not converge.",
    ),
    click.option(
        "--gap", type=RealNumber(0.0), default=1e-6, show_default=True,
        help="Iterate until no player can gain more than X by another strategy; 0 runs all iterations.",
    ),
    click.option(
        "--iterations", type=WholeNumber(1, 10**9), default=1_000_000,
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
        "--checkpoint", type=FileName(),
        help="Save progress to FILE and resume from it.",
    ),
)  # fmt: skip


MOST_TRIED = 100_000
"""Maximum number of nodes for which it is checked whether strategies can play the solution."""

MOST_DECISIONS = 12
"""Maximum number of decisions of a strategy that are printed without --strategy."""

TERMS = ("method", "gap", "iterations", "exact", "most_nodes", "threads", "memory", "checkpoint")


@make_command(
    "solve",
    "upcard solve leduc-poker",
    "upcard solve kuhn-poker --method pcfr+ --gap 1e-10",
    "upcard solve le-her --json --save le-her.json",
    "upcard solve horse.efg",
)
@game_argument
@game_options
@how_options
@json_option
@click.option(
    "--strategy", "is_listed", is_flag=True,
    help="Print every decision of the strategy, or add them to --json; small games print the most probable.",
)  # fmt: skip
@click.option("--save", type=FileName(), help="Write a certificate for `upcard verify`.")
@click.pass_context
def command(
    ctx: click.Context, /, game: "GameSpec", objective: str | None, as_json: bool, is_listed: bool,
    save: Path | None, memory: int | None, **how: Any,
) -> None:  # fmt: skip
    """Solve a game: its value, and how to play it.

    GAME may be the file of a game tree (.efg) or of a normal form (.nfg), which is solved as it is.
    Small games are solved from their game tree; some larger ones have a solver of their own. Games for one
    player, and for two whose payoffs have a constant sum, are solved exactly. For other games, regret
    minimization is a heuristic; the gaps show how far the result is from an equilibrium. Ctrl-C stops early
    and keeps the result so far. If the gap is not reached, or no exact fraction is found, the result is still
    printed and saved, and the exit code is 3.
    """
    from upcard.engine.registry import is_tree_file
    from upcard.solving.game_solver_registry import find_problem_of

    check_target(save, "--save")
    check_target(how["checkpoint"], "--checkpoint")
    how["memory"] = None if memory is None else memory * 10**9
    is_file = is_tree_file(game.name)
    problem = _problem_of_file(game, objective) if is_file else find_problem_of(game, objective)
    solution = _solve(problem, how)
    if save is None:
        _print(solution, as_json, is_listed, None)
    else:
        _print_and_save(solution, as_json, is_listed, save)
        if not is_file:
            _report_unplayable(solution, save)
    _report_unused(ctx, problem.used_terms(solution.method), solution.method)
    lacking = solution.shortcomings(bool(how["exact"]))
    for sentence in lacking:
        print_fault(sentence)
    solution.release()
    if not solution.is_whole:
        place = solution.resume_from
        resume = f"; resume with --checkpoint {place}" if place else ""
        print_fault(f"stopped: {solution.effort()}{resume}")
        ctx.exit(STOPPED)
    if lacking:
        ctx.exit(MISSED)


def _problem_of_file(spec: "GameSpec", objective: str | None) -> "Problem":
    """Return the problem of a tree file, which has no options; errors begin with the name of the file."""
    from upcard.adapters.gambit_tree import tree_game
    from upcard.cli.commands.import_ import faults_of, name_of, tree_text
    from upcard.cli.terminal.console import ProgressLine
    from upcard.solving.game_solver_registry import Problem

    if spec.chooses or objective is not None:
        raise Usage(
            f"{spec.name} has its players and payoffs; leave out --players, --preset, --option and "
            "--objective"
        )
    file = Path(spec.name)
    text = tree_text(file)
    with ProgressLine(f"reading {file}", "") as line, faults_of(file):
        game = tree_game(text, name_of(file), lambda fraction: line.step("reading the tree", fraction))
        return Problem(game, None)


def _solve(problem: "Problem", how: dict[str, Any]) -> "GameSolution":
    from upcard.cli.terminal.console import ProgressLine
    from upcard.cli.terminal.watchdog import StuckWatch
    from upcard.solving.game_solver_contract import SolveTerms
    from upcard.solving.solve_game import solve_problem

    with ProgressLine(f"solving {problem.game.name}", "") as line, StuckWatch(line.remark):
        return solve_problem(problem, SolveTerms(**how, on_step=line.step, on_start=line.remark))


def _print_and_save(solution: "GameSolution", as_json: bool, is_listed: bool, save: Path) -> None:
    """Print the result, even where it cannot be saved."""
    from upcard.engine.errors import UpcardError

    try:
        solution.save(save)
    except UpcardError:
        _print(solution, as_json, is_listed, None)
        raise
    print_remark(f"wrote {save}; check it: upcard verify {save}" if save.is_file() else f"wrote to {save}")
    _print(solution, as_json, is_listed, save)


def _report_unplayable(solution: "GameSolution", save: Path) -> None:
    """Report if no strategy can play by the saved solution."""
    from upcard.certificates.certificate_player import why_not_played

    if not save.is_file():  # a pipe cannot be read again
        return
    is_small = solution.nodes is not None and solution.nodes <= MOST_TRIED
    if is_small and (reason := why_not_played(save, solution.game)):
        print_remark(reason)


def _report_unused(ctx: click.Context, used: frozenset[str], method: str) -> None:
    """Report the options on the command line that changed nothing."""
    for name in TERMS:
        if name not in used and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            print_remark(f"--{name.replace('_', '-')} changed nothing: {method} does not use it")


def _print(solution: "GameSolution", as_json: bool, is_listed: bool, save: Path | None) -> None:
    from upcard.cli.terminal.console import show, show_json
    from upcard.report.solution_text import solution_table, strategy_table

    strategy = solution.strategy_json(is_listed) if is_listed or not as_json else []
    if as_json:
        listed = {"strategy": strategy} if is_listed else {}
        show_json({**solution.to_json(), **listed, "certificate": None if save is None else str(save)})
        return
    show(solution_table(solution))
    if strategy:
        show("")
        show(strategy_table(strategy, None if is_listed else MOST_DECISIONS))
