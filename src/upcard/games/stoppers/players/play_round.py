"""Player that follows a certificate of kind ``stoppers-round``, as if every round had a fresh deck."""

from typing import Any

import numpy as np

from upcard.certificates.play_equilibrium import all_odds
from upcard.engine.game import Game
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.games.stoppers import match_player as stoppers_player
from upcard.games.stoppers.certificates.round_certificate import KIND

__all__ = ["KIND", "free", "player"]


def free(game: Game) -> tuple[str, ...]:
    """Return the options that may differ from those of the solution: they only concern several rounds."""
    return ("lives", "last_together", "reshuffle", "first_dealer")


def player(stated: dict[str, Any], game: Game) -> ChooseAction:
    """Return a player that follows a certificate, see :mod:`upcard.certificates.kind_registry`."""
    tree, _ = stoppers_player.decisions(game)
    chances = np.zeros(len(tree.legal))
    for first, count, odds in zip(
        tree.first, tree.count, all_odds(tree, stated.get("strategy")), strict=True
    ):
        here = tree.legal[first : first + count].tolist()
        for action, x in odds:
            chances[first + here.index(action)] = float(x)
    return stoppers_player.player(game, [chances])
