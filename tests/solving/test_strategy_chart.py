"""A strategy in words."""

import pytest

from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.kit.cards import EVERYBODY, OWNER, Field, counts
from upcard.solving.sequence_form import sequence_form
from upcard.solving.strategy_chart import _StrategyChart


@pytest.mark.parametrize(
    ("field", "cells", "told"),
    [
        (counts("hand", OWNER, 3, "cards in hand"), (1, 0, 2), "jack king king"),
        (counts("hand", OWNER, 3, "cards in hand"), (0, 0, 0), "none"),
        (counts("laid", EVERYBODY, 3, "x", per_seat=True), (0, 1, 0, 0, 0, 1), "seat 1: queen, seat 2: king"),
    ],
)
def test_cards_that_are_counted_by_kind_are_told_by_their_names(
    field: Field, cells: tuple[int, ...], told: str
) -> None:
    tree = unroll(make_game("kuhn-poker"))
    assert _StrategyChart(tree, sequence_form(tree).uniform(), None).plain(field, cells) == told
