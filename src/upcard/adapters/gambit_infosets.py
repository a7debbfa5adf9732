"""The information of players in a game tree: whether they remember, and what more they know at a table.

At a table, players see whose turn it is, so they can count actions, and they forget nothing that they knew or
did. A tree may differ: before the third player of Selten's horse acts, one or two others have acted, and the
third player does not know which.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from upcard.adapters.gambit_names import plain
from upcard.adapters.gambit_reader import PLAYER_NODE, Efg, EfgNode
from upcard.engine.errors import Unreadable
from upcard.engine.tree.game_tree import GameTree
from upcard.engine.wording import counted


class HiddenTurns(Unreadable):
    """A tree in which a player knows less than at a table."""


@dataclass(frozen=True)
class _DecisionNode:
    """A decision, the seats that acted before it, and its player's earlier actions: time, set and action."""

    node: EfgNode
    movers: tuple[int, ...]
    past: tuple[tuple[int, int, int], ...]


def check_recall(efg: Efg) -> None:
    """Raise ``Unreadable`` if a player forgets what they knew or did, with the lines of two nodes."""
    nothing: tuple[_OwnAction | None, ...] = (None,) * len(efg.players)
    first: dict[tuple[int, int], tuple[EfgNode, _OwnAction | None]] = {}
    waiting = [(efg.root, nothing)]
    while waiting:
        node, last = waiting.pop()
        p = node.player
        if node.kind == PLAYER_NODE:
            known, before = first.setdefault((p, node.infoset), (node, last[p]))
            if _key(before) != _key(last[p]):
                raise Unreadable(_forgotten(player_called(efg.players[p], p), known, node, last[p]))
        for i, x in reversed(list(enumerate(node.below))):
            did = (*last[:p], _OwnAction(node, i, last[p]), *last[p + 1 :]) if p >= 0 else last
            waiting.append((x, did))


@dataclass(frozen=True)
class _OwnAction:
    """An action of a player: the node, the number of the branch, and the player's action before it."""

    node: EfgNode
    branch: int
    before: "_OwnAction | None"


def _key(action: _OwnAction | None) -> tuple[int, int] | None:
    return None if action is None else (action.node.infoset, action.branch)


def _forgotten(called: str, known: EfgNode, node: EfgNode, last: _OwnAction | None) -> str:
    """Return which nodes of one set a player would have to tell apart, if they forgot nothing."""
    expected = "expected players who remember what they knew and did"
    while last is not None:
        if last.node.infoset == node.infoset:
            return (
                f"line {node.line} comes after line {last.node.line} in one information set of {called}, who "
                f"forgets having been there; {expected}"
            )
        last = last.before
    return (
        f"lines {known.line} and {node.line} are in one information set of {called}, who knew or did "
        f"something else before and forgets it; {expected}"
    )


def check_sets(efg: Efg, sets: Sequence[int], tree: GameTree) -> None:
    """Raise ``HiddenTurns`` if a player has more information sets at a table than in the file; it says why.

    `sets` holds their numbers by player in the file, `tree` is the tree of the game that was made from it.
    """
    for p, (name, in_file) in enumerate(zip(efg.players, sets, strict=True)):
        known = int((tree.owner == p).sum())
        if known > in_file:
            words = counted(in_file, "information set")
            raise HiddenTurns(
                f"{player_called(name, p)} has {words} in the file and {known} at a table: "
                f"{_reason(efg, p)}; expected a tree in which players know that too"
            )


def player_called(name: str, player: int) -> str:
    """Return the name of a player in a file, with the word before it if the name is only a number."""
    shown = plain(name) or str(player + 1)
    return f"player {shown}" if shown.isdecimal() else shown


def _reason(efg: Efg, player: int) -> str:
    """Return how a player distinguishes nodes of one set at a table."""
    first: dict[int, _DecisionNode] = {}
    for here in _decisions(efg, player):
        before = first.setdefault(here.node.infoset, here)
        words = _difference(before, here)
        if words:
            lines = f"{before.node.line} and {here.node.line}"
            return f"before the nodes of one set on lines {lines} {words}"
    return "players see whose turn it is, and forget nothing"


def _difference(before: _DecisionNode, here: _DecisionNode) -> str:
    """Return how the player tells the paths to two decisions apart at a table; empty if they cannot."""
    made = [len(x.movers) for x in (before, here)]
    if made[0] != made[1]:
        return f"there were {made[0]} and {made[1]} actions, which players can count"
    if before.movers != here.movers:
        return "other players had acted, which everybody sees"
    return "the player knew or did something else, which players remember" if before.past != here.past else ""


def _decisions(efg: Efg, player: int) -> Iterator[_DecisionNode]:
    """Yield the nodes of a player, in the order of the file."""
    waiting = [_DecisionNode(efg.root, (), ())]
    while waiting:
        at = waiting.pop()
        node, movers, past = at.node, at.movers, at.past
        if node.player == player:
            yield at
        if node.kind == PLAYER_NODE:
            movers = (*movers, node.player)
        for i, x in reversed(list(enumerate(node.below))):
            did = ((len(movers), node.infoset, i),) if node.player == player else ()
            waiting.append(_DecisionNode(x, movers, past + did))
