"""Smallsum by the numbers of the rule book (shared/rules.md, section 1), for all variants."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Illegal, Usage
from upcard.engine.game import make_game
from upcard.rules import smallsum
from upcard.rules.smallsum import FOLD, MATCH, value
from upcard.simulation.match import simulate

VARIANTS = ("basic", "choice", "alternate")
every_variant = pytest.mark.parametrize("variant", VARIANTS)
LOW = "A 2 3 / K Q J"  # seat 1 wins; the third card of each is hidden
HIGH = "K Q J / A 2 3"
EQUAL = "A 2 10 / 3 4 6"


def seated(variant, cards=LOW, pennies=(8, 8), **options):
    """A match after the deal of these cards, with these pennies besides what lies in the pot."""
    match = make_game("smallsum", variant=variant, **options).match(
        seed=1, dealt=cards.replace("/", "").split()
    )
    for p in range(2):
        match.state.pennies[p] = pennies[p]
    return match


def played(match, words):
    for word in words.split(", "):
        match.do(word)
    return match


def seen(match):
    """Pot of the last round and pennies after it."""
    return match.state.last_pot, list(match.state.pennies)


# ---- 1: the cards ----


@every_variant
def test_smallsum_rule_01_two_open_cards_and_a_hidden_one_each_of_13(variant):
    s = seated(variant).state
    assert sorted([*range(1, s.stock[0] + 1)]) == [1, 2, 3, 4, 5, 6, 7]
    cards = [s.stock[i] for i in range(1, 8)] + [s.up[p, i] for p in range(2) for i in (1, 2)]
    assert sorted([*cards, *s.down]) == list(range(13))
    assert [s.up[p, 0] for p in range(2)] == [2, 2]


def test_smallsum_rule_01_open_cards_are_seen_by_both_and_the_hidden_one_by_its_owner():
    views = [seated("basic").view(p) for p in range(2)]
    for v in views:
        assert [[v.up[p, i] for i in (1, 2)] for p in range(2)] == [[0, 1], [11, 12]]
    assert [list(v.down) for v in views] == [[2, -1], [-1, 10]]


def test_smallsum_rule_01_cards_count_their_number_ace_1_and_courts_10():
    assert [smallsum.card_text(k) for k in range(13)] == ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    assert [value(k) for k in range(13)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_smallsum_rule_01_all_cards_are_shuffled_for_every_round():
    match = seated("basic")
    hidden = set()
    for _ in range(80):
        played(match, "put 0, put 0")
        hidden.add((0, match.state.down[0]))
        hidden.add((1, match.state.down[1]))
        assert match.state.stock[0] == 7
    assert len(hidden) == 26


# ---- 2: the purse and the end of a match ----


@every_variant
@pytest.mark.parametrize(("purse", "held"), [(None, 8), (1, 1), (100, 100)])
def test_smallsum_rule_02_each_begins_with_8_pennies_or_the_purse(variant, purse, held):
    s = make_game("smallsum", variant=variant, **({"purse": purse} if purse else {})).match(1).state
    ante = 1 if variant == "alternate" else 0
    assert [*s.pennies, s.pot] == [held - ante, held - ante, 2 * ante]


@pytest.mark.parametrize("purse", [0, 101, "many"])
def test_smallsum_rule_02_a_purse_out_of_range_is_refused_in_a_sentence(purse):
    with pytest.raises(
        Usage, match=f"option purse was given {purse!r}; expected a whole number from 1 to 100"
    ):
        make_game("smallsum", purse=purse)


@pytest.mark.parametrize(
    ("variant", "pennies", "words"),
    [
        ("basic", (15, 1), "put 1, put 0"),
        ("choice", (12, 4), "put 3, put 2"),
        ("alternate", (13, 1), "put 3, match, put 0"),
    ],
)
def test_smallsum_rule_02_who_has_all_the_pennies_has_won_the_match(variant, pennies, words):
    match = played(seated(variant, pennies=pennies), words)
    assert match.is_over
    assert match.scores() == [8, -8]
    assert match.winners() == [0]


@every_variant
def test_smallsum_rule_02_the_match_goes_on_while_both_have_pennies(variant):
    words = "put 1, match, put 0" if variant == "alternate" else "put 1, put 0"
    match = played(seated(variant, pennies=(7, 3)), words)
    assert not match.is_over
    assert match.state.round == 1


@every_variant
def test_smallsum_rule_02_the_match_is_stopped_after_rounds(variant):
    match = seated(variant, rounds=2)
    played(match, "put 0, put 0")
    assert not match.is_over
    played(match, "put 0, put 0")
    assert match.is_over
    assert smallsum.measure(match.state, 0, 3) == 2


def test_smallsum_rule_02_by_default_only_10000_rounds_stop_a_match():
    assert make_game("smallsum").option_words()["rounds"] == 10_000


@pytest.mark.parametrize("variant", ["basic", "choice"])
def test_smallsum_rule_02_a_hundred_rounds_in_a_row_with_an_empty_pot_stop_a_match(variant):
    match = seated(variant)
    for _ in range(60):
        played(match, "put 0, put 0")
    played(match, "put 1, put 1")
    for number in range(100):
        assert not match.is_over, f"stopped after {number} empty rounds"
        played(match, "put 0, put 0")
    assert match.is_over
    assert match.state.round == 161


def test_smallsum_rule_02_in_alternate_the_antes_keep_a_match_going():
    match = seated("alternate", pennies=(8, 8))
    for _ in range(5):
        played(match, "put 0, put 0")
    assert match.state.idle == 0
    assert match.state.last_pot == 2


# ---- 3 and 4: the fists ----


@pytest.mark.parametrize(
    ("variant", "pennies", "choices"),
    [
        ("basic", (8, 8), ["put 0", "put 1"]),
        ("basic", (1, 15), ["put 0", "put 1"]),
        ("choice", (8, 8), ["put 0", "put 1", "put 2", "put 3"]),
        ("choice", (2, 14), ["put 0", "put 1", "put 2"]),
    ],
)
def test_smallsum_rule_03_and_04_a_fist_holds_up_to_one_or_three_pennies_that_one_has(
    variant, pennies, choices
):
    assert seated(variant, pennies=pennies).choices() == choices


def test_smallsum_rule_03_more_than_one_penny_is_refused_in_the_basic_game():
    with pytest.raises(
        Illegal, match="'put 2' is not allowed: a fist holds at most 1 penny in the basic game"
    ):
        seated("basic").do("put 2")


@pytest.mark.parametrize(
    ("left", "said"), [(1, "there is 1 penny left to put"), (2, "there are 2 pennies left")]
)
def test_smallsum_rule_04_more_pennies_than_one_has_are_refused(left, said):
    with pytest.raises(Illegal, match=said):
        seated("choice", pennies=(left, 8)).do("put 3")


@pytest.mark.parametrize(("variant", "most"), [("basic", 1), ("choice", 3)])
def test_smallsum_rule_03_and_04_nobody_knows_the_others_fist_before_both_are_in(variant, most):
    views = [played(seated(variant), f"put {n}").view(1) for n in range(most + 1)]
    shown = [{name: list(v.__dict__[name]) for name in ("fist", "pennies", "bet")} for v in views]
    assert shown == [{"fist": [-1, 0], "pennies": [8, 8], "bet": [0, 0]}] * (most + 1)


def test_smallsum_rule_03_and_04_opened_fists_are_told_to_both():
    match = played(seated("choice"), "put 2, put 3")
    assert [list(match.view(p).last_bet) for p in range(2)] == [[2, 3], [2, 3]]


# ---- 5: matching ----


@pytest.mark.parametrize(
    ("variant", "pennies", "fists", "pot"),
    [
        ("basic", (8, 8), (0, 0), 0),
        ("basic", (8, 8), (1, 0), 2),
        ("basic", (8, 8), (1, 1), 4),
        # seat 1 has nothing left to match with: the other's penny goes back
        ("basic", (1, 15), (1, 1), 2),
        ("basic", (1, 15), (0, 1), 2),
        ("basic", (1, 1), (1, 1), 0),
        ("choice", (8, 8), (3, 3), 12),
        ("choice", (8, 8), (3, 1), 8),
        ("choice", (2, 14), (1, 3), 4),
        ("choice", (3, 13), (3, 3), 6),
        ("choice", (5, 11), (3, 3), 10),
        ("choice", (5, 5), (3, 3), 8),
        ("choice", (14, 2), (3, 0), 4),
    ],
)
def test_smallsum_rule_05_each_matches_the_other_fist_from_what_he_has_left(variant, pennies, fists, pot):
    match = played(seated(variant, pennies=pennies), f"put {fists[0]}, put {fists[1]}")
    assert seen(match) == (pot, [pennies[0] + pot // 2, pennies[1] - pot // 2])


def by_hand(pennies, fists):
    """The pot as it is told in the exercise, penny by penny, both matching at the same time."""
    left = [pennies[p] - fists[p] for p in range(2)]
    pot = sum(fists)
    back = [0, 0]
    for p in range(2):
        for _ in range(fists[1 - p]):
            if left[p] > 0:
                left[p] -= 1
                pot += 1
            else:
                back[1 - p] += 1
                pot -= 1
    return pot, [left[p] + back[p] for p in range(2)]


@given(st.tuples(st.integers(1, 20), st.integers(1, 20)), st.tuples(st.integers(0, 3), st.integers(0, 3)))
def test_smallsum_rule_05_the_pot_is_the_one_made_penny_by_penny(pennies, fists):
    fists = [min(pair) for pair in zip(fists, pennies, strict=True)]
    pot, kept = by_hand(pennies, fists)
    match = played(seated("choice", EQUAL, pennies), f"put {fists[0]}, put {fists[1]}")
    assert seen(match) == (pot, [n + pot // 2 for n in kept])


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
        ("put 0", 1, "put 0, put 1, put 2, put 3"),
        ("put 2", 1, "match, fold"),
        ("put 2, match", 1, "put 0, put 1, put 2, put 3"),
        ("put 2, match, put 1", 0, "match, fold"),
        ("put 0, put 1", 0, "match, fold"),
    ],
)
def test_smallsum_rule_06_who_does_what_in_turn(words, player, choices):
    match = played(seated("alternate", pennies=(7, 7)), words)
    assert match.player == player
    assert ", ".join(match.choices()) == choices


def test_smallsum_rule_06_bets_never_exceed_what_the_bettor_has():
    assert seated("alternate", pennies=(2, 12)).choices() == ["put 0", "put 1", "put 2"]
    match = played(seated("alternate", pennies=(12, 4)), "put 3, match")
    assert match.choices() == ["put 0", "put 1"]


def test_smallsum_rule_06_without_pennies_one_can_match_and_put_nothing():
    match = seated("alternate", pennies=(14, 0))
    match.do("put 3")
    assert match.choices() == ["match", "fold"]
    match.do("match")
    assert (match.choices(), match.state.pot) == (["put 0"], 2)


def test_smallsum_rule_06_the_ante_comes_from_the_purse_even_if_it_is_the_last_penny():
    match = make_game("smallsum", variant="alternate", purse=1).match(1)
    assert list(match.state.pennies) == [0, 0]
    assert match.choices() == ["put 0"]


def test_smallsum_rule_06_a_fold_shows_no_hidden_card():
    match = played(seated("alternate", HIGH, (7, 7)), "put 3, fold")
    assert list(match.state.last_sum) == [0, 0]


@pytest.mark.parametrize(
    ("words", "action", "reason"),
    [
        ("put 0", MATCH, "there is no bet to match or to fold to"),
        ("put 0", FOLD, "there is no bet to match or to fold to"),
        ("put 2", 0, "the bet of 2 comes first; match or fold"),
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
    assert (match.player, match.choices()[0]) == (0, "put 0")
    played(match, "put 1")
    assert (match.player, match.choices()) == (1, ["match", "fold"])


# ---- 9: what counts ----


def test_smallsum_rule_09_a_stopped_match_scores_the_share_of_the_purse():
    match = played(seated("choice", rounds=1), "put 3, put 0")
    assert (match.is_over, match.scores()) == (True, [3, -3])
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
    result = simulate(make_game("smallsum", preset="cash"), "random", games=100_000, seed=3, threads=1)
    found = result.seats[0].estimates["round_win_share"]
    assert abs(found.value - wins / deals) < 4.5 * found.se


# ---- the scene ----


def scene(match):
    return smallsum.scene(match.state if match.is_over else match.view(match.player))


@pytest.mark.parametrize(
    ("variant", "pennies", "words"),
    [
        ("basic", (8, 8), "A hides 0 or 1 penny in a fist."),
        ("choice", (8, 8), "A hides 0 to 3 pennies in a fist."),
        ("choice", (2, 8), "A hides 0 to 2 pennies in a fist."),
        ("alternate", (0, 14), "A has no penny left to put."),
        ("alternate", (7, 7), "A bets 0 to 3, which B may match or fold to."),
    ],
)
def test_the_scene_says_what_is_to_be_decided_and_the_sum_of_who_looks(variant, pennies, words):
    picture = scene(seated(variant, pennies=pennies))
    assert picture.says == (words, "You are A with a sum of 6; the other shows 20 so far.")
    assert picture.shown["last_sum"] == picture.shown["last_bet"] == ["", ""]


def test_the_scene_says_that_the_other_fist_is_closed_and_not_what_is_in_it():
    scenes = [scene(played(seated("basic"), f"put {n}")) for n in (0, 1)]
    assert scenes[0] == scenes[1]
    assert scenes[0].says == (
        "B hides 0 or 1 penny in a fist, as A does.",
        "You are B with a sum of 30; the other shows 3 so far.",
    )
    assert scenes[0].shown["bet"] == ["", ""]


def test_the_scene_says_what_a_bet_costs():
    match = played(seated("alternate", pennies=(7, 2)), "put 3")
    assert scene(match).says[0] == "A bets 3; B matches for 2, or folds."
    assert scene(match).shown["bet"] == ["3", "0"]


ROUNDS = [
    (LOW, "basic", "put 1, put 0", "In the last round seat 1 took the pot of 2 with the smaller sum."),
    (HIGH, "basic", "put 0, put 0", "In the last round seat 2 took the pot of 0 with the smaller sum."),
    (EQUAL, "basic", "put 1, put 1", "The last round was a draw: the pot of 4 was divided."),
    (LOW, "alternate", "put 2, fold", "In the last round seat 2 folded and seat 1 took the pot of 2."),
    (
        LOW,
        "alternate",
        "put 0, put 1, fold",
        "In the last round seat 1 folded and seat 2 took the pot of 2.",
    ),
    (
        LOW,
        "alternate",
        "put 1, match, put 1, fold",
        "In the last round seat 1 folded and seat 2 took the pot of 4.",
    ),
]


@pytest.mark.parametrize("first", ["fixed", "rotate"])
@pytest.mark.parametrize(("cards", "variant", "words", "says"), ROUNDS)
def test_the_scene_says_what_the_last_round_came_to(cards, variant, words, says, first):
    match = played(seated(variant, cards, pennies=(7, 7), first=first), words)
    assert scene(match).says[2] == says
    assert scene(match).shown["round"] == "2"
    told = scene(match).shown["last_sum"]
    assert (told == ["not shown"] * 2) == words.endswith("fold")


@pytest.mark.parametrize("first", ["fixed", "rotate"])
def test_the_scene_of_the_end_tells_of_the_last_round_only(first):
    match = played(seated("alternate", rounds=1, first=first), "put 0, put 1, fold")
    assert match.is_over
    assert scene(match).says == ("In the last round seat 1 folded and seat 2 took the pot of 2.",)
