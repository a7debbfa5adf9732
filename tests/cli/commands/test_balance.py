"""The command ``balance``: its numbers, the commands that it prints, and its files."""

import json
import shlex
from pathlib import Path

from tests.night import IS_NIGHTLY

SECTIONS = ["seats", "length", "choice", "luck", "tension", "cards", "ends"]
QUICK = ("kuhn-poker", "--strategy", "random", "--effort", "0.01", "--threads", "1")


def document(run, *words):
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_every_printed_command_gives_the_same_numbers(run):
    whole = document(run, "balance", *QUICK, "--json")
    assert [x["name"] for x in whole["sections"]] == SECTIONS
    for section in whole["sections"] if IS_NIGHTLY else whole["sections"][3:6:2]:
        again = document(run, *shlex.split(section["command"])[1:], "--json")
        assert again["sections"] == [section]


def test_the_numbers_of_seats_are_those_of_the_printed_simulation(run):
    result = run("balance", *QUICK, "--section", "seats")
    command = " ".join(result.stdout.partition("Repeat: upcard simulate")[2].partition("\n\n")[0].split())
    simulated = document(run, "simulate", *shlex.split(command), "--json")
    seats = document(run, "balance", *QUICK, "--section", "seats", "--json")["sections"][0]["levels"][0]
    assert [x["value"] for x in seats["shares"]] == [x["win_share"] for x in simulated["seats"]]
    assert [x["low"] for x in seats["scores"]] == [x["score_mean_low"] for x in simulated["seats"]]


def test_the_page_contains_every_answer(run, tmp_path):
    file = tmp_path / "balance.html"
    result = run("balance", *QUICK, "--html", str(file))
    assert "the report as a page" in result.stderr
    page = file.read_text()
    assert "Balance of Kuhn poker" in page
    assert "<svg" in page
    assert "With random players, a game takes" in page


def test_a_wrong_effort_is_refused(run):
    result = run("balance", *QUICK[:3], "--effort", "nan")
    assert result.exit_code == 2
    assert "the effort is nan; expected a number above 0" in result.stderr
    assert not Path("balance.html").exists()
