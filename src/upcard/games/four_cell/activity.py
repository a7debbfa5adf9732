"""Four-Cell in class: the card game, the matrices that came up in it, and one played with two buttons.

Source of the goal, the dilemma and the examples: Terje (University of Oslo), on a card game that teaches the
four-cell matrix.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from upcard.classroom import class_matrices
from upcard.classroom.activity_steps import Activity, ActivitySetting, Play, Talk
from upcard.classroom.class_record import Played, Story
from upcard.classroom.matrix_theory import matrix_section, words_of
from upcard.classroom.mean_bars import chance_bar, share_bar
from upcard.document.model import Bar, Section, Table
from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import ROTATE, SIDE_NAMES, column, partner
from upcard.games.four_cell.solvers.turn_matrix import turn_matrix
from upcard.games.four_cell.studies.four_cell_deals import table, type_chances
from upcard.games.four_cell.studies.four_cell_types import features, shares
from upcard.solving.matrix2x2 import ROW, STRICT, Bimatrix, dominance
from upcard.solving.ordinal2x2 import ordinal_type

PLAY = 0
MOST_NAMED = 8
COMMON: dict[tuple[str, str], str] = {
    ("players with a strictly dominant column", "1"): "one player has a dominant column",
    ("players with a strictly dominant column", "2"): "both have a dominant column",
    ("pure equilibria", "0"): "no equilibrium",
    ("pure equilibria", "1"): "one equilibrium",
    ("pure equilibria", "2"): "two equilibria",
    ("the only pure equilibrium is not Pareto-efficient", "yes"): "a dilemma",
}
"""Labels of the features of a matrix that the report shows."""

COMMON_WORDS = (
    "A column is dominant if it is better whatever the other player picks.",
    "A cell is an equilibrium if neither player would rather have picked their other column.",
    "It is a dilemma if there is only one equilibrium, but in another cell someone gets more and "
    "nobody less.",
)
"""Explanations of the labels."""


def matrix_above_table(v: PlainState) -> Section | None:
    """Return the matrix of the four crosses, without conclusions; None when the game is over."""
    if v.over:
        return None
    sides = _sides(v)
    return matrix_section(
        f"The matrix now: first what {sides[0]} gets, then what {sides[1]} gets", turn_matrix(v), sides
    )


def _sides(s: PlainState) -> tuple[str, str]:
    """Return the names of the two players whose turn it is; the first one chooses the row."""
    return SIDE_NAMES[s.first], SIDE_NAMES[partner(s, s.first)]


PlayedMatrix = tuple[Bimatrix, PlainState, int, bool]
"""A matrix, its position, the card that the first player of the pair disclosed, and whether a person did."""


def matrices(match: Played) -> Iterator[PlayedMatrix]:
    """Yield every matrix that was played in a match."""
    for s, action, by_person in match.positions():
        if action < ROTATE and s.player == s.first:
            yield turn_matrix(s), s, action, by_person


def debrief(story: Story) -> list[Section]:
    """Return sections on the matrices that came up, and on how often such matrices are dealt."""
    seen = [x for match in story.of_step(PLAY) for x in matrices(match)]
    types = [ordinal_type(game) for game, _, _, _ in seen]
    expected = shares(type_chances(table("10")))
    names = Counter(t.name for t in types if t.name)
    bars: list[Bar] = []
    for feature, label in COMMON.items():
        bars.append(share_bar(f"yours: {label}", sum(feature in features(t) for t in types), len(types)))
        bars.append(chance_bar(f"dealt: {label}", float(expected[feature])))
    rows = [(name, str(n)) for name, n in names.most_common(MOST_NAMED)]
    by_name = [Table("By name", ("name", "times"), rows)] if rows else []
    kinds = Section("By name", (f"{len(types)} matrices were played.",), by_name)
    common = Section("What they have in common", COMMON_WORDS, bars=bars)
    return [kinds, *_one_of(seen), common, _followed(story)]


def _one_of(seen: Sequence[PlayedMatrix]) -> list[Section]:
    """Return one of the matrices, if possible one with a name, and the theory about it."""
    if not seen:
        return []
    game, s, _, _ = min(seen, key=lambda x: not ordinal_type(x[0]).name)
    sides = _sides(s)
    name = ordinal_type(game).name or "a matrix without a name"
    return [matrix_section(f"One of them: {name}", game, sides, words_of(game, sides))]


def _followed(story: Story) -> Section:
    """Return a section on how often players chose their strictly dominant column when their hand had both."""
    right = total = 0
    for match in story.of_step(PLAY):
        for game, s, action, by_person in matrices(match):
            better = dominance(game, ROW)
            held = {column(k) for k in range(ROTATE) if s.hand[s.player, k]}
            if by_person and better is not None and better.kind == STRICT and len(held) > 1:
                total += 1
                right += column(action) == better.action
    words = (
        "A dominant column is better now, whatever the other player does. But your card then stays in the "
        "matrix."
    )
    bars = [share_bar("players chose their dominant column", right, total)]
    return Section("Dominance", (words,), bars=bars)


ACTIVITY = Activity(
    name="four-cell",
    title="Four-Cell",
    line="A card game played on a matrix: dominance, equilibria, and dilemmas with two buttons.",
    size=2,
    order=2,
    settings=(
        ActivitySetting("size", "Play Four-Cell", (("2", "in pairs"), ("4", "in fours")), "2"),
        *class_matrices.SETTINGS,
    ),
    check=class_matrices.check_matrix,
    steps=(
        Play(
            "Four-Cell",
            (
                "Both show a card at the same time. Spade or heart: your left column. Club or diamond: "
                "your right column. Where the columns meet, each takes the card on their side. Red cards "
                "count against you.",
            ),
            minutes=12,
            game="four-cell",
            seats=(2, 4),
            roles=tuple(SIDE_NAMES),
            bot="nash-column",
            above_table=matrix_above_table,
        ),
        Talk("Which matrices came up", minutes=8, tell=debrief),
        class_matrices.ONCE,
        class_matrices.AGAIN,
        Talk("What you did, and what theory says", minutes=5, tell=class_matrices.theory_and_choices),
        Talk("In daily life", minutes=4, tell=class_matrices.daily_life_sections),
    ),
)
