"""Stoppers, a classroom game of the Cuckoo family: do not be left with the lowest card.

52 cards, ace low, king high; suits do not matter. Everybody has four lives and gets one card, face down.
From the dealer's left each player in turn keeps his card or swaps it with the next player, who must accept
unless he has a King: he shows it, "Stopper!", and the asker is left with his card. The dealer, last of all,
may exchange his card with the top card of the deck. Then all show, and everybody who holds the lowest rank
loses a life. The last one with lives wins, or after 1000 rounds, if many cost none, all who have any share
the win. Used cards lie face up under the deck, where all may look; once on top, they are shuffled and turned.

Source: "Stoppers", a sheet for lessons on probability, of unknown author; the options are where it is silent.
"""

from collections.abc import Mapping

from upcard.kit.cards import (
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    Header,
    Measure,
    Picture,
    State,
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
from upcard.kit.cuckoo import (
    CARDS,
    KING,
    RANKS,
    SUITS,
    UNKNOWN,
    bring,
    card_text,
    living,
    next_living,
    value,
)

SEATS, MOST_ROUNDS = 10, 1000
KEEP, SWAP, ACCEPT, STOP, ACTIONS = 0, 1, 2, 3, 4
NONE, BY_LOT = -1, 0  # in place of a seat, and of the first dealer
WAITS, KEPT, SWAPPED, STOPPED = 0, 1, 2, 3

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
)

AUTOMATIC, OPTIONAL = 0, 1
HELD, DEALT = 0, 1
TAKE, VOID = 0, 1
ALL_LOSE, NOBODY_LOSES = 0, 1
SHARE, REPLAY, NOBODY_WINS = 0, 1, 2
LAZY, EAGER, BEFORE_ROUND, EVERY_ROUND = 0, 1, 2, 3

OPTIONS = (
    whole("lives", 4, 1, 12, "lives that everybody begins with"),
    choice("block", ("automatic", "optional"), "a King stops a swap by itself, or if its holder wants"),
    choice("king", ("held", "dealt"), "which King stops: any, or one its holder was dealt; it always was"),
    choice("dealer_king", ("take", "void"), "a King from the deck is the dealer's card, or is laid aside"),
    choice("all_tie", ("all_lose", "nobody"), "who loses a life when all hold the same rank"),
    choice("last_together", ("share", "replay", "nobody"), "who wins if the last ones would go out together"),
    choice(
        "reshuffle",
        ("lazy", "eager", "before_round", "every_round"),
        "used cards are shuffled when one is needed, when all are used, before a scarce deal, before each",
    ),
    choice("first_dealer", ("random", *map(str, range(1, SEATS + 1))), "the seat that deals first"),
)
PRESETS: dict[str, dict[str, str | int]] = {
    "classroom": {"lives": 4, "block": "automatic", "last_together": "share", "reshuffle": "lazy"},
    "fresh-deck": {"reshuffle": "every_round"},
}

STATE = (
    slot("card", OWNER, "the card in hand"),
    row("stock", NOBODY, CARDS, "the face-down part of the deck"),
    counts("used", EVERYBODY, RANKS, "the used cards, face up under the deck, by rank"),
    number("life", EVERYBODY, "lives left", per_seat=True),
    number("dealer", EVERYBODY, "the seat that deals"),
    number("asker", EVERYBODY, "the seat that waits for an answer to its wish to swap, -1 for none"),
    number("did", EVERYBODY, "this round: 0 nothing yet, 1 kept, 2 swapped, 3 was stopped", per_seat=True),
    number("shown", EVERYBODY, "1 for a seat whose King lies face up", per_seat=True),
    number("showed", EVERYBODY, "the value shown at the end of the last round, 0 for none", per_seat=True),
    number("dealt", OWNER, "the value of the card that was dealt, from 1 for an ace"),
    number("known", OWNER, "the values it knows, by the seats that hold them, 0 for unknown", length=SEATS),
    number("received", OWNER, "the value each seat gave when it asked last, 0 for none", length=SEATS),
    number("rounds", EVERYBODY, "rounds begun"),
    number("shuffles", EVERYBODY, "how often the used cards were shuffled and turned"),
    number("won", EVERYBODY, "1 for who has won, or shares the win", per_seat=True),
)

ROUND = "rounds"
MEASURES = (
    Measure("lives", "lives left at the end"),
    Measure("alone", "is the only one left", share=True),
    Measure("life_lost", "loses a life in a round", share=True, of="rounds"),
    Measure("rounds", "rounds played", per_game=True),
    Measure("shuffles", "times the used cards were shuffled", per_game=True),
)


def action_text(v: State, a: int) -> str:
    """The words for an action: ``keep``, ``swap`` (the dealer's is ``draw``), ``accept``, ``stop``."""
    return ("keep", "draw" if v.player == v.dealer else "swap", "accept", "stop")[a]


def refuse(options: Mapping[str, int], seats: int) -> str:
    """Why these options do not go with so many players, as a sentence; empty when they do."""
    seat = options["first_dealer"]
    given = f"option first_dealer was given '{seat}' with {seats} players"
    return "" if seat <= seats else f"{given}; expected random or a seat from 1 to {seats}"


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
    """Deal one card to everybody who has lives, from the dealer's left, where the round begins."""
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


def fill_deck(s: State, wanted: int) -> None:
    """If fewer than `wanted` cards of the deck lie face down, shuffle the used ones and turn them."""
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
    """Why action `a` is not legal, as a sentence; empty when it is."""
    if legal(v, a):
        return ""
    if v.asker == NONE:
        return "nobody waits for your answer"
    return "only a King stops a swap" if a == STOP else "you are asked for your card and must answer first"


def apply(s: State, a: int) -> None:
    """Do action `a` and say whose turn is next, or that the game is over."""
    p = s.player if s.asker == NONE else s.asker
    how = turn(s, p, a)
    if how == WAITS:
        return
    s.did[p] = how
    if p == s.dealer:
        end_round(s)
    else:
        s.player = next_living(s, p)


def turn(s: State, p: int, a: int) -> int:
    """Go on with the turn of seat `p` after action `a`; gives how it ended, as in ``did``."""
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
    """Seats `p` and `q` swap cards, as `p` wished; what is known of them, and an open King, go along."""
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
    """The dealer's card for the top one of the deck, which is laid aside itself if it is a void King."""
    fill_deck(s, 1)
    new = draw(s, s.stock)
    is_void = new == KING and s.dealer_king == VOID
    s.used[new if is_void else s.card[s.dealer]] += 1
    if not is_void:
        s.card[s.dealer] = new
    fill_deck(s, 1 if s.reshuffle == EAGER else 0)


def end_round(s: State) -> None:
    """All show, the lowest rank costs a life; end the game or deal again."""
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
    """Whoever has lives has won; if nobody has, those who showed cards last, where that is the rule."""
    together = living(s) == 0 and s.last_together == SHARE
    for p in range(s.seats):
        if s.life[p] > 0 or (together and s.card[p] != EMPTY):
            s.won[p] = 1


def collect(s: State) -> None:
    """The cards that were shown go face up under the deck; the table is bare, and nobody knows a card."""
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
    """Cards lie where seat `p` knows them; the others know what they swapped in this round, and no more."""
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


def tell_swap(s: State, p: int, q: int) -> None:
    """Who swapped at seat `q`'s wish knows the other's card, wherever it has gone since; not for `p`."""
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
    """Measure number `m` of ``MEASURES`` for seat `p` at the end of the game."""
    if m == 1:
        return 1 if score(s, p) == 1 else 0
    if m < 3:
        return s.life[p] if m == 0 else s.lives - s.life[p]
    return s.rounds if m == 3 else s.shuffles


def scene(v: State) -> Picture:
    """Who deals and who asks, which cards the looker knows, and those that were shown."""
    names = ("", *map(card_text, range(RANKS)))
    lowest = min((x for x in v.showed if x > 0), default=0)
    known = [f"{names[x]} at seat {q + 1}" for q, x in enumerate(v.known[v.me]) if x > 0 and q != v.me]
    did = [("deals" * (p == v.dealer), "kept", "swapped", "stopped")[x] for p, x in enumerate(v.did)]
    return Picture(
        says=() if v.over else (request(v), *([f"You know of {', '.join(known)}."] if known else [])),
        quiet=("dealer", "asker", "dealt", "known", "received", "won"),
        shown={
            "did": did,
            "life": ["out" if x == 0 else str(x) for x in v.life],
            "shown": [names[KING + 1] * x for x in v.shown],
            "showed": [names[x] + " lowest" * (x == lowest > 0) for x in v.showed],
        },
    )


def showdown(before: State, after: State, p: int) -> dict[str, list[int]]:
    """The card that seat `p` showed at the end of the round."""
    return {"card": [after.showed[p] - 1]} if after.showed[p] > 0 else {}


def request(v: State) -> str:
    """What is to be decided now, as a sentence."""
    if v.asker != NONE:
        return f"Seat {v.asker + 1} asks seat {v.player + 1} to swap."
    swap = f"Seat {v.player + 1} keeps his card, or swaps it with seat {next_living(v, v.player) + 1}."
    return "The dealer keeps his card, or lays it aside and draws." if v.player == v.dealer else swap


def lean(s: State, a: int) -> int:
    """A card of the lower half is swapped, one of the upper half is kept."""
    return 9 if a > SWAP or (a == KEEP) == (value(s.card[s.player]) > RANKS // 2) else 1


def outlook(s: State, p: int) -> int:
    """At a new round everybody may expect to win in proportion to his lives."""
    return s.life[p]


def standing(s: State, p: int) -> int:
    """By how many lives seat `p` is ahead in a match for two; else how many it has."""
    return s.life[p] - s.life[1 - p] if s.seats == 2 else s.life[p]
