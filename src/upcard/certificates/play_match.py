"""Playing a certificate of kind ``match``: every round by its strategy, at any score.

The file ``match_player`` of a game plays its rounds. It has ``player(game, strategies)``; ``choices(game)``,
the number of choices of every round; ``free(game)``, the options that may differ from those of the solution;
``why_not(game)``, why no solution can be played with these options, empty if one can; and ``soon(game)``, the
objective that is solved within seconds, empty if solving takes longer.
"""

from types import ModuleType
from typing import Any

import numpy as np

from upcard.certificates.match_certificate import KIND, NO_STRATEGIES, unpack_probabilities
from upcard.engine.errors import Failure, Refused
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
    """Return the player of a certificate as :mod:`upcard.certificates.kind_registry` describes."""
    rounds, held = rounds_player(game), stated.get("strategy")
    if rounds is None:
        raise Failure(f"matches of {game.title} can be checked, but not played")
    lengths = rounds.choices(game)
    if not isinstance(held, list) or len(held) != len(lengths):
        raise Refused(NO_STRATEGIES.format(len(lengths)))
    chances = [
        np.array(unpack_probabilities(x, n, f"round {k}"), np.float64)
        for k, (x, n) in enumerate(zip(held, lengths, strict=True), 1)
    ]
    made: ChooseAction = rounds.player(game, chances)
    return made
