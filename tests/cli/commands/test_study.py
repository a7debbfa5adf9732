"""Running studies: summary, page, JSON. The study itself is a tiny one made here."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from upcard.document.model import HOLDS, Section, StudyFinding
from upcard.engine.errors import Failure
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study


def report(**settings: Any) -> StudyReport:
    finding = StudyFinding("Water is wet.", HOLDS, "Of 3 drops 3 were wet.")
    return StudyReport(
        "tiny",
        "A tiny study",
        ["Water is wet."],
        settings,
        [Section("Wetness", findings=[finding])],
        {"drops": 3},
    )


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the tiny study was asked for, call by call."""
    calls: list[dict[str, Any]] = []

    def run(*, on_step, on_compile, **wanted):
        calls.append(wanted)
        on_compile()
        on_step("dripping", 0.5)
        on_compile()
        return report(**wanted)

    study = SimpleNamespace(STUDY=Study("tiny", "A tiny study", "Is water wet?", 500), run=run)
    monkeypatch.setattr("upcard.study.study_registry.study_modules", lambda: {"tiny": study})
    return calls


def test_without_a_name_the_studies_are_listed(run):
    result = run("study")
    assert result.exit_code == 0
    assert "lama-paper" in result.stdout


def test_the_list_is_there_as_json_too(document):
    assert "lama-paper" in [s["name"] for s in document("study", "--json", "-")["studies"]]


def test_a_study_ends_with_where_its_page_is(run, asked, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("study", "tiny")
    assert result.exit_code == 0
    assert "Water is wet." in result.stdout
    assert result.stdout.splitlines()[-1] == "upcard-reports/tiny.html"
    assert "<html" in (tmp_path / "upcard-reports" / "tiny.html").read_text()


def test_what_was_not_asked_for_is_left_to_the_study(run, asked, tmp_path):
    run("study", "tiny", "--out", tmp_path)
    run("study", "tiny", "--out", tmp_path, "--games", "1e6", "--seed", "7", "--threads", "2")
    assert asked == [{"games": 500}, {"games": 1_000_000, "seed": 7, "threads": 2}]


def test_it_says_once_that_it_compiles(run, asked, tmp_path):
    lines = run("study", "tiny", "--out", tmp_path).stderr.splitlines()
    assert lines == ["compiling for tiny (first time on this machine, a few seconds each)"]


def test_where_programs_cannot_be_kept_that_is_said_once(run, asked, tmp_path):
    (tmp_path / "text").write_text("not a folder")
    folder = {"UPCARD_CACHE": str(tmp_path / "text")}
    lines = run("study", "tiny", "--out", tmp_path, env=folder).stderr.splitlines()
    why = f"{tmp_path / 'text'} cannot be written, see upcard doctor"
    assert lines == [f"compiling for tiny (at every start, a few seconds each: {why})"]


def test_a_report_whose_place_is_taken_is_told_before_the_study_runs(told, asked, tmp_path):
    (tmp_path / "tiny.html").mkdir()
    page = tmp_path / "tiny.html"
    sentence = f"--out was given '{page}', which is a folder; name a file in it"
    assert told("study", "tiny", "--out", tmp_path) == (2, sentence)
    assert asked == []


def test_the_findings_are_written_as_json(run, asked, tmp_path):
    file = tmp_path / "out.json"
    result = run("study", "tiny", "--games", "1000000", "--json", file, "--out", tmp_path / "new" / "folder")
    assert json.loads(file.read_text())["settings"] == {"games": 1_000_000}
    assert result.stderr.splitlines()[-1] == f"wrote {file}, the findings as JSON"
    assert result.stdout.splitlines()[-1] == str(tmp_path / "new" / "folder" / "tiny.html")


def test_json_on_standard_output_is_alone_there(run, asked, tmp_path):
    result = run("study", "tiny", "--json", "-", "--out", tmp_path)
    assert json.loads(result.stdout)["results"] == {"drops": 3}
    assert result.stderr.splitlines()[-1] == str(tmp_path / "tiny.html")


def test_a_full_disk_for_one_file_does_not_cost_the_other(run, asked, tmp_path):
    file = tmp_path / "out.json"
    (tmp_path / "tiny.html").symlink_to("/dev/full")
    result = run("study", "tiny", "--json", file, "--out", tmp_path)
    assert result.exit_code == 1
    assert "the disk is full" in result.stderr
    assert json.loads(file.read_text())["name"] == "tiny"


def test_a_folder_that_cannot_be_made_is_told_before_the_study_runs(told, asked, tmp_path):
    (tmp_path / "file").write_text("")
    code, sentence = told("study", "tiny", "--out", tmp_path / "file")
    assert code == 1
    assert "file" in sentence
    assert asked == []


def test_a_study_that_is_stopped_ends_with_130(run, monkeypatch, tmp_path):
    def stopped(**_):
        raise KeyboardInterrupt

    study = SimpleNamespace(STUDY=Study("tiny", "A tiny study", "Is water wet?", 500), run=stopped)
    monkeypatch.setattr("upcard.study.study_registry.study_modules", lambda: {"tiny": study})
    result = run("study", "tiny", "--out", tmp_path)
    assert result.exit_code == 130
    assert result.stderr.strip() == "upcard: stopped"


def test_ctrl_c_ends_a_study_with_a_report_of_what_there_is(stopped, tmp_path):
    found = tmp_path / "found.json"
    wanted = ("--games", "1e9", "--threads", "1", "--out", tmp_path, "--json", found)
    code, _, err = stopped("study", "four-cell-types", *wanted, once="dealing")
    assert code == 130
    assert "stopping; the report uses the results so far" in err
    assert json.loads(found.read_text())["settings"]["stopped early"] is True
    assert (tmp_path / "four-cell-types.html").exists()


@pytest.mark.usefixtures("asked")
def test_a_closed_output_does_not_cost_the_files(run, tmp_path, monkeypatch):
    def closed(*parts):
        raise Failure("the output could not be written: standard output is closed")

    monkeypatch.setattr("upcard.cli.terminal.console.show", closed)
    page, findings = tmp_path / "tiny.html", tmp_path / "tiny.json"
    result = run("study", "tiny", "--out", tmp_path, "--json", findings)
    assert result.exit_code == 1
    assert result.stderr.endswith("standard output is closed\n")
    assert page.exists()
    assert findings.exists()
