"""Luck or strategy: what the skill share is, how claims are judged, and what the report holds."""

import json
import math

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.games.stoppers.studies import stoppers_luck as study
from upcard.games.stoppers.studies.study_tables import PLAYERS
from upcard.simulation.estimate import Estimate
from upcard.study.experiment_runner import LEAST_GAMES
from upcard.study.study_registry import find_study, study_modules


@pytest.fixture(scope="module")
def report():
    return find_study("stoppers-luck").run(100, seed=3)


def known(value: float, se: float) -> Estimate:
    return Estimate(value, value - 1.96 * se, value + 1.96 * se, se)


def test_the_study_is_found():
    assert study_modules()["stoppers-luck"] is study


@pytest.mark.parametrize(("share", "players", "skill"), [(0.25, 4, 0), (1, 4, 1), (0.75, 2, 0.5), (0, 2, -1)])
def test_skill_share_runs_from_an_equal_share_to_winning_always(share, players, skill):
    found = study.skill(known(share, 0.01), players)
    assert found.value == pytest.approx(skill)
    assert found.high - found.low == pytest.approx(2 * 1.96 * 0.01 / (1 - 1 / players))


@pytest.mark.parametrize(("share", "players"), [(0.76, 4), (0.6, 2), (0.05, 10)])
def test_explained_is_the_variance_between_the_chances_over_that_of_winning(share, players):
    equal = 1 / players
    others = (1 - share) / (players - 1)
    between = ((share - equal) ** 2 + (players - 1) * (others - equal) ** 2) / players
    found = study.explained(study.skill(known(share, 0), players))
    assert found.value == pytest.approx(between / (equal * (1 - equal)))


def test_explained_may_be_nothing_where_the_skill_share_may_be_zero():
    assert study.explained(Estimate(0.01, -0.02, 0.04, 0.015)).low == 0
    below = study.explained(Estimate(-0.5, -0.6, -0.4, 0.05))
    assert (below.low, below.high) == pytest.approx((0.16, 0.36))


def test_luck_alone_is_refuted_by_one_table_and_needs_all_within_a_game_in_a_hundred():
    even, far, vague = known(0.251, 0.001), known(0.4, 0.01), known(0.26, 0.05)
    assert study.luck_alone([(even, 4), (known(0.5, 0.001), 2)]) == HOLDS
    assert study.luck_alone([(even, 4), (far, 4)]) == FAILS
    assert study.luck_alone([(even, 4), (vague, 4)]) == OPEN


def test_strategy_decides_half_when_the_interval_of_the_variance_says_so():
    strong, weak, vague = known(0.95, 0.005), known(0.6, 0.005), known(0.78, 0.05)
    assert study.decides([(strong, 4)], 0.5) == HOLDS
    assert study.decides([(strong, 4), (weak, 4)], 0.5) == FAILS
    assert study.decides([(vague, 4)], 0.5) == OPEN


def test_hardly_anything_is_explained_only_if_that_is_so_at_every_table():
    even, far, vague = known(0.255, 0.002), known(0.5, 0.01), known(0.3, 0.05)
    assert study.hardly_decides([(even, 4)]) == HOLDS
    assert study.hardly_decides([(even, 4), (far, 4)]) == FAILS
    assert study.hardly_decides([(even, 4), (vague, 4)]) == OPEN


@pytest.mark.parametrize(
    ("share", "se", "opening"),
    [(0.76, 0.003, "No,"), (0.25, 0.0005, "Yes,"), (0.3, 0.1, "These games are too few")],
)
def test_the_answer_follows_the_numbers(share, se, opening):
    def won(strategy: str, others: str, players: int) -> Estimate:
        return known(1 / players + share - 0.25, se)

    said = study.answer(won)
    assert said.startswith(opening)
    assert f"{100 * share:.1f} % (" in said


def test_the_plain_answer_comes_first(report):
    assert "Stoppers" in report.summary[0]
    assert len(report.summary) == 2


def test_every_finding_has_a_verdict_and_numbers(report):
    findings = [f for s in report.sections for f in s.findings]
    assert len(findings) == 6
    assert all(f.verdict in (HOLDS, FAILS, OPEN) and "(" in f.evidence for f in findings)


def test_figures_show_every_threshold_and_table_with_intervals(report):
    figures = {f.name: f for s in report.sections for f in s.figures}
    assert set(figures) == {"skill", "threshold-never", "threshold-middle"}
    for line in figures["threshold-never"].series:
        assert line.x == list(range(14))
        assert all(low <= y <= high for low, y, high in zip(line.low, line.y, line.high, strict=True))


def test_every_strategy_meets_every_other_at_every_table(report):
    field = next(s for s in report.sections if s.title == "Everyone against everyone")
    assert len(field.tables) == len(PLAYERS)
    assert all(len(t.rows) == len(study.FIELD) == len(t.columns) - 1 for t in field.tables)


def test_seats_that_all_play_alike_win_an_equal_share(report):
    for r in report.results["simulations"]:
        if len({s["strategy"] for s in r["seats"]}) == 1:
            mine = r["seats"][0]
            assert abs(mine["win_share"] - 1 / r["players"]) < 4.5 * math.sqrt(0.25 / r["games"])


def test_report_is_a_json_document(report):
    document = json.loads(json.dumps(report.to_json()))
    assert document["settings"]["repeat with"] == "upcard study stoppers-luck --games 100 --seed 3"
    assert {r["players"] for r in document["results"]["skill"]} == {2, 4, 6, 10}


@pytest.mark.usefixtures("few_tables")
def test_the_same_seed_gives_the_same_findings_for_any_threads():
    one, two = (study.run(100, seed=4, threads=n) for n in (1, 2))
    assert one.sections == two.sections
    assert one.summary == two.summary
    assert study.run(100, seed=5).sections != one.sections


@pytest.mark.usefixtures("few_tables")
@pytest.mark.parametrize("done", [0.0, 0.5])
def test_an_interrupted_study_reports_what_it_has(done, interrupted_at):
    found = study.run(2_000, seed=3, on_step=interrupted_at(done))
    assert found.settings["stopped early"] is True
    assert found.summary[0].startswith("Stopped early: ")
    games = [r["games"] for r in found.results["simulations"]]
    assert min(games) >= LEAST_GAMES
    assert (done == 0) == (2_000 not in games)


@pytest.mark.usefixtures("few_tables")
def test_progress_grows_from_nothing_to_one():
    steps = []
    study.run(100, on_step=lambda what, part: steps.append(part))
    assert steps == sorted(steps)
    assert steps[0] == 0
    assert steps[-1] == pytest.approx(1)
