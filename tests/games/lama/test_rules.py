"""L.A.M.A. by the numbers of the rule book (shared/rules.md, section 4), for both presets: rules 1 to 4."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.lama.lama_table import PRESETS, both, kinds, seated

from upcard.engine.game import make_game
from upcard.games.lama import rules as lama
from upcard.games.lama.rules import DRAW, LLAMA, QUIT

LLAMA_NAME = "llama"


def dealt(*hands, top):
    return [LLAMA_NAME if c == "L" else c for c in "".join(hands) + top]


def cards_of(s):
    """Every card of the table by kind."""
    found = [s.stock[i] for i in range(1, s.stock[0] + 1)] + [s.pile[i] for i in range(1, s.pile[0] + 1)]
    found += [k for p in range(s.seats) for k in range(lama.KINDS) for _ in range(s.hand[p, k])] + [s.top]
    return sorted(found)


# ---- 1: cards and deal ----


@both
@pytest.mark.parametrize("players", range(2, 9))
def test_lama_rule_01_six_cards_each_one_opens_the_pile_56_in_all(preset, players):
    s = make_game("lama", players, preset).match(players).state
    assert [sum(s.hand[p, k] for k in range(7)) for p in range(players)] == [6] * players
    assert list(s.size)[:players] == [6] * players
    assert (s.pile[0], s.stock[0]) == (0, 56 - 6 * players - 1)
    assert cards_of(s) == sorted(list(range(7)) * 8)


@given(st.integers(0, 10**6), st.integers(0, 300))
def test_lama_rule_01_no_card_is_ever_lost_or_doubled(position, seed, steps):
    for preset in PRESETS:
        s = position(make_game("lama", 2 + seed % 7, preset), seed, steps).state
        if not s.over:
            assert cards_of(s) == sorted(list(range(7)) * 8)
        for p in range(s.seats):
            assert s.size[p] == sum(s.hand[p, k] for k in range(7))


# ---- 2: the turn ----


@both
@pytest.mark.parametrize(
    ("top", "fitting"),
    [("1", "12"), ("2", "23"), ("3", "34"), ("4", "45"), ("5", "56"), ("6", "6L"), ("L", "1L")],
)
def test_lama_rule_02_the_same_or_the_next_kind_may_be_laid(preset, top, fitting):
    match = seated(preset, "123456L", "1", top=top, stock="1")
    assert match.legal() == [*sorted(kinds(fitting)), DRAW, QUIT]


@both
def test_lama_rule_02_only_cards_in_hand_may_be_laid(preset):
    assert seated(preset, "16L", "2", top="1", stock="1").choices() == ["play 1", "draw", "quit the round"]
    assert seated(preset, "56", "12", top="1", stock="1").choices() == ["draw", "quit the round"]


@both
def test_lama_rule_02_a_laid_card_leaves_the_hand_and_covers_the_pile(preset):
    match = seated(preset, "1123", "5", top="1", stock="1")
    match.do("play 2")
    s = match.state
    assert (s.top, list(s.pile)[:2], s.size[0], list(s.hand[0])[:3]) == (1, [1, 0], 3, [2, 0, 1])
    assert match.player == 1


@both
def test_lama_rule_02_a_drawn_card_comes_into_the_hand_and_ends_the_turn(preset):
    match = make_game("lama", 2, preset).match(dealt=[*dealt("111111", "222222", top="5"), "llama"])
    match.do("draw")
    assert (match.state.hand[0, LLAMA], match.state.size[0], match.player) == (1, 7, 1)


@both
def test_lama_rule_02_who_has_quit_is_passed_over(preset):
    match = seated(preset, "11", "22", "33", "44", top="6", stock="123456")
    for word, player in (("quit", 1), ("draw", 2), ("quit", 3), ("draw", 1), ("draw", 3), ("draw", 1)):
        match.do(word)
        assert match.player == player


# ---- 3: the end of a round ----


@both
def test_lama_rule_03_a_round_ends_when_somebody_lays_his_last_card(preset):
    match = seated(preset, "1", "26", top="1", stock="5")
    match.do("play 1")
    s = match.state
    assert s.rounds == 2
    assert (s.points[0], s.points[1]) == (0, 8)
    assert list(s.won)[:2] == [1, 0]
    assert list(s.size)[:2] == [6, 6]


def test_lama_rule_03_official_the_last_one_left_may_go_on_but_not_draw():
    match = seated("official", "12", "26", top="1", stock="555")
    match.do("draw")
    match.do("quit")
    assert match.state.rounds == 1
    assert match.choices() == ["play 1", "play 2", "quit the round"]
    assert match.why(DRAW) == "you cannot draw when all others have quit"
    match.do("play 1")
    assert match.player == 0
    assert match.state.rounds == 1


def test_lama_rule_03_official_the_last_one_left_may_empty_his_hand():
    match = seated("official", "12", "26", top="1", stock="5", out=[1], points=(20, 0))
    match.do("play 1")
    match.do("play 2")
    s = match.state
    assert (s.rounds, s.points[0], s.points[1]) == (2, 10, 8)
    assert list(s.won)[:2] == [1, 0]


def test_lama_rule_03_official_the_round_ends_when_all_have_quit_and_the_last_has_won():
    match = seated("official", "12", "26", "33", top="1", stock="5")
    for word in ("quit", "quit", "quit"):
        assert match.state.rounds == 1
        match.do(word)
    assert match.state.rounds == 2
    assert list(match.state.points)[:3] == [3, 8, 3]
    assert list(match.state.won)[:3] == [0, 0, 1]


def test_lama_rule_03_paper_the_round_ends_when_one_is_left_and_he_has_won():
    match = seated("paper", "12", "26", "33", top="1", stock="5")
    match.do("quit")
    match.do("draw")
    assert match.state.rounds == 1
    match.do("quit")
    s = match.state
    assert s.rounds == 2
    assert list(s.won)[:3] == [0, 1, 0]
    assert list(s.points)[:3] == [3, 2 + 6 + 5, 6]


def test_lama_rule_03_paper_who_goes_out_has_won_even_if_others_have_quit():
    match = seated("paper", "12", "3", "L", top="2", stock="5", out=[0], player=1)
    match.do("play 3")
    assert list(match.state.won)[:3] == [0, 1, 0]
    assert list(match.state.points)[:3] == [3, 0, 10]


@both
@pytest.mark.parametrize("rounds_before", [0, 1])
def test_lama_rule_03_a_round_ends_after_1000_turns_and_nobody_has_won_it(preset, rounds_before):
    """In every round the same: the first one and those after it."""
    match = make_game("lama", 2, preset, target=10_000).match(3)
    s = match.state
    while s.rounds == rounds_before:
        match.do("quit")
    won, points = list(s.won), list(s.points)
    s.turns += 990  # as if so many had been taken
    for turn in range(991, 1001):
        assert s.rounds == 1 + rounds_before, f"the round ended before turn {turn}"
        match.do("draw")
    assert s.rounds == 2 + rounds_before, "the round went on after turn 1000"
    assert list(s.won) == won
    assert all(after > before for after, before in zip(list(s.points)[:2], points, strict=False))


# ---- 4: points ----


@pytest.mark.parametrize(
    ("hand", "each_kind", "every_card"),
    [
        ("1", 1, 1),
        ("6", 6, 6),
        ("L", 10, 10),
        ("LL", 10, 20),
        ("1123L", 16, 17),
        ("123456L", 31, 31),
        ("666", 6, 18),
    ],
)
def test_lama_rule_04_points_left_in_hand(hand, each_kind, every_card):
    for preset, expected in (("official", each_kind), ("paper", every_card)):
        match = seated(preset, "1", hand, top="1", stock="5")
        match.do("play 1")
        assert match.state.points[1] == expected


@both
def test_lama_rule_04_who_has_quit_counts_his_hand_too(preset):
    match = seated(preset, "1", "L", "23", top="1", stock="5", out=[1])
    match.do("play 1")
    assert list(match.state.points)[:3] == [0, 10, 5]


@both
def test_lama_rule_04_points_add_up_over_rounds(preset):
    match = seated(preset, "1", "L", top="1", stock="5", points=(7, 12))
    match.do("play 1")
    assert match.state.points[1] == 22
