"""Tables of a tournament, and their sums against games taken one deal at a time."""

from itertools import combinations

import numpy as np
import pytest

from upcard.engine.entrants import make_entrant
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.simulation.kernel import ROTATE, SHARE, WIN
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator
from upcard.simulation.standings import payoffs_of
from upcard.simulation.table_composition import (
    MOST_TABLES,
    TableTally,
    all_tables,
    looks,
    pair_tables,
    pairs_of,
    products,
    table_seed,
)

NAMES = ("same-first", "next-first", "random")
BLOCKS = 12


def test_a_pair_takes_the_seats_in_turn_and_odd_ones_the_other_way_round_too():
    assert pair_tables(0, 3, 2) == [(0, 3)]
    assert pair_tables(0, 3, 4) == [(0, 3, 0, 3)]
    assert pair_tables(0, 3, 3) == [(0, 3, 0), (3, 0, 3)]
    assert pairs_of(3) == [(0, 1), (0, 2), (1, 2)]


def test_all_tables_are_the_multisets_with_two_strategies_or_more():
    assert all_tables(3, 2) == [(0, 1), (0, 2), (1, 2)]
    tables = all_tables(3, 4)
    assert len(tables) == len({tuple(sorted(t)) for t in tables}) == 15 - 3
    assert (0, 1, 0, 1) in tables  # copies sit apart
    assert all(len(set(t)) > 1 for t in tables)


def test_more_tables_than_anybody_waits_for_are_refused():
    with pytest.raises(
        Usage, match=r"20 strategies fill 6 seats in 177,080 ways, but at most 1,000 can be played"
    ):
        all_tables(20, 6)
    assert len(all_tables(44, 2)) == 946 <= MOST_TABLES


def test_the_seed_of_a_table_is_what_it_always_was():
    """Another one would deal other cards in every tournament that is played again."""
    assert table_seed(3, (0, 1)) == 6_598_611_926_352_609_427


def test_no_two_tables_share_a_seed_and_it_depends_on_who_sits_there():
    seeds = {table_seed(s, t) for s in (0, 1) for t in all_tables(4, 4)}
    assert len(seeds) == 2 * len(all_tables(4, 4))
    assert all(0 <= s < 2**63 for s in seeds)


def test_rounds_get_longer_and_the_last_ends_with_all_blocks():
    assert list(looks(500, 2)) == [32, 64, 128, 256, 500]
    assert list(looks(20, 2)) == [20]
    assert list(looks(100, 1.2)) == [32, 64, 96, 100]
    assert len(list(looks(10**6, 1.2))) < 60


@pytest.fixture(scope="module")
def floor():
    """L.A.M.A. for three, interpreted: who sits where is asked per game."""
    game = make_game("lama", 3, target=5)
    entrants = tuple(make_entrant(n, game.rules) for n in NAMES)

    def at(seats):
        return Simulator(LineUp(game, tuple(entrants[s] for s in seats)), interpreted=True)

    return at


@pytest.fixture(scope="module")
def played(floor):
    """For two tables the tally of all blocks, and the wins of every entrant in each block."""
    out = []
    for seats in ((0, 1, 0), (0, 1, 2)):
        simulator, seed = floor(seats), table_seed(3, seats)
        plan = SimulationPlan(BLOCKS, 3, True, ROTATE, seed)
        tally = TableTally.empty(seats, seed)
        for first, last in ((0, 5), (5, BLOCKS)):
            tally = tally.plus(simulator.play(plan, first, last), last - first)
        wins = [simulator.play(plan, b, b + 1).entrants[0, :, WIN] for b in range(BLOCKS)]
        out.append((tally, np.array(wins, float)))
    return out


def test_products_of_entrants_follow_from_the_sums_that_there_are(floor):
    seats = (0, 1, 2)
    simulator, plan = floor(seats), SimulationPlan(BLOCKS, 3, True, ROTATE, 9)
    wins = np.array([simulator.play(plan, b, b + 1).entrants[0, :, WIN] for b in range(BLOCKS)])
    assert products(simulator.play(plan, 0, BLOCKS)).tolist() == (wins.T @ wins).tolist()


def by_strategy(tally, wins):
    """Mean win shares of an entrant of each strategy, block by block."""
    rows = [wins[:, [k for k, s in enumerate(tally.seats) if s == w]].mean(axis=1) for w in tally.who]
    return np.array(rows) / (len(tally.seats) * SHARE)


def test_shares_and_their_covariance_are_those_of_the_blocks(played):
    for tally, wins in played:
        rows = by_strategy(tally, wins)
        assert tally.games == 3 * BLOCKS
        assert tally.shares == pytest.approx(rows.mean(axis=1))
        assert tally.covariance == pytest.approx(np.cov(rows) / BLOCKS, abs=1e-12)
        counts = [tally.seats.count(w) for w in tally.who]
        assert tally.shares @ counts == pytest.approx(1)


def test_differences_of_two_strategies_are_those_of_the_blocks_and_in_their_range(played):
    for tally, wins in played:
        half = TableTally.empty(tally.seats, tally.seed)
        rows = by_strategy(tally, wins)
        for i, j in combinations(range(len(tally.who)), 2):
            batch = tally.since(half, tally.who[i], tally.who[j])
            gaps = rows[i] - rows[j]
            assert batch.count == BLOCKS
            assert batch.total / batch.scale == pytest.approx(gaps.sum())
            assert batch.around(0.3) == pytest.approx(((gaps - 0.3) ** 2).sum())
            a, b = (tally.seats.count(tally.who[k]) for k in (i, j))
            assert -1 / b <= gaps.min() <= gaps.max() <= 1 / a
            assert tally.width(tally.who[i], tally.who[j]) == pytest.approx(1 / a + 1 / b)


def extremes(tally, pairs):
    """The differences of all pairs in blocks in which one strategy after the other wins everything."""
    counts = [tally.seats.count(w) for w in tally.who]
    return np.array([[((w == i) - (w == j)) / counts[w] for w in range(len(counts))] for i, j in pairs])


def test_payoffs_are_means_over_tables_and_their_errors_go_together_as_in_the_blocks(played):
    tallies = [t for t, _ in played]
    payoffs = payoffs_of(tallies, 3)
    first, second = (by_strategy(t, wins) for t, wins in played)
    one = first[0] - first[1]
    three = np.array([second[i] - second[j] for i, j in pairs_of(3)])
    assert payoffs.values == pytest.approx(
        [(one.mean() + three[0].mean()) / 2, three[1].mean(), three[2].mean()]
    )
    weight = np.array([0.5, 1, 1])
    one = np.append(one, extremes(tallies[0], [(0, 1)]))
    three = np.hstack([three, extremes(tallies[1], pairs_of(3))])
    wanted = np.cov(three) / three.shape[1] * np.outer(weight, weight)
    wanted[0, 0] += one.var(ddof=1) / len(one) / 4
    assert payoffs.covariance == pytest.approx(wanted, abs=1e-12)
    assert payoffs.hedges == pytest.approx(
        [(one.mean() + three[0].mean()) / 2, three[1].mean(), three[2].mean()]
    )
    assert payoffs.freedom == BLOCKS - 1
    assert payoffs.matrix == pytest.approx(-payoffs.matrix.T)
    assert payoffs.contrasts @ payoffs.values == pytest.approx(payoffs.matrix.sum(axis=1) / 2)
