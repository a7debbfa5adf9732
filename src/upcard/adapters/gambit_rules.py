"""A game tree of a file as a rules file: to be played, simulated and solved like every other game.

The file that is written holds the tree as tables, and the same small functions for every tree: chance moves
on by itself, a player sees the number of his information set and nothing else, and an end pays. What a table
cannot keep from anybody is whose turn it is and how many actions have been made; a tree in which somebody
does not know that, or forgets what he knew, is refused.
"""

import json
import math
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from upcard.adapters.gambit_reader import CHANCE_NODE, END_NODE, PLAYER_NODE, Efg, EfgNode, read_efg
from upcard.engine import catalog
from upcard.engine.contract import check_rules
from upcard.engine.errors import Unreadable, Usage
from upcard.engine.files import make_folder, write_bytes, write_text
from upcard.engine.game import Game
from upcard.engine.home import OwnFile, home_folder
from upcard.engine.tree import unroll
from upcard.engine.words import counted

CHANCE, END = -1, -2
MOST_OUTCOMES, MOST_SETS, MOST_PAID, MOST_NODES = 1_000_000, 32_767, 2**31, 2_000_000

TEMPLATE = '''"""{docstring}
"""

import numpy as np

from upcard.rules.cards import EVERYBODY, NOBODY, OWNER, Header, Picture, State, below, number

GAME = Header(
    name={name},
    title={title},
    players=({seats}, {seats}),
    usual={seats},
    zero_sum={zero_sum},
    perfect_information=False,
    longest={longest},
    payoffs=({lowest}, {highest}),
    version=1,
    source={source},
)
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {{}}
ACTIONS = {actions}
CHANCE, END = -1, -2

STATE = (
    number("node", NOBODY, "the node of the tree"),
    number("known", OWNER, "the information set in which the seat acted last; 0 before"),
    number("end", EVERYBODY, "the end that was reached, which tells all; 0 before"),
)

# by node: who acts there, its first branch, and the weights of all branches at chance
MOVER = np.array({mover})
FIRST = np.array({first})
TOTAL = np.array({total})
# by branch: the node it leads to, and its weight at chance
CHILD = np.array({child})
WEIGHT = np.array({weight})
# by node: the information set of who acts there, and what it pays to each seat, in units of 1/{unit}
SET = np.array({set})
PAID = np.array({paid}).reshape(-1, {seats})

# by seat and information set, from 1: how many actions there are
CHOICES = np.array({choices}).reshape({seats}, -1)
# the same: what it is called, and the names of its actions
SETS: tuple[dict[int, tuple[str, tuple[str, ...]]], ...] = {sets}


def card_text(k: int) -> str:
    """There are no cards."""
    return str(k)


def action_text(v: State, a: int) -> str:
    """The name of an action where its player is; others only know its number."""
    known = v.known[v.player]
    words = SETS[v.player][known][1] if known > 0 else ()
    return words[a] if a < len(words) else f"action-{{a + 1}}"


def settle(s: State) -> None:
    """Let chance move until somebody is to act, or it is over."""
    while MOVER[s.node] == CHANCE:
        r = below(s, TOTAL[s.node])
        i = FIRST[s.node]
        while r >= WEIGHT[i]:
            r -= WEIGHT[i]
            i += 1
        s.node = CHILD[i]
    if MOVER[s.node] == END:
        s.over = 1
        s.end = s.node
    else:
        s.player = MOVER[s.node]
        s.known[s.player] = SET[s.node]


def start(s: State) -> None:
    """Begin at the root."""
    s.node = 0
    s.player = 0
    s.end = 0
    for p in range(s.seats):
        s.known[p] = 0
    settle(s)


def legal(s: State, a: int) -> bool:
    """Whether there is such a branch, which its player knows from his information set."""
    return bool(a < CHOICES[s.player, s.known[s.player]])


def apply(s: State, a: int) -> None:
    """Follow a branch."""
    s.node = CHILD[FIRST[s.node] + a]
    settle(s)


def score(s: State, p: int) -> int:
    """What the end pays to seat `p`."""
    return int(PAID[s.node, p])


def scene(v: State) -> Picture:
    """Where its player knows to be."""
    known = v.known[v.me] if v.me >= 0 else 0
    says = (f"Known: {{SETS[v.me][known][0]}}.",) if known > 0 and v.player == v.me else ()
    return Picture(says=says, quiet=("node", "known", "end"))
'''


@dataclass(frozen=True)
class _Flat:
    """The nodes of a tree in order, with what is paid on the way to each, and the sets of each player."""

    nodes: list[EfgNode]
    paid: list[tuple[Fraction, ...]]
    longest: int
    sets: list[dict[int, int]]


def rules_text(efg: Efg, name: str) -> str:
    """A game tree as the text of a rules file.

    Parameters
    ----------
    efg : Efg
        The tree.
    name : str
        What the game is called where it is typed: small letters, digits and hyphens.

    Raises
    ------
    Unreadable
        If probabilities or payoffs are too fine to be held, or sets too many.
    """
    flat = _flattened(efg)
    unit = math.lcm(*(x.denominator for paid in flat.paid for x in paid))
    ends = [paid for n, paid in zip(flat.nodes, flat.paid, strict=True) if n.kind == END_NODE]
    whole = [[int(x * unit) for x in paid] for paid in flat.paid]
    lowest, highest = (int(f(x for paid in ends for x in paid) * unit) for f in (min, max))
    if max(-lowest, highest) > MOST_PAID:
        raise Unreadable(
            f"payoffs in units of 1/{unit} go up to {max(-lowest, highest):,}; expected coarser ones"
        )
    return TEMPLATE.format(
        docstring=_docstring(efg, unit, len(flat.nodes)),
        name=_quoted(name),
        title=_quoted(_title(efg) or name),
        source=_quoted(efg.comment or f"an .efg file of {len(flat.nodes)} nodes"),
        seats=len(efg.players),
        zero_sum=len({sum(x) for x in ends}) == 1 and sum(ends[0]) == 0,
        longest=flat.longest,
        lowest=lowest,
        highest=highest,
        unit=unit,
        actions=max(len(n.labels) for n in flat.nodes if n.kind == PLAYER_NODE),
        paid=_numbers(x for row in whole for x in row),
        choices=_numbers(_choices(flat)),
        sets=_sets_text(flat),
        **_tables(flat),
    )


def import_efg(text: str, name: str, file: Path | None = None) -> Game:
    """Make a game of the text of an ``.efg`` file, and keep it as a rules file.

    Parameters
    ----------
    text : str
        The text.
    name : str
        What the game is called where it is typed.
    file : Path, optional
        Where the rules go; by default into the user's own folder of games, where they are found by name.

    Returns
    -------
    Game
        The game; its scores are whole numbers, in the unit that its rules tell.

    Raises
    ------
    Unreadable
        If the text is no such file, or the tree cannot be played at a table.
    Usage
        If the name is no name, or another game has it, or the rules cannot lie where they are to go.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise Usage(f"{name!r} is no name of a game; expected small letters and digits, with hyphens between")
    target = file or home_folder() / "games" / f"{name.replace('-', '_')}.py"
    if name in catalog.game_modules() and not target.exists():
        raise Usage(f"there is a game {name!r} already; choose another name")
    if file is None and target.exists():
        raise Usage(
            f"there is a game {name!r} already, in {target}; choose another name, or name that file to "
            "replace it"
        )
    if target.exists() and not target.is_file():
        raise Usage(f"{target} is no ordinary file; name one that rules can be written to")
    efg = read_efg(text)
    rules = rules_text(efg, name)
    make_folder(target.parent)
    before = target.read_bytes() if target.exists() else None
    write_text(target, rules)
    try:
        game = _loaded(target, len(efg.players))
        _check_sets(efg, game)
    except BaseException:
        if before is None:
            target.unlink()
        else:
            write_bytes(target, before)
        raise
    finally:
        catalog.forget()
    return game


def _title(efg: Efg) -> str:
    """The title of a tree, without the number of players that headings add anyway."""
    return efg.title.replace(f", {counted(len(efg.players), 'player')}", "", 1)


def _loaded(file: Path, players: int) -> Game:
    """The game of a rules file that was written just now."""
    own = OwnFile(file.stem, str(file))
    own.forget()
    rules = own.load()
    check_rules(rules)
    return Game(rules, players, {})


def _flattened(efg: Efg) -> _Flat:
    nothing = tuple(Fraction(0) for _ in efg.players)
    flat = _Flat([], [], 0, [{} for _ in efg.players])
    longest, waiting = 0, [(efg.root, nothing, 0)]
    while waiting:
        node, paid, depth = waiting.pop()
        paid = tuple(a + b for a, b in zip(paid, node.paid or nothing, strict=True))
        flat.nodes.append(node)
        flat.paid.append(paid)
        longest = max(longest, depth)
        if node.kind == PLAYER_NODE:
            own = flat.sets[node.player]
            own.setdefault(node.infoset, len(own) + 1)
        waiting += [(x, paid, depth + (node.kind == PLAYER_NODE)) for x in reversed(node.below)]
    if not any(flat.sets):
        raise Unreadable("nobody decides anything in this tree; expected a node of a player")
    if max(map(len, flat.sets)) > MOST_SETS:
        raise Unreadable(f"a player has more than {MOST_SETS:,} information sets; expected a smaller tree")
    return _Flat(flat.nodes, flat.paid, longest, flat.sets)


def _tables(flat: _Flat) -> dict[str, str]:
    """The tables of a rules file, as text."""
    number = {id(node): i for i, node in enumerate(flat.nodes)}
    table: dict[str, list[int]] = defaultdict(list)
    for node in flat.nodes:
        weights = _weights(node)
        table["mover"].append({CHANCE_NODE: CHANCE, END_NODE: END}.get(node.kind, node.player))
        table["first"].append(len(table["child"]) if node.below else 0)
        table["total"].append(sum(weights))
        table["child"] += [number[id(x)] for x in node.below]
        table["weight"] += weights or [0] * len(node.below)
        table["set"].append(flat.sets[node.player][node.infoset] if node.kind == PLAYER_NODE else 0)
    return {name: _numbers(numbers) for name, numbers in table.items()}


def _weights(node: EfgNode) -> list[int]:
    """The weights of the branches of chance, as small as they can be; none elsewhere."""
    if node.kind != CHANCE_NODE:
        return []
    unit = math.lcm(*(x.denominator for x in node.chances))
    if unit > MOST_OUTCOMES:
        raise Unreadable(
            f"line {node.line}: the probabilities have {unit:,} as their common denominator; "
            f"expected {MOST_OUTCOMES:,} at most"
        )
    return [int(x * unit) for x in node.chances]


def _choices(flat: _Flat) -> list[int]:
    """How many actions each seat has in each of its information sets; 0 where there is none."""
    width = 1 + max(map(len, flat.sets))
    counts = [0] * (width * len(flat.sets))
    for node in flat.nodes:
        if node.kind == PLAYER_NODE:
            counts[node.player * width + flat.sets[node.player][node.infoset]] = len(node.labels)
    return counts


def _sets_text(flat: _Flat) -> str:
    """The names of information sets and of their actions, by seat and number."""
    named: list[dict[int, tuple[str, tuple[str, ...]]]] = [{} for _ in flat.sets]
    for node in flat.nodes:
        if node.kind == PLAYER_NODE:
            number = flat.sets[node.player][node.infoset]
            words = node.name or f"information set {number}"
            named[node.player].setdefault(number, (_plain(words), _different(node.labels)))
    rows = ["("]
    for own in named:
        rows.append("    {")
        for k, (words, actions) in own.items():
            rows.append(f"        {k}: ({_quoted(words)}, {_tuple(actions)}),")
        rows.append("    },")
    return "\n".join([*rows, ")"])


def _tuple(words: Sequence[str]) -> str:
    return "(" + "".join(f"{_quoted(x)}, " for x in words).rstrip() + ")"


def _different(labels: Sequence[str]) -> tuple[str, ...]:
    """Names of actions that can be typed, each once."""
    plain = ["-".join(_plain(x).split()) or f"action-{i}" for i, x in enumerate(labels, 1)]
    return tuple(x if plain.count(x) == 1 else f"{x}-{i}" for i, x in enumerate(plain, 1))


def _plain(text: str) -> str:
    """A text on one line, without anything that ends a docstring."""
    return " ".join(text.replace('"', "'").replace("\\", "/").split())


def _quoted(text: str) -> str:
    return json.dumps(_plain(text), ensure_ascii=False)


def _numbers(numbers: Iterator[int] | list[int]) -> str:
    """Numbers as a list over as many lines as it takes."""
    text = ", ".join(map(str, numbers))
    if len(text) < 80:
        return f"[{text}]"
    lines = textwrap.wrap(text, 104)
    return "[\n" + "\n".join(f"    {x}" for x in lines) + ",\n]"


def _docstring(efg: Efg, unit: int, nodes: int) -> str:
    title = _plain(efg.title) or "A game tree"
    names = ", ".join(_plain(x) for x in efg.players)
    words = f"{title.rstrip('.')}: a game tree of {nodes:,} nodes, read from an .efg file. Seats: {names}."
    paid = "" if unit == 1 else f" Scores count in units of 1/{unit} of the payoffs in the file."
    lines = textwrap.wrap(f"{words}{paid}", 100)
    about = textwrap.wrap(_plain(efg.comment), 100)
    return "\n".join([lines[0], "", *lines[1:], *about]) if lines[1:] or about else lines[0] + "\n"


def _check_sets(efg: Efg, game: Game) -> None:
    """Refuse a tree in which players know less than everybody at a table does."""
    tree = unroll(game, MOST_NODES)
    wanted = [len(x) for x in _flattened(efg).sets]
    found = [int((tree.owner == p).sum()) for p in range(game.players)]
    for p, (known, told) in enumerate(zip(found, wanted, strict=True)):
        if known > told:
            raise Unreadable(
                f"{efg.players[p]} has {counted(told, 'information set')} in the file and {known} at a "
                "table, where everybody knows whose turn it is and how many actions were made, and forgets "
                "nothing; expected a tree in which players know that too"
            )
