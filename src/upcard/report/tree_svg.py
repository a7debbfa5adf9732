"""A small game tree as one drawing: from the root on the left to the terminal nodes on the right.

A diamond is chance. A circle is a player, in the player's colour and with the number of the information set
as in an ``.efg`` file. Dashes join the nodes of one information set. The line to a node shows the action or
outcome before it, and the probability of an outcome. Lines have the colour of the surrounding text, so that
the drawing suits light and dark pages.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree as ET

from upcard.engine.tree.game_tree import CHANCE, END, GameTree
from upcard.engine.tree.labels import children, edge_words
from upcard.report.colours import COLOURS
from upcard.report.number_text import minus
from upcard.report.svg import SANS, add, drawing, say, text_of, write

MOST_DRAWN = 200
"""Maximum number of nodes of a tree that is drawn."""

ROW, EDGE, HEAD, RADIUS, SIZE, SMALL = 21.0, 16.0, 34.0, 9.0, 12.0, 10.0
LETTER, LANE, SLANT = 6.2, 7.0, 26.0
INK = "currentColor"


def tree_svg(tree: GameTree) -> str:
    """Draw a game tree of at most ``MOST_DRAWN`` nodes as one ``<svg>`` element."""
    return _TreeDrawer(tree).drawn()


def numbers_of(tree: GameTree) -> list[str]:
    """Return the name of every information set: its seat, and its number among those of the seat."""
    seen: dict[int, int] = defaultdict(int)
    out = []
    for p in tree.owner.tolist():
        seen[p] += 1
        out.append(f"{p + 1}.{seen[p]}")
    return out


def labels_of(tree: GameTree) -> list[str]:
    """Return the label of the line to every node: an action, or an outcome of chance with its probability."""
    words, below = edge_words(tree), children(tree)
    for node in range(tree.nodes):
        if tree.player[node] == CHANCE:
            weights = [int(tree.weight[x]) for x in below[node]]
            for child, weight in zip(below[node], weights, strict=True):
                words[child] += f" ({Fraction(weight, sum(weights))})"
    return words


def paid_text(tree: GameTree, node: int) -> str:
    """Return the payoffs of a terminal node as text."""
    return minus(", ".join(map(str, map(tree.game.rules.GAME.payoff, tree.payoff[node].tolist()))))


def tree_words(tree: GameTree) -> str:
    """Return the tree in words, a line for every node, indented by its depth."""
    labels, numbers = labels_of(tree), numbers_of(tree)

    def what(node: int) -> str:
        """Return what happens at a node."""
        player = int(tree.player[node])
        if player == END:
            return f"pays {paid_text(tree, node)}"
        if player == CHANCE:
            return "chance"
        return f"seat {player + 1} decides, information set {numbers[tree.infoset[node]]}"

    lines = []
    for node in range(tree.nodes):
        came = f"{labels[node]}: " if labels[node] else ""
        lines.append(f"{'  ' * int(tree.depth[node])}{came}{what(node)}")
    return "\n".join(lines)


class _TreeDrawer:
    """Layout and drawing of a tree."""

    def __init__(self, tree: GameTree) -> None:
        self.tree, self.below = tree, children(tree)
        self.labels, self.numbers = labels_of(tree), numbers_of(tree)
        self.y = self.heights()
        self.members = self.sets()
        self.lane = self.lanes()
        self.x = self.columns()

    def heights(self) -> list[float]:
        """Return the y of every node: terminal nodes below each other, others amid their children."""
        out, row = [0.0] * self.tree.nodes, 0
        for node in range(self.tree.nodes):
            if not self.below[node]:
                out[node] = EDGE + HEAD + row * ROW
                row += 1
        for node in reversed(range(self.tree.nodes)):
            if self.below[node]:
                out[node] = (out[self.below[node][0]] + out[self.below[node][-1]]) / 2
        return out

    def sets(self) -> list[list[int]]:
        """Return the nodes of every information set, from top to bottom."""
        out: list[list[int]] = [[] for _ in range(self.tree.infosets)]
        for node, k in enumerate(self.tree.infoset.tolist()):
            if k >= 0:
                out[k].append(node)
        return [sorted(nodes, key=self.y.__getitem__) for nodes in out]

    def lanes(self) -> list[int]:
        """Return the lane for the dashes of every information set, so that no dashes cross."""
        out, taken = [0] * len(self.members), defaultdict[tuple[int, int], float](lambda: -1.0)
        for k in sorted(range(len(self.members)), key=lambda i: self.y[self.members[i][0]]):
            nodes = self.members[k]
            if len(nodes) > 1:
                depth = min(int(self.tree.depth[n]) for n in nodes)
                while taken[depth, out[k]] >= self.y[nodes[0]]:
                    out[k] += 1
                taken[depth, out[k]] = self.y[nodes[-1]]
        return out

    def columns(self) -> list[float]:
        """Return the x of every node, by its depth."""
        depth = self.tree.depth.tolist()
        room = [0.0] * (max(depth) + 1)
        for node, label in enumerate(self.labels):
            k = int(self.tree.infoset[node])
            dashes = LANE * (self.lane[k] + 1) if k >= 0 and len(self.members[k]) > 1 else 0.0
            room[depth[node]] = max(room[depth[node]], SLANT + len(label) * LETTER + dashes + 2 * RADIUS)
        at = [EDGE + RADIUS]
        for wide in room[1:]:
            at.append(at[-1] + RADIUS + wide)
        return [at[d] for d in depth]

    def drawn(self) -> str:
        """Draw everything."""
        tree = self.tree
        ends = [n for n in range(tree.nodes) if tree.player[n] == END]
        wide = max(self.x[n] + 14 + len(paid_text(tree, n)) * LETTER for n in ends) + EDGE
        high = max(self.y) + EDGE
        wide = max(wide, EDGE + sum(_room(words) for words in self.legend()))
        svg = drawing(wide, high, f"The tree of {tree.game.title}: {tree.size}")
        svg.attrib |= {"width": f"{wide:g}", "height": f"{high:g}"}
        self.head(svg)
        for node in range(1, tree.nodes):
            self.edge(svg, node)
        for k, nodes in enumerate(self.members):
            self.dashes(svg, k, nodes)
        for node in range(tree.nodes):
            self.node(svg, node)
        return text_of(svg)

    def legend(self) -> list[str]:
        """Return the meaning of the marks."""
        seats = [f"seat {p + 1}" for p in range(self.tree.game.players)]
        return ["chance", *seats, "dashes: one information set"]

    def head(self, svg: ET.Element) -> None:
        """Draw the legend above the tree."""
        left, y = EDGE + RADIUS, EDGE
        for i, words in enumerate(self.legend()):
            if i == 0:
                _diamond(svg, left, y)
            elif i <= self.tree.game.players:
                _circle(svg, left, y, i - 1)
            else:
                _dashed(svg, [(left - RADIUS, y), (left + RADIUS, y)], INK)
            say(svg, left + RADIUS + 5, y + 4, words, SIZE, fill=INK)
            left += _room(words)

    def edge(self, svg: ET.Element, node: int) -> None:
        """Draw the line to a node, with the action or outcome before it."""
        above = int(self.tree.parent[node])
        x, y = self.x[above], self.y[above]
        begin, end, to = x + RADIUS, self.x[node] - RADIUS, self.y[node]
        if self.tree.player[node] == END:
            end = self.x[node] - 3
        path = f"M{begin:.5g} {y:.5g}L{begin + SLANT:.5g} {to:.5g}H{end:.5g}"
        add(svg, "path", d=path, fill="none", stroke=INK, stroke_width=1, stroke_opacity=0.55)
        say(svg, begin + SLANT + 1, to - 3.5, self.labels[node], SMALL + 0.5, fill=INK)

    def dashes(self, svg: ET.Element, k: int, nodes: Sequence[int]) -> None:
        """Draw the dashes that join the nodes of an information set."""
        colour = COLOURS[int(self.tree.owner[k]) % len(COLOURS)]
        left = min(self.x[n] for n in nodes) - RADIUS - LANE * (self.lane[k] + 1)
        for a, b in pairwise(nodes):
            ways = [(self.x[a] - RADIUS, self.y[a]), (left, self.y[a])]
            _dashed(svg, [*ways, (left, self.y[b]), (self.x[b] - RADIUS, self.y[b])], colour)

    def node(self, svg: ET.Element, node: int) -> None:
        """Draw a node: chance, a decision with the number of its information set, or a terminal node."""
        x, y, player = self.x[node], self.y[node], int(self.tree.player[node])
        if player == CHANCE:
            _diamond(svg, x, y)
        elif player == END:
            add(svg, "circle", cx=x, cy=y, r=3, fill=INK)
            say(svg, x + 8, y + 4, paid_text(self.tree, node), SIZE, fill=INK)
        else:
            _circle(svg, x, y, player)
            number = self.numbers[self.tree.infoset[node]].partition(".")[2]
            write(svg, x, y + 3.5, number, SMALL, font_family=SANS, fill=INK)


def _room(words: str) -> float:
    """Return the width of an entry of the legend."""
    return 2 * RADIUS + 28 + len(words) * LETTER


def _diamond(svg: ET.Element, x: float, y: float) -> None:
    """Draw the mark of chance."""
    path = f"M{x - 7:.5g} {y:.5g}l7 -7l7 7l-7 7z"
    add(svg, "path", d=path, fill=INK, fill_opacity=0.25, stroke=INK, stroke_width=1.2)


def _circle(svg: ET.Element, x: float, y: float, seat: int) -> None:
    """Draw the mark of a player."""
    colour = COLOURS[seat % len(COLOURS)]
    add(svg, "circle", cx=x, cy=y, r=RADIUS, fill=colour, fill_opacity=0.16, stroke=colour, stroke_width=2)


def _dashed(svg: ET.Element, places: Iterable[tuple[float, float]], colour: str) -> None:
    """Draw a line of dashes."""
    path = "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in places)
    add(svg, "path", d=path, fill="none", stroke=colour, stroke_width=1.6, stroke_dasharray="4 3")
