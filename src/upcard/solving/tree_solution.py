"""Solving a game: choosing a solver, judging what it gives, and the result.

Whatever the solver says, the value and its bounds come from best responses: the first player is sure of the
lower bound with his strategy, and with his strategy the second one keeps him down to the upper bound.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from upcard.certificates.certificate import common_entries, write_certificate
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
from upcard.solving.game_solver_contract import AUTO, SolveTerms
from upcard.solving.sequence_form import SequenceForm, exact_payoffs, sequence_form, strategy_fault
from upcard.solving.solver_contract import Aim, Answer, no_progress
from upcard.solving.solver_registry import find_solver
from upcard.solving.strategy_chart import decisions

BYTES_PER_NODE = 700
"""Of a tree, its sequence form and what is learned; measured with liar's dice and Leduc poker."""

LP, CFR_PLUS = "lp", "cfr+"
MOST_SEQUENCES, QUICK_EXACT, MOST_EXACT = 60_000, 4_000, 12_000
"""So many sequences at most: for linear programs by default, for fractions by default, for any."""

DIGITS = 12


@dataclass(frozen=True)
class Solution(Framed, kind="solution"):
    """What is known of a game after solving it."""

    game: Game
    """The game."""
    tree: GameTree
    """It, unrolled."""
    method: str
    """The solver."""
    strategy: FloatArray
    """The probability of every choice, information set by information set of the tree."""
    exact: tuple[Fraction, ...] | None
    """The same without any error."""
    values: tuple[float, ...]
    """What every seat gets in the mean if all play so."""
    gaps: tuple[float, ...]
    """What every seat would gain by a best response."""
    bounds: tuple[float, float]
    """Between them lies the value for the first seat of a zero-sum game of two; else what it gets, and what
    it would get by a best response."""
    value_exact: Fraction | None
    """The value for the first seat."""
    iterations: int
    """How many there were; 0 for a solver that does not iterate."""
    seconds: float
    """How long it took, unrolling included."""
    is_whole: bool
    """Whether no interrupt cut it short."""
    is_zero_sum: bool
    """Whether two play and one wins what the other loses."""
    kept: Path | None = None
    """The checkpoint from which the solver can go on, if there is one."""
    history: tuple[tuple[int, float], ...] = ()
    """Numbers of iterations, and the exploitability after them. Regret minimization looks at it after 16 and
    then after twice as many each time, but once a second or so in a large game; others may never do."""
    lacks_exact: bool = False
    """Whether the value could have been found as a fraction, which nobody asked for."""

    @property
    def value(self) -> float:
        """What the first seat gets; exact to the last digit of a float where fractions are known."""
        return self.values[0] if self.value_exact is None else float(self.value_exact)

    @property
    def exploitability(self) -> float:
        """The mean of all gaps; 0 in an equilibrium."""
        return sum(self.gaps) / len(self.gaps)

    @property
    def width(self) -> float:
        """How far what a seat gets may be from what it should, by bounds or by gaps."""
        low, high = self.bounds
        return high - low if self.is_zero_sum else max(self.gaps)

    def to_json(self) -> dict[str, Any]:
        """The numbers, as `upcard solve --json` prints them."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.option_words(),
            "objective": "equilibrium",
            "method": self.method,
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "bounds": list(self.bounds),
            "values": list(self.values),
            "gaps": list(self.gaps),
            "exploitability": self.exploitability,
            "iterations": self.iterations,
            "nodes": self.tree.nodes,
            "information_sets": self.tree.infosets,
            "stopped_early": not self.is_whole,
            "seconds": self.seconds,
            "certificate": None,
        }

    def frame_rows(self) -> list[dict[str, Any]]:
        """Return a row for each choice at each information set: its probability, and how often it comes."""
        return [
            {"seat": d.seat + 1, "information_set": d.number, "knows": d.knows, "reach": d.reach}
            | {"action": word, "probability": x}
            for d in decisions(self.tree, self.strategy, is_all=True)
            for word, x in zip(d.words, d.chances, strict=True)
        ]

    def sentences(self) -> list[str]:
        """The game with its options, and what it is worth."""
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
        """What every seat gets, and what it would gain."""
        seats = zip(self.values, self.gaps, strict=True)
        return [
            ("seat", "gets in the mean", "gains by another strategy"),
            *(
                (str(p), significant_text(value, self.width, DIGITS, is_signed=True), f"{gap:.1e}")
                for p, (value, gap) in enumerate(seats, 1)
            ),
        ]

    def effort(self) -> str:
        """How it was found."""
        words = find_solver(self.method).SOLVER.words
        done = f", {counted(self.iterations, 'iteration')}" if self.iterations else ""
        return f"{self.tree.size}; {self.method}: {words}{done}; {self.seconds:.1f} s"

    def save(self, path: Path) -> None:
        """Write a certificate."""
        write_certificate(path, self.certificate())

    def certificate(self) -> dict[str, Any]:
        """All that :func:`upcard.certificates.verify_file.verify` needs to check the solution."""
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

    Parameters
    ----------
    game : Game
        The game.
    terms : SolveTerms
        How it is to be solved.

    Raises
    ------
    Usage
        If the solver cannot solve this game.
    Failure
        If the tree is too large, or the game lets a player forget what he did.
    """
    began = time.perf_counter()
    return reach_in(sequence_form(_unrolled(game, terms)), terms, began)


def reach_in(form: SequenceForm, terms: SolveTerms, began: float | None = None) -> Solution:
    """Solve a game whose tree is known.

    Parameters
    ----------
    form : SequenceForm
        The game.
    terms : SolveTerms
        How it is to be solved; what is said of the size of trees does not matter.
    began : float, optional
        The time when the work began, by ``time.perf_counter``; by default now.

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
    own = default_checkpoint(f"{game.name}-{name}-{fingerprint(game)[:12]}")
    aim = Aim(terms.gap, terms.iterations, is_exact, terms.on_step or no_progress, terms.checkpoint, own)
    answer: Answer = module.solve(form, aim)
    _check_answer(form, name, answer)
    could = name == LP and terms.exact is None and not is_exact and form.sequences <= MOST_EXACT
    return replace(judged(form, name, answer, began), lacks_exact=could)


def _check_answer(form: SequenceForm, name: str, answer: object) -> None:
    """Refuse what is no strategy of the game: a solver may be anybody's."""
    if not isinstance(answer, Answer):
        raise Failure(f"the solver {name} gave {type(answer).__name__}; expected an Answer of its strategy")
    fault = strategy_fault(form, answer.strategy)
    if fault:
        raise Failure(f"what the solver {name} gave is {fault}")


def _unrolled(game: Game, terms: SolveTerms) -> GameTree:
    """The tree of a game, if it fits into memory; how large it has become is told on the way."""
    room = free_memory() if terms.memory is None else terms.memory
    most = min(terms.most_nodes, room // BYTES_PER_NODE)

    def tell(nodes: int, about: int) -> None:
        if terms.on_step:
            terms.on_step(f"unrolling the game, {nodes:,} of about {about:,} nodes", nodes / about)

    try:
        return unroll(game, most, tell)
    except TooLarge:
        if most == terms.most_nodes:
            raise
    raise TooLarge(
        f"the tree of {game.title} has more than the {most:,} nodes that fit into {format_gigabytes(room)}: "
        "not solved; choose a smaller game"
    )


def _chosen(form: SequenceForm) -> str:
    is_small = form.sequences <= MOST_SEQUENCES
    return LP if is_small and not find_solver(LP).why_not(form) else CFR_PLUS


def _is_exact(form: SequenceForm, name: str, exact: bool | None) -> bool:
    """Whether fractions are computed; refuses to promise what cannot be kept."""
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
    """A solution, judged by best responses; `began` is the time when the work began."""
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
        kept=answer.kept,
        history=answer.history,
    )


def exact_value(form: SequenceForm, strategy: Sequence[Fraction]) -> Fraction:
    """What the first seat gets in the mean when all play by a strategy of fractions."""
    plan = [Fraction(1)] * form.sequences
    for before, first, count in zip(form.before, form.first, form.count, strict=True):
        for s in range(first, first + count):
            plan[s] = plan[before] * strategy[s - form.players]
    total = Fraction(0)
    for sequences, paid in exact_payoffs(form, 0).items():
        total += paid * math.prod((plan[s] for s in sequences), start=Fraction(1))
    return total
