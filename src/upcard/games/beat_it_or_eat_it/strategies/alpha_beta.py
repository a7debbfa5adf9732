"""Beat It Or Eat It: looks ahead with alpha-beta, deeper and deeper, and remembers what it has searched.

Positions at the maximum depth are judged by the ranks in both hands, as in ``rank-sum``. A position with an
empty table that came before in the current line, or twice in the game, counts as a draw. Remembered values
ignore the moves that led to them, as is usual; two positions are only the same if all their cards are.
"""

from typing import Any

from upcard.games.beat_it_or_eat_it.rules import EAT, KINDS, OWN, SUITS, beats, card, lowest, rank, suit, top
from upcard.kit.cards import cards_in
from upcard.kit.strategy import Parameter, State, Strategy, memory

SEATS, HALF = 2, KINDS // 2  # the cards of a hand are bits of two numbers
MOST_DEPTH, MOST_NOTES, MOST_TABLE = 60, 501, KINDS + 60
ENTRIES, ENTRY = 4096, 8

# The cells of the memory, all 0 before a choice. The cards on the table are a stack; eaten cards stay below
# it, to be taken back.
HANDS, TOP, LEADS, PLAYER, BASE, BALANCE, END, SIZES, COUNT = 0, 4, 5, 6, 7, 8, 9, 10, 12
STACK = 16
NOTES = STACK + MOST_TABLE
NOTE = 3  # the leader, and the two numbers of their hand
FRAMES = NOTES + NOTE * MOST_NOTES
FRAME = 16
TABLE = FRAMES + FRAME * (MOST_DEPTH + 1)
CELLS = TABLE + ENTRIES * ENTRY

# A frame: a position of the current line, its bounds, and the choice made there.
NEXT, FIRST, BEST, CHOICE, ALPHA, BETA, LOW, HIGH, DONE = 0, 1, 2, 3, 4, 5, 6, 7, 8
OLD_TOP, OLD_LEADS, OLD_PLAYER, OLD_BASE, OLD_BALANCE, OLD_HAND = 9, 10, 11, 12, 13, 14
OLD = 5  # from top to balance, in the same order as above
# A remembered position: its hands, the rest of it, the depth and kind of its value (0 if the entry is empty),
# the value and the choice.
REST, DEEP, VALUE, BEST_CHOICE = 4, 5, 6, 7
EXACT, AT_LEAST, AT_MOST, KINDS_OF_VALUE = 0, 1, 2, 3

WIN, WON, UNKNOWN = 1_000_000, 900_000, 2_000_000
NOTHING = -1

STRATEGY = Strategy(
    name="alpha-beta",
    games=("beat-it-or-eat-it",),
    words="looks ahead with alpha-beta and a table of positions; judges by the ranks in both hands",
    source="alpha-beta: D. E. Knuth, R. W. Moore, An analysis of alpha-beta pruning, 1975; judgement: Upcard",
    parameters=(
        Parameter("depth", 10, 1, MOST_DEPTH, "number of choices it looks ahead", whole=True),
        Parameter(
            "positions", 20_000, 200, 1e9, "number of positions after which it searches no deeper", whole=True
        ),
        Parameter("middle", 0.5, 0, 1, "the rank of value 0, as a share of the length of a suit"),
    ),
    quick="depth=2,positions=200",
    title="Look-ahead",
)


def choose(v: State, depth: float, positions: float, middle: float) -> int:
    """Return the best choice of the deepest search that was completed."""
    return deepen(v, memory(CELLS), depth, positions, middle)


def deepen(v: State, m: Any, depth: float, positions: float, middle: float) -> int:
    """Search one choice deeper each time, in fresh memory `m`, modified in place; return the best choice."""
    set_up(v, m, middle)
    best = EAT
    for limit in range(1, int(depth) + 1):
        deeper = search(v, m, limit, int(positions), middle)
        if deeper == NOTHING:
            return best
        best = deeper
        if abs(m[FRAMES + BEST]) > WON:
            return best
    return best


def set_up(v: State, m: Any, middle: float) -> int:
    """Write the position and the hands noted in the game into fresh memory."""
    for p in range(SEATS):
        for k in range(KINDS):
            if v.hand[p, k] > 0:
                move(v, m, p, k, 1, middle)
    n = cards_in(v.table)
    for i in range(n):
        m[STACK + i] = v.table[i + 1]
    m[END] = n
    m[TOP] = top(v) if n > 0 else NOTHING
    m[LEADS] = v.leads
    m[PLAYER] = v.player
    for i in range(v.notes):
        take_note(v, m, i)
    return 0


def flip(m: Any, p: int, k: int) -> int:
    """Put card `k` into the hand of seat `p`, or take it out."""
    m[HANDS + 2 * p + k // HALF] ^= 1 << (k % HALF)
    return 0


def has(m: Any, p: int, k: int) -> bool:
    """Whether seat `p` has card `k`."""
    return (m[HANDS + 2 * p + k // HALF] >> (k % HALF)) & 1 == 1


def worth(v: State, p: int, k: int, middle: float) -> int:
    """Return the value of card `k` in the hand of seat `p` to the viewer, in hundredths of a rank."""
    ranks = rank(k) - lowest(v.length) + 1
    if v.trumps == OWN and suit(k) == p:
        ranks += v.length
    x = int(100 * (ranks - middle * (v.length + 1)))
    return x if p == v.me else -x


def take_note(v: State, m: Any, i: int) -> int:
    """Copy hand `i` of those noted in the game into the memory."""
    cells = v.suits * v.length // 15 + 1
    at = NOTES + NOTE * i
    m[at] = v.noted[i * cells] & 1
    m[at + 1] = 0
    m[at + 2] = 0
    for j in range(v.suits * v.length):
        if (v.noted[i * cells + (j + 1) // 15] >> ((j + 1) % 15)) & 1 == 1:
            k = card(v, j)
            m[at + 1 + k // HALF] |= 1 << (k % HALF)
    return 0


def search(v: State, m: Any, limit: int, positions: int, middle: float) -> int:
    """Return the best choice `limit` choices deep, or ``NOTHING`` if that takes too many positions."""
    d = 0
    begin(v, m, 0, -UNKNOWN, UNKNOWN)
    recall(v, m, 0, limit)
    while True:
        a = next_choice(v, m, d)
        if a != NOTHING:
            if m[COUNT] >= positions:
                return NOTHING
            play(v, m, d, a, middle)
            x = value_now(v, m, d, limit)
        else:
            remember(m, d, limit - d)
            if d == 0:
                return m[FRAMES + CHOICE]
            x = m[FRAMES + d * FRAME + BEST]
            d -= 1
        if x == UNKNOWN:
            d += 1
        else:
            take_back(m, d)
            note_value(v, m, d, x)


def begin(v: State, m: Any, d: int, alpha: int, beta: int) -> int:
    """Start the search of a position; only values between `alpha` and `beta` matter."""
    f = FRAMES + d * FRAME
    m[f + NEXT] = NOTHING
    m[f + FIRST] = NOTHING
    m[f + BEST] = -UNKNOWN if m[PLAYER] == v.me else UNKNOWN
    m[f + CHOICE] = NOTHING
    m[f + ALPHA] = alpha
    m[f + BETA] = beta
    m[f + LOW] = alpha
    m[f + HIGH] = beta
    return 0


def next_choice(v: State, m: Any, d: int) -> int:
    """Return the next choice to try: the remembered one, low cards, then eating; or ``NOTHING``."""
    f = FRAMES + d * FRAME
    first = m[f + FIRST]
    if m[f + ALPHA] >= m[f + BETA]:
        return NOTHING
    k = m[f + NEXT]
    if k == NOTHING:
        k = lowest(v.length) * SUITS
        m[f + NEXT] = k
        if first != NOTHING:
            return first
    while k <= EAT:
        if k == (lowest(v.length) + v.length) * SUITS:
            k = EAT
        if k != first and may(v, m, k):
            m[f + NEXT] = k + 1
            return k
        k += 1
    m[f + NEXT] = k
    return NOTHING


def may(v: State, m: Any, a: int) -> bool:
    """Whether a choice is legal in the position that is searched."""
    if a == EAT:
        return m[LEADS] == 0
    p = m[PLAYER]
    return has(m, p, a) and (m[LEADS] == 1 or beats(v, p, a, m[TOP]))


def play(v: State, m: Any, d: int, a: int, middle: float) -> int:
    """Carry out a choice, and note in the frame how to take it back."""
    f = FRAMES + d * FRAME
    p = m[PLAYER]
    m[f + DONE] = a
    for i in range(OLD):
        m[f + OLD_TOP + i] = m[TOP + i]
    for i in range(2):
        m[f + OLD_HAND + i] = m[HANDS + 2 * p + i]
    if a == EAT:
        for i in range(m[BASE], m[END]):
            move(v, m, p, m[STACK + i], 1, middle)
        m[BASE] = m[END]
        m[TOP] = NOTHING
    else:
        move(v, m, p, a, -1, middle)
        m[STACK + m[END]] = a
        m[END] += 1
        m[TOP] = a
    if a == EAT or m[LEADS] == 1:
        m[PLAYER] = 1 - p
    m[LEADS] = 1 if a == EAT else 1 - m[LEADS]
    return 0


def move(v: State, m: Any, p: int, k: int, sign: int, middle: float) -> int:
    """Add card `k` to the hand of seat `p` (`sign` 1) or remove it (-1)."""
    flip(m, p, k)
    m[SIZES + p] += sign
    m[BALANCE] += sign * worth(v, p, k, middle)
    return 0


def take_back(m: Any, d: int) -> int:
    """Take back what was done in a frame."""
    f = FRAMES + d * FRAME
    p = m[f + OLD_PLAYER]
    if m[f + DONE] == EAT:
        m[SIZES + p] -= m[END] - m[f + OLD_BASE]
    else:
        m[SIZES + p] += 1
        m[END] -= 1
    for i in range(OLD):
        m[TOP + i] = m[f + OLD_TOP + i]
    for i in range(2):
        m[HANDS + 2 * p + i] = m[f + OLD_HAND + i]
    return 0


def value_now(v: State, m: Any, d: int, limit: int) -> int:
    """Return the value of the position after frame `d`, if known; else start to search it."""
    f = FRAMES + d * FRAME
    p = m[f + OLD_PLAYER]
    m[COUNT] += 1
    if m[SIZES + p] == 0:
        return WIN - d if p == v.me else d - WIN
    if m[f + DONE] == EAT and came_before(v, m, d):
        return 0
    if d + 1 == limit:
        return m[BALANCE]
    begin(v, m, d + 1, m[f + ALPHA], m[f + BETA])
    return recall(v, m, d + 1, limit - d - 1)


def came_before(v: State, m: Any, d: int) -> bool:
    """Whether this lead to an empty table came before in the current line, or twice in the game."""
    p = m[PLAYER]
    low = m[HANDS + 2 * p]
    high = m[HANDS + 2 * p + 1]
    for e in range(d + 1):
        f = FRAMES + e * FRAME
        if m[f + OLD_TOP] == NOTHING and m[f + OLD_PLAYER] == p:
            if m[f + OLD_HAND] == low and m[f + OLD_HAND + 1] == high:
                return True
    times = 0
    for i in range(v.notes):
        at = NOTES + NOTE * i
        if m[at] == p and m[at + 1] == low and m[at + 2] == high:
            times += 1
    return times >= 2


def note_value(v: State, m: Any, d: int, x: int) -> int:
    """Note the value of the choice made in a frame."""
    f = FRAMES + d * FRAME
    mine = m[PLAYER] == v.me
    if (mine and x > m[f + BEST]) or (not mine and x < m[f + BEST]):
        m[f + BEST] = x
        m[f + CHOICE] = m[f + DONE]
        if mine:
            m[f + ALPHA] = max(m[f + ALPHA], x)
        else:
            m[f + BETA] = min(m[f + BETA], x)
    return 0


def rest(m: Any) -> int:
    """Return everything in a position but the hands, as one number."""
    x: int = m[TOP] * 4 + m[LEADS] * 2 + m[PLAYER]
    return x


def entry(m: Any) -> int:
    """Return where in the table this position belongs."""
    x = rest(m) + 4
    for i in range(4):
        x = (x * 31 + m[HANDS + i] % 999_983) % 1_000_003
    return TABLE + x % ENTRIES * ENTRY


def recall(v: State, m: Any, d: int, deep: int) -> int:
    """Return the value remembered for this position, if it is good for `deep` choices; else ``UNKNOWN``."""
    at = entry(m)
    f = FRAMES + d * FRAME
    if m[at + DEEP] == 0 or m[at + REST] != rest(m):
        return UNKNOWN
    for i in range(4):
        if m[at + i] != m[HANDS + i]:
            return UNKNOWN
    m[f + FIRST] = m[at + BEST_CHOICE]
    if m[at + DEEP] // KINDS_OF_VALUE < deep:
        return UNKNOWN
    x = m[at + VALUE]
    if abs(x) > WON:
        x -= d if x > 0 else -d
    kind = m[at + DEEP] % KINDS_OF_VALUE
    is_good = kind == EXACT or (kind == AT_LEAST and x >= m[f + BETA])
    return x if is_good or (kind == AT_MOST and x <= m[f + ALPHA]) else UNKNOWN


def remember(m: Any, d: int, deep: int) -> int:
    """Store the value of a searched position in the table; wins count by their distance from it."""
    at = entry(m)
    f = FRAMES + d * FRAME
    x = m[f + BEST]
    kind = EXACT
    if x <= m[f + LOW]:
        kind = AT_MOST
    elif x >= m[f + HIGH]:
        kind = AT_LEAST
    if abs(x) > WON:
        x += d if x > 0 else -d
    for i in range(4):
        m[at + i] = m[HANDS + i]
    m[at + REST] = rest(m)
    m[at + DEEP] = deep * KINDS_OF_VALUE + kind
    m[at + VALUE] = x
    m[at + BEST_CHOICE] = m[f + CHOICE]
    return 0
