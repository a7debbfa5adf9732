"""The pictures of the chapter on Beat It Or Eat It."""

from upcard.document.model import Bar, Figure, Series
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.chapter.tablebase_figures import table
from upcard.games.beat_it_or_eat_it.rules import KINDS, MOVERS, card_text, rank, read_position, suit
from upcard.lessons.chapter_drawing import Card, cards
from upcard.lessons.chapter_numbers import percent
from upcard.report.charts import BLUE, GREEN, INK, ORANGE, SMALL, WIDTH, Axis, bars, say
from upcard.report.line_charts import lines
from upcard.report.svg import add, drawing, rect, text_of

BOX, HIGH = 168.0, 44.0
LEFT, RIGHT, MIDDLE = 96.0, 304.0, 200.0
NODES = (
    (MIDDLE, 6.0, "you lead: 3 and 1 against 2", "won", BLUE),
    (LEFT, 100.0, "1 is on the table, you have 3", "they beat it with 2: lost", ORANGE),
    (RIGHT, 100.0, "3 is on the table, you have 1", "they have to eat it", INK),
    (RIGHT, 194.0, "you lead: 1 against 2 and 3", "your last card: won", GREEN),
)
EDGES = ((0, 1, "lead 1"), (0, 2, "lead 3"), (2, 3, "they eat"))
MIRRORS, ZUGZWANGS = range(2, 10), range(5, 13)


def tree() -> Figure:
    """Draw all lines of play with three cards."""
    svg = drawing(WIDTH, 250, "All that can happen with 3 and 1 against 2")
    for begin, end, words in EDGES:
        (x1, y1, *_), (x2, y2, *_) = NODES[begin], NODES[end]
        add(svg, "line", x1=x1, y1=y1 + HIGH, x2=x2, y2=y2, stroke=INK, stroke_width=1.4)
        side = {LEFT: -30, RIGHT: 30}[x2] if x1 == MIDDLE else 8
        anchor = "end" if x2 < x1 else "start"
        say(svg, (x1 + x2) / 2 + side, (y1 + HIGH + y2) / 2 + 6, words, SMALL, text_anchor=anchor)
    for x, y, first, second, colour in NODES:
        rect(svg, (x - BOX / 2 - 8, y, BOX + 16, HIGH), 7, fill="none", stroke=colour, stroke_width=2.5)
        say(svg, x, y + 18, first, SMALL, font_weight="normal")
        say(svg, x, y + 35, second, SMALL, font_weight="bold")
    return Figure(text_of(svg), "Begin at the end: the verdict of each box follows from the boxes below it.")


def hands(position: str, words: tuple[str, str]) -> Figure:
    """Draw both hands of a position, suit by suit."""
    places = read_position(position)
    kinds = [k for k in range(KINDS) if places[k]]
    rows = []
    for caption, is_mover in zip(words, (True, False), strict=True):
        cards_held = [k for k in kinds if (places[k] == MOVERS) == is_mover]
        held = sorted(cards_held, key=lambda k: (suit(k), -rank(k)))
        rows.append((caption, [Card(rules.GAME.name, k) for k in held]))
    named = ", ".join(card_text(k) for k in kinds if places[k] == MOVERS)
    return Figure(
        cards(f"A deal in which {named} lead", rows), "Both hands are open: nothing is left to chance."
    )


def mirrors() -> Figure:
    """Draw the share of mirror deals that the leader wins, by the length of the suits."""
    deals = {n: table(2, n).mirror_deals() for n in MIRRORS}
    points = [(float(n), m.win / m.deals) for n, m in deals.items() if m is not None]
    svg = lines(
        "How often the leader wins in mirror deals of two suits",
        [Series.of_points("the leader wins", points)],
        Axis("cards of each suit", MIRRORS[0], MIRRORS[-1], [(float(n), str(n)) for n in MIRRORS]),
        Axis("share of the mirror deals", 0.5, 1, [(x / 100, f"{x} %") for x in (50, 60, 70, 80, 90, 100)]),
    )
    return Figure(svg, "Leading is usually an advantage, but not always, as the message with the rules says.")


def zugzwangs() -> Figure:
    """Draw the share of splits of one suit in which nobody wants to lead."""
    rows = []
    for n in ZUGZWANGS:
        split = table(1, n).lead_advantage
        share = split.other / split.splits
        rows.append(Bar(f"{n} cards", share, f"{split.other} of {split.splits:,} ({percent(share)})"))
    svg = bars("Splits of one suit in which nobody wants to lead", rows, 0.25, 70)
    return Figure(svg, "In these deals, whoever has to lead loses.")
