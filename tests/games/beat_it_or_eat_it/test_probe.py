"""Probing a tablebase: the best move is what the rules lead to, everywhere in a game."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Unreadable
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import ProbedMove, places_of, probe
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve
from upcard.solving import retrograde


@pytest.fixture(scope="module", params=[(1, 5), (2, 3)])
def played(request, leads):
    """The tablebase, the game, all leads and what the rules lead to, of a small size."""
    game, states = leads(*request.param)
    return solve(*request.param), game, states, retrograde.solve(game, states.values())


@given(seed=st.integers(0, 10**6))
def test_moves_are_the_legal_actions_with_what_the_rules_lead_to(played, seed):
    table, game, states, solved = played
    rng = random.Random(seed)
    s = rng.choice(list(states.values())).copy()
    while not s.over:
        moves = probe(table, rules.position_text(s))
        key = rules.position_key(s)
        assert sorted(move.action for move in moves) == game.legal_actions(s)
        assert (moves[0].distance, moves[0].verdict) == (
            solved.distances[key],
            solved.verdicts[key].name.lower(),
        )
        for move in moves:
            assert move.text == rules.action_text(s, move.action)
            assert (move.distance, move.verdict) == after(game, s, move.action, solved)
        rules.apply(s, rng.choice(moves).action)


def after(game, s, action, solved):
    """The distance and the verdict of an action, by the rules."""
    below = s.copy()
    rules.apply(below, action)
    if below.over:
        return 1, "win"
    key = rules.position_key(below)
    far, verdict = solved.distances[key], solved.verdicts[key]
    plies = int(below.player != s.player)
    return far + plies if far else 0, retrograde.Verdict(-verdict if plies else verdict).name.lower()


def test_moves_are_told_from_the_best_to_the_worst():
    assert probe(solve(2, 3), "s3.2.h1/s1.h3.2/-") == (
        ProbedMove(4, "lead s2", "win", 5),
        ProbedMove(8, "lead s3", "loss", 8),
        ProbedMove(1, "lead h1", "loss", 4),
    )


def test_a_suit_of_13_begins_with_the_2():
    table = solve(1, 13, with_receive=False)
    # The ace must be eaten, or else it covers whatever is led after the 2 was covered.
    assert probe(table, "sA.2/sK.Q.J.10.9.8.7.6.5.4.3/-") == (
        ProbedMove(4, "lead s2", "win", 3),
        ProbedMove(52, "lead sA", "win", 3),
    )
    moves = probe(table, "sK.Q.J.10.9.8.7.6.5.4/sA.2/s3")
    assert {move.text for move in moves} >= {"eat", "beat with s4", "beat with sK"}


def test_a_covered_top_card_may_be_followed_by_any_lead():
    moves = probe(solve(1, 4), "s1.4/s2/s3+")
    assert {move.text for move in moves} == {"lead s1", "lead s4"}


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("s1/s2/s3/s4", "is not a position: expected a hand, the other hand and the table"),
        ("s1/s2/-", "position does not place s4.3, with"),
        ("s1.2.3/-/s4", "position leaves a hand empty"),
    ],
)
def test_what_is_no_position_of_this_size_is_refused(position, message):
    with pytest.raises(Unreadable, match=message):
        probe(solve(1, 4), position)


@pytest.mark.parametrize(
    ("text", "size", "reason"),
    [
        ("none", None, "it names no cards; expected something like"),
        ("none", (1, 4), "'none' is not a card"),
        ("-", None, "expected a hand, the other hand and the table"),
    ],
)
def test_what_names_no_cards_is_no_position(text, size, reason):
    with pytest.raises(Unreadable, match=f"'{text}' is not a position: {reason}"):
        places_of(text, size)
