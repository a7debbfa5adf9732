"""Matches of rounds: values known in closed form, bounds that hold, and players who exchange their parts."""

from fractions import Fraction

import numpy as np
import pytest

from upcard.engine.errors import Failure
from upcard.engine.tree.stochastic_game import Round, StochasticGame
from upcard.solving.exact_round import exact_round
from upcard.solving.match_of_rounds import best_values, evaluate, prove_bounds, solve_match
from upcard.solving.round_best_response import response
from upcard.solving.round_lp import Corners, RoundPrograms
from upcard.solving.round_refinement import tidy

UP, DOWN = 0, 1


def duel(chances, up, down):
    """A round in which both choose at once; the first one wins with the chance of that cell, in sixtieths."""
    rows, columns = len(chances), len(chances[0])
    cells = [(i, j, chances[i][j]) for i in range(rows) for j in range(columns)]
    ends = [(2 + i, 2 + rows + j) for i, j, _ in cells for _ in (UP, DOWN)]
    return Round(
        owner=np.array([0, 1]), first=np.array([2, 2 + rows]), count=np.array([rows, columns]),
        before=np.array([0, 1]), ends=np.array(ends), onward=np.array([up, down] * len(cells)),
        weight=np.array([w for *_, c in cells for w in (c, 60 - c)]), total=60,
        sets_from=np.array([0, 2]), ends_from=np.array([0, len(ends)]),
    )  # fmt: skip


def ruin(chances, pennies, changes=False):
    """Both play a duel for a penny until one has them all; with `changes` they exchange parts each time."""
    rounds = pennies - 1

    def code(own):
        if own in (0, pennies):
            return 2 * rounds + own // pennies
        return rounds + (pennies - own) - 1 if changes else own - 1

    made = [duel(chances, code(k + 2), code(k)) for k in range(rounds)]
    names = tuple(str(k + 1) for k in range(rounds))
    stopped = np.arange(1, pennies) / pennies
    return StochasticGame(names, made.__getitem__, np.array([0.0, 1.0]), 1.0, stopped)


FAIR, UNFAIR = [[30, 30], [30, 30]], [[15, 45], [50, 20]]
CHANCE = (15 * 20 - 45 * 50) / (15 + 20 - 45 - 50) / 60  # the value of a 2x2 game without a saddle point


def test_the_gambler_is_ruined_as_the_textbook_says():
    """W. Feller, An introduction to probability theory, volume 1, chapter XIV."""
    odds = (1 - CHANCE) / CHANCE
    solved = solve_match(ruin(UNFAIR, 8), 1e-9)
    expected = [(1 - odds**k) / (1 - odds**8) for k in range(1, 8)]
    assert solved.values == pytest.approx(expected, abs=1e-11)
    assert np.all(solved.bounds[:, 0] <= expected)
    assert np.all(solved.bounds[:, 1] >= expected)
    assert np.ptp(solved.bounds, axis=1).max() < 1e-9


def test_a_fair_match_lasts_as_long_as_the_textbook_says():
    """From k of n pennies k (n - k) rounds; nobody can change that when all cells are the same."""
    solved = solve_match(ruin(FAIR, 6), 1e-9)
    assert solved.duration == pytest.approx(np.array([[5, 8, 9, 8, 5]] * 2), rel=1e-6)


def test_exchanging_parts_is_the_same_as_a_match_twice_as_large():
    """Who is first stands in the key instead: round k belongs to the first player, 7 + k to the second."""
    pennies = 8
    chances = np.array(UNFAIR)

    def code(own, first):
        if own in (0, pennies):
            return 28 + own // pennies
        return own - 1 if first else 7 + own - 1

    mine = [duel(chances.tolist(), code(k + 2, first=False), code(k, first=False)) for k in range(7)]
    yours = [duel((60 - chances.T).tolist(), code(k + 2, first=True), code(k, first=True)) for k in range(7)]
    whole = StochasticGame(
        tuple(map(str, range(14))), (mine + yours).__getitem__, np.array([0.0, 1.0]), 1.0, np.full(14, 0.5)
    )
    large, small = solve_match(whole, 1e-9), solve_match(ruin(UNFAIR, pennies, changes=True), 1e-9)
    assert small.values == pytest.approx(large.values[:7], abs=1e-11)
    assert 1 - small.values[::-1] == pytest.approx(large.values[7:], abs=1e-11)
    assert small.duration[0] == pytest.approx(large.duration[0, :7], rel=1e-6)


def test_bounds_hold_for_any_strategies():
    match, rng = ruin(UNFAIR, 5), np.random.default_rng(1)
    best = solve_match(match, 1e-9).values
    for _ in range(10):
        plans = []
        for k in range(4):
            round = match.round_of(k)
            plans.append(round.plan(round.strategy(np.concatenate([[1, 1], rng.random(4)]))))
        values, bounds, _ = prove_bounds(match, plans)
        assert np.all(bounds[:, 0] <= best + 1e-12)
        assert np.all(bounds[:, 1] >= best - 1e-12)
        assert np.all((bounds[:, 0] <= values) & (values <= bounds[:, 1]))


def test_nobody_does_better_than_the_best_response_in_a_match():
    """Of all plans without mixing the best one gets what policy iteration finds."""
    match = ruin(UNFAIR, 4)
    plans = [match.round_of(k).plan(np.array([0.3, 0.7, 0.6, 0.4])) for k in range(3)]
    found = best_values(match, plans, np.zeros((2, 3)), 0.0, 1.0)[0]
    every = []
    for choices in np.ndindex(2, 2, 2):
        own = []
        for k, choice in enumerate(choices):
            plan = plans[k].copy()
            plan[2:4] = np.eye(2)[choice]
            own.append(plan)
        every.append(evaluate(match, own))
    assert found == pytest.approx(np.max(every, axis=0), abs=1e-12)


def test_a_response_takes_the_best_of_every_part():
    round = ruin(UNFAIR, 3).round_of(0)
    plan = round.plan(np.array([0.5, 0.5, 1.0, 0.0]))
    best = response(round, plan, 0, np.array([0, 1.0, 0, 0, 0, 0]))
    assert best.value == pytest.approx(50 / 60)
    assert best.plan.tolist() == [1, 1, 0, 1, 1, 0]


def test_a_match_that_can_last_for_ever_is_refused():
    """Both stand still: from round 0 round 0 follows."""
    still = StochasticGame(("0",), lambda k: duel(FAIR, 0, 0), np.array([0.0, 1.0]), 1.0, np.array([0.5]))
    with pytest.raises(Failure, match="last for ever"):
        solve_match(still, 1e-9)


def test_an_interrupt_keeps_what_was_found():
    def stop(what, done):
        if what == "sweep 1, round 3":
            raise KeyboardInterrupt

    solved = solve_match(ruin(UNFAIR, 6), 1e-12, stop)
    assert not solved.is_whole
    assert np.all(solved.bounds[:, 0] <= solved.bounds[:, 1])


def test_a_round_without_choices_has_an_empty_strategy():
    none = np.array([], np.int64)
    still = Round(none, none, none, none, np.array([[0, 1]]), none, np.array([60]), 60, none, none)
    assert tidy(still, np.ones(2)).tolist() == []


@pytest.mark.parametrize(
    ("chances", "value", "mixed"),
    [
        (UNFAIR, Fraction(13, 24), [Fraction(1, 2), Fraction(1, 2), Fraction(5, 12), Fraction(7, 12)]),
        ([[40, 30], [20, 10]], Fraction(1, 2), [1, 0, 0, 1]),
    ],
    ids=["mixed", "saddle point"],
)
def test_a_single_round_is_worth_a_fraction(chances, value, mixed):
    """A 2x2 game by its formula, and one in which each has an action that is always better."""
    match = ruin(chances, 2)
    found = exact_round(match, solve_match(match, 1e-9))
    assert found is not None
    assert found == (value, tuple(mixed))


def test_corners_of_another_round_are_refused():
    programs = RoundPrograms(duel(UNFAIR, 0, 1))
    for parts, statuses, reason in (([], [0], "too many statuses"), ([0], [0], "too few statuses")):
        with pytest.raises(ValueError, match=reason):
            programs.restore(Corners(np.array(parts, np.int64), np.array(statuses, np.uint8)))
