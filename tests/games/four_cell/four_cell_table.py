"""Tables of Four-Cell with given cards."""

from upcard.engine.game import make_game
from upcard.games.four_cell.rules import CARDS, card_text

CARD = {card_text(k): k for k in range(CARDS)}
CELLS, SIDES, AXES = ("SW", "NW", "NE", "SE"), "SWNE", ("NS", "WE")
COLUMN = {"S": "left", "H": "left", "C": "right", "D": "right"}
CELLS_OF = {
    ("S", "left"): {"SW", "NW"},
    ("S", "right"): {"NE", "SE"},
    ("W", "left"): {"NW", "NE"},
    ("W", "right"): {"SE", "SW"},
    ("N", "left"): {"NE", "SE"},
    ("N", "right"): {"SW", "NW"},
    ("E", "left"): {"SE", "SW"},
    ("E", "right"): {"NW", "NE"},
}
"""What a player sees, as the rule book lists it."""

HANDS = ("AS 2S 3S AC 2C 3C KC", "4S 5S 6S 4C 5C 6C QC", "7S 8S 9S 7C 8C 9C JC", "JS QS KS AH 2H 3H 4H")
MATRIX = "5H 6H 7H 8H 9H 10H JH QH"
FOLLOWING = "KH AD 2D 3D"


def dealt(players=2, matrix=MATRIX, hands=HANDS, following=FOLLOWING, **options):
    """A match after the deal of these cards."""
    cards = " ".join([*hands[:players], matrix, following]).split()
    return make_game("four-cell", players, **options).match(seed=1, dealt=cards)


def cross(match, cell):
    """The two cards of a cross, north-south first."""
    i = 2 * CELLS.index(cell)
    return " ".join(card_text(match.state.matrix[i + a]) for a in (0, 1))


def pile(match, p):
    """The cards that a seat has collected."""
    line = match.state.pile[p]
    return [card_text(line[i]) for i in range(1, line[0] + 1)]


def hand(match, p):
    """The cards in a seat's hand."""
    return {card_text(k) for k in range(CARDS) if match.state.hand[p, k]}


def turn(match, *cards):
    """Both of a pair disclose a card."""
    for card in cards:
        match.do(f"disclose {card}")


def played(position, seed, players=2, steps=99, **options):
    """A match by random play."""
    return position(make_game("four-cell", players, **options), seed, steps)


def worth(card, courts="10"):
    """What a card is worth, by its name."""
    high = {"J": 11, "Q": 12, "K": 13} if courts == "11-12-13" else dict.fromkeys("JQK", 10)
    x = {"A": 1, **high}.get(card[:-1]) or int(card[:-1])
    return -x if card[-1] in "HD" else x


def rotates(pair, got, options):
    """Who of two players may rotate, if anybody may."""
    values = {p: worth(got[p], options["courts"]) for p in pair}
    is_tie = len(set(values.values())) == 1
    return None if is_tie or options["rotation"] == "none" else min(values, key=lambda p: values[p])
