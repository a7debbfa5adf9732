"""Choice of the evaluator of a game, and of judges against known opponents."""

from collections.abc import Callable
from functools import partial

from upcard.engine.game import Game
from upcard.engine.registry import part
from upcard.review import best_response_judge, equilibrium_evaluator, opponent_rollouts
from upcard.review.against_opponents import Judges
from upcard.review.evaluator_contract import Evaluator
from upcard.review.playout_evaluator import PlayoutEvaluator


def evaluator_for(game: Game, on_compile: Callable[[], None] | None = None) -> Evaluator:
    """Return the evaluator from the folder of a game, or by its shipped solution, or by playouts.

    `on_compile` is called if a program has to be compiled. Raises Usage if the game is not solved with these
    options, and its hidden cards cannot be dealt again for playouts.
    """
    file = part(game.name, "evaluator")
    make = getattr(file, "evaluator_of", None) or getattr(file, "appraiser", None)  # the former name
    solved: Evaluator | None = make(game) if make else None
    solved = solved or equilibrium_evaluator.evaluator_of(game)
    if solved is not None:
        return solved
    playouts = PlayoutEvaluator(game, on_compile=on_compile)
    advise = getattr(file, "exact_judgement", None)
    playouts.advice = advise(game) if advise else ""
    return playouts


def judges_for(
    game: Game,
    on_compile: Callable[[], None] | None = None,
    on_part: Callable[[], None] | None = None,
) -> Judges:
    """Return a function of opponents that lists functions that make a judge or None, the most exact first.

    `on_compile` is called if a program has to be compiled, and `on_part` from time to time while a slow judge
    is made; it may raise an error to stop that.
    """
    by_game = getattr(part(game.name, "evaluator"), "judge", None)
    makers = [x for x in (by_game, best_response_judge.judge, opponent_rollouts.judge) if x is not None]
    return lambda opponents: [partial(make, game, opponents, on_compile, on_part) for make in makers]
