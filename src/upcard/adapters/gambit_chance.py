"""The chance of an imported game tree, drawn from lots, some for each branch.

The number of lots is the common denominator of the probabilities. Finer probabilities are drawn in several
steps: a branch has a lot for every whole part of its weight; one more lot stands for the rest of all weights,
which is drawn afterwards.
"""

import math
from collections import defaultdict
from collections.abc import Sequence

from upcard.adapters.gambit_names import different
from upcard.engine.errors import Unreadable
from upcard.engine.state import CELL_HIGH

MOST_LOTS = 10_000
"""Maximum number of lots in a row; every state has room for all of them."""

AGAIN = "draw-again"


class Lots:
    """The numbered lots of all nodes of chance; branches of one name share a lot where possible."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._known: dict[str, list[int]] = defaultdict(list)

    def of(self, labels: Sequence[str]) -> list[int]:
        """Return the lots of the branches of a node, increasing, so that the tree keeps their order.

        Raises ``Unreadable`` if there are more lots than a cell of a state can number.
        """
        lots: list[int] = []
        last = -1
        for name in different(labels, "outcome"):
            last = next((k for k in self._known[name] if k > last), len(self.names))
            if last == len(self.names):
                self.names.append(name)
                self._known[name].append(last)
            lots.append(last)
        if len(self.names) > CELL_HIGH:
            raise Unreadable(
                f"the branches of chance have more than {CELL_HIGH:,} names; expected fewer, such as the "
                "same names at every node"
            )
        return lots


def steps_of(weights: Sequence[int]) -> list[list[int]]:
    """Return how to draw branches with these weights, step by step.

    Returns
    -------
    list of list of int
        For every step the number of lots of each branch; in all but the last step, the last number counts the
        lots that lead to the next step. Empty if that is impossible.
    """
    total = sum(weights)
    if total <= MOST_LOTS:
        return [list(weights)]
    part = total // next(n for n in range(MOST_LOTS, 0, -1) if total % n == 0)
    whole, left = zip(*(divmod(w, part) for w in weights), strict=True)
    if not any(whole):  # otherwise nothing would become smaller
        return []
    unit = math.gcd(*left)
    later = steps_of([x // unit for x in left])
    return [[*whole, sum(left) // part], *later] if later else []
