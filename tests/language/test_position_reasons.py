"""Why a position that somebody edits is not valid: every such text is a message for translators."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest
from babel.messages.extract import extract_from_file
from tests.language.catalogues import KEYWORDS, type_messages

from upcard.engine.game import make_game
from upcard.engine.registry import part
from upcard.language.messages import template_of
from upcard.solving.matrix2x2 import bimatrix
from upcard.solving.ordinal2x2 import ordinal_type

CHANGES: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "lama": ({"top": -1}, {"out": 1}, {"size": 0}, {"points": 9_999}),
    "stoppers": ({"life": 0}, {"life": 99}, {"card": -1}),
    "smallsum": ({"pot": 9}, {"down": -1}, {"fist": 9}),
    "liars-dice": ({"die": 40},),
}
"""Changes of a valid position that spoil it: new values, those of a row for all seats."""


def positions_of(game: str) -> ModuleType:
    module = part(game, "positions")
    assert module is not None
    return module


def messages_in(module: ModuleType) -> set[str]:
    """Return the messages that are collected from a file."""
    assert module.__file__
    return {str(x[1]) for x in extract_from_file("python", module.__file__, keywords=KEYWORDS)}


@pytest.mark.parametrize("game", CHANGES)
def test_reasons_of_games_are_messages(game):
    module = positions_of(game)
    for change in CHANGES[game]:
        s = make_game(game).match(seed=1).state.copy()
        for name, value in change.items():
            row = getattr(s, name)
            if isinstance(row, int):
                setattr(s, name, value)
            else:
                for p in range(len(row)):
                    row[p] = value
        reason = module.misfit(s)
        assert reason
        assert template_of(reason)[0] in messages_in(module), reason


def test_names_of_types_are_messages():
    battle = bimatrix((3, 0, 0, 2), (2, 0, 0, 3))
    dilemma = bimatrix((3, 0, 5, 1), (3, 5, 0, 1))
    assert {ordinal_type(battle).name, ordinal_type(dilemma).name, "Deadlock", "Bully"} <= {*type_messages()}
