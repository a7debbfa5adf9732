"""``alpha-beta`` finds what a plain search finds, wins what it can see, and knows a repetition."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.night import LATE

from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.rules import EAT, KINDS
from upcard.games.beat_it_or_eat_it.strategies import alpha_beta
from upcard.games.beat_it_or_eat_it.strategies.alpha_beta import (
    BEST,
    CELLS,
    COUNT,
    FRAMES,
    STACK,
    WIN,
    choose,
    deepen,
    worth,
)
from upcard.kit.strategy import memory
from upcard.simulation.simulate_games import simulate

NAME = "beat-it-or-eat-it"
ENOUGH = 1e9
ROUND = ["lead s1", "beat with s3", "lead s5", "eat", "lead s4", "beat with s5", "lead s3", "eat"]


def plain(game, s, me, depth, d=0, line=frozenset()):
    """The value of a position for seat `me` by looking at everything; a hand that leads again is a draw."""
    here = line | {lead(s)}
    values = []
    for a in game.legal_actions(s):
        below = s.copy()
        rules.apply(below, a)
        if below.size[s.player] == 0:
            values.append(WIN - d if s.player == me else d - WIN)
        elif a == EAT and lead(below) in here:
            values.append(0)
        elif d + 1 == depth:
            hands = [(p, k) for p in (0, 1) for k in range(KINDS) if below.hand[p, k]]
            values.append(sum(worth(game.view(below, me), p, k, 0.5) for p, k in hands))
        else:
            values.append(plain(game, below, me, depth, d + 1, here))
    return max(values) if s.player == me else min(values)


def lead(s):
    """What makes two leads to an empty table the same; nothing else is ever equal."""
    return (s.player, tuple(s.hand.cells)) if s.table[0] == 0 else None


@given(st.integers(0, 10**6), st.integers(0, 12), st.integers(1, 4), st.sampled_from(["none", "own"]))
@settings(max_examples=30, deadline=None)
def test_it_finds_the_value_of_a_plain_search(seed, steps, depth, trumps):
    rng = random.Random(seed)
    match = make_game(NAME, length=4, draw="never", trumps=trumps).match(seed)
    for _ in range(steps):
        if not match.is_over:
            match.do(rng.choice(match.legal()))
    if match.is_over:
        return
    m = memory(CELLS)
    assert deepen(match.view(match.player), m, depth, ENOUGH, 0.5) in match.legal()
    assert m[FRAMES + BEST] == plain(match.game, match.state, match.player, depth)


@pytest.mark.parametrize(("length", "won"), [(2, 4), (3, 6)])
def test_deep_enough_it_wins_as_many_openings_as_the_solved_game(length, won):
    """See ``test_rules_small_sizes.py``, where the openings are solved by other means."""
    winners = []
    for coins in product("01", repeat=length):
        match = make_game(NAME, length=length).match(dealt=coins)
        while not match.is_over:
            match.do(choose(match.view(match.player), 20, ENOUGH, 0.5))
        winners += match.winners()
    assert (winners.count(0), len(winners)) == (won, 2**length)


@pytest.mark.parametrize(("before", "is_known"), [(7, False), (15, True)])
def test_a_lead_that_came_twice_in_the_game_counts_as_a_draw(before, is_known):
    game = make_game(NAME, suits=1, length=6, deal="given", position="s2.1/s6.5.4.3/-")
    match = game.match()
    for words in (ROUND * 2)[:before]:
        match.do(words)
    view, m = match.view(match.player), memory(CELLS)
    alpha_beta.set_up(view, m, 0.5)
    alpha_beta.begin(view, m, 0, -1, 1)
    alpha_beta.play(view, m, 0, EAT, 0.5)
    assert alpha_beta.came_before(view, m, 0) is is_known


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_what_was_done_is_taken_back(seed):
    rng = random.Random(seed)
    match = make_game(NAME, trumps="own").match(seed)
    for _ in range(rng.randrange(60)):
        if not match.is_over:
            match.do(rng.choice(match.legal()))
    if match.is_over:
        return
    view, m = match.view(match.player), memory(CELLS)
    alpha_beta.set_up(view, m, 0.5)
    before = m[:STACK]
    for a in match.legal():
        alpha_beta.play(view, m, 0, a, 0.5)
        alpha_beta.take_back(m, 0)
        assert m[:STACK] == before


def test_it_stops_when_it_has_met_enough_positions():
    m = memory(CELLS)
    deepen(make_game(NAME).match(seed=1).view(0), m, 60, 200, 0.5)
    assert 200 <= m[COUNT] <= 201


@LATE
def test_it_beats_the_better_rule_of_thumb():
    result = simulate(make_game(NAME, length=7), ["alpha-beta", "rank-sum"], 100, seed=1, duplicate=True)
    assert result.seats[0].estimates["win_share"].low > 0.7
