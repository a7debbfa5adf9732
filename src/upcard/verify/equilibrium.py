"""Checking an equilibrium: nobody can gain more by another strategy than the certificate says.

The game is unrolled again from its rules. All sums are fractions, so nothing is lost by rounding: a
probability in the file is taken for the very number that it is, and divided by the sum at its
information set.

The best a seat can do is found by going from his last information sets to the first: at each the choice
is taken that is worth most, weighted by how likely the others and chance lead there.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from upcard.engine.tree import CHANCE, END, GameTree
from upcard.verify.refused import Refused

TOLERANCE = Fraction(1, 10**9)
"""By how much rounded probabilities may miss 1 in sum, and a rounded bound its place."""


def check_equilibrium(tree: GameTree, stated: dict[str, Any]) -> list[str]:
    """Check a certificate against the tree of its game.

    Parameters
    ----------
    tree : GameTree
        The game.
    stated : dict
        The entries of the file.

    Returns
    -------
    list of str
        What was proved, as sentences.

    Raises
    ------
    Refused
        With the first condition that does not hold.
    """
    strategy = probabilities(tree, stated["strategy"])
    got = [expected(tree, strategy, p) for p in range(tree.game.players)]
    best = [best_value(tree, strategy, p) for p in range(tree.game.players)]
    _check_gaps(best, got, stated["gaps"])
    proved = [
        f"seat {p + 1} gets {_text(got[p])}; no other strategy gets him more than {_text(best[p])}"
        for p in range(tree.game.players)
    ]
    if tree.game.players == 2 and is_zero_sum(tree):
        proved.append(_check_bounds(-best[1], best[0], stated))
    elif stated["value_exact"] is not None:
        raise Refused("an exact value is stated; expected none for a game that is not zero-sum for two")
    return proved


def probabilities(tree: GameTree, stated: Sequence[Sequence[str | float]]) -> list[Fraction]:
    """The probability of every choice, information set by information set, each set summing to 1."""
    if len(stated) != tree.infosets:
        raise Refused(f"the strategy has {len(stated)} information sets; the game has {tree.infosets}")
    out: list[Fraction] = []
    for i, chances in enumerate(stated):
        where = f"information set {i + 1}"
        if len(chances) != tree.count[i]:
            raise Refused(f"{where} has {len(chances)} probabilities; the game has {tree.count[i]} actions")
        numbers = [_number(x, where) for x in chances]
        total = sum(numbers, Fraction(0))
        if min(numbers) < 0:
            raise Refused(f"{where} has the probability {min(numbers)}; expected 0 or more")
        allowed = Fraction(0) if all(isinstance(x, str) for x in chances) else TOLERANCE
        if abs(total - 1) > allowed:
            raise Refused(f"the probabilities of {where} have the sum {float(total)}; expected 1")
        out += [x / total for x in numbers]
    return out


def _number(x: object, where: str) -> Fraction:
    try:
        if isinstance(x, str | int | float) and not isinstance(x, bool):
            return Fraction(x)
    except (ValueError, OverflowError, ZeroDivisionError):
        pass
    raise Refused(f'{where} has {x!r}; expected a number or a fraction such as "1/3"')


def chances(tree: GameTree) -> list[Fraction]:
    """The probability of the outcome of chance that leads to each node; 1 where no chance does."""
    total = [0] * tree.nodes
    parents, weights = tree.parent.tolist(), tree.weight.tolist()
    for node in range(1, tree.nodes):
        total[parents[node]] += weights[node]
    return [Fraction(1)] + [
        Fraction(weights[n], total[parents[n]]) if tree.player[parents[n]] == CHANCE else Fraction(1)
        for n in range(1, tree.nodes)
    ]


def reaches(tree: GameTree, strategy: Sequence[Fraction], without: int | None) -> list[Fraction]:
    """The probability that all but one seat, and chance, do their part in reaching each node."""
    reach = chances(tree)
    for node in range(1, tree.nodes):
        above = int(tree.parent[node])
        reach[node] *= reach[above]
        if tree.edge[node] >= 0 and tree.player[above] != without:
            reach[node] *= strategy[int(tree.edge[node])]
    return reach


def expected(tree: GameTree, strategy: Sequence[Fraction], p: int) -> Fraction:
    """What seat `p` gets in the mean."""
    reach = reaches(tree, strategy, None)
    return sum((reach[n] * int(tree.payoff[n, p]) for n in _ends(tree)), Fraction(0))


def best_value(tree: GameTree, strategy: Sequence[Fraction], p: int) -> Fraction:
    """The most that seat `p` can get while the others stay with the strategy."""
    reach = reaches(tree, strategy, p)
    last = last_choices(tree, p)
    before = {int(tree.infoset[n]): last[n] for n in range(tree.nodes) if tree.player[n] == p}
    if any(last[n] != before[int(tree.infoset[n])] for n in range(tree.nodes) if tree.player[n] == p):
        raise Refused(f"seat {p + 1} forgets what he did; expected a game of perfect recall")
    worth = dict.fromkeys(range(-1, len(tree.legal)), Fraction(0))
    for n in _ends(tree):
        worth[last[n]] += reach[n] * int(tree.payoff[n, p])
    for i in sorted(before, reverse=True):
        first = int(tree.first[i])
        worth[before[i]] += max(worth[e] for e in range(first, first + int(tree.count[i])))
    return worth[-1]


def last_choices(tree: GameTree, p: int) -> list[int]:
    """The position in a strategy of the last choice of seat `p` before each node; -1 if there is none."""
    last = [-1] * tree.nodes
    for node in range(1, tree.nodes):
        above = int(tree.parent[node])
        last[node] = int(tree.edge[node]) if tree.player[above] == p else last[above]
    return last


def _check_gaps(best: Sequence[Fraction], got: Sequence[Fraction], stated: Sequence[float]) -> None:
    if len(stated) != len(best):
        raise Refused(f"gaps has {len(stated)} numbers; the game has {len(best)} seats")
    for p, (most, mean, gap) in enumerate(zip(best, got, stated, strict=True), 1):
        if most - mean > Fraction(gap) + TOLERANCE:
            raise Refused(
                f"seat {p} would gain {float(most - mean):.3g} by another strategy; {gap:.3g} is stated"
            )


def _check_bounds(low: Fraction, high: Fraction, stated: dict[str, Any]) -> str:
    """Check the bounds of the value of a zero-sum game of two; says what was proved."""
    begin, end = (Fraction(x) for x in stated["bounds"])
    if low < begin - TOLERANCE or high > end + TOLERANCE:
        raise Refused(
            f"the strategies prove a value from {float(low):.12g} to {float(high):.12g}; "
            f"{float(begin):.12g} to {float(end):.12g} is stated"
        )
    value = Fraction(stated["value"])
    if not low - TOLERANCE <= value <= high + TOLERANCE:
        raise Refused(f"the value {float(value):.12g} lies outside of what is proved")
    exact = stated["value_exact"]
    if exact is None:
        return f"the value for seat 1 lies between {float(low):.12g} and {float(high):.12g}"
    if not low == high == Fraction(exact):
        raise Refused(f"the value is stated to be exactly {exact}; proved is {low} to {high}")
    return f"the value for seat 1 is exactly {exact}"


def _text(x: Fraction) -> str:
    return str(x) if x.denominator < 10**6 else f"{float(x):.12g}"


def _ends(tree: GameTree) -> list[int]:
    return [n for n in range(tree.nodes) if tree.player[n] == END]


def is_zero_sum(tree: GameTree) -> bool:
    """Whether the payoffs of every end have the sum 0."""
    return not tree.payoff.sum(axis=1).any()
