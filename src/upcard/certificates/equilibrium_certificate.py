"""Certificates of kind ``equilibrium``: a strategy for every seat in the tree of a game.

``strategy`` has a list for each information set, in the order of the unrolled tree: the probabilities of its
actions, as numbers or as fractions in quotes. ``value``, ``value_exact``, ``bounds`` and ``gaps`` are the
claims of the certificate.
"""

import re
from typing import Any

from upcard.certificates.certificate import read_fraction, read_fractions, read_whole
from upcard.certificates.equilibrium_check import StatedEquilibrium, check_equilibrium
from upcard.engine.errors import Failure, Refused
from upcard.engine.game import Game
from upcard.engine.tree.game_tree import GameTree, OnSet, unroll
from upcard.engine.wording import counted

KIND = "equilibrium"
MOST_NODES = 100_000_000
METHOD = re.compile(r"[a-z0-9+ -]{1,40}", re.ASCII)


def check(stated: dict[str, Any], game: Game) -> list[str]:
    """Check a certificate of this kind as :mod:`upcard.certificates.kind_registry` describes."""
    method = stated.get("method")
    if not isinstance(method, str) or not METHOD.fullmatch(method):
        raise Refused("method is missing or is not the name of a solver")
    claims = _claims(stated, game.players)
    tree = _tree(stated, game)
    options = ", ".join(f"{k}={v}" for k, v in game.option_words().items())
    title = f"{game.title}, {counted(game.players, 'player')}" + (f" ({options})" if options else "")
    return [
        f"{title}, {tree.nodes:,} nodes; the certificate names {method} as the solver",
        *check_equilibrium(tree, claims),
    ]


def _tree(stated: dict[str, Any], game: Game) -> GameTree:
    """Unroll the game; raise ``Refused`` if the tree does not have the stated size."""
    nodes = read_whole(stated, "nodes", MOST_NODES)
    sets = read_whole(stated, "information_sets", MOST_NODES)
    tree = unrolled(game, nodes)
    for name, claimed, actual in (("nodes", nodes, tree.nodes), ("information_sets", sets, tree.infosets)):
        if claimed != actual:
            raise Refused(f"{name} is {claimed:,}, but the tree of the game has {actual:,}")
    return tree


def unrolled(game: Game, nodes: int, on_set: OnSet | None = None) -> GameTree:
    """Unroll the game; raise ``Refused`` if the tree has more nodes than stated."""
    try:
        return unroll(game, nodes, on_set=on_set)
    except Failure:
        raise Refused(f"nodes is {nodes:,}, but the tree of the game has more") from None


def _claims(stated: dict[str, Any], players: int) -> StatedEquilibrium:
    """Read the claims of a certificate, with every number as a fraction."""
    strategy = stated.get("strategy")
    if not isinstance(strategy, list) or not all(isinstance(x, list) for x in strategy):
        raise Refused("strategy is missing or of the wrong kind; expected a list of lists")
    exact = stated.get("value_exact")
    return StatedEquilibrium(
        tuple(
            tuple(read_fraction(x, f"information set {i}") for x in chances)
            for i, chances in enumerate(strategy, 1)
        ),
        tuple(all(isinstance(x, str) for x in chances) for chances in strategy),
        read_fraction(stated.get("value"), "value"),
        None if exact is None else read_fraction(exact, "value_exact"),
        read_fractions(stated, "bounds", 2),
        read_fractions(stated, "gaps", players),
    )
