"""Views at the information sets of an unrolled game, made by playing up to them."""

from upcard.engine.chance import Script
from upcard.engine.state import PlainState, apply_action
from upcard.engine.tree.game_tree import CHANCE, GameTree


def views(tree: GameTree) -> list[PlainState]:
    """Return the view at each information set of the player who decides there.

    All histories of an information set give the same view, so the first one is played.
    """
    replay = _Replay(tree)
    by_number: dict[int, PlainState] = {}
    for node, number in enumerate(tree.infoset.tolist()):
        if number >= 0 and number not in by_number:
            by_number[number] = tree.game.view(replay.state(node), int(tree.player[node]))
    return [by_number[i] for i in range(tree.infosets)]


class _Replay:
    """Plays up to decisions of a tree, each time from the state at the previous decision."""

    def __init__(self, tree: GameTree) -> None:
        self.tree, self.rules = tree, tree.game.rules
        self.known: dict[int, PlainState] = {}

    def state(self, node: int) -> PlainState:
        """Return the state at a decision."""
        if node not in self.known:
            self.known[node] = self._played(node)
        return self.known[node]

    def _played(self, node: int) -> PlainState:
        tree, outcomes = self.tree, []
        above, below = int(tree.parent[node]), node
        while above >= 0 and tree.player[above] == CHANCE:
            outcomes.append(int(tree.action[below]))
            above, below = int(tree.parent[above]), above
        script = Script(self.rules, outcomes[::-1])
        is_deal = above < 0
        s = tree.game.blank(chance=script) if is_deal else self.state(above).copy(script)
        apply_action(self.rules, s, None if is_deal else int(tree.action[below]))
        return s
