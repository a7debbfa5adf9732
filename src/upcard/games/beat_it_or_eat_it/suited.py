"""Cards of suits and ranks by their numbers, and positions with open hands as one word of text."""

import re
from collections.abc import Sequence

SUITS, RANKS = 4, 26
KINDS = SUITS * RANKS
"""Card ``4 r + u`` has the rank named ``r`` and the suit ``u``."""

SUIT_WORDS = ("spade", "heart", "club", "diamond")
SUIT_LETTERS = "".join(word[0] for word in SUIT_WORDS)
SIGNS = str.maketrans(dict(zip("♠♥♣♦", SUIT_LETTERS, strict=True)) | dict.fromkeys("\ufe0e\ufe0f", ""))
"""The signs of suits, of which some screens make small pictures by a mark behind them."""
RANK_NAMES = (*(str(r) for r in range(1, 11)), *"JQKA", *(str(r) for r in range(15, RANKS + 1)))

NOWHERE, MOVERS, OTHERS, TABLE = 0, 1, 2, 3
"""Where a position lays a card: the hand of the player whose turn it is, the other hand, the table."""

USUAL_SUIT = 13
TOP, BEATEN, PLACES = KINDS, KINDS + 1, KINDS + 2
NO_POSITION = "none"
EXAMPLE = "h3.1.s2/h2.s3.1/-"
POSITION_WORDS = (
    f"a position to begin with, such as {EXAMPLE}; one hand is enough where the other is its mirror"
)
CARD = re.compile(
    f"(?P<suit>[{SUIT_LETTERS}]?)(?P<rank>\\d+|[tjqka])|(?P<rank_first>\\d+|[tjqka])(?P<suit_last>[{SUIT_LETTERS}])"
)
RANKS_READ = {str(r + 1): r for r in range(RANKS)} | {x: r for r, x in enumerate(RANK_NAMES)} | {"T": 9}
"""What may be written for a rank: 11 for J too, and T for 10, as programs of bridge and poker have it."""
SHORTEST = 2


def suit(k: int) -> int:
    """The suit of a card, from 0."""
    return k % SUITS


def rank(k: int) -> int:
    """The rank of a card, from 0 for the one named 1."""
    return k // SUITS


def lowest(length: int) -> int:
    """The lowest rank of a suit: a suit of 13 has no 1."""
    return 1 if length == USUAL_SUIT else 0


def card_text(k: int) -> str:
    """The name of a card, suit and rank: ``s2`` to ``sA``, ``h2`` to ``hA``, ..."""
    return SUIT_LETTERS[k % SUITS] + RANK_NAMES[k // SUITS]


def cards_text(cards: Sequence[int]) -> str:
    """The names of cards in this order, a suit only where it is another one: ``sK.7.h2``; ``-`` for none."""
    same = [i > 0 and suit(cards[i - 1]) == suit(k) for i, k in enumerate(cards)]
    words = [RANK_NAMES[rank(k)] if x else card_text(k) for k, x in zip(cards, same, strict=True)]
    return ".".join(words) or "-"


def is_of(suits: int, length: int, k: int) -> bool:
    """Whether a card is one of so many suits of some length."""
    return suit(k) < suits and 0 <= rank(k) - lowest(length) < length


def cards_of(suits: int, length: int) -> list[int]:
    """The cards of so many suits of some length, suit by suit, the high ones first."""
    return sorted((k for k in range(KINDS) if is_of(suits, length, k)), key=lambda k: (suit(k), -k))


def misfit(suits: int, length: int, places: Sequence[int]) -> str:
    """What is wrong with a position for suits of some length; empty when it fits."""
    wrong = {
        "does not place": [k for k in cards_of(suits, length) if places[k] == NOWHERE],
        "places": [k for k in range(KINDS) if places[k] != NOWHERE and not is_of(suits, length, k)],
    }
    told = [f"{words} {cards_text(cards)}" for words, cards in wrong.items() if cards]
    if told:
        return f"position {' and '.join(told)}, with suits={suits} and length={length}; change one of them"
    if MOVERS not in places[:KINDS] or OTHERS not in places[:KINDS]:
        return "position leaves a hand empty, so the game would be over; put a card into each hand"
    return ""


def read_position(given: str) -> list[int]:
    """Where a text lays every card, then the top card plus 1, and 1 if it is beaten; 0 where nothing is.

    One hand alone, without a slash, is that of a mirror deal.
    """
    if "/" not in given and given not in (NO_POSITION, "-"):
        return with_the_rest(read_position(f"{given}/-"))
    parts = ["-"] * 3 if given == NO_POSITION else given.translate(SIGNS).split("/")
    if len(parts) == 2:
        parts.append("-")
    if len(parts) != 3:
        raise ValueError(
            f"expected a hand, the other hand and the table (- if it is empty), with slashes between them, "
            f"such as {EXAMPLE}"
        )
    places = [NOWHERE] * PLACES
    is_beaten = parts[2].endswith("+")
    for where, part in zip((MOVERS, OTHERS, TABLE), (*parts[:2], parts[2].removesuffix("+")), strict=True):
        cards = read_cards(part)
        for k in cards:
            if places[k] != NOWHERE:
                raise ValueError(f"{card_text(k)} lies in it twice; name every card once")
            places[k] = where
        if where == TABLE and cards:
            places[TOP], places[BEATEN] = cards[-1] + 1, int(is_beaten)
    return places


def read_cards(part: str) -> list[int]:
    """The cards of a part of a position, such as ``sK.7.h2``, ``sK, s7, h2`` or ``Ks 7s Th``."""
    cards, suit = [], ""
    for word in [] if part.strip() == "-" else re.split(r"[\s.,]+", part.strip()):
        found = CARD.fullmatch(word.lower())
        letter = (found["suit"] or found["suit_last"] or suit) if found else ""
        name = (found["rank"] or found["rank_first"]).upper() if found else ""
        if not letter or name not in RANKS_READ:
            raise ValueError(
                f"{word!r} is no card; expected a suit (s, h, c or d for {', '.join(SUIT_WORDS)}) and a rank "
                f"(1 to {RANKS}; T, J, Q, K, A are 10 to 14), such as hK, with dots between cards: {EXAMPLE}"
            )
        suit = letter
        cards.append(RANKS_READ[name] * SUITS + SUIT_LETTERS.index(suit))
    return cards


def size_of(places: Sequence[int]) -> tuple[int, int]:
    """The suits and the length of the smallest game that has all cards of a position."""
    cards = [k for k in range(KINDS) if places[k] != NOWHERE]
    suits = 1 + max((suit(k) for k in cards), default=0)
    ranks = [rank(k) for k in cards] or [0]
    lengths = range(SHORTEST, RANKS + 1)
    return suits, next(n for n in lengths if lowest(n) <= min(ranks) and max(ranks) < lowest(n) + n)


def with_the_rest(places: Sequence[int], size: tuple[int, int] | None = None) -> list[int]:
    """One hand, with what remains in the other: of a size, or of the mirror deal that the hand tells."""
    suits, length = size or size_of(places)
    if size is None and is_mirror(suits + suits % 2, length, places):
        suits += suits % 2  # a hand of the first twin alone: its mirror is the other one
    rest = [k for k in cards_of(suits, length) if places[k] == NOWHERE]
    if rest and size is None and not is_mirror(suits, length, places):
        hand = cards_text([k for k in cards_of(suits, length) if places[k] != NOWHERE])
        raise ValueError(
            "only one hand was given, and no mirror of it tells the other; name that too: with "
            f"suits={suits} and length={length} it would be {hand}/{cards_text(rest)}/-"
        )
    full = list(places)
    for k in rest:
        full[k] = OTHERS
    return full


def is_mirror(suits: int, length: int, places: Sequence[int]) -> bool:
    """Whether the cards that lie anywhere are one hand of a mirror deal: one of each two twins."""
    if suits % 2 == 1:
        return False
    firsts = [k for k in cards_of(suits, length) if suit(k) % 2 == 0]
    return all((places[k] == NOWHERE) != (places[k + 1] == NOWHERE) for k in firsts)


def laid_down(places: Sequence[int]) -> dict[str, str | int]:
    """The options of a position that is laid down: its way of dealing, and the size that has its cards."""
    suits, length = size_of(places)
    return {"deal": "given", "suits": suits, "length": length} if any(places) else {}


def write_position(places: Sequence[int]) -> str:
    """The text that :func:`read_position` reads; cards from high to low, the top one last."""
    parts = []
    for where in (MOVERS, OTHERS, TABLE):
        cards = [k for k in range(KINDS) if places[k] == where]
        cards.sort(key=lambda k: (k + 1 == places[TOP], suit(k), -k))
        parts.append(cards_text(cards))
    return "/".join(parts) + ("+" if places[BEATEN] else "") if any(places) else NO_POSITION
