"""A player of Stoppers for two that plays as it was solved: a match over lives, or every round alike.

A seat's view shows the round (the lives of both when it began), whether it deals, the card that it was dealt
and the one that it holds, the other's action before it, and whether the other waits for its answer.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game, make_game
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
from upcard.kit.ranks import RANKS
from upcard.kit.strategy import State

NAME = "solved_stoppers"
DID, ASKED = 4, 2
KEYS = SEATS * RANKS * RANKS * DID * ASKED
QUICK = 5
"""Number of lives up to which a match is solved in about ten seconds."""


class StoppersLookup(NamedTuple):
    """The tables of a player."""

    lives: ViewCells
    """The lives that both have at most, or 0 if all rounds are played alike."""
    sets: ViewCells
    """The information set, by what is seen; -1 for what cannot be."""
    firsts: ViewCells
    """Where the choices of each begin."""
    actions: ViewCells
    """What they are."""
    limits: ViewCells
    """The chances of all choices; see :mod:`upcard.engine.tree.sampling`."""


NOTHING = np.zeros((1, 1), np.int32)
LIVES, SETS, FIRSTS, ACTIONS, LIMITS = NOTHING[0], NOTHING, NOTHING[0], NOTHING[0], NOTHING[0]


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
    is_asked = 0 if v.asker == NONE else 1
    return int((seen * DID + v.did[1 - v.me]) * ASKED + is_asked)


def player(game: Game, strategies: Sequence[npt.NDArray[np.float64]]) -> Callable[[State], int]:
    """Return a function of a view that plays a solution of Stoppers, and that compiles like a strategy.

    Parameters
    ----------
    game : Game
        Stoppers for two.
    strategies : sequence of float64 array of shape (choices,)
        The chances of all choices, of every round of the match, or of one round by which all are played.

    Returns
    -------
    function
        Its attribute ``odds`` is a function of a view that gives the actions with their probabilities.

    Raises
    ------
    Usage
        If it is another game.
    Failure
        If a view does not tell what a player knows.
    """
    if game.name != rules.GAME.name or game.players != SEATS:
        raise Usage(f"{game.heading()} was given; expected {rules.GAME.title} for {SEATS}")
    tables = {
        name.upper(): np.ascontiguousarray(cells, np.int32)
        for name, cells in tables_of(game, strategies)._asdict().items()
    }
    return with_tables(choose, tables, NAME, _odds, information_set)


def _odds(tables: dict[str, Any], v: State) -> ActionWeights:
    """Return a player's odds in a view, from its global tables."""
    at = tables["information_set"](v)
    here = slice(tables["FIRSTS"][at], tables["FIRSTS"][at + 1])
    return odds_of(tables["LIMITS"][here].tolist(), tables["ACTIONS"][here].tolist())


def free(game: Game) -> tuple[str, ...]:
    """Return the options that may differ from those for which it was solved: who deals first."""
    return ("first_dealer",)


def why_not(game: Game) -> str:
    """Why nothing solved can be played with these options, as part of a sentence; empty if it can."""
    if game.players != SEATS:
        way = f"solve a round, with `upcard solve {game.name} --players {game.players} --save FILE`"
        return f"only matches of two are solved; {way}, and play with solved:FILE"
    if game.option_words()["reshuffle"] != "every_round":
        return "only with a fresh deck for every round is it solved; choose reshuffle=every_round"
    return stoppers_match.why_not(game)


def soon(game: Game) -> str:
    """Return the objective that is solved within seconds; empty if it takes longer."""
    return "match" if int(game.option_words()["lives"]) <= QUICK else ""


def choices(game: Game) -> list[int]:
    """Return the number of choices of every round, as ``strategies`` of :func:`player` hold them."""
    lives = int(game.option_words()["lives"])
    return [len(decisions(game)[0].legal)] * lives**SEATS


def tables_of(game: Game, strategies: Sequence[npt.NDArray[np.float64]]) -> StoppersLookup:
    """Make all tables of a player; see :func:`player`."""
    tree, places = decisions(game)
    begins = tree.infosets * np.arange(len(strategies))[:, None]
    counts = np.tile(tree.count, len(strategies))
    return StoppersLookup(
        lives=np.array([int(game.option_words()["lives"]) if len(strategies) > 1 else 0]),
        sets=np.where(places < 0, -1, places + begins),
        firsts=np.cumsum([0, *counts]),
        actions=np.tile(tree.legal, len(strategies)),
        limits=limits_of(np.concatenate(strategies), counts),
    )


def decisions(game: Game) -> tuple[GameTree, ViewCells]:
    """Return the decisions of a round, and the information set of every key, int array of shape (KEYS,).

    Every round has the same information and actions. The dealer's draw is left out, since nobody decides
    after it.

    Parameters
    ----------
    game : Game
        Stoppers for two.

    Raises
    ------
    Failure
        If a view does not tell what a player knows.
    """
    places, met = np.full(KEYS, -1), 0

    def note(v: PlainState) -> None:
        nonlocal met
        if places[key(v)] >= 0:
            raise Failure("two things that a player of Stoppers may know look the same")
        places[key(v)] = met
        met += 1

    table = make_game(game.name, SEATS, None, **{**game.option_words(), "first_dealer": str(SEATS)})
    only = one_round(table, _nothing, (0, 1), False)
    go_on = only.rules.apply

    def apply(s: PlainState, a: int) -> None:
        if s.player == s.dealer and s.asker == NONE:
            s.over = FINISHED
        else:
            go_on(s, a)

    vars(only.rules)["apply"] = apply
    return unroll(only, on_set=note), places


def _nothing(s: PlainState, p: int) -> int:
    return 0
