"""Smallsum: Alternate, the showdown, what counts, and the scene; rules 6 to 9."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.smallsum.smallsum_table import EQUAL, LOW, VARIANTS, every_variant, played, seated, seen

from upcard.engine.game import make_game
from upcard.games.smallsum import rules as smallsum
from upcard.games.smallsum.rules import FOLD, MATCH, value
from upcard.simulation.simulate_games import simulate

HIGH = "K Q J / A 2 3"


# ---- 6: alternate ----


ALTERNATE = [
    # cards, pennies after the ante, words, pot, pennies after the round
    (LOW, (7, 7), "put 0, put 0", 2, [9, 7]),
    (HIGH, (7, 7), "put 0, put 0", 2, [7, 9]),
    (LOW, (7, 7), "put 2, match, put 0", 6, [11, 5]),
    (LOW, (7, 7), "put 2, match, put 3, match", 12, [14, 2]),
    (LOW, (7, 7), "put 0, put 3, match", 8, [12, 4]),
    # a fold ends the round at once, and an open bet goes back
    (HIGH, (7, 7), "put 3, fold", 2, [9, 7]),
    (LOW, (7, 7), "put 0, put 1, fold", 2, [7, 9]),
    (LOW, (7, 7), "put 2, match, put 3, fold", 6, [5, 11]),
    # what cannot be matched goes back at once
    (LOW, (12, 2), "put 3, match, put 0", 6, [16, 0]),
    (HIGH, (12, 2), "put 3, match, put 0", 6, [10, 6]),
    (HIGH, (13, 1), "put 1, match, put 0", 4, [12, 4]),
    (HIGH, (14, 0), "put 3, match, put 0", 2, [14, 2]),
    (HIGH, (2, 12), "put 2, match, put 3, match", 6, [0, 16]),
    (EQUAL, (7, 7), "put 3, match, put 3, match", 14, [8, 8]),
]


@pytest.mark.parametrize(("cards", "pennies", "words", "pot", "after"), ALTERNATE)
def test_smallsum_rule_06_a_round_of_alternate_pays_what_it_should(cards, pennies, words, pot, after):
    match = played(seated("alternate", cards, pennies), words)
    next_ante = 0 if match.is_over else 1
    assert seen(match) == (pot, [n - next_ante for n in after])


@pytest.mark.parametrize(
    ("words", "player", "choices"),
    [
        ("put 0", 1, "check, bet 1, bet 2, bet 3"),
        ("put 2", 1, "match, fold"),
        ("put 2, match", 1, "check, bet 1, bet 2, bet 3"),
        ("put 2, match, put 1", 0, "match, fold"),
        ("put 0, put 1", 0, "match, fold"),
    ],
)
def test_smallsum_rule_06_who_does_what_in_turn(words, player, choices):
    match = played(seated("alternate", pennies=(7, 7)), words)
    assert match.player == player
    assert ", ".join(match.choices()) == choices


def test_smallsum_rule_06_bets_never_exceed_what_the_bettor_has():
    assert seated("alternate", pennies=(2, 12)).choices() == ["check", "bet 1", "bet 2"]
    match = played(seated("alternate", pennies=(12, 4)), "put 3, match")
    assert match.choices() == ["check", "bet 1"]


def test_smallsum_rule_06_without_pennies_one_can_match_and_put_nothing():
    match = seated("alternate", pennies=(14, 0))
    match.do("put 3")
    assert match.choices() == ["match", "fold"]
    match.do("match")
    assert (match.choices(), match.state.pot) == (["check"], 2)


def test_smallsum_rule_06_the_ante_comes_from_the_purse_even_if_it_is_the_last_penny():
    match = make_game("smallsum", variant="alternate", purse=1).match(1)
    assert list(match.state.pennies) == [0, 0]
    assert match.choices() == ["check"]


def test_smallsum_rule_06_a_fold_shows_no_hidden_card():
    match = played(seated("alternate", HIGH, (7, 7)), "put 3, fold")
    assert list(match.state.last_sum) == [0, 0]


@pytest.mark.parametrize(
    ("words", "action", "reason"),
    [
        ("put 0", MATCH, "there is no bet to match or to fold to"),
        ("put 0", FOLD, "there is no bet to match or to fold to"),
        ("put 2", 0, "first answer the bet of 2: match or fold"),
    ],
)
def test_smallsum_rule_06_what_is_not_allowed_has_its_reason(words, action, reason):
    assert played(seated("alternate", pennies=(7, 7)), words).why(action) == reason


@pytest.mark.parametrize("variant", ["basic", "choice"])
def test_smallsum_rule_06_only_alternate_has_antes_and_folds(variant):
    match = seated(variant)
    assert match.state.pot == 0
    match.do("put 1")
    assert not {MATCH, FOLD} & set(match.legal())


# ---- 7: the showdown ----


@pytest.mark.parametrize(
    ("cards", "sums", "pennies"),
    [
        (LOW, [6, 30], [10, 6]),
        (HIGH, [30, 6], [6, 10]),
        (EQUAL, [13, 13], [8, 8]),
        ("10 J Q / K 9 8", [30, 27], [6, 10]),
    ],
)
def test_smallsum_rule_07_the_smaller_sum_of_three_takes_the_pot_and_equal_sums_divide_it(
    cards, sums, pennies
):
    match = played(seated("basic", cards), "put 1, put 1")
    assert list(match.state.last_sum) == sums
    assert seen(match) == (4, pennies)
    assert list(match.state.won) == [int(n > 8) for n in pennies]


@given(
    st.sampled_from(VARIANTS), st.integers(1, 20), st.sampled_from(("fixed", "rotate")), st.integers(0, 10**6)
)
def test_smallsum_rule_07_every_pot_is_even_and_no_penny_is_lost(variant, purse, first, seed):
    game = make_game("smallsum", variant=variant, purse=purse, first=first)
    match, chances = game.match(seed), random.Random(seed)
    s = match.state
    for _ in range(60):
        assert s.pot % 2 == s.last_pot % 2 == 0
        assert s.pennies[0] + s.pennies[1] + s.pot == 2 * purse
        assert min(s.pennies) >= 0
        if match.is_over:
            break
        match.do(chances.choice(match.legal()))


# ---- 8: who is A ----


@every_variant
@pytest.mark.parametrize(("first", "seats"), [("fixed", [0, 0, 0, 0]), ("rotate", [0, 1, 0, 1])])
def test_smallsum_rule_08_a_is_always_the_same_player_or_takes_turns(variant, first, seats):
    match = seated(variant, first=first)
    found = []
    for _ in range(4):
        found.append(match.player)
        assert match.state.seat_a == match.player
        match.do("put 0")
        assert match.player == 1 - found[-1]
        match.do("put 0")
    assert found == seats


def test_smallsum_rule_08_a_who_is_seat_2_bets_first_and_is_answered():
    match = played(seated("alternate", pennies=(7, 7), first="rotate"), "put 0, put 0, put 2")
    assert (match.movers[-1], match.player) == (1, 0)
    played(match, "match")
    assert (match.player, match.choices()[0]) == (0, "check")
    played(match, "put 1")
    assert (match.player, match.choices()) == (1, ["match", "fold"])


# ---- 9: what counts ----


def test_smallsum_rule_09_a_stopped_match_scores_the_share_of_the_purse():
    match = played(seated("choice", rounds=1), "put 3, put 0")
    assert (match.is_over, match.scores()) == (True, [3, -3])
    assert smallsum.GAME.zero_sum
    assert [smallsum.measure(match.state, p, 0) for p in range(2)] == [0, 0]


@pytest.mark.parametrize("purse", [1, 8, 100])
def test_smallsum_rule_09_a_match_won_scores_the_whole_purse(purse):
    match = seated("basic", pennies=(2 * purse - 1, 1), purse=purse)
    played(match, "put 1, put 0")
    assert match.scores() == [purse, -purse]
    assert [smallsum.measure(match.state, p, 0) for p in range(2)] == [1, 0]


@pytest.mark.parametrize(
    ("variant", "words", "scores"),
    [
        ("basic", "put 1, put 1", [2, -2]),
        ("basic", "put 0, put 0", [0, 0]),
        ("choice", "put 3, put 3", [6, -6]),
        ("alternate", "put 3, match, put 3, match", [7, -7]),
        ("alternate", "put 0, put 3, fold", [-1, 1]),
    ],
)
def test_smallsum_rule_09_the_cash_game_is_one_round_with_pennies_enough(variant, words, scores):
    game = make_game("smallsum", variant=variant, objective="pennies", purse=1)
    match = played(game.match(seed=1, dealt=LOW.replace("/", "").split()), words)
    assert match.is_over
    assert match.scores() == scores


def test_smallsum_rule_09_a_purse_is_the_most_to_win_and_a_round_has_four_decisions():
    match = played(seated("alternate", HIGH, (99, 99), purse=100), "put 3, match, put 3")
    assert match.state.round == 0
    match.do("match")
    assert match.state.round == 1
    assert smallsum.GAME.longest == len(match.actions) * 1_000_000
    assert smallsum.GAME.payoffs == (-100, 100)


@pytest.mark.parametrize(
    ("variant", "pennies", "fists"),
    [("basic", 8, {0, 1}), ("choice", 8, {0, 1, 2, 3}), ("choice", 2, {0, 1, 2}), ("alternate", 8, {0})],
)
def test_a_closed_fist_is_imagined_to_hold_whatever_may_be_in_it(imagined, variant, pennies, fists):
    def others_fist(seat):
        return {s.fist[1 - seat] for s in imagined(match, seat, 100)}

    match = seated(variant, pennies=(pennies, 16 - pennies))
    assert others_fist(0) == others_fist(1) == {0}
    match.do("put 1")
    assert others_fist(1) == fists
    assert others_fist(0) == {0}  # the other has not put anything


def test_pennies_are_what_counts_between_rounds():
    state = seated("basic", pennies=(5, 11)).state
    assert [smallsum.outlook(state, p) for p in range(2)] == [5, 11]


def test_the_presets_are_these_options():
    chosen = {p: make_game("smallsum", preset=p).option_words() for p in smallsum.PRESETS}
    usual = {"purse": 8, "rounds": 10_000, "first": "fixed", "objective": "match"}
    assert {p: o for p, o in chosen.items() if p != "cash"} == {v: {"variant": v, **usual} for v in VARIANTS}
    assert chosen["cash"] == {"variant": "basic", **usual, "objective": "pennies"}
    assert make_game("smallsum").option_words() == chosen["basic"]


# ---- what is counted ----


def test_measures_are_the_match_pennies_and_rounds():
    match = played(seated("basic", pennies=(14, 2)), "put 0, put 0")
    match.state.pennies[0], match.state.pennies[1] = 15, 1
    won = list(match.state.won)
    while not match.is_over:
        played(match, "put 1, put 1")
    s = match.state
    assert sum(s.won) > sum(won)
    for p in range(2):
        found = [smallsum.measure(s, p, m) for m in range(4)]
        assert found == [int(s.pennies[p] == 16), s.pennies[p] - 8, s.won[p], s.round]


def test_a_round_is_won_as_often_as_counting_all_deals_says():
    wins = deals = 0
    for mine in itertools.combinations(range(13), 3):
        for other in itertools.combinations([k for k in range(13) if k not in mine], 3):
            deals += 1
            wins += sum(map(value, mine)) < sum(map(value, other))
    game = make_game("smallsum", preset="cash")
    result = simulate(game, ["dominant", "random"], games=100_000, seed=3, threads=1)  # nobody folds there
    found = result.seats[0].estimates["round_win_share"]
    assert abs(found.value - wins / deals) < 4.5 * found.se


# ---- the scene ----


def scene(match):
    return smallsum.scene(match.state if match.is_over else match.view(match.player))


@pytest.mark.parametrize(
    ("variant", "pennies", "words"),
    [
        ("basic", (8, 8), "Hide 0 or 1 penny in your fist."),
        ("choice", (8, 8), "Hide 0 to 3 pennies in your fist."),
        ("choice", (2, 8), "Hide 0 to 2 pennies in your fist."),
        ("alternate", (0, 14), "You have no penny left to bet."),
        ("alternate", (7, 7), "Check, or bet 1 to 3; they can match or fold."),
    ],
)
def test_the_scene_says_what_is_to_be_decided_and_the_sum_of_who_looks(variant, pennies, words):
    picture = scene(seated(variant, pennies=pennies))
    assert picture.says == ("You hold 6; they show 20 so far.", words)
    assert picture.badges == {0: "A", 1: "B"}


def test_the_scene_says_that_the_other_fist_is_closed_and_not_what_is_in_it():
    scenes = [scene(played(seated("basic"), f"put {n}")) for n in (0, 1)]
    assert scenes[0] == scenes[1]
    assert scenes[0].says == (
        "You hold 30; they show 3 so far.",
        "They have closed their fist. Hide 0 or 1 penny in your fist.",
    )
    assert scenes[0].shown["bet"] == ["", ""]


def test_the_scene_says_what_a_bet_costs():
    match = played(seated("alternate", pennies=(7, 2)), "put 3")
    assert scene(match).says[1] == "They bet 3: match it with your last 2, or fold."
    assert scene(match).shown["bet"] == ["3", ""]


ROUNDS = [
    (LOW, "basic", "put 1, put 0", "In the last round {0} won the pot of 2 (6 against 30)."),
    (HIGH, "basic", "put 0, put 0", "Nobody bet in the last round, so nothing was won."),
    (EQUAL, "basic", "put 1, put 1", "The last round was a tie: the pot of 4 was divided."),
    (LOW, "alternate", "put 2, fold", "In the last round {1} folded, so {0} won the pot of 2."),
    (
        LOW,
        "alternate",
        "put 0, put 1, fold",
        "In the last round {0} folded, so {1} won the pot of 2.",
    ),
    (
        LOW,
        "alternate",
        "put 1, match, put 1, fold",
        "In the last round {0} folded, so {1} won the pot of 4.",
    ),
]


@pytest.mark.parametrize("first", ["fixed", "rotate"])
@pytest.mark.parametrize(("cards", "variant", "words", "says"), ROUNDS)
def test_the_scene_says_what_the_last_round_came_to(cards, variant, words, says, first):
    match = played(seated(variant, cards, pennies=(7, 7), first=first), words)
    assert scene(match).says[2] == says.format(*(("you", "they") if match.player == 0 else ("they", "you")))
    assert scene(match).shown["round"] == "2"


@pytest.mark.parametrize("first", ["fixed", "rotate"])
def test_the_scene_of_the_end_tells_of_the_last_round_only(first):
    match = played(seated("alternate", rounds=1, first=first), "put 0, put 1, fold")
    assert match.is_over
    assert scene(match).says == ("In the last round seat 1 folded, so seat 2 won the pot of 2.",)
