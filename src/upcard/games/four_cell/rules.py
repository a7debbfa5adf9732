"""Four-Cell, a card game about the four-cell matrix of game theory.

An ace is worth 1, a number card its number, a jack, queen or king 10. Red cards count against you. Spades and
hearts pick a left column, clubs and diamonds a right one. Two players sit at the south (S) and the west (W)
of the table, four players all around it (S, W, N, E). Everyone gets seven cards. Between the players lie four
crosses of two open cards, in the cells SW, NW, NE and SE of a square. One card of a cross lies north to south
and belongs to S and N, the other lies west to east and belongs to W and E. The other cards are the stock.

In a turn two neighbours each choose a card, and both are shown together. The suit of your card picks one of
your columns, as you see them from your side:

- S: left SW and NW, right NE and SE
- W: left NW and NE, right SE and SW
- N: left NE and SE, right SW and NW
- E: left SE and SW, right NW and NE

The two columns meet in one cell. Both players take the card there that belongs to them, and the two cards
just played form the new cross, each on its player's axis. With two players, the one who took the lower card
may then turn any cross by 90 degrees, so that its two cards change owners; after a tie nobody may. Then both
draw a card while there is a stock. Four players take turns in pairs, S with W and N with E.

After 22 turns, all hands are empty. Your score is the sum of the cards you took; cards still on the table do
not count. The highest score wins. Counting is quick: a negative card cancels a positive card of the same
value. With two players, seven turns are left when the stock is empty. Then you can work out all cards: a card
that is neither in your hand nor open, on the table or taken, is in the other hand.

Variants: courts count 11, 12 and 13; a rotation is compulsory, or nobody rotates (the first format of the
game); four players play S-W, W-N, N-E, E-S in turn; the score is the difference from the other players' sums;
two players play only an endgame, with up to seven cards each, four crosses and no stock.

Source: Terje (University of Oslo), on a card game that teaches the four-cell matrix.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from upcard.kit.cards import (
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    Header,
    Measure,
    Moment,
    Picture,
    Place,
    State,
    Transfer,
    cards_in,
    choice,
    counts,
    draw,
    number,
    put,
    row,
    slot,
    text,
)

RANKS, CARDS, HAND = 13, 52, 7
SUITS = "SHCD"
SIDE_NAMES = "SWNE"
SIDE_WORDS = ("South", "West", "North", "East")
CELL_NAMES = ("SW", "NW", "NE", "SE")
RANK_NAMES = ("A", *(str(r) for r in range(2, 11)), "J", "Q", "K")

NO_POSITION = "none"
ENDGAME_PLAYERS = 2
CROSSES = ENDGAME_PLAYERS * HAND
ROTATES = CROSSES + 2 * len(CELL_NAMES)
PLACES = ROTATES + 1
"""Cells of a position: both hands with room for seven cards each, then from ``CROSSES`` on the crosses, then
the player who may rotate one. Players and cards count from 1; 0 is nothing."""

FORM = "HAND/HAND/SW/NW/NE/SE, hands of S and W, then the crosses with the north-south card first"

TURNS = 22
SIDES = CELLS = 4  # sides S, W, N, E and cells SW, NW, NE, SE, both clockwise
LEFT, RIGHT = 0, 1
ROTATE, LEAVE = CARDS, CARDS + CELLS  # actions 0..51: disclose that card; 52..55: rotate a cross
ACTIONS = LEAVE + 1
NO_CELL = -1

GAME = Header(
    name="four-cell",
    title="Four-Cell",
    players=(2, 4),
    usual=2,
    zero_sum=False,
    perfect_information=False,
    longest=2 * TURNS + TURNS - 1,  # a rotation after every turn but the last
    payoffs=(-520, 520),  # four players, difference, courts 11-12-13: 3 * 118 for the best cards, 166 against
    version=1,
    source="Terje (University of Oslo), on a card game that teaches the four-cell matrix",
    sizes=(2, 4),
    goal="Collect black cards and avoid red ones: the highest sum after 22 turns wins.",
    personal_best=("objective", "own"),
)

HIGH = 1
OPTIONAL, COMPULSORY, NONE = 0, 1, 2
MAY = {OPTIONAL: "may", COMPULSORY: "must"}
FIXED, REVOLVING = 0, 1
OWN, DIFFERENCE = 0, 1


# ---- cards and positions as text ----


def card_text(k: int) -> str:
    """Return the name of a card, its rank and suit: ``AS``, ``10H``, ``KD``."""
    return RANK_NAMES[k % RANKS] + SUITS[k // RANKS]


CARD_NAMES = {card_text(k): k for k in range(CARDS)}


def read_position(written: str) -> list[int]:
    """Return the cells of a position written as ``AS.2C/3H.4D/5S.6H/7C.8D/9S.9H/2H.2D/W``.

    Raises
    ------
    ValueError
        If the text is not a position; the message says what is wrong.
    """
    if written.lower() == NO_POSITION:
        return [0] * PLACES
    parts = written.upper().split("/")
    rotates = parts.pop() if len(parts) == len(CELL_NAMES) + ENDGAME_PLAYERS + 1 else ""
    if len(parts) != len(CELL_NAMES) + ENDGAME_PLAYERS or rotates not in ("", *SIDE_NAMES[:ENDGAME_PLAYERS]):
        raise ValueError(f"expected {FORM}, and /S or /W at the end if that player may rotate a cross now")
    hands, crosses = (
        [_cards(x) for x in side] for side in (parts[:ENDGAME_PLAYERS], parts[ENDGAME_PLAYERS:])
    )
    _check_sizes(hands, crosses)
    places = [0] * PLACES
    for p, cards in enumerate(hands):
        places[p * HAND : p * HAND + len(cards)] = sorted(k + 1 for k in cards)
    places[CROSSES:ROTATES] = [k + 1 for cross in crosses for k in cross]
    named = [k for k in places if k]
    for k in named:
        if named.count(k) > 1:
            raise ValueError(f"{card_text(k - 1)} is named twice; name every card once")
    places[ROTATES] = SIDE_NAMES.index(rotates) + 1 if rotates else 0
    return places


def _cards(part: str) -> list[int]:
    for word in part.split("."):
        if word not in CARD_NAMES:
            raise ValueError(f"{word!r} is not a card; expected a rank and a suit of {SUITS}, such as 10H")
    return [CARD_NAMES[word] for word in part.split(".")]


def _check_sizes(hands: Sequence[Sequence[int]], crosses: Sequence[Sequence[int]]) -> None:
    first, second = map(len, hands)
    if first != second or first > HAND:
        raise ValueError(
            f"the hands have {first} and {second} cards; expected the same number in both, 1 to {HAND}"
        )
    for name, cross in zip(CELL_NAMES, crosses, strict=True):
        if len(cross) != 2:
            raise ValueError(
                f"the cross {name} has {len(cross)} cards; expected 2, the north-south one first"
            )


def write_position(places: Sequence[int]) -> str:
    """Return the text of a position, the inverse of :func:`read_position`."""
    if not any(places):
        return NO_POSITION
    hands = [[x for x in places[p * HAND : (p + 1) * HAND] if x] for p in range(ENDGAME_PLAYERS)]
    crosses = [places[i : i + 2] for i in range(CROSSES, ROTATES, 2)]
    parts = [".".join(card_text(x - 1) for x in cards) for cards in (*hands, *crosses)]
    return "/".join(parts) + (f"/{SIDE_NAMES[places[ROTATES] - 1]}" if places[ROTATES] else "")


def position_text(s: State) -> str:
    """Return the text of an endgame of two players, with no stock and no card disclosed."""
    places = [0] * PLACES
    for p in range(ENDGAME_PLAYERS):
        held = [k + 1 for k in range(CARDS) if s.hand[p, k] > 0]
        places[p * HAND : p * HAND + len(held)] = held
    places[CROSSES:ROTATES] = [k + 1 for k in s.matrix]
    places[ROTATES] = s.player + 1 if s.rotating else 0
    return write_position(places)


OPTIONS = (
    choice("courts", ("10", "11-12-13"), "value of jack, queen and king"),
    choice(
        "rotation",
        ("optional", "compulsory", "none"),
        "two players: whoever took the lower card may, must or cannot rotate",
    ),
    choice("pairs", ("fixed", "revolving"), "four players: S-W and N-E in turn, or S-W, W-N, N-E, E-S"),
    choice(
        "objective", ("own", "difference"), "score: your sum, or its difference from every other player's sum"
    ),
    text(
        "position",
        NO_POSITION,
        PLACES,
        read_position,
        write_position,
        "an endgame of two players to start from",
    ),
)
PRESETS = {"first-format": {"rotation": "none"}}

STATE = (
    counts("hand", OWNER, CARDS, "the cards in hand"),
    slot("disclosed", OWNER, "the card chosen, while it lies face down"),
    slot("matrix", EVERYBODY, "the crosses SW, NW, NE, SE: north-south card, west-east card", 2 * CELLS),
    row("pile", EVERYBODY, TURNS, "the cards collected", per_seat=True),
    row("stock", NOBODY, CARDS, "the face-down stock"),
    number("held", EVERYBODY, "how many cards a hand holds", per_seat=True, label="cards"),
    number("points", EVERYBODY, "the sum of the cards collected", per_seat=True),
    number("rotations", EVERYBODY, "crosses rotated", per_seat=True),
    number("played", EVERYBODY, "turns played, of 22", label="turn"),
    number("first", EVERYBODY, "the player who chooses first in this turn, from 0 for S"),
    number("cell", EVERYBODY, "the cell of the last turn, from 0 for SW; -1 before the first turn"),
    number("rotating", EVERYBODY, "1 while a cross may be rotated"),
)

POINTS, ROTATIONS = range(2)  # the measures by number
MEASURES = (
    Measure("points", "the sum of the cards collected"),
    Measure("rotations", "crosses rotated"),
)


def action_text(v: State, a: int) -> str:
    """Return the words for an action: ``play 10H``, ``rotate NE``, ``don't rotate``."""
    if a < ROTATE:
        return f"play {card_text(a)}"
    return "don't rotate" if a == LEAVE else f"rotate {CELL_NAMES[a - ROTATE]}"


ALIASES = {k: (f"disclose {card_text(k)}".lower(),) for k in range(CARDS)} | {LEAVE: ("no rotation",)}


# ---- cards ----


def value(s: State, k: int) -> int:
    """Return the value of card `k`: positive for black cards, negative for red ones."""
    worth = k % RANKS + 1
    if worth > 10 and s.courts != HIGH:
        worth = 10
    is_red = k // RANKS % 2 == 1
    return -worth if is_red else worth


def column(k: int) -> int:
    """Return the column that card `k` picks: ``LEFT`` for spades and hearts, else ``RIGHT``."""
    return k // (2 * RANKS)


# ---- seats and cells ----


def neighbour(p: int) -> int:
    """Return the next side clockwise: W for S."""
    return (p + 1) % SIDES


def partner(s: State, p: int) -> int:
    """Return the seat that plays this turn with seat `p`."""
    return neighbour(s.first) if p == s.first else s.first


def is_in_column(cell: int, p: int, c: int) -> bool:
    """Whether a cell is in column `c` of side `p`: clockwise from cell `p`, two are left, then two right."""
    return (cell + SIDES - p) % SIDES // 2 == c


def meeting(p: int, c: int, q: int, d: int) -> int:
    """Return the cell where column `c` of side `p` meets column `d` of side `q`, a neighbour of `p`."""
    cell = 0
    while not (is_in_column(cell, p, c) and is_in_column(cell, q, d)):
        cell += 1
    return cell


def place(cell: int, p: int) -> int:
    """Return the index in ``matrix`` of side `p`'s card in a cell; opposite sides share it."""
    return 2 * cell + p % 2


def prize(s: State, p: int, cell: int) -> int:
    """Return the value that seat `p` collects when a cell is chosen."""
    return value(s, s.matrix[place(cell, p)])


# ---- the game ----


def refuse(options: Mapping[str, Any], seats: int) -> str:
    """Return why these options do not go together; empty if they do."""
    if not any(options["position"]):
        return ""
    if seats != 2:
        return f"position is an endgame of two players, and there are {seats}; leave it out"
    if options["position"][ROTATES] > 0 and options["rotation"] == NONE:
        return "position says who may rotate a cross, but rotation is none; change one of them"
    return ""


def start(s: State) -> None:
    """Deal the hands, then the crosses; or set up an endgame. S and W begin."""
    s.cell = NO_CELL
    s.first = 0
    s.player = 0
    if s.position[0] > 0:
        set_up(s)
        return
    for k in range(CARDS):
        put(s.stock, k)
    for p in range(s.seats):
        for _ in range(HAND):
            take_card(s, p)
    for i in range(2 * CELLS):
        s.matrix[i] = draw(s, s.stock)


def set_up(s: State) -> None:
    """Set up the option ``position``; each player has collected half of the cards that it does not name."""
    for i in range(2 * HAND):
        if s.position[i] > 0:
            s.hand[i // HAND, s.position[i] - 1] += 1
            s.held[i // HAND] += 1
    for i in range(2 * CELLS):
        s.matrix[i] = s.position[CROSSES + i] - 1
    for k in range(CARDS):
        named = 0
        for i in range(ROTATES):
            named += 1 if s.position[i] == k + 1 else 0
        if named == 0:
            put(s.pile[s.pile[0, 0] - s.pile[1, 0]], k)
    s.played = TURNS - s.held[0]
    if s.position[ROTATES] > 0:
        s.rotating = 1
        s.player = s.position[ROTATES] - 1


def take_card(s: State, p: int) -> None:
    """Let seat `p` draw a card, if there is one."""
    if cards_in(s.stock) > 0:
        s.hand[p, draw(s, s.stock)] += 1
        s.held[p] += 1


def legal(s: State, a: int) -> bool:
    """Whether the player whose turn it is may choose action `a`."""
    if s.rotating == 1:
        return a >= ROTATE and (a != LEAVE or s.rotation == OPTIONAL)
    return a < ROTATE and s.hand[s.player, a] > 0


def why(v: State, a: int) -> str:
    """Return why action `a` is not legal; empty if it is legal."""
    if legal(v, a):
        return ""
    if v.rotating == 1:
        return (
            "you must rotate a cross" if a == LEAVE else "a cross comes first: rotate one, or none if you may"
        )
    if a >= ROTATE:
        return "only whoever collected the lower card rotates a cross, right after the turn"
    return f"there is no {card_text(a)} in your hand"


def apply(s: State, a: int) -> None:
    """Disclose a card, face down until the other player has chosen; or rotate a cross, or none."""
    p = s.player
    if s.rotating == 1:
        if a != LEAVE:
            rotate(s, a - ROTATE)
            s.rotations[p] += 1
        end_turn(s)
        return
    s.hand[p, a] -= 1
    s.held[p] -= 1
    s.disclosed[p] = a
    if p == s.first:
        s.player = neighbour(p)
    else:
        open_cards(s)


def open_cards(s: State) -> None:
    """Turn up the two disclosed cards, collect the cards of their cell, and decide who may rotate."""
    p = s.first
    q = neighbour(p)
    s.cell = meeting(p, column(s.disclosed[p]), q, column(s.disclosed[q]))
    lead = prize(s, p, s.cell) - prize(s, q, s.cell)
    collect(s, p)
    collect(s, q)
    s.played += 1
    if s.played == TURNS:
        s.over = 1
    elif lead != 0 and s.seats == 2 and s.rotation != NONE:
        s.rotating = 1
        s.player = p if lead < 0 else q
    else:
        end_turn(s)


def collect(s: State, p: int) -> None:
    """Let seat `p` take its card from the chosen cell, and put the card it disclosed in its place."""
    i = place(s.cell, p)
    s.points[p] += value(s, s.matrix[i])
    put(s.pile[p], s.matrix[i])
    s.matrix[i] = s.disclosed[p]
    s.disclosed[p] = EMPTY


def rotate(s: State, cell: int) -> None:
    """Rotate a cross: its two cards change owners; otherwise all cards would stay on their axis."""
    card = s.matrix[2 * cell]
    s.matrix[2 * cell] = s.matrix[2 * cell + 1]
    s.matrix[2 * cell + 1] = card


def end_turn(s: State) -> None:
    """Let both players draw a card, then pass the turn to the next pair that has cards."""
    s.rotating = 0
    take_card(s, s.first)
    take_card(s, neighbour(s.first))
    if s.seats == SIDES:
        step = 2 if s.pairs == FIXED else 1
        s.first = (s.first + step) % SIDES
        while s.held[s.first] == 0 or s.held[neighbour(s.first)] == 0:
            s.first = (s.first + step) % SIDES
    s.player = s.first


def gain(s: State, p: int, cell: int) -> int:
    """Return the points that a cell adds to the score of seat `p`: a payoff of the four-cell matrix."""
    if s.objective == OWN:
        return prize(s, p, cell)
    return (s.seats - 1) * prize(s, p, cell) - prize(s, partner(s, p), cell)


def score(s: State, p: int) -> int:
    """Return the sum of seat `p`'s collected cards, or the total of its differences from the other sums."""
    if s.objective == OWN:
        return s.points[p]
    total = 0
    for q in range(s.seats):
        total += s.points[q]
    return s.seats * s.points[p] - total


def position_key(s: State) -> tuple[int, ...]:
    """Return all that the rest of the game depends on: the turn, the hands, the crosses, the stock."""
    hands = [s.hand[p, k] for p in range(s.seats) for k in range(CARDS)]
    crosses = [s.matrix[i] for i in range(2 * CELLS)]
    stage = (s.player, s.rotating, s.first, s.played, *(s.disclosed[p] for p in range(s.seats)))
    return (*stage, *hands, *crosses, *sorted(s.stock[i] for i in range(1, s.stock[0] + 1)))


def measure(s: State, p: int, m: int) -> int:
    """Return measure number `m` for seat `p` at the end of the game."""
    return s.points[p] if m == POINTS else s.rotations[p]


# ---- what is drawn ----


def scene(v: State) -> Picture:
    """Describe the crosses and their owners, the cells that the viewer's suits pick, and the decision."""
    axes = ("S", "W") if v.seats == 2 else ("SN", "WE")
    crosses = [Place(CELL_NAMES[i], (v.matrix[2 * i], v.matrix[2 * i + 1]), axes) for i in range(CELLS)]
    chosen = "" if v.cell == NO_CELL else f", last in {CELL_NAMES[v.cell]}"
    can_rotate = v.seats == 2 and v.rotation != NONE
    is_first = not v.over and v.disclosed[v.me] != EMPTY  # the second card is turned up at once
    return Picture(
        says=() if v.over else (columns_text(v.me), *turn_text(v)),
        quiet=("matrix", "first", "cell", "rotating", *(() if is_first else ("disclosed",))),
        shown={
            "rotations": [str(v.rotations[p]) if can_rotate else "" for p in range(v.seats)],
            "played": f"{min(v.played + 1, TURNS)} of {TURNS}{chosen}",
        },
        touches={ROTATE + i: CELL_NAMES[i] for i in range(CELLS)},
        board=((crosses[1], crosses[2]), (crosses[0], crosses[3])),
        badges={p: SIDE_WORDS[p] for p in range(v.seats)},
        sizes={"disclosed": [int(p == v.first) for p in range(v.seats)]} if is_first else {},
    )


def moment(before: State, after: State) -> Moment:
    """Describe the two chosen cards that were turned up and replace the cards of their cell."""
    if after.played == before.played:
        return Moment()
    p = before.first
    q = neighbour(p)
    cell = CELL_NAMES[after.cell]
    return Moment(
        (
            Transfer("disclosed", p, cell, None, p % 2),
            Transfer("hand", q, cell, None, q % 2),
        )
    )


def columns_text(p: int) -> str:
    """Return a sentence with the cells that the suits pick for side `p`."""
    left, right = (
        ", ".join(CELL_NAMES[i] for i in range(CELLS) if is_in_column(i, p, c)) for c in (LEFT, RIGHT)
    )
    return f"Spade, heart: left column ({left}). Club, diamond: right ({right})."


def turn_text(v: State) -> list[str]:
    """Return a sentence with the decision to make now."""
    other = f"Seat {partner(v, v.player) + 1}"
    if v.rotating == 1:
        if v.player != v.me:
            return [f"Seat {v.player + 1} took the lower card and {MAY[v.rotation]} rotate a cross."]
        return [f"You took the lower card, so you {MAY[v.rotation]} rotate a cross: its cards change owners."]
    if v.player != v.me:
        return ["You have played a card, face down."] if v.me == v.first else []
    if v.player == v.first:
        return [f"Play a card. {other} plays one too, and both are shown together."]
    return [f"{other} has played a card, face down. Play yours."]
