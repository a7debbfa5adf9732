"""``tablebase`` plays perfectly: nobody's replies save a lost position, and a drawn one is never lost."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.night import IS_NIGHTLY

from upcard.engine.entrants import make_entrant
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, hand_text, open_table
from upcard.games.beat_it_or_eat_it.players.tablebase_player import player
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table, write
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import probe
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve
from upcard.games.beat_it_or_eat_it.strategies import alpha_beta
from upcard.games.beat_it_or_eat_it.strategies.tablebase import (
    MOST_CARDS,
    NONE,
    SIZES,
    STARTS,
    TABLES,
    choose,
)
from upcard.kit.strategy import memory

NAME = "beat-it-or-eat-it"
SMALL = [size for size in SIZES if size[0] * size[1] <= 12]


def table_of(suits, length):
    """The table that lies beside the strategy."""
    found = shipped_table(suits, length)
    assert found is not None
    return found


def followed(game, s, seat, seen):
    """All ends that others can reach while a seat plays by the table; positions seen before are left out."""
    waiting, ends = [s.copy()], []
    while waiting:
        s = waiting.pop()
        if s.over:
            ends.append(rules.score(s, seat))
            continue
        key = (s.player == seat, *rules.position_key(s))
        if key in seen:
            continue
        seen.add(key)
        actions = [choose(game.view(s, seat), 200.0)] if s.player == seat else game.legal_actions(s)
        for a in actions:
            below = s.copy()
            rules.apply(below, a)
            waiting.append(below)
    return ends


def plies_to_the_end(game, s, seat, known):
    """How long the others can hold out against a seat that plays by the table; never for ever."""
    key = (s.player == seat, *rules.position_key(s))
    if key in known:
        assert known[key] >= 0, "a position has come back"
        return known[key]
    known[key] = -1
    actions = [choose(game.view(s, seat), 200.0)] if s.player == seat else game.legal_actions(s)
    longest = 0
    for a in actions:
        below = s.copy()
        rules.apply(below, a)
        assert not below.over or rules.score(below, seat) == 1
        took = below.plies - s.plies
        longest = max(longest, took if below.over else took + plies_to_the_end(game, below, seat, known))
    known[key] = longest
    return longest


def test_every_won_mirror_deal_of_2x5_is_won_against_all_replies_as_soon_as_can_be():
    """28 of the 32 deals are won for who leads, see the reference page; the others are won against him."""
    game, known = make_game(NAME, length=5, draw="never"), dict[object, int]()
    winners = []
    for coins in product("01", repeat=5):
        s = game.match(dealt=coins).state
        best = probe(table_of(2, 5), rules.position_text(s))[0]
        seat = 0 if best.verdict == "win" else 1
        winners.append(seat)
        assert plies_to_the_end(game, s, seat, known) == best.distance
    assert (winners.count(0), winners.count(1)) == (28, 4)


def test_no_endless_position_is_lost_against_any_replies():
    endless = np.flatnonzero(table_of(3, 3).distances[1:-1] == 0) + 1
    assert len(endless) == 42
    seen: set[object] = set()
    for hand in endless.tolist():
        position = hand_text(3, 3, hand)
        game = make_game(NAME, suits=3, length=3, deal="given", position=position, draw="never")
        for seat in (0, 1):
            assert -1 not in followed(game, game.match().state, seat, seen)


@given(seed=st.integers(0, 10**6), size=st.sampled_from(SMALL))
@settings(max_examples=40)
def test_its_move_has_the_best_distance_everywhere_in_a_game(seed, size):
    """As the checker's own way to look a round through finds it."""
    rng = random.Random(seed)
    game = make_game(NAME, suits=size[0], length=size[1], deal="random", draw="never")
    match = game.match(seed)
    for _ in range(rng.randrange(30)):
        if not match.is_over:
            match.do(rng.choice(match.legal()))
    if match.is_over:
        return
    moves = probe(table_of(*size), rules.position_text(match.state))
    distances = {move.action: move.distance for move in moves}
    assert distances[choose(match.view(match.player), 200.0)] == moves[0].distance


@pytest.mark.parametrize(("suits", "length"), SIZES if IS_NIGHTLY else SMALL)
def test_the_tables_beside_it_are_those_of_the_solver(suits, length):
    """By day the small ones, by night all."""
    found = solve(suits, length, with_receive=False)
    assert (table_of(suits, length).distances == found.distances).all()


def test_there_is_a_table_of_every_size_up_to_18_cards():
    assert {(s, n) for s in range(1, 5) for n in range(2, 27) if s * n <= MOST_CARDS} == set(SIZES)
    assert len(TABLES) == sum(1 << s * n for s, n in SIZES)
    assert {size for size in product(range(5), range(27)) if STARTS[size] != NONE} == set(SIZES)


@pytest.mark.parametrize("options", [{"length": 10}, {"length": 4, "trumps": "own"}])
def test_without_a_table_it_searches(options):
    view = make_game(NAME, **options).match(seed=1).view(0)
    searched = alpha_beta.deepen(view, memory(alpha_beta.CELLS), 10, 300.0, 0.5)
    assert choose(view, 300.0) == searched


@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_a_player_of_a_file_plays_as_the_strategy_does_and_compiles(two_by_four, seed):
    game = make_game(NAME, length=4)
    by_file = player(open_table(two_by_four), game)
    assert by_file.__name__ == "tablebase_2x4"
    assert make_entrant(by_file, rules).compiles
    match = game.match(seed)
    while not match.is_over:
        view = match.view(match.player)
        assert by_file(view) == choose(view, 200.0)
        match.do(random.Random(seed).choice(match.legal()))


@pytest.fixture(scope="module")
def two_by_four(tmp_path_factory):
    """The file of a tablebase."""
    file = tmp_path_factory.mktemp("tables") / "2x4"
    solve(2, 4).save(file)
    return file


@pytest.mark.parametrize(
    ("size", "options", "reason"),
    [
        ((2, 4), {"length": 5}, "the tablebase is for suits=2, length=4; it cannot play Beat It Or Eat It"),
        ((2, 4), {"length": 4, "trumps": "own"}, "a tablebase plays without trumps; choose trumps=none"),
    ],
)
def test_a_player_that_does_not_fit_is_refused(size, options, reason):
    suits, length = size
    table = LeadTable(suits, length, np.zeros(4, np.uint8), 1, None)
    with pytest.raises(Usage, match=reason):
        player(table, make_game(NAME, **options))


def test_the_tables_can_be_made_again(tmp_path):
    sizes = ((1, 5), (2, 3), (2, 4))
    write(tmp_path / "it.npy", sizes)
    found = np.load(tmp_path / "it.npy")
    assert found.dtype == TABLES.dtype
    assert (found == np.concatenate([table_of(*size).distances for size in sizes])).all()


def test_a_table_is_found_by_its_size():
    found = shipped_table(2, 9)
    assert found is not None
    assert found.lead_census().positions == 2**18 - 2
    assert shipped_table(2, 14) is shipped_table(5, 2) is shipped_table(1, 30) is None
