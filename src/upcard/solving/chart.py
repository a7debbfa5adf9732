"""A strategy of one seat as a table that people can read: what it knows, and what it does with which cards.

Information sets that show all the same but the seat's own card make one line. Where they differ in more than
what lies open, the line says in what. Those that never come if all play so are left out: there the strategy
may say anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.state import PlainState, Table, fields_of
from upcard.engine.tree import GameTree
from upcard.rules.cards import OWNER, Field, Kind
from upcard.solving.sequence_form import Floats
from upcard.solving.views import views

HEADINGS = ("who", "knows", "does")
MOST_LINES = 60
SURE = 1e-9


@dataclass(frozen=True)
class _Place:
    """An information set: its view, and how likely each action is, in words."""

    view: PlainState
    does: str


def chart(tree: GameTree, strategy: Floats, seats: Sequence[int]) -> list[tuple[str, ...]]:
    """What some seats do, as lines of a table.

    Parameters
    ----------
    tree : GameTree
        A small game.
    strategy : float64 array of shape (sum of count,), 0 to 1
        The probability of every choice of all seats.
    seats : sequence of int
        Whose lines are wanted.

    Returns
    -------
    list of tuple of str
        The headings and the lines; empty if there would be more than ``MOST_LINES``.
    """
    seen, comes = views(tree), reached(tree, strategy)
    lines: list[tuple[str, ...]] = [HEADINGS]
    for p in seats:
        places = [
            _Place(seen[i], _doing(tree, strategy, i, seen[i]))
            for i in range(tree.infosets)
            if tree.owner[i] == p and comes[i]
        ]
        lines += [(f"seat {p + 1}", *line) for line in _lines(tree, places, p)]
    return lines if len(lines) <= MOST_LINES else []


def reached(tree: GameTree, strategy: Floats) -> npt.NDArray[np.bool_]:
    """Which information sets come at all if all play so, bool array of shape (information sets,)."""
    comes = np.zeros(tree.nodes, np.bool_)
    comes[0] = True
    for depth in range(1, int(tree.depth.max(initial=0)) + 1):
        nodes = np.flatnonzero(tree.depth == depth)
        edge = tree.edge[nodes]
        comes[nodes] = comes[tree.parent[nodes]] & ((edge < 0) | (strategy[edge] > SURE))
    found = np.zeros(tree.infosets, np.bool_)
    decisions = np.flatnonzero(tree.infoset >= 0)
    np.logical_or.at(found, tree.infoset[decisions], comes[decisions])
    return found


def _doing(tree: GameTree, strategy: Floats, number: int, v: PlainState) -> str:
    """What is done at an information set, in words."""
    first = int(tree.first[number])
    legal = tree.legal[first : first + int(tree.count[number])].tolist()
    words = tree.game.words(v, legal)
    chances = strategy[first : first + len(legal)].tolist()
    sure = [a for a, x in zip(legal, chances, strict=True) if x > 1 - SURE]
    if sure:
        return words[sure[0]]
    return " or ".join(f"{words[a]} {x:.4g}" for a, x in zip(legal, chances, strict=True) if x > SURE)


def _lines(tree: GameTree, places: list[_Place], p: int) -> list[tuple[str, ...]]:
    """The lines of one seat."""
    fields = fields_of(tree.game.rules)
    card = next((f for f in fields if f.kind is Kind.SLOT and f.sight is OWNER), None)
    own = [f for f in fields if f is not card and f.sight is OWNER]
    public = [f for f in _varying(fields, places, p) if f not in own and f is not card]
    groups: dict[Any, list[_Place]] = {}
    for place in places:
        groups.setdefault(tuple(_cells(f, place.view, p) for f in public), []).append(place)
    lines = []
    for group in groups.values():
        more = _telling(own, card, group, p)
        parts: dict[Any, list[_Place]] = {}
        for place in group:
            parts.setdefault(tuple(_cells(f, place.view, p) for f in more), []).append(place)
        lines += [_line(tree, part, public, more, card, p) for part in parts.values()]
    return lines


def _varying(fields: Sequence[Field], places: Sequence[_Place], p: int) -> list[Field]:
    """The fields that do not show the same everywhere."""
    return [f for f in fields if len({_cells(f, place.view, p) for place in places}) > 1]


def _telling(own: Sequence[Field], card: Field | None, group: Sequence[_Place], p: int) -> list[Field]:
    """The private fields that, with the card, tell all information sets of a group apart."""
    chosen: list[Field] = [] if card is None else [card]
    needed = []
    for f in _varying(own, group, p):
        before = len({tuple(_cells(g, x.view, p) for g in chosen) for x in group})
        if (
            before < len(group)
            and len({tuple(_cells(g, x.view, p) for g in (*chosen, f)) for x in group}) > before
        ):
            chosen.append(f)
            needed.append(f)
    return needed


def _cells(f: Field, v: PlainState, p: int) -> Any:
    """What a view shows of a field, as a key; of a field with a row for each seat that of its owner."""
    shown = v.__dict__[f.name]
    if not isinstance(shown, Table):
        return shown
    if f.sight is not OWNER:
        return tuple(shown.cells)
    own = shown[p]
    return tuple(own) if isinstance(own, Table) else own


def _line(
    tree: GameTree, part: list[_Place], public: list[Field], more: list[Field], card: Field | None, p: int
) -> tuple[str, ...]:
    """One line: what is known, and what is done with which cards."""
    rules, v = tree.game.rules, part[0].view
    scene = rules.scene(v).shown if hasattr(rules, "scene") else {}
    shown = {f.name: _words(scene.get(f.name), _cells(f, v, p)) for f in (*public, *more)}
    known = [f"{name} {words}" for name, words in shown.items() if words]
    if card is None:
        return "; ".join(known), part[0].does
    held: dict[str, list[str]] = {}
    for place in sorted(part, key=lambda x: int(_cells(card, x.view, p))):
        held.setdefault(place.does, []).append(str(rules.card_text(_cells(card, place.view, p))))
    return "; ".join(known), "; ".join(f"{does} with {' '.join(cards)}" for does, cards in held.items())


def _words(shown: Any, cells: Any) -> str:
    """What a field shows, in the words of the rules file where it has some."""
    if shown is not None:
        return ", ".join(str(x) for x in shown if x)
    return ", ".join(map(str, cells)) if isinstance(cells, tuple) else str(cells)
