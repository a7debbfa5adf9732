"""Four-Cell: four players, the score, the special pack, and the whole game told again; rules 9 to 12."""

from itertools import cycle, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.four_cell.four_cell_table import (
    AXES,
    CARD,
    CELLS,
    CELLS_OF,
    COLUMN,
    SIDES,
    cross,
    dealt,
    hand,
    pile,
    played,
    rotates,
    turn,
    worth,
)

from upcard.engine.game import make_game
from upcard.engine.record import parse_record, record_text
from upcard.games.four_cell import rules as four_cell
from upcard.games.four_cell.art import card_svg
from upcard.games.four_cell.rules import CARDS, ROTATE, card_text
from upcard.kit.cards import EMPTY
from upcard.report.card_art import HEIGHT, WIDTH

AXIS = {"S": "NS", "N": "NS", "W": "WE", "E": "WE"}


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
            shown[p] = words.removeprefix("play ")
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
