"""Unrolling a game tree in a compiled program: the same arrays, bit for bit, as by the interpreted one.

:mod:`upcard.engine.tree.game_tree` says what a tree is. Here branches wait on a stack of whole numbers, and
the states of the decisions above the present branch lie in a pool, one for each decision on the way. Outcomes
of chance follow a script (:mod:`upcard.engine.tree.scripted_chance`).

The views and actions of a seat up to a node are not stored but hashed, twice with 64 bits; so is a state, to
recognise equal ones. If keys behave like random numbers, two different ones of a tree of 50 million nodes are
equal with a probability below 2**-70. The hash is polynomial with odd factors: two views that differ in one
cell never have the same.

The program runs in slices, between which arrays grow, estimates are made and progress is reported.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from upcard.engine.arrays import IntArray
from upcard.engine.compile.compiler import Guarded, compiled
from upcard.engine.errors import BrokenRules, Failure
from upcard.engine.game import Game
from upcard.engine.game_loop import renew, renew_record
from upcard.engine.legal_actions import next_legal_action
from upcard.engine.observation import make_flatten, row_layout, width_of
from upcard.engine.registry import is_shipped
from upcard.engine.seeds import GOLDEN, MUL1, MUL2, plus, scramble, times
from upcard.engine.source.fingerprint import Replacements, function_from_text
from upcard.engine.state import PlainState, fields_of, from_record, layout_key, most_seats, to_record
from upcard.engine.tree.scripted_chance import BROKEN, scripted_below, scripted_draw
from upcard.kit import cards
from upcard.kit.cards import Field, Kind

CHANCE, END = -1, -2

BEFORE, ACTION, CODE, RADIX, SCRIPTED, PARENT, LABEL, WEIGHT, EDGE, KEYS = range(10)
"""Columns of the stack: where the state before the action is, the action or -1, the script, the product of
the numbers of its outcomes and how many they are, the node above, what led here with its weight and its
position in a strategy; then two keys for each seat."""

TOP, NODES, SETS, ACTIONS, NEEDED, FRESH = range(6)
"""Counters: entries of the stack, nodes, information sets, their actions, entries that found no room, and
stored states of new information sets."""

DONE, PAUSED, NODES_FULL, STACK_FULL, POOL_FULL, SETS_FULL, OUTCOMES_FULL, FAULT = range(8)
"""Results of a slice. After ``FAULT`` the interpreted program takes over."""

IS_STATE, OF_ONE, OF_TWO, OF_CODE, OF_LABEL, OF_WEIGHT = range(6)
"""Columns of the outcomes of a question: whether the action ends there, the keys of the state after it, the
script, and what leads there with its weight."""

OWNER, FIRST, COUNT = range(3)
COLUMNS = 7
"""Columns of a node: parent, player, action, weight, depth, infoset, edge; then the payoffs."""

MOST_RADIX = 2**62
FIRST_POOL, FIRST_STACK, FIRST_NODES, FIRST_SETS, FIRST_LEGAL = 64, 4096, 1 << 16, 1 << 12, 1 << 14
FIRST_OUTCOMES, MOST_OUTCOMES, MOST_FRESH = 64, 4096, 1024

Grow = Callable[..., int]


def mixed(key: int, x: int, factor: int) -> int:
    """Return a key to which a number was added."""
    return plus(times(key, factor), plus(x, GOLDEN))


def make_state_key(game: Game) -> Callable[[Any, int], int]:
    """Make ``state_key(s, factor)``: equal for equal states, also if their hidden rows lie in another order.

    Like ``canonical_key`` of :mod:`upcard.engine.state`.
    """
    lines = ["def state_key(s, factor):", "    key = mixed(s.player, s.over, factor)"]
    for f in fields_of(game.rules):
        lines += [f"    {x}" for x in _key_lines(f, most_seats(game.rules))]
    text = "\n".join([*lines, "    return scramble(key)"])
    return function_from_text("state_key", text, {"mixed": mixed, "plus": plus, "scramble": scramble})


def _key_lines(f: Field, seats: int) -> list[str]:
    """Return lines that add a field to a key."""
    shape, owner = f.shape(seats), "q, " if f.per_seat else ""
    if not shape:
        return [f"key = mixed(key, s.{f.name}, factor)"]
    if f.kind is Kind.ROW:
        lines = _row_lines(f, owner)
    elif f.length:
        lines = [f"for i in range({f.length}):", f"    key = mixed(key, s.{f.name}[{owner}i], factor)"]
    else:
        lines = [f"key = mixed(key, s.{f.name}[q], factor)"]
    return [f"for q in range({seats}):", *(f"    {x}" for x in lines)] if f.per_seat else lines


def _row_lines(f: Field, owner: str) -> list[str]:
    """Return lines that add a row of cards, without their order if nobody sees them."""
    count, cell = f"s.{f.name}[{owner}0]", f"s.{f.name}[{owner}i]"
    head, loop = f"key = mixed(key, {count}, factor)", f"for i in range(1, {count} + 1):"
    if f.sight is not cards.NOBODY:
        return [head, loop, f"    key = mixed(key, {cell}, factor)"]
    total = f"    total = plus(total, scramble(mixed(factor, {cell}, factor)))"
    return [head, "total = 0", loop, total, "key = mixed(key, total, factor)"]


def make_grow(game: Game) -> Grow:
    """Make the loop over branches, plain and compilable.

    ``grow(pool, stack, nodes, sets, legal, table, outcomes, view, fresh, counters, pause)`` works until the
    tree is complete or something is full, or until there are `pause` nodes, and returns one of ``DONE`` to
    ``FAULT``. It modifies all arrays. The states of new information sets go to `fresh`, unless that has
    length 1.
    """
    run, look = _make_run(game), _make_look(game)
    width = KEYS + 2 * game.players

    def grow(
        pool: Any, stack: Any, nodes: Any, sets: Any, legal: Any, table: Any, outcomes: Any, view: Any,
        fresh: Any, counters: Any, pause: int,
    ) -> int:  # fmt: skip
        while counters[TOP] > 0:
            if counters[NODES] == pause or counters[FRESH] + 1 == len(fresh) > 1:
                return PAUSED
            top = counters[TOP] - 1
            if counters[NODES] == len(nodes):
                return NODES_FULL
            if stack[top, BEFORE] + 2 >= len(pool):
                return POOL_FULL
            if 2 * (counters[SETS] + 1) > len(table) or counters[SETS] == len(sets):
                return SETS_FULL
            # at the end of the stack nothing overwrites the entry while its branches are pushed
            for i in range(width):
                stack[len(stack) - 1, i] = stack[top, i]
            run(pool, stack, len(stack) - 1)
            result = look(pool, stack, nodes, sets, legal, table, outcomes, view, fresh, counters)
            if result != DONE:
                return result
        return DONE

    return grow


def _make_run(game: Game) -> Callable[..., None]:
    start, apply = game.rules.start, game.rules.apply

    def run(pool: Any, stack: Any, entry: int) -> None:
        before = stack[entry, BEFORE]
        renew(pool, before + 1, pool, before)
        s = pool[before + 1]
        s.at = stack[entry, CODE]
        s.step = stack[entry, SCRIPTED]
        if stack[entry, ACTION] < 0:
            start(s)
        else:
            apply(s, stack[entry, ACTION])
            s.turns += 1

    return run


def _make_look(game: Game) -> Callable[..., int]:
    """Make the function that adds the node of a branch, and pushes the branches below it."""
    score, players = game.rules.score, game.players
    ask, decide = _make_ask(game), _make_decide(game)

    def look(
        pool: Any, stack: Any, nodes: Any, sets: Any, legal: Any, table: Any, outcomes: Any, view: Any,
        fresh: Any, counters: Any,
    ) -> int:  # fmt: skip
        entry = len(stack) - 1
        s = pool[stack[entry, BEFORE] + 1]
        if s.step <= BROKEN:
            return FAULT
        if s.step < 0:
            return ask(pool, stack, nodes, outcomes, counters)
        if s.over == 0:
            return decide(pool, stack, nodes, sets, legal, table, view, fresh, counters)
        node = note(stack, nodes, counters, END, -1)
        for p in range(players):
            nodes[node, COLUMNS + p] = score(s, p)
        counters[TOP] -= 1
        return DONE

    return look


def note(stack: Any, nodes: Any, counters: Any, player: int, infoset: int) -> int:
    """Add the node of the branch at the end of the stack; return its number."""
    node = counters[NODES]
    entry = len(stack) - 1
    above = stack[entry, PARENT]
    nodes[node, 0] = above
    nodes[node, 1] = player
    nodes[node, 2] = stack[entry, LABEL]
    nodes[node, 3] = stack[entry, WEIGHT]
    nodes[node, 4] = nodes[above, 4] + 1 if above >= 0 else 0
    nodes[node, 5] = infoset
    nodes[node, 6] = stack[entry, EDGE]
    counters[NODES] = node + 1
    return int(node)


def _make_ask(game: Game) -> Callable[..., int]:
    """Make the function for a branch that ends at a question of chance."""
    try_outcome, width = _make_try_outcome(game), KEYS + 2 * game.players

    def ask(pool: Any, stack: Any, nodes: Any, outcomes: Any, counters: Any) -> int:
        entry = len(stack) - 1
        n = pool[stack[entry, BEFORE] + 1].at
        top = counters[TOP] - 1
        counters[NEEDED] = n
        if n > MOST_OUTCOMES or stack[entry, RADIX] > MOST_RADIX // n:
            return FAULT
        if n > len(outcomes):
            return OUTCOMES_FULL
        if top + n + 1 >= len(stack):
            return STACK_FULL
        node = note(stack, nodes, counters, CHANCE, -1)
        code = stack[entry, CODE]
        stack[entry, SCRIPTED] += 1
        kinds = 0
        for outcome in range(n):
            stack[entry, CODE] = code + stack[entry, RADIX] * outcome
            kinds = try_outcome(pool, stack, outcomes, kinds)
            if kinds < 0:
                return FAULT
        for i in range(kinds):
            child = top + kinds - 1 - i
            for j in range(width):
                stack[child, j] = stack[entry, j]
            stack[child, CODE] = outcomes[i, OF_CODE]
            stack[child, RADIX] = stack[entry, RADIX] * n
            stack[child, PARENT] = node
            stack[child, LABEL] = outcomes[i, OF_LABEL]
            stack[child, WEIGHT] = outcomes[i, OF_WEIGHT]
            stack[child, EDGE] = -1
        counters[TOP] = top + kinds
        return DONE

    return ask


def _make_try_outcome(game: Game) -> Callable[..., int]:
    """Make the function that notes one outcome, or adds its weight to one that leads to an equal state."""
    run, state_key = _make_run(game), make_state_key(game)

    def try_outcome(pool: Any, stack: Any, outcomes: Any, kinds: int) -> int:
        entry = len(stack) - 1
        run(pool, stack, entry)
        s = pool[stack[entry, BEFORE] + 1]
        if s.step <= BROKEN:
            return -1
        outcomes[kinds, IS_STATE] = 1 if s.step >= 0 else 0
        if s.step >= 0:
            one = state_key(s, MUL1)
            two = state_key(s, MUL2)
            place = same_state(outcomes, kinds, one, two)
            if place < kinds:
                outcomes[place, OF_WEIGHT] += s.seat_step[0]
                return kinds
            outcomes[kinds, OF_ONE] = one
            outcomes[kinds, OF_TWO] = two
        outcomes[kinds, OF_CODE] = stack[entry, CODE]
        outcomes[kinds, OF_LABEL] = s.seat_at[0]
        outcomes[kinds, OF_WEIGHT] = s.seat_step[0]
        return kinds + 1

    return try_outcome


def same_state(outcomes: Any, kinds: int, one: int, two: int) -> int:
    """Return the number of the outcome that leads to a state with these keys; `kinds` if there is none."""
    for i in range(kinds):
        if outcomes[i, IS_STATE] == 1 and outcomes[i, OF_ONE] == one and outcomes[i, OF_TWO] == two:
            return i
    return kinds


def _make_decide(game: Game) -> Callable[..., int]:
    """Make the function for a branch that ends at a decision."""
    see, enter, push = _make_see(game), _make_enter(game), _make_push(game)
    actions = game.rules.ACTIONS

    def decide(
        pool: Any, stack: Any, nodes: Any, sets: Any, legal: Any, table: Any, view: Any, fresh: Any,
        counters: Any,
    ) -> int:  # fmt: skip
        entry = len(stack) - 1
        s = pool[stack[entry, BEFORE] + 1]
        counters[NEEDED] = actions
        if counters[TOP] + actions >= len(stack):
            return STACK_FULL
        if counters[ACTIONS] + actions > len(legal):
            return SETS_FULL
        see(s, stack, view)
        infoset = set_of(
            table, counters, stack[entry, KEYS + 2 * s.player], stack[entry, KEYS + 2 * s.player + 1]
        )
        if infoset == counters[SETS]:
            enter(s, sets, legal, counters)
            if len(fresh) > 1:
                renew(fresh, counters[FRESH], pool, stack[entry, BEFORE] + 1)
                counters[FRESH] += 1
        node = note(stack, nodes, counters, s.player, infoset)
        push(s, stack, node, sets[infoset, FIRST], sets[infoset, COUNT], legal, counters)
        return DONE

    return decide


def _make_see(game: Game) -> Callable[..., None]:
    """Make the function that adds what every seat sees now to its keys."""
    flatten, cells, players = make_flatten(game), width_of(row_layout(game)), game.players

    def see(s: Any, stack: Any, view: Any) -> None:
        entry = len(stack) - 1
        for p in range(players):
            flatten(s, p, view)
            one = stack[entry, KEYS + 2 * p]
            two = stack[entry, KEYS + 2 * p + 1]
            for i in range(1, cells):
                one = mixed(one, view[i], MUL1)
                two = mixed(two, view[i], MUL2)
            stack[entry, KEYS + 2 * p] = scramble(one)
            stack[entry, KEYS + 2 * p + 1] = scramble(two)

    return see


def _make_enter(game: Game) -> Callable[..., None]:
    """Make the function that adds an information set with its legal actions."""
    next_legal, actions = next_legal_action(game.rules), game.rules.ACTIONS

    def enter(s: Any, sets: Any, legal: Any, counters: Any) -> None:
        infoset = counters[SETS]
        sets[infoset, OWNER] = s.player
        sets[infoset, FIRST] = counters[ACTIONS]
        a = next_legal(s, 0)
        while a < actions:
            legal[counters[ACTIONS]] = a
            counters[ACTIONS] += 1
            a = next_legal(s, a + 1)
        sets[infoset, COUNT] = counters[ACTIONS] - sets[infoset, FIRST]
        counters[SETS] += 1

    return enter


def _make_push(game: Game) -> Callable[..., None]:
    """Make the function that pushes a branch for every legal action, the first one last."""
    width = KEYS + 2 * game.players

    def push(s: Any, stack: Any, node: int, first: int, count: int, legal: Any, counters: Any) -> None:
        entry = len(stack) - 1
        one = stack[entry, KEYS + 2 * s.player]
        two = stack[entry, KEYS + 2 * s.player + 1]
        child = counters[TOP] - 1 + count
        counters[TOP] = child
        for i in range(count):
            a = legal[first + i]
            child -= 1
            for j in range(KEYS, width):
                stack[child, j] = stack[entry, j]
            stack[child, KEYS + 2 * s.player] = scramble(mixed(one, a + 1, MUL2))
            stack[child, KEYS + 2 * s.player + 1] = scramble(mixed(two, a + 1, MUL1))
            stack[child, BEFORE] = stack[entry, BEFORE] + 1
            stack[child, ACTION] = a
            stack[child, CODE] = 0
            stack[child, RADIX] = 1
            stack[child, SCRIPTED] = 0
            stack[child, PARENT] = node
            stack[child, LABEL] = a
            stack[child, WEIGHT] = 1
            stack[child, EDGE] = first + i

    return push


def set_of(table: Any, counters: Any, one: int, two: int) -> int:
    """Return the number of the information set with these keys; a new one is entered into the table."""
    at = place_of(table, one, two)
    if table[at, 2] == 0:
        table[at, 0] = one
        table[at, 1] = two
        table[at, 2] = counters[SETS] + 1
    return int(table[at, 2] - 1)


def place_of(table: Any, one: int, two: int) -> int:
    """Return the row of a table in which these keys stand, or the empty one for them.

    The number of rows is a power of two.
    """
    at = one & (len(table) - 1)
    while table[at, 2] != 0 and (table[at, 0] != one or table[at, 1] != two):
        at = (at + 1) & (len(table) - 1)
    return at


def rehashed(table: IntArray) -> IntArray:
    """Return a table of twice as many rows with the same entries."""
    wide = np.zeros((2 * len(table), 3), np.int64)
    rows = table[table[:, 2] != 0]
    home = rows[:, 0] & (len(wide) - 1)
    waiting = np.arange(len(rows))
    while len(waiting):
        free = wide[home[waiting], 2] == 0
        wide[home[waiting[free]]] = rows[waiting[free]]
        placed = (wide[home[waiting]] == rows[waiting]).all(axis=1)
        waiting = waiting[~placed]
        home[waiting] = (home[waiting] + 1) & (len(wide) - 1)
    return wide


def grow_program(game: Game) -> Guarded:
    """Return the compiled loop over branches of a game."""
    replacements: Replacements = {
        cards.below: scripted_below, cards.draw: scripted_draw, renew: renew_record
    }  # fmt: skip
    careful = not is_shipped(game.rules)
    return compiled(make_grow(game), replacements, layout_key(game.rules), careful=careful)


class CompiledGrowth:
    """Arrays of a tree that grows in a compiled program.

    Parameters
    ----------
    most_nodes : int
        The greatest number of nodes.
    on_set : function, optional
        Called with the number of every new information set and a state in which it is met.

    Raises
    ------
    CannotGrow
        If there is no compiler, or the rules are not in the subset that it compiles.
    """

    def __init__(
        self, game: Game, most_nodes: int, on_set: Callable[[int, PlainState], None] | None = None
    ) -> None:
        self.game, self.most_nodes, self.on_set = game, most_nodes, on_set
        try:
            self.program = grow_program(game)
        except (BrokenRules, Failure) as fault:
            raise CannotGrow from fault
        players, actions = game.players, int(game.rules.ACTIONS)
        self.pool = np.concatenate([to_record(game.rules, game.blank())] * FIRST_POOL)
        self.stack = np.zeros((max(FIRST_STACK, 4 * actions), KEYS + 2 * players), np.int64)
        self.nodes = np.zeros((min(FIRST_NODES, most_nodes), COLUMNS + players), np.int64)
        self.sets = np.zeros((FIRST_SETS, 3), np.int64)
        self.legal = np.zeros(max(FIRST_LEGAL, 4 * actions), np.int64)
        self.table = np.zeros((4 * FIRST_SETS, 3), np.int64)
        self.outcomes = np.zeros((FIRST_OUTCOMES, 6), np.int64)
        self.view = np.zeros(width_of(row_layout(game)), np.int64)
        self.fresh = np.concatenate([self.pool[:1]] * (MOST_FRESH if on_set else 1))
        self.counters = np.zeros(6, np.int64)
        self._push_root()

    def _push_root(self) -> None:
        root = self.stack[0]
        root[[BEFORE, ACTION, CODE, RADIX, SCRIPTED, PARENT, LABEL, WEIGHT, EDGE]] = (
            0,
            -1,
            0,
            1,
            0,
            -1,
            -1,
            1,
            -1,
        )
        root[KEYS:] = range(1, 2 * self.game.players + 1)
        self.counters[TOP] = 1

    @property
    def size(self) -> int:
        """Number of nodes so far."""
        return int(self.counters[NODES])

    def work(self, pause: int) -> bool:
        """Work until there are `pause` nodes; return whether the tree is complete.

        Raises
        ------
        CannotGrow
            If the rules do something wrong or cannot be compiled, or an action has too many outcomes.
        TreeFull
            If the tree has more nodes than are allowed.
        """
        while True:
            try:
                result = self.program(
                    self.pool, self.stack, self.nodes, self.sets, self.legal, self.table, self.outcomes,
                    self.view, self.fresh, self.counters, pause,
                )  # fmt: skip
            except (IndexError, OverflowError, ZeroDivisionError, BrokenRules, Failure) as fault:
                raise CannotGrow from fault
            self._report_sets()
            if result == DONE or self.size == pause:
                return bool(result == DONE)
            if result == PAUSED:
                continue
            if result == FAULT:
                raise CannotGrow
            if result == NODES_FULL and len(self.nodes) == self.most_nodes:
                raise TreeFull
            self._make_room(int(result))

    def _report_sets(self) -> None:
        """Call ``on_set`` for the states that were stored."""
        if self.on_set is not None:
            first = int(self.counters[SETS] - self.counters[FRESH])
            for number, record in enumerate(self.fresh[: self.counters[FRESH]], first):
                self.on_set(number, from_record(self.game.blank(), record))
            self.counters[FRESH] = 0

    def _make_room(self, result: int) -> None:
        needed = int(self.counters[NEEDED])
        if result == NODES_FULL:
            self.nodes = longer(self.nodes, min(2 * len(self.nodes), self.most_nodes))
        elif result == STACK_FULL:
            self.stack = longer(self.stack, 2 * len(self.stack) + needed)
        elif result == POOL_FULL:
            self.pool = longer(self.pool, 2 * len(self.pool))
        elif result == OUTCOMES_FULL:
            self.outcomes = longer(self.outcomes, needed)
        else:
            self.sets, self.table = longer(self.sets, 2 * len(self.sets)), rehashed(self.table)
            self.legal = longer(self.legal, 2 * len(self.legal))

    def columns(self) -> dict[str, IntArray]:
        """Return the arrays of the complete tree by the names of :class:`GameTree`'s fields."""
        nodes, sets = self.nodes[: self.size], self.sets[: self.counters[SETS]]
        names = ("parent", "player", "action", "weight", "depth", "infoset", "edge")
        out = {name: nodes[:, i].copy() for i, name in enumerate(names)}
        out |= {name: sets[:, i].copy() for i, name in enumerate(("owner", "first", "count"))}
        payoff, legal = nodes[:, COLUMNS:].copy(), self.legal[: self.counters[ACTIONS]].copy()
        return {**out, "payoff": payoff, "legal": legal}


class CannotGrow(Exception):
    """The compiled program cannot go on; the interpreted one says why, or does it."""


class TreeFull(Exception):
    """The tree has more nodes than are allowed."""


def longer(array: Any, n: int) -> Any:
    """Return an array of `n` rows with the same contents."""
    out = np.zeros((n, *array.shape[1:]), array.dtype)
    out[: len(array)] = array
    return out
