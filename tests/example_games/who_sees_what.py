"""A game for tests: who sees a card depends on teams, on a rule, or on who holds it.

Four players, seats 1 and 3 against seats 2 and 4. Everybody wears a card on the forehead that all others
see, shows the hand to the partner, and has a stash. In turn, twice each, a player lays a card of the hand,
looks at the card in the middle, or looks at the stash of the next seat; nobody else learns what it was. With
the option ``stashes=open`` everybody sees all stashes. The team whose foreheads and laid cards add up to more
wins one point.

Source: made up for the tests of visibility.
"""

from upcard.kit.cards import (
    BY_RULE,
    EVERYBODY,
    NOBODY,
    OTHERS,
    TEAM,
    Header,
    State,
    choice,
    counts,
    draw,
    number,
    put,
    row,
    slot,
)

KINDS, COPIES, HAND, STASH = 4, 6, 2, 2
CARDS = KINDS * COPIES
PEEK, LOOK = KINDS, KINDS + 1
ACTIONS, TURNS_EACH = KINDS + 2, 2

GAME = Header(
    name="who-sees-what",
    title="Who sees what",
    players=(2, 4),
    usual=4,
    sizes=(2, 4),
    zero_sum=False,
    perfect_information=False,
    longest=4 * TURNS_EACH,
    payoffs=(0, 1),
    version=1,
    source="made up",
)
OPTIONS = (choice("stashes", ("closed", "open"), "whether everybody sees all stashes"),)
PRESETS: dict[str, dict[str, str | int]] = {"open": {"stashes": "open"}}

STATE = (
    row("stock", NOBODY, CARDS, "the stock"),
    slot("forehead", OTHERS, "the card on the forehead"),
    counts("hand", TEAM, KINDS, "the cards in hand, open to the partner"),
    row("stash", BY_RULE, STASH, "the stash", per_seat=True),
    slot("middle", BY_RULE, "the card in the middle"),
    number("wealth", BY_RULE, "the sum of the cards in the stash", per_seat=True),
    number("peeked", EVERYBODY, "whether a seat has seen the middle", per_seat=True),
    number("looked", EVERYBODY, "whether a seat has seen the stash of the next seat", per_seat=True),
    number("luck", OTHERS, "the number on the forehead, once more"),
    row("laid", EVERYBODY, CARDS, "the cards laid", per_seat=True),
)


def card_text(k: int) -> str:
    """The name of a card: ``1`` to ``4``."""
    return str(k + 1)


def action_text(v: State, a: int) -> str:
    """The words for an action: ``lay 1``, ``peek``, ``look``."""
    return "peek" if a == PEEK else "look" if a == LOOK else f"lay {card_text(a)}"


def team(s: State, p: int) -> int:
    """The team of a seat."""
    return p % 2


def sees_stash(s: State, q: int, p: int) -> bool:
    """Whether seat `p` sees the stash of seat `q`."""
    return q == p or s.stashes == 1 or (s.looked[p] == 1 and (p + 1) % s.seats == q)


def sees_wealth(s: State, q: int, p: int) -> bool:
    """Whether seat `p` knows the sum of the stash of seat `q`."""
    return sees_stash(s, q, p)


def sees_middle(s: State, q: int, p: int) -> bool:
    """Whether seat `p` has looked at the card in the middle, which belongs to nobody."""
    return q == -1 and bool(s.peeked[p] == 1)


def start(s: State) -> None:
    """Deal."""
    for k in range(KINDS):
        for _ in range(COPIES):
            put(s.stock, k)
    s.middle = draw(s, s.stock)
    for p in range(s.seats):
        s.forehead[p] = draw(s, s.stock)
        s.luck[p] = s.forehead[p] + 1
        for _ in range(HAND):
            s.hand[p, draw(s, s.stock)] += 1
        for _ in range(STASH):
            k = draw(s, s.stock)
            put(s.stash[p], k)
            s.wealth[p] += k + 1
    s.player = 0


def legal(s: State, a: int) -> bool:
    """A card in hand may be laid; one may look once."""
    p = s.player
    if a == PEEK:
        return bool(s.peeked[p] == 0)
    if a == LOOK:
        return bool(s.looked[p] == 0)
    return bool(s.hand[p, a] > 0)


def apply(s: State, a: int) -> None:
    """Lay a card or look at one."""
    p = s.player
    if a == PEEK:
        s.peeked[p] = 1
    elif a == LOOK:
        s.looked[p] = 1
    else:
        s.hand[p, a] -= 1
        put(s.laid[p], a)
    s.player = (p + 1) % s.seats
    if s.turns == TURNS_EACH * s.seats - 1:
        s.over = 1


def imagine(s: State, p: int) -> None:
    """Compute the numbers that follow from the cards, as far as seat `p` does not know them."""
    for q in range(s.seats):
        s.luck[q] = s.forehead[q] + 1
        s.wealth[q] = 0
        for i in range(1, s.stash[q, 0] + 1):
            s.wealth[q] += s.stash[q, i] + 1


def points(s: State, t: int) -> int:
    """The points of a team."""
    total = 0
    for q in range(s.seats):
        if q % 2 == t:
            total += s.forehead[q] + 1
            for i in range(1, s.laid[q, 0] + 1):
                total += s.laid[q, i] + 1
    return total


def score(s: State, p: int) -> int:
    """One point for the team with more."""
    return 1 if points(s, p % 2) > points(s, 1 - p % 2) else 0
