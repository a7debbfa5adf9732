"""Going over a record at the command line."""

import json

import pytest

from upcard.engine.game import make_game
from upcard.engine.record import record_text

WORDS = ("put 0", "put 1", "put 1", "put 0", "put 1", "put 1")


@pytest.fixture
def record(tmp_path):
    match = make_game("smallsum", 2, None, purse=2).match(seed=3, seats=("Ana", "Ben"))
    for words in WORDS:
        if match.can(words):
            match.do(words)
    file = tmp_path / "match.upc"
    file.write_text(record_text(match))
    return file


def test_a_review_tells_where_the_result_came_from_and_what_went_wrong(run, record):
    lines = run("review", record).stdout.splitlines()
    assert lines[0].startswith("Smallsum, 2 players, variant=basic, purse=2")
    assert lines[1] == "Judged by the equilibrium of the match; worths count chance to win the match."
    assert lines[3].split() == ["start", "luck", "own", "decisions", "others'", "decisions", "result"]
    assert [line.split()[0] for line in lines[4:6]] == ["Ana", "Ben"]
    assert any("mistake" in line and "decisions" in line for line in lines)
    assert any("unseen cards would have won you the pot" in line for line in lines)


def test_all_decisions_of_one_seat_can_be_listed(run, record):
    content = json.loads(run("review", record, "--json").stdout)
    own = [d for d in content["decisions"] if d["seat"] == 2]
    text = run("review", record, "--all", "--seat", "2").stdout
    table = text.partition(" did ")[2].splitlines()[1:]
    numbers = [line.split()[0] for line in table if line.strip()[:1].isdigit()]
    assert numbers == [str(d["number"]) for d in own]


def test_the_document_holds_every_decision_and_sums_up(run, record):
    content = json.loads(run("review", record, "--json").stdout)
    parts = ("start", "luck", "own_decisions", "others_decisions")
    for seat in content["seats"]:
        assert sum(seat[part] for part in parts) == pytest.approx(seat["result"], abs=1e-12)
    for d in content["decisions"]:
        assert d["loss"] == pytest.approx(max(d["choices"].values()) - d["choices"][d["action"]])
        assert (d["lesson"] is None) == (d["loss"] <= 1e-6)
    assert len(content["course"]) == len(content["decisions"]) + 2
    assert content["course"][0] == [s["start"] for s in content["seats"]]
    assert content["course"][-1] == pytest.approx([s["result"] for s in content["seats"]], abs=1e-12)
    assert [s["player"] for s in content["seats"]] == ["Ana", "Ben"]


def test_what_cannot_be_reviewed_is_told(told, record, tmp_path):
    assert told("review", record, "--seat", "3") == (2, "--seat was given 3; the match has seats 1 to 2")
    bad = tmp_path / "bad.txt"
    bad.write_text("Dear Ana,\n")
    code, sentence = told("review", bad)
    assert code == 1
    assert sentence.startswith(f"{bad}: this is no record")


def test_a_record_may_come_from_standard_input(run, record):
    assert run("review", "-", input=record.read_text()).stdout == run("review", record).stdout
