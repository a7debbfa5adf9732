"""Beat It Or Eat It inside a round, one bit for a state: whether its leader wins.

The terms are those of :mod:`upcard.games.beat_it_or_eat_it.solvers.score_layers`, but only the outcome is
computed, for 32 states at once. The leader wins if they can lead a card after which the other player loses by
eating, and by covering it with any of their cards. Endless play counts for one of the two players, the same
one in the whole sweep, so every state has one bit.

Cards are numbered suit by suit, bit ``suit * length + rank``. The plane of a table holds bit x for the state
where the player who led first in the round has the free cards x. A *word* of it has 32 *lanes*, one for each
set of the five lowest free cards; with fewer than five free cards, some lanes are unused. The number of a
word is made of the other free cards. So high cards are handled word by word, and the lowest five by moving
lanes inside a word.

The values of hands that lead to an empty table are looked up in *rows*: for the cards of the *low group* on
the table, and the hand's cards of the *high group*, the hands with all sets of free low cards.

Other loops look like those of ``score_layers``. They are repeated on purpose: sharing even ``list_free`` made
these 5 to 25 % slower, since the compiler inlines them in another way.
"""

from typing import Any, NamedTuple

from upcard.games.beat_it_or_eat_it.solvers.run_loops import copy_runs, written_out

LANES = 5
"""Free cards inside a word."""
FEWEST_LOW, MOST_LOW = 9, 13
"""Cards of the low group: whole suits if possible."""


class Planes(NamedTuple):
    """The states with a number of cards on the table, and the arrays from which they are computed."""

    tables: Any
    """The sets of cards on the table."""
    places: Any
    """The number of each table in its layer."""
    rows: Any
    """The rows of :func:`gather_rows`: whether it is good for the leader if a hand is left to lead."""
    row_of: Any
    """Start of the rows of each set of low cards on the table."""
    ahead: Any
    ahead_halves: Any
    ahead_bytes: Any
    """The planes of the layer with two more cards on the table: the same memory in three types."""
    here: Any
    """The planes of this layer, which are written."""


class PlaneBuffers(NamedTuple):
    """Buffers of one thread."""

    leave: Any
    """Whether the leader wins when the other player eats, with the leader's cards of x then."""
    good: Any
    """Whether a lead of one card wins, for the words in which the leader has that card."""
    halves: Any
    """The same for a card of the lowest five, for the 16 lanes in which the leader has it."""
    free_cards: Any
    ends: Any
    """The free cards, and for each the number of free cards of its suit and those below."""


def score_planes(
    planes: Any, buffers: Any, first: int, last: int, cards: int, length: int, mine: int
) -> None:
    """Write the planes of all tables from `first` to before `last`.

    There are `cards` in all and `length` in a suit. `mine` is the bit of the leader's cards: 1 if the leader
    led first in the round, otherwise 0. ``planes.here`` and `buffers` are modified in place.
    """
    for t in range(first, last):
        table = int(planes.tables[t])
        free = list_free(table, cards, length, buffers)
        high = max(0, free - LANES)
        gather_leave(table, cards, length, free, mine, planes, buffers)
        begin = t << high
        win_last_cards(begin, free, mine, planes.here)
        for i in range(free):
            if i < LANES:
                cover_low(i, table, free, mine, planes, buffers)
                lead_lanes(i, begin, 1 << high, mine, buffers, planes.here)
            else:
                cover_high(i, table, free, mine, planes, buffers)
                lead_runs(i - LANES, high - 1, begin, mine, buffers.good, planes.here)


def low_group(cards: int, length: int) -> int:
    """Return the number of cards in the low group."""
    suits = (FEWEST_LOW + length - 1) // length
    return min(cards, MOST_LOW, suits * length)


def list_free(table: int, cards: int, length: int, buffers: Any) -> int:
    """Write the free cards to `buffers`, in increasing order, and return their number."""
    free = 0
    for card in range(cards):
        if (table >> card) & 1 == 0:
            buffers.free_cards[free] = card
            free += 1
    end = free
    for i in range(free - 1, -1, -1):
        if i + 1 < free and buffers.free_cards[i] // length != buffers.free_cards[i + 1] // length:
            end = i + 1
        buffers.ends[i] = end
    return free


def gather_leave(
    table: int, cards: int, length: int, free: int, mine: int, planes: Any, buffers: Any
) -> None:
    """Copy the rows that belong to a table, so that bit x is the result of leaving the cards of x."""
    group = low_group(cards, length)
    low = 0
    while low < free and buffers.free_cards[low] < group:
        low += 1
    row = planes.row_of[table & ((1 << group) - 1)]
    unused = (((1 << cards) - 1) ^ table) >> group
    flip = 0 if mine == 1 else unused
    hand = 0
    in_row = max(0, low - LANES)
    buffers.leave[0] = 0
    for x in range(1 << (free - low)):
        source = row + ((hand ^ flip) << in_row)
        if low >= LANES:
            for k in range(1 << in_row):
                buffers.leave[(x << in_row) + k] = planes.rows[source + k]
        else:
            bit = x << low
            if bit & 31 == 0:
                buffers.leave[bit >> LANES] = 0
            part = planes.rows[source] & ((1 << (1 << low)) - 1)
            buffers.leave[bit >> LANES] = buffers.leave[bit >> LANES] | (part << (bit & 31))
        hand = (hand - unused) & unused  # the next set of the high group's free cards


def win_last_cards(begin: int, free: int, mine: int, here: Any) -> None:
    """Begin a plane: a player who leads their last card, or has just covered with it, has won."""
    high = max(0, free - LANES)
    everything = (1 << free) - 1
    flip = 0 if mine == 1 else everything
    for w in range(1 << high):
        here[begin + w] = 0
    win(begin, flip, here)
    for place in range(free):
        win(begin, (1 << place) ^ flip, here)


def win(begin: int, x: int, here: Any) -> None:
    """Set bit x of the plane whose words begin at `begin`."""
    here[begin + (x >> LANES)] = here[begin + (x >> LANES)] | (1 << (x & 31))


def ahead_of(table: int, low: int, high: int, planes: Any, buffers: Any) -> int:
    """Return the number of the table with two more free cards on it, in its layer."""
    more = table | (1 << buffers.free_cards[low]) | (1 << buffers.free_cards[high])
    return int(planes.places[more])


def cover_low(i: int, table: int, free: int, mine: int, planes: Any, buffers: Any) -> None:
    """Write where leading one of the lowest five free cards wins, however it is covered."""
    high = max(0, free - LANES)
    shift = max(0, free - 2 - LANES)
    for w in range(1 << high):
        buffers.halves[w] = 0xFFFF
    for j in range(i + 1, buffers.ends[i]):
        source = ahead_of(table, i, j, planes, buffers) << shift
        if j < LANES:
            cover_lanes(j - 1, source * 4, 1 << high, mine, planes.ahead_bytes, buffers.halves)
        else:
            cover_runs(j - LANES, high - 1, source * 2, 1 - mine, planes.ahead_halves, buffers.halves)


@written_out
def cover_lanes(k: int, source: int, words: int, mine: int, ahead_bytes: Any, halves: Any) -> None:
    """Keep the lanes where the other player lacks the card, or where covering with it does not win."""
    has = has_card(k) & 0xFFFF
    keep = has if mine == 1 else has ^ 0xFFFF
    shift = 0 if mine == 1 else 1 << k
    for w in range(words):
        lost = spread_half(ahead_bytes[source + w] ^ 0xFF, k) << shift
        halves[w] = halves[w] & (lost | keep)


@written_out
def cover_runs(place: int, rest: int, source: int, theirs: int, ahead: Any, good: Any) -> None:
    """Remove from `good` the states that the other player wins by covering.

    The card that covers has bit `place` of a word's number; the other player holds it if the bit is `theirs`.
    """
    run = 1 << place
    start = run if theirs == 1 else 0
    for block in range(1 << (rest - place)):
        for i in range(run):
            at = block * 2 * run + start + i
            good[at] = good[at] & ~ahead[source + block * run + i]


@written_out
def lead_lanes(i: int, begin: int, words: int, mine: int, buffers: Any, here: Any) -> None:
    """Add the states in which leading low card `i` wins, whether it is covered or eaten."""
    has, by = has_card(i), 1 << i
    for w in range(words):
        good = spread(buffers.halves[w], i)
        if mine == 1:
            won = (good << by) & (buffers.leave[w] << by) & has
        else:
            won = good & (buffers.leave[w] >> by) & (has ^ 0xFFFFFFFF)
        here[begin + w] = here[begin + w] | won


def cover_high(i: int, table: int, free: int, mine: int, planes: Any, buffers: Any) -> None:
    """Write where leading a higher free card wins, whether the other player eats or covers it."""
    high, place = free - LANES, i - LANES
    copy_runs(place, high - 1, 0, 1 - mine, buffers.leave, buffers.good)  # eating
    shift = max(0, free - 2 - LANES)
    for j in range(i + 1, buffers.ends[i]):
        source = ahead_of(table, i, j, planes, buffers) << shift
        cover_runs(j - 1 - LANES, high - 2, source, 1 - mine, planes.ahead, buffers.good)


@written_out
def lead_runs(place: int, rest: int, begin: int, mine: int, good: Any, here: Any) -> None:
    """Add the states in which leading a higher free card wins, where the leader holds it."""
    run = 1 << place
    start = begin + (run if mine == 1 else 0)
    for block in range(1 << (rest - place)):
        for i in range(run):
            at = start + block * 2 * run + i
            here[at] = here[at] | good[block * run + i]


def has_card(i: int) -> int:
    """Return the lanes of a word whose number has bit `i` equal to 1."""
    if i == 0:
        return 0xAAAAAAAA
    if i == 1:
        return 0xCCCCCCCC
    if i == 2:
        return 0xF0F0F0F0
    return 0xFF00FF00 if i == 3 else 0xFFFF0000


def spread(half: int, i: int) -> int:
    """Return a word with sixteen lanes moved to those lanes whose number has bit `i` equal to 0."""
    if i < 4:
        half = (half | (half << 8)) & 0x00FF00FF
    if i < 3:
        half = (half | (half << 4)) & 0x0F0F0F0F
    if i < 2:
        half = (half | (half << 2)) & 0x33333333
    if i < 1:
        half = (half | (half << 1)) & 0x55555555
    return half


def spread_half(byte: int, i: int) -> int:
    """Return sixteen lanes with eight lanes moved to those whose number has bit `i` equal to 0."""
    if i < 3:
        byte = (byte | (byte << 4)) & 0x0F0F
    if i < 2:
        byte = (byte | (byte << 2)) & 0x3333
    if i < 1:
        byte = (byte | (byte << 1)) & 0x5555
    return byte


def gather_rows(
    leads: Any, rows: Any, lows: Any, row_of: Any, first: int, last: int, cards: int, length: int, mine: int
) -> None:
    """Write the rows for the sets of low cards on the table from `first` to before `last`.

    Parameters
    ----------
    leads : uint32 array of shape (2 ** cards / 32,), at least 1
        Bit h says whether leaving the hand h to lead is good for the current leader.
    rows : uint32 array of shape (row words,)
        Modified in place.
    lows : uint32 array
        The sets of low cards on the table; `row_of` says where the rows of each begin.
    mine : int
        1 if x are the cards of the hand, 0 if they are those of the other player.
    """
    group = low_group(cards, length)
    for s in range(first, last):
        unused = ((1 << group) - 1) ^ int(lows[s])
        free = 0
        for card in range(group):
            free += (unused >> card) & 1
        flip = 0 if mine == 1 else unused
        at = row_of[int(lows[s])]
        lanes = 1 << min(free, LANES)
        for high in range(1 << (cards - group)):
            low = 0
            for _ in range(max(1, (1 << free) // 32)):
                word = 0
                for lane in range(lanes):
                    hand = (high << group) | (low ^ flip)
                    word |= ((int(leads[hand >> LANES]) >> (hand & 31)) & 1) << lane
                    low = (low - unused) & unused
                rows[at] = word
                at += 1
