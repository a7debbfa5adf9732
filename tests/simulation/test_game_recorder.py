"""Recorded games are those of a simulation, and can be replayed and counted."""

import numpy as np
import pytest
from tests.engine.test_legal_actions import LISTER, TEXT

import upcard as uc
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.legal_actions import can_list, legal_actions_of, next_legal_action
from upcard.simulation import game_recorder
from upcard.simulation.action_ban import BAN, with_bans
from upcard.simulation.game_recorder import GamePlans, GameRecorder, part_of
from upcard.simulation.game_tallies import (
    EVER,
    FIRST,
    HELD,
    LEGAL,
    GameTallier,
    _make_count_legal,
    hand_fields,
)
from upcard.simulation.win_chances import _make_play_on

INTERPRETED = ("equilibrium", "tablebase")
CASES = [
    ("lama", 3, "random", 60),
    ("lama", 2, "ismcts:playouts=10", 6),
    ("kuhn-poker", 2, "equilibrium", 60),
    ("stoppers", 4, "counting", 60),
    ("beat-it-or-eat-it", 2, "rank-sum", 40),
    ("beat-it-or-eat-it", 2, "tablebase", 3),
]


@pytest.mark.parametrize(("name", "players", "strategy", "games"), CASES)
def test_counts_of_recorded_games_are_those_of_a_simulation(name, players, strategy, games):
    game = uc.game(name, players=players)
    recorder = GameRecorder(game, ["random", strategy] if strategy not in INTERPRETED else [strategy])
    k = len(recorder.entrants) - 1
    tallies = GameTallier(game.rules).count(recorder.record(GamePlans.usual(games, 5, [k] * players), 2))
    simulated = uc.simulate(game, strategy, games, seed=5, threads=1)
    assert tallies.decisions.sum() / games == simulated.per_game["decisions_mean"].value
    for p, seat in enumerate(simulated.seats):
        assert tallies.shares[:, p].mean() == pytest.approx(seat.estimates["win_share"].value)
        unit = float(game.rules.GAME.unit)
        assert tallies.scores[:, p].mean() * unit == pytest.approx(seat.estimates["score_mean"].value)


def test_decisions_agree_with_a_replayed_match():
    game = uc.game("lama", players=3)
    recorded = GameRecorder(game, ["random"]).record(GamePlans.usual(5, 2, [0] * 3), 1)
    tallies = GameTallier(game.rules).count(part_of(recorded, 1))
    match = game.match(seed=2, number=0)
    first = [[match.state.hand[p, k] > 0 for k in range(7)] for p in range(3)]
    forced, legal = np.zeros(3, int), 0
    for a in recorded.moves[: recorded.ends[0]]:
        choices = match.legal()
        forced[match.player] += len(choices) == 1
        legal += len(choices) if len(choices) > 1 else 0
        match.do(int(a))
    assert match.is_over
    assert list(tallies.forced[0]) == list(forced)
    assert tallies.actions[0, :, LEGAL].sum() == legal
    assert list(tallies.cards[0, FIRST, :7, HELD]) == list(np.sum(first, axis=0))
    assert (tallies.cards[0, EVER, :, HELD] >= tallies.cards[0, FIRST, :, HELD]).all()
    assert tallies.rounds[0] == match.state.rounds
    assert list(tallies.scores[0]) == [-match.state.points[p] for p in range(3)]


def test_games_do_not_depend_on_threads_or_room(monkeypatch):
    game = uc.game("lama", players=2)
    plans = GamePlans.usual(30, 1, [0, 0])
    usual = GameRecorder(game, ["random"]).record(plans, 1)
    monkeypatch.setattr(game_recorder, "FIRST_MOVES", 3)
    tight = GameRecorder(game, ["random"]).record(plans, 3)
    assert list(usual.moves) == list(tight.moves)
    assert list(usual.ends) == list(tight.ends)


def test_a_ban_forbids_an_action_unless_it_is_the_only_one():
    game = uc.game("lama", players=2)
    plans = GamePlans.usual(40, 1, [0, 0])
    plans.bans[:, 1] = 7  # seat 1 must not draw
    recorded = GameRecorder(game, ["random"]).record(plans, 1)
    drawn = [0, 0]
    for i, end in enumerate(recorded.ends):
        match = game.match(seed=1, number=i)
        for a in recorded.moves[end - recorded.lengths[i] : end]:
            drawn[match.player] += a == 7 and len(match.legal()) > 1
            match.do(int(a))
        assert match.is_over
    assert drawn[0] == 0 < drawn[1]


def test_a_ban_leaves_other_games_alone():
    game = uc.game("lama", players=2)
    s = game.start(seed=1)
    assert with_bans(game).legal_actions(s) == game.legal_actions(s)
    s.w[0, 7] = 8.0
    assert with_bans(game).legal_actions(s) == [a for a in game.legal_actions(s) if a != 7]


@pytest.mark.parametrize("lister", ["", LISTER])
def test_a_ban_holds_where_the_rules_list_the_legal_actions(module, lister):
    rules = module("pay_or_take_banned", TEXT + lister)
    game = with_bans(Game(rules, 3, {"chips": 2}))
    assert can_list(game.rules) == bool(lister)
    s = game.start(seed=3)
    for purse, ban, wanted in ((2, None, [0, 1]), (2, 0, [1]), (2, 1, [0]), (0, 0, [0]), (0, 1, [0])):
        s.purse[s.player], s.w[s.player, BAN] = purse, 0.0 if ban is None else ban + 1.0
        assert game.legal_actions(s) == legal_actions_of(game.rules, s) == wanted
        starts = [next_legal_action(game.rules)(s, a) for a in range(3)]
        assert starts == [min([a for a in wanted if a >= i], default=rules.ACTIONS) for i in range(3)]


def test_a_listed_action_that_is_banned_is_not_played(module):
    game = Game(module("pay_or_take_banned", TEXT + LISTER), 3, {"chips": 2})
    plans = GamePlans.usual(4, 1, [0, 0, 0])
    plans.bans[:, 0], plans.bans[:, 1] = 1, 1  # seat 2 must not pay
    recorded, paid = GameRecorder(game, ["random"]).record(plans, 1), [0, 0, 0]
    for i, end in enumerate(recorded.ends):
        match = game.match(seed=1, number=i)
        for a in recorded.moves[end - recorded.lengths[i] : end]:
            paid[match.player] += a == 1
            match.do(int(a))
    assert paid[1] == 0 < paid[0]


def test_cards_that_only_the_others_see_are_a_hand(module):
    text = TEXT.replace('row("taken", EVERYBODY', 'row("taken", OTHERS').replace(
        "    NOBODY,", "    NOBODY,\n    OTHERS,"
    )
    assert [f.name for f in hand_fields(module("seen_by_others", text))] == ["taken"]
    assert [f.name for f in hand_fields(uc.game("lama").rules)] == ["hand"]


def test_counts_and_quick_games_ask_only_about_listed_actions(module):
    rules = module("pay_or_take_listed", TEXT.replace("ACTIONS = 2", "ACTIONS = 2400") + LISTER)
    rules.__dict__["legal"] = None
    game, counts = Game(rules, 3, {"chips": 2}), np.zeros((1, 2400, 3), np.int64)
    s = game.start(seed=3)
    assert _make_count_legal(rules)(s, 1, 0, counts) == 2
    assert counts[0, :2].tolist() == [[1, 0, 0], [1, 1, 0]]
    weights = np.zeros(2400, np.int64)
    _make_play_on(rules)(s, weights)
    assert s.over == 1


def test_an_illegal_action_is_reported():
    with pytest.raises(Failure, match="seat 1 chose action 99, which is not legal; strategies: wild"):
        GameRecorder(uc.game("kuhn-poker"), [wild]).record(GamePlans.usual(3, 1, [0, 0]), 1)


def wild(v):
    return 99
