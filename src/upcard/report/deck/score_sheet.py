"""A score sheet of a game: a column for each player, a row for each round or game."""

from typing import NamedTuple
from xml.etree import ElementTree as ET

from upcard.engine.game import Game
from upcard.play.pair_count import counting_hint
from upcard.report.deck.deck_fonts import wrapped
from upcard.report.deck.paper import Page, Paper, blank_page
from upcard.report.number_text import minus
from upcard.report.suit_signs import BLACK
from upcard.report.svg import add, say, write

MARGIN, TITLE, WORDS = 15, 8, 3.4
NUMBERS, COLUMN, BETWEEN, ROW, NAMES = 11, 24, 6, 8, 11
GREY = "#4a4e57"


class ScoreRule(NamedTuple):
    """Meaning of a row of the score sheet, the sentence that explains it, and whether rows are added up."""

    row: str
    sentence: str
    is_summed: bool


def score_rule(game: Game) -> ScoreRule:
    """Return the row, sentence and sum of a score sheet, from the measures and payoffs of the rules.

    For a game in rounds, it is the first measured quantity of each player after each round. For other games,
    it is the score of each game, added up at the end.
    """
    rules = game.rules
    counted = [m for m in getattr(rules, "MEASURES", ()) if not (m.share or m.per_game)]
    if hasattr(rules, "ROUND") and counted:
        sentence = f"After each round, write down what each player has: {counted[0].name}."
        return ScoreRule("Round", sentence, False)
    low, high = (minus(str(rules.GAME.payoff(x))) for x in rules.GAME.payoffs)
    if (low, high) == (minus("-1"), "1"):
        hint = "Write down 1 for the winner and −1 for the loser. After a draw, write 0 for both."
    elif rules.GAME.zero_sum:
        hint = f"After each game, write down what each player won, with a minus for a loss: {low} to {high}."
    else:
        hint = "After each game, write down the score of each player."
    return ScoreRule(
        "Game", " ".join(x for x in (hint, counting_hint(rules), "Add up the columns.") if x), True
    )


def score_page(game: Game, paper: Paper, columns: int) -> Page:
    """Return an empty score sheet with a column for each player."""
    rule = score_rule(game)
    svg = blank_page(paper, f"{game.title}: scores")
    write(svg, MARGIN, MARGIN + TITLE, f"{game.title}: scores", TITLE, text_anchor="start", fill=BLACK)
    y, width = MARGIN + TITLE + 2.0, paper.width - 2 * MARGIN
    for row in wrapped(rule.sentence, WORDS, width):
        y += 1.4 * WORDS
        say(svg, MARGIN, y, row, WORDS, fill=GREY)
    y += 4
    blocks = max(1, int((width + BETWEEN) / (NUMBERS + columns * COLUMN + BETWEEN)))
    wide = (width - BETWEEN * (blocks - 1)) / blocks
    rows = int((paper.height - MARGIN - y - NAMES) / ROW) - rule.is_summed
    for b in range(blocks):
        box = (MARGIN + b * (wide + BETWEEN), y, wide)
        _draw_block(svg, box, columns, [str(b * rows + i + 1) for i in range(rows)], rule)
    return Page("scores", svg)


def _draw_block(
    svg: ET.Element, box: tuple[float, float, float], columns: int, numbers: list[str], rule: ScoreRule
) -> None:
    """Draw a table: names above, numbered rows, and a row for the sums. Modifies `svg`."""
    left, top, wide = box
    labels = [*numbers, "Sum"] if rule.is_summed else numbers
    bottom = top + NAMES + ROW * len(labels)
    lines = add(svg, "g", stroke=BLACK, stroke_width=0.2)
    ys = [top, *(top + NAMES + ROW * i for i in range(len(labels) + 1))]
    for i, y in enumerate(ys):
        is_thick = i == 1 or (rule.is_summed and i == len(ys) - 2)
        add(lines, "line", x1=left, y1=y, x2=left + wide, y2=y, stroke_width=0.5 if is_thick else 0.2)
    column = (wide - NUMBERS) / columns
    for x in (left, *(left + NUMBERS + column * i for i in range(columns + 1))):
        add(lines, "line", x1=x, y1=top, x2=x, y2=bottom)
    say(svg, left + NUMBERS / 2, top + NAMES - 2.2, rule.row, 2.5, text_anchor="middle", fill=GREY)
    for p in range(columns):
        say(svg, left + NUMBERS + column * p + 1.2, top + 2.9, str(p + 1), 2.3, fill=GREY)
    for y, label in zip(ys[1:], labels, strict=False):
        say(svg, left + NUMBERS / 2, y + ROW / 2 + 1.1, label, 3, text_anchor="middle", fill=GREY)
