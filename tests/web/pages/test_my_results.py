"""A visitor's results by game: the best score of one's own, and what reviews say in words and charts."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec
from upcard.server.review_summaries import ReviewedMatch, ReviewSummary
from upcard.web.pages.my_results import MOST_DRAWN, results_by_game, trend_of


def finished(game: Game, seed: int) -> Any:
    """What the results need of a table whose match is over; the visitor sits at seat 1."""
    match = game.match(seed)
    while not match.is_over:
        match.do(match.legal()[seed % len(match.legal())])
    row = SimpleNamespace(ending="finished", hand=1, hands=1)
    return SimpleNamespace(
        row=row,
        game=game,
        match=match,
        is_over=True,
        is_dealt=True,
        winners=(0,),
        seats_of=lambda persons: [0],
    )


def summary(decisions: int, mistakes: int, loss: float, luck: float, unit: str = "points") -> ReviewSummary:
    return ReviewSummary("t", 0, unit, decisions, mistakes, loss, luck)


def test_the_best_score_of_ones_own_counts_where_every_seat_has_one():
    game = GameSpec("four-cell", 2, None, {"objective": "own"}).game()
    tables = [finished(game, seed) for seed in range(4)]
    (record,) = results_by_game(tables, frozenset())
    assert (record.played, record.won) == (4, 4)
    assert record.best == max(int(x.match.scores()[0]) for x in tables)
    other = GameSpec("four-cell", 2, None, {"objective": "difference"}).game()
    assert [x.best for x in results_by_game([finished(other, 1)], frozenset())] == [None]
    bids = GameSpec("goofspiel", 2, None, {"objective": "difference"}).game()  # an option of another game
    assert not bids.has_personal_best


@pytest.mark.parametrize(
    ("unit", "lost", "luck"),
    [
        ("points", "You lose 0.4 points per match by mistakes", "luck gave you +1.2."),
        (
            "chance to win the match",
            "On average, a decision lost 8.9 % of your winning chance; ",
            "luck gave you +120 %.",
        ),
        (
            "share of the pennies",
            "On average, a decision lost 8.9 % of the pennies; ",
            "luck gave you +120 %.",
        ),
    ],
)
def test_a_trend_says_what_mistakes_cost_and_what_luck_gave(unit, lost, luck):
    reviews = [summary(4, 1, 0.8, 2.4, unit), summary(5, 0, 0.0, 0.0, unit)]
    words = trend_of(unit, reviews).sentences
    assert words.startswith(f"2 matches reviewed: 1 mistake in 9 decisions. {lost}")
    assert words.endswith(luck)


def test_mistakes_of_a_long_match_cost_no_more_than_all_chances():
    words = trend_of("chance to win", [summary(38, 8, 8.0, 0.125)]).sentences
    assert "a decision lost 21.1 % of your winning chance; luck gave you +12.5 %." in words


def test_bad_luck_costs_something_and_one_match_has_no_chart():
    trend = trend_of("points", [summary(3, 1, 0.5, -1.25)])
    assert trend.sentences == (
        "1 match reviewed: 1 mistake in 3 decisions. You lose 0.5 points by mistakes; bad luck cost you 1.25."
    )
    assert trend.charts == ()


def test_charts_show_the_latest_matches():
    reviews = [summary(10, n % 3, 0.1, 0.0) for n in range(MOST_DRAWN + 20)]
    (_, mistakes), (title, luck) = trend_of("points", reviews).charts
    assert title == "Luck and mistakes over time"
    assert ">mistakes in 100 decisions<" in mistakes
    assert re.findall(r">(\d+)<", luck) == ["20", "30", "40", "50", "60", "70"]


def test_every_unit_of_a_game_has_a_trend():
    game = GameSpec("smallsum", 2, "cash").game()
    units = ["pennies", "chance to win the match", "pennies"]
    reviews = [ReviewedMatch("smallsum", n, summary(1, 0, 0.0, 0.0, x)) for n, x in enumerate(units)]
    (record,) = results_by_game([finished(game, 1)], frozenset(), reviews)
    assert [x.sentences.split()[0] for x in record.trends] == ["1", "2"]
