"""Smallsum by the numbers of the rule book (shared/rules.md, section 1), for all variants: rules 1 to 5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.smallsum.smallsum_table import EQUAL, every_variant, played, seated, seen

from upcard.engine.errors import Illegal, Usage
from upcard.engine.game import make_game
from upcard.games.smallsum import rules as smallsum
from upcard.games.smallsum.rules import value

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
    ("variant", "pennies", "most"),
    [
        ("basic", (8, 8), 1),
        ("basic", (1, 15), 1),
        ("choice", (8, 8), 3),
        ("choice", (2, 14), 2),
    ],
)
def test_smallsum_rule_03_and_04_a_fist_holds_up_to_one_or_three_pennies_that_one_has(variant, pennies, most):
    choices = ["hide 0 pennies", "hide 1 penny", "hide 2 pennies", "hide 3 pennies"]
    assert seated(variant, pennies=pennies).choices() == choices[: most + 1]


def test_smallsum_rule_03_more_than_one_penny_is_refused_in_the_basic_game():
    with pytest.raises(
        Illegal, match="'hide 2 pennies' is not allowed: a fist holds at most 1 penny in the basic game"
    ):
        seated("basic").do("put 2")


@pytest.mark.parametrize(
    ("left", "said"), [(1, "you have only 1 penny left"), (2, "you have only 2 pennies left")]
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
