"""Four-Cell by the numbers of the rule book (shared/rules.md, section 5)."""

from itertools import cycle, pairwise, product
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.record import parse_record, record_text
from upcard.engine.state import cells_of
from upcard.report.packs import HEIGHT, WIDTH
from upcard.report.packs.four_cell import card_svg
from upcard.rules import four_cell
from upcard.rules.cards import EMPTY
from upcard.rules.crosses import CARDS, card_text
from upcard.rules.four_cell import ACTIONS, LEAVE, ROTATE, TURNS
from upcard.testing import Walk, check_walk

CARD = {card_text(k): k for k in range(CARDS)}
CELLS, SIDES, AXES = ("SW", "NW", "NE", "SE"), "SWNE", ("NS", "WE")
AXIS = {"S": "NS", "N": "NS", "W": "WE", "E": "WE"}
COLUMN = {"S": "left", "H": "left", "C": "right", "D": "right"}
CELLS_OF = {
    ("S", "left"): {"SW", "NW"},
    ("S", "right"): {"NE", "SE"},
    ("W", "left"): {"NW", "NE"},
    ("W", "right"): {"SE", "SW"},
    ("N", "left"): {"NE", "SE"},
    ("N", "right"): {"SW", "NW"},
    ("E", "left"): {"SE", "SW"},
    ("E", "right"): {"NW", "NE"},
}
"""What a player sees, as the rule book lists it."""

HANDS = ("AS 2S 3S AC 2C 3C KC", "4S 5S 6S 4C 5C 6C QC", "7S 8S 9S 7C 8C 9C JC", "JS QS KS AH 2H 3H 4H")
MATRIX = "5H 6H 7H 8H 9H 10H JH QH"
FOLLOWING = "KH AD 2D 3D"


def dealt(players=2, matrix=MATRIX, hands=HANDS, following=FOLLOWING, **options):
    """A match after the deal of these cards."""
    cards = " ".join([*hands[:players], matrix, following]).split()
    return make_game("four-cell", players, **options).match(seed=1, dealt=cards)


def cross(match, cell):
    """The two cards of a cross, north-south first."""
    i = 2 * CELLS.index(cell)
    return " ".join(card_text(match.state.matrix[i + a]) for a in (0, 1))


def pile(match, p):
    """The cards that a seat has collected."""
    line = match.state.pile[p]
    return [card_text(line[i]) for i in range(1, line[0] + 1)]


def hand(match, p):
    """The cards in a seat's hand."""
    return {card_text(k) for k in range(CARDS) if match.state.hand[p, k]}


def turn(match, *cards):
    """Both of a pair disclose a card."""
    for card in cards:
        match.do(f"disclose {card}")


def played(position, seed, players=2, steps=99, **options):
    """A match by random play."""
    return position(make_game("four-cell", players, **options), seed, steps)


def worth(card, courts="10"):
    """What a card is worth, by its name."""
    high = {"J": 11, "Q": 12, "K": 13} if courts == "11-12-13" else dict.fromkeys("JQK", 10)
    x = {"A": 1, **high}.get(card[:-1]) or int(card[:-1])
    return -x if card[-1] in "HD" else x


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
    with pytest.raises(Usage, match=f"Four-Cell was asked for {players} players?; expected 2 or 4"):
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
    assert match.choices() == [f"disclose {card}" for card in sorted(HANDS[0].split(), key=CARD.__getitem__)]
    assert match.why(CARD["4S"]) == "there is no 4S in your hand"
    assert match.why(ROTATE).startswith("a cross is rotated after a turn")


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
        assert match.choices() == [*(f"rotate {c}" for c in CELLS), "no rotation"]


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
    match.do("no rotation")
    assert cross(match, "NW") == "AS 4S"
    assert (match.player, match.state.rotating, list(match.state.rotations)[:2]) == (0, 0, [0, 0])


def test_four_cell_rule_07_compulsory_means_that_one_must_be():
    match = dealt(rotation="compulsory")
    turn(match, "AS", "4S")
    assert match.choices() == [f"rotate {c}" for c in CELLS]
    assert match.why(LEAVE) == "the rotation is compulsory"
    assert match.why(CARD["5S"]) == "a cross is to be rotated, not a card disclosed"


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
    assert len(match.actions) == 2 * TURNS + rotations <= four_cell.GAME.longest


# ---- 8: drawing ----


def test_four_cell_rule_08_s_draws_before_w():
    match = dealt()
    turn(match, "AS", "4S")
    assert (match.state.held[0], match.state.held[1]) == (6, 6)
    match.do("no rotation")
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


# ---- 9: four players ----


def movers(match):
    return "".join(SIDES[p] for p in match.movers)


@given(st.integers(0, 10**6))
def test_four_cell_rule_09_fixed_pairs_alternate(position, seed):
    assert movers(played(position, seed, 4)) == "SWNE" * 11


@given(st.integers(0, 10**6))
def test_four_cell_rule_09_revolving_pairs_follow_each_other_while_both_have_cards(position, seed):
    """After five rounds all have one card left; S and W play theirs, so W and N cannot, but N and E can."""
    assert movers(played(position, seed, 4, pairs="revolving")) == "SWWNNEES" * 5 + "SWNE"


# ---- 10: the score ----


@given(st.integers(0, 10**6), st.sampled_from([2, 4]), st.sampled_from(["10", "11-12-13"]))
def test_four_cell_rule_10_the_score_is_the_sum_of_the_pile(position, seed, players, courts):
    match = played(position, seed, players, courts=courts)
    sums = [sum(worth(c, courts) for c in pile(match, p)) for p in range(players)]
    assert match.scores() == sums == list(match.state.points)[:players]
    left = sum(worth(c, courts) for cell in CELLS for c in cross(match, cell).split())
    assert sum(sums) == -left


@given(st.integers(0, 10**6), st.sampled_from([2, 4]))
def test_four_cell_rule_10_difference_adds_up_what_one_is_ahead_of_each(position, seed, players):
    match = played(position, seed, players, objective="difference")
    sums = list(match.state.points)[:players]
    assert match.scores() == [sum(x - y for y in sums) for x in sums]
    assert sum(match.scores()) == 0


def test_four_cell_rule_10_no_score_is_outside_the_declared_bounds():
    """The most for two: the 22 best cards against the 22 worst; for four: 11 thrice against 33 others."""
    values = sorted(worth(c, "11-12-13") for c in CARD)
    two = sum(values[-22:]) - sum(values[:22])
    four = 3 * sum(values[-11:]) - sum(values[:33])
    assert (two, four) == (352, 520)
    assert four_cell.GAME.payoffs == (-520, 520)


@given(
    st.integers(0, 10**6), st.integers(0, 65), st.sampled_from([2, 4]), st.sampled_from(["own", "difference"])
)
def test_four_cell_rule_10_the_payoffs_of_the_matrix_are_what_the_scores_gain(
    position, seed, steps, players, objective
):
    match = played(position, seed, players, steps, objective=objective, rotation="none")
    if match.is_over or match.player == match.state.first:
        return
    p, q = match.state.first, match.player
    before = [four_cell.score(match.state, seat) for seat in (p, q)]
    wanted = [[four_cell.gain(match.state, seat, cell) for seat in (p, q)] for cell in range(4)]
    match.do(match.legal()[0])
    after = [four_cell.score(match.state, seat) for seat in (p, q)]
    gained = [x - y for x, y in zip(after, before, strict=True)]
    assert gained == wanted[match.state.cell]


# ---- 11: who sees what ----


def test_four_cell_rule_11_hands_are_hidden_and_all_else_but_the_stock_is_public():
    match = dealt(4)
    turn(match, "AS", "4S")
    for p in range(4):
        v = match.view(p)
        for q in range(4):
            shown = [v.hand[q, k] for k in range(CARDS)]
            assert shown == ([match.state.hand[p, k] for k in range(CARDS)] if p == q else [-1] * CARDS)
        assert list(v.matrix) == list(match.state.matrix)
        assert [v.pile[q, 1] for q in (0, 1)] == [CARD["7H"], CARD["8H"]]
        assert list(v.held) == [7, 7, 7, 7]
        assert (v.stock[0], v.stock[1]) == (14, -1)


# ---- 12: the special pack ----


STRIP = (HEIGHT - WIDTH) / 2
"""What the upper card of a cross leaves to see of the lower one."""


def drawn(card, courts="10"):
    """A card of the special pack, its elements without the name of their language."""
    svg = card_svg(make_game("four-cell", courts=courts), CARD[card])
    return ElementTree.fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))


def lengths(element, *names):
    """Attributes of an element in millimetres."""
    return [float(element.get(name)) for name in names]


def is_red(colour):
    """Whether red, as ``#rrggbb``, outweighs green and blue."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red > 4 * max(green, blue)


def frame(rects):
    """Left, top, right and lower edge of what some rectangles cover."""
    boxes = [lengths(rect, "x", "y", "width", "height") for rect in rects]
    x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return x, y, max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)


def cell_of(rect, middle_x, middle_y):
    """The cell that a rectangle stands for, where S sits below."""
    x, y, width, height = lengths(rect, "x", "y", "width", "height")
    return ("N" if y + height / 2 < middle_y else "S") + ("W" if x + width / 2 < middle_x else "E")


@pytest.mark.parametrize("courts", ["10", "11-12-13"])
@pytest.mark.parametrize("card", CARD)
def test_four_cell_rule_12_special_pack(card, courts):
    svg, value, column = drawn(card, courts), worth(card, courts), COLUMN[card[-1]]
    text = svg.find("text")
    right, base, size = lengths(text, "x", "y", "font-size")
    # the value in the upper right corner with its sign, negative in red
    assert text.text == f"{'+' if value > 0 else '−'}{abs(value)}"
    assert (text.get("text-anchor"), WIDTH - 5 < right < WIDTH - 3) == ("end", True)
    assert 0 < base - size < base < STRIP
    assert is_red(text.get("fill")) == (value < 0)
    # a bar at the top edge of as many thin lines as the value, in the same colour, readable in a cross
    bar = svg.find("g[@class='bar']")
    lines = [lengths(line, "x1", "y1", "x2", "y2") for line in bar]
    thick = float(bar.get("stroke-width"))
    assert (len(lines), bar.get("stroke"), thick < 1) == (abs(value), text.get("fill"), True)
    assert all(thick < y < STRIP - thick for _, y1, _, y2 in lines for y in (y1, y2))
    assert all(b[0] - a[0] > 2.5 * thick for a, b in pairwise(lines))
    assert max(lines[-1][::2]) + thick < right - 2.3 * size, "three letters of any bold font fit"
    # the column symbol under the value in the corner
    symbol = list(svg.find("g[@class='column']"))
    x, y, end, low = frame(symbol)
    full = [cell for cell in symbol if cell.get("fill") == text.get("fill")]
    assert {cell_of(cell, (x + end) / 2, (y + low) / 2) for cell in full} == CELLS_OF["S", column]
    assert (len(symbol), len(full)) == (4, 2)
    assert base < y < low < HEIGHT / 3
    assert WIDTH * 2 / 3 < x < end == pytest.approx(right, abs=1)
    # in the middle a diagram of the four-cell matrix
    cells = svg.findall("g[@class='matrix']/g")
    x, y, end, under = frame([cell[0] for cell in cells])
    assert (x + end, low < y < under < HEIGHT - STRIP) == (pytest.approx(WIDTH), True)
    named = {cell_of(cell[0], (x + end) / 2, (y + under) / 2): cell.get("class") for cell in cells}
    assert named == {c: "picked" if c in CELLS_OF["S", column] else "other" for c in CELLS}
    # what it is, for who cannot see it
    assert svg.findtext("title") == f"{card}: {text.text}, {column} column"
    assert f"At the top edge {abs(value)} line" in svg.findtext("desc")


def test_four_cell_rule_12_the_middle_of_a_card_tells_its_column_and_nothing_more():
    middles: dict[str, set[bytes]] = {"left": set(), "right": set()}
    for card in CARD:
        middles[COLUMN[card[-1]]].add(ElementTree.tostring(drawn(card).find("g[@class='matrix']")))
    assert [len(m) for m in middles.values()] == [1, 1]
    assert middles["left"] != middles["right"]


def test_four_cell_rule_12_a_cross_leaves_value_and_bar_to_see_and_nothing_else():
    svg = drawn("KH")
    x, y, end, low = frame([*svg.find("g[@class='column']"), *svg.iterfind("g[@class='matrix']/g/rect")])
    (arrow,) = svg.iterfind("g[@class='matrix']/polygon")
    tips = [float(point.split(",")[1]) for point in arrow.get("points").split()]
    assert STRIP < y < low < max(tips) < HEIGHT - STRIP
    assert 0 < x < end < WIDTH


def test_four_cell_rule_12_signs_are_told_apart_without_colours():
    for card in CARD:
        leans = {x1 - x2 for x1, x2 in (lengths(x, "x1", "x2") for x in drawn(card).find("g[@class='bar']"))}
        assert min(leans) > 1 if worth(card) < 0 else leans == {0}


# ---- the whole game, told again ----


PAIRS = {"fixed": ("SW", "NE"), "revolving": ("SW", "WN", "NE", "ES")}


def rotates(pair, got, options):
    """Who of two players may rotate, if anybody may."""
    values = {p: worth(got[p], options["courts"]) for p in pair}
    is_tie = len(set(values.values())) == 1
    return None if is_tie or options["rotation"] == "none" else min(values, key=lambda p: values[p])


def told_again(match):
    """Hands, piles and crosses after the actions of a match, worked out from names and the rules' text."""
    drawn = [card_text(k) for _, k in match.chance.history][::-1]
    said, options = parse_record(record_text(match)).actions[::-1], match.game.option_words()
    sides = SIDES[: match.game.players]
    hands = {p: {drawn.pop() for _ in range(7)} for p in sides}
    crosses = {cell: {axis: drawn.pop() for axis in AXES} for cell in CELLS}
    piles: dict[str, list[str]] = {p: [] for p in sides}
    stock = 52 - 7 * len(sides) - 8
    for pair in cycle(PAIRS[options["pairs"]] if len(sides) == 4 else ("SW",)):
        if not all(hands[p] for p in pair):
            continue
        shown = {}
        for p in pair:
            if not said:
                return hands, piles, crosses
            _, seat, words = said.pop()
            assert SIDES[seat - 1] == p
            shown[p] = words.removeprefix("disclose ")
            hands[p].remove(shown[p])
        (cell,) = set.intersection(*(CELLS_OF[p, COLUMN[shown[p][-1]]] for p in pair))
        got = {p: crosses[cell][AXIS[p]] for p in pair}
        for p in pair:
            piles[p].append(got[p])
            crosses[cell][AXIS[p]] = shown[p]
        if not any(hands.values()):
            return hands, piles, crosses
        lower = rotates(pair, got, options) if len(sides) == 2 else None
        if lower and not said:
            return hands, piles, crosses
        if lower:
            _, seat, words = said.pop()
            assert SIDES[seat - 1] == lower
            turned = crosses.get(words.removeprefix("rotate "), {"NS": "", "WE": ""})
            turned["NS"], turned["WE"] = turned["WE"], turned["NS"]
        for p in pair if stock else ():
            hands[p].add(drawn.pop())
            stock -= 1
    raise AssertionError("the game goes on for ever")


@given(
    seed=st.integers(0, 10**6),
    steps=st.integers(0, 65),
    players=st.sampled_from([2, 4]),
    courts=st.sampled_from(["10", "11-12-13"]),
    rotation=st.sampled_from(["optional", "compulsory", "none"]),
    pairs=st.sampled_from(["fixed", "revolving"]),
)
def test_random_games_are_as_the_rules_tell_them_again(position, seed, steps, players, **options):
    match = played(position, seed, players, steps, **options)
    hands, piles, crosses = told_again(match)
    assert [hand(match, p) for p in range(players)] == list(hands.values())
    assert [pile(match, p) for p in range(players)] == list(piles.values())
    assert [cross(match, c) for c in CELLS] == [f"{x['NS']} {x['WE']}" for x in crosses.values()]


@given(st.integers(0, 10**6), st.integers(0, 65), st.sampled_from([2, 4]))
def test_no_card_is_ever_lost_or_doubled(position, seed, steps, players):
    match = played(position, seed, players, steps)
    s = match.state
    there = [s.stock[i] for i in range(1, s.stock[0] + 1)] + list(s.matrix)
    for p in range(players):
        there += [CARD[c] for c in hand(match, p)] + [CARD[c] for c in pile(match, p)]
        there += [s.disclosed[p]] if s.disclosed[p] != EMPTY else []
    assert sorted(there) == list(range(CARDS))


def pools(match):
    """Every card that was dealt to an axis: 4 of the matrix, and all that its players held and drew."""
    cards = [card_text(k) for _, k in match.chance.history]
    n = match.game.players
    hands, crosses, drawn = cards[: 7 * n], cards[7 * n : 7 * n + 8], cards[7 * n + 8 :]
    found = {a: crosses[i::2] for i, a in enumerate(AXES)}
    drawers = [p for p, a in zip(match.movers, match.actions, strict=True) if a < ROTATE]
    for p, card in [*zip(sorted([*range(n)] * 7), hands, strict=True), *zip(drawers, drawn, strict=False)]:
        found[AXIS[SIDES[p]]].append(card)
    return {axis: sorted(found[axis]) for axis in AXES}


@pytest.mark.parametrize(
    ("players", "options"), [(2, {"rotation": "none"}), (4, {}), (4, {"pairs": "revolving"})]
)
@given(seed=st.integers(0, 10**6))
def test_without_rotation_an_axis_collects_its_26_cards_but_for_the_4_left(position, players, options, seed):
    """S, alone or with N, collects cards of the N-S axis only: of 4 + 22 cards all but the 4 left over."""
    match = played(position, seed, players, **options)
    for i, axis in enumerate(AXES):
        left = [cross(match, cell).split()[i] for cell in CELLS]
        collected = [c for p in range(players) if AXIS[SIDES[p]] == axis for c in pile(match, p)]
        assert sorted(collected + left) == pools(match)[axis]
        points = sum(match.state.points[p] for p in range(players) if AXIS[SIDES[p]] == axis)
        assert points == sum(map(worth, pools(match)[axis])) - sum(map(worth, left))


@given(st.integers(0, 10**6))
def test_without_rotation_the_pools_of_a_deal_are_the_same_however_it_is_played(seed):
    game = make_game("four-cell", preset="first-format")
    first, last = game.match(seed), game.match(seed)
    while not first.is_over:
        first.do(first.legal()[0])
        last.do(last.legal()[-1])
    assert pools(first) == pools(last)
    assert all(len(pool) == 26 for pool in pools(first).values())


def test_a_rotation_lets_a_card_change_its_axis():
    match = dealt()
    turn(match, "AS", "4S")
    match.do("rotate NW")
    turn(match, "2S", "5S")
    assert (pile(match, 0)[-1], pile(match, 1)[-1]) == ("4S", "AS")
    assert "4S" not in pools(match)["NS"]


# ---- endgames ----


END = "AS.2C/3H.4D/5S.6H/7C.8D/9S.9H/2H.2D"


@given(st.integers(0, 10**6))
def test_when_the_stock_is_empty_both_know_all_cards(position, seed):
    """What a player sees neither in his hand nor on the table is the other hand, for seven turns."""
    match = position(make_game("four-cell"), seed, 0)
    while match.state.stock[0] > 0 or match.state.rotating:
        match.do(match.legal()[seed % len(match.legal())])
    assert match.state.played == TURNS - 7
    for p in range(2):
        v = match.view(p)
        open_cards = [card_text(k) for k in v.matrix] + [c for q in range(2) for c in pile(match, q)]
        seen = {*open_cards, *(card_text(k) for k in range(CARDS) if v.hand[p, k] > 0)}
        assert set(CARD) - seen == hand(match, 1 - p)


def test_a_position_lays_down_hands_and_crosses_and_the_rest_is_collected():
    match = make_game("four-cell", position=END).match()
    assert (hand(match, 0), hand(match, 1)) == ({"AS", "2C"}, {"3H", "4D"})
    assert [cross(match, c) for c in CELLS] == ["5S 6H", "7C 8D", "9S 9H", "2H 2D"]
    assert sorted([*pile(match, 0), *pile(match, 1), *END.replace("/", ".").split(".")]) == sorted(CARD)
    assert len(pile(match, 0)) == len(pile(match, 1)) == match.state.played == TURNS - 2
    assert (match.player, match.state.stock[0], list(match.state.points)) == (0, 0, [0, 0, 0, 0])
    turn(match, "AS", "3H")
    match.do("rotate NW")
    turn(match, "2C", "4D")
    assert match.is_over
    assert match.scores() == [7 - 2, -8 - 2]  # in NW, then in SE


def test_a_position_may_begin_with_a_rotation():
    match = make_game("four-cell", position=f"{END}/w").match()
    assert (match.player, match.state.rotating) == (1, 1)
    assert match.choices() == ["rotate SW", "rotate NW", "rotate NE", "rotate SE", "no rotation"]
    match.do("rotate SE")
    assert (cross(match, "SE"), match.player) == ("2D 2H", 0)


@given(st.integers(1, 7), st.permutations(range(CARDS)), st.sampled_from(["", "/S", "/W"]))
def test_a_position_is_told_as_it_was_written_but_for_the_order_of_the_hands(n, cards, rotates):
    hands = [sorted(cards[p * n : (p + 1) * n]) for p in range(2)]
    crosses = [cards[i : i + 2] for i in range(2 * n, 2 * n + 8, 2)]
    text = "/".join(".".join(map(card_text, part)) for part in (*hands, *crosses)) + rotates
    game = make_game("four-cell", position=text.lower())
    assert game.option_words()["position"] == text
    match = game.match()
    while not match.is_over:
        match.do(match.legal()[-1])
    assert [len(pile(match, p)) for p in range(2)] == [TURNS, TURNS]
    assert parse_record(record_text(match)).options["position"] == text


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("AS/2S", "expected HAND/HAND/SW/NW/NE/SE, hands of S and W"),
        (f"{END}/N", "expected HAND/HAND/SW/NW/NE/SE"),
        ("1S.2C/3H.4D/5S.6H/7C.8D/9S.9H/2H.2D", "'1S' is no card; expected a rank and a suit of SHCD"),
        (
            "AS/3H.4D/5S.6H/7C.8D/9S.9H/2H.2D",
            "the hands have 1 and 2 cards; expected as many in both, 1 to 7",
        ),
        ("AS/3H/5S.6H/7C/9S.9H/2H.2D", "the cross NW has 1 cards; expected 2"),
        ("AS/3H/5S.6H/7C.AS/9S.9H/2H.2D", "AS lies in it twice; name every card once"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position, sentence):
    with pytest.raises(Usage, match=sentence):
        make_game("four-cell", position=position)


def test_a_position_needs_two_players_and_a_rotation_to_be_allowed():
    with pytest.raises(Usage, match="position lays down an endgame of two players, and there are 4"):
        make_game("four-cell", 4, position=END)
    with pytest.raises(Usage, match="position says who may rotate a cross, and rotation is none"):
        make_game("four-cell", position=f"{END}/S", rotation="none")


def test_a_position_keeps_every_promise():
    assert check_walk(Walk(make_game("four-cell", position=END, objective="difference"), 1, 0))


# ---- words and promises ----


def test_an_action_is_told_and_read_in_words():
    match = dealt()
    assert match.read("10d") == CARD["10D"]
    assert match.read("ks") == CARD["KS"]
    turn(match, "AS", "4S")
    assert (match.read("rotate ne"), match.read("no"), match.read("sw")) == (ROTATE + 2, LEAVE, ROTATE)
    assert len({match.words(a) for a in range(ACTIONS)}) == ACTIONS


def test_revolving_pairs_of_four_keep_every_promise():
    """The suite plays each option with two players only."""
    game = make_game("four-cell", 4, pairs="revolving", objective="difference", courts="11-12-13")
    checked = check_walk(Walk(game, 1, 0))
    assert checked["No card is lost and none is doubled"] == 2 * TURNS + 1


# ---- the scene ----


def scene(match):
    return four_cell.scene(match.state if match.is_over else match.view(match.player))


def test_the_scene_lays_the_crosses_as_they_lie_on_the_table_with_their_owners():
    for players, owners in ((2, ("S", "W")), (4, ("SN", "WE"))):
        match = dealt(players, hands=HANDS)
        board = scene(match).board
        assert [[place.words for place in row] for row in board] == [["NW", "NE"], ["SW", "SE"]]
        for place in (place for row in board for place in row):
            assert " ".join(map(card_text, place.cards)) == cross(match, place.words)
            assert place.notes == owners


@pytest.mark.parametrize("p", range(4))
def test_the_scene_says_which_cells_the_suits_of_who_looks_pick(p):
    says = four_cell.columns_text(p)
    assert says.startswith(f"At {SIDES[p]} spades, hearts pick ")
    left, right = says.split(" pick ")[1].rstrip(".").split("; clubs, diamonds ")
    assert set(left.split(" or ")) == CELLS_OF[SIDES[p], "left"]
    assert set(right.split(" or ")) == CELLS_OF[SIDES[p], "right"]


def test_the_scene_says_who_chooses_and_not_what_was_chosen():
    match = dealt()
    assert scene(match).says[1] == "S and W disclose a card each, together."
    assert scene(match).shown["played"] == "0 of 22 turns"
    scenes = []
    for card in ("AS", "KC"):
        match = dealt()
        match.do(f"disclose {card}")
        scenes.append(scene(match))
    assert scenes[0] == scenes[1]
    assert scenes[0].says[1] == "S has chosen a card, which lies face down; W is next."


@pytest.mark.parametrize(
    ("rotation", "words"),
    [
        ("optional", "W may rotate a cross, whose two cards then change owners."),
        ("compulsory", "W rotates a cross, whose two cards then change owners."),
    ],
)
def test_the_scene_says_who_rotates_and_touches_a_cross_for_it(rotation, words):
    match = dealt(rotation=rotation)
    turn(match, "AS", "4S")
    picture = scene(match)
    assert picture.says[1] == words
    assert picture.shown["played"] == "1 of 22 turns, last in NW"
    assert [picture.touches[ROTATE + i] for i in range(4)] == list(CELLS)


def test_the_scene_tells_of_rotations_only_where_there_are_any():
    assert scene(dealt()).shown["rotations"] == ["0", "0"]
    assert scene(dealt(rotation="none")).shown["rotations"] == ["", ""]
    assert scene(dealt(4, hands=HANDS)).shown["rotations"] == [""] * 4


def test_the_scene_of_the_end_shows_the_table_and_says_nothing(position):
    match = played(position, 3)
    assert match.is_over
    assert scene(match).says == ()
    assert scene(match).shown["held"] == ["0 at S", "0 at W"]
