"""Four-Cell for two: plays the last turns perfectly, and ``maximin-column`` before.

When the stock is empty, whatever is neither in the own hand nor open on the table is in the other hand. What
is left is a game of stages, each a matrix of the cards that the two can disclose, and who collects the lower
value takes the best rotation: it is solved backwards for the difference of the scores, whatever the objective
says, and the card is drawn from the best mixture. All stages are gone through, with two cards each by formula
and with more by the simplex method, in floating point.
"""

from typing import Any

from upcard.rules.crosses import CARDS, HAND
from upcard.rules.four_cell import CELLS, LEAVE, LEFT, NONE, OPTIONAL, ROTATE, TURNS, column, value
from upcard.strategies.kit import Parameter, State, Strategy, below, fractions, memory
from upcard.strategies.maximin_column import choose as before_the_end
from upcard.strategies.mixture import ROOM, solve_square

STRATEGY = Strategy(
    name="endgame",
    games=("four-cell",),
    words="plays the last turns of two perfectly, when both know all cards; before as maximin-column",
    source="L. S. Shapley, Stochastic games, 1953: backwards, a matrix game at every stage",
    is_random=True,
    parameters=(
        Parameter("cards", 4, 1, HAND, "turns left from which on it is perfect; 6 take minutes", whole=True),
    ),
    quick="cards=2",
)

ODDS = 1 << 24
"""The mixture is drawn in parts of that."""

# A frame of whole numbers: a stage with the same number of cards in both hands, and what is looked at there.
# First the pair of cards and the rotation that are tried, who rotates (1: S, who maximizes; -1: W; 0: nobody)
# and the gain at once; then the values on the crosses, and value and column of the cards of S and of W.
SIZE, MINE, OTHER, TURNED, SIGN, GAIN, CROSSES = 0, 1, 2, 3, 4, 5, 6
VALUES, COLUMNS = 14, 28
FRAME = 42
NO_TURN = 4  # a rotation is the number of a cross, or this

# A frame of fractions: of every pair of cards the least and the most that it may be worth, the best rotation
# so far, the best mixtures, and what the stage is worth at the least and at the most.
PAIRS = HAND * HAND
LOW, HIGH, BEST, ROW, COLUMN, WORTH, WIDE = (
    0,
    PAIRS,
    2 * PAIRS,
    2 * PAIRS + 2,
    2 * PAIRS + 9,
    2 * PAIRS + 16,
    116,
)
SCRATCH = WIDE * HAND
WHOLES, FRACTIONS = FRAME * HAND, SCRATCH + ROOM


def choose(v: State, cards: float) -> int:
    """A card of the best mixture or the best rotation; early in the game what ``maximin-column`` does."""
    n = TURNS - v.played
    if v.seats != 2 or n > cards or n > HAND:
        return before_the_end(v)
    m = memory(WHOLES)
    x = fractions(FRACTIONS)
    lay_out(v, m, n)
    if v.rotating == 1:
        return rotation(v, m, x, n)
    search(m, x, v.rotation)
    return drawn(v, x, n)


def lay_out(v: State, m: Any, n: int) -> int:
    """Put the position with `n` cards each into the first frame; the other hand is what is unseen."""
    m[SIZE] = n
    for i in range(2 * CELLS):
        m[CROSSES + i] = value(v, v.matrix[i])
    own = 0
    other = 0
    for k in range(CARDS):
        if v.hand[v.me, k] > 0:
            note_card(v, m, v.me * HAND + own, k)
            own += 1
        elif is_unseen(v, k):
            note_card(v, m, (1 - v.me) * HAND + other, k)
            other += 1
    return 0


def note_card(v: State, m: Any, place: int, k: int) -> int:
    """Note value and column of a card in the first frame."""
    m[VALUES + place] = value(v, k)
    m[COLUMNS + place] = column(k)
    return 0


def is_unseen(v: State, k: int) -> bool:
    """Whether a card lies neither on a cross nor in a pile."""
    for i in range(2 * CELLS):
        if v.matrix[i] == k:
            return False
    for p in range(v.seats):
        for i in range(v.pile[p, 0]):
            if v.pile[p, i + 1] == k:
                return False
    return True


def drawn(v: State, x: Any, n: int) -> int:
    """A card of the own hand by lot, as likely as the mixture of the first frame says."""
    first = ROW if v.me == 0 else COLUMN
    lot = below(v, ODDS)
    total = 0.0
    own = 0
    last = -1
    for k in range(CARDS):
        if v.hand[v.me, k] > 0:
            total += x[first + own]
            if x[first + own] > 0:
                last = k
                if lot < total * ODDS:
                    return k
            own += 1
    return last


def rotation(v: State, m: Any, x: Any, n: int) -> int:
    """The best rotation, none of equals; each is tried on the first frame."""
    best = -1
    most = 0.0
    for a in range(LEAVE, ROTATE - 1, -1):
        if a != LEAVE or v.rotation == OPTIONAL:
            swap(m, 0, a - ROTATE)
            worth = value_now(m, x, v.rotation, n)
            swap(m, 0, a - ROTATE)
            worth = worth if v.me == 0 else -worth
            if best < 0 or worth > most:
                best = a
                most = worth
    return best


def value_now(m: Any, x: Any, rule: int, n: int) -> float:
    """What the position in the first frame is worth to S."""
    if n == 1:
        return float(last_turn(m, 0))
    search(m, x, rule)
    worth: float = x[WORTH]
    return worth


# ---- stages ----


def search(m: Any, x: Any, rule: int) -> int:
    """Solve the stage in the first frame, of two cards or more; leave mixtures and worth in its fractions.

    Parameters
    ----------
    m : table of ``WHOLES`` whole numbers
        The stage; frames behind the first are scratch. Modified in place.
    x : table of ``FRACTIONS`` fractions
        Modified in place. In the first frame ``ROW`` and ``COLUMN`` are the mixtures of S and W, and from
        ``WORTH`` stand the least and the most that S gains, but for rounding.
    rule : int
        The option ``rotation``.
    """
    d = 0
    begin(m, 0, rule)
    while True:
        f = d * FRAME
        if m[f + MINE] == m[f + SIZE]:
            settle(m, x, d)
            if d == 0:
                return 0
            d -= 1
            take(m, x, d, x[(d + 1) * WIDE + WORTH], x[(d + 1) * WIDE + WORTH + 1], rule)
        else:
            lay(m, d)
            size = m[f + SIZE] - 1
            if size > 2:
                d += 1
                begin(m, d, rule)
            else:
                worth = float(last_turn(m, f + FRAME)) if size == 1 else last_two(m, f + FRAME, rule)
                take(m, x, d, worth, worth, rule)


def begin(m: Any, d: int, rule: int) -> int:
    """Begin with the first pair of cards of a frame."""
    m[d * FRAME + MINE] = 0
    m[d * FRAME + OTHER] = 0
    return begin_pair(m, d, rule)


def begin_pair(m: Any, d: int, rule: int) -> int:
    """What a pair of cards gains at once, and who may rotate after it."""
    f = d * FRAME
    cell = meet(m[f + COLUMNS + m[f + MINE]], m[f + COLUMNS + HAND + m[f + OTHER]])
    gain = m[f + CROSSES + 2 * cell] - m[f + CROSSES + 2 * cell + 1]
    m[f + GAIN] = gain
    m[f + SIGN] = 0
    if rule != NONE and gain != 0:
        m[f + SIGN] = 1 if gain < 0 else -1
    m[f + TURNED] = NO_TURN if m[f + SIGN] == 0 or rule == OPTIONAL else NO_TURN - 1
    return 0


def meet(c: int, d: int) -> int:
    """The cell in which column `c` of S meets column `d` of W."""
    return 1 - d if c == LEFT else 2 + d


def lay(m: Any, d: int) -> int:
    """Lay the next frame: the stage after the pair of cards and the rotation that are tried."""
    f = d * FRAME
    g = f + FRAME
    n = m[f + SIZE]
    m[g + SIZE] = n - 1
    for i in range(2 * CELLS):
        m[g + CROSSES + i] = m[f + CROSSES + i]
    cell = meet(m[f + COLUMNS + m[f + MINE]], m[f + COLUMNS + HAND + m[f + OTHER]])
    m[g + CROSSES + 2 * cell] = m[f + VALUES + m[f + MINE]]
    m[g + CROSSES + 2 * cell + 1] = m[f + VALUES + HAND + m[f + OTHER]]
    swap(m, g, m[f + TURNED])
    for p in range(2):
        gone = m[f + MINE + p]
        for i in range(n - 1):
            j = i if i < gone else i + 1
            m[g + VALUES + p * HAND + i] = m[f + VALUES + p * HAND + j]
            m[g + COLUMNS + p * HAND + i] = m[f + COLUMNS + p * HAND + j]
    return 0


def swap(m: Any, f: int, cell: int) -> int:
    """Turn a cross of the frame at `f`; none for ``NO_TURN``."""
    if cell != NO_TURN:
        kept = m[f + CROSSES + 2 * cell]
        m[f + CROSSES + 2 * cell] = m[f + CROSSES + 2 * cell + 1]
        m[f + CROSSES + 2 * cell + 1] = kept
    return 0


def take(m: Any, x: Any, d: int, low: float, high: float, rule: int) -> int:
    """Take in what a rotation leads to; after the last one note the pair of cards, and go on to the next."""
    f = d * FRAME
    b = d * WIDE + BEST
    is_first = m[f + TURNED] == NO_TURN or (rule != OPTIONAL and m[f + TURNED] == NO_TURN - 1)
    if is_first or low * m[f + SIGN] > x[b] * m[f + SIGN]:
        x[b] = low
    if is_first or high * m[f + SIGN] > x[b + 1] * m[f + SIGN]:
        x[b + 1] = high
    m[f + TURNED] -= 1
    if m[f + SIGN] != 0 and m[f + TURNED] >= 0:
        return 0
    pair = m[f + MINE] * HAND + m[f + OTHER]
    x[d * WIDE + LOW + pair] = x[b] + m[f + GAIN]
    x[d * WIDE + HIGH + pair] = x[b + 1] + m[f + GAIN]
    m[f + OTHER] += 1
    if m[f + OTHER] == m[f + SIZE]:
        m[f + OTHER] = 0
        m[f + MINE] += 1
    if m[f + MINE] < m[f + SIZE]:
        begin_pair(m, d, rule)
    return 0


def settle(m: Any, x: Any, d: int) -> int:
    """Solve the matrix of a frame; its worth are what the mixtures are sure of."""
    f = d * WIDE
    n = m[d * FRAME + SIZE]
    solve_square(x, f + LOW, HAND, n, f + ROW, f + COLUMN, SCRATCH)
    for k in range(n):
        low = 0.0
        high = 0.0
        for i in range(n):
            low += x[f + ROW + i] * x[f + LOW + i * HAND + k]
            high += x[f + COLUMN + i] * x[f + HIGH + k * HAND + i]
        if k == 0 or low < x[f + WORTH]:
            x[f + WORTH] = low
        if k == 0 or high > x[f + WORTH + 1]:
            x[f + WORTH + 1] = high
    return 0


def last_turn(m: Any, f: int) -> int:
    """What S gains by the last card of each."""
    cell = meet(m[f + COLUMNS], m[f + COLUMNS + HAND])
    gain: int = m[f + CROSSES + 2 * cell] - m[f + CROSSES + 2 * cell + 1]
    return gain


def last_two(m: Any, f: int, rule: int) -> float:
    """What S gains by the last two cards of each; the rotation between them can only turn the last cross."""
    a = float(two_gains(m, f, rule, 0, 0))
    b = float(two_gains(m, f, rule, 0, 1))
    c = float(two_gains(m, f, rule, 1, 0))
    d = float(two_gains(m, f, rule, 1, 1))
    low = max(min(a, b), min(c, d))
    high = min(max(a, c), max(b, d))
    return low if low >= high else (a * d - b * c) / (a + d - b - c)


def two_gains(m: Any, f: int, rule: int, i: int, j: int) -> int:
    """What S gains if cards `i` and `j` of two are disclosed first."""
    cell = meet(m[f + COLUMNS + i], m[f + COLUMNS + HAND + j])
    then = meet(m[f + COLUMNS + 1 - i], m[f + COLUMNS + HAND + 1 - j])
    gain: int = m[f + CROSSES + 2 * cell] - m[f + CROSSES + 2 * cell + 1]
    more: int = m[f + CROSSES + 2 * then] - m[f + CROSSES + 2 * then + 1]
    if cell == then:
        more = m[f + VALUES + i] - m[f + VALUES + HAND + j]
    if rule != NONE and gain != 0:
        more = abs(more) if gain < 0 else -abs(more)
    return gain + more
