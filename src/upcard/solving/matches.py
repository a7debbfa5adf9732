"""Matches of rounds: what every round is worth, how to play it, and bounds that best responses prove.

Rounds are solved as if it were known what all of them are worth; the strategies are taken for the whole
match, which gives better values; and so on. M. Pollatschek and B. Avi-Itzhak found that this is Newton's
method; it is as quick, and as little sure to end. So what it leads to is judged by best responses: while one
player keeps his strategy, the other one has a Markov decision process over the rounds, which policy iteration
solves.

Sources: L. S. Shapley, "Stochastic games", PNAS 39, 1953; M. A. Pollatschek, B. Avi-Itzhak, "Algorithms for
stochastic games with geometrical interpretation", Management Science 15, 1969; R. A. Howard, "Dynamic
programming and Markov processes", 1960.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from upcard.engine.errors import Failure
from upcard.engine.rounds import SEATS, Floats, Round, StochasticGame
from upcard.solving.round_lp import Programs
from upcard.solving.solver import Step

SLIGHT = 1e-15
"""A part is not solved again if nobody gains more in it, weighted as it counts in its round."""

MOST_SWEEPS, MOST_POLICIES = 60, 60
DUST = 1e-12
"""Probabilities below that are none."""

ANSWERS = 3
"""So often both answer each other, to find out what needs no mixing."""

LATE = 0.95
ENOUGH = 1e-3
"""The rounds are solved again until values change by less than this part of the gap."""

ROUNDING = 3e-13
"""More than what rounding changes in what a round is worth, here and where it is checked."""

MOST_DURATION = 1e7
"""A match that a player can make last so many rounds is not looked at."""


@dataclass(frozen=True)
class Response:
    """The best that a player can do in a round while the other keeps his plan.

    Parameters
    ----------
    value : float
        What it gets him.
    by_part : float64 array of shape (parts,)
        The same, part by part.
    plan : float64 array of shape (sequences,)
        His plan, all or nothing; elsewhere the other's.
    """

    value: float
    by_part: Floats
    plan: Floats


@dataclass(frozen=True)
class Solved:
    """A match, solved.

    Parameters
    ----------
    strategies : tuple of float64 array of shape (sequences - 2,)
        The probability of every choice of both players, round by round.
    values : float64 array of shape (rounds,)
        What the first player of a round has if both play so.
    bounds : float64 array of shape (rounds, 2)
        What he is sure of, and what the other keeps him down to.
    duration : float64 array of shape (2, rounds)
        So many rounds the match lasts at most in the mean, however the player of this part plays.
    sweeps : int
        How often the rounds were solved.
    is_whole : bool
        Whether no interrupt cut it short.
    programs : tuple of Programs
        What solved the parts of every round the last time.
    """

    strategies: tuple[Floats, ...]
    values: Floats
    bounds: Floats
    duration: Floats
    sweeps: int
    is_whole: bool
    programs: tuple[Programs, ...]


# ---- one round ----


def worth_of_sequences(round: Round, plan: Floats, p: int, worth: Floats) -> Floats:
    """What one unit of weight on every sequence of player `p` is worth at the ends that come next."""
    paid = round.weight * worth[round.onward] * plan[round.ends[:, 1 - p]]
    return np.bincount(round.ends[:, p], paid, round.sequences) / round.total


def response(round: Round, plan: Floats, p: int, worth: Floats) -> Response:
    """The best response of a player in a round, by going back from the ends.

    Parameters
    ----------
    round : Round
        The round.
    plan : float64 array of shape (sequences,)
        Realization weights of the other player; those of `p` do not matter.
    p : int
        Who responds.
    worth : float64 array as long as ``onward`` counts
        What everything that may come next is worth to him.
    """
    gains, chosen = worth_of_sequences(round, plan, p, worth), np.zeros(round.sequences)
    by_part = _at_once(round, plan, p, worth)
    for level, sets in reversed(list(enumerate(round.levels[p]))):
        if not len(sets):
            continue
        places, begins = round.choices(sets)
        best = np.maximum.reduceat(gains[places], begins)
        is_best = np.flatnonzero(gains[places] == np.repeat(best, round.count[sets]))
        chosen[places[is_best[np.searchsorted(is_best, begins)]]] = 1
        if level:
            np.add.at(gains, round.before[sets], best)
        else:
            part = np.searchsorted(round.sets_from, sets, side="right") - 1
            by_part += np.bincount(part, best, round.parts)
    return Response(float(by_part.sum()), by_part, _with_choices(round, plan, p, chosen))


def _with_choices(round: Round, plan: Floats, p: int, chosen: Floats) -> Floats:
    """The plan in which player `p` always makes the chosen ones of his choices."""
    out = plan.copy()
    out[p] = 1
    for sets in round.levels[p]:
        places, _ = round.choices(sets)
        out[places] = np.repeat(out[round.before[sets]], round.count[sets]) * chosen[places]
    return out


def _at_once(round: Round, plan: Floats, p: int, worth: Floats) -> Floats:
    """What player `p` has in every part from ends that come before any choice of his."""
    at = np.flatnonzero(round.ends[:, p] < SEATS)
    part = np.searchsorted(round.ends_from, at, side="right") - 1
    paid = round.weight[at] * worth[round.onward[at]] * plan[round.ends[at, 1 - p]]
    return np.bincount(part, paid, round.parts) / round.total


def onward_chances(round: Round, plan: Floats, ways: int) -> Floats:
    """How likely everything comes next that may come, float64 of shape (ways,)."""
    reach = round.weight * plan[round.ends[:, 0]] * plan[round.ends[:, 1]]
    return np.bincount(round.onward, reach, ways) / round.total


# ---- the match while strategies stay ----


def values_of(match: StochasticGame, chances: Sequence[Floats], step: float, counts: float) -> Floats:
    """What rounds are worth to a player who goes on with these chances in either part.

    Parameters
    ----------
    match : StochasticGame
        The match.
    chances : two float64 arrays of shape (rounds, ways)
        How likely everything comes next, by the part that he plays.
    step : float
        What he has for each round.
    counts : float
        How often the worth of ends counts.

    Returns
    -------
    float64 array of shape (2, rounds)
        By the part that he plays.

    Raises
    ------
    Failure
        If the match may last for ever.
    """
    k = len(match.names)
    same, other, ends = ([x[:, a:b] for x in chances] for a, b in ((0, k), (k, 2 * k), (2 * k, None)))
    onward = np.block([[same[0], other[0]], [other[1], same[1]]])
    finals = np.concatenate([ends[0] @ match.finals, ends[1] @ (match.together - match.finals)])
    try:
        found = np.linalg.solve(np.eye(SEATS * k) - onward, step + counts * finals)
    except np.linalg.LinAlgError:
        found = np.full(SEATS * k, np.inf)
    if not np.abs(found).max() < MOST_DURATION:
        raise Failure("the match can be made to last for ever; expected one that ends however it is played")
    return found.reshape(SEATS, k)


def evaluate(match: StochasticGame, plans: Sequence[Floats]) -> Floats:
    """What rounds are worth to their first players if both play so, float64 of shape (rounds,)."""
    ways = 2 * len(match.names) + len(match.finals)
    chances = np.array([onward_chances(match.round_of(k), plan, ways) for k, plan in enumerate(plans)])
    mine: Floats = values_of(match, (chances, chances), 0.0, 1.0)[0]
    return mine


def best_values(
    match: StochasticGame, plans: Sequence[Floats], begin: Floats, step: float, counts: float
) -> Floats:
    """The most that a player can have, by the part he plays, while the other keeps to the plans.

    Parameters
    ----------
    match : StochasticGame
        The match.
    plans : sequence of float64 array of shape (sequences,)
        Realization weights of both players, round by round.
    begin : float64 array of shape (2, rounds)
        A guess.
    step, counts : float
        What a round counts and what ends count: (0, 1) for what he wins, (1, 0) for how long it lasts.

    Returns
    -------
    float64 array of shape (2, rounds)
        By the part that he plays.
    """
    values = begin
    for _ in range(MOST_POLICIES):
        found, chances = improved(match, plans, values, step, counts)
        if np.max(found - values) <= SLIGHT * (1 + np.abs(found).max()):
            break
        better = values_of(match, chances, step, counts)
        if np.max(better - values) <= SLIGHT * (1 + np.abs(better).max()):
            break
        values = better
    return values


def improved(
    match: StochasticGame, plans: Sequence[Floats], values: Floats, step: float, counts: float
) -> tuple[Floats, tuple[Floats, Floats]]:
    """Best responses in every round, if later ones are worth `values`: what they get, and where they lead."""
    ways = 2 * len(match.names) + len(match.finals)
    found, chances = np.empty_like(values), np.empty((SEATS, len(match.names), ways))
    for p in range(SEATS):
        worth = match.worth(values[p], values[1 - p], p)
        worth[2 * len(match.names) :] *= counts
        for k, plan in enumerate(plans):
            best = response(match.round_of(k), plan, p, worth)
            found[p, k] = step + best.value
            chances[p, k] = onward_chances(match.round_of(k), best.plan, ways)
    return found, (chances[0], chances[1])


def judged(match: StochasticGame, plans: Sequence[Floats]) -> tuple[Floats, Floats, Floats]:
    """Values, bounds and durations of a match that is played by these plans, proved by best responses."""
    k = len(match.names)
    values = evaluate(match, plans)
    both = np.array([values, match.together - values])
    best = best_values(match, plans, both, 0.0, 1.0)
    duration = best_values(match, plans, np.ones((SEATS, k)), 1.0, 0.0)
    duration *= 1 + 1e-9
    missed = max(float((improved(match, plans, best, 0.0, 1.0)[0] - best).max()), 0.0)
    sure = best + (missed + ROUNDING * max(1.0, float(np.abs(match.finals).max()))) * duration
    return values, np.stack([match.together - sure[1], sure[0]], axis=1), duration


# ---- the match ----


class Sweeps:
    """Solves the rounds of a match again and again.

    Parameters
    ----------
    match : StochasticGame
        The match.

    Attributes
    ----------
    plans : list of float64 array of shape (sequences,)
        The realization weights of both players, round by round.
    values : float64 array of shape (rounds,)
        What the rounds are taken to be worth to their first players.
    """

    def __init__(self, match: StochasticGame) -> None:
        self.match = match
        self.values = match.stopped.astype(np.float64)
        rounds = [match.round_of(k) for k in range(len(match.names))]
        self.programs = [Programs(r) for r in rounds]
        self.plans = [r.plan(r.strategy(np.ones(r.sequences))) for r in rounds]

    def sweep(self, on_round: Step) -> float:
        """Solve all parts in which somebody could gain; gives the most that is gained in a round by then."""
        worths = [self.match.worth(v, w, p) for p, (v, w) in enumerate(self._both())]
        gaps = []
        for k, programs in enumerate(self.programs):
            on_round(f"round {self.match.names[k]}", k / len(self.programs))
            if not programs.solved:
                self.settle(k, worths)
            for part in np.flatnonzero(self.gains(k, self.plans[k], worths) > SLIGHT).tolist():
                programs.solve(part, worths[0], self.plans[k])
            gaps.append(float(self.gains(k, self.plans[k], worths).sum()))
        return max(gaps)

    def settle(self, k: int, worths: Sequence[Floats]) -> None:
        """Try whether some parts of a round need no mixing: each answers the other in turn."""
        round, plan = self.match.round_of(k), self.plans[k].copy()
        for _ in range(ANSWERS):
            for p in range(SEATS):
                plan = response(round, plan, p, worths[p]).plan
        open_before = self.gains(k, self.plans[k], worths) > SLIGHT
        is_settled = open_before & (self.gains(k, plan, worths) <= SLIGHT)
        part = np.repeat(
            np.searchsorted(round.sets_from, np.arange(len(round.owner)), "right") - 1, round.count
        )
        chosen = SEATS + np.flatnonzero(is_settled[part])
        self.plans[k][chosen] = plan[chosen]

    def gains(self, k: int, plan: Floats, worths: Sequence[Floats]) -> Floats:
        """What both would gain together in every part of a round by best responses."""
        best = [response(self.match.round_of(k), plan, p, worths[p]).by_part for p in range(SEATS)]
        whole = self.match.round_of(k).part_chances() * self.match.together
        gains: Floats = best[0] + best[1] - whole
        return gains

    def _both(self) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        mine, theirs = self.values, self.match.together - self.values
        return (mine, theirs), (theirs, mine)


def solve_match(match: StochasticGame, gap: float, on_step: Step | None = None) -> Solved:
    """Solve a match.

    Parameters
    ----------
    match : StochasticGame
        The match.
    gap : float
        How far the bounds of a round may be apart.
    on_step : function, optional
        Told what is done. An interrupt that it raises ends the work; what was found so far is judged.

    Raises
    ------
    Failure
        If a part cannot be solved, or a player can make the match last for ever.
    """
    sweeps, done, is_whole = Sweeps(match), 0, True
    try:
        for done in range(1, MOST_SWEEPS + 1):
            tell = _teller(on_step, done)
            missed = sweeps.sweep(tell)
            better = evaluate(match, sweeps.plans)
            change = float(np.abs(better - sweeps.values).max())
            sweeps.values = better
            if change <= ENOUGH * gap and missed <= ENOUGH * gap:
                break
    except KeyboardInterrupt:
        is_whole = False
    if on_step:
        on_step("best responses", LATE)
    strategies = [tidy(match.round_of(k), plan) for k, plan in enumerate(sweeps.plans)]
    plans = [match.round_of(k).plan(strategy) for k, strategy in enumerate(strategies)]
    values, bounds, duration = judged(match, plans)
    return Solved(tuple(strategies), values, bounds, duration, done, is_whole, tuple(sweeps.programs))


def tidy(round: Round, plan: Floats) -> Floats:
    """The strategy of a plan without its dust, float64 of shape (sequences - 2,).

    Where the plan never comes, the first choice is always made.
    """
    if not len(round.first):
        return np.zeros(0)
    weights, begins = plan[SEATS:], round.first - SEATS
    total = np.repeat(np.add.reduceat(weights, begins), round.count)
    chances = np.where(total > DUST, weights / np.where(total > DUST, total, 1), 0.0)
    chances[begins[total[begins] <= DUST]] = 1.0
    chances[chances < DUST] = 0.0
    chances /= np.repeat(np.add.reduceat(chances, begins), round.count)
    return chances


def _teller(on_step: Step | None, sweep: int) -> Step:
    def tell(what: str, part: float) -> None:
        if on_step:
            on_step(f"sweep {sweep}, {what}", 1 - 0.5 ** (sweep - 1 + part))

    return tell
