"""Tables of L.A.M.A. with given hands."""

import pytest

from upcard.engine.game import make_game
from upcard.games.lama import rules as lama
from upcard.games.lama.rules import LLAMA

PRESETS = ("official", "paper")
both = pytest.mark.parametrize("preset", PRESETS)


def seated(preset, *hands, top="1", stock="", pile="", points=(), player=0, out=(), **options):
    """A match in the middle of a round; hands and rows are digits, and L for a llama."""
    match = make_game("lama", max(2, len(hands)), preset, **options).match(1)
    s = match.state
    for p, hand in enumerate(hands):
        for k in range(lama.KINDS):
            s.hand[p, k] = kinds(hand).count(k)
        s.size[p] = len(hand)
        s.out[p] = int(p in out)
        s.points[p] = points[p] if points else 0
    s.top, s.player = kinds(top)[0], player
    s.active = len(hands) - len(out)
    for zone, cards in ((s.stock, kinds(stock)), (s.pile, kinds(pile))):
        zone[0] = len(cards)
        for i, k in enumerate(cards):
            zone[i + 1] = k
    return match


def kinds(text):
    return [LLAMA if c == "L" else int(c) - 1 for c in text]
