"""Matches of rounds: values and strategies of every round, with bounds from best responses.

Rounds are solved as if the values of all rounds were known. The values of the whole match under the resulting
strategies are better, and the rounds are solved again. M. Pollatschek and B. Avi-Itzhak showed that this is
Newton's method: it is fast, but may not converge. So best responses judge the result. If one player's
strategy is fixed, the other has a Markov decision process over the rounds, which policy iteration solves.

Sources: L. S. Shapley, "Stochastic games", PNAS 39, 1953; M. A. Pollatschek, B. Avi-Itzhak, "Algorithms for
stochastic games with geometrical interpretation", Management Science 15, 1969; R. A. Howard, "Dynamic
programming and Markov processes", 1960.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Failure
from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.stochastic_game import SEATS, StochasticGame
from upcard.engine.wording import counted
from upcard.solving.checkpoints import Checkpoint, interrupted_fault
from upcard.solving.match_sweeps import SLIGHT, MatchSweeps
from upcard.solving.round_best_response import onward_chances, response
from upcard.solving.round_lp import RoundPrograms
from upcard.solving.round_refinement import refined_strategy, tidy

MOST_SWEEPS, MOST_POLICIES = 60, 60
LATE = 0.95
ENOUGH = 1e-3
"""The rounds are solved again until values change by at most this part of the gap."""

ROUNDING = 3e-13
"""Upper limit of the effect of rounding on the value of a round, here and in the checker."""

MOST_DURATION = 1e7
"""Maximum expected number of rounds of a match; a longer one is not evaluated."""


@dataclass(frozen=True)
class SolvedMatch:
    """The solution of a match."""

    strategies: tuple[FloatArray, ...]
    """Probabilities of all choices of both players, float64 of shape (choices,) for each round."""
    values: FloatArray
    """Value of each round to its first player under these strategies, shape (rounds,)."""
    bounds: FloatArray
    """Lower and upper bound of the first player's value, from best responses, shape (rounds, 2)."""
    duration: FloatArray
    """Maximum expected number of rounds, prolonged by the first or second player, shape (2, rounds)."""
    sweeps: int
    """Number of times that the rounds were solved."""
    is_whole: bool
    """Whether the work is complete; False if Ctrl-C cut it short."""
    is_settled: bool
    """Whether the last sweep changed values by too little to count; False after the last possible sweep."""
    programs: tuple[RoundPrograms, ...]
    """Linear programs of the parts of every round, as they were solved last."""


# ---- the match with fixed strategies ----


def values_of(match: StochasticGame, chances: Sequence[FloatArray], step: float, counts: float) -> FloatArray:
    """Return the values of rounds to a player, as first and as second player; float64 of shape (2, rounds).

    Raises ``Failure`` if the match may last for ever.

    Parameters
    ----------
    chances : two float64 arrays of shape (rounds, ways)
        Probabilities of the continuations, if the player is first and if they are second.
    step : float
        Payoff for each round.
    counts : float
        Factor of the payoffs at the end of the match.
    """
    k = len(match.names)
    same, other, ends = ([x[:, a:b] for x in chances] for a, b in ((0, k), (k, 2 * k), (2 * k, None)))
    onward = np.block([[same[0], other[0]], [other[1], same[1]]])
    finals = np.concatenate([ends[0] @ match.finals, ends[1] @ (match.together - match.finals)])
    try:
        values = np.linalg.solve(np.eye(SEATS * k) - onward, step + counts * finals)
    except np.linalg.LinAlgError:
        values = np.full(SEATS * k, np.inf)
    if not np.abs(values).max() < MOST_DURATION:
        raise Failure("one player can make the match last for ever; expected a match that always ends")
    return values.reshape(SEATS, k)


def evaluate(match: StochasticGame, plans: Sequence[FloatArray]) -> FloatArray:
    """Return the values of rounds to their first players under the plans, float64 of shape (rounds,)."""
    ways = 2 * len(match.names) + len(match.finals)
    chances = np.array([onward_chances(match.round_of(k), plan, ways) for k, plan in enumerate(plans)])
    mine: FloatArray = values_of(match, (chances, chances), 0.0, 1.0)[0]
    return mine


def best_values(
    match: StochasticGame,
    plans: Sequence[FloatArray],
    begin: FloatArray,
    step: float,
    counts: float,
    on_round: Callable[[], None] | None = None,
) -> FloatArray:
    """Return the maximum value of each round to a player, first or second, against the other's fixed plans.

    Parameters
    ----------
    plans : sequence of float64 array of shape (sequences,)
        Realization weights of both players, round by round.
    begin : float64 array of shape (2, rounds)
        A guess of the result, which has the same shape.
    step, counts : float
        Payoff for each round, and factor of the payoffs at the end of the match: (0, 1) for the payoff of the
        match, (1, 0) for its number of rounds.
    on_round : function, optional
        Called before each round is solved; it may raise ``KeyboardInterrupt``.
    """
    values = begin
    for _ in range(MOST_POLICIES):
        reached, chances = improved(match, plans, values, step, counts, on_round)
        if np.max(reached - values) <= SLIGHT * (1 + np.abs(reached).max()):
            break
        better = values_of(match, chances, step, counts)
        if np.max(better - values) <= SLIGHT * (1 + np.abs(better).max()):
            break
        values = better
    return values


def improved(
    match: StochasticGame,
    plans: Sequence[FloatArray],
    values: FloatArray,
    step: float,
    counts: float,
    on_round: Callable[[], None] | None = None,
) -> tuple[FloatArray, tuple[FloatArray, FloatArray]]:
    """Return the values of best responses in every round, and where they lead; later rounds have `values`."""
    ways = 2 * len(match.names) + len(match.finals)
    reached, chances = np.empty_like(values), np.empty((SEATS, len(match.names), ways))
    for p in range(SEATS):
        worth = match.worth(values[p], values[1 - p], p)
        worth[2 * len(match.names) :] *= counts
        for k, plan in enumerate(plans):
            if on_round:
                on_round()
            best = response(match.round_of(k), plan, p, worth)
            reached[p, k] = step + best.value
            chances[p, k] = onward_chances(match.round_of(k), best.plan, ways)
    return reached, (chances[0], chances[1])


def prove_bounds(
    match: StochasticGame, plans: Sequence[FloatArray], on_round: Callable[[], None] | None = None
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return values, bounds and durations of a match under these plans; best responses prove them."""
    k = len(match.names)
    values = evaluate(match, plans)
    both = np.array([values, match.together - values])
    best = best_values(match, plans, both, 0.0, 1.0, on_round)
    duration = best_values(match, plans, np.ones((SEATS, k)), 1.0, 0.0, on_round)
    duration *= 1 + 1e-9
    missed = max(float((improved(match, plans, best, 0.0, 1.0)[0] - best).max()), 0.0)
    sure = best + (missed + ROUNDING * max(1.0, float(np.abs(match.finals).max()))) * duration
    return values, np.stack([match.together - sure[1], sure[0]], axis=1), duration


# ---- the match ----


def solve_match(
    match: StochasticGame,
    gap: float,
    on_step: OnProgress | None = None,
    checkpoint: Checkpoint | None = None,
) -> SolvedMatch:
    """Solve a match.

    Parameters
    ----------
    gap : float
        Maximum distance between the bounds of a round.
    on_step : function, optional
        Called with the current work. If it raises ``KeyboardInterrupt``, the work ends; without a checkpoint
        the result so far is judged and returned.
    checkpoint : Checkpoint, optional
        Stored progress; work resumes from it. It is written once a minute and after Ctrl-C.

    Raises
    ------
    Failure
        If a part cannot be solved, a player can make the match last for ever, or the checkpoint belongs to
        another match.
    KeyboardInterrupt
        After Ctrl-C, if there is a checkpoint; its message says what was reached and names the file.
    """
    arrays = checkpoint.read() if checkpoint else None
    sweeps = MatchSweeps(match)
    if checkpoint and arrays is not None:
        checkpoint.fitting(lambda: sweeps.restore(arrays))
    try:
        is_whole = _settled(sweeps, gap, on_step, checkpoint)
        return _proved(sweeps, gap, on_step, is_whole=is_whole, may_skip=checkpoint is None)
    except KeyboardInterrupt:
        if checkpoint is None:
            raise
        checkpoint.store(sweeps.arrays())
        raise interrupted_fault(checkpoint.path, _reached(sweeps)) from None


def _settled(
    sweeps: MatchSweeps, gap: float, on_step: OnProgress | None, checkpoint: Checkpoint | None
) -> bool:
    """Solve the rounds until they settle; return False if Ctrl-C cut this short."""
    try:
        while not sweeps.is_settled(ENOUGH * gap) and sweeps.done < MOST_SWEEPS:
            sweeps.sweep(_reporter(sweeps, on_step, checkpoint))
            sweeps.adopt(evaluate(sweeps.match, sweeps.plans))
    except KeyboardInterrupt:
        if checkpoint:
            raise
        return False
    return True


def _proved(
    sweeps: MatchSweeps, gap: float, on_step: OnProgress | None, *, is_whole: bool, may_skip: bool
) -> SolvedMatch:
    """Return the current strategies with the values of the rounds and bounds from best responses."""

    def report() -> None:
        if on_step:
            on_step("best responses", LATE)

    report()
    proof = _best_proof(sweeps, gap, report, is_whole=is_whole, may_skip=may_skip)
    is_settled = sweeps.is_settled(ENOUGH * gap)
    programs = tuple(sweeps.programs)
    return SolvedMatch(*proof, sweeps.done, is_whole, is_settled, programs)


_Proof = tuple[tuple[FloatArray, ...], FloatArray, FloatArray, FloatArray]


def _best_proof(
    sweeps: MatchSweeps, gap: float, report: Callable[[], None], *, is_whole: bool, may_skip: bool
) -> _Proof:
    """Return strategies that play well after mistakes too, with values, bounds and durations.

    If the work is not complete, or if these bounds are wider than requested and than those of the plans as
    they are, the result has the strategies of these plans. `may_skip` is whether Ctrl-C has the same effect.
    """
    match, programs = sweeps.match, sweeps.programs
    plain = [tidy(x.round, plan) for x, plan in zip(programs, sweeps.plans, strict=True)]
    if not is_whole:
        return _proof(match, plain, report)
    worths = sweeps.worths()
    try:
        pairs = zip(programs, sweeps.plans, strict=True)
        refined = [refined_strategy(x, plan, worths, report) for x, plan in pairs]
    except KeyboardInterrupt:
        if not may_skip:
            raise
        return _proof(match, plain, report)
    proof = _proof(match, refined, report)
    return proof if _widest(proof) <= gap else min(proof, _proof(match, plain, report), key=_widest)


def _proof(match: StochasticGame, strategies: Sequence[FloatArray], report: Callable[[], None]) -> _Proof:
    plans = [match.round_of(k).plan(strategy) for k, strategy in enumerate(strategies)]
    return (tuple(strategies), *prove_bounds(match, plans, report))


def _widest(proof: _Proof) -> float:
    return float((proof[2][:, 1] - proof[2][:, 0]).max())


def _reached(sweeps: MatchSweeps) -> str:
    """Return a sentence that says how far the work is."""
    match = sweeps.match
    if not sweeps.done:
        return f"in the first sweep, at round {sweeps.at + 1} of {len(sweeps.programs)}"
    value = sweeps.values[match.begin]
    return f"after {counted(sweeps.done, 'sweep')} the value is about {value:.6f}, not proved"


def _reporter(sweeps: MatchSweeps, on_step: OnProgress | None, checkpoint: Checkpoint | None) -> OnProgress:
    def report(what: str, part: float) -> None:
        if on_step:
            on_step(f"sweep {sweeps.done + 1}, {what}", 1 - 0.5 ** (sweeps.done + part))
        if checkpoint and checkpoint.is_due:
            checkpoint.store(sweeps.arrays())

    return report
