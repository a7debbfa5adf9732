"""Verifying records from the command line."""

import pytest

from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.play.fair import fair_match, told

SECRET = "0123456789abcdef" * 4


@pytest.fixture
def file(tmp_path):
    """The record of a fair match."""
    game = make_game("kuhn-poker")
    fairness = told("Ana's table", game, SECRET, ("seven seven", ""))
    match = fair_match(game, fairness, ("Ana", "random"))
    for words in ("pass", "pass"):
        match.do(words)
    place = tmp_path / "match.upc"
    place.write_text(record_text(match, fairness), encoding="utf-8")
    return place


def test_a_fair_match_is_verified(run, file):
    result = run("verify", file)
    assert result.exit_code == 0, result.output
    title, *proved = result.stdout.splitlines()
    assert title == "the record of Kuhn poker, 2 players. Proved:"
    assert len(proved) == 4
    assert "what was added: 'seven seven' by seat 1" in result.stdout
    assert "2 actions are legal under version 1 of the rules" in result.stdout


def test_what_is_proved_of_a_match_is_printed_as_json_too(document, file):
    assert len(document("verify", file, "--json")["proved"]) == 5


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("seven seven", "seven eight", "line 4 of the record: seed is "),
        ("Ana's table", "Ben's table", "line 8 of the record: commitment is "),
        ("2 pass", "2 fold", "line 12 of the record: 'fold' is not an action; you can: pass, bet"),
        ("version 1", "version one", "line 2 of the record says 'game kuhn-poker version one'; expected"),
        ("game kuhn-poker", "game whist", "line 2 of the record: there is no game 'whist'"),
    ],
)
def test_a_match_that_was_changed_is_refused_in_a_sentence(told, file, old, new, reason):
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    code, sentence = told("verify", file)
    assert code == 1
    assert sentence.startswith(reason)


def test_a_sample_of_a_record_is_not_taken(told, file):
    code, sentence = told("verify", file, "--sample", "10")
    assert code == 2
    assert sentence == f"all of {file} is checked; a sample is only taken of a tablebase"


def test_a_fair_record_is_replayed_as_any_other(document, file):
    found = document("replay", file, "--json")
    assert found["is_over"]
    assert [m["action"] for m in found["moves"]] == ["pass", "pass"]
