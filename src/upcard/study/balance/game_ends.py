"""Ends: with which action games end, how often without a single winner, and by what margin."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.document.model import Section, Table, TableCell
from upcard.engine.game import Game
from upcard.simulation.estimate import Estimate
from upcard.simulation.game_tallies import GameTallies
from upcard.study.balance.balance_report import BalanceSection, plain_values
from upcard.study.balance.estimates_of_games import mean_of, quantile_of, share_of
from upcard.study.balance.play_levels import PlayLevel
from upcard.study.verdicts import per_cent, text

NAME, TITLE = "ends", "Ends"
MOST_LISTED = 12


@dataclass(frozen=True)
class EndsAtLevel:
    """How the games of one level end."""

    level: PlayLevel
    shared: Estimate
    """Share of games with several winners."""
    nobody: Estimate
    """Share of games that nobody wins."""
    at_limit: Estimate | None
    """Share of games with the maximum number of decisions; None if the rules state no maximum."""
    margin: Estimate
    """Mean lead of the best score over the second best."""
    close: Estimate
    """Median of the same lead."""
    last_actions: tuple[tuple[str, Estimate], ...]
    """The last actions of games with any decision, the most frequent first."""


def ends_at_level(game: Game, level: PlayLevel, t: GameTallies, words: Mapping[int, str]) -> EndsAtLevel:
    """Return how the games of a level end."""
    winners, unit = (t.wins > 0).sum(axis=1), float(game.rules.GAME.unit)
    ordered = np.sort(t.scores, axis=1)
    margin = ordered[:, -1] - ordered[:, -2] if game.players > 1 else np.zeros(len(ordered), np.int64)
    lengths, longest = t.decisions.sum(axis=1), game.rules.GAME.longest
    last = t.games.moves[t.games.ends[lengths > 0] - 1]
    counts = Counter(int(a) for a in last)
    listed = tuple(
        (words.get(a, f"action {a}"), share_of(last == a)) for a, _ in counts.most_common(MOST_LISTED)
    )
    return EndsAtLevel(
        level,
        share_of(winners > 1),
        share_of(winners == 0),
        share_of(lengths >= longest) if longest else None,
        mean_of(margin, unit),
        quantile_of(margin, 0.5).times(unit),
        listed,
    )


def ends_section(
    game: Game, levels: Sequence[PlayLevel], tallies: Sequence[GameTallies], words: Mapping[int, str]
) -> BalanceSection:
    """Return the section."""
    results = [ends_at_level(game, x, t, words) for x, t in zip(levels, tallies, strict=True)]
    answer = _answer(game, results[-1])
    actions = [_action_table(results)] if any(x.last_actions for x in results) else []
    tables = [_table(results), *actions]
    numbers = {"levels": [plain_values(x) for x in results]}
    return BalanceSection(NAME, answer, Section(TITLE, [answer], tables), numbers)


def _answer(game: Game, x: EndsAtLevel) -> str:
    parts = [f"With {x.level.words}, {per_cent(x.shared)} of games have several winners"]
    if x.nobody.value > 0:
        parts.append(f"nobody wins {per_cent(x.nobody)}")
    text_so_far = " and ".join(parts) + "."
    if game.players > 1:
        text_so_far += f" The best score leads the second best by {text(x.margin, 2)} on average."
    if x.at_limit is not None and x.at_limit.value > 0:
        limit = game.rules.GAME.longest
        text_so_far += f" {per_cent(x.at_limit)} of games last the maximum of {limit:,} decisions."
    return text_so_far


def _table(results: Sequence[EndsAtLevel]) -> Table:
    rows: list[list[TableCell]] = [
        [
            x.level.name,
            per_cent(x.shared),
            per_cent(x.nobody),
            "no limit" if x.at_limit is None else per_cent(x.at_limit),
            text(x.margin, 2),
            f"{x.close.value:g} ({x.close.low:g} to {x.close.high:g})",
        ]
        for x in results
    ]
    columns = ("players", "several winners", "no winner", "maximum length", "mean margin", "median margin")
    return Table("How games end", columns, rows)


def _action_table(results: Sequence[EndsAtLevel]) -> Table:
    names = list(dict.fromkeys(w for x in reversed(results) for w, _ in x.last_actions))
    rows: list[list[TableCell]] = [
        [w, *(per_cent(dict(x.last_actions)[w]) if w in dict(x.last_actions) else "–" for x in results)]
        for w in names
    ]
    return Table("The last action of a game", ("action", *(x.level.name for x in results)), rows)
