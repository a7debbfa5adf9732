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
from upcard.language.messages import gettext as _
from upcard.language.messages import marked, ngettext
from upcard.solving.ordinal2x2 import ordinal_type

PLAY, READ = 0, 6
"""The numbers of the card game, and of the step before it at which pupils read a matrix."""

MOST_NAMED = 8
SHORT, WHOLE = "short", "whole"
"""Values of the setting ``length``."""

LATER = marked(
    "Each matrix is judged for its turn alone. The card you show stays in the matrix, so a better choice now "
    "can cost something later."
)
COMMON: dict[tuple[str, str], str] = {
    ("players with a strictly dominant column", "1"): marked("one player has a dominant column"),
    ("players with a strictly dominant column", "2"): marked("both have a dominant column"),
    ("pure equilibria", "0"): marked("no equilibrium"),
    ("pure equilibria", "1"): marked("one equilibrium"),
    ("pure equilibria", "2"): marked("two equilibria"),
    ("the only pure equilibrium is not Pareto-efficient", "yes"): marked("a dilemma"),
}
"""Labels of the features of a matrix that the report shows."""

COMMON_WORDS = (
    marked("A column is dominant if it is better whatever the other player picks."),
    marked("A cell is an equilibrium if neither player would rather have picked their other column."),
    marked(
        "It is a dilemma if there is only one equilibrium, but in another cell someone gets more and nobody "
        "less."
    ),
)
"""Explanations of the labels."""


def matrix_above_table(v: PlainState) -> Section | None:
    """Return the matrix of the four crosses, without conclusions; None when the game is over."""
    if v.over:
        return None
    sides = sides_of(v)
    title = _("Payoffs now: {one} first, then {other}", one=sides[0], other=sides[1])
    return matrix_section(title, turn_matrix(v), sides)


def debrief(story: Story) -> list[Section]:
    """Return sections on the matrices that came up: how often, and one of each kind with its theory."""
    turns = all_turns(story, PLAY)
    types = [ordinal_type(x.game) for x in turns]
    expected = shares(type_chances(table(story.settings.get("courts", "10"))))
    names = Counter(t.name for t in types if t.name)
    bars: list[Bar] = []
    for feature, label in COMMON.items():
        count = sum(feature in features(t) for t in types)
        bars.append(share_bar(_("yours: {feature}", feature=_(label)), count, len(types)))
        bars.append(chance_bar(_("dealt: {feature}", feature=_(label)), float(expected[feature])))
    rows = [(_(name), str(n)) for name, n in names.most_common(MOST_NAMED)]
    by_name = [Table(_("By name"), (_("name"), _("times")), rows)] if rows else []
    played = ngettext("{n} matrices were played.", "{n} matrices were played.", len(turns))
    kinds = Section(_("By name"), (played, _(LATER)), by_name)
    common = Section(_("What they have in common"), [_(x) for x in COMMON_WORDS], bars=bars)
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


def matrix_to_read() -> list[Section]:
    """Return the matrix that pupils read before they play."""
    title = _("A and B choose at the same time")
    text = _("In each cell, the first number is what A gets, the second one what B gets.")
    return [matrix_section(title, KINDS[DOMINANCE].example, ("A", "B"), (text,))]


READ_A_MATRIX = Poll(
    marked("Read a matrix"),
    (marked("Each of two players has two choices. Together they pick a cell."),),
    minutes=2,
    shown=matrix_to_read,
    questions=(
        Question(
            "cell",
            marked("A chooses left, and B chooses right. What does A get?"),
            ("−5", "2", "4", "6"),
            right=1,
            reason=marked("A left and B right meet in the cell “2, −5”. Its first number is A’s."),
        ),
        Question(
            "better",
            marked("What should A choose?"),
            (marked("left, whatever B does"), marked("right, whatever B does"), marked("it depends on B")),
            right=0,
            reason=marked("If B chooses left, 7 is more than 4. If B chooses right, 2 is more than −3."),
        ),
    ),
)

ACTIVITY = Activity(
    name="four-cell",
    title="Four-Cell",
    line=marked("A card game played on a matrix: dominance, equilibria, and dilemmas with two buttons."),
    size=2,
    order=2,
    settings=(
        ActivitySetting(
            "size", marked("Play Four-Cell"), (("2", marked("in pairs")), ("4", marked("in fours"))), "2"
        ),
        ActivitySetting(
            "length",
            marked("A match of a pair"),
            (
                (SHORT, marked("the last 7 turns, about 5 minutes")),
                (WHOLE, marked("all 22 turns, about 15 minutes")),
            ),
            SHORT,
        ),
        ActivitySetting(
            "courts",
            marked("Jack, queen and king count"),
            (("10", marked("10 points each")), ("11-12-13", marked("11, 12 and 13 points"))),
            "10",
        ),
        *class_matrices.SETTINGS,
    ),
    check=class_matrices.check_matrix,
    steps=(
        Play(
            "Four-Cell",
            (
                marked(
                    "Both show a card at the same time. Spade or heart: your left column. Club or diamond: "
                    "your right column. Where they meet, each takes the card on their side. Red cards count "
                    "against you. A short match begins at turn 16."
                ),
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
        Talk(marked("Which matrices came up"), minutes=8, tell=debrief),
        class_matrices.ONCE,
        class_matrices.AGAIN,
        Talk(marked("What you did, and what theory says"), minutes=5, tell=class_matrices.theory_and_choices),
        Talk(marked("In daily life"), minutes=4, tell=in_daily_life),
        READ_A_MATRIX,
    ),
    begins_with=(READ,),
)
