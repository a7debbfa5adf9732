"""Sections of a balance report: known values are recovered, and intervals cover them as often as they say."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.shared import GAMES_FOLDER

import upcard as uc
from upcard.engine.game import Game
from upcard.simulation.estimate import Estimate
from upcard.simulation.game_recorder import GamePlans, GameRecorder
from upcard.simulation.game_tallies import FIRST, GameTallier
from upcard.simulation.kernel import SHARE
from upcard.study.balance.action_choice import choice_at_level
from upcard.study.balance.card_effects import ban_strategy, card_effects, is_clear
from upcard.study.balance.decided_when import leaders_of, tension_of
from upcard.study.balance.estimates_of_games import mean_of, part_of_wins, quantile_of, win_share
from upcard.study.balance.game_bank import GameBank
from upcard.study.balance.game_ends import ends_at_level
from upcard.study.balance.game_length import length_at_level
from upcard.study.balance.gathered_words import words_of_actions
from upcard.study.balance.luck_and_skill import group_plans, variance_shares
from upcard.study.balance.play_levels import PlayLevel, affordable, search_size, strategies_of_levels
from upcard.study.balance.seat_shares import holm, seats_at_levels, seats_section

KUHN = uc.game("kuhn-poker")
LEVEL = PlayLevel("random", "random", 4000)


@pytest.fixture(scope="module")
def recorder():
    return GameRecorder(KUHN, ["random"])


@pytest.fixture(scope="module")
def tallies(recorder):
    return GameTallier(KUHN.rules).count(recorder.record(GamePlans.usual(4000, 1, [0, 0]), 1))


def holds(e, value):
    return e.low <= value <= e.high


def test_random_kuhn_poker_has_its_known_values(tallies):
    (seats,) = seats_at_levels(KUHN, [LEVEL], [tallies], 1)
    length = length_at_level(LEVEL, tallies)
    choice = choice_at_level(LEVEL, tallies, {})
    ends = ends_at_level(KUHN, LEVEL, tallies, {})
    assert holds(seats.scores[0], 1 / 8)
    assert holds(length.decisions, 2.25)
    assert holds(length.per_seat[0], 1.25)
    assert holds(length.per_seat[1], 1)
    assert length.forced.value == 0
    assert length.quantiles["0.5"].value == 2
    assert sum(n for _, _, n in length.histogram) == 4000
    assert choice.branching.value == 2
    assert all(holds(x.chosen, 1 / 2) for x in choice.actions)
    assert holds(ends.at_limit, 1 / 4)
    assert ends.shared.value == ends.nobody.value == 0


def test_a_king_wins_more_and_a_jack_less(tallies):
    king, queen, jack = card_effects(KUHN, tallies, FIRST)
    assert [king.words, queen.words, jack.words] == ["king", "queen", "jack"]
    assert holds(king.held, 1 / 3)
    assert holds(king.win_with, 0.8125)  # a king loses only by folding, 3/16
    assert king.win_more.value > 0.3 > queen.win_more.value > -0.3 > jack.win_more.value


COVERED = {
    "score": lambda t: (mean_of(t.scores[:, 0]), 1 / 8),
    "decisions": lambda t: (mean_of(t.decisions.sum(axis=1)), 2.25),
    "king": lambda t: (card_effects(KUHN, t, FIRST)[0].win_with, 0.8125),
    "held": lambda t: (card_effects(KUHN, t, FIRST)[0].held, 1 / 3),
    "chosen": lambda t: (choice_at_level(LEVEL, t, {}).actions[0].chosen, 1 / 2),
    "limit": lambda t: (ends_at_level(KUHN, LEVEL, t, {}).at_limit, 1 / 4),
    "share": lambda t: (win_share(t.wins[:, 0]), 0.5625),
}


def test_intervals_cover_known_values_as_often_as_they_say(recorder):
    tallier, runs, games = GameTallier(KUHN.rules), 200, 200
    missed = dict.fromkeys(COVERED, 0)
    for run in range(runs):
        plans = GamePlans.of(9, np.zeros((games, 2), np.int64), np.arange(games) + run * games)
        t = tallier.count(recorder.record(plans, 1))
        for name, estimate_of in COVERED.items():
            missed[name] += not holds(*estimate_of(t))
    assert all(x <= 21 for x in missed.values()), missed  # 99.9 % of the binomial distribution
    assert sum(missed.values()) >= 0.025 * runs * len(missed), missed


def test_shares_of_variance_are_recovered():
    stream = np.random.Generator(np.random.PCG64(5))
    groups, seats = 4000, 2
    variances = np.array([1.0, 2.0, 3.0, 4.0])

    def noise(count, k):
        return stream.normal(size=(groups, count, seats)) * np.sqrt(variances[k])

    deals, later = noise(2, 1)[:, [0, 1, 0, 0]], noise(3, 2)[:, [0, 1, 2, 0]]
    values = noise(1, 0) + deals + later + noise(4, 3) + np.array([7.0, -7.0])
    shares = variance_shares(values)
    assert all(abs(e.value - x) < 4 * e.se for e, x in zip(shares, variances / 10, strict=True))
    assert sum(e.value for e in shares) == pytest.approx(1)
    assert max(e.high - e.low for e in shares) < 0.1


def test_games_that_end_alike_have_no_variance():
    assert all(np.isnan(e.value) for e in variance_shares(np.ones((5, 4, 2))))


def test_games_of_a_group_share_what_they_say():
    bank = GameBank(uc.game("lama", players=2), ["random"], 1, 1.0, 1)
    plans = group_plans(bank, ["random"], 3)
    deals, later, numbers = (x.reshape(3, 4) for x in (plans.deals, plans.later, plans.numbers))
    assert (deals[:, 0] == deals[:, 2]).all()
    assert (deals[:, 0] == deals[:, 3]).all()
    assert (later[:, 0] == later[:, 3]).all()
    assert len(set(deals.ravel())) == 6
    assert len(set(later.ravel())) == 9
    assert len(set(numbers.ravel())) == 12
    tops = [uc.game("lama", players=2).start(seed=1, number=int(d)).top for d in deals.ravel()]
    recorded = bank.record(plans).games
    firsts = [recorded.game.start(seed=1, number=int(d)).top for d in recorded.plans.deals]
    assert tops == firsts


def test_a_small_lead_does_not_change_the_leader():
    chances = np.array([[[0.6, 0.4], [0.46, 0.54], [0.3, 0.7], [0.52, 0.48], [0.9, 0.1]]])
    assert leaders_of(chances).tolist() == [[0, 0, 1, 1, 0]]


def test_a_runaway_leader_and_a_comeback_are_told_apart():
    runaway = np.tile([0.8, 0.2], (10, 1))
    comeback = np.array([[0.8, 0.2]] * 8 + [[0.1, 0.9]] * 2)
    x = tension_of(LEVEL, np.array([[1.0, 0.0], [0.0, 1.0]]), np.stack([runaway, comeback]))
    assert x.leader_wins[5].value == 0.5
    assert x.leader_wins[9].value == 1.0
    assert x.runaway.value == 0.5
    assert x.lead_changes.value == 0.5
    assert x.behind.value == pytest.approx(0.6 * 8 / 20)


def test_actions_have_the_words_of_their_positions(tallies):
    assert words_of_actions(tallies.games) == {0: "check / fold", 1: "bet 1 / call 1"}


def test_words_may_depend_on_the_number_of_decisions(module):
    text = (GAMES_FOLDER / "pay_or_take.py").read_text()
    usual = 'return "take" if a == TAKE else "pay" if a == PAY else f"nothing-{a}"'
    assert usual in text
    game = Game(module("turns_in_words", text.replace(usual, 'return f"turn {v.turns}"')), 3, {"chips": 2})
    games = GameRecorder(game, ["random"]).record(GamePlans.usual(2, 1, [0, 0, 0]), 1)
    assert words_of_actions(games) == {0: "turn 0 / turn 1", 1: "turn 0 / turn 1"}


@pytest.mark.parametrize(
    ("played", "players", "answer", "note"),
    [
        (2, 2, "There are too few games to test whether the seats are equal.", "Too few games to test."),
        (9, 1, "There is only one seat.", "There is only one seat."),
    ],
)
def test_seats_that_are_not_tested_have_no_p_value(played, players, answer, note):
    wins = np.eye(max(played, players), players, dtype=np.int64)[:played] * SHARE
    scores = np.arange(played * players).reshape(played, players) ** 2
    game: Any = SimpleNamespace(players=players, rules=uc.game("lama").rules)
    tally: Any = SimpleNamespace(scores=scores, wins=wins, shares=wins / SHARE + 0.5 * (played == 2))
    if played == 2:
        tally.shares = tally.shares[:1]
    section = seats_section(game, [LEVEL], [tally], 1, ["upcard simulate"])
    assert section.answer == answer
    assert section.document.tables[0].note == f"{note} Repeat: upcard simulate"


def test_games_without_a_decision_have_no_last_action():
    moves, ends = np.array([5, 6, 7]), np.array([0, 2, 2, 3, 3])
    counts = np.array([[0, 0], [1, 1], [0, 0], [1, 0], [0, 0]])
    tally: Any = SimpleNamespace(
        wins=np.ones((5, 2), np.int64), scores=np.ones((5, 2), np.int64), decisions=counts,
        games=SimpleNamespace(moves=moves, ends=ends),
    )  # fmt: skip
    found = ends_at_level(KUHN, LEVEL, tally, {})
    assert {(x, e.value) for x, e in found.last_actions} == {("action 6", 0.5), ("action 7", 0.5)}


def test_games_with_bans_are_random_if_no_level_compiles():
    level = PlayLevel("solved", "solved:x.json", 9)
    bank: Any = SimpleNamespace(ladder=["random"], compiled=["random"], strongest_search=level)
    assert ban_strategy(bank) == "random"
    bank.compiled.append("solved:x.json")
    assert ban_strategy(bank) == "solved:x.json"


def test_levels_are_those_of_opponents_and_random_play():
    names = [name for name, _ in strategies_of_levels(KUHN)]
    assert names == ["random", "casual", "strong", "perfect"]
    assert strategies_of_levels(KUHN, ["random", "random"]) == [("random", "random")]
    assert search_size("ismcts:playouts=20", KUHN) == 20
    assert search_size("ismcts", KUHN) == 1000
    assert search_size("random", KUHN) == search_size("solved:x.json", KUHN) == 0


@pytest.mark.parametrize(("budget", "games"), [(1, 40), (217, 210), (1e9, 20_000)])
def test_a_budget_pays_for_a_round_number_of_games(budget, games):
    assert affordable(1.0, budget) == games


def test_holm_rejects_step_by_step():
    assert holm([0.01, 0.04, 0.02], 0.05) == [True, True, True]
    assert holm([0.03, 0.04, 0.2], 0.05) == [False, False, False]
    assert holm([0.016, 0.026, 0.2], 0.05) == [True, False, False]


def test_quantiles_have_intervals_of_order_statistics():
    e = quantile_of(np.arange(1000), 0.5)
    assert (e.value, e.low, e.high) == (500.0, 469.0, 531.0)


def test_hands_that_all_win_have_an_interval():
    e = part_of_wins(np.array([2520, 5040]), np.array([1, 2]))
    assert e.value == 1.0
    assert e.low == pytest.approx(3 / (3 + 1.96**2), abs=1e-3)


def test_a_difference_among_many_must_be_larger():
    e = Estimate(0.25, 0.05, 0.45, 0.1)
    assert is_clear(e, 1)
    assert not is_clear(e, 10)
