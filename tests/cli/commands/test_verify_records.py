"""Verifying records from the command line."""

import pytest
from tests.shared import shipped_certificate

from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.server.fair_deal import fair_match
from upcard.server.fair_deal import revealed as told_before

SECRET = "0123456789abcdef" * 4


@pytest.fixture
def file(tmp_path):
    """The record of a fair match."""
    game = make_game("kuhn-poker")
    fairness = told_before("Ana's table", game, SECRET, ("seven seven", ""))
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
    assert "these additions: 'seven seven' by seat 1" in result.stdout
    assert "2 actions are legal under version 1 of the rules" in result.stdout


def test_what_is_proved_of_a_match_is_printed_as_json_too(document, file):
    assert len(document("verify", file, "--json")["proved"]) == 5


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("seven seven", "seven eight", "line 4 of the record: seed is "),
        ("Ana's table", "Ben's table", "line 8 of the record: commitment is "),
        ("2 check", "2 swap", "line 12 of the record: 'swap' is not an action; you can: check, bet 1"),
        ("version 1", "version one", "line 2 of the record says 'game kuhn-poker version one'; expected"),
        ("game kuhn-poker", "game whist", "line 2 of the record: there is no game 'whist'"),
    ],
)
def test_a_match_that_was_changed_is_refused_in_a_sentence(told, file, old, new, reason):
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    code, sentence = told("verify", file)
    assert code == 1
    assert sentence.startswith(f"{file}: {reason}")


def test_a_sample_of_a_record_is_not_taken(told, file):
    code, sentence = told("verify", file, "--sample", "10")
    assert code == 2
    assert sentence == f"{file} is of a kind that is always checked completely; leave out the sample"


def test_a_fair_record_is_replayed_as_any_other(document, file):
    found = document("replay", file, "--json")
    assert found["is_over"]
    assert [m["action"] for m in found["moves"]] == ["check", "check"]


BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize("mark", [b"", BOM])
def test_a_record_is_verified_from_standard_input_and_with_a_mark_before_it(run, file, mark):
    content = mark + file.read_bytes()
    usual = run("verify", file).stdout
    assert run("verify", "-", input=content).stdout == usual
    file.write_bytes(content)
    assert run("verify", file).stdout == usual


@pytest.mark.parametrize("mark", [b"", BOM])
def test_what_is_wrong_is_told_with_its_name(told, file, mark):
    bad = mark + file.read_bytes().replace(b"2 check", b"2 swap")
    reason = "line 12 of the record: 'swap' is not an action; you can: check, bet 1"
    assert told("verify", "-", input=bad) == (1, f"standard input: {reason}")
    file.write_bytes(bad)
    assert told("verify", file) == (1, f"{file}: {reason}")
    assert told("verify", file, "--sample", "10")[1].startswith(f"{file} is of a kind that is always checked")


def test_a_certificate_is_verified_from_standard_input(run):
    text = (shipped_certificate("kuhn-poker.json")).read_bytes()
    assert run("verify", "-", input=text).stdout.startswith("Kuhn poker, 2 players, 58 nodes; ")


@pytest.mark.parametrize("text", [b"", b"Dear Ana"])
def test_standard_input_that_is_neither_is_told(told, text):
    why = "not a certificate: it is not complete JSON; name a file that `upcard solve --save` wrote"
    assert told("verify", "-", input=text) == (1, f"standard input is {why}")


def test_standard_input_that_never_ends_is_read_up_to_a_size(told, file, monkeypatch):
    monkeypatch.setattr("upcard.certificates.certificate.MOST_BYTES", 2**20)
    sentence = "standard input is larger than 1 MiB; give the name of a file instead"
    assert told("verify", "-", input=b"0" * 2**21) == (1, sentence)
