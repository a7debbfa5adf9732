"""Four-Cell, a card game about the four-cell matrix of game theory.

52 cards: an ace is worth 1, a number card its number, a court 10, and red cards count against you. Spades
and hearts stand for the left column, clubs and diamonds for the right one. Two players sit at the south (S)
and the west (W) of the table, four all around it (S, W, N, E), with seven cards each. Between them lie four
crosses of two open cards, in the cells SW, NW, NE, SE of a square. One card of a cross lies north to south
and belongs to S and N, the other lies west to east and belongs to W and E.

Two neighbours each disclose a card, both at the same time. Its suit picks a column of the square as its
owner sees it from his side:

- S: left SW and NW, right NE and SE
- W: left NW and NE, right SE and SW
- N: left NE and SE, right SW and NW
- E: left SE and SW, right NW and NE

The two columns meet in one cell. From there each of the two collects the card on his own axis, and the two
cards just played become the new cross, each on the axis of who played it. When there are two players, who
has collected the lower value may then rotate one cross, so that its cards change owners; after a tie nobody
does. Both draw a card while there is a stock. Four players play in pairs, S with W and N with E in turn.
After 22 turns all hands are empty. The score is the sum of the cards collected; the matrix does not count.

When the stock of two players is empty, seven turns are left, and both know all cards: what lies neither in
the own hand nor open on the table, collected cards included, is in the other hand. ``position`` lays such an
endgame down; cards that it does not name were collected before and count no more.

Where nobody rotates, the cards of an axis stay on it. The 4 dealt to it and the 22 that its players hold
and draw, 26 in all, are collected by its players, but for the 4 that lie on it at the end.

Source: Terje (University of Oslo), on a card game that teaches the four-cell matrix.
"""

from collections.abc import Mapping
from typing import Any

from upcard.games.four_cell.crosses import (
    CARDS,
    CELL_NAMES,
    CROSSES,
    HAND,
    NO_POSITION,
    PLACES,
    RANKS,
    ROTATES,
    SIDE_NAMES,
    card_text,
    read_position,
    write_position,
)
from upcard.kit.cards import (
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    Header,
    Measure,
    Picture,
    Place,
    State,
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
)

HIGH = 1
OPTIONAL, COMPULSORY, NONE = 0, 1, 2
FIXED, REVOLVING = 0, 1
OWN, DIFFERENCE = 0, 1

OPTIONS = (
    choice("courts", ("10", "11-12-13"), "what jack, queen and king are worth"),
    choice("rotation", ("optional", "compulsory", "none"), "two players: who got the lower value rotates"),
    choice("pairs", ("fixed", "revolving"), "four players: S-W, N-E in turn, or S-W, W-N, N-E, E-S"),
    choice("objective", ("own", "difference"), "score: the own sum, or its difference to each other player"),
    text("position", NO_POSITION, PLACES, read_position, write_position, "an endgame of two to begin with"),
)
PRESETS = {"first-format": {"rotation": "none"}}

STATE = (
    counts("hand", OWNER, CARDS, "the cards in hand"),
    slot("disclosed", OWNER, "the card played, while it lies face down"),
    slot("matrix", EVERYBODY, "the crosses SW, NW, NE, SE: north-south card, west-east card", 2 * CELLS),
    row("pile", EVERYBODY, TURNS, "the cards collected", per_seat=True),
    row("stock", NOBODY, CARDS, "the face-down stock"),
    number("held", EVERYBODY, "how many cards a hand holds", per_seat=True),
    number("points", EVERYBODY, "the sum of the cards collected", per_seat=True),
    number("rotations", EVERYBODY, "how often a seat has rotated a cross", per_seat=True),
    number("played", EVERYBODY, "turns played, of 22"),
    number("first", EVERYBODY, "who of the pair in turn chooses first, from 0"),
    number("cell", EVERYBODY, "the cell chosen last, from 0 for SW; -1 before the first"),
    number("rotating", EVERYBODY, "1 while a cross may be rotated"),
)

MEASURES = (
    Measure("points", "the sum of the cards collected"),
    Measure("rotations", "crosses rotated"),
)


def action_text(v: State, a: int) -> str:
    """The words for an action: ``disclose 10H``, ``rotate NE``, ``no rotation``."""
    if a < ROTATE:
        return f"disclose {card_text(a)}"
    return "no rotation" if a == LEAVE else f"rotate {CELL_NAMES[a - ROTATE]}"


# ---- cards ----


def value(s: State, k: int) -> int:
    """What card `k` is worth: black above 0, red below."""
    worth = k % RANKS + 1
    if worth > 10 and s.courts != HIGH:
        worth = 10
    is_red = k // RANKS % 2 == 1
    return -worth if is_red else worth


def column(k: int) -> int:
    """The column card `k` picks: ``LEFT`` for spades and hearts, ``RIGHT`` for clubs and diamonds."""
    return k // (2 * RANKS)


# ---- seats and cells ----


def neighbour(p: int) -> int:
    """The next side clockwise: W for S."""
    return (p + 1) % SIDES


def partner(s: State, p: int) -> int:
    """Whom seat `p` plays with in this turn."""
    return neighbour(s.first) if p == s.first else s.first


def is_in_column(cell: int, p: int, c: int) -> bool:
    """Whether a cell is in column `c` of side `p`: clockwise from cell `p`, two are left, then two right."""
    return (cell + SIDES - p) % SIDES // 2 == c


def meeting(p: int, c: int, q: int, d: int) -> int:
    """The cell in which column `c` of side `p` meets column `d` of its neighbour `q`, on either hand."""
    cell = 0
    while not (is_in_column(cell, p, c) and is_in_column(cell, q, d)):
        cell += 1
    return cell


def place(cell: int, p: int) -> int:
    """The place in the matrix of the card that side `p` gets from a cell; the sides of an axis share it."""
    return 2 * cell + p % 2


def prize(s: State, p: int, cell: int) -> int:
    """The value that seat `p` collects when a cell is chosen."""
    return value(s, s.matrix[place(cell, p)])


# ---- the game ----


def refuse(options: Mapping[str, Any], seats: int) -> str:
    """Why these options do not go together, as a sentence; empty when they do."""
    if not any(options["position"]):
        return ""
    if seats != 2:
        return f"position lays down an endgame of two players, and there are {seats}; leave it out"
    if options["position"][ROTATES] > 0 and options["rotation"] == NONE:
        return "position says who may rotate a cross, and rotation is none; change one of them"
    return ""


def start(s: State) -> None:
    """Deal the hands, then the crosses; S and W begin. Or lay an endgame down."""
    s.cell = NO_CELL
    s.first = 0
    s.player = 0
    if s.position[0] > 0:
        lay_down(s)
        return
    for k in range(CARDS):
        put(s.stock, k)
    for p in range(s.seats):
        for _ in range(HAND):
            take_card(s, p)
    for i in range(2 * CELLS):
        s.matrix[i] = draw(s, s.stock)


def lay_down(s: State) -> None:
    """The position of the option; both have collected as many of the cards that it does not name."""
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
    """Seat `p` draws a card, if there is one."""
    if cards_in(s.stock) > 0:
        s.hand[p, draw(s, s.stock)] += 1
        s.held[p] += 1


def legal(s: State, a: int) -> bool:
    """Whether the player whose turn it is may choose action `a`."""
    if s.rotating == 1:
        return a >= ROTATE and (a != LEAVE or s.rotation == OPTIONAL)
    return a < ROTATE and s.hand[s.player, a] > 0


def why(v: State, a: int) -> str:
    """Why action `a` is not legal, as a sentence; empty when it is."""
    if legal(v, a):
        return ""
    if v.rotating == 1:
        return (
            "the rotation is compulsory" if a == LEAVE else "a cross is to be rotated, not a card disclosed"
        )
    if a >= ROTATE:
        return "a cross is rotated after a turn, by who has collected the lower value"
    return f"there is no {card_text(a)} in your hand"


def apply(s: State, a: int) -> None:
    """Disclose a card, which stays hidden until the other one is chosen too; or rotate a cross, or none."""
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
    """The two disclosed cards choose a cell: collect from it, and see who may rotate."""
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
    """Seat `p` takes his card of the chosen cell; the one he has disclosed takes its place."""
    i = place(s.cell, p)
    s.points[p] += value(s, s.matrix[i])
    put(s.pile[p], s.matrix[i])
    s.matrix[i] = s.disclosed[p]
    s.disclosed[p] = EMPTY


def rotate(s: State, cell: int) -> None:
    """Turn a cross by 90 degrees: its two cards change owners."""
    card = s.matrix[2 * cell]
    s.matrix[2 * cell] = s.matrix[2 * cell + 1]
    s.matrix[2 * cell + 1] = card


def end_turn(s: State) -> None:
    """Both draw; then it is the turn of the next pair that has cards."""
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
    """What seat `p`'s score gains when he and his partner choose a cell: a payoff of the four-cell matrix."""
    if s.objective == OWN:
        return prize(s, p, cell)
    return (s.seats - 1) * prize(s, p, cell) - prize(s, partner(s, p), cell)


def score(s: State, p: int) -> int:
    """The sum of what seat `p` has collected, or all its differences to the other players' sums added up."""
    if s.objective == OWN:
        return s.points[p]
    total = 0
    for q in range(s.seats):
        total += s.points[q]
    return s.seats * s.points[p] - total


def position_key(s: State) -> tuple[int, ...]:
    """What the rest depends on: whose turn it is to do what, both hands, the crosses and the stock."""
    hands = [s.hand[p, k] for p in range(s.seats) for k in range(CARDS)]
    crosses = [s.matrix[i] for i in range(2 * CELLS)]
    stage = (s.player, s.rotating, s.first, s.played, *(s.disclosed[p] for p in range(s.seats)))
    return (*stage, *hands, *crosses, *sorted(s.stock[i] for i in range(1, s.stock[0] + 1)))


def measure(s: State, p: int, m: int) -> int:
    """Measure number `m` of ``MEASURES`` for seat `p` at the end of the game."""
    return s.points[p] if m == 0 else s.rotations[p]


# ---- what is drawn ----


def scene(v: State) -> Picture:
    """The crosses as they lie on the table, whose they are, what the looker's suits pick, and who plays."""
    axes = ("S", "W") if v.seats == 2 else ("SN", "WE")
    crosses = [Place(CELL_NAMES[i], (v.matrix[2 * i], v.matrix[2 * i + 1]), axes) for i in range(CELLS)]
    chosen = "" if v.cell == NO_CELL else f", last in {CELL_NAMES[v.cell]}"
    can_rotate = v.seats == 2 and v.rotation != NONE
    is_first = not v.over and v.disclosed[v.me] != EMPTY  # the second card is turned up at once
    return Picture(
        says=() if v.over else (columns_text(v.me), turn_text(v)),
        quiet=("matrix", "first", "cell", "rotating", *(() if is_first else ("disclosed",))),
        shown={
            "held": [f"{v.held[p]} at {SIDE_NAMES[p]}" for p in range(v.seats)],
            "rotations": [str(v.rotations[p]) if can_rotate else "" for p in range(v.seats)],
            "played": f"{v.played} of {TURNS} turns{chosen}",
        },
        touches={ROTATE + i: CELL_NAMES[i] for i in range(CELLS)},
        board=((crosses[1], crosses[2]), (crosses[0], crosses[3])),
        sizes={"disclosed": [int(p == v.first) for p in range(v.seats)]} if is_first else {},
    )


def columns_text(p: int) -> str:
    """Which cells the suits pick for side `p`."""
    left, right = (
        " or ".join(CELL_NAMES[i] for i in range(CELLS) if is_in_column(i, p, c)) for c in (LEFT, RIGHT)
    )
    return f"At {SIDE_NAMES[p]} spades, hearts pick {left}; clubs, diamonds {right}."


def turn_text(v: State) -> str:
    """What is to be decided now, as a sentence."""
    first, second = SIDE_NAMES[v.first], SIDE_NAMES[neighbour(v.first)]
    if v.rotating == 1:
        may = "may rotate" if v.rotation == OPTIONAL else "rotates"
        return f"{SIDE_NAMES[v.player]} {may} a cross, whose two cards then change owners."
    if v.player == v.first:
        return f"{first} and {second} disclose a card each, together."
    return f"{first} has chosen a card, which lies face down; {second} is next."
