"""Identities of cards: equal cards are not confused, and identities follow from what a viewer sees."""

import random
from typing import Any

import pytest
from tests.night import LATE

from upcard.engine.game import make_game
from upcard.engine.sight import WATCHER
from upcard.play.scene import make_scene
from upcard.play.session import MatchSession, SeatPlayer
from upcard.play.zones import CardMove

ONE, TWO, DRAW, QUIT = 0, 1, 7, 8


def session(game, seed=1):
    return MatchSession(game.match(seed, 1), [SeatPlayer(f"player {p + 1}") for p in range(game.players)])


def ids(table, eye):
    """The identities that a viewer gets, by place."""
    match = table.match
    view = match.state if eye is None else match.game.view(match.state, eye)
    return table.identify(make_scene(match.game, view, eye), eye).ids


def moves(table, eye, since=None):
    """The moves of cards since a number of actions, by default of the last action."""
    match = table.match
    view = match.state if eye is None else match.game.view(match.state, eye)
    scene = make_scene(match.game, view, eye)
    return table.identify(scene, eye, len(match.actions) - 1 if since is None else since).moves


def move_of(table, eye, key):
    (move,) = [x for x in moves(table, eye) if x.key == key]
    return move


def keys(table, eye, name, seat=None):
    return [(one.card, one.key) for one in ids(table, eye).get((name, seat), ())]


def lama(*hands, top, stock=(5,) * 20):
    """A table of L.A.M.A. at which the hands, the top card and the stock are known."""
    table = session(make_game("lama", len(hands)))
    s = table.match.state
    for p, hand in enumerate(hands):
        for k in range(7):
            s.hand[p, k] = hand.count(k)
        s.size[p] = len(hand)
    s.top = top
    s.stock[0] = len(stock)
    for i, k in enumerate(stock, 1):
        s.stock[i] = k
    return table


@pytest.mark.parametrize("eye", [1, WATCHER, None])
def test_a_card_equal_to_mine_comes_from_the_seat_that_played_it(eye):
    table = lama([ONE, 5], [ONE, ONE, 3], top=6)
    mine = keys(table, eye, "hand", 1)
    assert len(mine) == (0 if eye == WATCHER else 3)
    before = keys(table, eye, "top")
    table.push(ONE)
    (top,) = ids(table, eye)[("top", None)]
    assert keys(table, eye, "hand", 1) == mine
    assert keys(table, eye, "pile") == before
    assert top.key not in {key for _, key in (*mine, *before)}
    source = ("hand", 0)
    assert move_of(table, eye, top.key) == CardMove(top.key, source, ("top", None), is_turned=eye is not None)


@pytest.mark.parametrize("eye", [0, 1, WATCHER, None])
def test_a_card_on_an_equal_card_is_the_one_that_was_played(eye):
    table = lama([ONE, ONE, 5], [ONE, 3], top=ONE)
    old, hand = keys(table, eye, "top"), keys(table, eye, "hand", 0)
    table.push(ONE)
    assert keys(table, eye, "pile") == old
    (top,) = keys(table, eye, "top")
    assert top not in old
    assert (top in hand) == (eye in (0, None))
    if hand:
        assert sorted([*keys(table, eye, "hand", 0), top]) == sorted(hand)


def test_a_drawn_card_comes_from_the_stock():
    table = lama([ONE, 5], [ONE, 3], top=3)
    before = keys(table, 0, "hand", 0)
    table.push(DRAW)
    (new,) = [one for one in ids(table, 0)[("hand", 0)] if (one.card, one.key) not in before]
    assert move_of(table, 0, new.key) == CardMove(new.key, ("stock", None), ("hand", 0), is_turned=True)
    assert set(before) < set(keys(table, 0, "hand", 0))


@pytest.mark.parametrize("eye", [0, 1, WATCHER, None])
def test_no_card_is_followed_through_a_shuffle_or_a_new_deal(eye):
    table = lama([ONE, ONE, ONE], [ONE, 3], top=ONE, stock=())
    table.push(ONE)
    table.push(ONE)
    pile = keys(table, eye, "pile")
    table.push(DRAW)  # the pile becomes the stock
    assert not set(pile) & {(x.card, x.key) for some in ids(table, eye).values() for x in some}
    before = {x.key for some in ids(table, eye).values() for x in some}
    table.push(QUIT)
    table.push(QUIT)
    after = [x for some in ids(table, eye).values() for x in some]
    assert {x.key for x in after}.isdisjoint(before)
    assert moves(table, eye) == ()


@pytest.mark.parametrize(
    "name",
    [
        "lama",
        "leduc-poker",
        *(pytest.param(x, marks=LATE) for x in ("stoppers", "le-her", "goofspiel", "kuhn-poker", "smallsum")),
    ],
)
def test_identities_are_a_function_of_what_the_viewer_saw(name):
    game = make_game(name, 2)
    for eye in (0, 1, WATCHER):
        known: dict[tuple[Any, ...], Any] = {}
        worlds: dict[tuple[Any, ...], set[str]] = {}
        for seed in range(150):
            table, luck = session(game, seed % 30), random.Random(seed)
            history: tuple[Any, ...] = ()
            for _ in range(6):
                match = table.match
                if match.is_over:
                    break
                history += (match.player, tuple(map(str, game.sight(match.state, eye))))
                seen = ids(table, eye), moves(table, eye)
                assert known.setdefault(history, seen) == seen
                worlds.setdefault(history, set()).add(str(match.state))
                table.push(luck.choice(match.legal()))
        assert known
        if name in ("le-her", "leduc-poker", "kuhn-poker") or eye == WATCHER:
            assert max(map(len, worlds.values())) > 1, "no two worlds look alike"


@pytest.mark.parametrize("name", ["lama", "stoppers", "goofspiel", "four-cell", "beat-it-or-eat-it"])
def test_identities_do_not_depend_on_when_somebody_looks(name):
    game = make_game(name)
    often, seldom, luck = session(game), session(game), random.Random(2)
    for i in range(60):
        if often.match.is_over:
            break
        action = luck.choice(often.match.legal())
        often.push(action)
        seldom.push(action)
        for eye in (0, WATCHER, None):
            fresh = [x.key for some in ids(often, eye).values() for x in some]
            assert len(set(fresh)) == len(fresh)
        if i in (3, 45):
            assert all(ids(often, eye) == ids(seldom, eye) for eye in (0, WATCHER, None))
            assert all(moves(often, eye, i - 2) == moves(seldom, eye, i - 2) for eye in (0, WATCHER, None))
