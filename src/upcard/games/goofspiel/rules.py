"""Goofspiel, or the game of pure strategy: sealed bids, and no luck but the order of the prizes.

Two players hold the cards 1 to 13 each. The prizes 1 to 13 lie face down in random order. In each round a
prize is turned up. Both players choose a card in secret and show it together. The higher card wins the
prize; if the cards are equal, nobody gets it. Cards that were bid are out of the game. The last card of each
hand is bid automatically. Your score is the points of your prizes minus the points of the other player's
prizes.

Variants: hands of fewer cards, with as many prizes; prizes in rising or falling order; a prize for equal
bids goes to the winner of the next one (after a tie for the last prize, nobody has it); bids stay hidden, and
players learn only who has won; the score is only 1 for more points and -1 for fewer.

Sources: S. M. Ross, "Goofspiel: the game of pure strategy", Journal of Applied Probability 8, 1971 (the usual
rules); OpenSpiel 2.0.2, goofspiel (fixed orders, hidden bids, win or loss). Carrying tied prizes is a usual
house rule; dividing them would give the same differences as discarding them.
"""

from upcard.kit.cards import (
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    Fact,
    Header,
    Measure,
    Moment,
    Picture,
    State,
    Transfer,
    below,
    choice,
    counts,
    draw,
    move_all,
    number,
    put,
    row,
    slot,
    whole,
)

SEATS, LONGEST = 2, 13
ACTIONS = LONGEST  # action k: bid the card k + 1

GAME = Header(
    name="goofspiel",
    title="Goofspiel",
    players=(2, 2),
    usual=2,
    zero_sum=True,
    perfect_information=False,
    longest=2 * (LONGEST - 1),
    payoffs=(-89, 89),  # 90 points with the 12 higher cards, and the lowest card loses 1 point at least
    version=1,
    source="S. M. Ross, Goofspiel: the game of pure strategy, 1971",
    goal="Win the prizes with the most points: the higher of two secret bids takes each prize.",
    played_in=("game", "games"),
)

RANDOM, DESCENDING, ASCENDING = 0, 1, 2
DISCARDED, CARRIED = 0, 1
SHOWN, HIDDEN_BIDS = 0, 1
DIFFERENCE, WIN = 0, 1

OPTIONS = (
    whole("length", LONGEST, 2, LONGEST, "cards in each hand, and prizes"),
    choice("order", ("random", "descending", "ascending"), "the order of the prizes"),
    choice(
        "ties",
        ("discarded", "carried"),
        "a prize for equal bids is lost, or goes to the winner of the next one",
    ),
    choice("bids", ("shown", "hidden"), "both bids are shown, or only who has won"),
    choice("objective", ("difference", "win"), "score: the difference in points, or 1 for more points"),
)
PRESETS: dict[str, dict[str, str | int]] = {
    "classic": {"length": 13, "order": "random"},
    "three": {"length": 3, "order": "random"},
    "fixed": {"length": 4, "order": "descending"},
    "hidden": {"length": 4, "order": "descending", "bids": "hidden"},
}

STATE = (
    counts("hand", OWNER, LONGEST, "the cards in hand"),
    slot("bid", OWNER, "the card bid in secret"),
    row("shown", EVERYBODY, LONGEST, "cards bid so far, if bids are shown", per_seat=True),
    row("spent", NOBODY, SEATS * LONGEST, "cards bid so far, if bids are hidden"),
    slot("prize", EVERYBODY, "the prize to bid for"),
    row("prizes", NOBODY, LONGEST, "the prizes face down"),
    row("won", EVERYBODY, LONGEST, "prizes won", per_seat=True),
    row("tied", EVERYBODY, LONGEST, "prizes that nobody has won"),
    number("round", EVERYBODY, "prizes turned up so far"),
)

POINTS, PRIZES_WON = range(2)  # the measures by number
MEASURES = (Measure("points", "points of the prizes won"), Measure("prizes", "prizes won"))

OPENSPIEL = "OpenSpiel 2.0.2, goofspiel as a game in turns: walk of its game tree"
FACTS = (
    Fact("histories", 418, OPENSPIEL, preset="three"),
    Fact("finished games", 216, "every player has 3! orders, and the prizes too", preset="three"),
    Fact("histories", 1077, OPENSPIEL, preset="fixed"),
    Fact("finished games", 576, "every player has 4! orders", preset="fixed"),
    Fact("histories", 1077, OPENSPIEL, preset="hidden"),
    Fact("information sets", 162, OPENSPIEL, preset="hidden"),
)


def card_text(k: int) -> str:
    """Name of a card or prize: ``1`` to ``13``."""
    return str(k + 1)


def action_text(v: State, a: int) -> str:
    """Words for an action: ``bid 1`` to ``bid 13``."""
    return f"bid {card_text(a)}"


def start(s: State) -> None:
    """Deal the hands and turn up the first prize."""
    for k in range(s.length):
        put(s.prizes, k)
        for p in range(SEATS):
            s.hand[p, k] = 1
    s.player = 0
    turn_up(s)


def turn_up(s: State) -> None:
    """Turn up the next prize."""
    if s.order == RANDOM:
        s.prize = draw(s, s.prizes)
    else:
        s.prize = s.round if s.order == ASCENDING else s.length - 1 - s.round
        take_prize(s, s.prize)
    s.round += 1


def take_prize(s: State, k: int) -> None:
    """Remove prize `k` from the prizes that lie face down."""
    last = s.prizes[0]
    for i in range(1, last + 1):
        if s.prizes[i] == k:
            s.prizes[i] = s.prizes[last]
    s.prizes[0] = last - 1


def legal(s: State, a: int) -> bool:
    """Whether action `a` is legal: any card in hand may be bid."""
    return s.hand[s.player, a] > 0


def why(v: State, a: int) -> str:
    """Say why action `a` is not legal; empty when it is legal."""
    return "" if legal(v, a) else f"there is no {card_text(a)} in your hand"


def apply(s: State, a: int) -> None:
    """Bid a card; after both bids award the prize and turn up the next one."""
    lay(s, s.player, a)
    s.player = 1 - s.player
    if s.player == 1:
        return
    settle(s)
    turn_up(s)
    if s.round == s.length:
        for p in range(SEATS):
            lay(s, p, only_card(s, p))
        settle(s)
        s.over = 1


def lay(s: State, p: int, k: int) -> None:
    """Bid card `k` for seat `p`."""
    s.hand[p, k] -= 1
    s.bid[p] = k


def only_card(s: State, p: int) -> int:
    """Return the last card in seat `p`'s hand."""
    k = 0
    while s.hand[p, k] == 0:
        k += 1
    return k


def settle(s: State) -> None:
    """Give the prize to the higher bid, and put the bids away."""
    if s.bid[0] == s.bid[1]:
        put(s.tied, s.prize)
    else:
        winner = 0 if s.bid[0] > s.bid[1] else 1
        put(s.won[winner], s.prize)
        if s.ties == CARRIED:
            move_all(s.tied, s.won[winner])
    s.prize = EMPTY
    for p in range(SEATS):
        if s.bids == SHOWN:
            put(s.shown[p], s.bid[p])
        else:
            put(s.spent, s.bid[p])
        s.bid[p] = EMPTY


def points(s: State, p: int) -> int:
    """Points of the prizes that seat `p` has won."""
    total = 0
    for i in range(1, s.won[p, 0] + 1):
        total += s.won[p, i] + 1
    return total


def imagine(s: State, p: int) -> None:
    """Redeal the other player's cards and the hidden prizes for seat `p`; cards and prizes never mix."""
    other = 1 - p
    is_closed = s.bid[other] != EMPTY
    for k in range(s.length):
        s.hand[other, k] = 1
    for i in range(1, s.shown[other, 0] + 1):
        s.hand[other, s.shown[other, i]] -= 1
    if s.bids == HIDDEN_BIDS:
        s.spent[0] = 0
        for k in range(s.length):
            if s.hand[p, k] == 0 and s.bid[p] != k:
                put(s.spent, k)
        for _ in range(s.round - 1):
            put(s.spent, any_card(s, other))
    if is_closed:
        s.bid[other] = any_card(s, other)
    s.prizes[0] = 0
    for k in range(s.length):
        if not is_turned(s, k):
            put(s.prizes, k)


def any_card(s: State, p: int) -> int:
    """Take a random card out of seat `p`'s hand."""
    count = 0
    card = 0
    for k in range(s.length):
        if s.hand[p, k] > 0:
            count += 1
            if below(s, count) == 0:
                card = k
    s.hand[p, card] -= 1
    return card


def is_turned(s: State, k: int) -> bool:
    """Whether prize `k` has been turned up."""
    if s.prize == k:
        return True
    for i in range(1, s.tied[0] + 1):
        if s.tied[i] == k:
            return True
    for p in range(SEATS):
        for i in range(1, s.won[p, 0] + 1):
            if s.won[p, i] == k:
                return True
    return False


def score(s: State, p: int) -> int:
    """Points by which seat `p` is ahead, or only 1, 0, -1 for more, equal or fewer points."""
    ahead = points(s, p) - points(s, 1 - p)
    if s.objective == DIFFERENCE:
        return ahead
    return 1 if ahead > 0 else -1 if ahead < 0 else 0


def position_key(s: State) -> tuple[int, ...]:
    """Return all that matters for the rest: hands, bids, prizes, and ties or a lead that still count."""
    hands = [s.hand[p, k] for p in range(SEATS) for k in range(s.length)]
    prizes = sorted(s.prizes[i] for i in range(1, s.prizes[0] + 1))
    carried = sum(s.tied[i] + 1 for i in range(1, s.tied[0] + 1)) if s.ties == CARRIED else 0
    lead = points(s, 0) - points(s, 1) if s.objective == WIN else 0
    return (s.player, s.bid[0], s.bid[1], s.prize, carried, lead, *hands, *prizes)


def measure(s: State, p: int, m: int) -> int:
    """Return measure number `m` for seat `p` at the end of the game."""
    return points(s, p) if m == POINTS else s.won[p, 0]


def scene(v: State) -> Picture:
    """Describe the decision, the points of each player, what goes with the prize, and the other's cards."""
    says = [] if v.over else decision_text(v)
    empty = [name for name in ("tied", "spent") if getattr(v, name)[0] <= 0]
    bare = [name for name, card in (("prize", v.prize), ("bid", v.bid[v.me])) if card == EMPTY]
    quiet = (*empty, *bare, *(("prizes",) if v.over else ()))
    bids = {"bid": [int(v.player == 1), 0]}  # seat 1 bids first, and both bids are put away at once
    won = {p: f"{points(v, p)} point{'s' * (points(v, p) != 1)}" for p in range(SEATS)}
    return Picture(tuple(says), quiet, {"round": f"{v.round} of {v.length}"}, badges=won, sizes=bids)


def decision_text(v: State) -> list[str]:
    """Return sentences about the decision, the tied prizes, and the cards of the other player."""
    says = [f"Bid a card for the prize {card_text(v.prize)}: the higher bid wins it."]
    if v.player != v.me:
        says = [f"You bid {card_text(v.bid[v.me])}."] if v.bid[v.me] != EMPTY else []
    carried = sum(v.tied[i] + 1 for i in range(1, v.tied[0] + 1)) if v.ties == CARRIED else 0
    if carried > 0:
        says.append(f"The tied prizes, worth {carried}, go with this one.")
    if v.bids == SHOWN:
        says.append(f"They still hold {cards_left(v, 1 - v.me)}.")
    return says


def cards_left(v: State, p: int) -> str:
    """Return the cards that seat `p` has not shown yet."""
    gone = {v.shown[p, i] for i in range(1, v.shown[p, 0] + 1)}
    return " ".join(card_text(k) for k in range(v.length) if k not in gone)


def lean(s: State, a: int) -> int:
    """Weigh bids as a sensible player does: the nearer to the prize, the likelier."""
    near = max(1, s.length - 2 * abs(a - s.prize))
    return near * near


def moment(before: State, after: State) -> Moment:
    """Describe the two bids that were put away, and the prize that was turned up."""
    if before.player == 0:
        return Moment((Transfer("hand", 0, "bid", 0),))
    transfers = [Transfer("prizes", None, "prize", None)] if after.prize != EMPTY else []
    for p, source in enumerate(("bid", "hand")):
        n = before.shown[p, 0]
        target, owner = ("shown", p) if after.bids == SHOWN else ("spent", None)
        transfers.append(Transfer(source, p, target, owner, n))
        if after.over:  # the last cards are bid at once
            transfers.append(Transfer("hand", p, target, owner, n + 1))
    return Moment(tuple(transfers))
