"""The chapter on Four-Cell."""

from collections.abc import Mapping
from fractions import Fraction
from math import factorial

from upcard.document.model import Figure
from upcard.games.four_cell import rules
from upcard.games.four_cell.chapter import cells
from upcard.games.four_cell.chapter import chapter_matrices as matrices
from upcard.games.four_cell.chapter import exercises as checked
from upcard.games.four_cell.chapter import pictures as drawn
from upcard.games.four_cell.chapter.chapter_matrices import DEAL, DILEMMA, DILEMMA_DEAL, NONE, deal, share
from upcard.games.four_cell.rules import CARDS, HAND
from upcard.lessons.chapter_numbers import Number, decimal, fraction, percent, whole
from upcard.lessons.chapter_registry import PracticeTable
from upcard.solving.matrix2x2 import CELLS as PLACES
from upcard.solving.matrix2x2 import COLUMN, ROW, Bimatrix, patience
from upcard.solving.ordinal2x2 import all_types

GAME, ORDER = rules.GAME.name, 5
LINE = "Two players with two choices each: best replies, the dilemma, mixing, and how many such games exist."
RULES = {
    "cards": CARDS,
    "players": 2,
    "cards of a hand": HAND,
    "crosses": 4,
    "turns": rules.TURNS,
    "what an ace is worth": 1,
    "what a court is worth": 10,
}
PLAYS = {
    "dominant": PracticeTable(
        "against a player who looks for the best average.", GAME, {}, "best-mean-column"
    ),
    "dilemma": PracticeTable(
        "the deal that is a Prisoner’s Dilemma.", GAME, {}, "nash-column", seed=DILEMMA_DEAL
    ),
}
CELLS, EXERCISES = cells.CELLS_OF_CHAPTER, checked.EXERCISES
PLEDGES = (("S keeps quiet", "S confesses"), ("W quiet", "W confesses"))
ROADS = (("A swerves", "A drives on"), ("B swerves", "B drives on"))
HUNT = (("A hunts stag", "A hunts hare"), ("B stag", "B hare"))
PURE = "pure equilibria"
STRICTLY = "players with a strictly dominant column"
WASTE = "the only pure equilibrium is not Pareto-efficient"


def of(m: Bimatrix, name: str) -> dict[str, Number]:
    """Return the payoffs of a matrix by name: ``NAME_s1`` for row in cell 1, ``NAME_w1`` for column."""
    return {
        f"{name}_{who}{k}": fraction(m.payoff(p, c))
        for p, who in ((ROW, "s"), (COLUMN, "w"))
        for k, c in enumerate(PLACES, 1)
    }


def figures() -> Mapping[str, Number]:
    """Return the numbers of the text by name."""
    payoffs = {**of(deal(DEAL), "a"), **of(DILEMMA, "d")}
    used = ("a_s1", "a_s2", "a_s3", "a_s4", "a_w3", "a_w4", "d_s1", "d_s2", "d_s3", "d_s4")
    some = {name: payoffs[name] for name in used}
    return {**some, **_mix_figures(), **_promise_figures(), **_count_figures()}


def _mix_figures() -> dict[str, Number]:
    m = deal(NONE)
    p, q = matrices.mixture(m)
    left, right = (m.payoff(COLUMN, c) - m.payoff(COLUMN, (c[0], 1)) for c in ((0, 0), (1, 0)))
    up, low = (m.payoff(ROW, c) - m.payoff(ROW, (1, c[1])) for c in ((0, 0), (0, 1)))
    return {
        "p": fraction(p),
        "q": fraction(q),
        "left_loses": fraction(-left),
        "left_wins": fraction(right),
        "up_wins": fraction(up),
        "up_loses": fraction(-low),
    }


def _promise_figures() -> dict[str, Number]:
    need, m = patience(DILEMMA, (0, 0), (1, 1)), DILEMMA
    return {
        "gain_once": fraction(m.payoff(ROW, (1, 0)) - m.payoff(ROW, (0, 0))),
        "loss_after": fraction(m.payoff(ROW, (0, 0)) - m.payoff(ROW, (1, 1))),
        "patience_share": percent(need),
    }


def _count_figures() -> dict[str, Number]:
    one = matrices.named_share("Prisoner's Dilemma")
    orders = factorial(len(PLACES))
    return {
        "orders": whole(orders),
        "tables": whole(orders**2),
        "types": whole(matrices.strict_types()),
        "tied_types": whole(len(all_types())),
        "one_type": decimal(float(1 / one), 0),
        "tied": percent(1 - share("players with equal values", "0")),
        "has_pure": percent(1 - share(PURE, "0")),
        "no_pure": percent(share(PURE, "0")),
        "dominated": percent(share(STRICTLY, "1", "2")),
        "wasteful": percent(share(WASTE, "yes")),
    }


def pictures() -> Mapping[str, Figure]:
    """Return the pictures of the text by name."""
    rows: list[tuple[str, Fraction]] = [
        ("an equilibrium", 1 - share(PURE, "0")),
        ("more than one", share(PURE, "2", "3", "4")),
        ("a dominant choice", share(STRICTLY, "1", "2")),
        ("equal values", 1 - share("players with equal values", "0")),
        ("only one, and it is bad", share(WASTE, "yes")),
    ]
    one = "First what S gets, then what W gets. The framed cell is the only equilibrium."
    two = "First what A gets, then what B gets. The two framed cells are equilibria."
    return {
        "table": drawn.table(DEAL),
        "deal": drawn.dealt(DEAL),
        "dilemma": drawn.payoffs(DILEMMA, PLEDGES, "The Prisoner’s Dilemma", one),
        "chicken": drawn.payoffs(matrices.CHICKEN, ROADS, "Chicken", two),
        "stag": drawn.payoffs(matrices.STAG, HUNT, "The Stag Hunt", two),
        "none": drawn.dealt(NONE),
        "shares": drawn.shares(rows),
    }
