"""Strategies that say aloud what they have seen, for the tests of what a seat may know."""

from upcard.kit.cards import cards_in
from upcard.kit.strategy import below, legal

# ---- spies: what they say aloud is what they have seen; they can be masked ----


def others_cells(v):
    """How many cells of others' fields are not hidden."""
    seen = 0
    for q in range(v.seats):
        if q != v.me:
            seen += v.purse[q] != -1
            seen += v.card[q] != -1
            for i in range(3):
                seen += v.notes[q, i] != -1
                seen += v.pockets[q, i] != -1
            for i in range(5):
                seen += v.hand[q, i] != -1
            for i in range(7):
                seen += v.fan[q, i] != -1
    return seen


def hidden_row_cells(v):
    """How many cards of the stock are not hidden."""
    seen = 0
    for i in range(1, 13):
        seen += v.stock[i] != -1
    return seen


def own_cells(v):
    """Everything that the seat owns, weighted."""
    me = v.me
    total = v.purse[me] + 3 * v.card[me] + 7 * v.fan[me, 0]
    for i in range(3):
        total += (i + 5) * v.notes[me, i] + (i + 2) * v.pockets[me, i]
    for i in range(5):
        total += (i + 9) * v.hand[me, i]
    for i in range(v.fan[me, 0]):
        total += v.fan[me, i + 1]
    return total


def open_cells(v):
    """Everything that everybody sees of nobody's seat, weighted."""
    total = v.count + 3 * v.top + 5 * v.pile[0] + 7 * cards_in(v.pile) + 2 * cards_in(v.stock) + v.stock[0]
    for i in range(3):
        total += (i + 5) * v.marks[i] + (i + 2) * v.grid[i]
    for i in range(5):
        total += (i + 9) * v.bank[i]
    for i in range(v.pile[0]):
        total += v.pile[i + 1]
    return total


def open_cells_of_all(v):
    """Everything that everybody sees of every seat, weighted."""
    total = 0
    for q in range(v.seats):
        total += (q + 1) * (v.shown[q] + v.melds[q, 0]) + v.said[q] % 7
        for i in range(3):
            total += i * (v.scores[q, i] + v.shelves[q, i] + 1)
        for i in range(5):
            total += v.display[q, i]
        for i in range(v.melds[q, 0]):
            total += v.melds[q, i + 1]
    return total


def standing(v):
    """Options and the standing of the game."""
    return 100 * v.tone + 10 * v.bonus + v.turns + 3 * v.player + 5 * v.seats + v.actions % 7 + 7 * v.me


def ask_chance(v):
    return 10 * below(v, 50) + below(v, 7)


def ask_the_rules(v):
    return 5 if legal(v, 3) and not legal(v, -1) else 9


MASKED = (
    others_cells,
    hidden_row_cells,
    own_cells,
    open_cells,
    open_cells_of_all,
    standing,
    ask_chance,
    ask_the_rules,
)


# ---- spies that cannot be masked ----


def hidden_numbers(v):
    return 10 + v.secret + v.secrets[0] + v.secrets[2] + v.debt[v.me] + v.grudges[v.me, 1] + v.debt[0]


def hidden_cards(v):
    seen = v.buried + v.covered[v.me] + v.covered[0] + v.mix[0] + v.cellar[v.me, 0] + v.cellar[0, 1]
    return 20 + seen + v.vault[0] + v.vault[1] + v.depth[v.me, 0] + v.depth[0, 1]


def counted_rows(v):
    total = 20
    for q in range(v.seats):
        total += (q + 1) * v.stack[q, 0] + v.stack[q, 1]
    return total


def hand_on_a_table(v):
    return 20 + first_two(v.hand, v.me) + first_two(v.hand, 0)


def first_two(table, p):
    return table[p, 0] + table[p, 1]


def hand_on_rows(v):
    return 20 + of_row(v.hand[v.me]) + of_row(v.hand[0]) + of_row(v.pile)


def of_row(cells):
    return cells[0] + cells[1]


def index_twice(v):
    return 20 + v.notes[v.me][0] + v.notes[0][1]


def hand_on_the_hidden_row(v):
    return 20 + cards_in_of(v.stock) + cards_in(v.melds[v.me])


def cards_in_of(zone):
    return cards_in(zone) + zone[1]


def choose_between_tables(v):
    zone = v.fan if v.turns % 2 == 0 else v.melds
    return 20 + zone[v.me, 0]


COPIED = (
    hidden_numbers,
    hidden_cards,
    counted_rows,
    hand_on_a_table,
    hand_on_rows,
    index_twice,
    hand_on_the_hidden_row,
    choose_between_tables,
)


# ---- spies that look where nothing is: three ways must agree all the same ----


def looks_whether_it_is_over(v):
    return 5 + v.over


def beyond_the_seats(v):
    return 10 + v.said[7] + v.scores[7, 0] + v.shown[7] + v.display[7, 0] + v.melds[7, 0]


def beyond_the_open_row(v):
    """A card in a row is looked for with a loop over its capacity, not over the cards in it."""
    found = 0
    for i in range(1, 13):
        found += v.pile[i] == 0
    return found


def beyond_the_own_row(v):
    found = 0
    for i in range(1, 7):
        found += v.fan[v.me, i] == 0
    return found


def beyond_the_rows_of_all(v):
    found = 0
    for q in range(v.seats):
        for i in range(1, 7):
            found += v.melds[q, i] == 0
    return found


def others_rows_by_capacity(v):
    found = 0
    for q in range(v.seats):
        for i in range(7):
            found += v.fan[q, i] >= 0 and q != v.me
    return found


def beyond_the_seats_by_a_loop(v):
    least = 99
    for q in range(8):
        least = min(least, v.display[q, 0])
    return 10 + least


ODD = (
    looks_whether_it_is_over,
    beyond_the_seats,
    beyond_the_open_row,
    beyond_the_own_row,
    beyond_the_rows_of_all,
    others_rows_by_capacity,
    beyond_the_seats_by_a_loop,
)
