"""The best response to given players: as other programs find it, and never worse than anything else."""

import json
from fractions import Fraction

import numpy as np
import pytest
from tests.night import LATE

from upcard.certificates.equilibrium_check import best_value
from upcard.engine.entrants import make_entrant
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.single_round import one_round
from upcard.games.stoppers.solvers.response_to_players import views_of_cells
from upcard.kit.cards import below
from upcard.solving.action_probabilities import StrategyProbabilities
from upcard.solving.best_response.best_responses import best_responses
from upcard.solving.best_response.response import ResponseQuery
from upcard.solving.best_response.rollout_response import RolloutBudget
from upcard.solving.best_response.tree_response import respond_in_tree

KUHN, LE_HER = make_game("kuhn-poker"), make_game("le-her")


def half(v):
    """Bets with one half, and asks chance for more than can be listed."""
    return below(v, 100_000) % 2


def half_swap(v):
    """Swaps with one half, and asks chance for more than is listed."""
    return below(v, 600) % 2


def ten_coins(v):
    """Bets with one half, and asks chance ten times for little."""
    heads = 0
    for _ in range(10):
        heads += below(v, 2)
    return heads % 2


def illegal(v):
    return 7


def broken(v):
    raise ValueError("no idea")


def test_against_random_it_gets_what_the_checker_of_certificates_finds():
    tree = unroll(KUHN)
    uniform = [Fraction(1, int(n)) for n in tree.count for _ in range(n)]
    found = best_responses(KUHN, ["random"])
    assert [x.value_exact for x in found.seats] == [best_value(tree, uniform, p) for p in (0, 1)]
    assert found.value == 0.5
    assert "equilibrium guarantees -0.055556" in found.sentences()[1]


def test_nothing_is_gained_against_an_optimal_strategy():
    # The value of Le Her: 11327/22100 of the games, P. R. de Montmort, 1713.
    value = 2 * Fraction(11327, 22100) - 1
    found = best_responses(LE_HER, ["le-her-mixed"], own="le-her-mixed")
    assert [x.value_exact for x in found.seats] == [value, -value]
    assert [x.own for x in found.seats] == pytest.approx([float(value), float(-value)])
    assert ("seat 2", "Paul refused by a King", "keep with K") in found.rows()


def test_a_response_is_told_in_numbers():
    document = json.loads(json.dumps(best_responses(KUHN, ["random"], 1, "random").to_json()))
    (seat,) = document["seats"]
    assert (seat["seat"], seat["against"], seat["value_exact"]) == (2, ["random"], "5/12")
    assert seat["gain"] == pytest.approx(5 / 12 + 1 / 8)
    assert document["chart"][0]["who"] == "seat 2"


def test_situations_are_told_in_the_words_of_the_game_and_ties_are_marked():
    """With a king a bet gets 2 or 1, and a pass 1 or, after a bet that is met, 2: 3/2 either way."""
    rows = best_responses(KUHN, ["random"]).rows()
    assert rows[1:] == [
        ("seat 1", "nothing yet", "bet 1 with jack queen; check or bet 1 alike with king"),
        ("seat 1", "seat 1: check, seat 2: bet 1", "call 1 with king"),
        ("seat 2", "seat 1: check", "bet 1 with jack queen king"),
        ("seat 2", "seat 1: bet 1", "fold with jack; call 1 with queen king"),
    ]
    told = best_responses(LE_HER, ["le-her-mixed"], 1).rows()
    knows = "Paul swapped; you know that Paul holds a 2"
    assert ("seat 2", knows, "swap with A; keep with 2 3 4 5 6 7") in told
    goofspiel = best_responses(make_game("goofspiel", preset="three"), ["random"], 0).rows()
    assert ("seat 1", "round 2 of 3; shown seat 1: 1, seat 2: 3; prize 2", "bid 2") in goofspiel


def test_what_never_comes_is_left_out():
    never = best_responses(make_game("stoppers", 3), ["never-swap"]).rows()
    assert [row[2] for row in never[1:]] == ["first", "k", "k k"]
    # nobody who has bet a jack or queen comes to decide again
    lines = best_responses(KUHN, ["random"], 0).rows()
    assert "jack" not in lines[-1][2]


def test_a_threshold_that_depends_on_the_card_that_was_taken_says_so():
    found = best_responses(make_game("stoppers", 4), ["swap-at-most:t=6"], 3).rows()
    assert any("s s s (A to 7 taken)" in row[2] and row[1] == "up to 6" for row in found)
    assert any("s s s (8 to Q taken)" in row[2] and row[1] == "up to 5" for row in found)


def test_without_a_strategy_it_is_compared_with_an_equilibrium_or_with_the_next_seat():
    duel = best_responses(KUHN, ["random"], 0)
    assert "gets +0.166667 here, 0.333333 less" in duel.sentences()[1]
    assert duel.seats[0].own is None
    party = best_responses(make_game("stoppers", 3), ["never-swap", "random"], 0)
    assert party.own == "never-swap"
    assert party.seats[0].own == pytest.approx(
        best_responses(make_game("stoppers", 3), ["never-swap", "random"], 0, "never-swap").seats[0].own
    )


def test_a_strategy_that_must_be_asked_often_has_an_interval():
    """Betting with one half is random, so the interval holds what ```random`` gets: 1/8."""
    found = best_responses(KUHN, ["random"], 0, half)
    (seat,) = found.seats
    assert (seat.interval, seat.careful_interval) == (None, None)
    assert seat.own is not None
    assert seat.own_interval is not None
    assert seat.gain_interval is not None
    low, high = seat.own_interval
    assert low < seat.own < high
    assert abs(seat.own - 1 / 8) < 2 * (high - low)
    assert seat.gain_interval == pytest.approx((0.5 - high, 0.5 - low))
    told = found.sentences()[1]
    assert f"half gets {seat.own:+.6f} (95 %: {low:+.4f} to {high:+.4f})" in told


@LATE
def test_what_asks_for_little_too_often_is_estimated_too():
    game, view = KUHN, KUHN.match(dealt=("jack", "queen")).view(0)
    chances, is_exact = StrategyProbabilities(game, make_entrant(ten_coins, game.rules)).chances(view, 1)
    assert not is_exact
    assert sum(chances) == 1
    assert abs(chances[0] - Fraction(1, 2)) < Fraction(1, 4)


def test_what_goes_wrong_in_a_strategy_is_told():
    with pytest.raises(Failure, match="no idea"):
        best_responses(KUHN, [broken], 0)


@LATE
def test_estimated_others_give_an_interval_to_all_that_depends_on_them_in_cells(monkeypatch):
    monkeypatch.setattr("upcard.solving.action_probabilities.TRIES", 5)
    found = best_responses(make_game("stoppers", 2), [half_swap], 0, "never-swap").seats[0]
    assert None not in (found.interval, found.own_interval, found.gain_interval)


def test_estimated_others_give_an_interval_to_all_that_depends_on_them(monkeypatch):
    monkeypatch.setattr("upcard.solving.action_probabilities.TRIES", 5)
    (seat,) = best_responses(KUHN, [half], 0, "random").seats
    assert None not in (seat.interval, seat.own_interval, seat.careful_interval, seat.gain_interval)


def test_who_must_be_asked_often_is_judged_by_other_answers():
    found = best_responses(KUHN, [half], 0)
    assert found.value_exact is None
    assert found.bounds is not None
    low, high = found.bounds
    assert low < found.value < high
    assert abs(found.value - 0.5) < 2 * (high - low)  # as against random, but for the errors
    assert found.method == "best response to estimated strategies"


def test_a_choice_by_a_few_outcomes_is_known_exactly():
    def third(v):
        return int(below(v, 3) == 0)

    game = make_game("kuhn-poker")
    habits = StrategyProbabilities(game, make_entrant(third, game.rules))
    assert habits.chances(game.view(game.start(seed=1), 0), 0) == ((Fraction(2, 3), Fraction(1, 3)), True)


ODD = {"dealer_king": "void", "all_tie": "nobody"}


@pytest.mark.parametrize(("friends", "options"), [(["random"], {}), (["informed-swap:t=8"], ODD)])
def test_a_round_of_stoppers_is_answered_as_its_tree_is(friends, options):
    game = make_game("stoppers", 2, first_dealer="2", **options)
    alone = one_round(game, lambda s, p: s.life[p] - s.lives, (-1, 0), False)
    own = make_entrant("counting", game.rules)
    by_tree = respond_in_tree(
        ResponseQuery(alone, (make_entrant(friends[0], game.rules),), (0, 1), own, 10**6, None)
    )
    by_deals = best_responses(game, friends, own="counting")
    for a, b in zip(by_tree.seats, by_deals.seats, strict=True):
        assert a.value == pytest.approx(b.value, abs=1e-12)
        assert a.own == pytest.approx(b.own, abs=1e-12)
        assert b.value_exact in (None, a.value_exact)


def test_three_at_stoppers_sit_from_the_left_of_who_responds():
    game = make_game("stoppers", 3)
    found = best_responses(game, ["never-swap", "random"], 1)
    turned = best_responses(game, ["random", "never-swap"], 1)
    assert found.seats[0].against == ("never-swap", "random")
    assert found.value != turned.value
    assert found.lines[0] == ("who", "swaps", "when before it")


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_cells_of_stoppers_are_those_that_games_come_to(seat):
    game = make_game("stoppers", 4, first_dealer="4")
    cells = views_of_cells(game, seat)
    rng = np.random.default_rng(1)
    for number in range(150):
        s = game.start(seed=3, number=number)
        for _ in range(seat):
            game.rules.apply(s, int(rng.integers(2)))
        v = game.view(s, seat)
        did = sum((s.did[q] - 1) * 3 ** (seat - 1 - q) for q in range(seat))
        known = cells[(did * 13 + v.dealt[seat] - 1) * 13 + v.card[seat]]
        for name in ("card", "dealt", "did", "shown", "known", "used", "received", "life"):
            mine, other = getattr(known, name), getattr(v, name)
            assert mine[seat] == other[seat] if name in ("card", "dealt") else repr(mine) == repr(other)


def test_looking_ahead_gains_in_fresh_games_and_depends_on_the_seed_alone():
    found = best_responses(KUHN, ["random"], 0, "random", playing=RolloutBudget(120, 8, 5))
    again = best_responses(KUHN, ["random"], 0, "random", playing=RolloutBudget(120, 8, 5))
    other = best_responses(KUHN, ["random"], 0, "random", playing=RolloutBudget(120, 8, 6))
    (seat,), said = found.seats, found.sentences()[2]
    assert seat == again.seats[0] != other.seats[0]
    assert seat.gain_interval is not None
    assert seat.own is not None
    low, high = seat.gain_interval
    assert 0 < low < seat.value - seat.own < high
    assert "by looking ahead; random gets" in said
    assert found.rows()[1][:3] == ("seat 1", "check", "bet 1")


def test_who_has_one_way_only_gains_nothing_by_looking_ahead():
    game = make_game("beat-it-or-eat-it", suits=1, length=2, deal="random")
    found = best_responses(game, ["random"], 0, "random", playing=RolloutBudget(30, 2, 1))
    assert found.seats[0].gain_interval == (0, 0)
    assert found.rows() == []


@pytest.mark.parametrize(
    ("against", "seat", "reason"),
    [
        (["random"], 2, "the seat was given as 3; expected 1 to 2"),
        (["random", "random"], None, "2 strategies were given for 1 other seat; give one for all"),
        (["never-swap"], None, "the strategy 'never-swap' plays stoppers, not kuhn-poker"),
    ],
)
def test_what_cannot_be_asked_is_refused(against, seat, reason):
    with pytest.raises(Usage, match=reason):
        best_responses(KUHN, against, seat)


def test_too_few_games_to_play_are_refused():
    with pytest.raises(Usage, match="the budget is 29 games with 1 playouts; expected 30 games or more"):
        best_responses(KUHN, ["random"], playing=RolloutBudget(29, 1, 0))


def test_a_strategy_that_does_what_is_not_legal_is_named():
    with pytest.raises(Failure, match="illegal on seat 2 chose 7, which is not legal"):
        best_responses(KUHN, [illegal], 0)
    with pytest.raises(Failure, match="illegal on seat 2 chose 7, which is not legal"):
        best_responses(KUHN, [illegal], 0, "random", playing=RolloutBudget(30, 1, 0))
