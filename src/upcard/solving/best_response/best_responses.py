"""The best response to known strategies of the others: how to play against these opponents.

A game with a small tree is solved backwards from its terminal nodes, with the others' choices at each of
their information sets. A game-specific solver with a function ``respond`` is used instead. Both are exact if
the others' strategies are known exactly. Otherwise a strategy is called many times: the response is computed
from some calls and judged by others, so that its value is not too high, and it has a confidence interval. For
larger games see :mod:`upcard.solving.best_response.rollout_response`.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.engine.players import entrant_for
from upcard.engine.progress_callback import OnProgress
from upcard.engine.wording import counted
from upcard.solving.best_response.response import Response, ResponseQuery
from upcard.solving.best_response.rollout_response import RolloutBudget, respond_by_playing
from upcard.solving.best_response.tree_response import respond_in_tree
from upcard.solving.game_solver_contract import MOST_NODES
from upcard.solving.game_solver_registry import objectives_of


def best_responses(
    game: Game | str,
    against: Sequence[StrategyLike],
    seat: int | None = None,
    own: StrategyLike | None = None,
    *,
    most_nodes: int = MOST_NODES,
    playing: RolloutBudget | None = None,
    on_step: OnProgress | None = None,
) -> Response:
    """Find the best responses to known strategies of the others.

    Parameters
    ----------
    game : Game or str
        The game, or its name, which stands for its usual players and options. A game-specific solver may
        respond in a single round.
    against : sequence of str or function
        The strategies of the other seats: one for all, or one for each, from the left of the seat. With one
        player there are no others; leave it empty.
    seat : int, optional
        The seat that responds, from 0; by default each in turn.
    own : str or function, optional
        A strategy to compare the response with; by default that of the next seat, if one is needed.
    most_nodes : int
        Maximum number of nodes of a tree.
    playing : RolloutBudget, optional
        Numbers of games and playouts, to respond by rollouts in a game that is too large to solve.
    on_step : function, optional
        Called with the current work and the fraction that is done.

    Raises
    ------
    Usage
        If there is no such seat or strategy, or their number does not fit.
    Failure
        If the game is too large, or a strategy chooses an illegal action.
    """
    began = time.perf_counter()
    game = game_from(game)
    if seat is not None and not 0 <= seat < game.players:
        raise Usage(f"the seat was given as {seat + 1}; expected 1 to {game.players}")
    others = game.players - 1
    if others and not against:
        raise Usage("against is missing; name the strategy of the other seats, such as --against random")
    if len(against) not in (0, 1, others):
        count = counted(len(against), "strategy was", "strategies were")
        raise Usage(f"{count} given for {counted(others, 'other seat')}; give one for all, or one for each")
    friends = [entrant_for(x, game) for x in against] * (others if len(against) == 1 else 1)
    mine = None if own is None else entrant_for(own, game)
    seats = range(game.players) if seat is None else [seat]
    ways = (getattr(m, "respond", None) for m in objectives_of(game.name).values() if not m.why_not(game))
    way = next((w for w in ways if w is not None), respond_in_tree)
    question = ResponseQuery(game, tuple(friends), tuple(seats), mine, most_nodes, on_step)
    response: Response = way(question) if playing is None else respond_by_playing(question, playing)
    return replace(response, seconds=time.perf_counter() - began)
