"""The cards of Four-Cell by their names, and its endgames, with both hands known, as one word of text."""

from collections.abc import Sequence

from upcard.kit.cards import State

RANKS, CARDS, HAND = 13, 52, 7
SUITS = "SHCD"
SIDE_NAMES = "SWNE"
CELL_NAMES = ("SW", "NW", "NE", "SE")
RANK_NAMES = ("A", *(str(r) for r in range(2, 11)), "J", "Q", "K")

NO_POSITION = "none"
SEATS, CROSSES = 2, 2 * HAND
ROTATES = CROSSES + 2 * len(CELL_NAMES)
PLACES = ROTATES + 1
"""A position in numbers: both hands with room for seven cards each, from ``CROSSES`` on the crosses, at last
who may rotate one, from 1; cards count from 1 too, and 0 is nothing."""

FORM = "HAND/HAND/SW/NW/NE/SE, hands of S and W, then the crosses with the north-south card first"


def card_text(k: int) -> str:
    """The name of a card, rank and suit: ``AS``, ``10H``, ``KD``."""
    return RANK_NAMES[k % RANKS] + SUITS[k // RANKS]


CARD_NAMES = {card_text(k): k for k in range(CARDS)}


def read_position(given: str) -> list[int]:
    """The numbers that a text such as ``AS.2C/3H.4D/5S.6H/7C.8D/9S.9H/2H.2D/W`` stands for.

    Raises
    ------
    ValueError
        If it stands for none, with what is wrong.
    """
    if given.lower() == NO_POSITION:
        return [0] * PLACES
    parts = given.upper().split("/")
    rotates = parts.pop() if len(parts) == len(CELL_NAMES) + SEATS + 1 else ""
    if len(parts) != len(CELL_NAMES) + SEATS or rotates not in ("", *SIDE_NAMES[:SEATS]):
        raise ValueError(f"expected {FORM}, and /S or /W behind if that player may rotate a cross now")
    hands, crosses = ([_cards(x) for x in some] for some in (parts[:SEATS], parts[SEATS:]))
    _check_sizes(hands, crosses)
    places = [0] * PLACES
    for p, cards in enumerate(hands):
        places[p * HAND : p * HAND + len(cards)] = sorted(k + 1 for k in cards)
    places[CROSSES:ROTATES] = [k + 1 for cross in crosses for k in cross]
    named = [k for k in places if k]
    for k in named:
        if named.count(k) > 1:
            raise ValueError(f"{card_text(k - 1)} lies in it twice; name every card once")
    places[ROTATES] = SIDE_NAMES.index(rotates) + 1 if rotates else 0
    return places


def _cards(part: str) -> list[int]:
    for word in part.split("."):
        if word not in CARD_NAMES:
            raise ValueError(f"{word!r} is no card; expected a rank and a suit of {SUITS}, such as 10H")
    return [CARD_NAMES[word] for word in part.split(".")]


def _check_sizes(hands: Sequence[Sequence[int]], crosses: Sequence[Sequence[int]]) -> None:
    own, other = map(len, hands)
    if own != other or own > HAND:
        raise ValueError(f"the hands have {own} and {other} cards; expected as many in both, 1 to {HAND}")
    for name, cross in zip(CELL_NAMES, crosses, strict=True):
        if len(cross) != 2:
            raise ValueError(
                f"the cross {name} has {len(cross)} cards; expected 2, the north-south one first"
            )


def write_position(places: Sequence[int]) -> str:
    """The text that :func:`read_position` reads, of the numbers that it gives."""
    if not any(places):
        return NO_POSITION
    hands = [[x for x in places[p * HAND : (p + 1) * HAND] if x] for p in range(SEATS)]
    crosses = [places[i : i + 2] for i in range(CROSSES, ROTATES, 2)]
    parts = [".".join(card_text(x - 1) for x in cards) for cards in (*hands, *crosses)]
    return "/".join(parts) + (f"/{SIDE_NAMES[places[ROTATES] - 1]}" if places[ROTATES] else "")


def position_text(s: State) -> str:
    """The text that lays a position down: of two players whose stock is empty, between their choices."""
    places = [0] * PLACES
    for p in range(SEATS):
        held = [k + 1 for k in range(CARDS) if s.hand[p, k] > 0]
        places[p * HAND : p * HAND + len(held)] = held
    places[CROSSES:ROTATES] = [k + 1 for k in s.matrix]
    places[ROTATES] = s.player + 1 if s.rotating else 0
    return write_position(places)
