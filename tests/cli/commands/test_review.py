"""Going over a record at the command line."""

import itertools
import json
import time
from types import SimpleNamespace

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
    assert lines[1] == "Judged by the equilibrium of the match; values count chance to win the match."
    assert lines[3].split() == ["start", "luck", "Ana:", "decisions", "Ben:", "decisions", "result"]
    assert [line.split()[0] for line in lines[4:6]] == ["Ana", "Ben"]
    assert any("mistake" in line and "decisions" in line for line in lines)
    assert any("unseen cards win for you" in line for line in lines)


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


def test_when_the_time_is_over_what_is_not_judged_is_told(run, record, monkeypatch):
    def reviewed(*words):
        clock = itertools.count()  # every look is a second later
        monkeypatch.setattr("upcard.cli.commands.review.time", SimpleNamespace(monotonic=lambda: 0.0))
        monkeypatch.setattr("upcard.review.match_review.time", SimpleNamespace(monotonic=lambda: next(clock)))
        return run("review", record, "--seconds", *words).stdout

    content = json.loads(reviewed("3", "--json"))
    assert [d["number"] for d in content["decisions"]] == [1, 2, 3]
    assert content["not_judged"] == 1
    assert " in 3 decisions" in reviewed("3")
    assert "The time was over before 1 more was judged." in reviewed("3")
    assert json.loads(reviewed("30", "--json"))["not_judged"] == 0
    assert "The time was over" not in reviewed("30")


def test_to_find_what_is_best_against_an_opponent_ends_with_the_time(run, tmp_path):
    match = make_game("smallsum", 2, None, variant="alternate", purse=8).match(
        seed=3, seats=("random", "Ben")
    )
    while len(match.actions) < 12 and not match.is_over:
        match.do(match.legal()[0])
    file = tmp_path / "long.upc"
    file.write_text(record_text(match))
    began = time.monotonic()
    result = run("review", file, "--seconds", "2")
    assert result.exit_code == 0, result.output
    assert "Time ran out before all decisions were judged against these opponents." in result.stdout
    assert time.monotonic() - began < 45  # without a limit it takes more than a minute


def test_what_cannot_be_reviewed_is_told(told, record, tmp_path):
    assert told("review", record, "--seat", "3") == (2, "--seat was given 3; the match has seats 1 to 2")
    bad = tmp_path / "bad.txt"
    bad.write_text("Dear Ana,\n")
    code, sentence = told("review", bad)
    assert code == 1
    assert sentence.startswith(f"{bad}: this is not a record")


def test_a_record_may_come_from_standard_input(run, record):
    assert run("review", "-", input=record.read_text()).stdout == run("review", record).stdout


@pytest.fixture
def met(tmp_path):
    match = make_game("smallsum", 2, None, variant="alternate", objective="pennies").match(
        seed=3, seats=("Ana", "caller")
    )
    match.do("put 3")
    match.do("match")
    file = tmp_path / "met.upc"
    file.write_text(record_text(match))
    return file


def test_what_was_best_against_a_strategy_stands_beside_what_was_best_at_all(run, met):
    lines = run("review", met, "--all").stdout.splitlines()
    assert any(x.startswith("Ana against caller: ") and "the best response" in x for x in lines)
    assert "caller against Ana: How Ana plays is not known." in lines
    assert any("best against them" in x for x in lines)


def test_the_document_tells_both(run, met):
    content = json.loads(run("review", met, "--json").stdout)
    ana, caller = content["seats"]
    assert ana["against"]["opponents"] == ["caller"]
    assert ana["against"]["unit"] == "pennies"
    assert caller["against"] == {
        "opponents": ["Ana"],
        "unit": None,
        "judged_by": None,
        "lost": None,
        "mistakes": None,
        "why_not": "How Ana plays is not known.",
    }
    first, second = content["decisions"]
    assert second["against"] is None
    one = first["against"]
    assert one["loss"] == pytest.approx(max(one["choices"].values()) - one["choices"]["bet 3"])
    assert one["choices"][one["best"]] == max(one["choices"].values())
    assert one["is_mistake"] == (one["loss"] > 1e-6)
    assert ana["against"]["lost"] == one["loss"]


def test_a_mistake_against_these_opponents_only_is_listed_after_the_others(run, tmp_path):
    game = make_game("kuhn-poker", None, None)
    match = game.match(dealt=("jack", "king"), seats=("Ana", "random"))
    for words in ("pass", "bet", "pass"):
        match.do(words)
    file = tmp_path / "kuhn.upc"
    file.write_text(record_text(match))
    lines = run("review", file).stdout.splitlines()
    assert "No mistake in 3 decisions." in lines
    assert (
        "Ana against random: 1 mistake, 0.5000 lost, by the best response to these opponents, exactly."
        in lines
    )
    assert lines[-1].split() == ["1", "Ana", "check", "bet", "1", "0.5000"]


def test_what_is_a_mistake_against_everybody_may_be_best_against_these(run, tmp_path):
    match = make_game("kuhn-poker", None, None).match(dealt=("queen", "jack"), seats=("Ana", "random"))
    match.do("bet")
    match.do("pass")
    file = tmp_path / "kuhn.upc"
    file.write_text(record_text(match))
    lines = run("review", file).stdout.splitlines()
    assert "1 mistake in 2 decisions: 1 by Ana." in lines
    assert any(x.startswith("Ana against random: 0 mistakes, 0.0000 lost") for x in lines)
