"""The chance of a game tree, as the rules that are made of it draw it: from lots, some for each branch.

Drawn is one of as many lots as the probabilities have as their common denominator. What is finer than a row
of lots can be is drawn in several steps: a branch has a lot for every whole part of its weight, and what is
left of all weights is drawn for afterwards, with a lot of its own at first.
"""

import math
from collections import defaultdict
from collections.abc import Sequence

from upcard.adapters.gambit_names import different
from upcard.engine.errors import Unreadable
from upcard.engine.state import CELL_HIGH

MOST_LOTS = 10_000
"""In a row: every state has room for all of them."""

AGAIN = "draw-again"


class Lots:
    """The lots of all nodes of chance, numbered; branches of one name have the same one where they can.

    Attributes
    ----------
    names : list of str
        What each stands for.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self._known: dict[str, list[int]] = defaultdict(list)

    def of(self, labels: Sequence[str]) -> list[int]:
        """The lots of the branches of a node, increasing, so that the tree keeps their order.

        Raises
        ------
        Unreadable
            If there are more than a cell can number.
        """
        found: list[int] = []
        last = -1
        for name in different(labels, "outcome"):
            last = next((k for k in self._known[name] if k > last), len(self.names))
            if last == len(self.names):
                self.names.append(name)
                self._known[name].append(last)
            found.append(last)
        if len(self.names) > CELL_HIGH:
            raise Unreadable(
                f"the branches of chance have more than {CELL_HIGH:,} names; expected fewer, such as the "
                "same ones at every node"
            )
        return found


def steps_of(weights: Sequence[int]) -> list[list[int]]:
    """How branches of such weights are drawn, step by step.

    Parameters
    ----------
    weights : sequence of int
        The weights.

    Returns
    -------
    list of list of int
        For every step how many lots each branch has; in all but the last step one more number stands behind,
        of the lots that lead to the next. Empty if there is no way.
    """
    total = sum(weights)
    if total <= MOST_LOTS:
        return [list(weights)]
    part = total // next(n for n in range(MOST_LOTS, 0, -1) if total % n == 0)
    whole, left = zip(*(divmod(w, part) for w in weights), strict=True)
    if not any(whole):  # so that nothing would become smaller
        return []
    unit = math.gcd(*left)
    later = steps_of([x // unit for x in left])
    return [[*whole, sum(left) // part], *later] if later else []
