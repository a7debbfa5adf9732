"""Beat It Or Eat It, also Besicovitch's game, Finchley Central or Seesaw: cards without luck.

Two players with open hands. The starter leads any card. The receiver beats the top card with a higher card
of its suit and then leads any card of his own, or eats: he picks up every card on the table, and the other
leads. A beaten card never has to be beaten again. Who has no card left in his hand wins at once, also by
beating, before any lead.

A suit has the ranks 1 to ``length``, with J, Q, K and A for 11 to 14; a suit of 13 is the usual one, 2 to A.
``mirror`` deals the cards of one suit by a coin, and of its partner (spades and hearts, clubs and diamonds)
the other way round; ``random`` deals all cards by a coin, and if they fall to one player, one of them, by
lot, to the other; ``equal`` deals hands of one size; ``given`` lays down ``position``: the hand of the first
player, the other hand, the table, with slashes between them and dots between the cards, the top one last. A
suit holds until another is named, ``-`` is no card, and ``+`` at the end says that the top is beaten.

With trumps, as in the older Svoyi Koziri, spades are trumps for the first player and hearts for the second:
his trump beats every card that is not his trump. Play can go on for ever. Usually it is a draw when a player
leads to an empty table with the same hand for the third time, and in any case after 1000 decisions.

Source: W. Taylor, "Beat it or eat it", message to the PBM server.
"""

from collections.abc import Mapping
from typing import Any

from upcard.games.beat_it_or_eat_it.suited import (
    BEATEN,
    EXAMPLE,
    KINDS,
    MOVERS,
    NO_POSITION,
    NOWHERE,
    OTHERS,
    PLACES,
    POSITION_WORDS,
    RANKS,
    SUIT_WORDS,
    SUITS,
    TABLE,
    TOP,
    USUAL_SUIT,
    card_text,
    laid_down,
    lowest,
    misfit,
    rank,
    read_position,
    suit,
    write_position,
)
from upcard.kit.cards import (
    EVERYBODY,
    Header,
    Measure,
    Picture,
    State,
    below,
    cards_in,
    choice,
    counts,
    number,
    put,
    row,
    text,
    whole,
)

SEATS, EAT, ACTIONS = 2, KINDS, KINDS + 1  # actions 0..103: lead that card, or beat the top with it
LONGEST, REPETITIONS = 1000, 3
BITS = 15  # cards in one cell of a noted hand
CELLS = (LONGEST // 2 + 1) * (KINDS // BITS + 1)  # between two empty tables lie a lead and an eat at least

GAME = Header(
    name="beat-it-or-eat-it",
    title="Beat It Or Eat It",
    players=(2, 2),
    usual=2,
    zero_sum=True,
    perfect_information=True,
    longest=LONGEST,
    payoffs=(-1, 1),
    version=1,
    source='W. Taylor, "Beat it or eat it", PBM server; after A. S. Besicovitch, Cambridge',
)

MIRROR, RANDOM, EQUAL, GIVEN = 0, 1, 2, 3
THREEFOLD, NEVER, NO_TRUMPS, OWN = 0, 1, 0, 1
TAYLORS = "sK.Q.9.8.7.4.2.hA.J.10.6.5.3/sA.J.10.6.5.3.hK.Q.9.8.7.4.2/-"  # the source's, its reader leads


def places_of(v: State) -> list[int]:
    """Where every card is, as ``read_position`` tells it, without the top card."""
    places = [NOWHERE] * PLACES
    for k in range(KINDS):
        if v.hand[v.player, k] or v.hand[1 - v.player, k]:
            places[k] = MOVERS if v.hand[v.player, k] else OTHERS
    for i in range(1, cards_in(v.table) + 1):
        places[v.table[i]] = TABLE
    return places


def position_text(v: State) -> str:
    """The position as a text for the option ``position``; the hand of whose turn it is stands first."""
    places = places_of(v)
    if cards_in(v.table):
        places[TOP], places[BEATEN] = top(v) + 1, v.leads
    return write_position(places)


OPTIONS = (
    whole("suits", 2, 1, SUITS, "suits in play: spades, hearts, clubs, diamonds"),
    whole("length", USUAL_SUIT, 2, RANKS, "cards in a suit"),
    choice("deal", ("mirror", "random", "equal", "given"), "how the hands are dealt"),
    choice("draw", ("threefold", "never"), "whether the third lead of one hand to an empty table is a draw"),
    choice("trumps", ("none", "own"), "whether each player has a trump suit of his own"),
    text("position", NO_POSITION, PLACES, read_position, write_position, POSITION_WORDS, laid_down),
)
PRESETS: dict[str, dict[str, str | int]] = {
    "taylor": {"deal": "given", "position": TAYLORS},
    "one-suit": {"suits": 1, "deal": "equal"},
    "svoyi-koziri": {"suits": 4, "trumps": "own"},
}

STATE = (
    counts("hand", EVERYBODY, KINDS, "the cards in hand", per_seat=True),
    row("table", EVERYBODY, KINDS, "the cards on the table, the top one last"),
    number("size", EVERYBODY, "how many cards a hand holds", per_seat=True),
    number("leads", EVERYBODY, "1 when the player whose turn it is leads, 0 when he beats or eats"),
    number("plies", EVERYBODY, "plies so far: beating and leading is one"),
    number("eaten", EVERYBODY, "how often a player has eaten", per_seat=True),
    number("drawn", EVERYBODY, "1 when the game has ended as a draw"),
    number("notes", EVERYBODY, "how many hands are noted"),
    number("noted", EVERYBODY, "the hands that led to an empty table, a bit for each card", length=CELLS),
)

MEASURES = (
    Measure("eaten", "how often it has eaten"),
    Measure("drawn", "the game is a draw", share=True),
    Measure("plies", "plies: beating and leading is one", per_game=True),
)


def action_text(v: State, a: int) -> str:
    """The words for an action: ``lead s2``, ``beat with s2``, ``eat``."""
    if a == EAT:
        return "eat"
    return f"{'lead' if v.leads == 1 else 'beat with'} {card_text(a)}"


def refuse(options: Mapping[str, Any], seats: int) -> str:
    """Why these options do not go together, as a sentence; empty when they do."""
    suits = options["suits"]
    if options["deal"] == MIRROR and suits % 2 == 1:
        return (
            f"deal=mirror needs pairs of suits, and suits is {suits}; choose suits=2, suits=4 or another deal"
        )
    if options["trumps"] == OWN and suits == 1:
        return "trumps=own needs a suit for each player, and suits is 1; choose suits=2 or more"
    if (options["deal"] == GIVEN) != any(options["position"]):
        return f"deal=given and a position, such as {EXAMPLE}, need each other; give both or none"
    return misfit(suits, options["length"], options["position"]) if options["deal"] == GIVEN else ""


def start(s: State) -> None:
    """Deal; the first player leads, if no card lies on the table."""
    s.player = 0
    s.leads = 1
    if s.deal == MIRROR:
        deal_mirror(s)
    elif s.deal == RANDOM:
        deal_random(s)
    elif s.deal == EQUAL:
        deal_equal(s)
    else:
        lay_down(s)
    if s.draw == THREEFOLD and cards_in(s.table) == 0:
        note(s)


def deal_to(s: State, p: int, k: int) -> None:
    """Card `k` goes to seat `p`."""
    s.hand[p, k] = 1
    s.size[p] += 1


def card(s: State, i: int) -> int:
    """Card number `i` of those in play, rank by rank."""
    return (lowest(s.length) + i // s.suits) * SUITS + i % s.suits


def deal_mirror(s: State) -> None:
    """A coin for each card of every other suit; its twin goes to the other player."""
    for i in range(0, s.suits * s.length, 2):
        p = below(s, SEATS)
        deal_to(s, p, card(s, i))
        deal_to(s, 1 - p, card(s, i + 1))


def deal_random(s: State) -> None:
    """A coin for each card; if one hand is empty, any card goes over to it."""
    for i in range(s.suits * s.length):
        deal_to(s, below(s, SEATS), card(s, i))
    for p in range(SEATS):
        if s.size[p] == 0:
            k = card(s, below(s, s.suits * s.length))
            s.hand[1 - p, k] = 0
            s.size[1 - p] -= 1
            deal_to(s, p, k)


def deal_equal(s: State) -> None:
    """Hands of one size, the first player's larger by one card if they are odd; all deals equally likely."""
    cards = s.suits * s.length
    for i in range(cards):
        wanted = (cards + 1) // 2 - s.size[0]
        p = 0 if below(s, cards - i) < wanted else 1
        deal_to(s, p, card(s, i))


def lay_down(s: State) -> None:
    """The position of the option."""
    for k in range(KINDS):
        if s.position[k] == MOVERS or s.position[k] == OTHERS:
            deal_to(s, 0 if s.position[k] == MOVERS else 1, k)
        elif s.position[k] == TABLE and k != s.position[TOP] - 1:
            put(s.table, k)
    if s.position[TOP] > 0:
        put(s.table, s.position[TOP] - 1)
        s.leads = s.position[BEATEN]


def top(s: State) -> int:
    """The top card of a table that is not empty."""
    k: int = s.table[cards_in(s.table)]
    return k


def beats(s: State, p: int, k: int, other: int) -> bool:
    """Whether card `k` in the hand of seat `p` beats another card."""
    if suit(k) == suit(other):
        return k > other
    return s.trumps == OWN and suit(k) == p


def legal(s: State, a: int) -> bool:
    """Lead any card; or beat the top card, or eat."""
    if a == EAT:
        return s.leads == 0
    if s.hand[s.player, a] == 0:
        return False
    return s.leads == 1 or beats(s, s.player, a, top(s))


def why(v: State, a: int) -> str:
    """Why action `a` is not legal, as a sentence; empty when it is."""
    if legal(v, a):
        return ""
    if a == EAT:
        return "there is nothing to eat before you have led"
    if v.hand[v.player, a] == 0:
        return f"{card_text(a)} is not in your hand"
    return f"{card_text(a)} does not beat {card_text(top(v))}"


def apply(s: State, a: int) -> None:
    """Lead, beat or eat; after beating it is the same player's turn to lead."""
    p = s.player
    if a == EAT:
        eat(s)
    else:
        s.hand[p, a] = 0
        s.size[p] -= 1
        put(s.table, a)
        if s.size[p] == 0:
            s.over = 1
            s.plies += 1
        elif s.leads == 1:
            pass_turn(s, 0)
        else:
            s.leads = 1
    if s.over == 0 and s.turns + 1 == LONGEST:
        end_as_draw(s)


def pass_turn(s: State, leads: int) -> None:
    """A ply ends; the other player leads, or he beats or eats."""
    s.player = 1 - s.player
    s.leads = leads
    s.plies += 1


def eat(s: State) -> None:
    """Every card on the table goes into the hand of the player whose turn it is; the other leads."""
    p = s.player
    for i in range(1, cards_in(s.table) + 1):
        deal_to(s, p, s.table[i])
    s.table[0] = 0
    s.eaten[p] += 1
    pass_turn(s, 1)
    if s.draw == THREEFOLD:
        note(s)
        if times_noted(s) == REPETITIONS:
            end_as_draw(s)


def end_as_draw(s: State) -> None:
    """Nobody has won."""
    s.over = 1
    s.drawn = 1


def note(s: State) -> None:
    """Note the hand that leads to an empty table; the other hand is the rest."""
    cells = s.suits * s.length // BITS + 1
    last = s.notes * cells
    for j in range(cells):
        s.noted[last + j] = 0
    s.noted[last] = s.player
    bit = 0
    for r in range(lowest(s.length), lowest(s.length) + s.length):
        for t in range(s.suits):
            bit += 1
            s.noted[last + bit // BITS] += s.hand[s.player, r * SUITS + t] << (bit % BITS)
    s.notes += 1


def times_noted(s: State) -> int:
    """How often the hand that was noted last is noted."""
    cells = s.suits * s.length // BITS + 1
    last = (s.notes - 1) * cells
    times = 0
    for i in range(s.notes):
        j = 0
        while j < cells and s.noted[i * cells + j] == s.noted[last + j]:
            j += 1
        if j == cells:
            times += 1
    return times


def score(s: State, p: int) -> int:
    """1 for an empty hand, -1 against one, 0 for a draw."""
    if s.size[p] == 0:
        return 1
    return -1 if s.size[1 - p] == 0 else 0


def measure(s: State, p: int, m: int) -> int:
    """Measure number `m` of ``MEASURES`` for seat `p` at the end of the game."""
    if m == 0:
        return s.eaten[p]
    return s.drawn if m == 1 else s.plies


def scene(v: State) -> Picture:
    """What is to be done, trumps and a repetition; what only keeps the rules going is not drawn."""
    quiet = ("size", "leads", "plies", "drawn", "notes", "noted")
    says = ["Spades are trumps for player 1, hearts for player 2."] if v.trumps == OWN else []
    if v.over:
        says += draw_told(v)
    elif v.leads == 1:
        says += lead_told(v)
    else:
        says.append(answer_told(v))
    return Picture(says=tuple(says), quiet=quiet, touches={EAT: "table"})


def lead_told(v: State) -> list[str]:
    """What is said when a card is led."""
    if cards_in(v.table):
        return [f"{card_text(top(v))} is beaten: any card may be led."]
    if v.draw == THREEFOLD and times_noted(v) == REPETITIONS - 1:
        return ["This hand leads to an empty table for the second time; the third time is a draw."]
    return ["Any card may be led."]


def answer_told(v: State) -> str:
    """What is said when the top card is to be beaten."""
    k, n = top(v), cards_in(v.table)
    trump = " or a trump" if v.trumps == OWN and suit(k) != v.player else ""
    return f"Beat {card_text(k)} with a higher {SUIT_WORDS[suit(k)]}{trump}, or eat {n} card{'s' * (n != 1)}."


def draw_told(v: State) -> list[str]:
    """What is said at the end; nothing but for a draw."""
    is_repeated = v.draw == THREEFOLD and times_noted(v) == REPETITIONS
    return [f"A draw {'by repetition' if is_repeated else f'after {LONGEST} decisions'}."] if v.drawn else []


def position_key(s: State) -> tuple[int, ...]:
    """What the rest of the game depends on: who leads or answers, whose trumps they are, and every card."""
    seat = s.player if s.trumps == OWN else 0
    return (s.leads, seat, *places_of(s)[:KINDS], 0 if s.leads else top(s) + 1)


def lean(s: State, a: int) -> int:
    """Low cards are got rid of first, and eating is the last resort."""
    return 1 << (6 if a == EAT else 14 - (rank(a) - lowest(s.length)) * 13 // s.length)
