"""The rule for mistakes where only simulation can judge: a loss must exceed several standard errors.

The played action counts as a mistake if another one was better by more than `z` standard errors of their
difference at the same tables, and by more than ``CLEAR`` times as many at the largest number of tables. A
loss that exceeds `z` standard errors in a smaller sample is clear enough, since more tables would make the
error smaller. A review makes many such comparisons: each other action of every decision is
compared, and again at every larger number of tables. With m comparisons, z is the normal quantile of 1 - 0.01
/ m, and 3 or more. So the probability that a match without mistakes shows any is at most 1 % (C. E.
Bonferroni; O. J. Dunn, "Multiple comparisons among means", Journal of the American Statistical Association
56, 1961), as far as the error of the sample goes. The comparisons need not be independent.
"""

import math
from collections.abc import Iterable
from statistics import NormalDist

from upcard.engine.arrays import FloatArray
from upcard.language.messages import marked

LEAST_DEVIATIONS, FAMILY_ERROR = 3.0, 0.01
"""The fewest standard errors, and the probability of any wrongly called mistake in a match."""

CLEAR = 2
"""A loss is a mistake if it is more than this many times its possible error in the largest sample."""

RULE = marked(
    "Where simulation judges, a mistake lost more than {0} standard errors, and more than twice as many in "
    "the largest sample. This is corrected for {1} comparisons (Bonferroni): the probability that sampling "
    "errors make any sound decision of a match look like a mistake is at most {2} %."
)
RULE_OF_STRATEGY = marked(
    "Where simulation judges, a mistake lost more than {0} standard errors, and more than twice as many in "
    "the largest sample. This is corrected for {1} comparisons (Bonferroni): the probability that sampling "
    "errors make any sound decision of a match look like a mistake is at most {2} %. "
    "Actions that the strategy would play too are no mistakes."
)
"""The rule in words, without a strategy that continues play and with one."""

LOOKS = 3
"""Maximum number of samples, each larger, at which a played action is compared with the others."""


def deviations(comparisons: int) -> float:
    """Return the number of standard errors that a loss must exceed if a match needs `comparisons`."""
    return max(LEAST_DEVIATIONS, -NormalDist().inv_cdf(FAMILY_ERROR / max(1, comparisons)))


def comparisons_of(counts: Iterable[int], looks: int = LOOKS) -> int:
    """Return the number of comparisons for decisions with these numbers of legal actions."""
    return looks * sum(n - 1 for n in counts)


def standard_error(differences: FloatArray, span: float) -> float:
    """Return the standard error of a mean difference.

    Two more tables are counted, with a difference of `span` in either direction, because a sample may miss
    rare events. `span` is the largest difference between any two results.
    """
    n = len(differences)
    spread = float(differences.var(ddof=1)) if n > 1 else math.inf if span else 0.0
    return math.sqrt(spread / n + 2 * span**2 / n**2)


def rule_text(comparisons: int, has_strategy: bool) -> str:
    """Return the rule for mistakes in a match, as sentences for the text of a review.

    `comparisons` is the number of comparisons for which it is corrected, and `has_strategy` is whether play
    continues by a strategy.
    """
    rule = RULE_OF_STRATEGY if has_strategy else RULE
    return rule.format(f"{deviations(comparisons):.1f}", f"{comparisons:,}", f"{100 * FAMILY_ERROR:g}")
