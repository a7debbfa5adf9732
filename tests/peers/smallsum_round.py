"""A round of Smallsum whose open cards lie already: the hidden ones are the only chance left."""

import importlib.util
from typing import Any

from upcard.engine.game import Game, make_game
from upcard.games.smallsum import rules as smallsum
from upcard.kit.cards import draw, put

Up = tuple[tuple[int, int], tuple[int, int]]


def smallsum_round(variant: str, up: Up) -> Game:
    """The cash game of a variant with these open cards, the smaller first of each seat.

    A shuffled pack does not care in which order it is dealt: this is what is left of a round once the open
    cards are seen. Whole, a round has 1,235,520 deals.
    """
    spec = importlib.util.find_spec(smallsum.__name__)
    assert spec is not None
    assert spec.loader is not None
    rules: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rules)

    def deal(s: Any) -> None:
        hidden = [c for c in range(rules.CARDS) if c not in up[0] + up[1]]
        s.stock[0] = 0
        for c in hidden:
            put(s.stock, c)
        for p in range(rules.SEATS):
            for c in up[p]:
                put(s.up[p], c)
            s.down[p] = draw(s, s.stock)
        if s.variant == rules.ALTERNATE:
            rules.pay(s, 1)
        s.stage = rules.A_PUTS
        s.player = s.seat_a

    rules.deal = deal
    return Game(rules, rules.SEATS, make_game("smallsum", variant=variant, objective="pennies").options)
