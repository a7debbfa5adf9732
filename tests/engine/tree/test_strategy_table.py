"""Every information set is found from its view, and played by its odds."""

import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upcard.engine.errors import Failure
from upcard.engine.game import make_game
from upcard.engine.state import cells_of
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.strategy_table import MOST_PARTS, ViewLog, player_of, visible_cells

GAMES = {"kuhn-poker": None, "le-her": None, "liars-dice": "two-sided", "goofspiel": "fixed"}
"""With their presets."""


@lru_cache
def solved_at_random(name):
    """A game, what a player of random sure actions does, and the same in a dict from whole views."""
    game, rng = make_game(name, preset=GAMES[name]), random.Random(5)
    views, known, odds = ViewLog(game), {}, []

    def note(v):
        views.note(v)
        a = rng.choice(game.legal_actions(v))
        known[tuple(cells_of(v).items())] = a
        odds.append(((a, Fraction(1)),))

    unroll(game, on_set=note)
    return game, player_of(views, odds), known


@given(name=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 10**6))
@settings(max_examples=80)
def test_every_view_of_a_game_leads_to_its_own_information_set(name, seed):
    """As a table of whole views does; the deal is that of any suits, the tree has equal ones as one."""
    game, choose, known = solved_at_random(name)
    match, rng = game.match(seed), random.Random(seed)
    while not match.is_over:
        v = match.view(match.player)
        assert choose(v) == known[tuple(cells_of(v).items())]
        match.do(rng.choice(match.legal()))


class Counted:
    """Chance that gives a certain number, and remembers how many there could be."""

    def __init__(self, x, rules):
        self.x, self.rules, self.n = x, rules, 0

    def below(self, s, n):
        self.n = n
        return self.x


def view_and_player(odds):
    """The first view of Goofspiel, and a player that has odds there and plays the lowest card elsewhere."""
    game = make_game("goofspiel", preset="three")
    views, every, first = ViewLog(game), list[Any](), list[Any]()

    def note(v):
        views.note(v)
        every.append(odds if not every else ((game.legal_actions(v)[0], Fraction(1)),))
        first.append(v.copy())

    unroll(game, on_set=note)
    return first[0], player_of(views, every)


@given(st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any))
@settings(max_examples=10)
def test_odds_are_kept_exactly(weights):
    total = sum(weights)
    odds = tuple((a, Fraction(x, total)) for a, x in enumerate(weights) if x)
    view, choose = view_and_player(odds)
    assert choose.odds(view) == odds
    chance = Counted(0, view.chance.rules)
    choose(view.copy(chance=chance))
    parts = max(chance.n, 1)
    found = Counter(choose(view.copy(chance=Counted(x, view.chance.rules))) for x in range(parts))
    assert {a: Fraction(n, parts) for a, n in found.items()} == dict(odds)


def test_odds_of_great_denominators_are_rounded_to_what_chance_can_tell():
    tiny = Fraction(1, 10**30)
    odds = ((0, Fraction(1, 3)), (1, tiny), (2, Fraction(2, 3) - tiny))
    view, choose = view_and_player(odds)
    played = dict(choose.odds(view))
    assert sum(played.values()) == 1
    assert played[1] == 0
    assert 0 < abs(played[0] - odds[0][1]) <= Fraction(1, 2 * MOST_PARTS)
    assert choose(view.copy(chance=Counted(MOST_PARTS - 1, view.chance.rules))) == 2


def goofspiel_of_hidden_bids(which):
    game = make_game("goofspiel", preset="hidden")
    views, odds = ViewLog(game), list[Any]()

    def note(v):
        views.note(v)
        odds.append(((game.legal_actions(v)[which(len(odds))], Fraction(1)),))

    unroll(game, on_set=note)
    return player_of(views, odds)


def test_where_views_do_not_tell_what_was_done_other_play_is_refused():
    """Who has forgotten in which order he bid his cards cannot let it matter."""
    assert goofspiel_of_hidden_bids(lambda i: 0)
    with pytest.raises(Failure, match="does not show players all that they have seen and done"):
        goofspiel_of_hidden_bids(lambda i: -(i % 2))


def test_cells_that_nobody_or_another_sees_are_not_read():
    cells = visible_cells(make_game("leduc-poker"))
    assert {"v.card[v.me]", "v.board", "v.paid[0]", "v.paid[1]", "v.log[0]", "v.stock[0]"} <= set(cells)
    assert not [c for c in cells if c.startswith(("v.stock[1", "v.card[0"))]
    rows = visible_cells(make_game("goofspiel"))
    assert {"v.hand[v.me, 0]", "v.bid[v.me]", "v.shown[1, 0]", "v.tied[12]"} <= set(rows)
    assert not [c for c in rows if "v.spent[1" in c]
