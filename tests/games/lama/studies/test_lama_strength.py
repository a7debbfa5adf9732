"""How strong L.A.M.A. strategies are: what is played, what is concluded, and what the report holds."""

import json

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.engine.entrants import make_entrant
from upcard.games.lama import rules as lama
from upcard.games.lama.studies import lama_strength as study
from upcard.simulation.estimate import Estimate
from upcard.study.study_registry import find_study, study_modules


@pytest.fixture(scope="module")
def report():
    return find_study("lama-strength").run(200, seed=3)


def test_the_study_is_found():
    assert study_modules()["lama-strength"] is study


@pytest.mark.parametrize(("tuned", "inside"), [(study.INSIDE, True), (study.OUTSIDE, False)])
def test_the_tuned_parameters_lie_where_they_are_said_to_lie(tuned, inside):
    """The box of the paper: [5,20] x [1,15] x [2,7] x [0.2,2]."""
    box = ((5, 20), (1, 15), (2, 7), (0.2, 2))
    values = make_entrant(tuned, lama).parameters[:4]
    assert all(low <= x <= high for x, (low, high) in zip(values, box, strict=True)) is inside


def test_every_strategy_plays_three_of_the_first_in_random_seats(report):
    simulations = report.results["simulations"]
    assert len(simulations) == len(study.ENTRANTS)
    for s, name in zip(simulations, study.ENTRANTS, strict=True):
        assert [x["strategy"] for x in s["seats"]] == [name, *["same-first"] * 3]
        assert (s["games"], s["seating"]) == (200, "random")
        assert s["seed"] == 3 + study.STREAM


def test_the_report_is_a_json_document_with_every_strategy(report):
    read = json.loads(json.dumps(report.results))
    assert [x["strategy"] for x in read["win_any"]] == list(study.ENTRANTS)
    assert all(x["win_any_low"] <= x["win_any"] <= x["win_any_high"] for x in read["win_any"])
    assert len(report.sections[0].tables[0].rows) == len(study.ENTRANTS)


def won(**shares):
    """Shares of a million games, by the names of the constants."""
    se = 0.0005
    return {getattr(study, k): Estimate(x, x - 1.96 * se, x + 1.96 * se, se) for k, x in shares.items()}


@pytest.mark.parametrize(
    ("inside", "outside", "learned", "verdicts"),
    [
        (0.295, 0.302, 0.41, [HOLDS, HOLDS, HOLDS, HOLDS]),
        (0.279, 0.270, 0.39, [OPEN, FAILS, HOLDS, FAILS]),
        (0.270, 0.271, 0.4005, [FAILS, OPEN, HOLDS, OPEN]),
    ],
)
def test_what_is_concluded_follows_the_intervals(inside, outside, learned, verdicts):
    shares = won(FIRST=0.258, PUBLISHED=0.279, INSIDE=inside, OUTSIDE=outside, LEARNED=learned)
    assert [f.verdict for f in study.findings(shares)] == verdicts
