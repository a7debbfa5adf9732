"""The tree of a small game as flat arrays, with exact weights of chance and information sets.

The tree comes from the same rules as everything else: functions of the rules file are run once for every
outcome of chance, with a script of outcomes that reports at its end what could come next. Equal cards are one
outcome with their number as weight, and outcomes that lead to equal states are merged.

An information set is all that a seat has seen and done so far (perfect recall): the sequence of its views
after every action of any seat, and its own actions. The tree of a file has the sets of the file.

A tree that is far too large is not unrolled up to the limit, since random descents estimate its size first.
Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975.
The product of the numbers of branches on a descent is an unbiased estimate of the number of nodes of a level.
A tree within the limit is refused with a probability below ``MISTAKEN``: for such a tree the expected value
of (1 + estimate / limit) / 2 is at most 1 for each descent, so the product over descents reaches
1 / ``MISTAKEN`` with at most that probability (J. Ville, 1939), for any number of descents. More descents are
made whenever the tree has doubled.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import IntArray
from upcard.engine.chance import Script, ScriptEnded
from upcard.engine.declarations import COUNTED
from upcard.engine.encodable import encodable
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.game_spec import game_from
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.state import PlainState, apply_action, canonical_key
from upcard.engine.tree.compiled_growth import CannotGrow, CompiledGrowth, TreeFull
from upcard.engine.wording import counted

CHANCE, END = -1, -2
ADVICE = "choose a smaller game or allow more"
MOST_NODES = 2_000_000
REPORT_EVERY = 4096
LOOK_AHEAD_AT, DESCENTS, MISTAKEN = 4096, 64, 1e-9

COMPILED_FROM = 30_000
"""Estimated number of nodes from which a compiled program grows a tree; compiling takes about as long as
growing a tree of that size without."""

OnNodes = Callable[[int, int], None]
"""Called with the number of nodes so far and the estimated total, which is the limit at first."""

OnSet = Callable[[PlainState], None]
"""Called for every new information set with the view of the player to move, which is reused afterwards."""


@dataclass(frozen=True, repr=False)
class GameTree(InNotebooks, kind="tree"):
    """A game as flat arrays, one entry per node in preorder (parents come before their children)."""

    game: Game
    """The game."""
    parent: IntArray
    """The node above; -1 at the root."""
    player: IntArray
    """The player to move: a seat, ``CHANCE`` or ``END``."""
    action: IntArray
    """The action or outcome that led here; -1 at the root."""
    weight: IntArray
    """Below a chance node, the whole-number weight of the outcome that led here; else 1."""
    depth: IntArray
    """Steps from the root."""
    infoset: IntArray
    """Number of the information set at decision nodes; else -1."""
    edge: IntArray
    """Below a decision node, the position of (information set, action) in the arrays of a strategy:
    ``first[infoset]`` plus the place of the action among the legal ones; else -1."""
    payoff: IntArray
    """Scores at terminal nodes; else 0. Shape (nodes, players)."""
    owner: IntArray
    """For each information set, the seat to move."""
    first: IntArray
    count: IntArray
    """For each information set, the position of its first action in the arrays of a strategy, and the number
    of its actions."""
    legal: IntArray
    """The legal actions of all information sets, one after another."""

    def __repr__(self) -> str:
        """Return the game and the size of its tree, without the arrays."""
        return encodable(f"<tree of {self.game.heading()}: {self.size}>")

    @property
    def nodes(self) -> int:
        """Number of nodes (histories)."""
        return len(self.parent)

    @property
    def infosets(self) -> int:
        """Number of information sets of all players."""
        return len(self.owner)

    @property
    def size(self) -> str:
        """Size of the tree in words: ``58 nodes, 12 information sets``."""
        return f"{counted(self.nodes, 'node')}, {counted(self.infosets, 'information set')}"

    def counts(self) -> dict[str, int]:
        """Return the sizes of the tree under the names that ``FACTS`` uses."""
        return dict(zip(COUNTED, (self.nodes, self.infosets, int((self.player == END).sum())), strict=True))

    @property
    def constant_sum(self) -> int | Fraction | None:
        """The sum of the payoffs of all seats, if it is the same at every terminal node; otherwise None."""
        sums = self.payoff[self.player == END].sum(axis=1)
        return self.game.rules.GAME.payoff(int(sums[0])) if np.all(sums == sums[0]) else None

    def chance(self) -> npt.NDArray[np.float64]:
        """Return the probability of the outcome that led to each node, float64 of shape (nodes,); else 1."""
        total = np.zeros(self.nodes, np.int64)
        inner = self.parent >= 0
        np.add.at(total, self.parent[inner], self.weight[inner])
        out = np.ones(self.nodes)
        drawn = inner & (self.player[self.parent] == CHANCE)
        out[drawn] = self.weight[drawn] / total[self.parent[drawn]]
        return out

    def along_ways(self, chances: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return for each node the product of its entry of `chances` with those of all nodes above it."""
        reach = chances.copy()
        for depth in range(1, int(self.depth.max(initial=0)) + 1):
            nodes = np.flatnonzero(self.depth == depth)
            reach[nodes] *= reach[self.parent[nodes]]
        return reach

    def exact_reach(self) -> list[Fraction]:
        """Return the exact probability of the outcomes of chance on the way to each node."""
        parents, weights, movers = (x.tolist() for x in (self.parent, self.weight, self.player))
        total = Counter[int]()
        for above, weight in zip(parents[1:], weights[1:], strict=True):
            total[above] += weight
        reach = [Fraction(1)] * self.nodes
        for node in range(1, self.nodes):
            above = parents[node]
            is_drawn = movers[above] == CHANCE
            reach[node] = reach[above] * Fraction(weights[node], total[above]) if is_drawn else reach[above]
        return reach

    def last_sequences(self) -> IntArray:
        """Return the last sequence of every player at every node, int64 of shape (nodes, players).

        Sequence p below the number of players is the empty one of seat p, and position e in the arrays of a
        strategy is that number plus e.
        """
        players = self.game.players
        last = np.empty((self.nodes, players), np.int64)
        last[0] = np.arange(players)
        for depth in range(1, int(self.depth.max(initial=0)) + 1):
            nodes = np.flatnonzero(self.depth == depth)
            above = self.parent[nodes]
            last[nodes] = last[above]
            chosen = self.edge[nodes] >= 0
            last[nodes[chosen], self.player[above[chosen]]] = players + self.edge[nodes[chosen]]
        return last

    def sequences_before(self, last: IntArray) -> IntArray:
        """Return the owner's sequence that leads to each information set, from :meth:`last_sequences`.

        Raises
        ------
        Failure
            If two sequences lead to one information set, so that its owner forgets something.
        """
        decisions = np.flatnonzero(self.infoset >= 0)
        sets, leading = self.infoset[decisions], last[decisions, self.player[decisions]]
        before = np.zeros(self.infosets, np.int64)
        before[sets] = leading
        if np.any(before[sets] != leading):
            raise Failure(
                f"{self.game.title} lets a player forget their own actions; expected perfect recall"
            )
        return before

    def chance_reach(self, node: int) -> Fraction:
        """Return the exact probability of the outcomes of chance on the way to a node."""
        out = Fraction(1)
        while node > 0:
            above = int(self.parent[node])
            if self.player[above] == CHANCE:
                out *= Fraction(int(self.weight[node]), int(self.weight[self.parent == above].sum()))
            node = above
        return out


@dataclass(frozen=True)
class _Branch:
    """An unexplored branch: a state, the action in it, and the outcomes of chance so far."""

    before: PlainState
    action: int | None
    script: tuple[int, ...]
    keys: tuple[int, ...]
    parent: int
    label: int
    weight: int
    edge: int


class TooLarge(Failure):
    """A tree has more nodes than are allowed."""


class _Grower:
    def __init__(self, game: Game, most_nodes: int, on_nodes: OnNodes | None, on_set: OnSet | None) -> None:
        self.game, self.most_nodes, self.on_nodes, self.on_set = game, most_nodes, on_nodes, on_set
        self.columns: dict[str, list[int]] = {
            name: [] for name in ("parent", "player", "action", "weight", "depth", "infoset", "edge")
        }
        self.luck, self.evidence = random.Random(0), 0.0
        self.sizes: list[int] = []
        self.payoff: list[list[int]] = []
        self.known: dict[Any, int] = {}
        self.sets: dict[Hashable, int] = {}
        self.owner: list[int] = []
        self.first: list[int] = []
        self.legal: list[int] = []
        self.reported_nodes, self.reported_sets = -1, 0
        self.views = [game.blank(hidden=True) for _ in range(game.players)]
        for p, v in enumerate(self.views):
            v.me = p

    def root(self) -> _Branch:
        keys = tuple(self.intern("seat", p) for p in range(self.game.players))
        return _Branch(self.game.blank(), None, (), keys, -1, -1, 1, -1)

    def grow(self) -> GameTree:
        stack, tried = [self.root()], False
        while stack:
            if not tried and self.sizes and self.about() >= COMPILED_FROM:
                tried = True
                if compiled := self.compiled_growth():
                    return GameTree(game=self.game, **compiled.columns())
            branch = stack.pop()
            stack += reversed(self.look(branch, self.run(branch)))
        arrays = {name: np.array(column, np.int64) for name, column in self.columns.items()}
        ends = [*self.first, len(self.legal)][1:]
        return GameTree(
            game=self.game,
            **arrays,
            payoff=np.array(self.payoff, np.int64).reshape(-1, self.game.players),
            owner=np.array(self.owner, np.int64),
            first=np.array(self.first, np.int64),
            count=np.array([b - a for a, b in zip(self.first, ends, strict=True)], np.int64),
            legal=np.array(self.legal, np.int64),
        )

    def compiled_growth(self) -> CompiledGrowth | None:
        """Grow the tree again from its root in a compiled program; None if that is not possible.

        A tree file says itself what its players cannot tell apart, so it is always interpreted.
        """
        if type(self.game).infoset_key is not Game.infoset_key:
            return None
        try:
            growth = CompiledGrowth(self.game, self.most_nodes, self.report_set if self.on_set else None)
            while not growth.work(growth.size + REPORT_EVERY):
                self.report(growth.size)
        except TreeFull:
            raise self.too_large(ADVICE) from None
        except CannotGrow:
            return None
        return growth

    def report_set(self, number: int, s: PlainState) -> None:
        """Call ``on_set`` for an information set, unless that was done before."""
        if self.on_set and number == self.reported_sets:
            p = int(s.player)
            self.game.observe(s, p, self.views[p])
            self.on_set(self.views[p])
            self.reported_sets += 1

    def report(self, node: int) -> None:
        """Make estimates and report progress before node `node` is added, unless that was done before."""
        if node <= self.reported_nodes:
            return
        self.reported_nodes = node
        if node >= LOOK_AHEAD_AT and node & (node - 1) == 0:
            self.look_ahead()
        if self.on_nodes is not None and node % REPORT_EVERY == 0:
            self.on_nodes(node, max(node, self.about()))

    def intern(self, *key: Any) -> int:
        """Return a number for a key; equal keys have equal numbers."""
        return self.known.setdefault(key, len(self.known))

    def run(self, branch: _Branch) -> PlainState | ScriptEnded:
        """Return the state after the branch's action with its script, or the next question of chance."""
        s = branch.before.copy(Script(self.game.rules, branch.script))
        try:
            apply_action(self.game.rules, s, branch.action)
        except ScriptEnded as question:
            return question
        return s

    def look(self, branch: _Branch, end: PlainState | ScriptEnded) -> list[_Branch]:
        """Add the node of a branch, and return the branches below it."""
        if isinstance(end, ScriptEnded):
            node = self.note(branch, CHANCE)
            return self.outcomes(branch, end, node)
        if end.over:
            self.note(branch, END)
            self.payoff[-1] = [int(self.game.rules.score(end, p)) for p in range(self.game.players)]
            return []
        keys = tuple(self.intern(key, self.seen(end, p)) for p, key in enumerate(branch.keys))
        return self.choices(branch, end, keys)

    def note(self, branch: _Branch, player: int, infoset: int = -1) -> int:
        node = len(self.payoff)
        if node == self.most_nodes:
            raise self.too_large(ADVICE)
        self.report(node)
        depth = self.columns["depth"][branch.parent] + 1 if branch.parent >= 0 else 0
        row = (branch.parent, player, branch.label, branch.weight, depth, infoset, branch.edge)
        for column, x in zip(self.columns.values(), row, strict=True):
            column.append(x)
        self.payoff.append([0] * self.game.players)
        return node

    def too_large(self, advice: str) -> TooLarge:
        return TooLarge(f"the tree of {self.game.title} has more than {self.most_nodes:,} nodes; {advice}")

    def look_ahead(self) -> None:
        """Refuse a tree that is far too large."""
        for _ in range(DESCENTS):
            size = _Descent(self.game).size(self.luck)
            self.sizes.append(size)
            self.evidence += math.log(self.most_nodes + size) - math.log(2 * self.most_nodes)
            if self.evidence > -math.log(MISTAKEN):
                about = rounded_nodes(self.about())
                raise self.too_large(f"about {about} by an estimate; choose a smaller game")

    def about(self) -> int:
        """Return the estimated number of nodes after the descents so far; the limit before the first one."""
        return sum(self.sizes) // len(self.sizes) if self.sizes else self.most_nodes

    def outcomes(self, branch: _Branch, question: ScriptEnded, node: int) -> list[_Branch]:
        """Return one branch per outcome of chance; outcomes that lead to equal states are merged."""
        below: list[_Branch] = []
        place: dict[Any, int] = {}
        for outcome, weight in question.outcomes:
            script = (*branch.script, outcome)
            child = _Branch(branch.before, branch.action, script, branch.keys, node, outcome, weight, -1)
            end = self.run(child)
            same = (outcome,) if isinstance(end, ScriptEnded) else canonical_key(self.game.rules, end)
            if same in place:
                twin = below[place[same]]
                below[place[same]] = replace(twin, weight=twin.weight + weight)
            else:
                place[same] = len(below)
                below.append(child)
        return below

    def seen(self, s: PlainState, p: int) -> tuple[Any, ...]:
        """Return the cells that seat `p` sees, as a hashable key."""
        return tuple(tuple(x) if type(x) is list else x for x in self.game.sight(s, p))

    def choices(self, branch: _Branch, s: PlainState, keys: tuple[int, ...]) -> list[_Branch]:
        p, actions = int(s.player), self.game.legal_actions(s)
        key = self.game.infoset_key(s, keys[p])
        if key not in self.sets:
            self.sets[key] = len(self.owner)
            self.owner.append(p)
            self.first.append(len(self.legal))
            self.legal += actions
            self.report_set(self.sets[key], s)
        infoset = self.sets[key]
        node = self.note(branch, p, infoset)
        return [
            _Branch(
                s, a, (), _with(keys, p, self.intern(keys[p], "did", a)), node, a, 1, self.first[infoset] + i
            )
            for i, a in enumerate(actions)
        ]


class _Descent(_Grower):
    """A random descent of a tree."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, -1, None, None)

    def look_ahead(self) -> None:
        """Do nothing: a descent is short."""

    def size(self, luck: random.Random) -> int:
        """Return an estimate of the number of nodes of the tree."""
        branches, of_level, total = [self.root()], 1, 0
        while branches:
            of_level *= len(branches)
            total += of_level
            branch = luck.choice(branches)
            branches = self.look(branch, self.run(branch))
        return total


def estimated_nodes(game: Game, descents: int = DESCENTS, seed: int = 0) -> int:
    """Return an unbiased estimate of the number of nodes of a tree; more descents are more precise."""
    luck = random.Random(seed)
    return sum(_Descent(game).size(luck) for _ in range(descents)) // descents


def rounded_nodes(n: int) -> str:
    """Return a number of any size in words: ``12,000,000``, ``10^54``."""
    digits = len(str(n))
    return f"{n:,}" if digits < 10 else f"10^{digits - 1}"


def _with(keys: Sequence[int], p: int, key: int) -> tuple[int, ...]:
    return (*keys[:p], key, *keys[p + 1 :])


def unroll(
    game: Game | str,
    most_nodes: int = MOST_NODES,
    on_nodes: OnNodes | None = None,
    on_set: OnSet | None = None,
) -> GameTree:
    """Unroll a game into its tree.

    Parameters
    ----------
    game : Game or str
        A game with few cards and decisions, or its name for the usual players and options.
    most_nodes : int
        The maximum number of nodes.
    on_nodes : function, optional
        Called now and then with the number of nodes so far and the estimated total.
    on_set : function, optional
        Called for every information set, in the order of their numbers, with the view of the player to move.
        The view is reused, so it must be copied to be stored.

    Raises
    ------
    TooLarge
        If the tree has more than `most_nodes` nodes; estimates may show this early.
    """
    return _Grower(game_from(game), most_nodes, on_nodes, on_set).grow()
