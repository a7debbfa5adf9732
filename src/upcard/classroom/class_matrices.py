"""Four-cell matrix games in class: the choice of a matrix, its theory, and the results of a class."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import ActivitySetting, Choose
from upcard.classroom.class_record import Story
from upcard.classroom.mean_bars import are_few, chance_bar, mean_text, percent_text, share_bar
from upcard.classroom.pairings import WORDS, MatrixPlay, Meeting, matrix_play
from upcard.document.model import Bar, Chart, Section, Series, Table
from upcard.engine.errors import Unreadable, Usage
from upcard.engine.wording import counted
from upcard.solving.matrix2x2 import (
    CELLS,
    COLUMN,
    ROW,
    STRICT,
    Bimatrix,
    bimatrix,
    dominance,
    equilibria,
    pure_equilibria,
)
from upcard.solving.ordinal2x2 import ordinal_type

MATRICES: dict[str, tuple[str, tuple[int, ...], tuple[int, ...]]] = {
    "dilemma": ("Prisoner’s Dilemma", (5, -5, 8, -3), (5, 8, -5, -3)),
    "chicken": ("Chicken", (0, -1, 1, -10), (0, 1, -1, -10)),
    "stag": ("Stag Hunt", (4, 0, 3, 2), (4, 3, 0, 2)),
    "sexes": ("Battle of the Sexes", (3, 0, 0, 2), (2, 0, 0, 3)),
    "pennies": ("Matching Pennies", (1, -1, -1, 1), (-1, 1, 1, -1)),
}
"""Title and the payoffs of row and column, in the cells left-left, left-right, right-left, right-right."""

CUSTOM = "own"
"""Value of the setting ``matrix`` for numbers that the teacher enters."""

LIFE = (
    ("Prisoner’s Dilemma", ("Disarmament talks: fewer weapons are better for both, but each alone "
        "wants more.",
                            "Doping, overfishing, group projects: what tempts each one hurts everyone.")),
    ("Chicken", ("Two drivers on a narrow road; a crisis in which each waits for the other to give in.",)),
    ("Stag Hunt", ("A song in two voices, a common standard: best if both join in, but safer alone.",)),
    ("Battle of the Sexes", ("Two friends want to meet, each in a different place; two firms and "
        "two standards.",)),
    ("Matching Pennies", ("Penalty kicks, hide and seek: if you are predictable, you lose.",)),
)  # fmt: skip
SPACES = re.compile(r"[\s,;/]+")
MOST = 1000
EXAMPLE = "5 5  -5 8  8 -5  -3 -3"


def read_numbers(text: str) -> tuple[int, ...]:
    """Return eight payoffs from a text: cell by cell, first the row player's, then the column player's.

    An empty text gives an empty tuple. Raises Unreadable unless there are eight whole numbers from -1000 to
    1000.
    """
    words = [x for x in SPACES.split(text.replace("−", "-").strip()) if x]
    if not words:
        return ()
    numbers = [int(x) for x in words if re.fullmatch(r"[+-]?\d{1,4}", x)]
    if len(numbers) != len(words) or len(words) != 2 * len(CELLS) or max(map(abs, numbers)) > MOST:
        raise Unreadable(
            f"{text[:60]!r} cannot be read; expected eight whole numbers from -{MOST} to {MOST}, such as "
            f"{EXAMPLE}"
        )
    return tuple(numbers)


def check_matrix(settings: Mapping[str, str]) -> None:
    """Raise Usage if the teacher chose to enter numbers but did not, or entered some for another matrix."""
    is_custom, has_numbers = settings["matrix"] == CUSTOM, bool(read_numbers(settings["numbers"]))
    if is_custom and not has_numbers:
        raise Usage(f"you chose your own numbers but entered none; enter eight, such as {EXAMPLE}")
    if has_numbers and not is_custom:
        raise Usage("you entered numbers but chose another matrix; choose “your own numbers”, or delete them")


def matrix_chosen(settings: Mapping[str, str]) -> tuple[Bimatrix, str]:
    """Return the matrix that the teacher chose in the settings, and its name."""
    numbers = read_numbers(settings.get("numbers", ""))
    if settings.get("matrix") == CUSTOM and numbers:
        game = bimatrix(numbers[::2], numbers[1::2])
        return game, ordinal_type(game).name or "your own matrix"
    name, row, column = MATRICES.get(settings.get("matrix", ""), MATRICES["dilemma"])
    return bimatrix(row, column), name


OFFERED = (*((key, name) for key, (name, _, _) in MATRICES.items()), (CUSTOM, "your own numbers"))
ROUNDS = tuple((str(n), str(n)) for n in (3, 5, 10, 20))
SETTINGS = (
    ActivitySetting("matrix", "The matrix for two buttons", OFFERED, "dilemma"),
    ActivitySetting(
        "numbers", "Your own numbers: row and column player in each cell", check=read_numbers, example=EXAMPLE
    ),
    ActivitySetting("rounds", "Rounds with the same partner", ROUNDS, "5"),
)
PAIRED = (
    "You are paired with a classmate, just once. You both press Left or Right; the table shows what each "
    "gets."
)
ONCE = Choose("Once", (PAIRED,), minutes=3, rounds=1, matrix=matrix_chosen)
SAME = ("Same payoffs, same partner, several rounds.",)
AGAIN = Choose("Again and again", SAME, minutes=5, rounds=5, matrix=matrix_chosen)


def words_of(game: Bimatrix, sides: tuple[str, str] = ("the row player", "the column player")) -> list[str]:
    """Return sentences about dominance and equilibria of a matrix; `sides` are the names of the players."""
    sentences = []
    for player in (ROW, COLUMN):
        better = dominance(game, player)
        if better is not None:
            off = "always better off" if better.kind == STRICT else "never worse off"
            name = sides[player][0].upper() + sides[player][1:]
            sentences.append(
                f"{name} is {off} with {WORDS[better.action]}, whatever {sides[1 - player]} chooses: "
                f"{WORDS[better.action]} is dominant."
            )
    stable = [_chosen(i, j, sides) for i, j in pure_equilibria(game)]
    name = "Equilibria" if len(stable) > 1 else "Equilibrium"
    no_pure = "There is no equilibrium without chance."
    sentences.append(f"{name}: {'; or '.join(stable)}." if stable else no_pure)
    points = [r for r in equilibria(game) if r.is_point and 0 < r.row.low < 1]
    mixed = [_mixed(r.row.low, r.column.low, sides) for r in points]
    return [*sentences, *(f"Mixed equilibrium: {x}." for x in mixed)]


def _chosen(i: int, j: int, sides: tuple[str, str]) -> str:
    """Return the choices of both players in a cell as a clause."""
    if i == j:
        return f"both choose {WORDS[i]}"
    return f"{sides[ROW]} chooses {WORDS[i]}, {sides[COLUMN]} chooses {WORDS[j]}"


def _mixed(row: Fraction, column: Fraction, sides: tuple[str, str]) -> str:
    """Return as a clause how often each player chooses left in a mixed equilibrium."""
    one, other = (percent_text(float(x)) for x in (row, column))
    if row == column:
        return f"each chooses left {one} of the time"
    return f"{sides[ROW]} chooses left {one} of the time, {sides[COLUMN]} {other}"


def class_section(story: Story, step_number: int, step: Choose) -> Section:
    """Return a section that compares the choices of a class at a matrix step with theory."""
    answers = {(q, p): x for (s, q, p), x in story.answers.items() if s == step_number}
    play = matrix_play(step, story.settings, answers)
    complete = play.complete_meetings()
    if not complete:
        return Section(f"{step.title}: nobody has chosen yet")
    whole = [x for x in complete if x.is_of_pupils]
    counts = counted_cells(complete)
    bars = [share_bar(f"{WORDS[i]}-{WORDS[j]}", counts[i, j], len(whole)) for i, j in CELLS]
    lefts = [float(r.row.low + r.column.low) / 2 for r in equilibria(play.game) if r.is_point]
    charts = []
    if play.rounds > 1:
        charts.append(course_of(play, [("an equilibrium", x) for x in lefts]))
    else:
        bars += [left_bar(complete), *(chance_bar("left, in an equilibrium", x) for x in lefts)]
    rows = [float(x.payoffs[ROW] + x.payoffs[COLUMN]) / 2 for x in whole]
    few = " (too few for a margin of error)" if are_few(rows) else ""
    words = [f"{counted(len(whole), 'game')} of two pupils; average payoff {mean_text(rows)}{few}."]
    return Section(step.title, [*words, *coin_words(complete)], figures=charts, bars=bars)


def coin_words(complete: Sequence[Meeting]) -> list[str]:
    """Return a sentence about games in which a coin played for a missing pupil; empty if there are none."""
    n = sum(not x.is_of_pupils for x in complete)
    missed = f"In {counted(n, 'game')}, a coin played for a missing pupil."
    return [f"{missed} There, only the other pupil’s choice counts towards the share of left."] if n else []


def counted_cells(complete: Sequence[Meeting]) -> dict[tuple[int, int], int]:
    """Return the number of meetings of two pupils in each cell."""
    return {cell: sum(x.is_of_pupils and x.cell == cell for x in complete) for cell in CELLS}


def theory_and_choices(story: Story) -> list[Section]:
    """Return sections with the theory of the class's matrix, and with the choices at each matrix step."""
    game, name = matrix_chosen(story.settings)
    theory = matrix_section(f"{name}: what theory says", game, ("row", "column"), words_of(game))
    steps = enumerate(find_activity(story.activity).steps)
    return [theory, *(class_section(story, i, x) for i, x in steps if isinstance(x, Choose))]


def left_bar(complete: Sequence[Meeting]) -> Bar:
    """Return a bar with the share of left among the choices of pupils; choices of coins do not count."""
    return share_bar("left", *lefts_of(complete))


def lefts_of(complete: Sequence[Meeting]) -> tuple[int, int]:
    """Return how often pupils chose left, and how often they chose; choices of coins do not count."""
    choices = [x for meeting in complete for x in meeting.pupil_choices]
    return choices.count(0), len(choices)


def course_of(play: MatrixPlay, lines: Sequence[tuple[str, float]] = ()) -> Chart:
    """Return a chart of the share of left by round; `lines` are levels to draw across it, with labels."""
    complete = play.complete_meetings()
    by_round = [[x for x in complete if x.number == number] for number in range(1, play.rounds + 1)]
    bars = [left_bar(now) for now in by_round if now]
    low, high = zip(*(x.span for x in bars), strict=True) if bars else ((), ())
    series = Series("left", range(1, len(bars) + 1), [x.value for x in bars], low, high)
    return Chart("course", "Share of left", "round", "share", [series], levels=lines)


def daily_life_sections(_story: Story) -> list[Section]:
    """Return examples of the well-known matrices from daily life, the same for every class."""
    return [Section(name, words) for name, words in LIFE]


def payoffs_text(game: Bimatrix, cell: tuple[int, int]) -> str:
    """Return the payoffs of row and column in a cell as text: ``5, −3``."""
    return f"{game.payoff(ROW, cell)}, {game.payoff(COLUMN, cell)}".replace("-", "−")


def matrix_section(title: str, game: Bimatrix, sides: Sequence[str], words: Sequence[str] = ()) -> Section:
    """Return a section with a matrix as a table; `sides` are the names of the row and column player."""
    rows = [(f"{sides[0]}: {WORDS[i]}", *(payoffs_text(game, (i, j)) for j in (0, 1))) for i in (0, 1)]
    columns = ("", f"{sides[1]}: left", f"{sides[1]}: right")
    return Section(title, words, [Table(title, columns, rows)])
