"""What an action can lead to, with exact probabilities."""

from fractions import Fraction

import pytest

from upcard.engine.game import make_game
from upcard.engine.registry import valid_games
from upcard.engine.state import canonical_key, cells_of
from upcard.engine.tree.successors import successors

THIRD = Fraction(1, 3)


def test_outcomes_come_in_their_order_with_their_probabilities():
    game = make_game("goofspiel", length=4)
    first = list(successors(game, None, None))
    assert [(s.prize, p) for s, p in first] == [(k, Fraction(1, 4)) for k in range(4)]
    ((bid, sure),) = successors(game, first[0][0], 0)
    assert sure == 1
    assert [(s.prize, p) for s, p in successors(game, bid, 1)] == [(k, THIRD) for k in (1, 2, 3)]


def test_cards_of_a_kind_count_by_their_number():
    """Le Her is dealt from four cards of each of 13 ranks: an equal pair is rarer than another."""
    dealt = {(int(s.card[0]), int(s.card[1])): p for s, p in successors(make_game("le-her"), None, None)}
    pairs = [(i, j) for i in range(13) for j in range(13)]
    assert dealt == {(i, j): Fraction(4 * (3 if i == j else 4), 52 * 51) for i, j in pairs}


@pytest.mark.parametrize("name", ["kuhn-poker", "le-her", "liars-dice", "stoppers"])
def test_probabilities_sum_to_one(name):
    game = make_game(name, min(valid_games()[0][name].GAME.table_sizes))
    assert sum(p for _, p in successors(game, None, None)) == 1


def test_the_position_before_is_left_as_it_is():
    game = make_game("goofspiel", length=3)
    s, _ = next(successors(game, None, None))
    before = cells_of(s)
    list(successors(game, s, 0))
    assert cells_of(s) == before


def test_a_turn_is_counted_as_in_a_match():
    game = make_game("kuhn-poker")
    match = game.match(seed=1)
    found = [x for x, _ in successors(game, match.state, 0)]
    match.do(0)
    assert [canonical_key(game.rules, x) for x in found] == [canonical_key(game.rules, match.state)]
    assert found[0].turns == match.state.turns


def test_who_is_asked_can_end_it_before_chance():
    game = make_game("stoppers", 2)
    ((s, p),) = successors(game, None, None, lambda _: True)
    assert p == 1
    assert s.turns == 0
    assert len({canonical_key(game.rules, x) for x, _ in successors(game, None, None, lambda _: False)}) > 1
