"""A scene as a drawing: it has every card that is seen and none that is hidden."""

import random
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from upcard.engine.game import make_game
from upcard.engine.registry import game_modules
from upcard.play.scene import make_scene
from upcard.report.scene_svg import WIDTH, scene_svg
from upcard.report.svg import read_drawing
from upcard.testing.zone_cells import scrambled

GAMES = sorted(name for name, rules in game_modules().items() if rules.__name__.startswith("upcard."))


def after(name, steps, seed=1):
    match, chances = make_game(name).match(seed=seed), random.Random(seed)
    for _ in range(steps):
        if not match.is_over:
            match.do(chances.choice(match.legal()))
    return match


def scene_of(match):
    if match.is_over:
        return make_scene(match.game, match.state, None, scores=match.scores())
    return make_scene(match.game, match.view(match.player), match.player)


def cards_of(svg):
    """The drawings within the drawing: their names."""
    return [x.findtext("title") for x in read_drawing(svg) if x.tag == "svg"]


def letters_of(svg):
    return [x.text for x in read_drawing(svg).iter("text")]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("steps", [0, 7, 10_000])
def test_every_card_that_is_seen_is_drawn_once(name, steps):
    scene = scene_of(after(name, steps))
    drawn = cards_of(scene_svg(scene, make_game(name)))
    zones = [z for z in scene.zones if not z.is_quiet and (z.size is not None or z.kind.value == "slot")]
    seen = sum(len(z.faces) or 1 if z.is_open and z.sight.value != "nobody" else 1 for z in zones)
    assert len(drawn) == seen + sum(len(spot.faces) for row in scene.board for spot in row)


def test_what_is_hidden_shows_its_back():
    match = after("kuhn-poker", 0)
    own = make_game("kuhn-poker").rules.card_text(match.state.card[0])
    assert cards_of(scene_svg(scene_of(match), match.game)) == [own, "a card face down"]


@pytest.mark.parametrize("name", GAMES)
def test_what_the_seat_cannot_see_changes_nothing(name):
    match = after(name, 1)
    before = scene_svg(scene_of(match), match.game)
    match.state = scrambled(match.game, match.state, match.player, [0, 1, 2], random.Random(2))
    assert scene_svg(scene_of(match), match.game) == before


def test_it_tells_who_is_to_act_and_who_has_won():
    match = after("lama", 3)
    assert "player 4 is to act" in letters_of(scene_svg(scene_of(match), match.game))
    match = after("lama", 10_000)
    told = letters_of(scene_svg(scene_of(match), match.game))
    assert f"over: won by player {match.winners()[0] + 1}" in told
    assert any(x.startswith("player 1, -") for x in told)


def test_everything_lies_within_the_drawing_and_rows_do_not_overlap():
    svg = ET.fromstring(scene_svg(scene_of(after("beat-it-or-eat-it", 30)), make_game("beat-it-or-eat-it")))
    height = float(svg.get("height", "0"))
    cards = [x for x in svg if x.tag.endswith("svg")]
    boxes = [[float(x.get(k, "nan")) for k in ("x", "y", "width", "height")] for x in cards]
    assert all(x >= 0 and x + w <= WIDTH and y >= 0 and y + h <= height for x, y, w, h in boxes)
    tops = sorted({y for _, y, _, _ in boxes})
    assert all(b - a >= boxes[0][3] for a, b in pairwise(tops))
