"""The study that solves rounds of Stoppers."""

import json

import pytest

from upcard.document.model import FAILS, HOLDS
from upcard.games.stoppers.solvers.fresh_deck_round import solve_duel
from upcard.games.stoppers.solvers.multiplayer import solve_party
from upcard.games.stoppers.studies import stoppers_solved as study
from upcard.solving.game_solver_contract import SolveTerms


@pytest.fixture(autouse=True)
def three(monkeypatch):
    """Three players only: more take longer."""
    monkeypatch.setattr(study, "PLAYERS", (3,))


@pytest.fixture(scope="module")
def duel():
    return solve_duel(study.table(2), SolveTerms())


@pytest.fixture
def quick(monkeypatch, duel):
    """The round for two is solved once."""
    monkeypatch.setattr(study, "solve_duel", lambda game, terms: duel)


def test_its_findings_hold_and_its_numbers_are_those_of_the_solver(quick):
    report = study.run(400, seed=2)
    assert [f.verdict for s in report.sections for f in s.findings] == [HOLDS, HOLDS]
    document = json.loads(json.dumps(report.to_json()))
    party = document["results"]["parties"]["3"]
    assert party["gaps"] == [0, 0, 0]
    assert report.sections[3].tables[0].rows[0][2] == party["losses_exact"][0]
    assert [s.y for s in report.sections[1].figures[0].series] == [[6, 7, 8]]
    assert "with 3 players up to 6, 7, 8" in report.summary[0]


def test_other_chances_than_those_dealt_are_found_out(quick):
    party = solve_party(study.table(3), SolveTerms())
    section = study.check_section({3: party}, {3: study.DealtRounds([500, 100, 358], 1000)})
    assert section.findings[0].verdict == FAILS
    assert section.findings[0].evidence.endswith(
        "from 1,000 rounds: not 3 players, seat 1; 3 players, seat 2."
    )


def test_an_interrupted_study_reports_what_it_has(quick, interrupted_at):
    found = study.run(1_500, on_step=interrupted_at(0.5))
    assert found.settings["stopped early"] is True
    assert found.summary[0].startswith("Stopped early: ")
