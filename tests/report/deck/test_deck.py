"""Printed decks, page by page: which cards lie where, what the sheets say, and that all of it fits."""

from collections import Counter
from itertools import pairwise

import pytest

from upcard.engine.game import make_game
from upcard.engine.option_values import sentence_of
from upcard.engine.registry import game_modules
from upcard.engine.wording import paragraphs
from upcard.report.card_art import HEIGHT, WIDTH
from upcard.report.deck.card_sheets import named
from upcard.report.deck.deck_fonts import family_of, width_of, wrapped
from upcard.report.deck.deck_pages import deck_pages
from upcard.report.deck.deck_pieces import card_svgs, things_of
from upcard.report.deck.paper import EDGE, PAPERS, PieceGrid, cut_page
from upcard.report.deck.pdf_writer import plain
from upcard.report.deck.rule_sheet import ABOVE_CROSS, CROSS, rule_page
from upcard.report.deck.score_sheet import score_page, score_rule
from upcard.report.svg import drawing, read_drawing, text_of, write

GAME_NAMES = sorted(game_modules())
PACKS = {
    "beat-it-or-eat-it": 26, "four-cell": 52, "goofspiel": 39, "kuhn-poker": 3, "lama": 56, "le-her": 52,
    "leduc-poker": 6, "liars-dice": 0, "smallsum": 13, "stoppers": 52,
}  # fmt: skip
GRIDS = {name: PieceGrid(paper, WIDTH, HEIGHT) for name, paper in PAPERS.items()}


def titles(svg):
    """The names of what lies on a page, without that of the page."""
    return [t.text for t in svg.iter("title")][1:]


def deck(name, paper="a4", style="classic", has_backs=True, **options):
    return deck_pages(make_game(name, **options), PAPERS[paper], style, has_backs)


def texts(svg):
    return [t.text for t in svg.iter("text")]


@pytest.mark.parametrize(("paper", "left", "top"), [("a4", 10.5, 16.5), ("letter", 13.45, 7.7)])
def test_nine_cards_fit_on_a_page_and_marks_in_the_margins_are_in_line_with_their_edges(paper, left, top):
    grid, size = GRIDS[paper], PAPERS[paper]
    assert (grid.across, grid.down, grid.room) == (3, 3, 9)
    assert (grid.left, grid.top) == pytest.approx((left, top))
    assert min(grid.left, grid.top) >= EDGE
    xs = {round(x1, 6) for x1, _, x2, _ in grid.cuts() if x1 == x2}
    ys = {round(y1, 6) for _, y1, _, y2 in grid.cuts() if y1 == y2}
    assert xs == {round(left + WIDTH * i, 6) for i in range(4)}
    assert ys == {round(top + HEIGHT * i, 6) for i in range(4)}
    assert len(grid.cuts()) == 16
    for x1, y1, x2, y2 in grid.cuts():
        assert all(2 < x < size.width - 2 and 2 < y < size.height - 2 for x, y in ((x1, y1), (x2, y2)))
        assert x2 < left or x1 > size.width - left or y2 < top or y1 > size.height - top


@pytest.mark.parametrize("paper", PAPERS)
def test_behind_a_card_lies_its_back_when_the_sheet_is_turned_over_its_long_edge(paper):
    grid = GRIDS[paper]
    for (x, y), (behind, same) in zip(grid.places(), grid.behind(), strict=True):
        assert y == same
        assert x == pytest.approx(PAPERS[paper].width - (behind + WIDTH))


def test_what_a_sheet_is_stands_between_its_marks_if_there_is_room():
    def left_of_note(title):
        return float(cut_page(GRIDS["a4"], title)[-1].attrib["transform"].split("(")[1].split()[0])

    assert left_of_note("short") == GRIDS["a4"].left - 2
    assert left_of_note("long " * 30) == GRIDS["a4"].left - 6


def test_every_game_is_counted_here():
    ours = [name for name, rules in game_modules().items() if rules.__name__.startswith("upcard.")]
    assert sorted(PACKS) == sorted(ours)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", PACKS)
def test_the_whole_pack_is_printed_nine_on_a_sheet_with_as_many_backs(name, paper):
    pages = deck(name, paper)
    fronts = [len(titles(p.svg)) for p in pages if p.name.startswith("cards")]
    assert sum(fronts) == PACKS[name]
    assert all(n == 9 for n in fronts[:-1])
    backs = [titles(p.svg) for p in pages if p.name.startswith("backs")]
    assert [len(b) for b in backs] == fronts
    assert {title for b in backs for title in b} <= {"a card face down"}


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_back_is_printed_behind_its_front(name):
    names = [p.name for p in deck(name)]
    assert names[:2] == ["rules", "scores"]
    fronts, backs = names[2::2], names[3::2]
    assert backs == [n.replace("cards", "backs") if n.startswith("cards") else f"{n}-backs" for n in fronts]
    assert names[2:] == [n for n in names[2:] if n not in ("rules", "scores")]
    assert [n for n in names if "back" not in n] == [p.name for p in deck(name, has_backs=False)]


def test_a_pack_whose_suits_do_not_matter_is_a_usual_one():
    cards = [read_drawing(svg)[0].text for svg in card_svgs(make_game("stoppers"), "classic")]
    assert len(set(cards)) == 52
    assert cards[:2] + cards[12:14] + cards[-1:] == [
        "ace of spades", "2 of spades", "king of spades", "ace of hearts", "king of clubs",
    ]  # fmt: skip


def test_cards_that_are_there_several_times_lie_in_sets():
    prizes = [read_drawing(svg)[0].text for svg in card_svgs(make_game("goofspiel", length=4), "classic")]
    assert prizes == ["1", "2", "3", "4"] * 3


def test_a_game_with_a_special_pack_is_printed_with_it_and_its_options():
    cards = [
        read_drawing(svg)[0].text for svg in card_svgs(make_game("four-cell", courts="11-12-13"), "classic")
    ]
    assert (cards[0], cards[-1]) == ("AS: +1, left column", "KD: −13, right column")
    llamas = Counter(title for p in deck("lama") for title in titles(p.svg))
    assert {title: n for title, n in llamas.items() if n == 8} == dict.fromkeys(
        ["1", "2", "3", "4", "5", "6", "llama"], 8
    )


def test_options_decide_how_many_cards_there_are():
    assert len(card_svgs(make_game("beat-it-or-eat-it", suits=4), "classic")) == 52


def test_cards_are_drawn_in_the_style_that_was_asked_for():
    plain_cards, coloured = (card_svgs(make_game("stoppers"), s) for s in ("classic", "four-colour"))
    same = [a == b for a, b in zip(plain_cards, coloured, strict=True)]
    assert (same.count(True), same.count(False)) == (26, 26)


@pytest.mark.parametrize(
    ("name", "things"),
    [
        ("smallsum", ["penny"]),
        ("stoppers", ["life"]),
        ("kuhn-poker", ["chip"]),
        ("lama", ["chip-10", "chip-1"]),
        ("four-cell", []),
    ],
)
def test_coins_chips_and_lives_are_printed_for_games_that_have_them(name, things):
    assert things_of(make_game(name)) == things
    coins = [p for p in deck(name)[2:] if not p.name.startswith(("cards", "backs"))]
    assert len(coins) == 2 * len(things)
    assert all(len(titles(p.svg)) == 77 for p in coins)


def test_a_sheet_names_the_options_that_are_not_as_usual():
    assert named(make_game("four-cell")) == "Four-Cell"
    assert named(make_game("four-cell", courts="11-12-13")) == "Four-Cell · courts 11-12-13"
    assert named(make_game("beat-it-or-eat-it", preset="taylor")) == "Beat It Or Eat It · deal given"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_rules_stand_on_one_page_whole_and_readable(name, paper):
    game, size = make_game(name), PAPERS[paper]
    svg = rule_page(game, size).svg
    said = " ".join(texts(svg)).replace("• ", "")
    for text in paragraphs(str(game.rules.__doc__)):
        assert text.removeprefix("- ") in said
    for option in game.rules.OPTIONS:
        assert f"{option.name}=" not in said
        told = sentence_of(option, game.option_words()[option.name])
        assert (told in said) == (option.read is None)
    for line in svg.iter("text"):
        x, y, letters = (float(line.attrib[k]) for k in ("x", "y", "font-size"))
        is_bold = line.get("font-weight") == "bold"
        assert letters > 2.59
        assert 10 < y < size.height - 10
        assert (
            x + width_of(str(line.text), letters, family_of(line.attrib["font-family"]), is_bold)
            < size.width - 10
        )


def test_the_rules_of_four_cell_show_how_its_cards_are_read():
    svg = rule_page(make_game("four-cell"), PAPERS["letter"]).svg
    cross = "A cross. Below: 4S: +4, left column. Across it: 2D: −2, right column."
    assert titles(svg) == ["4H: −4, left column", cross, "4S: +4, left column", "2D: −2, right column"]
    card = next(g.attrib["transform"] for g in svg.iter("g") if "scale" in g.get("transform", ""))
    y, scale = (float(x.rstrip(")")) for x in card.replace("scale(", "").split()[1:])
    assert y + scale * HEIGHT + ABOVE_CROSS + CROSS * HEIGHT < PAPERS["letter"].height - 10
    assert "How to read a card" in texts(svg)
    assert titles(rule_page(make_game("stoppers"), PAPERS["a4"]).svg) == []


@pytest.mark.parametrize(
    ("name", "line", "words", "is_summed"),
    [
        ("lama", "Round", "what each player has: points.", False),
        ("smallsum", "Round", "what each player has: pennies.", False),
        ("stoppers", "Round", "what each player has: lives.", False),
        ("kuhn-poker", "Game", "with a minus for a loss: −2 to 2. Add up", True),
        ("le-her", "Game", "1 for the winner", True),
        (
            "four-cell",
            "Game",
            "score of each player. A negative card cancels a positive card of the same",
            True,
        ),
    ],
)
def test_what_is_written_down_follows_from_what_the_game_counts(name, line, words, is_summed):
    tally = score_rule(make_game(name))
    assert (tally.row, tally.is_summed) == (line, is_summed)
    assert words in tally.sentence


@pytest.mark.parametrize(("columns", "tables"), [(2, 2), (4, 1), (8, 1), (10, 1)])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_for_scores_has_a_column_for_each_player_and_ends_on_the_page(columns, tables, paper):
    svg, size = score_page(make_game("stoppers"), PAPERS[paper], columns).svg, PAPERS[paper]
    lines = [tuple(float(e.attrib[k]) for k in ("x1", "y1", "x2", "y2")) for e in svg.iter("line")]
    upright = sorted({x1 for x1, _, x2, _ in lines if x1 == x2})
    assert len(upright) == tables * (columns + 2)
    assert all(15 <= round(x, 3) <= size.width - 14.9 for x in upright)
    assert size.height - 25 < max(y for line in lines for y in line[1::2]) <= size.height - 15
    rows = [int(t) for t in texts(svg) if t.isdecimal()]
    assert rows[columns:][: max(rows) // tables] == list(range(1, max(rows) // tables + 1))


def test_the_sheet_for_scores_has_a_line_for_sums_where_games_are_added_up():
    assert "Sum" in texts(score_page(make_game("four-cell"), PAPERS["a4"], 2).svg)
    assert "Sum" not in texts(score_page(make_game("lama"), PAPERS["a4"], 2).svg)


def test_lines_are_as_wide_as_allowed_and_no_word_is_lost():
    text = "a card game about the four-cell matrix of game theory " * 4
    lines = wrapped(text, 4, 60)
    assert " ".join(lines) == text.strip()
    assert all(width_of(line, 4) <= 60 for line in lines)
    assert all(width_of(f"{a} {b.split()[0]}", 4) > 60 for a, b in pairwise(lines))
    assert wrapped("unbreakable", 4, 1) == ["unbreakable"]


def test_a_docstring_is_read_in_paragraphs_and_points():
    text = "One ``two``\nthree.\n\nList:\n\n- a\n  b\n- c\n\nEnd."
    assert paragraphs(text) == ["One two three.", "List:", "- a b", "- c", "End."]


def test_for_pdf_a_drawing_has_our_letters_scaled_to_their_width_and_no_unspoken_words():
    svg = drawing(63, 88, "name", "words")
    write(svg, 7, 10, "10", 9, textLength=6.0, lengthAdjust="spacingAndGlyphs")
    before = text_of(svg)
    made = plain(svg)
    assert text_of(svg) == before
    assert [e.tag for e in made.iter()] == ["svg", "text"]
    usual = width_of("10", 9, "DejaVu Serif", is_bold=True)
    assert made[0].attrib["transform"] == f"translate(7 10) scale({6 / usual:.5g} 1)"
    assert (made[0].get("x"), made[0].get("font-family")) == ("0", "DejaVu Serif")
