"""The loop over games leaves sums of whole numbers that a slow and obvious count gives too."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.game import make_game
from upcard.engine.state import PlainState
from upcard.games.lama import rules as lama
from upcard.games.lama.strategies import folding, same_first
from upcard.simulation.kernel import (
    DECISIONS,
    FIXED,
    MEASURES,
    RANDOM,
    ROTATE,
    SCORE,
    SHARE,
    WIN,
    WIN_ANY,
    Sums,
    close_block,
    close_pairs,
    seat,
)
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator

tables = st.integers(1, 4).flatmap(
    lambda n: st.lists(
        st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=n, max_size=n),
        min_size=1,
        max_size=5,
    )
)


@pytest.mark.parametrize("n", range(1, 11))
def test_a_win_can_be_shared_by_up_to_ten(n):
    assert SHARE % n == 0


@given(tables)
def test_closing_blocks_adds_values_squares_and_products_and_wipes_them(blocks):
    n = len(blocks[0])
    sums = Sums.empty(n, 3, 2)
    of = np.array([0, 1, 1, 0, 0])
    for block in blocks:
        x, y = np.array(block), np.array([len(block), block[0][0]])
        close_block(x, y, of, sums.entrants, sums.games)
        assert not x.any()
        assert not y.any()
    x = np.array(blocks)
    y = np.array([[n, block[0][0]] for block in blocks])
    assert (sums.entrants[0] == x.sum(0)).all()
    assert (sums.entrants[1] == (x * x).sum(0)).all()
    assert (sums.entrants[2] == (x * y[:, None, of[:3]]).sum(0)).all()
    assert (sums.games == [y.sum(0), (y * y).sum(0), (y * y[:, of[3:]]).sum(0)]).all()


@given(tables)
def test_pairs_hold_the_squared_differences_of_wins_and_of_scores(blocks):
    n = len(blocks[0])
    pairs = np.zeros((2, n, n), np.int64)
    for block in blocks:
        close_pairs(np.array(block), pairs)
    x = np.array(blocks)
    for k, column in enumerate((WIN, SCORE)):
        d = x[:, :, None, column] - x[:, None, :, column]
        assert (pairs[k] == (d * d).sum(0)).all()


def test_sums_of_two_chunks_add():
    first, second = Sums.empty(2, 3, 1), Sums.empty(2, 3, 1)
    first.entrants[0, 1, 2], second.entrants[0, 1, 2] = 3, 4
    first.games[1, 0] = 5
    second.pairs[0, 1, 0] = 6
    both = first.plus(second)
    assert (both.entrants[0, 1, 2], both.games[1, 0], both.pairs[0, 1, 0]) == (7, 5, 6)
    assert (first.entrants[0, 1, 2], second.entrants[0, 1, 2]) == (3, 4)


def seating(n, mode, seed=0, game=0, r=0):
    s = PlainState(lama)
    s.seats = n
    holder = [-1] * n
    seat(s, mode, seed, game, r, holder)
    return holder


@pytest.mark.parametrize("n", range(1, 9))
def test_fixed_seats_stay_and_rotating_seats_take_every_seat_once(n):
    assert seating(n, FIXED, game=5, r=3) == list(range(n))
    rotations = [seating(n, ROTATE, r=r) for r in range(n)]
    assert rotations[0] == list(range(n))
    for row in (*rotations, *zip(*rotations, strict=True)):
        assert sorted(row) == list(range(n))


def test_random_seats_are_a_permutation_and_all_are_equally_likely():
    games = 24 * 200
    seen = Counter(tuple(seating(4, RANDOM, 11, game)) for game in range(games))
    assert len(seen) == 24
    chi_square = sum((c - 200) ** 2 / 200 for c in seen.values())
    assert chi_square < 49.7  # one in a thousand, 23 degrees of freedom


def test_random_seats_depend_on_seed_and_game_only():
    assert seating(6, RANDOM, 3, 7) == seating(6, RANDOM, 3, 7, r=2)
    assert len({str(seating(6, RANDOM, seed, game)) for seed in range(6) for game in range(6)}) > 30


def test_random_seats_do_not_use_up_the_cards(sums_of):
    """All seats play alike, so who sits where changes nothing but whose result it is."""
    game = make_game("lama", 3)
    fixed, random = (sums_of(game, "same-first", seating=seating) for seating in ("fixed", "random"))
    assert fixed[1] == random[1]
    assert np.array(fixed[0])[0].sum(0).tolist() == np.array(random[0])[0].sum(0).tolist()
    assert fixed[0] != random[0]


# ---- against matches, played one by one ----

USUAL = tuple(p.default for p in folding.STRATEGY.parameters)
CHOOSERS: dict[str, tuple[Callable[..., int], tuple[float, ...]]] = {
    "same-first": (same_first.choose, ()),
    "folding": (folding.choose, USUAL),
    "folding:A=60": (folding.choose, (60.0, *USUAL[1:])),
}
CAST = ["same-first", "folding", "random"]
"""Other tests play by this program too."""


def points_of(game, seed, number, deal, holder, names):
    """Points, rounds won, rounds and decisions of a game, from a match that the same strategies play."""
    match = game.match(seed, number if deal is None else deal)
    while not match.is_over:
        choose, parameters = CHOOSERS[names[holder[match.player]]]
        match.do(choose(match.view(match.player), *parameters))
    s = match.state
    n = game.players
    return list(s.points)[:n], list(s.won)[:n], s.rounds, len(match.actions)


def counted(game, names, games, seed, mode, duplicate):
    """The sums of a simulation, from matches."""
    n = game.players
    per_block = n if mode == ROTATE else 1
    x = np.zeros((games // per_block, n, 6), np.int64)
    singles = np.zeros((n, 6), np.int64)
    y = np.zeros((games // per_block, 2), np.int64)
    for number in range(games):
        block, r = divmod(number, per_block)
        holder = seating(n, mode, seed, number, r)
        points, won, rounds, decisions = points_of(
            game, seed, number, block if duplicate else None, holder, names
        )
        best = points.count(min(points))
        for p in range(n):
            is_best = points[p] == min(points)
            mine = [SHARE // best * is_best, is_best, -points[p], points[p], points[p] > 30, won[p]]
            x[block, holder[p]] += np.array(mine, np.int64)
            singles[holder[p], SCORE:] += np.array(mine[SCORE:], np.int64) ** 2
        y[block] += [decisions, rounds]
    of = [0, 0, 0, 0, 0, 1]
    d = x[:, :, None, [WIN, SCORE]] - x[:, None, :, [WIN, SCORE]]
    pairs = (d * d).sum(0).transpose(2, 0, 1) * (per_block > 1)
    entrants = [x.sum(0), (x * x).sum(0), (x * y[:, None, of]).sum(0), singles]
    games = [y.sum(0), (y * y).sum(0), (y * y[:, [0, 0]]).sum(0)]
    return [[e.tolist() for e in entrants], [g.tolist() for g in games], pairs.tolist()]


@pytest.mark.parametrize("preset", ["official", "paper"])
@pytest.mark.parametrize(
    ("seating", "duplicate"), [("fixed", False), ("rotate", False), ("rotate", True), ("random", False)]
)
def test_the_sums_are_those_of_matches_played_one_by_one(sums_of, preset, seating, duplicate):
    game = make_game("lama", 3, preset)
    names = list(CHOOSERS)
    mode = {"fixed": FIXED, "rotate": ROTATE, "random": RANDOM}[seating]
    expected = counted(game, names, 12, 17, mode, duplicate)
    lineup = line_up(game, names, CAST)
    assert sums_of(game, lineup, games=12, seed=17, seating=seating, duplicate=duplicate) == expected


def test_the_columns_are_as_documented():
    assert (WIN, WIN_ANY, SCORE, MEASURES, DECISIONS) == (0, 1, 2, 3, 0)


def test_sums_have_the_same_size_for_one_game_and_for_many():
    simulator = Simulator(line_up(make_game("lama"), "same-first"))
    for games in (1, 500):
        sums = simulator.play(make_plan(games, 1, 4), 0, games)
        assert sums.entrants.shape == (4, 4, 6)
        assert sums.games.shape == (3, 2)
        assert sums.pairs.shape == (2, 4, 4)


def test_a_game_without_measures_has_three_columns():
    simulator = Simulator(line_up(make_game("kuhn-poker"), "random"))
    sums = simulator.play(make_plan(50, 1, 2), 0, 50)
    assert sums.entrants.shape == (4, 2, 3)
    assert sums.entrants[0, :, SCORE].sum() == 0
    assert sums.entrants[0, :, WIN].sum() == 50 * SHARE
    assert sums.entrants[0, :, WIN_ANY].sum() == 50
    assert 100 <= sums.games[0, DECISIONS] <= 150
