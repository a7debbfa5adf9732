"""The study of Smallsum: prices known otherwise, charts that say what the solution says, a report."""

import itertools

import numpy as np
import pytest

from upcard.document.model import HOLDS
from upcard.engine.game import make_game
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_rounds import open_card_situations
from upcard.games.smallsum.rules_of_thumb import by_odds, plan_of, table_of
from upcard.games.smallsum.studies import smallsum_chart as study
from upcard.solving.round_best_response import response
from upcard.study.experiment_runner import Lab
from upcard.study.study_registry import study_modules


@pytest.fixture(scope="module")
def basic():
    return table_of(make_game("smallsum", variant="basic", objective="pennies"))


def test_the_study_is_found():
    assert study_modules()["smallsum-chart"] is study


def test_dominant_costs_nothing_in_the_basic_game(basic):
    price = basic.price("dominant", plan_of(basic, "dominant"))
    assert abs(price.as_first) < 1e-12
    assert abs(price.as_second) < 1e-12


def test_betting_with_a_lead_is_dominant(basic):
    assert np.array_equal(plan_of(basic, by_odds(1e-9, 0.0)), plan_of(basic, "dominant"))


def test_betting_never_or_always_costs_what_the_winner_could_have_had(basic):
    """Who never bets forgoes each lead, who always bets pays for each that is behind: as much."""
    prices = [basic.price(x, plan_of(basic, x)) for x in ("cautious", "bold")]
    plan = plan_of(basic, "dominant")
    best = response(basic.round, plan_of(basic, "bold"), 0, basic.worth(0)).value
    assert prices[0].as_first == pytest.approx(prices[1].as_second, abs=1e-12)
    assert basic.value(plan, plan_of(basic, "bold")) == pytest.approx(best, abs=1e-12)


def test_a_lead_counts_all_unseen_cards():
    game, low = make_game("smallsum", variant="basic"), by_odds(0.5, 0.0)
    for seed in range(20):
        v = game.view(game.start(seed=seed), 0)
        seen = {v.up[p, i] for p in (0, 1) for i in (1, 2)} | {v.down[0]}
        unseen = [c for c in range(13) if c not in seen]
        others = [rules.open_sum(v, 1) + rules.value(c) for c in unseen]
        lead = sum(np.sign(x - rules.total(v, 0)) for x in others) / len(unseen)
        assert low(v) == (1 if lead >= 0.5 else 0)


def test_means_are_weighted():
    assert study.means([(2, 1, 0.0), (1, 1, 5.0), (2, 3, 1.0)]) == {1: 5.0, 2: 0.75}


def test_charts_say_what_is_done():
    """A made-up solution in which A bets 3 with an ace and nothing else, and matching follows the ace too."""
    legal = ((0, 1, 2, 3), (rules.MATCH, rules.FOLD))
    size = len(open_card_situations()[0])
    bets, answers = np.zeros((size, 10, 4)), np.zeros((size, 10, 2))
    bets[:, :, 0], answers[:, :, 1] = 1, 1
    bets[:, 0], answers[:, 0] = np.eye(4)[3], np.eye(2)[0]
    solved = study.SolvedAlternate(0.0, (bets, answers), (("A", ""), ("B", "3")), legal)
    for node, ace in ((("A", ""), 3.0), (("B", "3"), 1.0)):
        figure = study.chart(solved, node, "title", "scale")
        assert figure.title == "title, in one optimal strategy"
        assert [s.label for s in figure.series] == ["A", *map(str, range(2, 11))]
        assert set(figure.series[0].y) == {ace}
        assert set(itertools.chain.from_iterable(s.y for s in figure.series[1:])) == {0.0}
    ((_, _, *often),) = study.bets_table(solved).rows
    assert often == pytest.approx([100 * 12 / 13, 0, 0, 100 / 13])  # an ace is as likely as any other card


@pytest.mark.by_night("solves the cash game of Alternate")
def test_with_the_worst_card_a_bets_more_than_with_a_better_one():
    """What the README says of its picture: a bluff."""
    figure = study.chart(study.solve_alternate(Lab(100, 1, None, None, None)), ("A", ""), "bets", "pennies")
    rows = {s.label: dict(zip(s.x, s.y, strict=True)) for s in figure.series}
    assert all(rows["10"][d] > rows["9"][d] for d in range(-7, 2))


def test_a_value_is_checked_by_playing():
    section = study.check_section(Lab(2_000, 1, 1, None, None), "basic")
    assert [f.verdict for f in section.findings] == [HOLDS]
