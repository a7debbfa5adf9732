"""Secret tricks, a game for tests: suits, tens of actions, choices at the same time, a board, many seats.

Everybody has five of 52 cards. All lay one face down at the same time; the highest rank takes all of them,
the first seat among equals. After five tricks it is over. Who has taken most wins. Source: made up.
"""

from upcard.kit.cards import (
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    Field,
    Header,
    Kind,
    Picture,
    Place,
    State,
    draw,
    number,
    put,
    row,
    slot,
)

CARDS, HAND, SUITS = 52, 5, 4
ACTIONS = CARDS

GAME = Header(
    name="secret-tricks",
    title="Secret tricks",
    players=(2, 10),
    usual=2,
    zero_sum=False,
    perfect_information=False,
    longest=50,
    payoffs=(0, 50),
    version=1,
    source="made up",
)
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}

STATE = (
    row("hand", OWNER, HAND, "the cards in hand"),
    slot("laid", OWNER, "the card laid face down"),
    Field("corner", Kind.SLOT, OWNER, 2, True, True, "two places, the first of them empty"),
    slot("shown", EVERYBODY, "the card of the last trick", per_seat=True),
    row("taken", EVERYBODY, CARDS, "the cards taken", per_seat=True),
    row("stock", NOBODY, CARDS, "the cards not dealt"),
    row("depot", NOBODY, HAND, "cards put aside", per_seat=True),
    number("tricks", EVERYBODY, "tricks so far"),
    number("count", EVERYBODY, "cards taken", per_seat=True),
    number("mood", OWNER, "a number of one's own"),
)


def card_text(k: int) -> str:
    """The name of a card: ``2c`` to ``As``."""
    return ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")[k // SUITS] + "cdhs"[k % SUITS]


def action_text(v: State, a: int) -> str:
    """The words for an action: ``lay 7h``."""
    return f"lay {card_text(a)}"


def start(s: State) -> None:
    """Deal five cards each."""
    for c in range(CARDS):
        put(s.stock, c)
    for p in range(s.seats):
        for i in range(HAND):
            s.hand[p, i + 1] = draw(s, s.stock)
        s.hand[p, 0] = HAND
        s.mood[p] = p + 3
    s.corner[0, 1] = draw(s, s.stock)
    s.corner[1, 1] = draw(s, s.stock)
    s.player = 0


def place_of(s: State, a: int) -> int:
    """Where a card stands in the hand of the player whose turn it is; 0 for nowhere."""
    found = 0
    for i in range(1, s.hand[s.player, 0] + 1):
        if s.hand[s.player, i] == a:
            found = i
    return found


def legal(s: State, a: int) -> bool:
    """Any card in hand."""
    return place_of(s, a) > 0


def apply(s: State, a: int) -> None:
    """Lay a card; when all have, the highest takes them."""
    p = s.player
    s.laid[p] = a
    last = s.hand[p, 0]
    i = place_of(s, a)
    if i > 0:
        s.hand[p, i] = s.hand[p, last]
        s.hand[p, 0] = last - 1
    s.player = p + 1
    if s.player == s.seats:
        show(s)


def show(s: State) -> None:
    """Open the cards that were laid, and give them to the highest."""
    best = 0
    for p in range(s.seats):
        s.shown[p] = s.laid[p]
        if s.laid[p] // SUITS > s.laid[best] // SUITS:
            best = p
    for p in range(s.seats):
        put(s.taken[best], s.laid[p])
        s.laid[p] = EMPTY
    s.count[best] += s.seats
    s.tricks += 1
    s.player = 0
    if s.tricks == HAND:
        s.over = 1


def score(s: State, p: int) -> int:
    """Cards taken."""
    taken: int = s.count[p]
    return taken


def scene(v: State) -> Picture:
    """The last trick of two players as a cross; what it was worth."""
    says = (f"Trick {v.tricks + 1} of {HAND}.",) if v.tricks < HAND else ()
    if v.seats > 2 or v.shown[0] == EMPTY:
        return Picture(says=says, quiet=("tricks",))
    cross = Place("last trick", (v.shown[0], v.shown[1]), ("1", "2"))
    return Picture(says=says, quiet=("tricks", "shown"), board=((cross, Place("nothing", (EMPTY,))),))
