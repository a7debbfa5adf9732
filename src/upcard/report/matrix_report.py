"""A 2x2 game that a person types, and what theory says about it, in words and as plain values."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from upcard.report.matrix_text import STRICTLY, WEAKLY, PayoffMatrix
from upcard.solving.matrix2x2 import (
    CELLS,
    COLUMN,
    ROW,
    Bimatrix,
    Interval,
    MatrixCell,
    Rectangle,
    best_replies,
    bimatrix,
    components,
    dominance,
    efficient_cells,
    maximin,
    payoff_dominant,
    pure_equilibria,
    pure_maximin,
    risk_dominant,
)
from upcard.solving.ordinal2x2 import OrdinalType, ordinal_type

PLAYERS = ("row", "column")
ACTIONS = (("upper", "lower"), ("left", "right"))


def two_by_two(matrix: PayoffMatrix) -> Bimatrix | None:
    """Return a matrix as a 2x2 game; None if it has another size, or names for its actions."""
    if matrix.has_names or len(matrix.row) != 2 or len(matrix.row[0]) != 2:
        return None
    return bimatrix(*([payoffs[i][j] for i, j in CELLS] for payoffs in (matrix.row, matrix.column)))


def cell_words(cell: MatrixCell) -> str:
    """Return a cell by the actions that lead to it: ``upper left``."""
    return f"{ACTIONS[ROW][cell[0]]} {ACTIONS[COLUMN][cell[1]]}"


# ---- as plain values ----


def matrix_json(game: Bimatrix) -> dict[str, Any]:
    """Return everything about a game, as ``upcard matrix --json`` prints it; fractions are texts."""
    ordinal = ordinal_type(game)
    return {
        "payoffs": {name: [str(game.payoff(p, c)) for c in CELLS] for p, name in enumerate(PLAYERS)},
        "equilibria": [[_plain_rectangle(r) for r in part] for part in components(game)],
        "pure_equilibria": list(map(cell_words, pure_equilibria(game))),
        "best_replies": {
            name: {ACTIONS[1 - p][a]: [ACTIONS[p][b] for b in best_replies(game, p, a)] for a in (0, 1)}
            for p, name in enumerate(PLAYERS)
        },
        "dominance": {name: _plain_dominance(game, p) for p, name in enumerate(PLAYERS)},
        "efficient": list(map(cell_words, efficient_cells(game))),
        "maximin": {name: _plain_maximin(game, p) for p, name in enumerate(PLAYERS)},
        "risk_dominant": _plain_cell(risk_dominant(game)),
        "payoff_dominant": _plain_cell(payoff_dominant(game)),
        "type": {
            **_plain_type(ordinal),
            "ties": {name: ordinal.ties(p) for p, name in enumerate(PLAYERS)},
            "between": [_plain_type(t) for t in ordinal.between()] if not ordinal.is_strict else [],
        },
        "swaps": [
            {"player": PLAYERS[p], "ranks": [low, low + 1], **_plain_type(t)}
            for (p, low), t in ordinal.neighbours().items()
        ],
        "rotations": [{"cell": cell_words(c), **_plain_type(ordinal_type(game.rotated(c)))} for c in CELLS],
    }


def _plain_cell(cell: MatrixCell | None) -> str | None:
    return None if cell is None else cell_words(cell)


def _plain_rectangle(r: Rectangle) -> dict[str, Any]:
    return {
        "upper": [str(r.row.low), str(r.row.high)],
        "left": [str(r.column.low), str(r.column.high)],
        "dimension": r.dimension,
    }


def _plain_dominance(game: Bimatrix, player: int) -> dict[str, str] | None:
    dominant = dominance(game, player)
    return None if dominant is None else {"action": ACTIONS[player][dominant.action], "kind": dominant.kind}


def _plain_maximin(game: Bimatrix, player: int) -> dict[str, Any]:
    safe, (value, actions) = maximin(game, player), pure_maximin(game, player)
    return {
        "value": str(safe.value),
        "chances": [str(safe.chances.low), str(safe.chances.high)],
        "pure_value": str(value),
        "pure_actions": [ACTIONS[player][a] for a in actions],
    }


def _plain_type(t: OrdinalType) -> dict[str, Any]:
    return {"ranks": t.text, "number": t.number, "code": t.code, "name": t.name}


# ---- in words ----


def heading(game: Bimatrix) -> str:
    """Return the name of a game, if it has one, and its type."""
    ordinal = ordinal_type(game)
    return ", ".join(x for x in (ordinal.name, _type_words(ordinal)) if x)


def _type_words(t: OrdinalType) -> str:
    return f"type {t.number} ({t.code})" if t.is_strict else f"type {t.text}, with ties"


def _named(t: OrdinalType) -> str:
    number = str(t.number or t.text)
    return f"{number} {t.name}" if t.name else number


def lines(game: Bimatrix) -> list[tuple[str, str]]:
    """Return what theory says about a game: pairs of a heading and a sentence."""
    ordinal = ordinal_type(game)
    out = [("Nash equilibrium", _rectangle_words(game, r)) for part in components(game) for r in part]
    out += [("best replies", _replies(game, p)) for p in (ROW, COLUMN)]
    out += [("dominance", _dominance(game, p)) for p in (ROW, COLUMN)]
    out.append(("Pareto-efficient", _list(map(cell_words, efficient_cells(game)))))
    out += [("guaranteed", _maximin(game, p)) for p in (ROW, COLUMN)]
    for what, cell in (("better for both", payoff_dominant(game)), ("risk-dominant", risk_dominant(game))):
        if cell is not None:
            out.append((what, f"{cell_words(cell)}, of two equilibria in which nobody mixes"))
    if not ordinal.is_strict:
        ties = ", ".join(f"{name} {ordinal.ties(p)}" for p, name in enumerate(PLAYERS))
        out.append(("equal payoffs", ties))
        out.append(("between the types", _list(map(_named, ordinal.between()))))
    swaps = (f"{PLAYERS[p]} {low} and {low + 1}: {_named(t)}" for (p, low), t in ordinal.neighbours().items())
    out += [("ranks swapped", x) for x in swaps]
    turned = (f"{cell_words(c)}: {_named(ordinal_type(game.rotated(c)))}" for c in CELLS)
    return out + [("cross turned", x) for x in turned]


def _list(words: Any) -> str:
    return "; ".join(words)


def _rectangle_words(game: Bimatrix, r: Rectangle) -> str:
    if r.is_point:
        x, y = r.row.low, r.column.low
        paid = ", ".join(str(_expected(game, p, x, y)) for p in (ROW, COLUMN))
        if {x, y} <= {0, 1}:
            return f"{cell_words((int(1 - x), int(1 - y)))}, which pays {paid}"
        return f"upper {x} of the time, left {y}; it pays {paid} in the mean"
    return f"upper {_span(r.row)} of the time, left {_span(r.column)}, in any combination"


def _span(i: Interval) -> str:
    return str(i.low) if i.low == i.high else f"{i.low} to {i.high}"


def _expected(game: Bimatrix, player: int, x: Fraction, y: Fraction) -> Fraction:
    """Return the expected payoff of a player when the chances of upper and left are x and y."""
    chances: Sequence[Fraction] = (x * y, x * (1 - y), (1 - x) * y, (1 - x) * (1 - y))
    return sum((p * game.payoff(player, c) for p, c in zip(chances, CELLS, strict=True)), Fraction(0))


def _replies(game: Bimatrix, player: int) -> str:
    actions, other = ACTIONS[player], ACTIONS[1 - player]
    best = [" or ".join(actions[b] for b in best_replies(game, player, a)) for a in (0, 1)]
    return f"{PLAYERS[player]}: {best[0]} against {other[0]}, {best[1]} against {other[1]}"


def _dominance(game: Bimatrix, player: int) -> str:
    dominant = dominance(game, player)
    if dominant is None:
        return f"{PLAYERS[player]}: none"
    how = STRICTLY if dominant.kind == "strict" else WEAKLY
    return f"{PLAYERS[player]}: {ACTIONS[player][dominant.action]} is {how}"


def _maximin(game: Bimatrix, player: int) -> str:
    safe, (value, actions) = maximin(game, player), pure_maximin(game, player)
    pure = " or ".join(ACTIONS[player][a] for a in actions)
    sentence = f"{PLAYERS[player]}: {safe.value}, by {_mixed(player, safe.chances)}"
    return sentence if value == safe.value else f"{sentence}; without mixing {value}, by {pure}"


def _mixed(player: int, chances: Interval) -> str:
    """Return a mixture, by the player's first action unless it is the other one alone."""
    if chances.low == chances.high and chances.low in (0, 1):
        return ACTIONS[player][int(1 - chances.low)]
    return f"{ACTIONS[player][0]} {_span(chances)} of the time"
