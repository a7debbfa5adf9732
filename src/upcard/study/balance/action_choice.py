"""Choice: how many actions are legal, how often each is chosen, and which ones are never chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from upcard.document.model import Chart, Section, Series, Table, TableCell
from upcard.engine.wording import join_names
from upcard.simulation.estimate import Estimate
from upcard.simulation.game_tallies import CHOSEN, LEGAL, TURNS, GameTallies
from upcard.study.balance.balance_report import BalanceSection, plain_values
from upcard.study.balance.estimates_of_games import quotient_of, ratio_of
from upcard.study.balance.play_levels import PlayLevel
from upcard.study.verdicts import per_cent, text

NAME, TITLE = "choice", "Choice"

SEEN_OFTEN = 50
"""Number of decisions with a choice from which an action that is never chosen is reported."""

POINTS_OF_CHART = 20
MOST_NAMED = 8


@dataclass(frozen=True)
class ActionUse:
    """How often an action is legal and chosen at one level, among decisions with a choice."""

    action: int
    words: str
    legal: Estimate
    """Share of the decisions in which it is legal."""
    chosen: Estimate
    """Share of these in which it is chosen."""
    times_legal: int


@dataclass(frozen=True)
class ChoiceAtLevel:
    """The choices of one level."""

    level: PlayLevel
    branching: Estimate
    """Mean number of legal actions, over all decisions."""
    by_turn: tuple[tuple[int, Estimate], ...]
    """Mean number of legal actions by the number of the decision in its game."""
    actions: tuple[ActionUse, ...]

    @property
    def never_chosen(self) -> list[ActionUse]:
        """The actions that were often legal and never chosen."""
        return [x for x in self.actions if x.times_legal >= SEEN_OFTEN and x.chosen.value == 0]


def choice_at_level(level: PlayLevel, t: GameTallies, words: Mapping[int, str]) -> ChoiceAtLevel:
    """Return the choices of a level."""
    sums, counts = t.widths[:, :, 0], t.widths[:, :, 1]
    decisions = t.actions[:, :, CHOSEN].sum(axis=1)
    seen = np.flatnonzero(t.actions.sum(axis=(0, 2)))
    uses = [
        ActionUse(
            int(a),
            words.get(int(a), f"action {a}"),
            ratio_of(t.actions[:, a, LEGAL], decisions),
            ratio_of(t.actions[:, a, CHOSEN], t.actions[:, a, LEGAL]),
            int(t.actions[:, a, LEGAL].sum()),
        )
        for a in seen
    ]
    branching = quotient_of(sums.sum(axis=1), counts.sum(axis=1))
    return ChoiceAtLevel(level, branching, _by_turn(t), tuple(uses))


def _by_turn(t: GameTallies) -> tuple[tuple[int, Estimate], ...]:
    """Return the mean number of legal actions in equal parts of a game of 95 % of all lengths."""
    last = int(np.quantile(t.decisions.sum(axis=1), 0.95))
    ends = np.unique(np.linspace(0, max(1, min(last, TURNS - 1)), POINTS_OF_CHART + 1).astype(int))
    parts = [(int(a), int(b)) for a, b in pairwise(ends)]
    return tuple(
        (a + 1, quotient_of(t.widths[:, a:b, 0].sum(axis=1), t.widths[:, a:b, 1].sum(axis=1)))
        for a, b in parts
    )


def choice_section(
    levels: Sequence[PlayLevel], tallies: Sequence[GameTallies], words: Mapping[int, str], actions: int
) -> BalanceSection:
    """Return the section; `actions` is the number of actions of the rules."""
    results = [choice_at_level(x, t, words) for x, t in zip(levels, tallies, strict=True)]
    used = {int(a) for t in tallies for a in np.flatnonzero(t.actions.sum(axis=(0, 2)))}
    answer = _answer(results)
    text_lines = [
        answer,
        "An action is best in the eyes of a level if that level chooses it. Legal shares are among "
        "decisions with a choice, chosen shares among those in which the action is legal.",
    ]
    if len(used) < actions:
        text_lines.append(f"{actions - len(used)} of {actions} actions were legal in no game.")
    document = Section(
        TITLE, text_lines, [_branching_table(results), _action_table(results)], [_chart(results)]
    )
    numbers = {"levels": [plain_values(x) for x in results], "never_legal": actions - len(used)}
    return BalanceSection(NAME, answer, document, numbers)


def _answer(results: Sequence[ChoiceAtLevel]) -> str:
    best = results[-1]
    start = f"With {best.level.words}, {best.branching.value:.2f} actions are legal on average. "
    never = best.never_chosen
    if not never:
        return start + "Every action that was often legal was also chosen."
    names = [x.words for x in never[:MOST_NAMED]]
    more = f" and {len(never) - MOST_NAMED} others" if len(never) > MOST_NAMED else ""
    return (
        start + f"They never chose these actions, although they were often legal: {join_names(names)}{more}."
    )


def _branching_table(results: Sequence[ChoiceAtLevel]) -> Table:
    rows: list[list[TableCell]] = [[x.level.name, text(x.branching, 2), len(x.actions)] for x in results]
    return Table("Legal actions at a decision", ("players", "mean", "different actions in all games"), rows)


def _action_table(results: Sequence[ChoiceAtLevel]) -> Table:
    uses = [{x.action: x for x in r.actions} for r in results]
    every = sorted({a for u in uses for a in u}, key=lambda a: -_times(uses[-1].get(a)))
    names = {a: x.words for u in uses for a, x in u.items()}
    columns = ["action"] + [f"{r.level.name}: {what}" for r in results for what in ("legal", "chosen")]
    rows: list[list[TableCell]] = [
        [names[a], *(cell for u in uses for cell in _cells(u.get(a)))] for a in every
    ]
    return Table("Actions, with their shares", columns, rows)


def _times(x: ActionUse | None) -> int:
    return x.times_legal if x else 0


def _cells(x: ActionUse | None) -> list[str]:
    if x is None or not x.times_legal:
        return ["–", "–"]
    return [f"{100 * x.legal.value:.1f} %", per_cent(x.chosen)]


def _chart(results: Sequence[ChoiceAtLevel]) -> Chart:
    series = [
        Series(
            x.level.name,
            [float(n) for n, _ in x.by_turn],
            [e.value for _, e in x.by_turn],
            [e.low for _, e in x.by_turn],
            [e.high for _, e in x.by_turn],
        )
        for x in results
    ]
    return Chart("choice", "Legal actions over the game", "decision", "legal actions", series)
