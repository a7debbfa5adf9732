"""What searching strategies expect beyond what they try out."""

from types import ModuleType

import pytest

from upcard.engine.game import Game, make_game
from upcard.engine.heuristics import expectation, leaning, round_counter
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.games.smallsum import rules as smallsum
from upcard.games.stoppers import rules as stoppers
from upcard.strategies import flat_monte_carlo, ismcts
from upcard.testing import ConformanceError
from upcard.testing.prospect_checks import check_prospects
from upcard.testing.random_walk import Walk


def lives(*left):
    s = make_game("stoppers", len(left)).start(seed=1)
    for p, x in enumerate(left):
        s.life[p] = x
    s.rounds = 7
    return s


@pytest.mark.parametrize(("left", "parts"), [((4, 4), (0.5, 0.5)), ((1, 3, 0), (0.25, 0.75, 0))])
def test_at_a_new_round_everybody_expects_his_part_of_what_the_rules_tell(left, parts):
    expect = expectation(stoppers)
    assert tuple(expect(lives(*left), p, 6) for p in range(len(left))) == parts


def test_in_the_round_of_now_and_at_the_end_the_game_counts_as_it_stands():
    expect, s = expectation(lama), make_game("lama", 3).start(seed=1)
    s.points[0], s.points[1], s.points[2] = 9, 4, 4
    assert [expect(s, p, s.rounds) for p in range(3)] == [0, 0.5, 0.5]
    s.over = 1
    assert [expect(s, p, s.rounds - 1) for p in range(3)] == [0, 0.5, 0.5]


def test_nobody_left_to_expect_anything_is_everybody_alike():
    s = make_game("lama", 2, target=5).start(seed=1)
    s.points[0] = s.points[1] = 5
    assert expectation(lama)(s, 0, s.rounds - 1) == 0.5


def test_a_game_that_tells_nothing_has_one_round_and_no_leaning():
    s = make_game("kuhn-poker").start(seed=1)
    assert round_counter(kuhn_poker)(s) == 0
    assert [leaning(kuhn_poker)(s, a) for a in range(2)] == [1, 1]


def test_rounds_are_told_apart_by_the_number_that_the_rules_name():
    s = make_game("smallsum").start(seed=1)
    s.round = 5
    assert round_counter(smallsum)(s) == 5


def replaced(rules, **names):
    """A rules file in which something is something else."""
    other = ModuleType(rules.__name__)
    other.__dict__.update(vars(rules) | names)
    return other


@pytest.mark.parametrize(
    ("names", "expected", "seen"),
    [
        ({"lean": lambda s, a: 0}, "a whole number from 1 to 1000000", r"lean\(s, \d\) is 0"),
        ({"lean": lambda s, a: 0.5}, "a whole number from 1 to 1000000", r"lean\(s, \d\) is 0.5"),
        ({"outlook": lambda s, p: p - 1}, "a whole number, 0 or more", r"outlook\(s, 0\) is -1"),
    ],
)
def test_what_cannot_be_used_is_found(names, expected, seen):
    walk = Walk(Game(replaced(lama, **names), 2, {}), 1, 0)
    with pytest.raises(ConformanceError, match=f"{expected}; seen: {seen}"):
        check_prospects(walk)


@pytest.mark.parametrize("name", ["lama", "stoppers", "smallsum"])
def test_a_playout_ends_where_a_round_begins(name):
    """However many rounds a match has, a search looks at one."""
    game = make_game(name)
    match = game.match(seed=3)
    while len(match.legal()) < 2:
        match.do(match.legal()[0])
    v = match.view(match.player)
    world = v.chance.scratch()
    world.imagine(v)
    begun = round_counter(game.rules)(world.state)
    weights = [0] * v.actions
    assert flat_monte_carlo.play_on(world, v.actions, 100_000, weights) < 1_100
    assert not world.state.over
    assert round_counter(game.rules)(world.state) == begun + 1
    assert world.turn() == -1


def test_it_prefers_what_leads_to_the_better_round():
    """With an ace in hand at Stoppers, the lowest card there is, nobody keeps it."""
    match = make_game("stoppers", 3, first_dealer=3).match(seed=1, dealt=["A", "9", "9"])
    assert match.words(ismcts.choose(match.view(0), 60, 1.0, 1000)) == "swap"
