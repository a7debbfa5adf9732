"""Four-Cell in class: the card game, the matrices that came up in it, and one played with two buttons.

Source of the goal, the dilemma and the examples: Terje (University of Oslo), on a card game that teaches the
four-cell matrix.
"""

import random
from collections import Counter
from collections.abc import Mapping

from upcard.classroom import class_matrices
from upcard.classroom.activity_steps import Activity, ActivitySetting, Play, Poll, Question, Talk
from upcard.classroom.class_record import Story
from upcard.classroom.matrix_theory import matrix_section
from upcard.classroom.mean_bars import chance_bar, share_bar
from upcard.document.model import Bar, Section, Table
from upcard.engine.option_values import OptionValue
from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import (
    CARDS,
    CROSSES,
    ENDGAME_PLAYERS,
    HAND,
    ROTATES,
    SIDE_NAMES,
    write_position,
)
from upcard.games.four_cell.solvers.turn_matrix import turn_matrix
from upcard.games.four_cell.studies.four_cell_deals import table, type_chances
from upcard.games.four_cell.studies.four_cell_types import features, shares
from upcard.games.four_cell.turn_kinds import (
    DOMINANCE,
    KINDS,
    all_turns,
    kind_sections,
    life_sections,
    sides_of,
)
from upcard.solving.ordinal2x2 import ordinal_type

PLAY, READ = 0, 6
"""The numbers of the card game, and of the step before it at which pupils read a matrix."""

MOST_NAMED = 8
SHORT, WHOLE = "short", "whole"
"""Values of the setting ``length``."""

LATER = (
    "Each matrix is judged for its turn alone. The card you show stays in the matrix, so a better choice now "
    "can cost something later."
)
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
    sides = sides_of(v)
    return matrix_section(f"Payoffs now: {sides[0]} first, then {sides[1]}", turn_matrix(v), sides)


def debrief(story: Story) -> list[Section]:
    """Return sections on the matrices that came up: how often, and one of each kind with its theory."""
    turns = all_turns(story, PLAY)
    types = [ordinal_type(x.game) for x in turns]
    expected = shares(type_chances(table(story.settings.get("courts", "10"))))
    names = Counter(t.name for t in types if t.name)
    bars: list[Bar] = []
    for feature, label in COMMON.items():
        bars.append(share_bar(f"yours: {label}", sum(feature in features(t) for t in types), len(types)))
        bars.append(chance_bar(f"dealt: {label}", float(expected[feature])))
    rows = [(name, str(n)) for name, n in names.most_common(MOST_NAMED)]
    by_name = [Table("By name", ("name", "times"), rows)] if rows else []
    kinds = Section("By name", (f"{len(turns)} matrices were played.", LATER), by_name)
    common = Section("What they have in common", COMMON_WORDS, bars=bars)
    return [kinds, common, *kind_sections(turns)]


def in_daily_life(story: Story) -> list[Section]:
    """Return examples of every kind of matrix from daily life, and how often the class met that kind."""
    return life_sections(all_turns(story, PLAY))


def short_match(settings: Mapping[str, str], seats: int, seed: str) -> Mapping[str, OptionValue]:
    """Return the options of a short match of a pair: its last seven turns, from cards dealt by `seed`."""
    if settings.get("length") != SHORT or seats != ENDGAME_PLAYERS:
        return {}
    cards = random.Random(seed).sample(range(CARDS), ROTATES)
    places = [*(k + 1 for k in cards), 0]
    hands = [sorted(places[p * HAND : (p + 1) * HAND]) for p in range(ENDGAME_PLAYERS)]
    return {"position": write_position([*hands[0], *hands[1], *places[CROSSES:]])}


READING = matrix_section(
    "A and B choose at the same time",
    KINDS[DOMINANCE].example,
    ("A", "B"),
    ("In each cell, the first number is what A gets, the second one what B gets.",),
)
READ_A_MATRIX = Poll(
    "Read a matrix",
    ("Each of two players has two choices. Together they pick a cell.",),
    minutes=2,
    shown=(READING,),
    questions=(
        Question(
            "cell",
            "A chooses left, and B chooses right. What does A get?",
            ("−5", "2", "4", "6"),
            right=1,
            reason="A left and B right meet in the cell “2, −5”. Its first number is A’s.",
        ),
        Question(
            "better",
            "What should A choose?",
            ("left, whatever B does", "right, whatever B does", "it depends on B"),
            right=0,
            reason="If B chooses left, 7 is more than 4. If B chooses right, 2 is more than −3.",
        ),
    ),
)

ACTIVITY = Activity(
    name="four-cell",
    title="Four-Cell",
    line="A card game played on a matrix: dominance, equilibria, and dilemmas with two buttons.",
    size=2,
    order=2,
    settings=(
        ActivitySetting("size", "Play Four-Cell", (("2", "in pairs"), ("4", "in fours")), "2"),
        ActivitySetting(
            "length",
            "A match of a pair",
            (
                (SHORT, "the last 7 turns, about 5 minutes"),
                (WHOLE, "all 22 turns, about 15 minutes"),
            ),
            SHORT,
        ),
        ActivitySetting(
            "courts",
            "Jack, queen and king count",
            (("10", "10 points each"), ("11-12-13", "11, 12 and 13 points")),
            "10",
        ),
        *class_matrices.SETTINGS,
    ),
    check=class_matrices.check_matrix,
    steps=(
        Play(
            "Four-Cell",
            (
                "Both show a card at the same time. Spade or heart: your left column. Club or diamond: "
                "your right column. Where they meet, each takes the card on their side. Red cards count "
                "against you. A short match begins at turn 16.",
            ),
            minutes=10,
            game="four-cell",
            options={"courts": "10"},
            chosen_for=short_match,
            seats=(2, 4),
            roles=tuple(SIDE_NAMES),
            bot="nash-column",
            matches=2,
            seconds=20.0,
            above_table=matrix_above_table,
        ),
        Talk("Which matrices came up", minutes=8, tell=debrief),
        class_matrices.ONCE,
        class_matrices.AGAIN,
        Talk("What you did, and what theory says", minutes=5, tell=class_matrices.theory_and_choices),
        Talk("In daily life", minutes=4, tell=in_daily_life),
        READ_A_MATRIX,
    ),
    begins_with=(READ,),
)
