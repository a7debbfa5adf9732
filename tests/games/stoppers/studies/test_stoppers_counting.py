"""Used cards: how counting is compared with not counting, and how the claims are judged."""

import json

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.games.stoppers.studies import stoppers_counting as study
from upcard.games.stoppers.studies.study_tables import FRESH, PLAYERS
from upcard.simulation.estimate import Estimate
from upcard.study.study_registry import find_study, study_modules

GOOD, BAD, VAGUE = (
    Estimate(0.02, 0.01, 0.03, 0.005),
    Estimate(-0.02, -0.03, -0.01, 0.005),
    Estimate(0, -0.1, 0.1, 0.05),
)
NOTHING = Estimate(0, -0.001, 0.001, 0.0005)


@pytest.fixture(scope="module")
def report():
    return find_study("stoppers-counting").run(100, seed=3)


def test_the_study_is_found():
    assert study_modules()["stoppers-counting"] is study


def test_counting_spares_lives_when_it_loses_fewer_at_every_table():
    assert study.spares([BAD, BAD]) == HOLDS
    assert study.spares([BAD, GOOD]) == FAILS
    assert study.spares([BAD, VAGUE]) == OPEN


def test_counting_is_idle_when_all_intervals_lie_within_a_game_in_two_hundred():
    assert study.is_idle([NOTHING, NOTHING]) == HOLDS
    assert study.is_idle([NOTHING, GOOD]) == FAILS
    assert study.is_idle([NOTHING, VAGUE]) == OPEN


@pytest.mark.parametrize(
    ("gaps", "opening", "tables"),
    [
        ([0.02] * 4, "Yes,", "wins more games with 2, 4, 6, 10 players."),
        (
            [-0.02, 0.02, 0.02, 0.02],
            "It depends",
            "with 4, 6, 10 players; it wins fewer games with 2 players.",
        ),
        ([-0.02] * 4, "No, it is not worthwhile", "Counting wins fewer games with 2, 4, 6, 10 players."),
        (
            [0.02, 0.02, 0.02, 0],
            "These games are too few",
            "2, 4, 6 players; it is undecided with 10 players.",
        ),
    ],
)
def test_the_answer_follows_the_numbers(pair, gaps, opening, tables):
    pairs = [pair(g) for g in gaps]
    said = study.answer(pairs, [pair(0.0123)] * 4, [pair(0)] * 4)
    assert said.startswith(opening)
    assert tables in said
    assert "+1.23 (" in said


def test_the_plain_answer_comes_first_and_is_undecided_with_few_games(report):
    assert report.summary[0].startswith("These games are too few")


def test_few_games_leave_every_claim_undecided_that_needs_many(report):
    findings = [f for s in report.sections for f in s.findings]
    assert len(findings) == 6
    assert findings[0].verdict == findings[1].verdict == findings[2].verdict == OPEN


def test_every_table_and_way_to_reshuffle_is_compared(report):
    rows = report.results["plain"]
    assert {(r["place"], r["players"]) for r in rows} == {(r, n) for r in study.RESHUFFLES for n in PLAYERS}
    for r in rows:
        assert r["win_share_low"] <= r["win_share"] <= r["win_share_high"]
        assert r["life_lost_share_low"] <= r["life_lost_share"] <= r["life_lost_share_high"]


def test_with_every_card_shuffled_in_counting_plays_the_same_cards(report):
    fresh = [r for r in report.results["plain"] if r["place"] == FRESH]
    assert all(r["win_share"] == r["life_lost_share"] == 0 for r in fresh)


def test_thresholds_are_chosen_in_games_of_their_own(report):
    chosen = report.results["chosen"]
    assert all(chosen[str(n)][s] in several for n in PLAYERS for s, several in study.SETTINGS.items())
    seeds = {r["seed"] for r in report.results["simulations"]}
    assert seeds == {3 + study.TRIAL_STREAM}
    assert {c["first"]["seed"] for c in report.results["comparisons"]} == {3}


def test_figures_have_a_line_for_every_way_to_reshuffle(report):
    figures = {f.name: f for s in report.sections for f in s.figures}
    assert set(figures) == {"win-share", "life-lost-share"}
    assert [s.label for s in figures["win-share"].series] == list(study.RESHUFFLES)


def test_report_is_a_json_document(report):
    assert json.loads(json.dumps(report.to_json()))["name"] == "stoppers-counting"


@pytest.mark.usefixtures("few_tables")
def test_the_same_seed_gives_the_same_findings_for_any_threads():
    one, two = (study.run(100, seed=4, threads=n) for n in (1, 2))
    assert one.sections == two.sections
    assert study.run(100, seed=5).sections != one.sections


@pytest.mark.usefixtures("few_tables")
@pytest.mark.parametrize("done", [0.0, 0.9])
def test_an_interrupted_study_reports_what_it_has(done, interrupted_at):
    found = study.run(2_000, seed=3, on_step=interrupted_at(done))
    assert found.settings["stopped early"] is True
    assert found.summary[0].startswith("Stopped early: ")
    assert len(found.results["comparisons"]) == 2 * (len(study.RESHUFFLES) + 2)


@pytest.mark.usefixtures("few_tables")
def test_progress_grows_from_nothing_to_one():
    steps = []
    study.run(100, on_step=lambda what, part: steps.append(part))
    assert steps == sorted(steps)
    assert steps[0] == 0
    assert steps[-1] == pytest.approx(1)
