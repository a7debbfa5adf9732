"""Playing a certificate of kind ``match``: every round as it was solved, by the pennies or lives of now."""

from typing import Any

import numpy as np

from upcard.checking.match import KIND, rounds_of, unpacked
from upcard.checking.refused import Refused
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.lookup import Player
from upcard.engine.rounds import SEATS
from upcard.solving import smallsum_player

__all__ = ["KIND", "player"]

PLAYERS = {"smallsum": smallsum_player.player}
"""Who makes a player of a game's rounds."""


def player(stated: dict[str, Any], game: Game) -> Player:
    """A function of a view that plays by a certificate.

    Parameters
    ----------
    stated : dict
        The certificate, whose game and options are those of `game`.
    game : Game
        What is played.

    Raises
    ------
    Refused
        If the strategies are not those of the game's rounds.
    Failure
        If nobody knows how to play the rounds of this game.
    """
    match, held = rounds_of(game), stated.get("strategy")
    if game.name not in PLAYERS:
        raise Failure(f"matches of {game.title} can be checked, but not played")
    if not isinstance(held, list) or len(held) != len(match.names):
        raise Refused(f"the strategy is missing or not that of {len(match.names)} rounds")
    chances = []
    for k, (name, x) in enumerate(zip(match.names, held, strict=True)):
        chances.append(unpacked(x, match.round_of(k).sequences - SEATS, f"round {name}"))
    return PLAYERS[game.name](game, [np.array(x, np.float64) for x in chances])
