"""Finding who can appraise a game, or judge it against known opponents: its own file, or else playing on."""

from collections.abc import Callable
from functools import partial
from types import ModuleType

from upcard.engine.game import Game
from upcard.engine.registry import part
from upcard.review import best_response_judge as best_response
from upcard.review import equilibrium_evaluator as equilibrium
from upcard.review import opponent_rollouts as met_playouts
from upcard.review.against_opponents import Judges
from upcard.review.evaluator_contract import Evaluator
from upcard.review.playout_evaluator import PlayoutEvaluator


def evaluator_for(game: Game, on_compile: Callable[[], None] | None = None) -> Evaluator:
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
    file = _file_of(game)
    made: Evaluator | None = file.appraiser(game) if file else None
    return made or equilibrium.appraiser(game) or PlayoutEvaluator(game, on_compile=on_compile)


def judges_for(
    game: Game,
    on_compile: Callable[[], None] | None = None,
    on_part: Callable[[], None] | None = None,
) -> Judges:
    """Who may judge decisions against opponents whose strategies are known.

    Parameters
    ----------
    game : Game
        The game with its options.
    on_compile : function, optional
        Called when a program has to be compiled.
    on_part : function, optional
        Called now and then while a judge is made that takes long; it may raise a fault that ends this.

    Returns
    -------
    function
        Of the opponents; gives functions that make a judge or None, the most exact first.
    """
    own = getattr(_file_of(game), "judge", None)
    makers = [x for x in (own, best_response.judge, met_playouts.judge) if x is not None]
    return lambda opponents: [partial(make, game, opponents, on_compile, on_part) for make in makers]


def _file_of(game: Game) -> ModuleType | None:
    """Return the evaluator in the folder of a game."""
    return part(game.name, "evaluator")
