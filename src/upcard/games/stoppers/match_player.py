"""Player of Stoppers for two players that follows a solution of a match over lives, or of one round.

A seat's view shows the round (both players' lives when it began) and whether the seat deals. It also shows
the card that the seat was dealt and the one that it holds, what the other player did before, and whether that
player waits for an answer.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game
from upcard.engine.game_loop import FINISHED
from upcard.engine.state import PlainState
from upcard.engine.tree.game_tree import GameTree, unroll
from upcard.engine.tree.sampling import ViewCells, draw_action, limits_of, odds_of, with_tables
from upcard.engine.tree.single_round import one_round
from upcard.engine.tree.stochastic_game import SEATS
from upcard.engine.tree.strategy_table import ActionWeights
from upcard.games.stoppers import rules
from upcard.games.stoppers.rules import NONE
from upcard.games.stoppers.solvers import lives_match as stoppers_match
from upcard.games.stoppers.solvers.round_values import last_seat_deals
from upcard.kit.ranks import RANKS
from upcard.kit.strategy import State

NAME = "solved_stoppers"
DID, ANSWERS = 4, 2
KEYS = SEATS * RANKS * RANKS * DID * ANSWERS

NOTHING = np.zeros((1, 1), np.int32)
LIVES, SETS, FIRSTS, ACTIONS, LIMITS = NOTHING[0], NOTHING, NOTHING[0], NOTHING[0], NOTHING[0]
"""The tables of a player: the maximum number of lives, or 0 if all rounds are played alike; the information
set by the key of a view, -1 if it is impossible; where the choices of each set begin; the choices; and their
chances, see :mod:`upcard.engine.tree.sampling`."""


def choose(v: State) -> int:
    """Draw an action by the chances of the information set."""
    at = information_set(v)
    first = int(FIRSTS[at])
    return int(ACTIONS[first + draw_action(v, LIMITS, first, int(FIRSTS[at + 1]) - first)])


def information_set(v: State) -> int:
    """Return the number of the information set in a view."""
    k = 0
    if LIVES[0] > 0:
        k = (v.life[1 - v.dealer] - 1) * LIVES[0] + v.life[v.dealer] - 1
    return int(SETS[k, key(v)])


def key(v: State) -> int:
    """Return what a view shows of a round, as a number below ``KEYS``."""
    seen = 1 if v.me == v.dealer else 0
    seen = (seen * RANKS + v.dealt[v.me] - 1) * RANKS + v.card[v.me]
    is_answering = 0 if v.asker == NONE else 1
    return int((seen * DID + v.did[1 - v.me]) * ANSWERS + is_answering)


def player(game: Game, strategies: Sequence[npt.NDArray[np.float64]]) -> Callable[[State], int]:
    """Return a function of a view that follows a solution of Stoppers, and compiles like a strategy.

    `strategies` are the chances of all choices, float64 of shape (choices,), for every round of the match or
    for one round that is repeated. The attribute ``odds`` of the function gives the actions in a view with
    their probabilities.

    Raises
    ------
    Usage
        If the game is not Stoppers for two players.
    Failure
        If two information sets look the same in a view.
    """
    if game.name != rules.GAME.name or game.players != SEATS:
        raise Usage(f"this is {game.heading()}; expected {rules.GAME.title} for {SEATS} players")
    return with_tables(choose, _tables(game, strategies), NAME, _odds, information_set)


def _odds(tables: dict[str, Any], v: State) -> ActionWeights:
    """Return a player's odds in a view, from its global tables."""
    at = tables["information_set"](v)
    here = slice(*tables["FIRSTS"][at : at + 2])
    return odds_of(tables["LIMITS"][here].tolist(), tables["ACTIONS"][here].tolist())


def free(game: Game) -> tuple[str, ...]:
    """Return the options that may differ from those of the solution: the first dealer."""
    return ("first_dealer",)


def why_not(game: Game) -> str:
    """Return why no solution covers these options, as part of a sentence; empty if one does."""
    if game.players != SEATS:
        way = f"solve a round, with `upcard solve {game.name} --players {game.players} --save FILE`"
        return f"only matches of two players are solved; {way}, and play with solved:FILE"
    if game.option_words()["reshuffle"] != "every_round":
        return "it is solved only with a fresh deck for every round; choose reshuffle=every_round"
    return stoppers_match.why_not(game)


def soon(game: Game) -> str:
    """Return the objective that can be solved within seconds: a match, even with the most lives."""
    return "match"


def choices(game: Game) -> list[int]:
    """Return the number of choices of every round, as ``strategies`` of :func:`player` hold them."""
    lives = int(game.option_words()["lives"])
    return [len(decisions(game)[0].legal)] * lives**SEATS


def _tables(game: Game, strategies: Sequence[npt.NDArray[np.float64]]) -> dict[str, npt.NDArray[np.int32]]:
    """Make all tables of a player; see :func:`player`."""
    tree, places = decisions(game)
    begins = tree.infosets * np.arange(len(strategies))[:, None]
    counts = np.tile(tree.count, len(strategies))
    tables = {
        "LIVES": np.array([int(game.option_words()["lives"]) if len(strategies) > 1 else 0]),
        "SETS": np.where(places < 0, -1, places + begins),
        "FIRSTS": np.cumsum([0, *counts]),
        "ACTIONS": np.tile(tree.legal, len(strategies)),
        "LIMITS": limits_of(np.concatenate(strategies), counts),
    }
    return {name: np.ascontiguousarray(cells, np.int32) for name, cells in tables.items()}


def decisions(game: Game) -> tuple[GameTree, ViewCells]:
    """Return the tree of a round, and the information set of every key as int64 array of shape (KEYS,).

    Every round has the same decisions. The dealer's draw is left out, since nobody decides after it.

    Raises
    ------
    Failure
        If two information sets look the same in a view.
    """
    places, count = np.full(KEYS, -1), 0

    def note(v: PlainState) -> None:
        nonlocal count
        if places[key(v)] >= 0:
            raise Failure("two information sets of Stoppers have the same key")
        places[key(v)] = count
        count += 1

    single_round = one_round(last_seat_deals(game), lambda s, p: 0, (0, 1), False)
    apply_by_rules = single_round.rules.apply

    def apply(s: PlainState, a: int) -> None:
        if s.player == s.dealer and s.asker == NONE:
            s.over = FINISHED
        else:
            apply_by_rules(s, a)

    vars(single_round.rules)["apply"] = apply
    return unroll(single_round, on_set=note), places
