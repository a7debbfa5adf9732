"""A solution as a table for terminals: the value and its bounds first, then how it was found."""

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from upcard.solving.find import find_solver
from upcard.solving.solution import Solution

DIGITS = 12


def solution_table(solution: Solution) -> RenderableType:
    """What is known of the game.

    Parameters
    ----------
    solution : Solution
        A solved game.
    """
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("seat")
    for head in ("gets in the mean", "gains by another strategy"):
        table.add_column(head, justify="right")
    for p, (value, gap) in enumerate(zip(solution.values, solution.gaps, strict=True), 1):
        table.add_row(str(p), f"{value:+.{DIGITS}f}", f"{gap:.1e}")
    return Group(
        Text(heading(solution), style="bold"),
        Text(verdict(solution)),
        Text(),
        table,
        Text(),
        Text(effort(solution), style="dim"),
    )


def heading(solution: Solution) -> str:
    """The game with its options."""
    options = ", ".join(f"{k}={v}" for k, v in solution.game.option_words().items())
    return f"{solution.game.title}, {solution.game.players} players" + (f", {options}" if options else "")


def verdict(solution: Solution) -> str:
    """What the game is worth, in a sentence."""
    low, high = solution.bounds
    if solution.value_exact is not None:
        return f"The value for seat 1 is exactly {solution.value_exact}, {solution.value:.{DIGITS}f}."
    if solution.is_zero_sum:
        return f"The value for seat 1 lies between {low:.{DIGITS}f} and {high:.{DIGITS}f}."
    worst = max(solution.gaps)
    return f"No seat gains more than {worst:.1e} by another strategy while the others keep theirs."


def effort(solution: Solution) -> str:
    """How it was found."""
    words = find_solver(solution.method).SOLVER.words
    done = f", {solution.iterations:,} iterations" if solution.iterations else ""
    return (
        f"{solution.tree.nodes:,} nodes, {solution.tree.infosets:,} information sets; "
        f"{solution.method}: {words}{done}; {solution.seconds:.1f} s"
    )
