"""Solving a game from its tree: choosing a solver, judging its answer, and the result.

The value and its bounds come from best responses, not from the solver. The first player's strategy guarantees
the lower bound; the second player's strategy holds the first to the upper bound.
"""

import time
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
from upcard.engine.wording import bounds_text, counted, join_names, significant_text
from upcard.solving.checkpoints import default_checkpoint, fingerprint
from upcard.solving.exploitability import best_response, exact_response, exact_value, values
from upcard.solving.game_solver_contract import (
    AUTO,
    GameSolution,
    SolveTerms,
    exact_shortcomings,
    gap_shortcomings,
)
from upcard.solving.sequence_form import SequenceForm, sequence_form, strategy_fault
from upcard.solving.solver_contract import Aim, Answer, no_progress
from upcard.solving.solver_registry import find_solver
from upcard.solving.strategy_chart import ChartDecision, decisions

BYTES_PER_NODE = 700
"""Memory per node for the tree, its sequence form and the solver; measured with two games."""

LP, BACKWARD, LCP = "lp", "backward-induction", "lcp"
CFR_PLUS, CFR_RACE = "cfr+", "cfr-race"
QUICK_EXACT, MOST_EXACT = 4_000, 12_000
"""Maximum numbers of sequences for which linear programming computes fractions: by default, on request."""
EXACT = {LP: 60_000, BACKWARD: 10_000_000, LCP: 200}
"""Methods that are tried first, with the maximum number of sequences for which they are chosen."""

FEW_SETS = 100
"""Maximum number of information sets of a game whose strategy is shown without a request."""

DIGITS = 12
FALLING = 0.95
"""A gap falls if it is less than this part of the gap after half of the iterations."""
HEURISTIC = (
    "Regret minimization is a heuristic for this game: nothing proves that it comes near an equilibrium. The "
    "gains in the table say how near it came."
)


OFF_PATH = "This method does not promise the best choice after a mistake, where its play never leads."


@dataclass(frozen=True)
class Solution(GameSolution, Framed, kind="solution"):
    """The solution of a game from its tree: its value and strategies."""

    tree: GameTree
    """The game's tree."""
    strategy: FloatArray
    """Probability of every choice, set by set; float64 of shape (choices,), 0 to 1."""
    exact: tuple[Fraction, ...] | None
    """These probabilities as fractions, if they are known exactly."""
    values: tuple[float, ...]
    """Expected payoff of every seat under the strategy."""
    gaps: tuple[float, ...]
    """Gain of every seat by a best response, 0 or more."""
    bounds: tuple[float, float]
    """In a constant-sum game of two players, lower and upper bound of the value for the first seat; otherwise
    its expected payoff, and its payoff by a best response."""
    iterations: int
    """Number of iterations; 0 for a solver that does not iterate."""
    is_zero_sum: bool
    """Whether it is a zero-sum game of two players."""
    constant_sum: int | Fraction | None = None
    """The sum of both payoffs, if it is a constant-sum game of two players."""
    values_exact: tuple[Fraction, ...] = ()
    """Expected payoff of every seat as a fraction, if the strategy is exactly an equilibrium."""
    history: tuple[tuple[int, float], ...] = ()
    """Pairs of a number of iterations and the exploitability after it. Regret minimization measures it after
    16
    iterations and whenever they have doubled, but about every second in a large game; others may never do."""
    lacks_exact: bool = False
    """Whether an exact value was not requested but can be computed."""
    gap_requested: float = 0.0
    """Requested gap of an iterating solver; 0 for all iterations."""
    is_rational_everywhere: bool = True
    """Whether each choice is a best response to small mistakes of the others, also where play never leads."""

    @property
    def value(self) -> float:
        """Expected payoff of the first seat; the nearest float if it is known exactly."""
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
        return high - low if self.constant_sum is not None else max(self.gaps)

    def details(self) -> dict[str, Any]:
        """Return the entries of ``to_json`` that other solutions lack."""
        return {
            "values": list(self.values),
            "values_exact": [str(x) for x in self.values_exact] or None,
            "gaps": list(self.gaps),
            "exploitability": self.exploitability,
            "iterations": self.iterations,
            "is_heuristic": self.is_heuristic,
            "is_rational_everywhere": self.is_rational_everywhere,
            "nodes": self.tree.nodes,
            "information_sets": self.tree.infosets,
            "stopped_early": not self.is_whole,
        }

    def frame_rows(self) -> list[dict[str, Any]]:
        """Return a row for each choice, with its probability and the probability of its information set."""
        return [
            {"seat": d.seat + 1, "information_set": d.number, "knows": d.knows, "reach": d.reach}
            | {"action": word, "probability": x}
            for d in decisions(self.tree, self.strategy, is_all=True)
            for word, x in zip(d.words, d.chances, strict=True)
        ]

    def strategy_json(self, is_all: bool) -> list[dict[str, Any]]:
        """Return each decision: its seat, what the player knows, its probability, and that of every action.

        Probabilities are texts of fractions if the strategy is exact. The list is empty for a tree with more
        than ``FEW_SETS`` information sets, unless `is_all`.
        """
        if self.tree.infosets > FEW_SETS and not is_all:
            return []
        return [
            {"seat": d.seat + 1, "information_set": d.number, "knows": d.knows, "reach": d.reach}
            | ({"player": self.game.seat_names[d.seat]} if self.game.seat_names else {})
            | {"actions": dict(zip(d.words, self._probabilities(d), strict=True))}
            for d in decisions(self.tree, self.strategy, is_all=True)
        ]

    def _probabilities(self, d: ChartDecision) -> list[str] | list[float]:
        if self.exact is None:
            return list(d.chances)
        first = int(self.tree.first[d.number])
        return [str(x) for x in self.exact[first : first + len(d.words)]]

    def shortcomings(self, is_exact_requested: bool = False) -> list[str]:
        """Return requests that were not reached, the gap and the exact value, each as a sentence."""
        hint = self._advice() if self.iterations and self.is_whole else ""
        gap = 0.0 if self.value_exact is not None else self.gap_requested
        return [
            *gap_shortcomings(gap, max(self.gaps), hint),
            *exact_shortcomings(is_exact_requested, self.value_exact),
        ]

    def _advice(self) -> str:
        """Return whether more iterations help, by the gaps so far, as the end of a sentence."""
        earlier = [gap for n, gap in self.history if 2 * n <= self.iterations]
        is_falling = bool(earlier) and self.exploitability < FALLING * min(earlier)
        if self.constant_sum is not None:
            return "; more --iterations reduce it" if is_falling or not earlier else ""
        if not earlier:
            return "; more --iterations may reduce it"
        if is_falling:
            return "; it was still falling, so more --iterations may reduce it"
        other = "" if self.method == CFR_RACE else f"; the method {CFR_RACE} tries several ways"
        return f"; the last half of the iterations did not reduce it, so more need not help{other}"

    @property
    def is_heuristic(self) -> bool:
        """Whether nothing proves that the method comes near an equilibrium of this game."""
        return self.iterations > 0 and self.constant_sum is None and self.game.players > 1

    def sentences(self) -> list[str]:
        """Return the game with its options, its value, and what the method does not promise."""
        return [
            self.game.heading(),
            self._verdict(),
            *([HEURISTIC] if self.is_heuristic else []),
            *([] if self.is_rational_everywhere else [OFF_PATH]),
        ]

    def _verdict(self) -> str:
        low, high = self.bounds
        seat = self.game.seat_text(0)
        has_value = self.constant_sum is not None or self.game.players == 1
        if self.value_exact is not None and has_value:
            return f"The value for {seat} is exactly {self.value_exact}, {self.value:.{DIGITS}f}."
        if self.value_exact is not None:
            paid = join_names([f"{self.game.seat_text(p)} gets {x}" for p, x in enumerate(self.values_exact)])
            others = "; there may be others" if self.tree.infosets else ""
            return f"The strategies are exactly an equilibrium, in which {paid}{others}."
        if self.constant_sum is not None:
            more = "; --exact computes it as a fraction" if self.lacks_exact else ""
            between = bounds_text(f"{low:z.{DIGITS}f}", f"{high:z.{DIGITS}f}")
            return f"The value for {seat} {between}{more}."
        worst = max(self.gaps)
        return f"No seat gains more than {worst:.1e} by another strategy while the others keep theirs."

    def rows(self) -> list[tuple[str, ...]]:
        """Return the expected payoff of every seat, and its gain by a best response, as a table."""
        seats = zip(self.values, self.gaps, strict=True)
        names = self.game.seat_names or [str(p + 1) for p in range(self.game.players)]
        return [
            ("player" if self.game.seat_names else "seat", "expected payoff", "gains by another strategy"),
            *(
                (names[p], significant_text(value, self.width, DIGITS, is_signed=True), f"{gap:.1e}")
                for p, (value, gap) in enumerate(seats)
            ),
        ]

    def effort(self) -> str:
        """Return the size of the tree, the solver and the seconds."""
        words = find_solver(self.method).SOLVER.words
        done = f", {counted(self.iterations, 'iteration')}" if self.iterations else ""
        return f"{self.tree.size}; {self.method}: {words}{done}; {self.seconds:.1f} s"

    def certificate(self) -> dict[str, Any]:
        """Return the certificate that :func:`upcard.certificates.verify_file.verify` checks."""
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

    Raises ``Usage`` if the solver cannot solve this game, and ``Failure`` if the tree is too large or the
    game lacks perfect recall.
    """
    began = time.perf_counter()
    return solve_form(sequence_form(_unrolled(game, terms)), terms, began)


def solve_form(form: SequenceForm, terms: SolveTerms, began: float | None = None) -> Solution:
    """Solve a game in sequence form.

    Limits for the size of the tree are ignored. `began` is the time when the work began, by
    ``time.perf_counter``; by default now. Raises ``Usage`` if the solver cannot solve this game.
    """
    began = time.perf_counter() if began is None else began
    game = form.tree.game
    name = _chosen(form) if terms.method == AUTO else terms.method
    module = find_solver(name)
    obstacle = module.why_not(form)
    if obstacle:
        raise Usage(f"{name} cannot solve {game.title} with {counted(game.players, 'player')}: {obstacle}")
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
    """Raise ``Failure`` if an answer is not a strategy of the game, since anybody may write a solver."""
    if not isinstance(answer, Answer):
        raise Failure(
            f"the solver {name} returned {type(answer).__name__}; expected an Answer with its strategy"
        )
    fault = strategy_fault(form, answer.strategy)
    if fault:
        raise Failure(f"the solver {name} returned {fault}")


def _unrolled(game: Game, terms: SolveTerms) -> GameTree:
    """Unroll a game and report progress; raise ``TooLarge`` if its tree does not fit into memory."""
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
        f"{format_gigabytes(memory)}; choose a smaller game"
    )


def _chosen(form: SequenceForm) -> str:
    """Return the first method that can solve a game, exact ones before those that iterate."""
    exact = (x for x in EXACT if form.sequences <= EXACT[x] and not find_solver(x).why_not(form))
    return next(exact, CFR_PLUS if form.is_duel else CFR_RACE)


def _is_exact(form: SequenceForm, name: str, exact: bool | None) -> bool:
    """Return whether to compute fractions; raise ``Usage`` for a request that cannot be met."""
    if exact and find_solver(name).SOLVER.is_iterative:
        others = [x for x in EXACT if not find_solver(x).why_not(form)]
        advice = (
            f"use the method {others[0]} for an exact value, or" if others else "no method is exact here;"
        )
        raise Usage(f"{name} only approximates the value; {advice} leave out --exact")
    if name != LP:
        return exact is not False
    if exact and form.sequences > MOST_EXACT:
        raise Usage(
            f"the game has {form.sequences:,} sequences, and exact values are computed for at most "
            f"{MOST_EXACT:,}; leave out --exact"
        )
    return form.sequences <= QUICK_EXACT if exact is None else exact


def judged(form: SequenceForm, method: str, answer: Answer, began: float) -> Solution:
    """Return the solution of an answer, judged by best responses; `began` is the time when work began."""
    got = values(form, answer.strategy)
    best = [best_response(form, answer.strategy, p).value for p in range(form.players)]
    total = form.constant_sum if form.is_duel else None
    bounds = (float(got[0]) if total is None else total - best[1], best[0])
    gains = [max(b - g, 0.0) for b, g in zip(best, got.tolist(), strict=True)]
    exact = _exact_values(form, answer)
    if exact:
        got, gains = np.array(exact, np.float64), [0.0] * form.players
        bounds = (float(exact[0]), float(exact[0]))
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
        value_exact=exact[0] if exact else None,
        iterations=answer.iterations,
        seconds=time.perf_counter() - began,
        is_whole=answer.is_whole,
        is_zero_sum=total == 0,
        constant_sum=total,
        values_exact=exact,
        is_rational_everywhere=answer.is_rational_everywhere or not form.tree.infosets,
        resume_from=answer.resume_from,
        history=answer.history,
    )


def _exact_values(form: SequenceForm, answer: Answer) -> tuple[Fraction, ...]:
    """Return the expected payoffs of all seats; empty if fractions do not prove an equilibrium.

    Fractions for a constant-sum game come from linear programming, which has proved them by duality.
    """
    if answer.exact is None:
        return ()
    first = exact_value(form, answer.exact)
    if form.is_duel:
        return first, (form.constant_sum or 0) - first
    got = (first, *(exact_value(form, answer.exact, p) for p in range(1, form.players)))
    best = [exact_response(form, answer.exact, p).value_exact for p in range(form.players)]
    return got if list(got) == best else ()
