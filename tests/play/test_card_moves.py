"""Moves of cards as a viewer can tell them: the one card that moved, or none where there is a doubt."""

import random

import pytest
from tests.play.test_card_identity import DRAW, ONE, ids, keys, lama, moves, session

from upcard.engine.game import make_game
from upcard.engine.sight import WATCHER
from upcard.play.card_moves import joined_moves
from upcard.play.zones import BOARD, CardMove

KING = 12


def stoppers(*cards, dealer=3):
    table = session(make_game("stoppers", len(cards), first_dealer=dealer))
    s = table.match.state
    for p, card in enumerate(cards):
        s.card[p], s.dealt[p], s.known[p, p] = card, card + 1, card + 1
    return table


@pytest.mark.parametrize("other", [7, 4])
def test_a_swap_moves_two_cards_for_everybody_even_if_they_are_equal(other):
    """Otherwise whoever watches would learn whether the cards are equal."""
    table = stoppers(4, other, 9)
    eyes = (0, 1, 2, WATCHER)
    before = {eye: keys(table, eye, "card", eye) for eye in eyes}
    mine, theirs = ("card", 0), ("card", 1)
    table.push(table.match.read("swap"))
    both = {CardMove("", mine, theirs), CardMove("", theirs, mine)}
    assert set(moves(table, 2)) == set(moves(table, WATCHER)) == both
    for eye, here, there in ((0, mine, theirs), (1, theirs, mine)):
        (now,) = keys(table, eye, "card", eye)
        assert now not in before[eye]
        turned = CardMove(now[1], there, here, is_turned=True)
        assert set(moves(table, eye)) == {turned, CardMove("", here, there)}
    assert keys(table, 2, "card", 2) == before[2]


def test_a_king_that_stops_a_swap_is_called_and_moves_nothing():
    table = stoppers(4, KING, 9)
    ids(table, 0)
    table.push(table.match.read("swap"))
    assert moves(table, 0) == ()
    scene = table.identify(table.scene(0), 0, 0)
    assert scene.calls == ("Stopper! Seat 2 shows a King.",)


def four_cell(players=2):
    table = session(make_game("four-cell", players), seed=5)
    ids(table, 0)
    return table


@pytest.mark.parametrize("players", [2, 4])
def test_a_new_cross_has_the_cards_of_both_players(players):
    table = four_cell(players)
    s = table.match.state
    first = next(k for k in range(52) if s.hand[0, k])
    second = [k for k in range(52) if s.hand[1, k]][-1]
    table.push(first)
    assert moves(table, 1) == ()  # the zone of the chosen card is not drawn for others
    (mine,) = moves(table, 0)
    assert (mine.source, mine.target, mine.is_turned) == (("hand", 0), ("disclosed", 0), False)
    old = [x.key for x in ids(table, WATCHER)[(cell_of(table, first, second), BOARD)]]
    table.push(second)
    cell = (cell_of(table, first, second), BOARD)
    for eye in (0, 1, WATCHER):
        news = {x.target: x for x in moves(table, eye) if x.key and x.target[0] != "pile"}
        crossing = [x for x in moves(table, eye) if x.target == cell]
        sources = {0: ("disclosed", 0), 1: ("hand", 1)}
        by_key = {one.key: i for i, one in enumerate(ids(table, eye)[cell])}
        assert {by_key[x.key]: x.source for x in crossing} == sources
        assert {by_key[x.key]: x.is_turned for x in crossing} == {0: eye != 0, 1: eye != 1}
        assert all(x.source == ("stock", None) for place, x in news.items() if place == ("hand", eye))
        collected = [x for x in moves(table, eye) if x.target[0] == "pile"]
        assert [(x.source, x.target) for x in collected] == [(cell, ("pile", 0)), (cell, ("pile", 1))]
    assert {x.key for x in moves(table, WATCHER) if x.target[0] == "pile"} == set(old)


def cell_of(table, first, second):
    rules = table.match.game.rules
    at = rules.meeting(0, rules.column(first), 1, rules.column(second))
    return rules.CELL_NAMES[at]


def test_a_rotated_cross_moves_its_two_cards_and_no_others():
    table, luck = four_cell(), random.Random(3)
    while not table.match.state.rotating:
        table.push(luck.choice(table.match.legal()))
    cell = table.match.game.rules.CELL_NAMES[2]
    table.identify(table.scene(0), 0)
    before = [x.key for x in ids(table, 0)[(cell, BOARD)]]
    table.push(table.match.read(f"rotate {cell}"))
    place = (cell, BOARD)
    on_board = [x for x in moves(table, 0) if x.target[1] == BOARD]
    assert sorted(on_board, key=lambda x: x.key) == [CardMove(k, place, place) for k in sorted(before)]
    assert [x.key for x in ids(table, 0)[place]] == before[::-1]


def test_a_card_that_another_player_draws_moves_face_down():
    table = lama([ONE, 5], [ONE, 3], top=3)
    before = keys(table, 1, "hand", 1)
    table.push(DRAW)
    for eye in (1, WATCHER):
        assert moves(table, eye) == (CardMove("", ("stock", None), ("hand", 0)),)
    assert keys(table, 1, "hand", 1) == before


def test_bids_come_from_their_players_and_the_next_prize_from_the_prizes():
    table = session(make_game("goofspiel", 2))
    ids(table, 0)
    table.push(3)
    assert moves(table, 1) == ()  # the zone of the first bid is not drawn for others
    table.push(5)
    by_target = {x.target: x for x in moves(table, 0)}
    shown = by_target[("shown", 1)]
    assert (shown.source, shown.is_turned) == (("hand", 1), True)
    assert by_target[("shown", 0)].source == ("bid", 0)
    assert by_target[("prize", None)].source == ("prizes", None)
    assert by_target[("won", 1)].source == ("prize", None)


def test_whoever_missed_actions_sees_the_way_from_the_first_place_to_the_last():
    table = lama([ONE, ONE, 5], [ONE, 3], top=6)
    start = len(table.match.actions)
    ids(table, 1)
    table.push(ONE)
    (top,) = keys(table, 1, "top")
    table.push(ONE)
    (move,) = [x for x in moves(table, 1, start) if x.key == top[1]]
    assert (move.source, move.target) == (("hand", 0), ("pile", None))
    (again,) = [x for x in moves(table, 1, start + 1) if x.key == top[1]]
    assert (again.source, again.target) == (("top", None), ("pile", None))


def test_a_new_deal_is_said_and_no_card_moves():
    table = lama([ONE], [ONE, 3], top=6)
    seen = len(table.match.actions)
    ids(table, 1)
    table.push(ONE)
    scene = table.identify(table.scene(1), 1, seen)
    assert (scene.moves, scene.is_dealt) == ((), True)
    table.push(table.match.legal()[-1])
    later = table.identify(table.scene(1), 1, seen + 1)
    assert not later.is_dealt


def test_nobody_who_has_seen_nothing_is_shown_a_move():
    table = lama([ONE, 5], [ONE, 3], top=6)
    table.push(ONE)
    scene = table.identify(table.scene(1), 1)
    assert (scene.moves, scene.calls, scene.is_dealt) == ((), (), False)


def test_cards_that_are_shown_at_the_end_are_turned_where_they_lie():
    table = session(make_game("kuhn-poker", 2))
    ids(table, 0)
    while not table.match.is_over:
        table.push(table.match.legal()[0])
    seen = len(table.match.actions) - 1
    scene = table.identify(table.scene(None), 0, seen)
    turned = [x for x in scene.moves if x.target == ("card", 1)]
    assert [(x.source, x.is_turned) for x in turned] == [(("card", 1), True)]
    assert not [x for x in scene.moves if x.target == ("card", 0)]


def test_moves_are_joined_card_by_card():
    a, b, c = ("a", 0), ("b", 0), ("c", None)
    first, second = CardMove("1.0-1", a, b, is_turned=True), CardMove("1.0-1", b, c)
    assert joined_moves([[first], [second]]) == (CardMove("1.0-1", a, c, is_turned=True),)
