"""An imported game tree as a rules file, to be played, simulated and solved like every other game.

The rules file holds the tree as tables, and the same small functions for every tree: chance moves
automatically, players see the number of their information set and nothing else, and a terminal
node pays. At a table, nobody can hide whose turn it is and how many actions there were. So if the players of
a tree do not know that, they wait where the tree skips their turn. A tree whose players forget is refused.
"""

import math
import re
import textwrap
from collections import defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from string import Template

from upcard.adapters.gambit_chance import AGAIN, MOST_LOTS, Lots, steps_of
from upcard.adapters.gambit_infosets import HiddenTurns, check_recall, check_sets
from upcard.adapters.gambit_names import different, literal, literals, numbers, plain
from upcard.adapters.gambit_numbers import NEAR, is_floating
from upcard.adapters.gambit_reach import decision_tables, has_perfect_information
from upcard.adapters.gambit_reader import END_NODE, PLAYER_NODE, Efg, EfgNode, read_efg
from upcard.adapters.gambit_waits import WAIT, with_waits
from upcard.engine import registry as catalog
from upcard.engine.atomic_files import make_folder, write_bytes, write_text
from upcard.engine.discovery import forget
from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.rules_contract import check_rules
from upcard.engine.tree.game_tree import unroll
from upcard.engine.user_folders import UserFile, home_folder
from upcard.engine.wording import counted
from upcard.report.report_templates import source

TEMPLATE = "gambit_rules.py.template"
CHANCE, END = -1, -2
MOST_SETS, MOST_PAID, MOST_NODES = 32_767, 2**53, 2_000_000
READ, WRITTEN = 0.3, 0.6
"""Shares of the work that are done when the tree is read, and when its rules are written and loaded."""


@dataclass(frozen=True)
class _FlatTree:
    """The nodes of a tree in order, with the payoffs on the way to each, and the sets of each player."""

    nodes: list[EfgNode]
    paid: list[tuple[Fraction, ...]]
    longest: int
    sets: list[dict[int, int]]


@dataclass(frozen=True)
class _NodeRow:
    """A node in the tables: the seat that acts, the nodes below, and more about the node."""

    mover: int
    below: list[int]
    infoset: int = 0
    lots: list[int] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)


def rules_text(efg: Efg, name: str) -> str:
    """Return a game tree as the text of a rules file, for a game of that name.

    Raises ``Unreadable`` if a player of the tree forgets, or if its numbers do not fit into a state.
    """
    check_recall(efg)
    return _rules_text(efg, _flattened(efg), name)


def _rules_text(efg: Efg, flat: _FlatTree, name: str) -> str:
    paid, unit = _held(flat.paid)
    flat = replace(flat, paid=paid)
    ends = [paid for n, paid in zip(flat.nodes, flat.paid, strict=True) if n.kind == END_NODE]
    whole = [[int(x * unit) for x in paid] for paid in flat.paid]
    lowest, highest = (int(f(x for paid in ends for x in paid) * unit) for f in (min, max))
    is_open = has_perfect_information(flat.nodes, flat.sets)
    return Template(source(TEMPLATE, "upcard.adapters")).substitute(
        is_open=is_open,
        **_sights(is_open),
        docstring=_docstring(efg, unit, len(flat.nodes)),
        name=literal(name),
        title=literal(_title(efg) or name),
        source=literal(efg.comment or f"an .efg file of {len(flat.nodes)} nodes"),
        seats=len(efg.players),
        zero_sum=len({sum(x) for x in ends}) == 1 and sum(ends[0]) == 0,
        longest=flat.longest,
        lowest=lowest,
        highest=highest,
        unit=unit,
        waits=sum(n.labels == [WAIT] and n.name == WAIT for n in flat.nodes),
        payoff_unit=literal("1" if unit == 1 else f"1/{unit}"),
        actions=max((len(n.labels) for n in flat.nodes if n.kind == PLAYER_NODE), default=1),
        paid=numbers(x for row in whole for x in row),
        choices=numbers(_choices(flat)),
        sets=_sets_text(flat),
        **_tables(flat),
        **decision_tables(flat.nodes, flat.sets),
    )


def _held(paid: list[tuple[Fraction, ...]]) -> tuple[list[tuple[Fraction, ...]], int]:
    """Return payoffs and a whole number that makes all of them whole, rounded if that would be too large."""
    unit = math.lcm(*(x.denominator for row in paid for x in row))
    most = max((abs(x) for row in paid for x in row), default=Fraction(0))
    if most * unit <= MOST_PAID:
        return paid, unit
    if not any(is_floating(x) for row in paid for x in row) or most / NEAR > MOST_PAID:
        raise Unreadable(
            f"payoffs in units of 1/{unit} go up to {most * unit}; expected payoffs with fewer decimals, "
            f"up to {MOST_PAID:,}"
        )
    return _held([tuple(round(x / NEAR) * NEAR for x in row) for row in paid])


def _sights(is_open: bool) -> dict[str, str]:
    """Return who sees the node, the sets and the lots: everybody, or nobody but the seat that is to know."""
    nobody, owner = ("EVERYBODY", "EVERYBODY") if is_open else ("NOBODY", "OWNER")
    sights = "EVERYBODY" if is_open else "EVERYBODY, NOBODY, OWNER"
    return {
        "sights": sights, "nobody": nobody, "owner": owner, "uncounted": "" if is_open else ", counted=False",
    }  # fmt: skip


def import_efg(
    text: str, name: str, file: Path | None = None, on_step: OnProgress = lambda what, fraction: None
) -> Game:
    """Make a game from the text of an ``.efg`` file, and write its rules file.

    Parameters
    ----------
    name : str
        The name of the game on command lines.
    file : Path, optional
        The rules file; by default in the folder ``games`` of the user's Upcard folder.
    on_step : function
        Called from time to time with the current step and the fraction that is done.

    Returns
    -------
    Game
        The game; its payoffs are those of the file.

    Raises
    ------
    Unreadable
        If the text is not an ``.efg`` file, or a player forgets what they knew or did.
    HiddenTurns
        If the tree cannot be played at a table; it can be solved as it is, by ``tree_game``.
    Usage
        If the name is wrong or taken, or the rules file cannot be written.
    """
    target = _target(name, file)
    efg = read_efg(text, lambda fraction: on_step("reading the tree", READ * fraction))
    check_recall(efg)
    on_step("writing its rules", READ)
    try:
        return _imported(efg, name, target, on_step)
    except HiddenTurns as fault:
        waits = with_waits(efg, MOST_NODES)
        if waits is None:
            reason = (
                "waiting turns cannot hide this, because the information sets have no fixed order, or the "
                "tree would become too large"
            )
            raise HiddenTurns(f"{fault}; {reason}") from None
        try:
            return _imported(waits, name, target, on_step)
        except HiddenTurns:
            raise fault from None


def _imported(efg: Efg, name: str, target: Path, on_step: OnProgress) -> Game:
    """Write the rules file of a tree and return its game; leave the file as it was if that fails."""
    flat = _flattened(efg)
    rules = _rules_text(efg, flat, name)
    make_folder(target.parent)
    before = target.read_bytes() if target.exists() else None
    write_text(target, rules)
    try:
        game = _loaded(target, len(efg.players))
        tree = unroll(game, MOST_NODES, partial(_tell_nodes, on_step))
        check_sets(efg, list(map(len, flat.sets)), tree)
    except BaseException:
        if before is None:
            target.unlink()
        else:
            write_bytes(target, before)
        raise
    finally:
        forget()
    return game


def _tell_nodes(on_step: OnProgress, nodes: int, about: int) -> None:
    """Report how many nodes of the new game have been checked."""
    on_step(f"{nodes:,} nodes checked", WRITTEN + (1 - WRITTEN) * nodes / about)


def _target(name: str, file: Path | None) -> Path:
    """Return the rules file for a game; raise ``Usage`` for names and files that cannot be used."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise Usage(
            f"{name!r} cannot be the name of a game; expected small letters and digits, with hyphens between"
        )
    target = file or home_folder() / "games" / f"{name.replace('-', '_')}.py"
    if name in catalog.game_modules() and not target.exists():
        raise Usage(f"there is a game {name!r} already; choose another name, with --name")
    if file is None and target.exists():
        raise Usage(
            f"there is a game {name!r} already, in {target}; choose another name, with --name, or name that "
            "file to replace it"
        )
    if target.exists() and not target.is_file():
        raise Usage(f"{target} is not an ordinary file; give the name of a file that can be written")
    return target


def _title(efg: Efg) -> str:
    """Return the title of a tree, without the number of players, which headings add."""
    return efg.title.replace(f", {counted(len(efg.players), 'player')}", "", 1)


def _loaded(file: Path, players: int) -> Game:
    """Return the game of a rules file that was just written."""
    rules_file = UserFile(file.stem, str(file))
    rules_file.forget()
    rules = rules_file.load()
    check_rules(rules)
    return Game(rules, players, {})


def _flattened(efg: Efg) -> _FlatTree:
    nothing = tuple(Fraction(0) for _ in efg.players)
    flat = _FlatTree([], [], 0, [{} for _ in efg.players])
    longest, waiting = 0, [(efg.root, nothing, 0)]
    while waiting:
        node, paid, depth = waiting.pop()
        paid = tuple(a + b for a, b in zip(paid, node.paid or nothing, strict=True))
        flat.nodes.append(node)
        flat.paid.append(paid)
        longest = max(longest, depth)
        if node.kind == PLAYER_NODE:
            numbered = flat.sets[node.player]
            numbered.setdefault(node.infoset, len(numbered) + 1)
        waiting += [(x, paid, depth + (node.kind == PLAYER_NODE)) for x in reversed(node.below)]
    if max(map(len, flat.sets)) > MOST_SETS:
        raise Unreadable(f"a player has more than {MOST_SETS:,} information sets; expected a smaller tree")
    return _FlatTree(flat.nodes, flat.paid, max(longest, 1), flat.sets)


def _tables(flat: _FlatTree) -> dict[str, str]:
    """Return the tables of a rules file, as text."""
    lots = Lots()
    rows = _rows(flat, lots)
    table: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        table["mover"].append(row.mover)
        table["set"].append(row.infoset)
        table["first"].append(len(table["child"]) if row.below else 0)
        table["total"].append(sum(row.weights))
        table["child"] += row.below
        table["lot"] += row.lots or [0] * len(row.below)
        table["weight"] += row.weights or [0] * len(row.below)
    most = max(1, *table["total"])
    return {name: numbers(cells) for name, cells in table.items()} | {
        "lots": literals(lots.names),
        "most_lots": str(most),
    }


def _rows(flat: _FlatTree, lots: Lots) -> list[_NodeRow]:
    """Return the nodes of the tables: those of the tree, then a node for every further step of chance."""
    number = {id(node): i for i, node in enumerate(flat.nodes)}
    rows, further = list[_NodeRow](), list[_NodeRow]()
    for node in flat.nodes:
        below = [number[id(x)] for x in node.below]
        if node.kind == PLAYER_NODE:
            rows.append(_NodeRow(node.player, below, flat.sets[node.player][node.infoset]))
        elif node.kind == END_NODE:
            rows.append(_NodeRow(END, below))
        else:
            steps = _steps(node)
            labels = [*node.labels, AGAIN] if len(steps) > 1 else node.labels
            node_lots = lots.of(labels)
            first = len(flat.nodes) + len(further)
            for i, w in enumerate(steps):
                drawn = _NodeRow(CHANCE, [*below, first + i][: len(w)], 0, node_lots[: len(w)], w)
                (further if i else rows).append(drawn)
    return rows + further


def _steps(node: EfgNode) -> list[list[int]]:
    """Return how to draw the branches of a node of chance."""
    unit = math.lcm(*(x.denominator for x in node.chances))
    steps = steps_of([int(x * unit) for x in node.chances])
    if not steps:
        raise Unreadable(
            f"line {node.line}: the probabilities have {unit:,} as their common denominator, which cannot be "
            f"drawn from {MOST_LOTS:,} lots, even in several steps; expected rounder ones, such as with four "
            "digits"
        )
    return steps


def _choices(flat: _FlatTree) -> list[int]:
    """Return the number of actions of each seat in each of its information sets; 0 where there is none."""
    width = 1 + max(map(len, flat.sets))
    counts = [0] * (width * len(flat.sets))
    for node in flat.nodes:
        if node.kind == PLAYER_NODE:
            counts[node.player * width + flat.sets[node.player][node.infoset]] = len(node.labels)
    return counts


def _sets_text(flat: _FlatTree) -> str:
    """Return the names of information sets and of their actions, by seat and number."""
    named: list[dict[int, tuple[str, tuple[str, ...]]]] = [{} for _ in flat.sets]
    for node in flat.nodes:
        if node.kind == PLAYER_NODE:
            number = flat.sets[node.player][node.infoset]
            words = node.name or f"information set {number}"
            named[node.player].setdefault(number, (plain(words), different(node.labels, "action")))
    rows = ["("]
    for words_of in named:
        rows.append("    {")
        for k, (words, actions) in words_of.items():
            rows.append(f"        {k}: ({literal(words)}, {literals(actions)}),")
        rows.append("    },")
    return "\n".join([*rows, ")"])


def _docstring(efg: Efg, unit: int, nodes: int) -> str:
    title = plain(efg.title) or "A game tree"
    names = ", ".join(plain(x) for x in efg.players)
    words = f"A game tree of {nodes:,} nodes, read from an .efg file. Seats: {names}."
    paid = "" if unit == 1 else f" The rules count payoffs in units of 1/{unit}."
    parts = (f"{words}{paid}", plain(efg.comment))
    lines = ["\n".join(textwrap.wrap(x, 100)) for x in parts if x]
    return "\n\n".join([f"{textwrap.shorten(title.rstrip('.'), 100, placeholder=' …')}.", *lines])
