"""Every JSON document says which Upcard, which rules and which machine made it."""

import json
from importlib.metadata import version

import pytest
from tests.cli.result_commands import RESULT_COMMANDS

from upcard.cli.commands import study
from upcard.engine.picklable_rules import file_digest
from upcard.engine.registry import find_rules
from upcard.report import provenance
from upcard.report.provenance import machine, with_provenance
from upcard.study.study_parts import StudyReport

LINES = [
    *RESULT_COMMANDS,
    ("matrix", "3,3 0,5; 5,0 1,1"),
    ("games",),
    ("rules", "kuhn-poker"),
    ("verify", "src/upcard/games/kuhn_poker/solutions/kuhn-poker.json"),
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_json_says_what_made_it(run, line):
    made = json.loads(run(*line, "--json").stdout)
    assert made["upcard_version"] == version("upcard")
    assert made["machine"] == machine()
    assert {"system", "processor", "cores", "python", "numpy", "numba"} == made["machine"].keys()
    if made.get("game") == "kuhn-poker":
        rules = find_rules("kuhn-poker")
        assert (made["rules_version"], made["rules_digest"]) == (rules.GAME.version, file_digest(rules))


def test_a_study_says_it_in_its_file(monkeypatch, tmp_path):
    monkeypatch.setattr("upcard.report.study_page.write_page", lambda report, page: None)
    report = StudyReport("counting", "Counting", [], {}, [], {})
    study._write(report, tmp_path / "out.json", tmp_path / "page.html")
    made = json.loads((tmp_path / "out.json").read_text())
    assert (made["name"], made["machine"]) == ("counting", machine())
    assert made["rules_versions"]["smallsum"] == find_rules("smallsum").GAME.version


def test_a_document_keeps_its_keys_and_a_broken_game_is_no_fault(home):
    (home / "games" / "broken.py").write_text("GAME = 1 +")
    made = with_provenance({"game": "broken", "machine": 7, "rules_version": 3})
    assert (made["machine"], made["rules_version"]) == (7, 3)
    assert "rules_digest" not in made
    assert list(with_provenance({"game": 5, "x": 1}))[:2] == ["game", "x"]


def test_a_system_without_names_of_processors_says_its_architecture(monkeypatch, tmp_path):
    assert provenance._version("no-such-package") is None
    monkeypatch.setattr(provenance, "CPU_INFO", tmp_path / "missing")
    assert provenance._processor()
