"""The rules of a game on one page: the text of its rules file, its options, and how to read its cards."""

from typing import NamedTuple
from xml.etree import ElementTree as ET

from upcard.engine.game import Game
from upcard.engine.observation import all_cards
from upcard.engine.option_values import sentence_of, short_options
from upcard.engine.wording import counted, paragraphs
from upcard.language.phrases import players_in_words
from upcard.report.card_art import HEIGHT, WIDTH, find_pack, pack_names
from upcard.report.card_faces import cross_svg
from upcard.report.deck.deck_fonts import wrapped
from upcard.report.deck.paper import Page, Paper, blank_page
from upcard.report.suit_signs import BLACK
from upcard.report.svg import SERIF, add, read_drawing, say, write

MARGIN, TITLE = 17, 9
LARGEST, SMALLEST, STEP = 4.2, 2.6, 0.1
LINE, GAP = 1.36, 0.62
INDENT, CARD, ABOVE_CARD = 4, 0.6, 8
CROSS, ABOVE_CROSS = 0.43, 4
GREY = "#4a4e57"


class TextLine(NamedTuple):
    """A line of text, the space above it in lines, and whether it is in a list item or a heading."""

    text: str
    above: float
    is_point: bool = False
    is_inset: bool = False
    is_head: bool = False


def rule_page(game: Game, paper: Paper) -> Page:
    """Return the rules of a game on one page, in the largest font size that fits."""
    svg = blank_page(paper, f"{game.title}: rules")
    write(svg, MARGIN, MARGIN + TITLE, game.title, TITLE, text_anchor="start", font_family=SERIF, fill=BLACK)
    _write(svg, MARGIN, MARGIN + TITLE + 7, _kind(game), 3.4, fill=GREY)
    top, has_legend = MARGIN + TITLE + 10, bool(_legend(game))
    bottom = paper.height - MARGIN - (_legend_height(game) + ABOVE_CARD if has_legend else 0)
    size = LARGEST
    lines = _lines(game, size, paper.width - 2 * MARGIN)
    while _height(lines, size) > bottom - top and size > SMALLEST:
        size -= STEP
        lines = _lines(game, size, paper.width - 2 * MARGIN)
    y = _set(svg, lines, size, top)
    if has_legend:
        _draw_legend(svg, game, y + ABOVE_CARD, min(size, 3.4), paper.width)
    return Page("rules", svg)


def _kind(game: Game) -> str:
    """Return the number of players and cards in words."""
    cards = all_cards(game).total()
    with_cards = f" · {counted(cards, 'card')}" if cards else ""
    return f"For {players_in_words(game.rules.GAME.table_sizes)}{with_cards}"


def _lines(game: Game, size: float, width: float) -> list[TextLine]:
    """Return the rules and options as lines."""
    out: list[TextLine] = []
    for text in paragraphs(game.rules.__doc__ or ""):
        out += _paragraph(text, size, width)
    chosen = game.option_words()
    options = [f"- {sentence_of(o, chosen[o.name])}" for o in short_options(game.rules.OPTIONS)]
    if options:
        out.append(TextLine("Options in this game", 2 * GAP, is_head=True))
    return out + [line for text in options for line in _paragraph(text, size, width)]


def _paragraph(text: str, size: float, width: float) -> list[TextLine]:
    """Return the lines of a paragraph, or of a list item if it begins with a hyphen."""
    is_inset = text.startswith("- ")
    rows = wrapped(text.removeprefix("- "), size, width - is_inset * INDENT)
    first = TextLine(rows[0], GAP / 4 if is_inset else GAP, is_inset, is_inset)
    return [first, *(TextLine(row, 0, is_inset=is_inset) for row in rows[1:])]


def _height(lines: list[TextLine], size: float) -> float:
    return sum((LINE + line.above) * size for line in lines)


def _set(svg: ET.Element, lines: list[TextLine], size: float, y: float) -> float:
    """Write lines from `y` down and return where they end. Modifies `svg`."""
    for line in lines:
        y += (LINE + line.above) * size
        if line.is_point:
            _write(svg, MARGIN + 0.8, y, "•", size)
        x, weight = MARGIN + line.is_inset * INDENT, "bold" if line.is_head else "normal"
        _write(svg, x, y, line.text, size, font_weight=weight)
    return y


def _write(svg: ET.Element, x: float, y: float, text: str, size: float, **look: str | float) -> None:
    """Write plain text that begins at `x`. Modifies `svg`."""
    say(svg, x, y, text, size, **({"fill": BLACK} | look))


def _legend(game: Game) -> tuple[str, ...]:
    """Return the legend of a special pack; empty for none."""
    return getattr(find_pack(game.name), "LEGEND", ()) if game.name in pack_names() else ()


def _cross_of(game: Game) -> tuple[int, int] | None:
    """Return the two cards of the cross that the special pack of a game shows; None for no cross."""
    return getattr(find_pack(game.name), "SAMPLE_CROSS", None)


def _legend_height(game: Game) -> float:
    """Return the height of the pictures beside the legend."""
    return HEIGHT * CARD + (ABOVE_CROSS + HEIGHT * CROSS if _cross_of(game) else 0)


def _draw_legend(svg: ET.Element, game: Game, y: float, size: float, width: float) -> None:
    """Draw a small card of the special pack, and a cross if it has one, with its legend. Modifies `svg`."""
    pack = find_pack(game.name)
    card = add(svg, "g", transform=f"translate({MARGIN} {y:.5g}) scale({CARD})")
    card.extend(read_drawing(pack.card_svg(game, pack.SAMPLE)))
    if cross := _cross_of(game):
        place = f"translate({MARGIN} {y + HEIGHT * CARD + ABOVE_CROSS:.5g}) scale({CROSS})"
        add(svg, "g", transform=place).extend(read_drawing(cross_svg(game, *cross)))
    left = MARGIN + WIDTH * CARD + 8
    _write(svg, left, y + size, "How to read a card", size, font_weight="bold")
    y += size
    for text in pack.LEGEND:
        y += size * GAP
        for row in wrapped(text, size, width - MARGIN - left):
            y += size * LINE
            _write(svg, left, y, row, size)
