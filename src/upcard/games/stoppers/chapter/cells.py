"""The cells of the chapter on Stoppers: a trade with used cards, the lowest card, a row of bad luck."""

from upcard.engine.errors import Usage
from upcard.games.stoppers.chapter.trade_odds import gives_low, lowest, room, somebody, spread, streak, trade
from upcard.kit.ranks import RANKS, card_text
from upcard.lessons.chapter_numbers import fraction_text, percent
from upcard.lessons.questions import Answer, Cell, Field

NAMES = tuple(map(card_text, range(RANKS)))
CARDS = tuple((x, x) for x in NAMES)
WHOM = (("neighbour", "the neighbour"), ("deck", "the deck, as the dealer"))


def traded(card: str, whom: str, low: int, high: int, kings: int) -> Answer:
    """What a trade may bring."""
    value = NAMES.index(card) + 1
    most = room(value)
    for what, number, limit in zip(("low", "high", "kings"), (low, high, kings), most, strict=True):
        if number > limit:
            raise Usage(
                f"{what} was given as {number}; at most {limit} of these cards can be used, besides your own"
            )
    found = trade(value, spread(low, high, kings, value), whom == "neighbour")
    if not found.unseen:
        raise Usage("all cards are used; use fewer")
    rows = [
        [name, str(n), str(percent(n / found.unseen))]
        for name, n in (
            ("a higher card", found.higher),
            ("an equal one", found.equal),
            ("a lower one", found.lower),
            ("a King stops you", found.stops),
        )
    ]
    text = (
        f"Of {found.unseen} unseen cards {found.higher} are higher cards that you can get: "
        f"a chance of {percent(found.better)}."
    )
    return Answer(text, {"higher": float(found.better)}, ["what you get", "cards", "chance"], rows)


def held(card: str, players: int) -> Answer:
    """The chance to hold the lowest card."""
    chance = lowest(NAMES.index(card) + 1, players)
    text = f"If nobody swaps, {card} is the lowest of {players} cards with a chance of {percent(chance)}."
    return Answer(text, {"chance": float(chance)})


def in_a_row(times: int, people: int) -> Answer:
    """The chance of a row of low cards."""
    one, some = streak(times), somebody(times, people)
    text = (
        f"The chance of a low card is {fraction_text(gives_low())} each time, and {percent(one, 2)} for "
        f"{times} times in a row. The chance that at least one of {people} people sees that is "
        f"{percent(some)}."
    )
    return Answer(text, {"one": float(one), "some": float(some)})


CELLS = {
    "trade": Cell(
        "What may you get back if you swap?",
        (
            Field("card", "your card", "7", choices=CARDS),
            Field("whom", "you swap with", "neighbour", choices=WHOM),
            Field("low", "used cards, ace to six", 16, 0, 24),
            Field("high", "used cards, seven to queen", 4, 0, 24),
            Field("kings", "used Kings", 0, 0, 4),
        ),
        traded,
    ),
    "lowest": Cell(
        "How likely is your card to be the lowest, if nobody swaps?",
        (Field("card", "your card", "5", choices=CARDS), Field("players", "players", 4, 2, 10)),
        held,
    ),
    "streak": Cell(
        "How likely is a row of low cards?",
        (Field("times", "low cards in a row", 5, 1, 20), Field("people", "people playing", 30, 1, 1000)),
        in_a_row,
    ),
}
