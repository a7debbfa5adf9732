"""Solving a game by its tree: choosing a solver, judging its answer, and the result.

Whatever the solver says, the value and its bounds come from best responses. The first player's strategy is
sure of the lower bound; the second player's strategy holds the first to the upper bound.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from upcard.certificates.certificate import common_entries
from upcard.certificates.equilibrium_certificate import KIND
from upcard.engine.arrays import FloatArray
from upcard.engine.dataframes import Framed
from upcard.engine.errors import Failure, Usage
from upcard.engine.free_memory import format_gigabytes, free_memory
from upcard.engine.game import Game
from upcard.engine.tree.game_tree import GameTree, TooLarge, unroll
from upcard.engine.wording import bounds_text, counted, significant_text
from upcard.solving.checkpoints import default_checkpoint, fingerprint
from upcard.solving.exploitability import best_response, values
from upcard.solving.game_solver_contract import (
    AUTO,
    GameSolution,
    SolveTerms,
    exact_shortcomings,
    gap_shortcomings,
)
from upcard.solving.sequence_form import SequenceForm, exact_payoffs, sequence_form, strategy_fault
from upcard.solving.solver_contract import Aim, Answer, no_progress
from upcard.solving.solver_registry import find_solver
from upcard.solving.strategy_chart import decisions

BYTES_PER_NODE = 700
"""Memory for a tree, its sequence form and what is learned; measured with liar's dice and Leduc poker."""

LP, CFR_PLUS = "lp", "cfr+"
MOST_SEQUENCES, QUICK_EXACT, MOST_EXACT = 60_000, 4_000, 12_000
"""Maximum numbers of sequences: for linear programs by default, fractions by default, any fractions."""

DIGITS = 12


@dataclass(frozen=True)
class Solution(GameSolution, Framed, kind="solution"):
    """A game's value and strategies after solving its tree."""

    tree: GameTree
    """The game's tree."""
    strategy: FloatArray
    """Probability of every choice, information set by information set of the tree."""
    exact: tuple[Fraction, ...] | None
    """The same as fractions."""
    values: tuple[float, ...]
    """Expected payoff of every seat if all play by the strategy."""
    gaps: tuple[float, ...]
    """Gain of every seat by a best response."""
    bounds: tuple[float, float]
    """Numbers between which the value for the first seat lies, in a zero-sum game of two; else its expected
    payoff, and what it would get by a best response."""
    iterations: int
    """Number of iterations; 0 for a solver that does not iterate."""
    is_zero_sum: bool
    """Whether it is a zero-sum game of two."""
    history: tuple[tuple[int, float], ...] = ()
    """Numbers of iterations with the exploitability after them. Regret minimization measures it after 16 and
    then after twice as many each time, but every second or so in a large game; others may never do."""
    lacks_exact: bool = False
    """Whether the value could have been computed as a fraction that was not requested."""
    gap_requested: float = 0.0
    """Gap at which an iterating solver was to stop; 0 for all iterations."""

    @property
    def value(self) -> float:
        """Expected payoff of the first seat; exact to the last digit of a float where fractions are known."""
        return self.values[0] if self.value_exact is None else float(self.value_exact)

    @property
    def nodes(self) -> int:
        """Number of nodes of the tree."""
        return self.tree.nodes

    @property
    def exploitability(self) -> float:
        """Mean of all gaps; 0 in an equilibrium."""
        return sum(self.gaps) / len(self.gaps)

    @property
    def width(self) -> float:
        """Largest possible error of a seat's payoff, by bounds or by gaps."""
        low, high = self.bounds
        return high - low if self.is_zero_sum else max(self.gaps)

    def details(self) -> dict[str, Any]:
        """Return the entries of ``to_json`` that other solutions lack."""
        return {
            "values": list(self.values),
            "gaps": list(self.gaps),
            "exploitability": self.exploitability,
            "iterations": self.iterations,
            "nodes": self.tree.nodes,
            "information_sets": self.tree.infosets,
            "stopped_early": not self.is_whole,
        }

    def frame_rows(self) -> list[dict[str, Any]]:
        """Return a row for each choice at each information set: its probability, and how often it comes."""
        return [
            {"seat": d.seat + 1, "information_set": d.number, "knows": d.knows, "reach": d.reach}
            | {"action": word, "probability": x}
            for d in decisions(self.tree, self.strategy, is_all=True)
            for word, x in zip(d.words, d.chances, strict=True)
        ]

    def shortcomings(self, is_exact_requested: bool = False) -> list[str]:
        """List the gap and the fraction that were requested and not reached."""
        hint = "; more --iterations reduce it" if self.iterations and self.is_whole else ""
        gap = 0.0 if self.value_exact is not None else self.gap_requested
        return [
            *gap_shortcomings(gap, max(self.gaps), hint),
            *exact_shortcomings(is_exact_requested, self.value_exact),
        ]

    def sentences(self) -> list[str]:
        """Return the game with its options, and its value."""
        return [self.game.heading(), self._verdict()]

    def _verdict(self) -> str:
        low, high = self.bounds
        if self.value_exact is not None:
            return f"The value for seat 1 is exactly {self.value_exact}, {self.value:.{DIGITS}f}."
        if self.is_zero_sum:
            more = "; --exact asks for it as a fraction" if self.lacks_exact else ""
            return f"The value for seat 1 {bounds_text(f'{low:z.{DIGITS}f}', f'{high:z.{DIGITS}f}')}{more}."
        worst = max(self.gaps)
        return f"No seat gains more than {worst:.1e} by another strategy while the others keep theirs."

    def rows(self) -> list[tuple[str, ...]]:
        """Return the expected payoff of every seat, and what it would gain."""
        seats = zip(self.values, self.gaps, strict=True)
        return [
            ("seat", "gets in the mean", "gains by another strategy"),
            *(
                (str(p), significant_text(value, self.width, DIGITS, is_signed=True), f"{gap:.1e}")
                for p, (value, gap) in enumerate(seats, 1)
            ),
        ]

    def effort(self) -> str:
        """Return the size of the tree, the solver and the seconds."""
        words = find_solver(self.method).SOLVER.words
        done = f", {counted(self.iterations, 'iteration')}" if self.iterations else ""
        return f"{self.tree.size}; {self.method}: {words}{done}; {self.seconds:.1f} s"

    def certificate(self) -> dict[str, Any]:
        """Return what :func:`upcard.certificates.verify_file.verify` needs to check the solution."""
        chances: list[Any] = self.strategy.tolist() if self.exact is None else [str(x) for x in self.exact]
        ends = (self.tree.first + self.tree.count).tolist()
        return {
            **common_entries(self.game, KIND),
            "method": self.method,
            "nodes": self.tree.nodes,
            "information_sets": self.tree.infosets,
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "bounds": list(self.bounds),
            "gaps": list(self.gaps),
            "strategy": [chances[a:b] for a, b in zip(self.tree.first.tolist(), ends, strict=True)],
        }


def solve_tree(game: Game, terms: SolveTerms) -> Solution:
    """Solve a game that is small enough to be unrolled into a tree.

    Raises
    ------
    Usage
        If the solver cannot solve this game.
    Failure
        If the tree is too large, or the game lets players forget what they did.
    """
    began = time.perf_counter()
    return solve_form(sequence_form(_unrolled(game, terms)), terms, began)


def solve_form(form: SequenceForm, terms: SolveTerms, began: float | None = None) -> Solution:
    """Solve a game whose tree is known.

    Parameters
    ----------
    terms : SolveTerms
        How to solve it; limits for the size of trees are ignored.
    began : float, optional
        Time when the work began, by ``time.perf_counter``; by default now.

    Raises
    ------
    Usage
        If the solver cannot solve this game.
    """
    began = time.perf_counter() if began is None else began
    game = form.tree.game
    name = _chosen(form) if terms.method == AUTO else terms.method
    module = find_solver(name)
    obstacle = module.why_not(form)
    if obstacle:
        raise Usage(f"{name} cannot solve {game.title} with {game.players} players: {obstacle}")
    is_exact = _is_exact(form, name, terms.exact)
    at_stop = default_checkpoint(f"{game.name}-{name}-{fingerprint(game)[:12]}")
    aim = Aim(terms.gap, terms.iterations, is_exact, terms.on_step or no_progress, terms.checkpoint, at_stop)
    answer: Answer = module.solve(form, aim)
    _check_answer(form, name, answer)
    return replace(
        judged(form, name, answer, began),
        lacks_exact=name == LP and terms.exact is None and not is_exact and form.sequences <= MOST_EXACT,
        gap_requested=terms.gap if module.SOLVER.is_iterative else 0.0,
    )


def _check_answer(form: SequenceForm, name: str, answer: object) -> None:
    """Refuse an answer that is no strategy of the game: anybody may write a solver."""
    if not isinstance(answer, Answer):
        raise Failure(f"the solver {name} gave {type(answer).__name__}; expected an Answer of its strategy")
    fault = strategy_fault(form, answer.strategy)
    if fault:
        raise Failure(f"what the solver {name} gave is {fault}")


def _unrolled(game: Game, terms: SolveTerms) -> GameTree:
    """Unroll a game if its tree fits into memory, and report the number of nodes on the way."""
    memory = free_memory() if terms.memory is None else terms.memory
    most = min(terms.most_nodes, memory // BYTES_PER_NODE)

    def report(nodes: int, about: int) -> None:
        if terms.on_step:
            terms.on_step(f"unrolling the game, {nodes:,} of about {about:,} nodes", nodes / about)

    try:
        return unroll(game, most, report)
    except TooLarge:
        if most == terms.most_nodes:
            raise
    raise TooLarge(
        f"the tree of {game.title} has more than the {most:,} nodes that fit into "
        f"{format_gigabytes(memory)}: not solved; choose a smaller game"
    )


def _chosen(form: SequenceForm) -> str:
    is_small = form.sequences <= MOST_SEQUENCES
    return LP if is_small and not find_solver(LP).why_not(form) else CFR_PLUS


def _is_exact(form: SequenceForm, name: str, exact: bool | None) -> bool:
    """Return whether to compute fractions; refuse a request that cannot be met."""
    if exact is None:
        return form.sequences <= QUICK_EXACT
    if exact and find_solver(name).SOLVER.is_iterative:
        raise Usage(f"an exact value was asked for, and {name} only comes near to it; use the method lp")
    if exact and form.sequences > MOST_EXACT:
        raise Usage(
            f"an exact value was asked for, and the game has {form.sequences:,} sequences; "
            f"fractions are computed for at most {MOST_EXACT:,}"
        )
    return exact


def judged(form: SequenceForm, method: str, answer: Answer, began: float) -> Solution:
    """Judge an answer by best responses; `began` is the time when the work began."""
    got = values(form, answer.strategy)
    best = [best_response(form, answer.strategy, p).value for p in range(form.players)]
    is_duel = form.players == 2 and form.is_zero_sum
    bounds = (-best[1] if is_duel else float(got[0]), best[0])
    gains = [max(b - g, 0.0) for b, g in zip(best, got.tolist(), strict=True)]
    exact = None if answer.exact is None else exact_value(form, answer.exact)
    if exact is not None:
        got, gains, bounds = np.array([exact, -exact], np.float64), [0.0, 0.0], (float(exact), float(exact))
    return Solution(
        game=form.tree.game,
        objective="equilibrium",
        tree=form.tree,
        method=method,
        strategy=answer.strategy,
        exact=answer.exact,
        values=tuple(got.tolist()),
        gaps=tuple(gains),
        bounds=bounds,
        value_exact=exact,
        iterations=answer.iterations,
        seconds=time.perf_counter() - began,
        is_whole=answer.is_whole,
        is_zero_sum=is_duel,
        resume_from=answer.resume_from,
        history=answer.history,
    )


def exact_value(form: SequenceForm, strategy: Sequence[Fraction]) -> Fraction:
    """Return the expected payoff of the first seat when all play by a strategy of fractions."""
    plan = [Fraction(1)] * form.sequences
    for before, first, count in zip(form.before, form.first, form.count, strict=True):
        for s in range(first, first + count):
            plan[s] = plan[before] * strategy[s - form.players]
    total = Fraction(0)
    for sequences, paid in exact_payoffs(form, 0).items():
        total += paid * math.prod((plan[s] for s in sequences), start=Fraction(1))
    return total
