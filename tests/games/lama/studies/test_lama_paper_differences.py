"""How statements on several differences are judged, and how sure the differences are."""

import dataclasses
import math

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.games.lama.studies.lama_paper.identical_players import THIRD_SECTION
from upcard.games.lama.studies.lama_paper.paper_jobs import FIRST, alike
from upcard.games.lama.studies.lama_paper.paper_statements import estimate_from_error, judge_differences, lead
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulation_result import SimulationResult
from upcard.study.experiment_runner import Lab


def with_shares(result: SimulationResult, games: int, *shares: float) -> SimulationResult:
    """A result in which the seats have such win shares."""
    seats = []
    for s, p in zip(result.seats, shares, strict=True):
        estimates = {**s.estimates, "win_any": estimate_from_error(p, math.sqrt(p * (1 - p) / games))}
        seats.append(dataclasses.replace(s, estimates=estimates))
    return dataclasses.replace(result, games=games, seats=seats)


@pytest.fixture(scope="module")
def lab():
    return Lab(100, 1, 1, None, None)


@pytest.mark.parametrize("both", [0.0, 0.02, 0.25])
def test_the_error_of_a_lead_is_never_below_the_true_one(lab, both):
    p, q, games = 0.30, 0.26, 10_000
    found = lead(with_shares(lab.play(alike(FIRST, 2)), games, p, q), 1, 2)
    true = math.sqrt((p + q - 2 * both - (p - q) ** 2) / games)
    assert found.value == pytest.approx(0.04)
    assert found.se >= true
    assert both > 0.0 or found.se == pytest.approx(true)


def test_the_error_of_a_lead_is_below_the_sum_of_both_errors(lab):
    result = lab.play(alike(FIRST, 4))
    errors = [s.estimates["win_any"].se for s in result.seats]
    assert lead(result, 1, 2).se < 0.9 * (errors[0] + errors[1])


def test_seat_two_wins_more_often_than_seat_one_with_four_players(monkeypatch, lab):
    def play(job):
        equal = [1 / job.players] * job.players
        shares = [0.25864, 0.26133, 0.2575, 0.2525] if job.players == 4 else [equal[0] + 0.01, *equal[1:]]
        return with_shares(Lab.play(lab, job), 1_000_000 * job.times, *shares)

    monkeypatch.setattr(lab, "play", play)
    judge = next(judge for claim, judge in THIRD_SECTION if "anyone else" in claim)
    verdict, told = judge(lab)
    assert verdict == FAILS
    assert "n=4, seat 2 -0.0027" in told
    assert "n=4 seat 2, n=5 seat 1" in told


def test_one_difference_is_judged_with_95_percent():
    assert judge_differences({"a": estimate_from_error(2.0, 1.0)})[0] == HOLDS
    assert judge_differences({"a": estimate_from_error(-2.0, 1.0)})[0] == FAILS
    assert judge_differences({"a": estimate_from_error(1.9, 1.0)})[0] == OPEN


def test_all_of_many_hold_with_95_percent_and_one_fails_them_only_beyond_chance():
    sure = {str(i): estimate_from_error(2.0, 1.0) for i in range(27)}
    assert judge_differences(sure)[0] == HOLDS
    assert (
        judge_differences({**sure, "odd": estimate_from_error(-3.0, 1.0)})[0] == OPEN
    )  # 28 comparisons need 3.1
    assert judge_differences({**sure, "odd": estimate_from_error(-3.2, 1.0)})[0] == FAILS
    assert judge_differences({**sure, "odd": estimate_from_error(1.9, 1.0)})[0] == OPEN


def test_the_least_difference_is_told_with_the_interval_that_was_used():
    told = judge_differences({"a": estimate_from_error(0.5, 0.1), "b": estimate_from_error(0.4, 0.1)}, 2)[1]
    assert told == "2 comparisons, 2 as stated; the least is b +0.40 (+0.20 to +0.60)."
    told = judge_differences({"a": estimate_from_error(0.5, 0.1), "b": estimate_from_error(0.1, 0.1)}, 2)[1]
    expected = "the least is b +0.10 (-0.12 to +0.32), allowing for all comparisons."
    assert told == f"2 comparisons, 1 as stated, 1 undecided; {expected}"


def test_an_exact_difference_has_no_distance_in_standard_errors():
    exact = Estimate(0.0, 0.0, 0.0, 0.0)
    assert judge_differences({"a": exact, "b": estimate_from_error(1.0, 0.1)})[0] == OPEN
    assert (
        judge_differences({"a": Estimate(-1.0, -1.0, -1.0, 0.0), "b": estimate_from_error(1.0, 0.1)})[0]
        == FAILS
    )
