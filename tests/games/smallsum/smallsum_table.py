"""Tables of Smallsum with given cards and pennies."""

import pytest

from upcard.engine.game import make_game

VARIANTS = ("basic", "choice", "alternate")
every_variant = pytest.mark.parametrize("variant", VARIANTS)
LOW = "A 2 3 / K Q J"  # seat 1 wins; the third card of each is hidden
EQUAL = "A 2 10 / 3 4 6"


def seated(variant, cards=LOW, pennies=(8, 8), **options):
    """A match after the deal of these cards, with these pennies besides what lies in the pot."""
    match = make_game("smallsum", variant=variant, **options).match(
        seed=1, dealt=cards.replace("/", "").split()
    )
    for p in range(2):
        match.state.pennies[p] = pennies[p]
    return match


def played(match, words):
    for word in words.split(", "):
        match.do(word)
    return match


def seen(match):
    """Pot of the last round and pennies after it."""
    return match.state.last_pot, list(match.state.pennies)
