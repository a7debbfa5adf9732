"""Playing a certificate of kind ``match``: every round as it was solved, by the pennies or lives of now.

The file ``match_player`` of a game plays its rounds. It has ``player(game, strategies)`` and
``choices(game)``, how many choices every round has; ``free(game)``, the options that may be others than when
it was solved; ``why_not(game)``, why nothing solved can be played with these options, empty if it can; and
``soon(game)``, the objective that is solved within seconds, empty if it takes longer.
"""

from types import ModuleType
from typing import Any

import numpy as np

from upcard.certificates.match_certificate import KIND, unpack_probabilities
from upcard.certificates.refutation import Refused
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.registry import part
from upcard.engine.tree.strategy_table import ChooseAction

__all__ = ["KIND", "free", "player", "rounds_player"]


def rounds_player(game: Game) -> ModuleType | None:
    """Return the file that plays the rounds of a game; None if there is none."""
    return part(game.name, "match_player")


def free(game: Game) -> tuple[str, ...]:
    """Return the options that may differ from those for which the match was solved."""
    rounds = rounds_player(game)
    return () if rounds is None else tuple(rounds.free(game))


def player(stated: dict[str, Any], game: Game) -> ChooseAction:
    """Return a player by a certificate, see :mod:`upcard.certificates.kind_registry`."""
    rounds, held = rounds_player(game), stated.get("strategy")
    if rounds is None:
        raise Failure(f"matches of {game.title} can be checked, but not played")
    lengths = rounds.choices(game)
    if not isinstance(held, list) or len(held) != len(lengths):
        raise Refused(f"the strategy is missing or not that of {len(lengths)} rounds")
    chances = [
        np.array(unpack_probabilities(x, n, f"round {k}"), np.float64)
        for k, (x, n) in enumerate(zip(held, lengths, strict=True), 1)
    ]
    made: ChooseAction = rounds.player(game, chances)
    return made
