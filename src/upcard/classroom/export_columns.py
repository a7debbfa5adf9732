"""The columns of the table of a class's decisions, and the codebook that explains each of them.

Games add columns in ``decision_columns.py`` of their folders: ``COLUMNS``, and ``values(steps, last)``, which
returns a dictionary for each step. A step is a position with the action played there; `last` is the position
after the last step.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from upcard.engine.registry import part

PART = "decision_columns"
"""Name of the part of a game that defines its columns."""


@dataclass(frozen=True)
class ExportColumn:
    """A column: its name, its meaning, its values or its unit, and the kinds of rows that have it."""

    name: str
    meaning: str
    values: str = "text"
    kinds: str = "all"


DECISION, RESULT, ANSWER, STRATEGY, CHOICE, CONTEST, FIGURE, SETTING, MEMBER = (
    "decision", "result", "answer", "strategy", "choice", "contest", "figure", "setting", "pupil"
)  # fmt: skip
KINDS = {
    DECISION: "an action in a match at a table",
    RESULT: "a seat of a match, or a pupil who watched it, with the result",
    ANSWER: "an answer to a question",
    STRATEGY: "the strategy that a group wrote",
    CHOICE: "a choice between the two buttons of a matrix",
    CONTEST: "a strategy in a contest, with its share of the wins",
    FIGURE: "a bar, or a column of a chart, that a debrief shows: the class's own share, or theory; one row "
    "says not yet computed if the debrief is still being computed",
    SETTING: "a setting of an activity, or a cell of its matrix",
    MEMBER: "a pupil who joined the class",
}
"""The kinds of rows, and the meaning of each."""

DECIDED = (DECISION, ANSWER, STRATEGY, CHOICE)
"""The kinds of rows about something that somebody decided."""

AT_TABLES = f"{DECISION}, {RESULT}"
YES_NO = "yes or no"
COLUMNS = (
    ExportColumn("activity", "Name of the activity.", kinds="all but pupil"),
    ExportColumn("step", "Number of the step of the activity, from 1.", "whole number", "all but pupil"),
    ExportColumn("group", "Number of the group, from 1.", "whole number", f"{AT_TABLES}, {STRATEGY}"),
    ExportColumn(
        "match", "Number of the match of the group at this step, from 1.", "whole number", AT_TABLES
    ),
    ExportColumn(
        "game",
        "Name of the game; for answers, strategies and choices the same as question.",
        kinds="all but pupil",
    ),
    ExportColumn("number", "Number of the action in the match, from 1.", "whole number", DECISION),
    ExportColumn(
        "time", "When the action was played, or the pupil joined.", "UTC time", f"{DECISION}, {MEMBER}"
    ),
    ExportColumn("pupil", "Nickname of the pupil, or a bot or a coin."),
    ExportColumn("seat", "Number of the seat at the table, from 1.", "whole number", AT_TABLES),
    ExportColumn(
        "by",
        "Author of the decision: the pupil, a strategy in place of a pupil, the clock because time was up, "
        "stand-in for a random action because a strategy failed, chance for a coin, or deleted for a pupil "
        "whose data was deleted.",
        "pupil, strategy, clock, stand-in, chance or deleted",
        f"{DECISION}, {ANSWER}, {STRATEGY}, {CHOICE}",
    ),
    ExportColumn(
        "decision",
        "The action, answer, strategy or choice in words; the label of a strategy in a contest, or of a "
        "figure; the value of a setting; joined or removed for a pupil.",
    ),
    ExportColumn("best", "The best action in words, or not yet judged.", kinds=DECISION),
    ExportColumn(
        "lost",
        "How much more the best action was worth; 0 if a simulation could not prove a loss. See unit.",
        "number",
        DECISION,
    ),
    ExportColumn(
        "counts",
        "Whether the row counts for the pupil: they decided themselves, and had the seat from the first "
        "action to the last, with more than half of its decisions.",
        YES_NO,
        "all but contest, figure, setting, pupil",
    ),
    ExportColumn("kind", "Kind of the row.", ", ".join(f"{k}: {x}" for k, x in KINDS.items())),
    ExportColumn("class", "Code of the class."),
    ExportColumn("run", "Number of the activity in the class, from 1.", "whole number", "all but pupil"),
    ExportColumn(
        "round",
        "Number of the round of the match or of the matrix, from 1.",
        "whole number",
        f"{DECISION}, {CHOICE}",
    ),
    ExportColumn(
        "role", "Role of the seat or watcher, or row or column player.", kinds=f"{AT_TABLES}, {CHOICE}"
    ),
    ExportColumn(
        "question",
        "Name of the question, setting or round; a cell of a matrix; the contest of an earlier rule; the "
        "title above a figure.",
        kinds=f"{ANSWER}, {STRATEGY}, {CHOICE}, {CONTEST}, {FIGURE}, {SETTING}",
    ),
    ExportColumn("legal", "All legal actions in words, separated by |.", kinds=f"{DECISION}, {CHOICE}"),
    ExportColumn(
        "values", "Value of each judged action: ACTION=VALUE, separated by |. See unit.", kinds=DECISION
    ),
    ExportColumn("mistake", "Whether the loss clearly exceeds the possible error.", YES_NO, DECISION),
    ExportColumn("unit", "Unit of values and lost, such as win for the chance to win.", kinds=DECISION),
    ExportColumn("judged_by", "Method that computed values and lost.", kinds=DECISION),
    ExportColumn("cards_seen", "All cards that the player saw, by place.", kinds=DECISION),
    ExportColumn(
        "seconds",
        "Seconds since the action before in this match, or since the deal.",
        "seconds",
        DECISION,
    ),
    ExportColumn("actions", "Number of actions in the match so far.", "whole number", RESULT),
    ExportColumn("over", "Whether the match is over.", YES_NO, AT_TABLES),
    ExportColumn(
        "result", "Final score of the seat in the match; empty before its end.", "number", AT_TABLES
    ),
    ExportColumn(
        "won",
        "Share of the win of the seat: 1, 0, or 1 divided by the number of winners.",
        "0 to 1",
        AT_TABLES,
    ),
    ExportColumn("partner", "Nickname of the partner in this round, or a coin.", kinds=CHOICE),
    ExportColumn(
        "partner_by", "Author of the partner's choice, as in by.", "pupil, chance or deleted", CHOICE
    ),
    ExportColumn(
        "partner_choice", "Choice of the partner; empty until both have chosen.", "left or right", CHOICE
    ),
    ExportColumn(
        "choice_name",
        "Name of the choice on its button; in a cell, that of the row player.",
        kinds=f"{CHOICE}, {SETTING}",
    ),
    ExportColumn(
        "payoff",
        "Payoff in this round, or that of the row player in a cell.",
        "points",
        f"{CHOICE}, {SETTING}",
    ),
    ExportColumn(
        "partner_payoff",
        "Payoff of the partner, or of the column player in a cell.",
        "points",
        f"{CHOICE}, {SETTING}",
    ),
    ExportColumn("against", "Label of the other strategy; empty for all others together.", kinds=CONTEST),
    ExportColumn(
        "share",
        "Share of the matches that the strategy has won; the share that a figure shows.",
        "0 to 1",
        f"{CONTEST}, {FIGURE}",
    ),
    ExportColumn("per_round", "Amount that the strategy won per round, such as pennies.", "number", CONTEST),
    ExportColumn(
        "low", "Lower end of the 95 % confidence interval of share.", "0 to 1", f"{CONTEST}, {FIGURE}"
    ),
    ExportColumn(
        "high", "Upper end of the 95 % confidence interval of share.", "0 to 1", f"{CONTEST}, {FIGURE}"
    ),
    ExportColumn("matches", "Number of matches that the strategy has played.", "whole number", CONTEST),
    ExportColumn("question_words", "The question as pupils read it.", kinds=ANSWER),
    ExportColumn("right_answer", "The right answer; empty if there is none.", kinds=ANSWER),
    ExportColumn("is_right", "Whether the answer is right; empty if no answer is.", YES_NO, ANSWER),
    ExportColumn("rule", "Description of the strategy in words.", kinds=CONTEST),
    ExportColumn(
        "pupil_number",
        "Number of the pupil in the class, from 1, which stays when the nickname changes; empty for a bot, "
        "a coin, a deleted pupil, and several pupils at one seat.",
        "whole number",
    ),
)
"""The columns of every class, in their order."""


def columns_of(game: str) -> Sequence[ExportColumn]:
    """Return the columns that a game adds; none if its folder defines none."""
    file = part(game, PART)
    return () if file is None else tuple(file.COLUMNS)


def codebook(games: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the codebook as rows of text, headings first: column, game, kind of rows, values, meaning."""
    heading = ("column", "game", "rows", "values", "meaning")
    general = [(x.name, "", x.kinds, x.values, x.meaning) for x in COLUMNS]
    by_game = [
        (x.name, game, DECISION, x.values, x.meaning) for game in sorted(games) for x in columns_of(game)
    ]
    return [heading, *general, *by_game]
