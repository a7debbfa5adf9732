"""Solutions for terminals: the value first, then a table, then how it was computed."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from upcard.engine.wording import counted
from upcard.report.number_columns import ruled_table
from upcard.solving.game_solver_contract import SolutionReport

NEVER = 1e-6
"""Probabilities up to this are not shown, since iterating solvers never reach 0."""

SHORT_FRACTION = 7
"""Maximum length of the text of a fraction that is shown as it is."""

BOUND = "\N{NO-BREAK SPACE}"


def solution_table(report: SolutionReport) -> RenderableType:
    """Return a solution with its sentences, its table and its effort."""
    heading, *sentences = report.sentences()
    parts: list[RenderableType] = [Text(heading, style="bold"), *map(Text, sentences)]
    rows = report.rows()
    if rows:
        parts += [Text(), ruled_table(rows, is_wide=True)]
    return Group(*parts, Text(), KeepUnitsTogether(report.effort()))


class KeepUnitsTogether:
    """A dim paragraph that never breaks a line between a number and its unit."""

    def __init__(self, text: str) -> None:
        self.text = re.sub(r"(?<=\d) (?=\S)", BOUND, text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Return its lines for the width of the terminal; rich itself would break at any kind of space."""
        for line in textwrap.wrap(self.text, options.max_width, break_on_hyphens=False):
            yield Text(line.replace(BOUND, " "), style="dim")


def strategy_table(strategy: Sequence[Mapping[str, Any]], most: int | None) -> RenderableType:
    """Return the strategy of a solution as a table: who knows what, and does what, with which probability.

    `strategy` has the decisions as :meth:`upcard.solving.game_solver_contract.GameSolution.strategy_json`
    returns them. Decisions without a choice, and those that never occur, are left out; `most` is the maximum
    number of the others, of which the most probable are shown.
    """
    chosen = [x for x in strategy if x["reach"] > 0 and len(x["actions"]) > 1]
    limit = len(chosen) if most is None else most
    shown = {id(x) for x in sorted(chosen, key=lambda x: -float(x["reach"]))[:limit]}
    lines = [
        (str(x.get("player") or f"seat {x['seat']}"), str(x["knows"]) or "–", _mixture(x["actions"]))
        for x in chosen
        if id(x) in shown
    ]
    parts: list[RenderableType] = [
        ruled_table([("who", "knows", "does"), *lines], is_wide=True, is_text=True)
    ]
    if len(chosen) > limit:
        more = counted(len(chosen) - limit, "less probable decision is", "less probable decisions are")
        parts.append(Text(f"{more} not shown; --strategy shows all", style="dim"))
    return Group(*parts)


def _mixture(actions: Mapping[str, str | float]) -> str:
    """Return actions with their probabilities, without those that are never chosen."""
    chances = {word: Fraction(x) for word, x in actions.items()}
    played = {word: x for word, x in chances.items() if float(x) > NEVER}
    if len(played) == 1:
        return next(iter(played))
    return " or ".join(f"{word} {_probability(actions[word])}" for word in played)


def _probability(x: str | float) -> str:
    """Return a probability as a fraction of small numbers, or else with four digits."""
    is_short = isinstance(x, str) and len(x) <= SHORT_FRACTION
    return str(x) if is_short else f"{float(Fraction(x)):.4f}"
