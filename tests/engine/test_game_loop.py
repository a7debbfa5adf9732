"""The game loop as it stands, uncompiled: who is asked, with which view, parameters and random stream."""

from typing import Any

import pytest

from upcard.engine import game_loop as loop_module
from upcard.engine import seeds
from upcard.engine.chance import Stream
from upcard.engine.determinization import world_replacements
from upcard.engine.game import make_game
from upcard.engine.game_loop import (
    FINISHED,
    ILLEGAL_ACTION,
    TOO_LONG,
    Chooser,
    attach,
    attach_nothing,
    make_choose,
    make_loop,
    of_view,
    renew,
    renew_record,
    replacements_of,
)
from upcard.engine.legal_actions import listing, next_legal_action
from upcard.engine.source.fingerprint import reached_names
from upcard.engine.state import WEIGHTS, CheckedRow, PlainState, cells_of, to_record
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.games.lama.strategies import next_first, same_first
from upcard.games.lama.strategies.same_first import choose as plays_same
from upcard.kit import cards
from upcard.kit import strategy as kit
from upcard.kit.strategy import below
from upcard.strategies import random


def drive(game, choosers, seed=1, number=0, deal=None, who=None, holder=None, weights=None):
    """Play one game with the loop, interpreted; gives state and views."""
    loop = make_loop(game.rules, choosers)
    blank, blind = game.blank(), game.blank(hidden=True)
    s = blank.copy()
    views = [blind.copy(chance=Stream(game.rules)) for _ in range(game.players)]
    seats = range(game.players)
    who = who or [p % len(choosers) for p in seats]
    holder = holder or list(seats)
    weights = PlainWeights(weights or [[0.0] * WEIGHTS] * game.players)
    loop.prepare(s, views, [blind], weights, holder)
    loop.begin(s, views, seed, number if deal is None else deal, number)
    loop.advance(s, views, who, holder)
    return s, views


class PlainWeights:
    """Rows of numbers read as ``w[i, j]``."""

    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, i):
        return self.rows[i[0]][i[1]]


@pytest.mark.parametrize("n", [1, 2, 5])
def test_choose_asks_the_strategy_of_the_given_number(n):
    choose = make_choose([lambda v, i=i: 10 * i + v for i in range(n)])
    assert [choose(k, 7) for k in range(n)] == [10 * k + 7 for k in range(n)]


def test_a_strategy_without_parameters_is_called_as_it_is():
    assert of_view(Chooser(same_first.choose)) is same_first.choose


def test_a_strategy_gets_the_parameters_of_the_seat_that_looks():
    view = PlainState(kuhn_poker)
    view.w[0, 0] = view.w[0, 1] = view.w[0, 2] = 9
    view.w[1, 0], view.w[1, 1] = 1.5, 2.5
    view.me = 1
    call = of_view(Chooser(lambda v, a, b, c: int(100 * a + 10 * b + c) + v.me, 3))
    assert call(view) == 150 + 25 + 0 + 1


def test_a_whole_parameter_is_a_whole_number_where_it_is_used():
    view = PlainState(kuhn_poker)
    view.w[0, 0], view.w[0, 1] = 3, 2.5
    view.me = 0
    call = of_view(Chooser(lambda v, a, b: sum(range(a)) if b == 2.5 else -1, 2, (0,)))
    assert call(view) == 0 + 1 + 2


def test_renewing_makes_a_state_like_the_blank_one():
    game = make_game("lama", 2)
    for fresh in (renew, renew_record):
        used, blank = game.start(seed=3), game.blank()
        if fresh is renew:
            fresh([used], 0, [blank], 0)
            assert cells_of(used) == cells_of(blank)
        else:
            records = to_record(lama, used), to_record(lama, blank)
            fresh(records[0], 0, records[1], 0)
            assert records[0].tobytes() == records[1].tobytes()


def test_every_door_of_a_compiled_program_leads_away_from_objects():
    replacements = replacements_of(lama)
    expected: dict[Any, Any] = {
        cards.below: seeds.below,
        cards.draw: seeds.draw,
        kit.legal: lama.legal,
        kit.next_legal: next_legal_action(lama),
        kit.lists_legal: listing(lama),
        renew: renew_record,
        attach: attach_nothing,
        **world_replacements(lama),
    }
    assert replacements == expected
    loop = make_loop(lama, [Chooser(random.choose)])
    for part in (loop.prepare, loop.begin, loop.advance):
        reached = reached_names([part], loop.replacements).functions
        assert not set(reached) & set(replacements)


@pytest.mark.parametrize("number", [0, 1, 77])
def test_the_loop_plays_the_match_of_the_same_seed_and_number(number):
    game = make_game("lama", 3)
    s, _ = drive(game, [Chooser(same_first.choose), Chooser(next_first.choose)], 5, number)
    match = game.match(5, number)
    while not match.is_over:
        choose = (same_first if match.player % 2 == 0 else next_first).choose
        match.do(choose(match.view(match.player)))
    assert s.over == FINISHED
    assert s.turns == len(match.actions)
    assert cells_of(s) | {"me": 0} == cells_of(match.state) | {"me": 0}


def test_the_seat_of_an_entrant_is_asked_for_its_strategy_and_parameters():
    asked = []

    def note(v, x):
        asked.append((v.me, x))
        return 0

    game = make_game("kuhn-poker")
    weights = [[float(10 + e)] * WEIGHTS for e in range(2)]
    drive(game, [Chooser(note, 1)], who=[0, 0], holder=[1, 0], weights=weights)
    assert asked == [(0, 11.0), (1, 10.0)]


def test_a_repeated_deal_gives_the_same_cards_and_other_choices():
    asked = []

    def note(v):
        asked.append((v.me, v.card[v.me], below(v, 10**6)))
        return 0

    game = make_game("kuhn-poker")
    for number in (4, 5):
        drive(game, [Chooser(note)], number=number, deal=2)
    cards_dealt = [x[:2] for x in asked]
    assert cards_dealt[:2] == cards_dealt[2:]
    assert len({x[2] for x in asked}) == 4


def test_each_seat_has_a_random_stream_of_its_own_that_goes_on_through_the_game():
    asked: dict[int, list[int]] = {0: [], 1: []}

    def note(v):
        asked[v.me].append(below(v, 1000))
        return 1 if v.moves == 1 else 0

    game = make_game("kuhn-poker")
    drive(game, [Chooser(note)], seed=9, number=6)
    for p, outcomes in asked.items():
        own = PlainState(kuhn_poker)
        seeds.open_stream(own, ~9, 6 * 2 + p)
        assert outcomes == [seeds.below(own, 1000) for _ in outcomes]
    assert [len(x) for x in asked.values()] == [2, 1]


def test_what_a_strategy_draws_never_changes_the_cards():
    def draws_much(v):
        for _ in range(below(v, 20)):
            below(v, 100)
        return plays_same(v)

    game = make_game("lama", 2)
    first, _ = drive(game, [Chooser(same_first.choose)], 3)
    second, _ = drive(game, [Chooser(draws_much)], 3)
    assert cells_of(first) == cells_of(second)


def test_a_strategy_that_writes_into_its_view_changes_nothing_else():
    def vandal(v):
        a = plays_same(v)
        for x in v.__dict__.values():
            if isinstance(x, CheckedRow):
                x.cells[:] = [3] * len(x.cells)
        v.active = v.rounds = 55
        return a

    game = make_game("lama", 2)
    first, _ = drive(game, [Chooser(same_first.choose)], 3)
    second, _ = drive(game, [Chooser(vandal)], 3)
    assert cells_of(first) == cells_of(second)


@pytest.mark.parametrize("action", [-1, 9, 5, 10**6])
def test_an_illegal_action_ends_the_game_and_is_kept(action):
    game = make_game("lama", 2)

    def wrong(v):
        return action if v.turns == 3 else plays_same(v)

    s, _ = drive(game, [Chooser(wrong)], 1)
    assert not (0 <= action < lama.ACTIONS and lama.legal(s, action))
    assert (s.over, s.turns, s.at) == (ILLEGAL_ACTION, 3, action)


def test_a_game_without_end_is_stopped(monkeypatch):
    monkeypatch.setattr(loop_module, "MOST_TURNS", 17)
    s, _ = drive(make_game("lama", 2), [Chooser(same_first.choose)])
    assert (s.over, s.turns) == (TOO_LONG, 17)


def test_a_game_that_ends_on_the_last_turn_is_finished(monkeypatch):
    monkeypatch.setattr(loop_module, "MOST_TURNS", 2)
    s, _ = drive(make_game("kuhn-poker"), [Chooser(lambda v: 0)])
    assert (s.over, s.turns) == (FINISHED, 2)


def test_views_are_wiped_before_each_game():
    game = make_game("lama", 2)
    loop = make_loop(lama, [Chooser(same_first.choose)])
    s, views = drive(game, [Chooser(same_first.choose)])
    blind = game.blank(hidden=True)
    loop.prepare(s, views, [blind], PlainWeights([[0.0] * WEIGHTS] * 2), [0, 1])
    for p, view in enumerate(views):
        assert cells_of(view) == cells_of(blind) | {"me": p}
