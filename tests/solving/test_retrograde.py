"""Retrograde analysis: made-up graphs by hand, small games by their rules, and what it refuses."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it.rules import position_key
from upcard.solving.retrograde import PositionGraph, Verdict, explore, go_back, key_of, solve

WIN, DRAW, LOSS = Verdict.WIN, Verdict.DRAW, Verdict.LOSS


def graph_of(*positions):
    """A graph from ``(ends, [(position after, plies), ...])`` for each position."""
    graph = PositionGraph(before=[[] for _ in positions])
    for n, (ends, after) in enumerate(positions):
        graph.ends.append(tuple(ends))
        graph.actions.append(len(ends) + len(after))
        for m, plies in after:
            graph.before[m].append((n, plies))
    return graph


def test_a_position_whose_action_wins_is_won_in_one_ply():
    assert go_back(graph_of(([WIN, LOSS], []))) == ([WIN], [1])


def test_the_winner_hurries_and_the_loser_holds_out():
    verdicts, distances = go_back(
        graph_of(
            ([], [(1, 1), (2, 1)]),  # the winner goes to position 1, whose loser is sooner at the end
            ([LOSS], []),
            ([LOSS], [(3, 1)]),
            ([WIN], []),
        )
    )
    assert verdicts == [WIN, LOSS, LOSS, WIN]
    assert distances == [2, 1, 2, 1]


def test_a_draw_at_the_end_is_kept_by_who_would_lose_else():
    assert go_back(graph_of(([DRAW, LOSS], []), ([], [(0, 1)]))) == ([DRAW, DRAW], [0, 0])


def test_a_cycle_that_nobody_can_leave_for_the_better_is_a_draw():
    graph = graph_of(([], [(1, 1)]), ([], [(0, 1), (2, 1)]), ([WIN], []))
    assert go_back(graph) == ([DRAW, DRAW, WIN], [0, 0, 1])


def test_a_player_who_goes_on_himself_keeps_his_verdict_and_the_ply_is_not_over():
    graph = graph_of(([], [(1, 0)]), ([WIN], []), ([LOSS], [(3, 0)]), ([LOSS], []))
    assert go_back(graph) == ([WIN, WIN, LOSS, LOSS], [1, 1, 1, 1])


@given(st.integers(0, 10**6), st.integers(1, 8))
def test_verdicts_and_distances_agree_with_themselves(seed, count):
    rng = random.Random(seed)
    ways = []
    for n in range(count):
        after = [(rng.randrange(count), 1) for _ in range(rng.randrange(3))]
        after += [(m, 0) for m in range(n + 1, count) if rng.random() < 0.2]
        ways.append((rng.choices([WIN, DRAW, LOSS], [1, 2, 4], k=rng.randrange(not after, 3)), after))
    verdicts, distances = go_back(graph_of(*ways))
    for n, (ends, after) in enumerate(ways):
        found = [value(end, 1) for end in ends]
        found += [value(Verdict(-verdicts[m]) if p else verdicts[m], distances[m] + p) for m, p in after]
        assert value(verdicts[n], distances[n]) == max(found)


def value(verdict, distance):
    """Greater for better: a short win, a long one, a draw, a long loss."""
    return verdict * Fraction(1, distance) if verdict else 0


def test_leads_of_one_suit_of_three_by_hand(leads):
    game, states = leads(1, 3)
    solved = solve(game, states.values())
    found = {hand: key_of(game)(s) for hand, s in states.items()}
    told = {hand: (solved.verdicts[k].name, solved.distances[k]) for hand, k in found.items()}
    assert told == {
        0b001: ("WIN", 1), 0b010: ("WIN", 1), 0b100: ("WIN", 1),  # the last card is led
        0b011: ("LOSS", 2),  # the 3 covers either card, and the other hand is empty
        0b101: ("WIN", 3),  # the 3 is eaten, the 1 is led
        0b110: ("WIN", 3),
    }  # fmt: skip


def test_with_trumps_too_a_distance_is_odd_for_a_win_and_even_for_a_loss(leads):
    game, states = leads(3, 2, "own")
    solved = solve(game, states.values())
    assert {WIN, LOSS} <= set(solved.verdicts.values())
    assert all((d == 0) == (solved.verdicts[k] == DRAW) for k, d in solved.distances.items())
    assert all(d % 2 == (solved.verdicts[k] == WIN) for k, d in solved.distances.items())


def test_positions_are_told_apart_by_what_the_rules_say(leads):
    game, states = leads(1, 4)
    s = states[0b0011]
    later = s.copy()
    later.plies, later.eaten[0] = 7, 3
    assert key_of(game) is position_key
    assert position_key(later) == position_key(s)
    game.rules.apply(later, 0)
    assert position_key(later) != position_key(s)


def test_a_game_without_a_key_is_told_apart_by_all_that_is_on_the_table():
    game = make_game("kuhn-poker")
    assert key_of(game)(game.start()) == key_of(game)(game.start())


def test_every_position_of_a_game_is_found_once(leads):
    game, states = leads(1, 5)
    keys, graph = explore(game, states.values())
    assert len(keys) == len(set(keys)) == len(graph.actions) == 220
    assert sum(key[0] == 0 for key in keys) == 130


def test_too_many_positions_are_refused(leads):
    game, states = leads(1, 5)
    with pytest.raises(Failure, match="more than 50 positions; choose a smaller game or allow more"):
        solve(game, states.values(), most_positions=50)


def test_a_game_with_secrets_is_refused():
    with pytest.raises(
        Usage, match="Kuhn poker cannot be solved backwards; expected a zero-sum game for two"
    ):
        solve(make_game("kuhn-poker"), [])
