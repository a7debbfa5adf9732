"""High card: keep your card, or take another one; the highest wins.

A pack of 13 ranks in one to four suits. Everybody pays one chip and gets one card. In turn, once around,
players keep their card, or put it face up on the table and take the top card of the stock instead. Then
the highest card takes all chips; among equal ranks clubs are lowest, then diamonds, hearts, spades.

Source: made up for Upcard, to show how a game from another package is found.
"""

from upcard.kit.cards import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Fact,
    Header,
    State,
    draw,
    number,
    put,
    row,
    slot,
    whole,
)

RANKS, SUITS, SEATS = 13, 4, 4
KEEP, SWAP, ACTIONS = 0, 1, 2
# A card is 4 * rank + suit, so that the higher card has the higher number:
#   0 2c   1 2d   2 2h   3 2s   4 3c   ...   47 Ks   48 Ac   49 Ad   50 Ah   51 As

GAME = Header(
    name="high-card",
    title="High card",
    players=(2, SEATS),
    usual=3,
    zero_sum=True,
    perfect_information=False,
    longest=SEATS,
    payoffs=(-1, SEATS - 1),
    version=1,
    source="made up for Upcard",
    goal="End with the highest card: it wins all the chips.",
    played_in=("hand", "hands"),
)
OPTIONS = (whole("suits", SUITS, 1, SUITS, "how many suits the pack has"),)
PRESETS: dict[str, dict[str, str | int]] = {"one-suit": {"suits": 1}}

STATE = (
    slot("card", OWNER, "the card in hand"),
    row("stock", NOBODY, RANKS * SUITS, "the cards not dealt"),
    row("table", EVERYBODY, SEATS, "the cards that were swapped, face up"),
    number("swapped", EVERYBODY, "whether the player has swapped", per_seat=True, shown={1: "swapped"}),
)

BY_HAND = "by hand: 13 x 12 deals; both keep, one of them swaps for one of 11 cards, or both do"
FACTS = (Fact("finished games", 156 * (1 + 11 + 11 + 110), BY_HAND, 2, "one-suit"),)


def card_text(k: int) -> str:
    """The name of a card, rank and suit: ``2c`` to ``As``."""
    return "23456789TJQKA"[k // SUITS] + "cdhs"[k % SUITS]


def action_text(v: State, a: int) -> str:
    """The words for an action: ``keep``, ``swap``."""
    return ("keep", "swap")[a]


def start(s: State) -> None:
    """Deal one card each."""
    for c in range(RANKS * SUITS):
        if c % SUITS < s.suits:
            put(s.stock, c)
    for p in range(s.seats):
        s.card[p] = draw(s, s.stock)
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Both actions are always legal: the stock is never empty."""
    return a < ACTIONS


def apply(s: State, a: int) -> None:
    """Keep or swap; the game is over when everybody has had a turn."""
    p = s.player
    if a == SWAP:
        put(s.table, s.card[p])
        s.card[p] = draw(s, s.stock)
        s.swapped[p] = 1
    if p == s.seats - 1:
        s.over = 1
    else:
        s.player = p + 1


def score(s: State, p: int) -> int:
    """Return the chips won: those of the others for the highest card, and otherwise -1."""
    for q in range(s.seats):
        if s.card[q] > s.card[p]:
            return -1
    return s.seats - 1
