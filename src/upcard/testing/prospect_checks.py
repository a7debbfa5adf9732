"""Checks of ``lean`` and ``outlook``, which a rules file may offer to searching strategies."""

from upcard.engine.heuristics import MOST_LEANING, leaning
from upcard.testing.random_walk import Walk


def check_prospects(walk: Walk) -> int:
    """Check that every legal action is likely to some degree, and nobody expects less than nothing."""
    s, rules = walk.state, walk.game.rules
    if s.over:
        return 0
    legal, lean = walk.game.legal_actions(s), leaning(rules)
    for a in legal:
        weight = lean(s, a)
        if type(weight) is not int or not 1 <= weight <= MOST_LEANING:
            seen = f"lean(s, {a}) is {weight!r}"
            raise walk.broken(check_prospects, f"a whole number from 1 to {MOST_LEANING}", seen)
    if hasattr(rules, "outlook"):
        for p in range(s.seats):
            expected = rules.outlook(s, p)
            if type(expected) is not int or expected < 0:
                seen = f"outlook(s, {p}) is {expected!r}"
                raise walk.broken(check_prospects, "a whole number, 0 or more", seen)
    return len(legal)
