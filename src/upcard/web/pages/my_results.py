"""A visitor's results by game: matches played and won, and the best score where points are scored alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from upcard.server.live_table import LiveTable

OWN_SCORE = "own"
"""Value of the option ``objective`` where every seat has a score of its own, as in Four-Cell."""


@dataclass
class GameRecord:
    """A visitor's results in one game."""

    title: str
    played: int = 0
    won: int = 0
    best: int | None = None
    """Best score; None where no score of one's own is counted."""


def results_by_game(tables: Iterable[LiveTable], persons: frozenset[str]) -> list[GameRecord]:
    """Return the results of the finished matches of a visitor, ordered by title."""
    records: dict[str, GameRecord] = {}
    for live in tables:
        mine = live.seats_of(persons)
        if not live.is_over or not live.is_dealt or not mine:
            continue
        record = records.setdefault(live.game.name, GameRecord(live.game.title))
        record.played += 1
        record.won += not set(mine).isdisjoint(live.winners)
        if live.match.is_over and live.game.option_words().get("objective") == OWN_SCORE:
            scores = [int(live.match.scores()[p]) for p in mine]
            record.best = max(scores if record.best is None else [record.best, *scores])
    return sorted(records.values(), key=lambda x: x.title.lower())
