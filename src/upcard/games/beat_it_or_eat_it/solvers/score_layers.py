"""Beat It Or Eat It inside a round, compiled: scores of states from scores of states with two more cards.

A *lead state* is a leader's hand, the other hand, and the set of cards on the table, all of them beaten. The
leader leads a card d. Then the other player either eats, and the leader's other cards lead to an empty table;
or covers d with a higher card c of its suit, and leads in a state with d and c on the table as well. So a
state depends only on states with two more cards on the table, and on the scores of hands that lead to an
empty table. Only tables with an even number of cards of every suit arise, since a card and the card that
covers it are of one suit.

A *score* is a whole number, for the player to move. With `most` as the greatest number of its type (127 for 8
bits), most + 1 - w is a win with that player's w-th turn, its negative a loss after w of their turns, and 0
neither. A greater score is better.

Cards that are not on the table are *free*. A block of ``2 ** free`` scores belongs to each table; score x of
it is that of the state where the player who led first in the round has the free cards whose bits are set in
x, the lowest bit for the lowest free card. So both players' states look alike from layer to layer: `mine` is
the bit of the leader's cards, 1 if the leader led first, otherwise 0.
"""

from typing import Any, NamedTuple

from upcard.games.beat_it_or_eat_it.solvers.run_loops import copy_runs, written_out


class Layer(NamedTuple):
    """The states with a number of cards on the table, and the arrays from which they are computed."""

    tables: Any
    """The sets of cards on the table; bit ``rank * suits + suit`` stands for a card."""
    places: Any
    """The number of each table in its layer."""
    eating: Any
    """For each hand: the score of a player who eats and leaves the other one with this hand to lead."""
    ahead: Any
    """The blocks of the layer with two more cards on the table."""
    here: Any
    """The blocks of this layer, which are written."""


class LayerBuffers(NamedTuple):
    """Buffers of one thread."""

    eaten: Any
    answer: Any
    """The score of the answering player by eating, and by the best answer."""
    free_cards: Any
    """The cards that are not on the table."""
    tally: Any
    """Number of positions with a card to be covered by score, score 0 in the middle; an array of length 0
    counts nothing."""


def turned(score: int) -> int:
    """Return the score of a player whose ply leaves the other one with `score`."""
    return -score - int(score < 0)


def score_tables(
    layer: Any, scratch: Any, first: int, last: int, cards: int, suits: int, mine: int, most: int
) -> None:
    """Write the scores of all states with the tables from `first` to before `last`.

    `mine` is the bit of the leader's cards, and `most` the greatest score, 127 or 32767. ``layer.here`` and
    the buffers `scratch` are modified in place.
    """
    for t in range(first, last):
        table = layer.tables[t]
        free = list_free(table, cards, scratch.free_cards)
        gather(table, cards, free, mine, layer.eating, scratch.eaten)
        score_table(layer, scratch, table, t << free, free, suits, mine, most)


def list_free(table: int, cards: int, free_cards: Any) -> int:
    """Write the free cards to `free_cards`, in increasing order, and return their number."""
    free = 0
    for card in range(cards):
        if (table >> card) & 1 == 0:
            free_cards[free] = card
            free += 1
    return free


def gather(table: int, cards: int, free: int, mine: int, eating: Any, eaten: Any) -> None:
    """Write to `eaten`, for each x, the other player's score by eating if the leader has the cards of x."""
    whole = ((1 << cards) - 1) ^ table
    flip = 0 if mine == 1 else (1 << free) - 1
    hand = 0
    for x in range(1 << free):
        eaten[x ^ flip] = eating[hand]
        hand = (hand - whole) & whole  # the next subset of the free cards


def score_table(
    layer: Any, scratch: Any, table: int, base: int, free: int, suits: int, mine: int, most: int
) -> None:
    """Write the block of one table, which begins at `base`.

    The other player gives the best answer to each card. The leader chooses the card with the lowest score for
    the other player, which is turned into the leader's score at the end.
    """
    for x in range(1 << free):
        layer.here[base + x] = most
    cards = scratch.free_cards
    for low in range(free):
        copy_runs(low, free - 1, 0, 1 - mine, scratch.eaten, scratch.answer)  # eating
        for high in range(low + 1, free):
            if cards[high] % suits == cards[low] % suits:
                more = table | (1 << cards[low]) | (1 << cards[high])
                source = layer.places[more] << (free - 2)
                cover_runs(high - 1, free - 2, source, 1 - mine, layer.ahead, scratch.answer)
        count_answers(free - 1, scratch.answer, scratch.tally)
        lead_runs(low, free - 1, base, mine, scratch.answer, layer.here)
    for x in range(1 << free):
        layer.here[base + x] = turned(layer.here[base + x])
    score_last_cards(base, free, mine, most, layer.here)


@written_out
def cover_runs(place: int, rest: int, source: int, theirs: int, ahead: Any, answer: Any) -> None:
    """Raise the scores in `answer` to those of covering, where the answering player holds the card.

    The card has bit `place`; `rest` cards are free after it. The block of the table with both cards begins at
    `source`.
    """
    run = 1 << place
    start = run if theirs == 1 else 0
    for block in range(1 << (rest - place)):
        for i in range(run):
            at = block * 2 * run + start + i
            answer[at] = max(answer[at], ahead[source + block * run + i])


@written_out
def lead_runs(low: int, rest: int, base: int, mine: int, answer: Any, here: Any) -> None:
    """Lower the scores in `here` to those after leading free card `low`, where the leader holds it."""
    run = 1 << low
    start = base + (run if mine == 1 else 0)
    for block in range(1 << (rest - low)):
        for i in range(run):
            at = start + block * 2 * run + i
            here[at] = min(here[at], answer[block * run + i])


def score_last_cards(base: int, free: int, mine: int, most: int, here: Any) -> None:
    """Correct the scores where a hand is empty or holds one card.

    A player who leads their last card, or has just covered with it, has won. The other hand cannot be empty;
    such a state has the score 0.
    """
    everything = (1 << free) - 1
    flip = 0 if mine == 1 else everything
    here[base + (everything ^ flip)] = 0
    here[base + flip] = most
    for place in range(free):
        here[base + ((1 << place) ^ flip)] = most


def count_answers(rest: int, answer: Any, tally: Any) -> None:
    """Count the scores of positions with a card to be covered, if no hand is empty. Modifies `tally`."""
    if tally.shape[0] > 0:
        for y in range(1, (1 << rest) - 1):
            tally[answer[y] + tally.shape[0] // 2] += 1
