"""Interactive cells of the chapter on Stoppers: swaps with used cards, lowest cards, bad luck in a row."""

from upcard.engine.errors import Usage
from upcard.games.stoppers.chapter import swap_chances as chances
from upcard.kit.ranks import RANKS, card_text
from upcard.lessons.chapter_numbers import fraction_text, percent
from upcard.lessons.questions import CellResult, LessonCell
from upcard.play.input_field import InputField

NAMES = tuple(map(card_text, range(RANKS)))
CARDS = tuple((x, x) for x in NAMES)
WHOM = (("neighbour", "the neighbour"), ("deck", "the deck, as the dealer"))


def swap_outcomes(card: str, whom: str, low: int, high: int, kings: int) -> CellResult:
    """Compute how many unseen cards are higher, equal or lower than `card`, or stop the swap."""
    value = NAMES.index(card) + 1
    most = chances.used_limits(value)
    for what, number, limit in zip(("low", "high", "kings"), (low, high, kings), most, strict=True):
        if number > limit:
            raise Usage(f"{what} is {number}; at most {limit} of these cards can be used, besides your own")
    used = chances.spread(low, high, kings, value)
    counts = chances.swap_counts(value, used, whom == "neighbour")
    if not counts.unseen:
        raise Usage("all other cards are used; enter fewer used cards")
    results = {
        "a higher card": counts.higher,
        "an equal one": counts.equal,
        "a lower one": counts.lower,
        "a King stops you": counts.stops,
    }
    rows = [[name, str(n), str(percent(n / counts.unseen))] for name, n in results.items()]
    text = (
        f"You can get a higher card with {counts.higher} of {counts.unseen} unseen cards: "
        f"a chance of {percent(counts.better)}."
    )
    return CellResult(text, {"higher": float(counts.better)}, ["what you get", "cards", "chance"], rows)


def lowest_chance(card: str, players: int) -> CellResult:
    """Compute the chance that `card` is the lowest if nobody swaps."""
    chance = chances.lowest(NAMES.index(card) + 1, players)
    text = f"If nobody swaps, {card} is the lowest of {players} cards with a chance of {percent(chance)}."
    return CellResult(text, {"chance": float(chance)})


def in_a_row(times: int, people: int) -> CellResult:
    """Compute the chance of `times` low cards in a row, for one player and for any of `people`."""
    one, some = chances.streak(times), chances.somebody(times, people)
    text = (
        f"The chance of a low card is {fraction_text(chances.gives_low())} each time, and "
        f"{percent(one, 2)} for {times} times in a row. The chance that at least one of {people} people sees "
        f"that is {percent(some)}."
    )
    return CellResult(text, {"one": float(one), "some": float(some)})


CELLS = {
    "trade": LessonCell(
        "What may you get back if you swap?",
        (
            InputField("card", "your card", "7", choices=CARDS),
            InputField("whom", "you swap with", "neighbour", choices=WHOM),
            InputField("low", "used cards, ace to six", 16, 0, 24),
            InputField("high", "used cards, seven to queen", 4, 0, 24),
            InputField("kings", "used Kings", 0, 0, 4),
        ),
        swap_outcomes,
    ),
    "lowest": LessonCell(
        "How likely is your card to be the lowest, if nobody swaps?",
        (InputField("card", "your card", "5", choices=CARDS), InputField("players", "players", 4, 2, 10)),
        lowest_chance,
    ),
    "streak": LessonCell(
        "How likely is a row of low cards?",
        (
            InputField("times", "low cards in a row", 5, 1, 20),
            InputField("people", "people playing", 30, 1, 1000),
        ),
        in_a_row,
    ),
}
