"""Smallsum: two rules that a group builds from menus, one for its bets and one for answering bets.

Each rule uses one number of the round: the player's sum of three cards, that sum minus the other player's
open sum, the player's hidden card, or the other player's open sum. The rule holds if that number is at most,
or at least, a fixed number.
"""

from upcard.games.smallsum.rules import FOLD, MATCH, answering, matched, most, open_sum, total, value
from upcard.kit.strategy import Parameter, State, Strategy

SUM, LEAD, HIDDEN_CARD, OTHERS_OPEN = 0, 1, 2, 3
AT_MOST, AT_LEAST = 0, 1
LOW, HIGH = -30, 40

STRATEGY = Strategy(
    name="menu-rule",
    games=("smallsum",),
    words="bets, and matches bets, if a number of the round is at most or at least a fixed number",
    source="the rules that groups of a class write down, turned into menus",
    parameters=(
        Parameter("bet_by", 0, 0, 3, "bets by: 0 own sum, 1 own less other's open, 2 hidden, 3 other's open",
                  whole=True),
        Parameter("bet_when", 0, 0, 1, "bets when that is: 0 at most, 1 at least", whole=True),
        Parameter("bet_at", 19, LOW, HIGH, "the number for bets", whole=True),
        Parameter("bet", 3, 0, 3, "pennies it bets, as far as allowed", whole=True),
        Parameter("call_by", 0, 0, 3, "matches by: as for bets", whole=True),
        Parameter("call_when", 0, 0, 1, "matches when that is: 0 at most, 1 at least", whole=True),
        Parameter("call_at", 21, LOW, HIGH, "the number for matching", whole=True),
    ),
    title="Rule from menus",
)  # fmt: skip


def choose(
    v: State, bet_by: float, bet_when: float, bet_at: float, bet: float, call_by: float, call_when: float,
    call_at: float,
) -> int:  # fmt: skip
    """Bet or match as the rules say; always match if it costs nothing."""
    if answering(v):
        return MATCH if matched(v) == 0 or holds(v, call_by, call_when, call_at) else FOLD
    return min(int(bet), most(v)) if holds(v, bet_by, bet_when, bet_at) else 0


def holds(v: State, by: float, when: float, at: float) -> bool:
    """Whether the number that a rule uses is at most, or at least, `at`."""
    x = number_of(v, by)
    return x <= at if when == AT_MOST else x >= at


def number_of(v: State, by: float) -> int:
    """Return the number of the round that a rule uses."""
    if by == LEAD:
        return total(v, v.me) - open_sum(v, 1 - v.me)
    if by == HIDDEN_CARD:
        return value(v.down[v.me])
    if by == OTHERS_OPEN:
        return open_sum(v, 1 - v.me)
    return total(v, v.me)
