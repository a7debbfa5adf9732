"""Four-Cell by the numbers of the rule book (shared/rules.md, section 5): rules 1 to 8."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.four_cell.four_cell_table import (
    CARD,
    CELLS,
    CELLS_OF,
    COLUMN,
    HANDS,
    SIDES,
    cross,
    dealt,
    hand,
    pile,
    played,
    turn,
    worth,
)

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.state import cells_of
from upcard.games.four_cell import rules as four_cell
from upcard.games.four_cell.rules import CARDS, LEAVE, ROTATE, TURNS
from upcard.kit.cards import EMPTY

# ---- 1: the cards ----


@pytest.mark.parametrize(
    ("card", "value", "high"),
    [
        ("AS", 1, 1),
        ("10C", 10, 10),
        ("7S", 7, 7),
        ("JC", 10, 11),
        ("QS", 10, 12),
        ("KC", 10, 13),
        ("AH", -1, -1),
        ("10D", -10, -10),
        ("3H", -3, -3),
        ("JD", -10, -11),
        ("QH", -10, -12),
        ("KD", -10, -13),
    ],
)
def test_four_cell_rule_01_black_counts_for_and_red_against(card, value, high):
    for courts, wanted in (("10", value), ("11-12-13", high)):
        s = make_game("four-cell", courts=courts).match().state
        assert four_cell.value(s, CARD[card]) == wanted == worth(card, courts)


def test_four_cell_rule_01_52_cards_whose_values_add_up_to_0():
    assert len(CARD) == 52
    for courts in ("10", "11-12-13"):
        s = make_game("four-cell", courts=courts).match().state
        assert sum(four_cell.value(s, k) for k in range(CARDS)) == 0


def test_four_cell_rule_01_spades_and_hearts_pick_the_left_column():
    words = {four_cell.LEFT: "left", four_cell.RIGHT: "right"}
    assert {name: words[four_cell.column(k)] for name, k in CARD.items()} == {n: COLUMN[n[-1]] for n in CARD}


# ---- 2: the players ----


@pytest.mark.parametrize("players", [2, 4])
def test_four_cell_rule_02_seven_cards_each(players):
    s = make_game("four-cell", players).match(3).state
    assert [sum(s.hand[p, k] for k in range(CARDS)) for p in range(players)] == [7] * players
    assert list(s.held)[:players] == [7] * players
    assert s.stock[0] == 52 - 7 * players - 8


@pytest.mark.parametrize("players", [1, 3, 5])
def test_four_cell_rule_02_only_two_or_four_play(players):
    with pytest.raises(Usage, match=f"Four-Cell is for 2 or 4 players, not {players}"):
        make_game("four-cell", players)


def test_four_cell_rule_02_two_players_sit_next_to_each_other_at_s_and_w():
    match = dealt()
    assert match.player == 0
    turn(match, "AS")
    assert match.player == 1
    assert four_cell.neighbour(0) == 1


# ---- 3: the crosses ----


@pytest.mark.parametrize("players", [2, 4])
def test_four_cell_rule_03_hands_then_four_crosses_clockwise_from_sw_north_south_first(players):
    match = dealt(players)
    assert [hand(match, p) for p in range(players)] == [set(h.split()) for h in HANDS[:players]]
    assert [cross(match, c) for c in CELLS] == ["5H 6H", "7H 8H", "9H 10H", "JH QH"]
    assert (match.state.cell, match.state.played, pile(match, 0)) == (-1, 0, [])


@pytest.mark.parametrize("cell", CELLS)
def test_four_cell_rule_03_one_card_of_a_cross_belongs_to_s_and_n_the_other_to_w_and_e(cell):
    c = CELLS.index(cell)
    assert [four_cell.place(c, p) - 2 * c for p in range(4)] == [0, 1, 0, 1]


# ---- 4: the columns ----


@pytest.mark.parametrize(("side", "column"), CELLS_OF)
def test_four_cell_rule_04_a_column_as_its_player_sees_it(side, column):
    p, c = SIDES.index(side), ("left", "right").index(column)
    assert {CELLS[i] for i in range(4) if four_cell.is_in_column(i, p, c)} == CELLS_OF[side, column]


# ---- 5: disclosing ----


@pytest.mark.parametrize("pair", ["SW", "WN", "NE", "ES"])
def test_four_cell_rule_05_the_columns_of_neighbours_meet_in_exactly_one_cell(pair):
    p, q = map(SIDES.index, pair)
    for c, d in product((0, 1), repeat=2):
        (cell,) = CELLS_OF[pair[0], ("left", "right")[c]] & CELLS_OF[pair[1], ("left", "right")[d]]
        assert CELLS[four_cell.meeting(p, c, q, d)] == CELLS[four_cell.meeting(q, d, p, c)] == cell


@pytest.mark.parametrize(
    ("cards", "cell"), [("AS 4S", "NW"), ("AS 4C", "SW"), ("AC 4S", "NE"), ("AC 4C", "SE")]
)
def test_four_cell_rule_05_two_suits_choose_the_cell(cards, cell):
    match = dealt()
    turn(match, *cards.split())
    assert CELLS[match.state.cell] == cell


@pytest.mark.parametrize("players", [2, 4])
def test_four_cell_rule_05_the_first_card_is_hidden_until_the_second_is_chosen_too(players):
    seen = []
    for card in ("AS", "KC"):
        match = dealt(players)
        turn(match, card)
        assert match.view(0).disclosed[0] == CARD[card]
        seen.append([cells_of(match.view(p)) for p in range(1, players)])
    assert seen[0] == seen[1]
    turn(match, "4S")
    assert "KC" in cross(match, "NE")
    assert list(match.state.disclosed) == [EMPTY] * 4


def test_four_cell_rule_05_only_a_card_in_hand_can_be_disclosed():
    match = dealt()
    assert match.choices() == [f"play {card}" for card in sorted(HANDS[0].split(), key=CARD.__getitem__)]
    assert match.why(CARD["4S"]) == "there is no 4S in your hand"
    assert match.why(ROTATE).startswith("only whoever collected the lower card rotates a cross")


# ---- 6: collecting ----


def test_four_cell_rule_06_each_collects_on_his_own_axis_and_lays_his_card_there():
    match = dealt(rotation="none")
    turn(match, "AS", "4S")
    assert (pile(match, 0), pile(match, 1)) == (["7H"], ["8H"])
    assert cross(match, "NW") == "AS 4S"
    assert [cross(match, c) for c in ("SW", "NE", "SE")] == ["5H 6H", "9H 10H", "JH QH"]
    turn(match, "2S", "5S")
    assert (pile(match, 0), pile(match, 1)) == (["7H", "AS"], ["8H", "4S"])


def test_four_cell_rule_06_the_second_pair_of_four_collects_from_the_same_matrix():
    match = dealt(4)
    turn(match, "AS", "4S", "7S", "JS")  # N left is NE, SE and E left is SE, SW
    assert CELLS[match.state.cell] == "SE"
    assert [pile(match, p) for p in range(4)] == [["7H"], ["8H"], ["JH"], ["QH"]]
    assert cross(match, "SE") == "7S JS"


# ---- 7: rotating ----

UNEVEN = "5C 6H 7H 8S 9H 10H JH QH"


@pytest.mark.parametrize(("cards", "lower"), [("AS 4S", 0), ("AS 4C", 1), ("AC 4S", 1), ("AC 4C", None)])
def test_four_cell_rule_07_who_collected_the_lower_value_may_rotate_and_nobody_on_a_tie(cards, lower):
    """NW is 7H and 8S, SW 5C and 6H, NE 9H and 10H; SE is JH and QH, both worth -10."""
    hands = ("AS 2S 3S AC 2C 3C KC", "4S 5S 6S 4C 6C 7C QC")
    match = dealt(hands=hands, matrix=UNEVEN)
    turn(match, *cards.split())
    assert match.state.rotating == (lower is not None)
    if lower is None:
        assert match.player == 0
    else:
        assert match.player == lower
        assert match.choices() == [*(f"rotate {c}" for c in CELLS), "don't rotate"]


@pytest.mark.parametrize("courts", ["10", "11-12-13"])
def test_four_cell_rule_07_the_value_of_courts_decides_too(courts):
    match = dealt(courts=courts)
    turn(match, "AC", "4C")
    assert (match.state.rotating, match.player) == ((0, 0) if courts == "10" else (1, 1))


@pytest.mark.parametrize("cell", CELLS)
def test_four_cell_rule_07_a_rotated_cross_changes_its_owners_the_new_one_too(cell):
    match = dealt()
    turn(match, "AS", "4S")
    before = {c: cross(match, c) for c in CELLS}
    assert before["NW"] == "AS 4S"
    match.do(f"rotate {cell}")
    after = before | {cell: " ".join(before[cell].split()[::-1])}
    assert {c: cross(match, c) for c in CELLS} == after
    assert list(match.state.rotations)[:2] == [0, 1]


def test_four_cell_rule_07_optional_means_that_no_cross_need_be_rotated():
    match = dealt()
    turn(match, "AS", "4S")
    match.do("don't rotate")
    assert cross(match, "NW") == "AS 4S"
    assert (match.player, match.state.rotating, list(match.state.rotations)[:2]) == (0, 0, [0, 0])


def test_four_cell_rule_07_compulsory_means_that_one_must_be():
    match = dealt(rotation="compulsory")
    turn(match, "AS", "4S")
    assert match.choices() == [f"rotate {c}" for c in CELLS]
    assert match.why(LEAVE) == "you must rotate a cross"
    assert match.why(CARD["5S"]) == "a cross comes first: rotate one, or none if you may"


def test_four_cell_rule_07_without_rotation_the_next_turn_follows():
    match = make_game("four-cell", preset="first-format").match(1)
    assert match.game.option_words()["rotation"] == "none"
    for _ in range(2 * TURNS):
        match.do(match.legal()[0])
        assert match.state.rotating == 0
    assert match.is_over


@pytest.mark.parametrize("rotation", ["optional", "compulsory"])
def test_four_cell_rule_07_four_players_never_rotate(position, rotation):
    match = played(position, 5, 4, rotation=rotation)
    assert (len(match.actions), max(match.actions) < ROTATE) == (2 * TURNS, True)


@given(st.integers(0, 10**6))
def test_four_cell_rule_07_after_the_last_turn_nobody_rotates_any_more(position, seed):
    match = played(position, seed, rotation="compulsory")
    assert match.is_over
    assert match.actions[-1] < ROTATE
    rotations = sum(match.state.rotations)
    assert len(match.actions) == 2 * TURNS + rotations <= four_cell.GAME.longest == 2 * 22 + 21


# ---- 8: drawing ----


def test_four_cell_rule_08_s_draws_before_w():
    match = dealt()
    turn(match, "AS", "4S")
    assert (match.state.held[0], match.state.held[1]) == (6, 6)
    match.do("don't rotate")
    assert (hand(match, 0) - set(HANDS[0].split()), hand(match, 1) - set(HANDS[1].split())) == (
        {"KH"},
        {"AD"},
    )


def test_four_cell_rule_08_n_draws_before_e():
    match = dealt(4)
    turn(match, "AS", "4S", "7S", "JS")
    drawn = [hand(match, p) - set(HANDS[p].split()) for p in range(4)]
    assert drawn == [{"KH"}, {"AD"}, {"2D"}, {"3D"}]


@pytest.mark.parametrize(("players", "pairs"), [(2, "fixed"), (4, "fixed"), (4, "revolving")])
@given(seed=st.integers(0, 10**6))
def test_four_cell_rule_08_22_turns_until_all_hands_are_empty(position, players, pairs, seed):
    match = played(position, seed, players, pairs=pairs)
    s = match.state
    assert (match.is_over, s.played, s.stock[0], sum(s.held)) == (True, 22, 0, 0)
    assert [len(pile(match, p)) for p in range(players)] == [44 // players] * players


@given(st.integers(0, 10**6), st.integers(0, 65))
def test_four_cell_rule_08_hands_are_full_while_there_is_a_stock(position, seed, steps):
    match = played(position, seed, steps=steps)
    s = match.state
    if s.stock[0] > 0 and s.rotating == 0 and match.player == s.first:
        assert list(s.held)[:2] == [7, 7]
