"""The study of small games: numbers that are known otherwise, and wrong values that are found out."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from upcard.document.model import FAILS, HOLDS
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.games.goofspiel.solvers import bidding_stages as goofspiel_stages
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.sequence_form import sequence_form
from upcard.solving.tree_solution import solve_tree
from upcard.study import small_games as study
from upcard.study.study_registry import study_modules

TITLES = ("kuhn-poker", "le-her", "liars-dice, two-sided", "goofspiel, three")


@pytest.fixture
def quick(monkeypatch):
    """Few games, few iterations, and Goofspiel with three cards."""
    monkeypatch.setattr(study, "KNOWN", tuple(x for x in study.KNOWN if x.title in TITLES))
    monkeypatch.setattr(study, "LEARNED", ("kuhn-poker",))
    monkeypatch.setattr(study, "DOUBLINGS", 9)
    monkeypatch.setattr(study, "LENGTH", 3)


def test_the_study_is_found():
    assert study_modules()["small-games"] is study


def test_its_report_holds_what_was_found(quick):
    report = study.run(400, seed=2)
    assert [f.verdict for s in report.sections for f in s.findings] == [HOLDS] * 3
    assert report.summary[0].startswith("4 of 4 published values are confirmed; 4 of all are exact fractions")
    document = json.loads(json.dumps(report.to_json()))
    exact = {x["game"]: x["value_exact"] for x in document["results"]["values"]}
    assert exact == {"kuhn-poker": "-1/18", "le-her": "277/11050", "liars-dice": "1/2", "goofspiel": "0"}


def test_the_figure_of_learning_shows_what_solvers_reach(quick):
    kuhn = sequence_form(unroll(make_game("kuhn-poker")))
    (figure,) = study.learning_section(
        {"kuhn-poker": {"cfr+": study.distances(kuhn, "cfr+"), "cfr": [1.0] * 10}}
    ).figures
    line = figure.series[0]
    assert (line.label, line.x[0]) == ("cfr+", 0)
    assert line.x[-1] == pytest.approx(2.70927)  # of 512 iterations
    reached = solve_tree(make_game("kuhn-poker"), SolveTerms("cfr+", gap=0, iterations=512)).exploitability
    assert 10 ** line.y[-1] == pytest.approx(reached)


def test_the_figure_of_bids_shows_the_published_mixtures(quick):
    """The highest prize of three takes the highest card: matttang27/GOPSsolver on GitHub."""
    stages = goofspiel_stages.reach(make_game("goofspiel", length=3), SolveTerms())
    (figure,) = study.bids_section(stages).figures
    assert [s.label for s in figure.series] == ["prize 1", "prize 2", "prize 3"]
    assert (figure.series[-1].x, figure.series[-1].y) == ([1, 2, 3], [0, 0, 1])
    assert all(sum(s.y) == pytest.approx(1) for s in figure.series)


def test_a_value_that_is_not_found_is_named():
    kuhn = study.KNOWN[0]
    found = solve_tree(kuhn.table(), SolveTerms("lp"))
    section = study.values_section({kuhn: found, replace(kuhn, game="whist", value=-1 / 17): found})
    assert [f.verdict for f in section.findings] == [FAILS]
    assert section.findings[0].evidence == "1 of 2 agree; not whist."


def test_long_fractions_are_told_by_their_length():
    assert study.short(Fraction(-1, 18)) == "-1/18"
    assert study.short(Fraction(1, 10**12)) == "a fraction with 13 digits below the line"
    assert study.short(None) == "-"
