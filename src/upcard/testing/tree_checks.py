"""Checks of the tree of a game that is small enough to be unrolled: known counts, correct order."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.option_values import default_text
from upcard.engine.tree.game_tree import CHANCE, END, GameTree, unroll
from upcard.simulation.lineup import line_up
from upcard.simulation.simulate_games import simulate_lineup
from upcard.simulation.simulation_plan import make_plan
from upcard.testing.chance_checks import branchings
from upcard.testing.compiled_checks import PLAYERS
from upcard.testing.random_walk import ConformanceError, Walk, promise_of

SMALL = 20_000
"""Trees with more nodes than this are unrolled only for a known fact."""

GUESSES = 12
FAR_OFF = 4.5
"""Standard errors: a correct game deviates by more only once in 150,000 times."""


def check_facts(game: Game) -> int:
    """Check that the known facts about this game, its players and its options are true.

    Facts for other numbers of players or presets are skipped. Returns the number of facts checked.
    """
    facts = getattr(game.rules, "FACTS", ())
    facts = [f for f in facts if f.players == game.players and _has(game, f.preset)]
    counts = unroll(game).counts() if facts else {}
    for f in facts:
        if counts[f.what] != f.value:
            raise _broken(check_facts, game, f"{f.value} {f.what} ({f.source})", str(counts[f.what]))
    return len(facts)


def _has(game: Game, preset: str) -> bool:
    """Return whether a game has the options of a preset, or the default ones if it is empty."""
    usual = {o.name: default_text(o) for o in game.rules.OPTIONS}
    return game.option_words() == {**usual, **(game.rules.PRESETS[preset] if preset else {})}


def small_tree(game: Game, seed: int = 1) -> GameTree | None:
    """Return the tree of a game, or None if it has more than ``SMALL`` nodes, by estimate or by counting.

    The estimate is D. E. Knuth's, "Estimating the efficiency of backtrack programs", 1975: along a random
    path the products of the branchings so far add up, on average, to the number of nodes.
    """
    guesses = [_guess(Walk(game, seed, number)) for number in range(GUESSES)]
    if sum(guesses) / len(guesses) > 2 * SMALL:
        return None
    try:
        return unroll(game, SMALL)
    except Failure:
        return None


def _guess(walk: Walk) -> int:
    nodes, total = 1, 1
    for branches in branchings(walk, decisions=True):
        nodes *= len(branches)
        total += nodes
        if total > SMALL * GUESSES * 2:
            break
    return total


def check_tree(tree: GameTree) -> int:
    """Check that the tree is in order: chances sum to 1, and nobody forgets or learns too much.

    Returns the number of nodes checked.
    """
    chance = tree.chance()
    recall = [(0,) * tree.game.players]
    remembered: dict[int, tuple[int, int]] = {}
    known: dict[tuple[int, ...], int] = {}
    children: list[list[int]] = [[] for _ in range(tree.nodes)]
    for node in range(1, tree.nodes):
        children[tree.parent[node]].append(node)
        recall.append(_recall(tree, node, recall, known))
    for node in range(tree.nodes):
        _check_node(tree, node, children[node], chance)
        _check_recall(tree, node, recall[node], remembered)
    return tree.nodes


def _recall(
    tree: GameTree, node: int, recall: list[tuple[int, ...]], known: dict[tuple[int, ...], int]
) -> tuple[int, ...]:
    """Return the decisions of each seat on the way to a node, as one number per seat."""
    above = int(tree.parent[node])
    seen, p = recall[above], int(tree.player[above])
    if p < 0:
        return seen
    now = known.setdefault((seen[p], int(tree.infoset[above]), int(tree.action[node])), len(known) + 1)
    return (*seen[:p], now, *seen[p + 1 :])


def _check_node(tree: GameTree, node: int, below: list[int], chance: npt.NDArray[np.float64]) -> None:
    player, where = int(tree.player[node]), f"node {node}"
    actions = [int(tree.action[c]) for c in below]
    if player == END:
        wanted: list[int] = []
    elif player == CHANCE:
        wanted = sorted(set(actions))
        total = float(sum(chance[c] for c in below))
        if abs(total - 1) > 1e-9 or min(int(tree.weight[c]) for c in below) < 1:
            raise _broken(check_tree, tree.game, f"weights above 0 at {where}, sum 1", f"the sum is {total}")
    else:
        k = int(tree.infoset[node])
        wanted = tree.legal[tree.first[k] : tree.first[k] + tree.count[k]].tolist()
    if actions != wanted:
        raise _broken(check_tree, tree.game, f"{wanted} below {where}", str(actions))


def _check_recall(
    tree: GameTree, node: int, recall: tuple[int, ...], remembered: dict[int, tuple[int, int]]
) -> None:
    k, p = int(tree.infoset[node]), int(tree.player[node])
    if k >= 0 and remembered.setdefault(k, (int(tree.owner[k]), recall[p])) != (p, recall[p]):
        expected = f"one seat with one past of decisions in information set {k}"
        raise _broken(check_tree, tree.game, expected, f"node {node} has another")


def uniform_scores(tree: GameTree) -> npt.NDArray[np.float64]:
    """Return the mean score of every seat if all actions are equally likely, float64 of shape (seats,)."""
    reach = tree.chance()
    for node in range(1, tree.nodes):
        above = tree.parent[node]
        k = tree.infoset[above]
        reach[node] *= reach[above] / (tree.count[k] if k >= 0 else 1)
    scores: npt.NDArray[np.float64] = (reach[:, None] * tree.payoff).sum(axis=0)
    return scores * float(tree.game.rules.GAME.unit)


def check_tree_scores(tree: GameTree, games: int = 100_000, seed: int = 1) -> int:
    """Check that simulated random play scores what the tree says it must, within 4.5 standard errors.

    Returns the number of simulated games.
    """
    exact = uniform_scores(tree)
    lineup, plan = line_up(tree.game, "random", PLAYERS), make_plan(games, seed, tree.game.players)
    result = simulate_lineup(lineup, plan, "fixed", threads=1)
    for seat, wanted in zip(result.seats, exact, strict=True):
        mean = seat.estimates["score_mean"]
        if abs(mean.value - wanted) > FAR_OFF * mean.se + 1e-9:
            expected = f"a mean score of {wanted:.6f} for seat {seat.seat}, by the tree"
            seen = f"{mean.value:.6f} with standard error {mean.se:.6f} in {games} games of seed {seed}"
            raise _broken(check_tree_scores, tree.game, expected, seen)
    return games


def _broken(check: Callable[..., int], game: Game, expected: str, seen: str) -> ConformanceError:
    name, n, words = game.name, game.players, ", ".join(f"{k}={v!r}" for k, v in game.option_words().items())
    call = f"upcard.unroll(upcard.game({name!r}, players={n}{', ' if words else ''}{words}))"
    return ConformanceError(promise_of(check), repr(game), expected, seen, call)
