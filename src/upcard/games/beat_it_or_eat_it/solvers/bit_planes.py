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

Some loops look like those of ``score_layers``. They are repeated on purpose: sharing even ``list_free`` made
these 5 to 25 % slower, since the compiler inlines them in another way.
"""

from typing import Any, NamedTuple

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
    """Whether a hand is one to leave behind by eating: those of :func:`gather_rows`."""
    row_of: Any
    """Start of the rows of each set of low cards on the table."""
    ahead: Any
    ahead_halves: Any
    ahead_bytes: Any
    """The planes of the layer with two more cards on the table, the same memory three times."""
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


def score_planes(planes: Any, bench: Any, first: int, last: int, cards: int, length: int, mine: int) -> None:
    """Write the planes of all tables from `first` to before `last`.

    Parameters
    ----------
    planes : Planes
        The layer; ``here`` is modified in place.
    bench : PlaneBuffers
        Modified in place.
    first, last : int
        Which tables.
    cards, length : int
        All cards, and those of a suit.
    mine : int
        The bit of the leader's cards: 1 if the leader led first in the round, otherwise 0.
    """
    for t in range(first, last):
        table = int(planes.tables[t])
        free = list_free(table, cards, length, bench)
        high = max(0, free - LANES)
        gather_leave(table, cards, length, free, mine, planes, bench)
        begin = t << high
        win_last_cards(begin, free, mine, planes.here)
        for i in range(free):
            if i < LANES:
                cover_low(i, table, free, mine, planes, bench)
                lead_low(i, begin, 1 << high, mine, bench, planes.here)
            else:
                cover_high(i, table, free, mine, planes, bench)
                lead_runs(i - LANES, high, begin, mine, bench.good, planes.here)


def low_group(cards: int, length: int) -> int:
    """Return the number of cards in the low group."""
    suits = (FEWEST_LOW + length - 1) // length
    return min(cards, MOST_LOW, suits * length)


def list_free(table: int, cards: int, length: int, bench: Any) -> int:
    """Write the cards that are not on the table, in increasing order, and return their number."""
    free = 0
    for card in range(cards):
        if (table >> card) & 1 == 0:
            bench.free_cards[free] = card
            free += 1
    end = free
    for i in range(free - 1, -1, -1):
        if i + 1 < free and bench.free_cards[i] // length != bench.free_cards[i + 1] // length:
            end = i + 1
        bench.ends[i] = end
    return free


def gather_leave(table: int, cards: int, length: int, free: int, mine: int, planes: Any, bench: Any) -> None:
    """Copy the rows that belong to a table, so that bit x is the result of leaving the cards of x."""
    group = low_group(cards, length)
    low = 0
    while low < free and bench.free_cards[low] < group:
        low += 1
    row = planes.row_of[table & ((1 << group) - 1)]
    unused = (((1 << cards) - 1) ^ table) >> group
    flip = 0 if mine == 1 else unused
    hand = 0
    in_row = max(0, low - LANES)
    bench.leave[0] = 0
    for x in range(1 << (free - low)):
        source = row + ((hand ^ flip) << in_row)
        if low >= LANES:
            for k in range(1 << in_row):
                bench.leave[(x << in_row) + k] = planes.rows[source + k]
        else:
            bit = x << low
            if bit & 31 == 0:
                bench.leave[bit >> LANES] = 0
            part = planes.rows[source] & ((1 << (1 << low)) - 1)
            bench.leave[bit >> LANES] = bench.leave[bit >> LANES] | (part << (bit & 31))
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


def ahead_of(table: int, low: int, high: int, planes: Any, bench: Any) -> int:
    """Return the number of the table with two more free cards on it, in its layer."""
    more = table | (1 << bench.free_cards[low]) | (1 << bench.free_cards[high])
    return int(planes.places[more])


def cover_low(i: int, table: int, free: int, mine: int, planes: Any, bench: Any) -> None:
    """Write where leading one of the lowest five free cards wins, however it is covered."""
    high = max(0, free - LANES)
    shift = max(0, free - 2 - LANES)
    for w in range(1 << high):
        bench.halves[w] = 0xFFFF
    for j in range(i + 1, bench.ends[i]):
        source = ahead_of(table, i, j, planes, bench) << shift
        if j < LANES:
            cover_lanes(j - 1, source * 4, 1 << high, mine, planes.ahead_bytes, bench.halves)
        else:
            cover_runs(j - LANES, high, source * 2, 1 - mine, planes.ahead_halves, bench.halves)


def cover_lanes(k: int, source: int, words: int, mine: int, ahead_bytes: Any, halves: Any) -> None:
    """Cover with a card of bit `k` in the sixteen lanes; `k` is written out, so that loops become simple."""
    if k == 0:
        cover_lanes_at(0, source, words, mine, ahead_bytes, halves)
    elif k == 1:
        cover_lanes_at(1, source, words, mine, ahead_bytes, halves)
    elif k == 2:
        cover_lanes_at(2, source, words, mine, ahead_bytes, halves)
    else:
        cover_lanes_at(3, source, words, mine, ahead_bytes, halves)


def cover_lanes_at(k: int, source: int, words: int, mine: int, ahead_bytes: Any, halves: Any) -> None:
    """Keep the lanes where the other player lacks the card, or where covering with it does not win."""
    has = has_card(k) & 0xFFFF
    keep = has if mine == 1 else has ^ 0xFFFF
    shift = 0 if mine == 1 else 1 << k
    for w in range(words):
        lost = spread_half(ahead_bytes[source + w] ^ 0xFF, k) << shift
        halves[w] = halves[w] & (lost | keep)


def cover_runs(place: int, high: int, source: int, theirs: int, ahead: Any, good: Any) -> None:
    """Cover with a card whose bit is number `place` of a word's number, where it is the other player's.

    The length of short runs is written out, so that the compiler can make use of it.
    """
    start = 1 << place if theirs == 1 else 0
    blocks = 1 << (high - 1 - place)
    if place == 0:
        refute_runs(1, blocks, start, source, ahead, good)
    elif place == 1:
        refute_runs(2, blocks, start, source, ahead, good)
    elif place == 2:
        refute_runs(4, blocks, start, source, ahead, good)
    elif place == 3:
        refute_runs(8, blocks, start, source, ahead, good)
    else:
        refute_runs(1 << place, blocks, start, source, ahead, good)


def refute_runs(run: int, blocks: int, start: int, source: int, ahead: Any, good: Any) -> None:
    """Take from every second run of `good`, from `start` on, the states that the next leader wins."""
    for block in range(blocks):
        for i in range(run):
            at = block * 2 * run + start + i
            good[at] = good[at] & ~ahead[source + block * run + i]


def lead_low(i: int, begin: int, words: int, mine: int, bench: Any, here: Any) -> None:
    """Lead one of the lowest five free cards, where it is the leader's; `i` is written out."""
    if i == 0:
        lead_lanes(0, begin, words, mine, bench, here)
    elif i == 1:
        lead_lanes(1, begin, words, mine, bench, here)
    elif i == 2:
        lead_lanes(2, begin, words, mine, bench, here)
    elif i == 3:
        lead_lanes(3, begin, words, mine, bench, here)
    else:
        lead_lanes(4, begin, words, mine, bench, here)


def lead_lanes(i: int, begin: int, words: int, mine: int, bench: Any, here: Any) -> None:
    """Lead a card onto the table: eating leaves the lane without it, or with it for the other."""
    has, by = has_card(i), 1 << i
    for w in range(words):
        good = spread(bench.halves[w], i)
        if mine == 1:
            won = (good << by) & (bench.leave[w] << by) & has
        else:
            won = good & (bench.leave[w] >> by) & (has ^ 0xFFFFFFFF)
        here[begin + w] = here[begin + w] | won


def cover_high(i: int, table: int, free: int, mine: int, planes: Any, bench: Any) -> None:
    """Write where leading a higher free card wins, whether the other player eats or covers it."""
    high, place = free - LANES, i - LANES
    leave_runs(place, high, 1 - mine, bench.leave, bench.good)
    shift = max(0, free - 2 - LANES)
    for j in range(i + 1, bench.ends[i]):
        source = ahead_of(table, i, j, planes, bench) << shift
        cover_runs(j - 1 - LANES, high - 1, source, 1 - mine, planes.ahead, bench.good)


def leave_runs(place: int, high: int, owner: int, leave: Any, good: Any) -> None:
    """Begin with eating: copy the runs of `leave` in which the card of bit `place` is not the leader's."""
    start = 1 << place if owner == 1 else 0
    blocks = 1 << (high - 1 - place)
    if place == 0:
        copy_runs(1, blocks, start, leave, good)
    elif place == 1:
        copy_runs(2, blocks, start, leave, good)
    elif place == 2:
        copy_runs(4, blocks, start, leave, good)
    elif place == 3:
        copy_runs(8, blocks, start, leave, good)
    else:
        copy_runs(1 << place, blocks, start, leave, good)


def copy_runs(run: int, blocks: int, start: int, leave: Any, good: Any) -> None:
    """Copy every second run, from `start` on."""
    for block in range(blocks):
        for i in range(run):
            good[block * run + i] = leave[block * 2 * run + start + i]


def lead_runs(place: int, high: int, begin: int, mine: int, good: Any, here: Any) -> None:
    """Lead a higher free card, where it is the leader's."""
    start = begin + (1 << place if mine == 1 else 0)
    blocks = 1 << (high - 1 - place)
    if place == 0:
        win_runs(1, blocks, start, good, here)
    elif place == 1:
        win_runs(2, blocks, start, good, here)
    elif place == 2:
        win_runs(4, blocks, start, good, here)
    elif place == 3:
        win_runs(8, blocks, start, good, here)
    else:
        win_runs(1 << place, blocks, start, good, here)


def win_runs(run: int, blocks: int, start: int, good: Any, here: Any) -> None:
    """Add what wins to every second run, from `start` on."""
    for block in range(blocks):
        for i in range(run):
            at = start + block * 2 * run + i
            here[at] = here[at] | good[block * run + i]


def has_card(i: int) -> int:
    """Return the lanes of a word whose bit `i` is 1."""
    if i == 0:
        return 0xAAAAAAAA
    if i == 1:
        return 0xCCCCCCCC
    if i == 2:
        return 0xF0F0F0F0
    return 0xFF00FF00 if i == 3 else 0xFFFF0000


def spread(half: int, i: int) -> int:
    """Sixteen lanes as the lanes of a word whose bit `i` is 0."""
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
    """Eight lanes as the lanes of sixteen whose bit `i` is 0."""
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
    rows : uint32 array
        Modified in place.
    lows : uint32 array
        The sets of low cards on the table.
    row_of : int64 array of shape (2 ** low group,)
        Where the rows of each begin.
    first, last : int
        Which of them.
    cards, length : int
        All cards, and those of a suit.
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
