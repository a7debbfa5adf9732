"""Small game trees as drawings, and hands: what stands on them is what is true of them."""

import random
import re
from typing import Any

import pytest
from bs4 import BeautifulSoup

import upcard as uc
from upcard.adapters.gambit import efg_text
from upcard.engine.tree.game_tree import CHANCE, END
from upcard.report.tree_svg import MOST_DRAWN, numbers_of, tree_svg, tree_words
from upcard.testing.zone_cells import scrambled


@pytest.fixture(scope="module")
def kuhn():
    return uc.unroll(uc.game("kuhn-poker"))


@pytest.fixture(scope="module")
def dice():
    return uc.unroll(uc.game("liars-dice", preset="two-sided"))


def soup_of(markup: Any) -> Any:
    return BeautifulSoup(markup, "html.parser")


def drawn(tree):
    return soup_of(tree_svg(tree)).svg


def box(circle):
    return float(circle["cx"]), float(circle["cy"])


@pytest.mark.parametrize("name", ["kuhn", "dice"])
def test_every_node_has_its_mark_and_none_lies_on_another(request, name):
    tree = request.getfixturevalue(name)
    svg = drawn(tree)
    seats = tree.game.players
    ends, decisions = [[c for c in svg("circle") if (c["r"] == "3") == small] for small in (True, False)]
    diamonds = [p for p in svg("path") if p["d"].endswith("z")]
    assert len(ends) == int((tree.player == END).sum())
    assert len(decisions) - seats == int((tree.player >= 0).sum())  # the legend has one of each
    assert len(diamonds) - 1 == int((tree.player == CHANCE).sum())
    places = [box(c) for c in svg("circle")]
    assert all(abs(x - v) + abs(y - w) > 14 for x, y in places for v, w in places if (x, y) != (v, w))
    wide, high = float(svg["width"]), float(svg["height"])
    assert all(0 < x < wide and 0 < y < high for x, y in places)
    assert svg["viewbox"] == f"0 0 {svg['width']} {svg['height']}"


@pytest.mark.parametrize("name", ["kuhn", "dice"])
def test_dashes_join_the_nodes_of_each_information_set_and_of_no_two(request, name):
    tree = request.getfixturevalue(name)
    dashes = [p["d"] for p in drawn(tree)("path") if p.get("stroke-dasharray")][1:]
    sizes = [int((tree.infoset == k).sum()) for k in range(tree.infosets)]
    assert len(dashes) == sum(n - 1 for n in sizes)
    runs = []
    for d in dashes:
        (_, y), (left, top), (_, bottom), _ = [tuple(map(float, p.split())) for p in re.split("[ML]", d)[1:]]
        assert y == top < bottom
        runs.append((left, top, bottom))
    clashes = [(a, b) for a in runs for b in runs if a[0] == b[0] and a[1] < b[1] < a[2]]
    assert clashes == []


def test_labels_are_those_of_the_rules_with_exact_chances(kuhn):
    texts = [t.get_text() for t in drawn(kuhn)("text")]
    assert texts.count("jack (1/3)") == 1
    assert texts.count("queen (1/2)") == 2
    assert texts.count("bet 1") + texts.count("call 1") == int((kuhn.action[kuhn.edge >= 0] == 1).sum())
    assert texts.count("2, −2") == int((kuhn.payoff[:, 0] == 2).sum())
    assert "Kuhn poker: 58 nodes, 12 information sets" in drawn(kuhn).title.get_text()


def test_numbers_are_those_of_an_efg_file(kuhn):
    lines = [line.split('"')[2].split() for line in efg_text(kuhn).splitlines() if line.startswith("p")]
    shown = [numbers_of(kuhn)[k] for k in kuhn.infoset.tolist() if k >= 0]
    assert [".".join(x[:2]) for x in lines] == shown


def test_the_tree_is_told_in_words(kuhn):
    lines = tree_words(kuhn).splitlines()
    assert len(lines) == kuhn.nodes
    assert lines[:4] == [
        "chance",
        "  jack (1/3): chance",
        "    queen (1/2): seat 1 decides, information set 1.1",
        "      check: seat 2 decides, information set 2.1",
    ]
    assert lines[4] == "        check: pays −1, 1"


def test_a_notebook_draws_a_small_tree_and_counts_a_large_one(kuhn):
    soup = soup_of(kuhn._repr_html_())
    captions = [t.caption.get_text(strip=True) for t in soup("table")]
    assert captions == ["Information sets", "Nodes"]
    rows = [[c.get_text(strip=True) for c in row(["th", "td"])] for row in soup("table")[0]("tr")]
    assert len(rows) == 1 + kuhn.infosets
    assert rows[1] == ["seat 1", "1", "jack, ?", "check, bet 1"]
    assert kuhn._repr_svg_() == tree_svg(kuhn)
    large = uc.unroll(uc.game("goofspiel", length=3))
    assert large.nodes > MOST_DRAWN
    assert large._repr_svg_() is None
    text = soup_of(large._repr_html_()).get_text()
    assert "is not drawn: take a smaller game, or write it with uc.efg_text(tree) for Gambit" in text


def test_a_hand_is_the_cards_of_a_seat_and_nothing_else():
    match = uc.game("smallsum").match(seed=3)
    hand = match.hand(1)
    assert hand.cards == {"up": ["A", "2"], "down": ["5"]}
    assert repr(hand) == "<hand of player 2: up A 2, down 5>"
    svg = soup_of(hand._repr_svg_()).svg
    assert svg.title.get_text() == "The hand of player 2: up: A 2, down: 5"
    assert [x.title.get_text() for x in svg("svg")] == ["ace", "2", "5"]
    assert soup_of(hand._repr_html_()).strong.get_text() == "The hand of player 2"


@pytest.mark.parametrize(
    "name", ["lama", "four-cell", "beat-it-or-eat-it", "goofspiel", "liars-dice", "stoppers"]
)
def test_a_hand_shows_nothing_that_its_seat_does_not_see(name):
    match = uc.game(name).match(seed=1)
    last = match.game.players - 1
    shown = match.hand(last)._repr_svg_(), match.hand(last).cards
    match.state = scrambled(match.game, match.state, last, [0, 1, 2], random.Random(2))
    assert (match.hand(last)._repr_svg_(), match.hand(last).cards) == shown


def test_who_has_no_cards_is_told_so():
    hand = uc.game("liars-dice").match(seed=1).hand(0)
    assert repr(hand) == "<hand of player 1: no cards>"
    assert "no cards" in [x.get_text() for x in soup_of(hand._repr_svg_())("text")]
    match = uc.game("lama", 2).match(seed=1, seats=["Ada", "Ben"])
    assert repr(match.hand(0)).startswith("<hand of Ada: hand ")
    with pytest.raises(uc.Usage, match="there is no seat 2"):
        match.hand(2)


def test_pictures_alone_are_those_of_the_notebook():
    match = uc.game("lama").match(seed=1)
    for x in (match, match.view(2), match.state, match.hand(0)):
        assert str(x._repr_svg_()) in str(x._repr_html_())
    assert match.game._repr_svg_() is None
