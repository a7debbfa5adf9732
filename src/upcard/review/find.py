"""Finding who can appraise a game: a file of this folder that is called after it, or else playing on."""

import importlib
import importlib.util
from collections.abc import Callable

from upcard.engine.game import Game
from upcard.review import equilibrium
from upcard.review.appraisal import Appraiser
from upcard.review.playouts import Playouts

FOLDER = "upcard.review"


def appraiser_of(game: Game, on_compile: Callable[[], None] | None = None) -> Appraiser:
    """Who knows what positions of a game are worth.

    Parameters
    ----------
    game : Game
        The game with its options.

    on_compile : function, optional
        Called when a program has to be compiled.

    Raises
    ------
    Usage
        If nothing is solved with these options, and the game cannot be imagined.
    """
    place = f"{FOLDER}.{game.name.replace('-', '_')}_appraiser"
    made: Appraiser | None = None
    if importlib.util.find_spec(place):
        made = importlib.import_module(place).appraiser(game)
    return made or equilibrium.appraiser(game) or Playouts(game, on_compile=on_compile)
