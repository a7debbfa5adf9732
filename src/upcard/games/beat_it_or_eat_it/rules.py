"""Beat It Or Eat It, also Besicovitch's game, Finchley Central or Seesaw: a card game with no luck.

Two players hold their cards open. Usually these are two suits of 13 cards, 2 to A: a coin decides who gets
each spade, and the other player gets the heart of the same rank. The first player leads any card. Then the
other player chooses:

- Beat it: cover the top card with a higher card of its suit, then lead any card.
- Eat it: pick up all cards on the table. The other player then leads any card.

The players take turns to beat or eat. A card that was beaten need not be beaten again. Whoever has no cards
left wins at once. If your last card beats, you win without leading again. Play could go on for ever, so it is
a draw when a player leads to an empty table with the same hand for the third time, and in any case after 1000
decisions.

Variants: there are one to four suits of 2 to 26 cards. Except in a suit of 13, the ranks begin with 1; J, Q,
K and A are 11 to 14. The usual deal mirrors pairs of suits: spades and hearts, clubs and diamonds.
Alternatively, a coin toss decides who gets each card (at least one each), both hands get the same number of
cards, or you set up a position. The draw by repetition can be turned off. With trumps, as in the older game
Svoyi Koziri, spades are trumps for the first player and hearts for the second: your trump beats every card
that is not your trump.

Source: W. Taylor, "Beat it or eat it", message to the PBM server.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

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

SUITS, RANKS = 4, 26
KINDS = SUITS * RANKS
"""Number of cards: card ``4 r + u`` has rank ``r``, from 0, and suit ``u``."""

SUIT_WORDS = ("spade", "heart", "club", "diamond")
SUIT_LETTERS = "".join(word[0] for word in SUIT_WORDS)
SIGNS = str.maketrans(dict(zip("♠♥♣♦", SUIT_LETTERS, strict=True)) | dict.fromkeys("\ufe0e\ufe0f", ""))
"""Suit signs to letters; the invisible marks that turn signs into pictures are dropped."""
RANK_NAMES = (*(str(r) for r in range(1, 11)), *"JQKA", *(str(r) for r in range(15, RANKS + 1)))

NOWHERE, MOVERS, OTHERS, TABLE = 0, 1, 2, 3
"""Where a card is in a position: the hand of the player to move, the other hand, the table."""

USUAL_SUIT = 13
TOP, BEATEN, PLACES = KINDS, KINDS + 1, KINDS + 2
NO_POSITION = "none"
EXAMPLE = "h3.1.s2/h2.s3.1/-"
POSITION_WORDS = f"a position to start from, such as {EXAMPLE}; one hand is enough if the other is its mirror"
CARD = re.compile(
    f"(?P<suit>[{SUIT_LETTERS}]?)(?P<rank>\\d+|[tjqka])|(?P<rank_first>\\d+|[tjqka])(?P<suit_last>[{SUIT_LETTERS}])"
)
RANKS_READ = {str(r + 1): r for r in range(RANKS)} | {x: r for r, x in enumerate(RANK_NAMES)} | {"T": 9}
"""Ways to write a rank: also 11 for J, and T for 10 as bridge and poker programs do."""
SHORTEST = 2

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
    goal="Be the first to get rid of all your cards: beat the top card, or eat the pile.",
)

MIRROR, RANDOM, EQUAL, GIVEN = 0, 1, 2, 3
THREEFOLD, NEVER, NO_TRUMPS, OWN = 0, 1, 0, 1
TAYLORS = "sK.Q.9.8.7.4.2.hA.J.10.6.5.3/sA.J.10.6.5.3.hK.Q.9.8.7.4.2/-"  # from the source; its reader leads


# ---- cards and positions as text ----


def suit(k: int) -> int:
    """Return the suit of a card, from 0."""
    return k % SUITS


def rank(k: int) -> int:
    """Return the rank of a card, from 0 for the one named 1."""
    return k // SUITS


def lowest(length: int) -> int:
    """Return the lowest rank of a suit: a suit of 13 has no 1."""
    return 1 if length == USUAL_SUIT else 0


def card_text(k: int) -> str:
    """Name of a card, suit and rank: ``s2`` to ``sA``, ``h2`` to ``hA``, ..."""
    return SUIT_LETTERS[k % SUITS] + RANK_NAMES[k // SUITS]


def cards_text(cards: Sequence[int]) -> str:
    """Names of cards in this order, each suit once in a row: ``sK.7.h2``; ``-`` for no cards."""
    same = [i > 0 and suit(cards[i - 1]) == suit(k) for i, k in enumerate(cards)]
    words = [RANK_NAMES[rank(k)] if x else card_text(k) for k, x in zip(cards, same, strict=True)]
    return ".".join(words) or "-"


def is_of(suits: int, length: int, k: int) -> bool:
    """Whether card `k` is in play with `suits` suits of `length` cards each."""
    return suit(k) < suits and 0 <= rank(k) - lowest(length) < length


def cards_of(suits: int, length: int) -> list[int]:
    """Return the cards in play with suits of `length` cards each, suit by suit, high cards first."""
    return sorted((k for k in range(KINDS) if is_of(suits, length, k)), key=lambda k: (suit(k), -k))


def misfit(suits: int, length: int, places: Sequence[int]) -> str:
    """Return what is wrong with a position in a game of this size; empty when it fits."""
    wrong = {
        "does not place": [k for k in cards_of(suits, length) if places[k] == NOWHERE],
        "places": [k for k in range(KINDS) if places[k] != NOWHERE and not is_of(suits, length, k)],
    }
    problems = [f"{words} {cards_text(cards)}" for words, cards in wrong.items() if cards]
    if problems:
        return (
            f"position {' and '.join(problems)}, with suits={suits} and length={length}; change one of them"
        )
    if MOVERS not in places[:KINDS] or OTHERS not in places[:KINDS]:
        return "position leaves a hand empty, so the game would be over; put a card into each hand"
    return ""


def read_position(written: str) -> list[int]:
    """Return where every card is, then the top card plus 1 (0 for none), then 1 if it is beaten.

    A position is written as the hand of the player to move, the other hand and the table, with slashes
    between them and dots between cards; the top card comes last. A suit holds until another one is named,
    ``-`` stands for no cards, and ``+`` at the end says that the top card is beaten. A single hand, without
    a slash, is one of a mirror deal. Raises ``ValueError`` if the text is not a position.
    """
    if "/" not in written and written not in (NO_POSITION, "-"):
        return with_the_rest(read_position(f"{written}/-"))
    parts = ["-"] * 3 if written == NO_POSITION else written.translate(SIGNS).split("/")
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
                raise ValueError(f"{card_text(k)} is named twice; name every card once")
            places[k] = where
        if where == TABLE and cards:
            places[TOP], places[BEATEN] = cards[-1] + 1, int(is_beaten)
    return places


def read_cards(part: str) -> list[int]:
    """Return the cards of one part of a position, such as ``sK.7.h2``, ``sK, s7, h2`` or ``Ks 7s Th``."""
    cards, last_suit = [], ""
    for word in [] if part.strip() == "-" else re.split(r"[\s.,]+", part.strip()):
        match = CARD.fullmatch(word.lower())
        letter = (match["suit"] or match["suit_last"] or last_suit) if match else ""
        name = (match["rank"] or match["rank_first"]).upper() if match else ""
        if not letter or name not in RANKS_READ:
            raise ValueError(
                f"{word!r} is not a card; expected a suit (s, h, c or d for {', '.join(SUIT_WORDS)}) and a "
                f"rank (1 to {RANKS}; T, J, Q, K, A are 10 to 14), such as hK, with dots between cards: "
                f"{EXAMPLE}"
            )
        last_suit = letter
        cards.append(RANKS_READ[name] * SUITS + SUIT_LETTERS.index(letter))
    return cards


def size_of(places: Sequence[int]) -> tuple[int, int]:
    """Return the number of suits and the length of the smallest game that has all cards of a position."""
    cards = [k for k in range(KINDS) if places[k] != NOWHERE]
    suits = 1 + max((suit(k) for k in cards), default=0)
    ranks = [rank(k) for k in cards] or [0]
    lengths = range(SHORTEST, RANKS + 1)
    return suits, next(n for n in lengths if lowest(n) <= min(ranks) and max(ranks) < lowest(n) + n)


def with_the_rest(places: Sequence[int], size: tuple[int, int] | None = None) -> list[int]:
    """Give all remaining cards to the other hand; `size` is suits and length, by default of a mirror deal."""
    suits, length = size or size_of(places)
    if size is None and is_mirror(suits + suits % 2, length, places):
        suits += suits % 2  # the hand has the first suit of a pair only; its mirror has the second
    rest = [k for k in cards_of(suits, length) if places[k] == NOWHERE]
    if rest and size is None and not is_mirror(suits, length, places):
        hand = cards_text([k for k in cards_of(suits, length) if places[k] != NOWHERE])
        raise ValueError(
            "only one hand is named, and no mirror of it gives the other; name both hands: with "
            f"suits={suits} and length={length} it would be {hand}/{cards_text(rest)}/-"
        )
    full = list(places)
    for k in rest:
        full[k] = OTHERS
    return full


def is_mirror(suits: int, length: int, places: Sequence[int]) -> bool:
    """Whether the placed cards are one hand of a mirror deal: exactly one card of each pair of twins."""
    if suits % 2 == 1:
        return False
    firsts = [k for k in cards_of(suits, length) if suit(k) % 2 == 0]
    return all((places[k] == NOWHERE) != (places[k + 1] == NOWHERE) for k in firsts)


def options_brought(places: Sequence[int]) -> dict[str, str | int]:
    """Return the options that a position sets: the way of dealing, and the size."""
    suits, length = size_of(places)
    return {"deal": "given", "suits": suits, "length": length} if any(places) else {}


def write_position(places: Sequence[int]) -> str:
    """Return the text that :func:`read_position` reads; cards from high to low, the top card last."""
    parts = []
    for where in (MOVERS, OTHERS, TABLE):
        cards = [k for k in range(KINDS) if places[k] == where]
        cards.sort(key=lambda k: (k + 1 == places[TOP], suit(k), -k))
        parts.append(cards_text(cards))
    return "/".join(parts) + ("+" if places[BEATEN] else "") if any(places) else NO_POSITION


def places_of(v: State) -> list[int]:
    """Return where every card is, as :func:`read_position` does, without the top card."""
    places = [NOWHERE] * PLACES
    for k in range(KINDS):
        if v.hand[v.player, k] or v.hand[1 - v.player, k]:
            places[k] = MOVERS if v.hand[v.player, k] else OTHERS
    for i in range(1, cards_in(v.table) + 1):
        places[v.table[i]] = TABLE
    return places


def position_text(v: State) -> str:
    """Return the text of a position; the hand of the player to move comes first."""
    places = places_of(v)
    if cards_in(v.table):
        places[TOP], places[BEATEN] = top(v) + 1, v.leads
    return write_position(places)


OPTIONS = (
    whole("suits", 2, 1, SUITS, "suits in play: spades, hearts, clubs, diamonds"),
    whole("length", USUAL_SUIT, 2, RANKS, "cards in a suit"),
    choice("deal", ("mirror", "random", "equal", "given"), "how the hands are dealt"),
    choice(
        "draw",
        ("threefold", "never"),
        "a draw when a hand leads to an empty table for the third time, or never",
    ),
    choice("trumps", ("none", "own"), "no trumps, or a trump suit for each player"),
    text("position", NO_POSITION, PLACES, read_position, write_position, POSITION_WORDS, options_brought),
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
    number("leads", EVERYBODY, "1 when the player to move leads, 0 when they beat or eat"),
    number("plies", EVERYBODY, "turns so far; beating and then leading is one turn"),
    number("eaten", EVERYBODY, "times the player has eaten", per_seat=True, label="times eaten"),
    number("drawn", EVERYBODY, "1 when the game has ended as a draw"),
    number("notes", EVERYBODY, "hands noted for draws by repetition"),
    number("noted", EVERYBODY, "the hands that led to an empty table, a bit for each card", length=CELLS),
)

EATEN, DRAWN, PLIES = range(3)  # the measures by number
MEASURES = (
    Measure("eaten", "times the player has eaten"),
    Measure("drawn", "the game is a draw", share=True),
    Measure("plies", "turns; beating and then leading is one turn", per_game=True),
)


def action_text(v: State, a: int) -> str:
    """Words for an action: ``lead s2``, ``beat with s2``, ``eat``."""
    if a == EAT:
        return "eat"
    return f"{'lead' if v.leads == 1 else 'beat with'} {card_text(a)}"


def refuse(options: Mapping[str, Any], seats: int) -> str:
    """Say why these options do not go together; empty when they do."""
    suits = options["suits"]
    if options["deal"] == MIRROR and suits % 2 == 1:
        return (
            f"deal=mirror needs pairs of suits, and suits is {suits}; choose suits=2, suits=4 or another deal"
        )
    if options["trumps"] == OWN and suits == 1:
        return "trumps=own needs a suit for each player, and suits is 1; choose suits=2 or more"
    if (options["deal"] == GIVEN) != any(options["position"]):
        return f"deal=given and a position, such as {EXAMPLE}, belong together; set both or neither"
    return misfit(suits, options["length"], options["position"]) if options["deal"] == GIVEN else ""


def start(s: State) -> None:
    """Deal, or set up the position; the first player leads if the table is empty."""
    s.player = 0
    s.leads = 1
    if s.deal == MIRROR:
        deal_mirror(s)
    elif s.deal == RANDOM:
        deal_random(s)
    elif s.deal == EQUAL:
        deal_equal(s)
    else:
        set_up(s)
    if s.draw == THREEFOLD and cards_in(s.table) == 0:
        note(s)


def deal_to(s: State, p: int, k: int) -> None:
    """Give card `k` to seat `p`."""
    s.hand[p, k] = 1
    s.size[p] += 1


def card(s: State, i: int) -> int:
    """Return card number `i` of those in play, rank by rank."""
    return (lowest(s.length) + i // s.suits) * SUITS + i % s.suits


def deal_mirror(s: State) -> None:
    """Deal one card of each pair of twins by a coin toss, and the other one to the other player."""
    for i in range(0, s.suits * s.length, 2):
        p = below(s, SEATS)
        deal_to(s, p, card(s, i))
        deal_to(s, 1 - p, card(s, i + 1))


def deal_random(s: State) -> None:
    """Deal each card by a coin toss; an empty hand then gets a random card from the other one."""
    for i in range(s.suits * s.length):
        deal_to(s, below(s, SEATS), card(s, i))
    for p in range(SEATS):
        if s.size[p] == 0:
            k = card(s, below(s, s.suits * s.length))
            s.hand[1 - p, k] = 0
            s.size[1 - p] -= 1
            deal_to(s, p, k)


def deal_equal(s: State) -> None:
    """Deal hands of equal size, all deals equally likely; an odd card goes to the first player."""
    cards = s.suits * s.length
    for i in range(cards):
        wanted = (cards + 1) // 2 - s.size[0]
        p = 0 if below(s, cards - i) < wanted else 1
        deal_to(s, p, card(s, i))


def set_up(s: State) -> None:
    """Set up the position of the option ``position``."""
    for k in range(KINDS):
        if s.position[k] == MOVERS or s.position[k] == OTHERS:
            deal_to(s, 0 if s.position[k] == MOVERS else 1, k)
        elif s.position[k] == TABLE and k != s.position[TOP] - 1:
            put(s.table, k)
    if s.position[TOP] > 0:
        put(s.table, s.position[TOP] - 1)
        s.leads = s.position[BEATEN]


def top(s: State) -> int:
    """Return the top card of a table that is not empty."""
    k: int = s.table[cards_in(s.table)]
    return k


def beats(s: State, p: int, k: int, other: int) -> bool:
    """Whether card `k` in the hand of seat `p` beats another card."""
    if suit(k) == suit(other):
        return k > other
    return s.trumps == OWN and suit(k) == p


def legal(s: State, a: int) -> bool:
    """Whether action `a` is legal: leading any card, or beating the top card, or eating."""
    if a == EAT:
        return s.leads == 0
    if s.hand[s.player, a] == 0:
        return False
    return s.leads == 1 or beats(s, s.player, a, top(s))


def why(v: State, a: int) -> str:
    """Say why action `a` is not legal; empty when it is legal."""
    if legal(v, a):
        return ""
    if a == EAT:
        return "you cannot eat now; lead a card"
    if v.hand[v.player, a] == 0:
        return f"{card_text(a)} is not in your hand"
    return f"{card_text(a)} does not beat {card_text(top(v))}"


def apply(s: State, a: int) -> None:
    """Lead, beat or eat; whoever beats then leads."""
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
    """End a turn; the other player leads (`leads` 1), or beats or eats (0)."""
    s.player = 1 - s.player
    s.leads = leads
    s.plies += 1


def eat(s: State) -> None:
    """Move every card on the table into the hand of the player to move; the other player leads."""
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
    """End the game without a winner."""
    s.over = 1
    s.drawn = 1


def note(s: State) -> None:
    """Note the hand that leads to an empty table; the other hand has all other cards."""
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
    """Count how often the last noted hand has been noted, this time included."""
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
    """1 for seat `p` with an empty hand, -1 if the other hand is empty, 0 for a draw."""
    if s.size[p] == 0:
        return 1
    return -1 if s.size[1 - p] == 0 else 0


def measure(s: State, p: int, m: int) -> int:
    """Return measure number `m` for seat `p` at the end of the game."""
    if m == EATEN:
        return s.eaten[p]
    return s.drawn if m == DRAWN else s.plies


def scene(v: State) -> Picture:
    """Describe the decision, the trumps and an imminent draw; hide fields that only the rules need."""
    quiet = ("size", "leads", "plies", "drawn", "notes", "noted")
    says = []
    if v.over:
        says += draw_text(v)
    elif v.trumps == OWN:
        mine, theirs = (f"{SUIT_WORDS[p]}s" for p in (v.me, 1 - v.me))
        says.append(f"Your trumps are {mine}, theirs are {theirs}.")
    if v.over or v.player != v.me:
        pass
    elif v.leads == 1:
        says += lead_text(v)
    else:
        says.append(answer_text(v))
    return Picture(says=tuple(says), quiet=quiet, touches={EAT: "table"})


def lead_text(v: State) -> list[str]:
    """Say what the player who leads may do."""
    if cards_in(v.table):
        return [f"{card_text(top(v))} is beaten. Lead any card."]
    if v.draw == THREEFOLD and times_noted(v) == REPETITIONS - 1:
        return ["You lead this hand to an empty table for the second time. The third time is a draw."]
    return ["Lead any card."]


def answer_text(v: State) -> str:
    """Say how the top card can be beaten."""
    k, n = top(v), cards_in(v.table)
    trump = " or a trump" if v.trumps == OWN and suit(k) != v.player else ""
    return f"Beat {card_text(k)} with a higher {SUIT_WORDS[suit(k)]}{trump}, or eat {n} card{'s' * (n != 1)}."


def draw_text(v: State) -> list[str]:
    """Say why the game is a draw; nothing if it is not a draw."""
    is_repeated = v.draw == THREEFOLD and times_noted(v) == REPETITIONS
    return [f"A draw {'by repetition' if is_repeated else f'after {LONGEST} decisions'}."] if v.drawn else []


def position_key(s: State) -> tuple[int, ...]:
    """Return all that matters for the rest of the game: the player to act, the trumps, and every card."""
    seat = s.player if s.trumps == OWN else 0
    return (s.leads, seat, *places_of(s)[:KINDS], 0 if s.leads else top(s) + 1)


def lean(s: State, a: int) -> int:
    """Weigh actions as a sensible player does: low cards go first, and eating is the last resort."""
    return 1 << (6 if a == EAT else 14 - (rank(a) - lowest(s.length)) * 13 // s.length)
