"""A player that plays a solution of a match of Smallsum or of the cash game.

A view shows the round (A's pennies when it began), the situation (the open cards), the class of the player's
hidden card, and the bets. Together they determine the information set, whose probabilities are in a table.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.engine.tree.sampling import ViewCells, draw_action, limits_of, odds_of, with_tables
from upcard.engine.tree.stochastic_game import SEATS
from upcard.engine.tree.strategy_table import ActionWeights
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_rounds import (
    MOST_PURSE,
    Betting,
    betting_tree,
    cash_betting,
    dealt_round,
    open_card_situations,
    sample_deals,
)
from upcard.games.smallsum.rules import PENNIES, open_sum, value
from upcard.games.smallsum.solvers import limited_rounds
from upcard.games.smallsum.solvers import penny_match as smallsum_match
from upcard.kit.strategy import State

NAME = "solved_smallsum"
TENS, MOST_DIFFERENCE, STAGES, BETS = 10, 38, 4, 4
QUICK = {"basic": MOST_PURSE, "choice": 8}
"""The variants whose matches are solved within ten seconds, each with the largest purse for that."""


class SmallsumLookup(NamedTuple):
    """Tables of a player. A choice is an action in an information set; all choices are numbered."""

    places: ViewCells
    """The situation, by the difference of the open sums and the set of values below ten that are not open."""
    parts: ViewCells
    """The part of the round, by situation."""
    classes: ViewCells
    """The class of the hidden card, by situation and value."""
    bases: ViewCells
    """The first choice of a part, by round and part."""
    sizes: ViewCells
    """Number of choices in the betting, by round."""
    nodes: ViewCells
    """The first choice of a decision in the betting, by round, stage, and bets of A and B."""
    counts: ViewCells
    """Number of choices of a decision, by the same."""
    actions: ViewCells
    """The action of a choice, by round and choice in the betting."""
    limits: ViewCells
    """The probabilities of all choices; see :mod:`upcard.engine.tree.sampling`."""


NOTHING = np.zeros((1, 1, 1, 1), np.int32)
PLACES, PARTS, CLASSES, BASES = NOTHING[0, 0], NOTHING[0, 0, 0], NOTHING[0, 0], NOTHING[0, 0]
SIZES, NODES, COUNTS, ACTIONS, LIMITS = NOTHING[0, 0, 0], NOTHING, NOTHING, NOTHING[0, 0], NOTHING[0, 0, 0]


def choose(v: State) -> int:
    """Draw an action with the probabilities of the information set."""
    a = v.seat_a
    k = round_of(v)
    count = COUNTS[k, v.stage, v.bet[a], v.bet[1 - a]]
    i = draw_action(v, LIMITS, first_choice(v), int(count))
    return int(ACTIONS[k, NODES[k, v.stage, v.bet[a], v.bet[1 - a]] + i])


def round_of(v: State) -> int:
    """Return the number of the round: A's pennies when it began, minus 1; 0 in the cash game."""
    return 0 if v.objective == PENNIES else v.pennies[v.seat_a] + v.pot // 2 - 1


def first_choice(v: State) -> int:
    """Return the first choice of the information set that a view shows."""
    a = v.seat_a
    b = 1 - a
    k = round_of(v)
    x = PLACES[open_sum(v, a) - open_sum(v, b) + MOST_DIFFERENCE, closed(v)]
    node = NODES[k, v.stage, v.bet[a], v.bet[b]]
    return int(BASES[k, PARTS[x]] + CLASSES[x, value(v.down[v.me]) - 1] * SIZES[k] + node)


def closed(v: State) -> int:
    """Return the values below ten that are not open, as a set of bits."""
    values = (1 << (TENS - 1)) - 1
    for p in range(SEATS):
        for i in range(1, 3):
            if value(v.up[p, i]) < TENS:
                values -= 1 << (value(v.up[p, i]) - 1)
    return values


def player(game: Game, strategies: Sequence[npt.NDArray[np.float64]]) -> Callable[[State], int]:
    """Return a function of a view that plays a solution of Smallsum, and can be compiled like a strategy.

    It can play only with the options of `game`. Its attribute ``odds`` maps a view to pairs of an action and
    its probability. `strategies` has for each round the probabilities of all choices, of shape (choices,), as
    in a solution or its certificate. Raises Usage if the game is not Smallsum.
    """
    if game.name != rules.GAME.name:
        raise Usage(f"this is a solution of {game.title}; expected one of {rules.GAME.title}")
    tables = {
        name.upper(): np.ascontiguousarray(cells, np.int32)
        for name, cells in tables_of(game, strategies)._asdict().items()
    }
    return with_tables(choose, tables, NAME, _odds, first_choice)


def _odds(tables: dict[str, Any], v: State) -> ActionWeights:
    """Return the actions in a view with their probabilities, from the tables of the player."""
    a, k, at = v.seat_a, round_of(v), tables["first_choice"](v)
    node = (k, v.stage, v.bet[a], v.bet[1 - a])
    first, count = int(tables["NODES"][node]), int(tables["COUNTS"][node])
    actions = tables["ACTIONS"][k, first : first + count].tolist()
    return odds_of(tables["LIMITS"][at : at + count].tolist(), actions)


def free(game: Game) -> tuple[str, ...]:
    """Return the options that may differ from those of the solution.

    In the cash game, only the variant matters. In a match of the basic game or of Choice, the value to a
    player does not depend on who is A. The limit of rounds makes no difference if the value is the share of
    the pennies, or if the limit is high.
    """
    if game.option_words()["objective"] == "pennies":
        return ("purse", "rounds", "first")
    first = () if game.option_words()["variant"] == "alternate" else ("first",)
    return first if limited_rounds.is_limited(game) else ("rounds", *first)


def why_not(game: Game) -> str:
    """Return why no solution can be played with these options, as part of a sentence; empty if one can."""
    return "" if game.option_words()["objective"] == "pennies" else smallsum_match.why_not(game)


def soon(game: Game) -> str:
    """Return the objective that is solved within seconds with these options; empty if it takes longer."""
    words = game.option_words()
    if words["objective"] == "pennies":
        return "pennies"
    if limited_rounds.is_limited(game):
        return ""
    return "match" if int(words["purse"]) <= QUICK.get(str(words["variant"]), 0) else ""


def choices(game: Game) -> list[int]:
    """Return the number of choices of each round, as in the `strategies` of :func:`player`."""
    return [_classes()[-1] * len(b.tree.legal) for b in _bettings(game)]


def tables_of(game: Game, strategies: Sequence[npt.NDArray[np.float64]]) -> SmallsumLookup:
    """Return all tables of a player; see :func:`player`."""
    places, classes = card_lookup()
    bets = _bettings(game)
    sizes = np.array([len(b.tree.legal) for b in bets])
    begins = np.cumsum([0, *choices(game)])[:-1]
    counts = np.concatenate([np.tile(b.tree.count, _classes()[-1]) for b in bets])
    nodes = [node_lookup(game, b) for b in bets]
    return SmallsumLookup(
        places=places,
        parts=np.array([x.part for x in open_card_situations()[0]]),
        classes=classes,
        bases=begins[:, None] + sizes[:, None] * np.array(_classes()[:-1]),
        sizes=sizes,
        nodes=np.array([first for first, _ in nodes]),
        counts=np.array([count for _, count in nodes]),
        actions=np.array([np.resize(b.tree.legal, sizes.max()) for b in bets]),
        limits=limits_of(np.concatenate(strategies), counts),
    )


@lru_cache(maxsize=1)
def card_lookup() -> tuple[ViewCells, ViewCells]:
    """Return the first and third of :class:`SmallsumLookup`: situations, and classes of hidden cards."""
    places = np.full((2 * MOST_DIFFERENCE + 1, 1 << (TENS - 1)), -1)
    classes = np.zeros((len(open_card_situations()[0]), TENS), np.int64)
    for k, x in enumerate(open_card_situations()[0]):
        places[x.difference + MOST_DIFFERENCE, sum(1 << (y - 1) for y in x.values if y < TENS)] = k
        classes[k, np.array(x.values) - 1] = x.classes
    return places, classes


@lru_cache(maxsize=1)
def _classes() -> tuple[int, ...]:
    """Return for each part the number of classes of hidden cards before it, and finally the total."""
    return (0, *np.cumsum([len(part.cards) for part in open_card_situations()[1]]).tolist())


def _bettings(game: Game) -> list[Betting]:
    """Return the betting of each round; its outcome codes are not used."""
    if game.option_words()["objective"] == "pennies":
        return [cash_betting(game)]
    most = 2 * int(game.option_words()["purse"])
    return [betting_tree(game, (pennies, most - pennies), lambda s: 0) for pennies in range(1, most)]


def node_lookup(game: Game, bets: Betting) -> tuple[ViewCells, ViewCells]:
    """Return first choice and number of choices of each decision of the betting, by stage and bets."""
    first, count = np.full((SEATS, STAGES, BETS, BETS), -1)
    for i, (v, _) in enumerate(decisions(game, bets)):
        first[v.stage, v.bet[0], v.bet[1]] = bets.tree.first[i]
        count[v.stage, v.bet[0], v.bet[1]] = bets.tree.count[i]
    return first, count


def decisions(
    game: Game, bets: Betting, purses: tuple[int, int] = (rules.CASH_PURSE, rules.CASH_PURSE)
) -> Iterator[tuple[PlainState, list[int]]]:
    """Yield a view of each decision of the betting with its legal actions; the cards are arbitrary.

    `bets` is the betting of a round of `game`; `purses` are the pennies of both players before the round.
    """
    tree = bets.tree
    only = dealt_round(game, purses, sample_deals()[0], lambda s, p: 0)
    for i in range(tree.infosets):
        node, actions = int(np.flatnonzero(tree.infoset == i)[0]), []
        while node > 0:
            actions.append(int(tree.action[node]))
            node = int(tree.parent[node])
        s = only.start()
        for action in reversed(actions):
            only.rules.apply(s, action)
        first = int(tree.first[i])
        yield only.view(s, s.player), tree.legal[first : first + int(tree.count[i])].tolist()
