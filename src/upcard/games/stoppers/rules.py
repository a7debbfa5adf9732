"""Stoppers, a classroom game of the Cuckoo family: do not be left with the lowest card.

52 cards, ace low, King high; suits do not matter. Everyone has four lives. The first dealer is chosen by
lot, and the deal moves clockwise. In each round everyone gets one card, face down.

From the dealer's left, each player in turn keeps their card or swaps it with the next player. That player
must accept, unless they hold a King: they show it, "Stopper!", and nothing is swapped. The King stays face
up. The dealer plays last and keeps their card or exchanges it for the top card of the deck.

Then everyone shows their card, and all who hold the lowest rank lose a life. Without lives you are out. The
last player with lives wins. If the last players go out together, they share the win, and so do all who are
left after 1000 rounds. Used cards lie face up under the deck, where everyone may look at them. When a card
is needed and all of the deck is face up, the used cards are shuffled and turned over.

Variants: the holder of a King may choose not to stop; only a King that was dealt to its holder stops; a
dealer who draws a King sets it aside and keeps their own card; nobody loses a life when all hold the same
rank; if the last players go out together, the round is replayed or nobody wins; the used cards are shuffled
at another time, for example before every round ("fresh-deck").

Source: "Stoppers", a sheet for lessons on probability, author unknown; the variants fill its gaps.
"""

from collections.abc import Mapping

from upcard.kit.cards import (
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    Header,
    Measure,
    Moment,
    Picture,
    State,
    Transfer,
    below,
    cards_in,
    choice,
    counts,
    draw,
    number,
    put,
    row,
    slot,
    whole,
)
from upcard.kit.ranks import CARDS, KING, RANKS, SUITS, UNKNOWN, a_card, card_text, value

SEATS, MOST_ROUNDS = 10, 1000
KEEP, SWAP, ACCEPT, STOP, ACTIONS = 0, 1, 2, 3, 4
NONE, BY_LOT = -1, 0  # in place of a seat, and of the first dealer
WAITS, KEPT, SWAPPED, STOPPED = 0, 1, 2, 3
LABELS = {STOP: "Stopper!"}

GAME = Header(
    name="stoppers",
    title="Stoppers",
    players=(2, SEATS),
    usual=4,
    zero_sum=False,
    perfect_information=False,
    longest=MOST_ROUNDS * (2 * SEATS - 1),  # every turn, and an answer to everybody but the dealer
    payoffs=(-1, 1),
    least_loses=True,
    version=1,
    source='"Stoppers", a classroom sheet on probability, author unknown',
    goal="Do not hold the lowest card when a round ends: it costs a life. The last player with lives wins.",
)

AUTOMATIC, OPTIONAL = 0, 1
HELD, DEALT = 0, 1
TAKE, VOID = 0, 1
ALL_LOSE, NOBODY_LOSES = 0, 1
SHARE, REPLAY, NOBODY_WINS = 0, 1, 2
LAZY, EAGER, BEFORE_ROUND, EVERY_ROUND = 0, 1, 2, 3

OPTIONS = (
    whole("lives", 4, 1, 12, "lives of each player at the start"),
    choice("block", ("automatic", "optional"), "a King stops a swap always, or if its holder wants to"),
    choice("king", ("held", "dealt"), "any King stops a swap, or only a King that was dealt to its holder"),
    choice(
        "dealer_king", ("take", "void"), "a King from the deck becomes the dealer's card, or is set aside"
    ),
    choice("all_tie", ("all_lose", "nobody"), "when all hold the same rank, all lose a life, or nobody does"),
    choice(
        "last_together",
        ("share", "replay", "nobody"),
        "if the last players go out together, they share the win, replay, or nobody wins",
    ),
    choice(
        "reshuffle",
        ("lazy", "eager", "before_round", "every_round"),
        "used cards are shuffled when needed, when all are used, before a deal that lacks cards, before all",
    ),
    choice("first_dealer", ("random", *map(str, range(1, SEATS + 1))), "the player who deals first"),
)
PRESETS: dict[str, dict[str, str | int]] = {
    "classroom": {"lives": 4, "block": "automatic", "last_together": "share", "reshuffle": "lazy"},
    "fresh-deck": {"reshuffle": "every_round"},
}

STATE = (
    slot("card", OWNER, "the card in hand"),
    row("stock", NOBODY, CARDS, "the face-down part of the deck"),
    counts("used", EVERYBODY, RANKS, "the used cards, face up under the deck, by rank"),
    number("life", EVERYBODY, "lives left", per_seat=True, label="lives"),
    number("dealer", EVERYBODY, "the seat that deals"),
    number("asker", EVERYBODY, "the seat that asked to swap and waits for an answer, -1 for none"),
    number(
        "did",
        EVERYBODY,
        "the decision in this round",
        per_seat=True,
        shown={KEPT: "kept", SWAPPED: "swapped", STOPPED: "stopped by a King"},
    ),
    number(
        "shown", EVERYBODY, "whether the player has shown a King", per_seat=True, shown={1: "Stopper! (King)"}
    ),
    number(
        "showed", EVERYBODY, "the value of the card at the end of the last round, 0 for none", per_seat=True
    ),
    number("dealt", OWNER, "the value of the card that was dealt, from 1 for an ace"),
    number(
        "known", OWNER, "the value of every seat's card, as far as the player knows it, else 0", length=SEATS
    ),
    number(
        "received",
        OWNER,
        "by seat, the value that its player gave when you last swapped with them, 0 for none",
        length=SEATS,
    ),
    number("rounds", EVERYBODY, "rounds started", label="round"),
    number("shuffles", EVERYBODY, "times the used cards were shuffled", label="reshuffles"),
    number("won", EVERYBODY, "1 if the player has won or shares the win", per_seat=True),
)

ROUND = "rounds"
LIVES, ALONE, LIVES_LOST, ROUNDS, SHUFFLES = range(5)  # the measures by number
MEASURES = (
    Measure("lives", "lives left at the end"),
    Measure("alone", "is the only one left", share=True),
    Measure("life_lost", "loses a life in a round", share=True, of="rounds"),
    Measure("rounds", "rounds played", per_game=True),
    Measure("shuffles", "times the used cards were shuffled", per_game=True),
)


def action_text(v: State, a: int) -> str:
    """Words for an action: ``keep``, ``swap`` (the dealer's is ``draw``), ``accept``, ``stop``."""
    return ("keep", "draw" if v.player == v.dealer else "swap", "accept", "stop")[a]


def refuse(options: Mapping[str, int], seats: int) -> str:
    """Say why these options do not go with this number of players; empty when they do."""
    seat = options["first_dealer"]
    problem = f"first_dealer is seat {seat}, but there are {seats} players"
    return "" if seat <= seats else f"{problem}; expected random or a seat from 1 to {seats}"


def start(s: State) -> None:
    """Hand out the lives, choose the first dealer and deal the first round."""
    for c in range(CARDS):
        put(s.stock, c // SUITS)
    for p in range(s.seats):
        s.life[p] = s.lives
    s.asker = NONE
    s.dealer = below(s, s.seats) if s.first_dealer == BY_LOT else s.first_dealer - 1
    deal(s)


def deal(s: State) -> None:
    """Deal one card to every seat with lives, from the dealer's left, where the round begins."""
    s.rounds += 1
    seats = living(s)
    fill_deck(s, CARDS if s.reshuffle == EVERY_ROUND else seats + 1 if s.reshuffle == BEFORE_ROUND else 1)
    p = s.dealer
    for _ in range(seats):
        p = next_living(s, p)
        fill_deck(s, 1)
        s.card[p] = draw(s, s.stock)
        s.dealt[p] = value(s.card[p])
        s.known[p, p] = value(s.card[p])
    fill_deck(s, 1 if s.reshuffle == EAGER else 0)
    s.player = next_living(s, p)


def next_living(s: State, p: int) -> int:
    """Return the next seat clockwise that has lives."""
    q = (p + 1) % s.seats
    while s.life[q] == 0:
        q = (q + 1) % s.seats
    return q


def living(s: State) -> int:
    """Count the seats that have lives."""
    count = 0
    for p in range(s.seats):
        count += min(s.life[p], 1)
    return count


def fill_deck(s: State, wanted: int) -> None:
    """Shuffle the used cards and turn them, if fewer than `wanted` cards lie face down."""
    if cards_in(s.stock) >= wanted:
        return
    s.shuffles += 1
    for k in range(RANKS):
        for _ in range(s.used[k]):
            put(s.stock, k)
        s.used[k] = 0


def can_stop(s: State, p: int) -> bool:
    """Whether seat `p` holds a King that stops a swap."""
    return s.card[p] == KING and (s.king == HELD or s.dealt[p] == value(KING))


def legal(s: State, a: int) -> bool:
    """Whether the player whose turn it is may choose action `a`."""
    if s.asker == NONE:
        return a == KEEP or a == SWAP
    return a == ACCEPT or (a == STOP and can_stop(s, s.player))


def why(v: State, a: int) -> str:
    """Say why action `a` is not legal; empty when it is legal."""
    if legal(v, a):
        return ""
    if v.asker == NONE:
        return "nobody is waiting for your answer"
    return "only a King stops a swap" if a == STOP else "you must first answer the player who wants your card"


def apply(s: State, a: int) -> None:
    """Carry out action `a`, then pass the turn or end the round."""
    p = s.player if s.asker == NONE else s.asker
    outcome = turn(s, p, a)
    if outcome == WAITS:
        return
    s.did[p] = outcome
    if p == s.dealer:
        end_round(s)
    else:
        s.player = next_living(s, p)


def turn(s: State, p: int, a: int) -> int:
    """Continue the turn of seat `p` by action `a`; return how it ended, as in ``did``."""
    if a > SWAP and s.asker == NONE:
        return WAITS  # an answer to nobody changes nothing, so that all can tell it from a swap
    if a == KEEP:
        return KEPT
    if p == s.dealer:
        exchange(s)
        return SWAPPED
    q = next_living(s, p)
    if a == SWAP and s.block == OPTIONAL:
        s.asker = p
        s.player = q
        return WAITS
    s.asker = NONE
    if a == STOP or (a == SWAP and can_stop(s, q)):
        s.shown[q] = 1
        for r in range(s.seats):
            s.known[r, q] = value(KING)
        return STOPPED
    swap(s, p, q)
    return SWAPPED


def swap(s: State, p: int, q: int) -> None:
    """Swap the cards of seats `p` and `q`, together with the knowledge of them and a shown King."""
    card = s.card[p]
    s.card[p] = s.card[q]
    s.card[q] = card
    s.shown[q] = s.shown[p]  # nobody but `p` asks `q`, who has not shown a King before
    s.shown[p] = 0
    for r in range(s.seats):
        known = s.known[r, p]
        s.known[r, p] = s.known[r, q]
        s.known[r, q] = known
    s.received[p, q] = value(s.card[p])
    s.known[p, p] = value(s.card[p])
    s.known[q, q] = value(s.card[q])


def exchange(s: State) -> None:
    """Exchange the dealer's card for the top card of the deck; a void King is set aside instead."""
    fill_deck(s, 1)
    new = draw(s, s.stock)
    is_void = new == KING and s.dealer_king == VOID
    s.used[new if is_void else s.card[s.dealer]] += 1
    if not is_void:
        s.card[s.dealer] = new
    fill_deck(s, 1 if s.reshuffle == EAGER else 0)


def end_round(s: State) -> None:
    """Compare all cards, take lives for the lowest rank, then end the game or deal again."""
    lowest = KING
    for p in range(s.seats):
        if s.life[p] > 0:
            lowest = min(lowest, s.card[p])
    if not is_spared(s, lowest):
        for p in range(s.seats):
            if s.card[p] == lowest:
                s.life[p] -= 1
    if living(s) < 2 or s.rounds == MOST_ROUNDS:
        s.over = 1
        name_winners(s)
    collect(s)
    if s.over == 0:
        s.dealer = next_living(s, s.dealer)
        deal(s)


def is_spared(s: State, lowest: int) -> bool:
    """Whether this round costs no life: all hold the same rank, and the options say so."""
    most = 0
    for p in range(s.seats):
        if s.life[p] > 0 and s.card[p] != lowest:
            return False
        most = max(most, s.life[p])
    return s.all_tie == NOBODY_LOSES or (most == 1 and s.last_together == REPLAY)


def name_winners(s: State) -> None:
    """Mark the winners: the seats with lives, or those of the last round if they share the win."""
    together = living(s) == 0 and s.last_together == SHARE
    for p in range(s.seats):
        if s.life[p] > 0 or (together and s.card[p] != EMPTY):
            s.won[p] = 1


def collect(s: State) -> None:
    """Put the shown cards face up under the deck, and clear the players' knowledge of them."""
    for p in range(s.seats):
        s.showed[p] = value(s.card[p])
        if s.card[p] != EMPTY:
            s.used[s.card[p]] += 1
        s.card[p] = EMPTY
        s.dealt[p] = UNKNOWN
        s.did[p] = WAITS
        s.shown[p] = 0
        for q in range(s.seats):
            s.known[p, q] = UNKNOWN


def imagine(s: State, p: int) -> None:
    """Place the cards that seat `p` knows; other seats know the cards that they swapped in this round."""
    for q in range(s.seats):
        if q != p and s.known[p, q] != UNKNOWN:
            bring(s, p, q, s.known[p, q] - 1)
    for q in range(s.seats):
        if q != p:
            s.dealt[q] = value(s.card[q])
            for r in range(s.seats):
                s.received[q, r] = UNKNOWN
                s.known[q, r] = value(s.card[r]) if r == q or s.shown[r] == 1 else UNKNOWN
    for q in range(s.seats):
        if s.did[q] == SWAPPED:
            tell_swap(s, p, q)


def bring(s: State, p: int, q: int, k: int) -> None:
    """Exchange the card of seat `q` for a random card of rank `k` that seat `p` does not see."""
    count = place = 0
    for i in range(1, cards_in(s.stock) + 1):
        if s.stock[i] == k:
            count += 1
            place = i if below(s, count) == 0 else place
    for r in range(s.seats):
        if s.card[r] == k and r != p and (r >= q or s.known[p, r] == UNKNOWN):
            count += 1
            place = -1 - r if below(s, count) == 0 else place
    if place > 0:
        s.stock[place] = s.card[q]
    else:
        s.card[-1 - place] = s.card[q]
    s.card[q] = k


def tell_swap(s: State, p: int, q: int) -> None:
    """Let both players of seat `q`'s swap know the card they gave, wherever it is now; skip seat `p`."""
    r = next_living(s, q)
    if r != p:
        s.known[r, q] = value(s.card[q])
    while s.did[r] == SWAPPED:
        r = next_living(s, r)
    if q != p:
        s.known[q, r] = value(s.card[r])


def score(s: State, p: int) -> int:
    """1 for the last one left, 0 for each of several who share the win, -1 for all others."""
    if s.won[p] == 0:
        return -1
    winners = 0
    for q in range(s.seats):
        winners += s.won[q]
    return 1 if winners == 1 else 0


def measure(s: State, p: int, m: int) -> int:
    """Return measure number `m` for seat `p` at the end of the game."""
    if m == LIVES:
        return s.life[p]
    if m == ALONE:
        return 1 if score(s, p) == 1 else 0
    if m == LIVES_LOST:
        return s.lives - s.life[p]
    return s.rounds if m == ROUNDS else s.shuffles


def scene(v: State) -> Picture:
    """Describe who must decide, which cards the viewer knows, and what every seat did."""
    known = [
        f"seat {q + 1} holds {a_card(x - 1)}" for q, x in enumerate(v.known[v.me]) if x > 0 and q != v.me
    ]
    says = [*request(v), *([f"You know that {' and '.join(known)}."] if known else [])]
    return Picture(
        says=() if v.over else tuple(says),
        quiet=("dealer", "asker", "dealt", "known", "received", "won"),
        shown={"life": ["" if x == 0 else str(x) for x in v.life], "showed": [""] * v.seats},
        badges={p: "out" for p in range(v.seats) if v.life[p] == 0}
        | ({} if v.over else {v.dealer: "dealer"}),
    )


def showdown(before: State, after: State, p: int) -> dict[str, list[int]]:
    """Return the card that seat `p` showed at the end of the round."""
    return {"card": [after.showed[p] - 1]} if after.showed[p] > 0 else {}


def moment(before: State, after: State) -> Moment:
    """Describe a swap, a King that stops one, or the cards that decided the round that has ended."""
    if after.rounds > before.rounds or after.over:
        lowest = min(x for x in after.showed if x > 0)
        losers = [f"seat {p + 1}" for p in range(after.seats) if after.showed[p] == lowest]
        return Moment(words=f"The lowest card was {card_text(lowest - 1)}: {', '.join(losers)}.")
    p = before.player if before.asker == NONE else before.asker
    q = next_living(before, p)
    if after.did[p] == STOPPED:
        return Moment(words=f"Stopper! Seat {q + 1} shows a King.")
    if after.did[p] != SWAPPED:
        return Moment()
    return Moment((Transfer("card", p, "card", q), Transfer("card", q, "card", p)))


def round_words(before: State, after: State, p: int) -> str:
    """Say which card seat `p` had at the end of the round, and whether it lost a life; empty for nobody."""
    if after.showed[p] == UNKNOWN:
        return ""
    lowest = min(x for x in after.showed if x > UNKNOWN)
    if after.showed[p] > lowest:
        return f"had {a_card(after.showed[p] - 1)}"
    had = f"had the lowest card ({card_text(lowest - 1)})"
    if after.life[p] == before.life[p]:
        return f"{had}, but lost no life"
    return f"{had} and lost a life: {after.life[p] or 'none'} left"


def request(v: State) -> list[str]:
    """Say which decision comes next, if it is the viewer's or asks for their card."""
    if v.asker != NONE:
        who = "You ask" if v.asker == v.me else f"Seat {v.asker + 1} asks"
        if v.player != v.me:
            return [f"{who} seat {v.player + 1} to swap."]
        return [f"{who} you to swap. Accept{', or stop it with your King' if can_stop(v, v.me) else ''}."]
    target = v.player if v.player == v.dealer else next_living(v, v.player)
    if v.player != v.me:
        return [f"Seat {v.player + 1} may swap with you."] if target == v.me else []
    if v.player == v.dealer:
        return ["Keep your card, or set it aside and draw."]
    return [f"Keep your card, or swap with seat {target + 1}."]


def lean(s: State, a: int) -> int:
    """Weigh actions as a sensible player does: swap a low card, keep a high one."""
    return 9 if a > SWAP or (a == KEEP) == (value(s.card[s.player]) > RANKS // 2) else 1


def outlook(s: State, p: int) -> int:
    """Weigh a seat's prospects at a new round: in proportion to its lives."""
    return s.life[p]


def standing(s: State, p: int) -> int:
    """Lead of seat `p` in lives in a match of two players; else the number of its lives."""
    return s.life[p] - s.life[1 - p] if s.seats == 2 else s.life[p]
