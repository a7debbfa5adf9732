"""Special packs: the cards of a game drawn."""

import re
from xml.etree import ElementTree

import pytest

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.registry import find_rules
from upcard.report.card_art import HEIGHT, WIDTH, find_pack, pack_names
from upcard.report.suit_signs import PATHS


@pytest.mark.parametrize("name", pack_names())
def test_every_card_of_a_pack_is_one_drawing_of_the_size_of_a_card_with_a_title_of_its_own(name):
    pack, game = find_pack(name), make_game(name)
    cards = [ElementTree.fromstring(pack.card_svg(game, card)) for card in pack.CARDS]
    assert {(c.get("width"), c.get("height")) for c in cards} == {(f"{WIDTH}mm", f"{HEIGHT}mm")}
    assert {(c.get("viewBox"), c.get("role")) for c in cards} == {(f"0 0 {WIDTH} {HEIGHT}", "img")}
    titles = [c[0].text for c in cards]
    assert len(set(titles)) == len(set(pack.CARDS))
    assert all(c[0].tag.endswith("title") and c[1].tag.endswith("desc") and c[1].text for c in cards)


@pytest.mark.parametrize("name", pack_names())
def test_a_pack_draws_the_cards_of_its_game_and_names_options_of_it(name):
    rules = find_rules(name)
    assert set(find_pack(name).OPTIONS) <= {o.name for o in rules.OPTIONS}
    assert all(rules.card_text(card) for card in find_pack(name).CARDS)


def test_a_game_without_a_pack_is_told_in_a_sentence():
    with pytest.raises(Usage, match="goofspiel has no special pack; there is one for four-cell, lama"):
        find_pack("goofspiel")


@pytest.mark.parametrize("name", pack_names())
def test_a_card_loads_nothing_and_runs_nothing(name):
    svg = "".join(find_pack(name).card_svg(make_game(name), card) for card in set(find_pack(name).CARDS))
    assert not re.search(r"<(script|image|use|style)|href|url\(", svg)


@pytest.mark.parametrize("is_large", [False, True])
def test_a_card_of_four_cell_shows_the_rank_and_the_suit_by_which_actions_call_it(is_large):
    game = make_game("four-cell")
    view = game.match(1).view(0)
    for card in find_pack("four-cell").CARDS:
        drawn = ElementTree.fromstring(find_pack("four-cell").card_svg(game, card, is_large))
        (name,) = (x for x in drawn if x.get("class") == "name")
        rank, sign = name
        suit = next(s for s, path in PATHS.items() if path == sign.get("d"))
        assert f"{rank.text}{'SHCD'['♠♥♣♦'.index(suit)]}" == game.words(view, [card])[card].split()[-1]
        assert float(rank.attrib["y"]) < HEIGHT
