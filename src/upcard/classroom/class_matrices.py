"""Four-cell matrix games in class: the choice of a matrix with its story, and the results of a class."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import ActivitySetting, Choose
from upcard.classroom.class_record import Story
from upcard.classroom.matrix_theory import (
    Names,
    choices_text,
    equilibrium_shares,
    is_symmetric,
    matrix_section,
    words_of,
)
from upcard.classroom.mean_bars import are_few, chance_bar, mean_text, share_bar
from upcard.classroom.pairings import WORDS, MatrixPlay, Meeting, matrix_play, shown_actions
from upcard.classroom.repeated_play import repeated_section
from upcard.document.model import Bar, Chart, Section, Series
from upcard.engine.errors import Unreadable, Usage
from upcard.language.messages import OwnText, marked, ngettext, pgettext
from upcard.language.messages import gettext as _
from upcard.solving.matrix2x2 import CELLS, COLUMN, ROW, Bimatrix, bimatrix, dilemma, pure_equilibria
from upcard.solving.ordinal2x2 import ordinal_type


class NamedMatrix(NamedTuple):
    """A well-known matrix with its story; payoffs are in the order of ``CELLS``."""

    title: str
    row: tuple[int, ...]
    column: tuple[int, ...]
    actions: Names
    """The names of the two choices, left before right."""
    story: tuple[str, ...]

    @property
    def game(self) -> Bimatrix:
        """The matrix."""
        return bimatrix(self.row, self.column)


MATRICES = {
    "dilemma": NamedMatrix(
        marked("Prisoner’s Dilemma"),
        (5, -5, 8, -3),
        (5, 8, -5, -3),
        (marked("stay silent"), marked("confess")),
        (
            marked(
                "You two are suspects in separate cells. If both stay silent, each gets half a year; if both "
                "confess, two years. If only one confesses, that one goes free and the other gets twenty "
                "years. In points:"
            ),
        ),
    ),
    "chicken": NamedMatrix(
        marked("Chicken"),
        (0, -1, 1, -10),
        (0, 1, -1, -10),
        (marked("give way"), marked("drive on")),
        (
            marked(
                "You two drive towards each other on a narrow road. Whoever gives way alone looks weak. If "
                "neither does, you crash."
            ),
        ),
    ),
    "stag": NamedMatrix(
        marked("Stag Hunt"),
        (4, 0, 3, 2),
        (4, 3, 0, 2),
        (marked("hunt the stag"), marked("hunt hares")),
        (
            marked(
                "You two are hunters. Only both together can catch the stag. Anyone can catch hares alone."
            ),
        ),
    ),
    "sexes": NamedMatrix(
        marked("Battle of the Sexes"),
        (3, 0, 0, 2),
        (2, 0, 0, 3),
        (marked("concert"), marked("football match")),
        (
            marked(
                "You two want to spend the evening together, and cannot reach each other. One prefers the "
                "concert, the other the match."
            ),
        ),
    ),
    "pennies": NamedMatrix(
        marked("Matching Pennies"),
        (1, -1, -1, 1),
        (-1, 1, 1, -1),
        (marked("heads"), marked("tails")),
        (
            marked(
                "Each of you puts a penny on the table, under your hand. One of you wins if both show the "
                "same side, the other if they differ. The matrix shows which of them you are."
            ),
        ),
    ),
}
"""The matrices that a teacher can choose, by the value of the setting ``matrix``."""

CUSTOM = "own"
"""Value of the setting ``matrix`` for numbers that the teacher enters."""

LIFE = (
    (
        "Prisoner’s Dilemma",
        (
            marked("Disarmament talks: fewer weapons are better for both, but each alone wants more."),
            marked("Doping, overfishing, group projects: what tempts each one hurts everyone."),
        ),
    ),
    (
        "Chicken",
        (marked("Two drivers on a narrow road; a crisis in which each waits for the other to give in."),),
    ),
    (
        "Stag Hunt",
        (marked("A song in two voices, a common standard: best if both join in, but safer alone."),),
    ),
    (
        "Battle of the Sexes",
        (marked("Two friends want to meet, each in a different place; two firms and two standards."),),
    ),
    (
        "Matching Pennies",
        (marked("Penalty kicks, hide and seek: if you are predictable, you lose."),),
    ),
)
SPACES = re.compile(r"[\s,;/]+")
MOST, LONGEST_NAME = 1000, 24
EXAMPLE, NAMES_EXAMPLE = "5 5  -5 8  8 -5  -3 -3", "share, keep"


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
            _(
                "{text} cannot be read; expected eight whole numbers from {least} to {most}, such as "
                "{example}",
                text=repr(text[:60]),
                least=-MOST,
                most=MOST,
                example=EXAMPLE,
            )
        )
    return tuple(numbers)


def check_matrix(settings: Mapping[str, str]) -> None:
    """Raise Usage if the teacher chose to enter numbers but did not, or entered some for another matrix."""
    is_custom, has_numbers = settings["matrix"] == CUSTOM, bool(read_numbers(settings["numbers"]))
    if is_custom and not has_numbers:
        raise Usage(
            _("you chose your own numbers but entered none; enter eight, such as {example}", example=EXAMPLE)
        )
    if has_numbers and not is_custom:
        raise Usage(
            _("you entered numbers but chose another matrix; choose “your own numbers”, or delete them")
        )


def matrix_chosen(settings: Mapping[str, str]) -> tuple[Bimatrix, str]:
    """Return the matrix that the teacher chose in the settings, and its name."""
    numbers = read_numbers(settings.get("numbers", ""))
    if settings.get("matrix") == CUSTOM and numbers:
        game = bimatrix(numbers[::2], numbers[1::2])
        return game, ordinal_type(game).name or marked("your own matrix")
    known = _named_matrix(settings)
    return known.game, known.title


def _named_matrix(settings: Mapping[str, str]) -> NamedMatrix:
    """Return the well-known matrix of the settings, the dilemma if they name none."""
    return MATRICES.get(settings.get("matrix", ""), MATRICES["dilemma"])


def read_actions(text: str) -> Names | None:
    """Return the names of two choices from a text with a comma between them; None for an empty text.

    Raises Unreadable unless there are two different names of at most 24 characters.
    """
    names = [" ".join(x.split()) for x in text.split(",")]
    if names == [""]:
        return None
    if len(set(names)) != 2 or len(names) != 2 or not all(0 < len(x) <= LONGEST_NAME for x in names):
        raise Unreadable(
            _(
                "{text} cannot be read; expected two different names of at most {most} characters with a "
                "comma between them, such as {example}",
                text=repr(text[:60]),
                most=LONGEST_NAME,
                example=NAMES_EXAMPLE,
            )
        )
    return OwnText(names[0]), OwnText(names[1])


def actions_chosen(settings: Mapping[str, str]) -> Names:
    """Return the names of the two choices: those that the teacher entered, or those of the story."""
    entered = read_actions(settings.get("actions", ""))
    if entered is not None or "actions" not in settings or settings.get("matrix") == CUSTOM:
        return entered or WORDS
    return _named_matrix(settings).actions


def story_chosen(settings: Mapping[str, str]) -> Sequence[str]:
    """Return the story of the matrix, unless the teacher entered numbers or names."""
    known = _named_matrix(settings)
    return known.story if actions_chosen(settings) == known.actions else ()


OFFERED = (*((key, x.title) for key, x in MATRICES.items()), (CUSTOM, marked("your own numbers")))
ROUNDS = (
    *((str(n), marked("{0}, and everybody knows it").format(n)) for n in (3, 5, 10, 20)),
    *(
        (f"{n}%", marked("random end: after each round, a {0} % chance of another").format(n))
        for n in (50, 75, 90)
    ),
)
SETTINGS = (
    ActivitySetting("matrix", marked("The matrix for two buttons"), OFFERED, "dilemma"),
    ActivitySetting(
        "numbers",
        marked("Your own numbers: row and column player in each cell"),
        check=read_numbers,
        example=EXAMPLE,
    ),
    ActivitySetting(
        "actions",
        marked("Your own names for the two buttons (leave empty for those of the story)"),
        check=read_actions,
        example=NAMES_EXAMPLE,
    ),
    ActivitySetting("rounds", marked("Rounds with the same partner"), ROUNDS, "5"),
)
PAIRED = marked("You meet a classmate, just once. Neither of you learns who the other is.")
ONCE = Choose(
    marked("Once"),
    (PAIRED,),
    minutes=3,
    rounds=1,
    matrix=matrix_chosen,
    actions=actions_chosen,
    story=story_chosen,
    is_anonymous=True,
)
SAME = (marked("Same payoffs, same partner, several rounds."),)
AGAIN = replace(
    ONCE, title=marked("Again and again"), words=SAME, minutes=5, rounds=5, story=None, is_anonymous=False
)


def class_section(story: Story, step_number: int, step: Choose) -> Section:
    """Return a section that compares the choices of a class at a matrix step with theory."""
    play = play_at(story, step_number, step)
    complete = play.complete_meetings()
    if not complete:
        return Section(_("{step}: nobody has chosen yet", step=_(step.title)))
    whole = [x for x in complete if x.is_of_pupils]
    counts = counted_cells(complete)
    names = shown_actions(play.actions)
    bars = [share_bar(f"{names[i]} – {names[j]}", counts[i, j], len(whole)) for i, j in CELLS]
    shares = equilibrium_shares(play.game)
    has_others = is_symmetric(play.game) and any(i != j for i, j in pure_equilibria(play.game))
    charts = []
    if play.rounds > 1:
        which = _("the symmetric equilibrium") if has_others else _("an equilibrium")
        charts.append(course_of(play, [(which, x) for x in shares]))
    else:
        if has_others:
            label = _("{choice}, in the symmetric equilibrium", choice=names[0])
        else:
            label = _("{choice}, in an equilibrium", choice=names[0])
        bars += [left_bar(complete, names[0]), *(chance_bar(label, x) for x in shares)]
    rows = [float(x.payoffs[ROW] + x.payoffs[COLUMN]) / 2 for x in whole]
    words = [_payoff_words(rows), *coin_words(complete, names[0])]
    return Section(_(step.title), words, figures=charts, bars=bars)


def _payoff_words(rows: Sequence[float]) -> str:
    """Return the number of games and the average payoff in a sentence."""
    if are_few(rows):
        return ngettext(
            "{n} game of two pupils; average payoff {mean} (too few for a margin of error).",
            "{n} games of two pupils; average payoff {mean} (too few for a margin of error).",
            len(rows),
            mean=mean_text(rows),
        )
    return ngettext(
        "{n} game of two pupils; average payoff {mean}.",
        "{n} games of two pupils; average payoff {mean}.",
        len(rows),
        mean=mean_text(rows),
    )


def coin_words(complete: Sequence[Meeting], first: str = WORDS[0]) -> list[str]:
    """Return a sentence about games in which a coin played for a missing pupil; empty if there are none.

    `first` is the name of the first choice, whose share is shown, in the language of the request.
    """
    n = sum(not x.is_of_pupils for x in complete)
    if not n:
        return []
    missed = ngettext(
        "In {n} game, a coin played for a missing pupil.",
        "In {n} games, a coin played for a missing pupil.",
        n,
    )
    counts = _("There, only the other pupil’s choice counts towards the share of {choice}.", choice=first)
    return [f"{missed} {counts}"]


def counted_cells(complete: Sequence[Meeting]) -> dict[tuple[int, int], int]:
    """Return the number of meetings of two pupils in each cell."""
    return {cell: sum(x.is_of_pupils and x.cell == cell for x in complete) for cell in CELLS}


def theory_and_choices(story: Story) -> list[Section]:
    """Return sections with the theory of the class's matrix, and with the choices at each matrix step."""
    game, name = matrix_chosen(story.settings)
    actions = actions_chosen(story.settings)
    words = words_of(game, actions=actions)
    title = _("{matrix}: what theory says", matrix=_(name))
    theory = matrix_section(title, game, (marked("row"), marked("column")), words, actions)
    sections = [theory]
    for number, step in enumerate(find_activity(story.activity).steps):
        if isinstance(step, Choose):
            sections.append(class_section(story, number, step))
            sections += repeated_section(play_at(story, number, step))
    return [*sections, *_mistakes(game, actions)]


def _mistakes(game: Bimatrix, actions: Names) -> list[Section]:
    """Return a section on two common mistakes about a dilemma; empty for other matrices."""
    cells = dilemma(game)
    if cells is None:
        return []
    expected, better = (choices_text(x, actions=actions, is_listed=False) for x in cells)
    words = (
        _(
            "“If I do what is good for both, so will the other.” You choose separately: your choice does not "
            "change theirs. That is why theory expects that {choices}.",
            choices=expected,
        ),
        _(
            "“Then that is the clever result.” It is only the best reply of each: both get more if "
            "{choices}. Something outside the matrix can help: a contract, trust, or a next round.",
            choices=better,
        ),
    )
    return [Section(_("Two common mistakes"), words)]


def play_at(story: Story, step_number: int, step: Choose) -> MatrixPlay:
    """Return the matrix game of a step with the choices of the class."""
    answers = {(q, p): x for (s, q, p), x in story.answers.items() if s == step_number}
    return matrix_play(step, story.settings, answers)


def left_bar(complete: Sequence[Meeting], first: str = WORDS[0]) -> Bar:
    """Return a bar with the share of the first choice, which is called `first`; coins do not count."""
    return share_bar(first, *lefts_of(complete))


def lefts_of(complete: Sequence[Meeting]) -> tuple[int, int]:
    """Return how often pupils chose left, and how often they chose; choices of coins do not count."""
    choices = [x for meeting in complete for x in meeting.pupil_choices]
    return choices.count(0), len(choices)


def course_of(play: MatrixPlay, lines: Sequence[tuple[str, float]] = ()) -> Chart:
    """Return a chart of the share of the first choice by round; `lines` are levels across it, with labels."""
    complete = play.complete_meetings()
    by_round = [[x for x in complete if x.number == number] for number in range(1, play.rounds + 1)]
    bars = [left_bar(now) for now in by_round if now]
    first = _(play.actions[0])
    low, high = zip(*(x.span for x in bars), strict=True) if bars else ((), ())
    series = Series(first, range(1, len(bars) + 1), [x.value for x in bars], low, high)
    return Chart(
        "course",
        _("Share of {choice}", choice=first),
        _("round"),
        pgettext("axis of a chart", "share"),
        [series],
        levels=lines,
    )


def daily_life_sections(_story: Story) -> list[Section]:
    """Return examples of the well-known matrices from daily life, the same for every class."""
    return [Section(_(name), [_(x) for x in words]) for name, words in LIFE]
