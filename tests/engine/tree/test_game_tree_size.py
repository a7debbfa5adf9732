"""A tree that is far too large is refused by an estimate, and none that is within the limit."""

import random
import tracemalloc
from statistics import mean, stdev
from types import ModuleType

import pytest
from tests.night import LATE

from upcard.engine.game import Game, make_game
from upcard.engine.tree.game_tree import TooLarge, _Descent, estimated_nodes, unroll
from upcard.engine.tree.round_game import round_now
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.kit.cards import NOBODY, row


@pytest.mark.parametrize(("name", "nodes"), [("kuhn-poker", 58), ("le-her", 5591), ("leduc-poker", 9457)])
def test_the_mean_of_descents_is_the_number_of_nodes(name, nodes):
    """Knuth's theorem; the numbers of nodes are those of the whole trees."""
    luck = random.Random(1)
    found = [_Descent(make_game(name)).size(luck) for _ in range(300)]
    assert abs(mean(found) - nodes) < 4 * stdev(found) / len(found) ** 0.5


def test_about_how_large_a_tree_is_can_be_asked():
    game = make_game("le-her")
    assert estimated_nodes(game, 400) == pytest.approx(unroll(game).nodes, rel=0.1)
    assert estimated_nodes(game, 5, seed=3) == estimated_nodes(game, 5, seed=3)
    assert estimated_nodes(make_game("lama"), 4) > 10**30


def test_what_is_just_within_the_limit_is_not_refused():
    name, nodes = "le-her", 5591
    assert unroll(make_game(name), nodes).nodes == nodes
    with pytest.raises(TooLarge, match=rf"has more than {nodes - 1:,} nodes; choose a smaller game or allow"):
        unroll(make_game(name), nodes - 1)


@pytest.mark.parametrize("seed", [0, *(pytest.param(x, marks=LATE) for x in (1, 2))])
def test_chance_does_not_refuse_what_is_within_the_limit(monkeypatch, seed):
    luck = random.Random(seed)
    monkeypatch.setattr("upcard.engine.tree.game_tree.random.Random", lambda _: luck)
    assert unroll(make_game("le-her"), 5591).nodes == 5591


@pytest.mark.parametrize(
    ("name", "players"), [("stoppers", 6), ("goofspiel", 2), pytest.param("four-cell", 2, marks=LATE)]
)
def test_what_is_far_too_large_is_refused_soon(name, players):
    grown: list[tuple[int, int]] = []
    with pytest.raises(TooLarge, match=r"more than 2,000,000 nodes; about 10\^\d+ by an estimate; choose"):
        unroll(make_game(name, players), on_nodes=lambda *told: grown.append(told))
    assert grown == [(0, 2_000_000)]


def test_what_is_not_far_too_large_is_refused_when_more_is_known():
    """A round of Stoppers for four whose upcards lie has about twice as many nodes as are allowed."""
    grown: list[tuple[int, int]] = []
    with pytest.raises(TooLarge, match=r"more than 2,000,000 nodes; about [3-5],\d{3},\d{3} by an estimate"):
        unroll(round_now(make_game("stoppers", 4).match(1)), on_nodes=lambda *told: grown.append(told))
    assert grown[0] == (0, 2_000_000)
    assert 4096 <= grown[-1][0] < 100_000


def test_who_waits_is_told_how_far_it_is():
    grown: list[tuple[int, int]] = []
    nodes = unroll(make_game("leduc-poker"), on_nodes=lambda *told: grown.append(told)).nodes
    assert [n for n, _ in grown] == [0, 4096, 8192]
    assert all(nodes / 2 < about < 2 * nodes for _, about in grown[1:])


def test_cells_that_nobody_sees_are_not_kept_for_every_node():
    rules = ModuleType("wide")
    unseen = row("unseen", NOBODY, 20_000, "a row that is empty", counted=False)
    rules.__dict__.update({**kuhn_poker.__dict__, "STATE": (*kuhn_poker.STATE, unseen)})
    game = Game(rules, 2, {})
    tracemalloc.start()
    assert unroll(game).nodes == 58
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 25 * 20_000 * 8  # with the cells of all views it would be twice that
