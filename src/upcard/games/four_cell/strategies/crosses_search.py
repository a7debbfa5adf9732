"""The stages of a Four-Cell endgame in floating point, for strategies and solvers that solve many of them.

All stages that follow from the first one are solved: with two cards in each hand by a formula, with more by
the simplex method. Solved stages are stored while there is room, and reused only if all cards are the same.
The place of every card is set by the caller; cards are numbered from the crosses of the first stage to the
hands of S and W.
"""

from typing import Any

from upcard.games.four_cell.rules import CELLS, HAND, LEFT, NONE, OPTIONAL
from upcard.kit.matrix_mixtures import ROOM, solve_square

ON_CROSSES = 2 * CELLS
PLACES = ON_CROSSES + 2 * HAND
CODE = 32  # more than the number of places

# Table of whole numbers: value and column of every card, how many stages can be stored and how many were
# solved; then the frames, and finally the keys of the stored stages.
CARD_VALUES, CARD_COLUMNS, SLOTS, SOLVED, FRAMES = 0, PLACES, 2 * PLACES, 2 * PLACES + 1, 2 * PLACES + 2

# A frame is a stage with the same number of cards in both hands. Its cells: the pair of cards and the
# rotation that are tried now, who rotates (1: S, who maximizes; -1: W; 0: nobody), the gain of this turn, the
# key of the stage, and the cards on the crosses and in the hands.
SIZE, MINE, OTHER, TURNED, SIGN, GAIN, KEY, CROSSES, HANDS = 0, 1, 2, 3, 4, 5, 6, 7, 15
FRAME = HANDS + 2 * HAND
STORED = FRAMES + FRAME * HAND
NO_TURN, FRESH = 4, -1  # in place of the number of a cross: no rotation, and a pair that was not tried yet

# A frame of fractions: bounds of the value of every pair of cards, of the best rotation so far, the best
# mixtures, and bounds of the value of the stage.
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
STORED_WORTH = SCRATCH + ROOM


def slots(n: int) -> int:
    """Return how many stages to store with `n` cards in each hand: a prime number, or 1 to store none."""
    if n <= 4:
        return 509 if n == 4 else 1
    return 8191 if n == 5 else 131_071 if n == 6 else 4_194_301


def wholes(room: int) -> int:
    """Return the number of whole numbers that :func:`search` needs to store `room` stages."""
    return STORED + room


def widths(room: int) -> int:
    """Return the number of fractions that :func:`search` needs to store `room` stages."""
    return STORED_WORTH + 2 * room


def prepare(m: Any, n: int) -> int:
    """Set up the first frame of an empty table `m` with `n` cards in each hand, by their numbers."""
    m[SLOTS] = slots(n)
    m[FRAMES + SIZE] = n
    for i in range(ON_CROSSES):
        m[FRAMES + CROSSES + i] = i
    for i in range(2 * HAND):
        m[FRAMES + HANDS + i] = ON_CROSSES + i
    return 0


def value_now(m: Any, x: Any, rule: int) -> int:
    """Solve as :func:`search` does, or compute the result directly if each player has only one card."""
    if m[FRAMES + SIZE] > 1:
        return search(m, x, rule)
    x[WORTH] = float(last_turn(m, FRAMES))
    x[WORTH + 1] = x[WORTH]
    x[ROW] = 1.0
    x[COLUMN] = 1.0
    return 0


def search(m: Any, x: Any, rule: int) -> int:
    """Solve the stage in the first frame, with two or more cards in each hand.

    Parameters
    ----------
    m : table of ``wholes(slots(n))`` whole numbers
        The first stage as :func:`prepare` sets it up, and the cards; the other frames are scratch. Modified.
    x : table of ``widths(slots(n))`` fractions
        Modified in place. In the first frame, ``ROW`` and ``COLUMN`` become the mixtures of S and W, and
        ``WORTH`` and the next cell become the lower and upper bound of the gain of S, apart from rounding.
    rule : int
        The option ``rotation``.
    """
    d = 0
    renew(m, 0)
    while True:
        f = FRAMES + d * FRAME
        is_done = m[f + MINE] == m[f + SIZE]
        if is_done:
            settle(m, x, d)
            if d == 0:
                return 0
            store(m, x, d)
            d -= 1
        elif m[f + TURNED] == FRESH:
            begin(m, d, rule)
        else:
            set_up_next(m, d)
            is_done = is_known(m, x, d + 1, rule)
            if not is_done:
                d += 1
                renew(m, d)
        if is_done:
            take(m, x, d, rule)


def renew(m: Any, d: int) -> int:
    """Make the first pair of cards of a frame the next one to try."""
    f = FRAMES + d * FRAME
    m[f + MINE] = 0
    m[f + OTHER] = 0
    m[f + TURNED] = FRESH
    return 0


def is_known(m: Any, x: Any, d: int, rule: int) -> bool:
    """Whether the stage of a frame is solved by a formula or stored; then its bounds are written to `x`."""
    f = FRAMES + d * FRAME
    w = d * WIDE + WORTH
    if m[f + SIZE] > 2:
        slot = recall(m, f)
        if slot < 0:
            return False
        x[w] = x[STORED_WORTH + 2 * slot]
        x[w + 1] = x[STORED_WORTH + 2 * slot + 1]
    else:
        x[w] = float(last_turn(m, f)) if m[f + SIZE] == 1 else last_two(m, f, rule)
        x[w + 1] = x[w]
    return True


def recall(m: Any, f: int) -> int:
    """Write the key of a frame's stage; return the slot in which the stage is stored, or -1."""
    key = 1
    for i in range(ON_CROSSES):
        key = key * CODE + m[f + CROSSES + i]
    held = 0
    for p in range(2):
        for i in range(m[f + SIZE]):
            held |= 1 << (m[f + HANDS + p * HAND + i] - ON_CROSSES)
    m[f + KEY] = key * (1 << (2 * HAND)) + held
    slot: int = m[f + KEY] % m[SLOTS]
    return slot if m[STORED + slot] == m[f + KEY] else -1


def store(m: Any, x: Any, d: int) -> int:
    """Store the bounds of a frame's stage, in place of an older stage; return the slot."""
    key = m[FRAMES + d * FRAME + KEY]
    slot: int = key % m[SLOTS]
    m[STORED + slot] = key
    x[STORED_WORTH + 2 * slot] = x[d * WIDE + WORTH]
    x[STORED_WORTH + 2 * slot + 1] = x[d * WIDE + WORTH + 1]
    return slot


def begin(m: Any, d: int, rule: int) -> int:
    """Begin with the next pair of cards: write its gain in this turn, and who may rotate after it."""
    f = FRAMES + d * FRAME
    gain = gained(m, f, meet(m, f, m[f + MINE], m[f + OTHER]))
    m[f + GAIN] = gain
    m[f + SIGN] = 0
    if rule != NONE and gain != 0:
        m[f + SIGN] = 1 if gain < 0 else -1
    m[f + TURNED] = NO_TURN if m[f + SIGN] == 0 or rule == OPTIONAL else NO_TURN - 1
    return 0


def meet(m: Any, f: int, i: int, j: int) -> int:
    """Return the cell in which the columns of card `i` of S and card `j` of W meet."""
    c = m[CARD_COLUMNS + m[f + HANDS + i]]
    d: int = m[CARD_COLUMNS + m[f + HANDS + HAND + j]]
    return 1 - d if c == LEFT else 2 + d


def gained(m: Any, f: int, cell: int) -> int:
    """Return the points that S gains over W in a cell."""
    gain: int = m[CARD_VALUES + m[f + CROSSES + 2 * cell]] - m[CARD_VALUES + m[f + CROSSES + 2 * cell + 1]]
    return gain


def set_up_next(m: Any, d: int) -> int:
    """Set up the next frame: the stage after the pair of cards and the rotation that are tried now."""
    f = FRAMES + d * FRAME
    g = f + FRAME
    n = m[f + SIZE]
    m[g + SIZE] = n - 1
    for i in range(ON_CROSSES):
        m[g + CROSSES + i] = m[f + CROSSES + i]
    cell = meet(m, f, m[f + MINE], m[f + OTHER])
    m[g + CROSSES + 2 * cell] = m[f + HANDS + m[f + MINE]]
    m[g + CROSSES + 2 * cell + 1] = m[f + HANDS + HAND + m[f + OTHER]]
    swap(m, d + 1, m[f + TURNED])
    for p in range(2):
        gone = m[f + MINE + p]
        for i in range(n - 1):
            m[g + HANDS + p * HAND + i] = m[f + HANDS + p * HAND + (i if i < gone else i + 1)]
    return 0


def swap(m: Any, d: int, cell: int) -> int:
    """Rotate a cross of a frame; do nothing for ``NO_TURN``."""
    f = FRAMES + d * FRAME
    if cell != NO_TURN:
        card = m[f + CROSSES + 2 * cell]
        m[f + CROSSES + 2 * cell] = m[f + CROSSES + 2 * cell + 1]
        m[f + CROSSES + 2 * cell + 1] = card
    return 0


def take(m: Any, x: Any, d: int, rule: int) -> int:
    """Note the result of a rotation; after the last rotation, that of the pair; then go to the next pair."""
    f = FRAMES + d * FRAME
    b = d * WIDE + BEST
    low = x[(d + 1) * WIDE + WORTH]
    high = x[(d + 1) * WIDE + WORTH + 1]
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
    m[f + TURNED] = FRESH
    return 0


def settle(m: Any, x: Any, d: int) -> int:
    """Solve the matrix of a frame; its bounds are the gains that the mixtures guarantee and concede."""
    f = d * WIDE
    n = m[FRAMES + d * FRAME + SIZE]
    m[SOLVED] += 1
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
    """Return the points that S gains over W when each player has one card."""
    return gained(m, f, meet(m, f, 0, 0))


def last_two(m: Any, f: int, rule: int) -> float:
    """Return the points that S gains over W, by optimal play, when each player has two cards."""
    a = float(two_gains(m, f, rule, 0, 0))
    b = float(two_gains(m, f, rule, 0, 1))
    c = float(two_gains(m, f, rule, 1, 0))
    d = float(two_gains(m, f, rule, 1, 1))
    low = max(min(a, b), min(c, d))
    high = min(max(a, c), max(b, d))
    return low if low >= high else (a * d - b * c) / (a + d - b - c)


def two_gains(m: Any, f: int, rule: int, i: int, j: int) -> int:
    """Return the points that S gains over W if cards `i` and `j` are disclosed first and two others last.

    Only a rotation of the cross from which the last cards are taken matters.
    """
    cell = meet(m, f, i, j)
    then = meet(m, f, 1 - i, 1 - j)
    gain = gained(m, f, cell)
    more = gained(m, f, then)
    if cell == then:
        more = m[CARD_VALUES + m[f + HANDS + i]] - m[CARD_VALUES + m[f + HANDS + HAND + j]]
    if rule != NONE and gain != 0:
        more = abs(more) if gain < 0 else -abs(more)
    return gain + more
