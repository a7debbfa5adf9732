"""The study of the L.A.M.A. paper: what is compared, and how it is judged."""

import json
import math
from functools import partial
from typing import NoReturn

import pytest
from tests.night import LATE

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.engine.errors import Usage
from upcard.engine.progress_callback import OnProgress
from upcard.games.lama.studies import lama_paper
from upcard.games.lama.studies.lama_paper import compared_cells as cells
from upcard.games.lama.studies.lama_paper import paper_search as search
from upcard.games.lama.studies.lama_paper import third_strategy as third
from upcard.games.lama.studies.lama_paper.compared_cells import ComparedCell, disagreeing, off_centre
from upcard.games.lama.studies.lama_paper.paper_jobs import DEAR, FIRST, RANDOM, SECOND, alike
from upcard.games.lama.studies.lama_paper.paper_statements import NOT_PLAYED
from upcard.games.lama.studies.lama_paper.printed_tables import (
    COLUMNS,
    PUBLISHED,
    SEARCH_BOX,
    TABLES,
    TRIAL,
    PrintedNumber,
)
from upcard.report.study_page import page_html
from upcard.simulation.estimate import Estimate
from upcard.simulation.lineup import line_up
from upcard.study.experiment_runner import LEAST_GAMES, Job, Lab, LeftOut
from upcard.study.study_registry import find_study, study_modules
from upcard.study.verdicts import above

CAST = (FIRST, SECOND, DEAR, RANDOM, "folding")
"""Everybody whom the study asks to play."""


@pytest.fixture(scope="module", autouse=True)
def one_program():
    """One program for all, for it takes longer to compile another one than to play so few games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Job, "lineup", lambda x, table=None: line_up(table or x.table(), x.strategies, CAST))
        patch.setattr(search, "line_up", partial(line_up, cast=CAST))
        yield


@pytest.fixture(scope="module")
def report(one_program):
    return find_study("lama-paper").run(400, seed=3)


QUARTER = PrintedNumber(0.25, 0.24, 0.26)


def cell(value: float, se: float, printed: PrintedNumber = QUARTER) -> ComparedCell:
    return ComparedCell("I", "win_any", 1, printed, Estimate(value, value - 2 * se, value + 2 * se, se))


def test_study_is_found_by_its_name():
    assert "lama-paper" in study_modules()
    with pytest.raises(Usage, match="lama-paper"):
        find_study("lama-papr")


def test_too_few_games_are_refused():
    with pytest.raises(Usage, match="100 or more"):
        find_study("lama-paper").run(99)


def test_a_cell_that_is_as_printed_has_no_minus_in_its_row():
    found = [cell(0.25 - 1e-5, 0.001), cell(0.30, 0.0001)]
    shown = cells.section(found)
    assert [row[6] for row in shown.tables[0].rows] == ["0.0", "+9.8"]
    assert "1 cell differs by more than chance" in shown.findings[0].evidence


def test_seventy_two_cells_are_printed_and_each_lies_in_its_own_interval():
    printed = [p for t in TABLES for row in t.rows for p in row]
    assert len(printed) == 72
    assert all(p.low <= p.value <= p.high for p in printed)


def test_printed_columns_of_a_table_have_as_many_rows_as_players():
    assert [(t.name, t.players) for t in TABLES] == [("I", 4), ("II", 5), ("III", 4), ("IV", 5)]
    assert all(len(row) == len(COLUMNS) for t in TABLES for row in t.rows)


def test_published_and_trial_parameters_lie_in_the_search_box():
    for parameters in (PUBLISHED, TRIAL):
        assert all(low <= parameters[k] <= high for k, (low, high) in SEARCH_BOX.items())


def test_z_uses_both_standard_errors():
    both = math.hypot(0.01 / 1.959963984540054, 0.003)
    assert cell(0.262, 0.003).z == pytest.approx(0.012 / both)


def test_a_value_on_the_edge_of_the_interval_is_inside_when_it_is_rounded():
    assert not cell(0.2604, 0.0001).is_inside
    assert cell(0.2604, 0.0001).is_inside_rounded
    assert not cell(0.2606, 0.0001).is_inside_rounded


def test_chance_of_lying_inside_is_95_percent_without_our_own_error():
    assert cell(0.25, 1e-9).chance_inside == pytest.approx(0.95)
    assert cell(0.25, 0.01 / 1.959963984540054).chance_inside == pytest.approx(0.834, abs=0.001)


def test_holm_finds_the_one_cell_that_is_far_off_and_no_other():
    found = [cell(0.25 + 0.0005 * i, 0.0001) for i in range(9)]
    odd = cell(0.30, 0.0001)
    assert disagreeing([*found, odd]) == [odd]
    assert disagreeing(found) == []


def test_off_centre_finds_the_printed_interval_whose_middle_is_elsewhere():
    crooked = cell(0.25, 0.001, PrintedNumber(0.222, 0.22, 0.23))
    assert off_centre([cell(0.25, 0.001), crooked]) == [crooked]


def test_four_printed_intervals_of_the_paper_are_off_centre():
    assert len(off_centre(cells.PRINTED)) == 4


def test_report_has_every_cell_figure_and_a_verdict_for_every_claim(report):
    assert len(report.results["cells"]) == 72
    names = [f.name for s in report.sections for f in s.figures]
    assert [n for n in names if n.startswith("fig-")] == [f"fig-{i}" for i in range(1, 9)]
    findings = [f for s in report.sections for f in s.findings]
    assert len(findings) == 47
    assert all(f.verdict in (HOLDS, FAILS, OPEN) and f.evidence for f in findings)


@LATE
def test_figures_cover_two_to_eight_players(report):
    first = next(f for s in report.sections for f in s.figures if f.name == "fig-1")
    assert [len(s.x) for s in first.series] == [2, 3, 4, 5, 6, 7, 8]
    assert all(
        low <= y <= high for s in first.series for low, y, high in zip(s.low, s.y, s.high, strict=True)
    )


def test_report_is_a_json_document(report):
    document = json.loads(json.dumps(report.to_json()))
    assert document["results"]["cells"][0]["table"] == "I"
    assert document["settings"]["repeat with"] == "upcard study lama-paper --games 400 --seed 3"


def test_every_reading_of_the_third_strategy_is_tried(report):
    readings = report.results["section_6"]["readings"]
    assert len(readings) == 2 * 2 * 4
    assert {r["reading"] for r in readings} == set(third.READINGS)


def test_searches_keep_parameters_inside_the_box_and_show_the_winners_curse(report):
    searches = report.results["section_6"]["searches"]
    assert len(searches) == search.repetitions(400)
    for s in searches:
        assert all(low <= s["kept"][k] <= high for k, (low, high) in SEARCH_BOX.items())
    assert all(s["found"] > 0.3 for s in searches)


def test_same_seed_gives_the_same_numbers_for_any_threads():
    results = []
    for threads in (1, 2):
        lab = Lab(300, 7, threads, None, None)
        results.append([s.flat() for s in lab.play(alike(FIRST, 3)).seats])
    assert results[0] == results[1]


@pytest.mark.usefixtures("small_searches")
def test_progress_grows_from_nothing_to_one():
    steps = []
    find_study("lama-paper").run(100, on_step=lambda what, part: steps.append(part))
    assert steps == sorted(steps)
    assert steps[0] == 0
    assert steps[-1] == pytest.approx(1)


def test_above_says_holds_fails_or_undecided():
    a, b = Estimate(0.5, 0.49, 0.51, 0.005), Estimate(0.4, 0.39, 0.41, 0.005)
    assert (above(a, b), above(b, a), above(a, a)) == (HOLDS, FAILS, OPEN)


@pytest.fixture
def small_searches(monkeypatch):
    """The searches of section VI with few sets."""
    monkeypatch.setattr(search, "SEARCH_SETS", 20)


@pytest.mark.usefixtures("small_searches")
@pytest.mark.parametrize("done", [0.0, 0.4])
def test_an_interrupted_study_reports_what_it_has_and_hurries_the_rest(done, interrupted_at, monkeypatch):
    monkeypatch.setattr(lama_paper, "PATIENCE", math.inf)
    found = find_study("lama-paper").run(2_000, seed=3, on_step=interrupted_at(done))
    assert found.settings["stopped early"] is True
    assert found.summary[0].startswith("Stopped early: ")
    assert "have fewer games" in found.summary[0]
    assert found.summary[1].startswith("None of 2 searches for parameters was made, too few")
    assert len(found.results["cells"]) == 72
    games = [r["games"] for r in found.results["simulations"]]
    assert min(games) >= LEAST_GAMES
    assert (done == 0) == (2_000 not in games)


def test_an_interrupt_among_the_searches_says_that_only_they_were_cut(monkeypatch):
    monkeypatch.setattr(search, "SEARCH_SETS", 100)
    monkeypatch.setattr(search, "repetitions", lambda games: 4)
    found = find_study("lama-paper").run(2_000, seed=3, on_step=stopping("search 4 of 4"))
    assert found.summary[0] == "Stopped early: all simulations were played in full."
    assert found.summary[1] == "3 of 4 searches for parameters were made."
    assert len(found.results["section_6"]["searches"]) == 3
    assert found.settings["searches"] == 3
    assert "winners_curse" in found.results["section_6"]
    assert found.sections[-1].text[-1] == found.summary[1]


def stopping(words: str) -> OnProgress:
    """A progress callback that interrupts once, when it is told of something."""
    waiting = [words]

    def on_step(what: str, part: float) -> None:
        if what in waiting:
            waiting.clear()
            raise KeyboardInterrupt

    return on_step


@pytest.mark.usefixtures("small_searches")
def test_without_patience_the_rest_is_left_out_and_said_to_be(monkeypatch):
    monkeypatch.setattr(lama_paper, "PATIENCE", -1.0)
    found = find_study("lama-paper").run(2_000, seed=3, on_step=stopping("6 players, next-first"))
    assert found.summary[0].endswith(
        "; 1 has fewer games, often 1,000, and wider intervals; 39 were not played."
    )
    assert len(found.results["cells"]) == 72
    text = [paragraph for s in found.sections for paragraph in s.text]
    assert "Missing, because the study was stopped before their games: Figure 2." in text
    assert "Missing, because the study was stopped before their games: Figure 5, Figure 6, Figure 7." in text
    assert [f.name for s in found.sections for f in s.figures] == ["fig-1", "fig-3", "fig-4"]
    findings = [f for s in found.sections for f in s.findings]
    assert len(findings) == 47
    assert sum(f.evidence == NOT_PLAYED and f.verdict == OPEN for f in findings) > 20
    assert found.results["section_6"] == {"readings": [], "searches": []}


@pytest.mark.usefixtures("small_searches")
def test_stopped_at_once_the_study_has_what_is_printed_and_nothing_else(monkeypatch):
    monkeypatch.setattr(Lab, "play", leave_out)
    found = find_study("lama-paper").run(2_000, seed=3, on_step=interrupted)
    assert found.results["cells"] == []
    findings = [f for s in found.sections for f in s.findings]
    assert [f.verdict for f in findings if f.evidence != NOT_PLAYED] == [FAILS, FAILS]
    assert page_html(found)


def leave_out(lab: Lab, job: Job) -> NoReturn:
    raise LeftOut


def interrupted(what: str, part: float) -> None:
    """Nothing was played, so there is nothing to tell."""


def test_a_second_interrupt_ends_the_study():
    def on_step(what: str, part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_study("lama-paper").run(2_000, seed=3, on_step=on_step)
