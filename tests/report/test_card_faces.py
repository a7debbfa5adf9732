"""Card faces, backs and the things on a table: each is one drawing with a name, and nothing else."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.registry import game_modules
from upcard.play.zones import Face, make_face
from upcard.report.card_art import HEIGHT, WIDTH, pack_names
from upcard.report.card_faces import (
    BOTH,
    CLASSIC,
    FOUR_COLOUR,
    LARGE,
    STYLES,
    Art,
    Look,
    draw_face,
    face_svg,
    spoken,
)
from upcard.report.piece_images import token_names, token_svg
from upcard.report.suit_signs import pips
from upcard.testing.zone_cells import cards

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "title", "desc", "g", "path", "rect", "circle", "line", "polygon", "text"}
GAME_NAMES = sorted(game_modules())


def dealt(game):
    """Every card that lies anywhere after the deal."""
    return sorted(cards(game, game.match(1, 1).state))


def check_drawing(svg):
    """One drawing of known elements, with a title, no style, no script and no address."""
    root = ElementTree.fromstring(svg)
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= DRAWN
    names = {name for e in root.iter() for name in e.attrib}
    assert not {n for n in names if n.startswith("on") or "href" in n or n in ("style", "id", "class_")}
    assert not re.search(r"url\(|javascript:|data:", svg)
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    return root


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_card_of_every_game_is_one_safe_drawing_with_a_name_in_every_style(name):
    game = make_game(name)
    for card in dealt(game):
        for style in STYLES:
            root = check_drawing(face_svg(game, card, style))
            assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"


@pytest.mark.parametrize("name", GAME_NAMES)
def test_different_cards_look_different_and_have_different_names(name):
    game = make_game(name)
    named = {card: Art(game).name(make_face(game.rules, card)) for card in dealt(game)}
    drawn = {card: re.sub(r"<(title|desc)>.*?</\1>", "", face_svg(game, card)) for card in named}
    for a, b in combinations(named, 2):
        is_same = game.rules.card_text(a) == game.rules.card_text(b)
        assert (named[a] == named[b]) == is_same
        assert is_same or name in pack_names() or drawn[a] != drawn[b]


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (Face(0, "h7", "7", "♥"), "7 of hearts"),
        (Face(0, "AS", "A", "♠"), "ace of spades"),
        (Face(0, "dT", "T", "♦"), "10 of diamonds"),
        (Face(0, "K", "K"), "king"),
        (Face(0, "llama", "llama"), "llama"),
        (Face(0, "jack-a", "jack-a"), "jack a"),
    ],
)
def test_a_card_is_spoken_as_people_say_it(face, words):
    assert spoken(face) == words


def test_a_special_pack_adds_what_its_cards_are_worth_and_depends_on_its_options():
    plain, dear = make_game("four-cell"), make_game("four-cell", courts="11-12-13")
    king = next(k for k in range(52) if plain.rules.card_text(k) == "KC")
    face = make_face(plain.rules, king)
    assert Art(plain).name(face) == "king of clubs, +10, right column"
    assert Art(dear).name(face) == "king of clubs, +13, right column"
    assert (Art(plain).query, Art(dear).query) == ("courts=10", "courts=11-12-13")
    assert Art(plain).is_crossed
    assert face_svg(plain, king) != face_svg(dear, king)


def test_a_game_without_a_special_pack_needs_no_options_for_its_cards():
    art = Art(make_game("goofspiel"))
    assert (art.query, art.is_crossed) == ("", False)


@pytest.mark.parametrize("n", range(1, 11))
def test_a_card_has_as_many_signs_as_its_rank_says_and_none_lies_on_another(n):
    places = pips(n)
    assert len(places) == n
    assert all((x1 - x2) ** 2 + (y1 - y2) ** 2 > 60 for (x1, y1), (x2, y2) in combinations(places, 2))
    turned = {(round(63 - x, 9), round(88 - y, 9)) for x, y in places}
    assert (turned == {(round(x, 9), round(y, 9)) for x, y in places}) == (n != 7)


def test_the_ranks_of_a_usual_pack_have_signs_and_mere_numbers_a_ring_of_dots():
    seven, number = face_svg(make_game("stoppers"), 6), face_svg(make_game("goofspiel"), 6)
    assert seven.count("<path") == 7
    assert number.count("<circle") == 2 + 7
    assert "<path" not in number


def test_four_colours_differ_where_two_do_not():
    game = make_game("beat-it-or-eat-it", suits=4)
    faces = {make_face(game.rules, k).suit: k for k in range(4)}
    assert set(faces) == set("♠♥♦♣")

    def inks(style):
        drawings = [face_svg(game, k, style) for k in faces.values()]
        return {ink for svg in drawings for ink in re.findall(r'<text[^>]* fill="([^"]+)"', svg)}

    assert (len(inks("classic")), len(inks("four-colour"))) == (2, 4)


@pytest.mark.parametrize("card", [-1, 7_000, 10**30])
@pytest.mark.parametrize("name", ["goofspiel", "lama", "four-cell", "stoppers"])
def test_a_card_that_there_is_not_is_refused_in_a_sentence(name, card):
    game = make_game(name)
    with pytest.raises(Usage, match=rf"{game.title} has no card -?\d+; its cards are numbered from 0"):
        face_svg(game, card)


def test_a_style_that_there_is_not_is_refused_in_a_sentence():
    with pytest.raises(Usage, match="there is no card style 'blue'; choose one of classic, four-colour, "):
        face_svg(make_game("lama"), 0, "blue")


@pytest.mark.parametrize("name", token_names())
def test_every_thing_on_a_table_is_one_safe_drawing_with_a_name(name):
    check_drawing(token_svg(name))


def test_a_die_has_as_many_spots_as_it_shows():
    assert [token_svg(f"die-{n}").count("<circle") for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]


def test_a_thing_that_there_is_not_is_refused_in_a_sentence():
    with pytest.raises(Usage, match="there is no drawing 'sword'; there is one for back, empty, "):
        token_svg("sword")


def index_sizes(svg: str) -> dict[str, float]:
    """The sizes of what is written in the upper corners of a card, in millimetres."""
    found = [x for x in ElementTree.fromstring(svg).iter() if x.tag.endswith("text")]
    corner = [x for x in found if float(x.get("y", "99")) < 20]
    return {x.text or "": float(x.get("font-size", "0")) for x in corner}


@pytest.mark.parametrize(
    ("name", "card"), [("goofspiel", 3), ("goofspiel", 11), ("lama", 4), ("four-cell", 22)]
)
def test_numbers_have_a_large_index_where_it_is_wanted(name, card):
    game = make_game(name)
    usual, large = (index_sizes(face_svg(game, card, style)) for style in (CLASSIC, LARGE))
    assert usual.keys() == large.keys()
    assert all(large[text] > 1.3 * usual[text] for text in usual)
    assert face_svg(game, card, CLASSIC) == face_svg(game, card, FOUR_COLOUR)
    assert face_svg(game, card, LARGE) == face_svg(game, card, BOTH)


def test_the_llama_is_large_in_the_corner_too():
    game, llama = make_game("lama"), 6
    assert face_svg(game, llama, LARGE) != face_svg(game, llama, CLASSIC)


@pytest.mark.parametrize("word", ["llama", "jackdaw", "scarecrow", "three-thousand"])
def test_long_words_stay_within_the_frame_of_their_card(word):
    root = ElementTree.fromstring(draw_face(Face(0, word, word), Look(False, False), is_rank=False))
    (frame,) = [e for e in root.iter(f"{SVG}rect") if e.get("fill-opacity") == "0.05"]
    for line in root.iter(f"{SVG}text"):
        widest = 0.75 * float(line.get("font-size", "0"))  # of a letter of a broad bold serif, in the mean
        assert 0 < widest * len(line.text or "") <= float(frame.get("width", "0"))
