"""Checking an equilibrium: no seat can gain more by another strategy than the certificate says.

The game is unrolled again from its rules. All sums are fractions, so nothing is rounded: a probability in the
file is read as exactly that number, and divided by the sum at its information set.

The best response of a seat is computed from its last information sets to its first. Each takes the most
valuable choice, weighted by the probability that the others and chance lead there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from upcard.engine.errors import Refused
from upcard.engine.tree.game_tree import END, GameTree
from upcard.engine.wording import bounds_text, counted

TOLERANCE = Fraction(1, 10**9)
"""Maximum error of a sum of rounded probabilities, which should be 1, and of any other rounded number."""


@dataclass(frozen=True)
class StatedEquilibrium:
    """The claims of a certificate, with every number as stated."""

    strategy: tuple[tuple[Fraction, ...], ...]
    """The probabilities of each information set."""
    is_exact: tuple[bool, ...]
    """Whether the probabilities of each information set are fractions, not rounded numbers."""
    value: Fraction
    """Expected payoff of the first seat."""
    value_exact: Fraction | None
    """The exact expected payoff of the first seat, if it is stated."""
    bounds: tuple[Fraction, ...]
    """Lower and upper bound of the value."""
    gaps: tuple[Fraction, ...]
    """Maximum gain of each seat by another strategy."""


def check_equilibrium(tree: GameTree, stated: StatedEquilibrium) -> list[str]:
    """Check a certificate against the tree of its game; return the proved sentences or raise ``Refused``."""
    strategy = probabilities(tree, stated)
    reach = reaches(tree, strategy, None)
    got = [expected(tree, reach, p) for p in range(tree.game.players)]
    best = [best_value(tree, strategy, p) for p in range(tree.game.players)]
    for p, gap in enumerate(stated.gaps):
        _check_close(f"the gain of seat {p + 1} by another strategy", best[p] - got[p], gap)
    _check_close("the value for seat 1", got[0], stated.value)
    proved = [
        f"{tree.game.seat_text(p)} gets {_text(got[p])}; no other strategy gets it more than {_text(best[p])}"
        for p in range(tree.game.players)
    ]
    total = tree.constant_sum
    if tree.game.players == 2 and total is not None:
        low, high = total - best[1], best[0]
        if total and stated.value_exact is None and not _differs((got[0], high), stated.bounds):
            return proved  # certificates once stated the bounds of other games here
        return [*proved, _check_value(tree.game.seat_text(0), low, high, stated)]
    _check_bounds(got[0], best[0], stated)
    return (
        proved
        if stated.value_exact is None
        else [*proved, _check_exact(tree.game.seat_text(0), got, best, stated.value_exact)]
    )


def _check_exact(seat: str, got: Sequence[Fraction], best: Sequence[Fraction], value: Fraction) -> str:
    """Check a value that is stated for an equilibrium of any game; return the proved sentence."""
    for p, (paid, most) in enumerate(zip(got, best, strict=True), 1):
        if paid != most:
            raise Refused(
                f"an exact value is stated, but seat {p} gets {_text(paid)} and could get {_text(most)}"
            )
    if got[0] != value:
        raise Refused(f"the value is stated to be exactly {_text(value)}, but seat 1 gets {_text(got[0])}")
    if len(got) == 1:
        return f"the value for {seat} is exactly {value}"
    return "the strategies are exactly an equilibrium"


def probabilities(tree: GameTree, stated: StatedEquilibrium) -> list[Fraction]:
    """Return the probability of every choice, set by set; the sum at each information set is 1."""
    if len(stated.strategy) != tree.infosets:
        stated_sets = counted(len(stated.strategy), "information set")
        raise Refused(f"the strategy has {stated_sets}; the game has {tree.infosets}")
    sets = zip(stated.strategy, stated.is_exact, tree.count.tolist(), strict=True)
    return list(chain.from_iterable(_one_set(f"information set {i}", *x) for i, x in enumerate(sets, 1)))


def _one_set(where: str, numbers: Sequence[Fraction], is_exact: bool, actions: int) -> list[Fraction]:
    if len(numbers) != actions:
        raise Refused(f"{where} has {len(numbers)} probabilities; the game has {actions} actions")
    if min(numbers) < 0:
        raise Refused(f"{where} has the probability {_text(min(numbers))}; expected 0 or more")
    total = sum(numbers, Fraction(0))
    if abs(total - 1) > (Fraction(0) if is_exact else TOLERANCE):
        raise Refused(f"the probabilities of {where} have the sum {_text(total)}; expected 1")
    return [x / total for x in numbers]


def reaches(tree: GameTree, strategy: Sequence[Fraction], without: int | None) -> list[Fraction]:
    """Return the probability that chance and all seats but `without` make the moves to each node."""
    seats = [Fraction(1)] * tree.nodes
    for node in range(1, tree.nodes):
        above = int(tree.parent[node])
        seats[node] = seats[above]
        if tree.edge[node] >= 0 and tree.player[above] != without:
            seats[node] *= strategy[int(tree.edge[node])]
    return [x * chance for x, chance in zip(seats, tree.exact_reach(), strict=True)]


def expected(tree: GameTree, reach: Sequence[Fraction], p: int) -> Fraction:
    """Return the expected payoff of seat `p`, if `reach` has the probability of reaching each node."""
    unit: Fraction = tree.game.rules.GAME.unit
    return sum((reach[n] * int(tree.payoff[n, p]) for n in _ends(tree)), Fraction(0)) * unit


def best_value(tree: GameTree, strategy: Sequence[Fraction], p: int) -> Fraction:
    """Return the most that seat `p` can get while the others keep their strategies."""
    reach = reaches(tree, strategy, p)
    last = tree.last_sequences()[:, p].tolist()
    before = {int(tree.infoset[n]): last[n] for n in range(tree.nodes) if tree.player[n] == p}
    if any(last[n] != before[int(tree.infoset[n])] for n in range(tree.nodes) if tree.player[n] == p):
        raise Refused(f"seat {p + 1} forgets its actions; expected a game of perfect recall")
    worth = [Fraction(0)] * (tree.game.players + len(tree.legal))
    for n in _ends(tree):
        worth[last[n]] += reach[n] * int(tree.payoff[n, p])
    for i in sorted(before, reverse=True):
        first = tree.game.players + int(tree.first[i])
        worth[before[i]] += max(worth[first : first + int(tree.count[i])])
    unit: Fraction = tree.game.rules.GAME.unit
    return worth[p] * unit


def _check_close(what: str, actual: Fraction, stated: Fraction) -> None:
    if abs(actual - stated) > TOLERANCE:
        raise Refused(f"{what} is {_text(actual)}, but the certificate states {_text(stated)}")


def _check_bounds(low: Fraction, high: Fraction, stated: StatedEquilibrium) -> None:
    """Raise ``Refused`` if the stated bounds are not those that the strategies prove."""
    if _differs((low, high), stated.bounds):
        begin, end = stated.bounds
        raise Refused(
            f"the strategies prove {_text(low)} to {_text(high)}, but the certificate states "
            f"{_text(begin)} to {_text(end)}"
        )


def _differs(actual: Sequence[Fraction], stated: Sequence[Fraction]) -> bool:
    return max(abs(a - b) for a, b in zip(actual, stated, strict=True)) > TOLERANCE


def _check_value(seat: str, low: Fraction, high: Fraction, stated: StatedEquilibrium) -> str:
    """Check the value of a constant-sum game of two players; return the proved sentence."""
    _check_bounds(low, high, stated)
    is_fraction = low == high and _text(low) == str(low)
    if stated.value_exact is None and not is_fraction:
        return f"the value for {seat} {bounds_text(_text(low), _text(high))}"
    if stated.value_exact is not None and not low == high == stated.value_exact:
        raise Refused(
            f"the value is stated to be exactly {_text(stated.value_exact)}, but the strategies prove "
            f"{_text(low)} to {_text(high)}"
        )
    return f"the value for {seat} is exactly {low}"


def _text(x: Fraction) -> str:
    """Return a fraction of small numbers as it is, and any other as a rounded number."""
    if max(abs(x.numerator), x.denominator) < 10**6:
        return str(x)
    return f"{float(x):.12g}" if abs(x) < 10**15 else "a number of more than 15 digits"


def _ends(tree: GameTree) -> list[int]:
    return [n for n in range(tree.nodes) if tree.player[n] == END]
