"""Playing a certificate of kind ``limited-match``: every round by its strategy for the rounds left.

The file ``limited_match`` of a game makes the player: ``certified_player(game, values, layers)``.
"""

from typing import Any

import numpy as np

from upcard.certificates.limited_match_certificate import KIND, layers_of
from upcard.certificates.match_certificate import rounds_of
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.registry import part
from upcard.engine.tree.strategy_table import ChooseAction

__all__ = ["KIND", "player"]


def player(stated: dict[str, Any], game: Game) -> ChooseAction:
    """Return the player of a certificate as :mod:`upcard.certificates.kind_registry` describes."""
    file = part(game.name, "limited_match")
    if file is None:
        raise Failure(f"matches of {game.title} with a limit of rounds can be checked, but not played")
    match = rounds_of(game)
    layers = layers_of(stated, match)
    values = np.array([match.stopped, *(x[0] for x in layers)])
    made: ChooseAction = file.certified_player(game, values, [x[2] for x in layers])
    return made
