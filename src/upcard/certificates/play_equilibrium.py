"""Playing a certificate of kind ``equilibrium`` by the probabilities of its information sets."""

from fractions import Fraction
from typing import Any

from upcard.certificates.certificate import read_fraction, read_whole
from upcard.certificates.equilibrium_certificate import KIND, MOST_NODES, unrolled
from upcard.certificates.equilibrium_check import TOLERANCE
from upcard.engine.errors import Refused
from upcard.engine.game import Game
from upcard.engine.tree.game_tree import GameTree
from upcard.engine.tree.strategy_table import ActionWeights, ChooseAction, ViewLog, player_of
from upcard.engine.wording import counted

__all__ = ["KIND", "all_odds", "player"]


def player(stated: dict[str, Any], game: Game) -> ChooseAction:
    """Return the player of a certificate as :mod:`upcard.certificates.kind_registry` describes."""
    views = ViewLog(game)
    tree = unrolled(game, read_whole(stated, "nodes", MOST_NODES), views.note)
    return player_of(views, all_odds(tree, stated.get("strategy")))


def all_odds(tree: GameTree, strategy: object) -> list[ActionWeights]:
    """Return the odds of every information set; raise ``Refused`` if `strategy` does not fit the tree."""
    if not isinstance(strategy, list) or len(strategy) != tree.infosets:
        wanted = counted(tree.infosets, "information set")
        raise Refused(f"strategy must be a list of {wanted}")
    sets = zip(strategy, tree.first.tolist(), tree.count.tolist(), strict=True)
    legal = tree.legal.tolist()
    return [_odds(f"information set {i}", x, legal[a : a + n]) for i, (x, a, n) in enumerate(sets, 1)]


def _odds(where: str, stated: object, actions: list[int]) -> ActionWeights:
    if not isinstance(stated, list) or len(stated) != len(actions):
        raise Refused(f"{where} must be a list of {len(actions)} probabilities, one for each action")
    chances = [read_fraction(x, where) for x in stated]
    total = sum(chances, Fraction(0))
    if min(chances) < 0 or abs(total - 1) > TOLERANCE:
        raise Refused(f"{where} has a probability below 0, or its sum is not 1")
    return tuple((a, x / total) for a, x in zip(actions, chances, strict=True) if x > 0)
