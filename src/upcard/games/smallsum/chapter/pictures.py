"""The pictures of the chapter on Smallsum."""

from collections.abc import Sequence

from upcard.document.model import Figure, Matrix, Series
from upcard.games.smallsum.chapter.hand_odds import SmallBluff, outcomes
from upcard.games.smallsum.rules import GAME
from upcard.lessons.chapter_drawing import BAD, EVEN, GOOD, Card, cards
from upcard.lessons.chapter_numbers import fraction_text
from upcard.report.charts import Axis, matrix
from upcard.report.line_charts import lines

RESULTS = {1: ("win", GOOD), 0: ("tie", EVEN), -1: ("lose", BAD)}


def unseen(held: Sequence[int], shown: Sequence[int]) -> Figure:
    """Return a picture of a hand, the other player's open cards, and the result with each unseen card."""
    rest = [Card(GAME.name, card, *RESULTS[sign]) for card, sign in outcomes(held, shown)]
    rows: list[tuple[str, Sequence[Card | None]]] = [
        ("Your cards, the last one hidden", [Card(GAME.name, c) for c in held]),
        ("Your opponent shows two and hides one", [*(Card(GAME.name, c) for c in shown), None]),
        ("The hidden card may be any of these", rest),
    ]
    return Figure(
        cards("A hand of Smallsum, and what each unseen card would mean", rows),
        "Every card that you do not see is equally likely to be the hidden one.",
    )


def ruin_lines(fair: Sequence[float], alternate: Sequence[float]) -> Figure:
    """Return a chart of the chance to win a match by the player's pennies, fair and in Alternate."""
    most = len(fair) - 1
    series = [
        Series.of_points("basic game and Choice", list(enumerate(fair))),
        Series.of_points("Alternate, for A", list(enumerate(alternate))),
    ]
    half = most // 2
    svg = lines(
        "The chance to win all pennies, by the pennies you have",
        series,
        Axis("your pennies", 0, most, [(n, str(n)) for n in range(0, most + 1, half // 4)]),
        Axis("chance to win the match", 0, 1, [(k / 4, f"{25 * k} %") for k in range(5)]),
    )
    return Figure(svg, "In a fair game, your chance is your share of the pennies: a straight line.")


def bluff_matrix(small: SmallBluff) -> Figure:
    """Return a picture of the payoffs of the small betting game as a matrix."""
    cells = [[fraction_text(x) for x in row] for row in small.payoffs]
    rows, columns = ["never bluff", "always bluff"], ["they fold", "they match"]
    svg = matrix(Matrix("Average win of the bettor", rows, columns, cells))
    return Figure(svg, "Pennies that the bettor wins from the pot on average, minus what they pay.")
