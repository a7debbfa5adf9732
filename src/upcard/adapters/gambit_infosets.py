"""What players of a game tree know, held against what everybody knows at a table.

At a table all see whose turn it is, so they can count how many actions were made, and nobody forgets what he
knew and did. A tree need not be so: where the third player of Selten's horse is asked, one other has acted or
two have, and he does not know which.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from upcard.adapters.gambit_names import plain
from upcard.adapters.gambit_reader import PLAYER_NODE, Efg, EfgNode
from upcard.engine.errors import Unreadable
from upcard.engine.tree.game_tree import GameTree
from upcard.engine.wording import counted


@dataclass(frozen=True)
class _DecisionNode:
    """A node of a player, who acted on the way to it, and what its player did, in which set and when."""

    node: EfgNode
    movers: tuple[int, ...]
    own: tuple[tuple[int, int, int], ...]


def check_sets(efg: Efg, sets: Sequence[int], tree: GameTree) -> None:
    """Refuse a tree in which players know less than everybody at a table does.

    Parameters
    ----------
    efg : Efg
        The tree as it stands in the file.
    sets : sequence of int
        By player, how many information sets he has in it.
    tree : GameTree
        The tree of the game that was made of it.

    Raises
    ------
    Unreadable
        If a player has more information sets at the table than in the file, with one of them and the reason.
    """
    for p, (name, told) in enumerate(zip(efg.players, sets, strict=True)):
        known = int((tree.owner == p).sum())
        if known > told:
            sets_told = counted(told, "information set")
            raise Unreadable(
                f"{_called(name, p)} has {sets_told} in the file and {known} at a table: "
                f"{_reason(efg, p)}; expected a tree in which players know that too"
            )


def _called(name: str, player: int) -> str:
    """A player by name, where it is one and no mere number."""
    shown = plain(name) or str(player + 1)
    return f"player {shown}" if shown.isdecimal() else shown


def _reason(efg: Efg, player: int) -> str:
    """By what a player tells nodes of one set apart at a table."""
    first: dict[int, _DecisionNode] = {}
    for here in _decisions(efg, player):
        before = first.setdefault(here.node.infoset, here)
        words = _difference(before, here)
        if words:
            lines = f"{before.node.line} and {here.node.line}"
            return f"before the nodes of one set on lines {lines} {words}"
    return "everybody sees whose turn it is, and forgets nothing"


def _difference(before: _DecisionNode, here: _DecisionNode) -> str:
    """What is not the same on the way to two decisions, of all that their player knows at a table."""
    made = [len(x.movers) for x in (before, here)]
    if made[0] != made[1]:
        return f"there were {made[0]} and {made[1]} actions, which everybody counts"
    if before.movers != here.movers:
        return "it was not the same players' turn, which everybody sees"
    return "the player knew or did something else, which nobody forgets" if before.own != here.own else ""


def _decisions(efg: Efg, player: int) -> Iterator[_DecisionNode]:
    """All nodes of a player, in the order of the file."""
    waiting = [_DecisionNode(efg.root, (), ())]
    while waiting:
        at = waiting.pop()
        node, movers, own = at.node, at.movers, at.own
        if node.player == player:
            yield at
        if node.kind == PLAYER_NODE:
            movers = (*movers, node.player)
        for i, x in reversed(list(enumerate(node.below))):
            did = ((len(movers), node.infoset, i),) if node.player == player else ()
            waiting.append(_DecisionNode(x, movers, own + did))
