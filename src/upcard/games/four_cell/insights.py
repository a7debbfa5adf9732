"""Insights into a position of Four-Cell: the matrix of the turn, its theory, and similar games on the map."""

from collections.abc import Sequence
from urllib.parse import urlencode

from upcard.classroom.matrix_theory import payoffs_text
from upcard.document.model import Matrix, Table
from upcard.engine.game import Match
from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import (
    CELL_NAMES,
    LEFT,
    OWN,
    RIGHT,
    SIDE_NAMES,
    meeting,
    neighbour,
)
from upcard.games.four_cell.solvers.turn_matrix import columns_held, turn_matrix
from upcard.kit.cards import EMPTY
from upcard.report.matrix_report import PLAYERS, cell_words, heading, lines
from upcard.report.number_text import minus
from upcard.report.position_insight import Insight
from upcard.report.type_map import TypeMap
from upcard.solving.matrix2x2 import CELLS, Bimatrix, pure_equilibria
from upcard.solving.ordinal2x2 import NAMES, OrdinalType, ordinal_type

TOPICS = (
    "Nash equilibrium", "best replies", "dominance", "Pareto-efficient", "guaranteed", "better for both",
    "risk-dominant", "equal payoffs",
)  # fmt: skip
SUITS = ("spades and hearts", "clubs and diamonds")
CELL_OF_LESSON = "/learn/four-cell"


def insight(match: Match, assumed: str) -> Insight | None:
    """Return the four-cell matrix of the turn with its theory and its neighbours on the map."""
    v = match.view(match.player)
    first, second = int(v.first), neighbour(int(v.first))
    names, game = (SIDE_NAMES[first], SIDE_NAMES[second]), turn_matrix(v)
    kind = ordinal_type(game)
    theory = [[topic, minus(words)] for topic, words in lines(game) if topic in TOPICS]
    return Insight(
        "The four-cell matrix of this turn",
        _sentences(v, game, *names),
        [_matrix(game, *names), _map(kind)],
        [Table("What theory says", ["", "answer"], theory), _neighbours(kind), _turned(game, first, second)],
    )


def _sentences(v: PlainState, game: Bimatrix, s: str, w: str) -> list[str]:
    counted = "the card that each collects" if v.objective == OWN else "by how much each is ahead"
    return [
        f"This is {heading(game)}.",
        f"{s} chooses the row: upper is the left column as {s} sees it ({SUITS[LEFT]}), lower the right one "
        f"({SUITS[RIGHT]}). {w} chooses the column in the same way.",
        f"Payoffs are {counted} in this turn alone. They leave out which cards are spent and who may rotate "
        "afterwards. Equilibria in which nobody mixes are framed.",
        *_limits(v),
    ]


def _limits(v: PlainState) -> list[str]:
    """Return a sentence on each column that the player to move cannot choose with their hand."""
    p = int(v.player)
    if v.rotating == 1 or v.disclosed[p] != EMPTY:
        return []
    return [
        f"{SIDE_NAMES[p]} holds no {SUITS[c].replace(' and ', ' or ')}, and cannot choose "
        f"{'left' if c == LEFT else 'right'}."
        for c in (LEFT, RIGHT)
        if c not in columns_held(v)
    ]


def _matrix(game: Bimatrix, s: str, w: str) -> Matrix:
    cells = [[payoffs_text(game, (i, j)) for j in (0, 1)] for i in (0, 1)]
    rows, columns = [f"upper: {s} left", f"lower: {s} right"], [f"left: {w} left", f"right: {w} right"]
    return Matrix(f"First {s}'s payoff, then {w}'s", rows, columns, cells, pure_equilibria(game))


def _map(kind: OrdinalType) -> TypeMap:
    """Return the map with this game (or, with ties, the games it lies between) and its neighbours marked."""
    here = [t.code for t in kind.between()]
    near = {t.code for x in kind.between() for t in x.neighbours().values()} if kind.is_strict else set()
    return TypeMap("The map of the 2×2 games", here, sorted(near - set(here)))


def _neighbours(kind: OrdinalType) -> Table:
    """Return a table of the neighbours on the map; for a game with ties, of the games it lies between."""
    if kind.is_strict:
        some = [
            (f"{PLAYERS[p]}: payoffs {low} and {low + 1} from below exchanged", t)
            for (p, low), t in kind.neighbours().items()
        ]
        caption = "Neighbours on the map: two payoffs of one player that are next in rank are exchanged"
    else:
        some = [("equal payoffs told apart", t) for t in kind.between()]
        caption = "Because of its ties, it lies between these games on the map"
    return _types_table(caption, "how", some)


def _turned(game: Bimatrix, first: int, second: int) -> Table:
    """Return a table of the games that follow if one of the crosses is rotated."""
    some = [
        (f"{CELL_NAMES[meeting(first, c[0], second, c[1])]}, {cell_words(c)}", ordinal_type(game.rotated(c)))
        for c in CELLS
    ]
    return _types_table("If a cross is rotated", "cross", some)


def _types_table(caption: str, heading: str, some: Sequence[tuple[str, OrdinalType]]) -> Table:
    """Return a table of types of games, each with the way to it and a link to the lesson."""
    rows = [[_name(t), f"{t.number} ({t.code})" if t.is_strict else t.text, how] for how, t in some]
    return Table(caption, ["name", "type", heading], rows, links=[_link(t) for _, t in some])


def _name(t: OrdinalType) -> str:
    """Return the name of a type, or the names of the symmetric games with row's and with column's payoffs."""
    if t.name or not t.is_strict:
        return t.name or "a game with ties"
    row, column = (NAMES[code * 2] for code in (t.code[:2], t.code[2:]))
    return f"{row} for row, {column} for column"


def _link(t: OrdinalType) -> str:
    """Return the address of the lesson's cell about a type, with ranks as payoffs."""
    ranks = {
        f"{who}_{k + 1}": x
        for who, some in zip(PLAYERS, (t.row, t.column), strict=True)
        for k, x in enumerate(some)
    }
    return f"{CELL_OF_LESSON}?{urlencode({'cell': 'matrix', **ranks})}#cell-matrix"
