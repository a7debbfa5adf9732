"""Pay or take, a game for tests: chips and cards, no limit of length, and two actions.

The deck has the cards 3 to 35, of which nine are left out unseen. A card is turned up. In turn, players
either take it with all chips on it, or pay a chip. Cards count their number, in a run only the lowest, and
chips count minus one. Fewest points win.

Source: made up for the tests, after a game by Thorsten Gimmler.
"""

from upcard.kit.cards import (
    EMPTY,
    EVERYBODY,
    NOBODY,
    Header,
    State,
    cards_in,
    draw,
    number,
    put,
    row,
    slot,
    whole,
)

LOWEST, HIGHEST, LEFT_OUT = 3, 35, 9
CARDS = HIGHEST - LOWEST + 1
TAKE, PAY = 0, 1
ACTIONS = 2

GAME = Header(
    name="pay-or-take",
    title="Pay or take",
    players=(3, 7),
    usual=4,
    zero_sum=False,
    perfect_information=False,
    longest=0,
    payoffs=(-700, 120),
    version=1,
    source="made up",
)
OPTIONS = (whole("chips", 11, 1, 20, "chips of each player"),)
PRESETS: dict[str, dict[str, str | int]] = {}

STATE = (
    row("stock", NOBODY, CARDS, "the stock"),
    slot("offer", EVERYBODY, "the card turned up"),
    number("pot", EVERYBODY, "chips on the card"),
    number("purse", EVERYBODY, "chips", per_seat=True),
    row("taken", EVERYBODY, CARDS, "the cards taken", per_seat=True),
)


def card_text(k: int) -> str:
    """The number of a card."""
    return str(k + LOWEST)


def action_text(v: State, a: int) -> str:
    """The words for an action."""
    return "take" if a == TAKE else "pay" if a == PAY else f"nothing-{a}"


def start(s: State) -> None:
    """Turn up the first card."""
    for k in range(CARDS):
        put(s.stock, k)
    for p in range(s.seats):
        s.purse[p] = s.chips
    s.offer = draw(s, s.stock)
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Taking is always allowed, paying with a chip."""
    return a == TAKE or (a == PAY and s.purse[s.player] > 0)


def apply(s: State, a: int) -> None:
    """Take the card or pay."""
    p = s.player
    if a == PAY:
        s.purse[p] -= 1
        s.pot += 1
        s.player = (p + 1) % s.seats
        return
    put(s.taken[p], s.offer)
    s.purse[p] += s.pot
    s.pot = 0
    if cards_in(s.stock) == LEFT_OUT:
        s.offer = EMPTY
        s.over = 1
    else:
        s.offer = draw(s, s.stock)


def holds(s: State, p: int, k: int) -> bool:
    """Whether a seat has taken a card."""
    found = 0
    for i in range(1, s.taken[p, 0] + 1):
        found += 1 if s.taken[p, i] == k else 0
    return found > 0


def score(s: State, p: int) -> int:
    """Chips minus cards; of a run only the lowest counts."""
    total: int = s.purse[p]
    for i in range(1, s.taken[p, 0] + 1):
        k = s.taken[p, i]
        if k == 0 or not holds(s, p, k - 1):
            total -= k + LOWEST
    return total
