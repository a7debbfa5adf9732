"""Tournaments from the command line: what is printed, written, refused, and kept when it is stopped."""

import csv
import io
import json
import shlex

import pytest

THREE = ("tournament", "lama", "same-first", "next-first", "random", "--players", "2")
SHORT = (*THREE, "--games", "200")


def test_a_tournament_is_printed_with_standings_payoffs_and_how_to_repeat_it(run):
    result = run(*SHORT)
    assert result.exit_code == 0
    out = result.stdout
    assert out.startswith("lama · 2 players · 3 strategies, every pair · 600 games · seed 0\n")
    for words in ("against the", "Nash weight %", "alpha-rank %", "Row minus column", "games/s"):
        assert words in out
    first = next(line for line in out.splitlines() if line.startswith("1 "))
    assert "same-first" in first
    assert "What became of each pair" not in out


@pytest.mark.parametrize("more", [[], ["--until-decided", "--margin", "0.1", "--error", "0.1"]])
def test_the_line_at_the_end_repeats_the_tournament_exactly(run, document, more):
    given = (*SHORT, "--option", "target=20", "--seed", "5", *more)
    line = next(x for x in run(*given).stdout.splitlines() if x.startswith("repeat this: "))
    words = shlex.split(line.removeprefix("repeat this: upcard "))
    first, second = document(*given, "--json"), document(*words, "--json")
    assert first["pairs"] == second["pairs"]
    assert first["standings"] == second["standings"]
    assert first["options"] == second["options"]


def test_the_document_is_the_same_for_every_number_of_threads(document):
    one, two = (document(*SHORT, "--json", "--threads", n) for n in (1, 2))
    assert one["standings"] == two["standings"]
    assert one["payoffs"] == two["payoffs"]


def test_until_decided_says_what_became_of_each_pair(run, document):
    given = (*THREE, "--games", "20k", "--until-decided")
    text = run(*given).stdout
    assert "What became of each pair" in text
    assert "the first is better" in text
    assert "All intervals hold together, at every check, with 95 % confidence." in text
    pairs = document(*given, "--json")["pairs"]
    assert {p["verdict"] for p in pairs} == {"first"}
    assert all(p["games"] < 2_000 for p in pairs)
    assert "open at the most games" in run(*THREE, "--games", "32", "--until-decided").stdout


def test_tables_can_hold_every_strategy_at_once(document):
    found = document(*THREE[:5], "--players", "3", "--games", "30", "--tables", "all", "--json")
    assert len(found["tables"]) == 7
    assert [1, 2, 3] in [t["entrants"] for t in found["tables"]]
    assert found["composition"] == "all"


def test_csv_has_a_line_for_each_strategy_and_opponent(run):
    rows = list(csv.DictReader(io.StringIO(run(*SHORT, "--csv").stdout)))
    assert [(r["strategy"], r["opponent"]) for r in rows][:2] == [
        ("same-first", "next-first"),
        ("same-first", "random"),
    ]
    assert len(rows) == 6
    assert float(rows[0]["payoff"]) == -float(rows[2]["payoff"])


def test_it_writes_a_table_and_a_heat_map_and_says_so(run, tmp_path):
    save, plot = tmp_path / "pairs.parquet", tmp_path / "pairs.svg"
    assert run(*SHORT).exit_code == 0  # compiled from here on
    result = run(*SHORT, "--json", "--save", save, "--plot", plot)
    assert result.stderr.splitlines() == [
        f"wrote {save}, a table of 6 rows",
        f"wrote {plot}, a heat map of the payoffs",
    ]
    assert json.loads(result.stdout)["games"] == 600
    assert "<svg" in plot.read_text()


def test_that_games_are_rounded_up_is_said_where_they_are(run):
    sentence = "Rounded up to complete rotations: 202 games at a table."
    assert sentence in run(*THREE, "--games", "201").stdout
    assert sentence not in run(*THREE, "--games", "202").stdout


def test_ctrl_c_keeps_and_prints_what_was_done(stopped):
    code, out, err = stopped(*THREE, "--games", "1e12", "--json")
    result = json.loads(out)
    assert code == 130
    assert result["interrupted"] is True
    assert f"upcard: stopped after {result['games']:,} games" in err
    assert len(result["standings"]) == 3


WRONG = {
    "no strategy": ("", 2, "no strategy was given; a tournament needs two or more"),
    "one strategy": ("random", 2, "1 strategy was given; a tournament needs two or more"),
    "the same twice": ("random random", 2, "random and random are the same strategy; give each one once"),
    "the same in other words": (
        "folding folding:A=17.576",
        2,
        "folding and folding:A=17.576 are the same strategy",
    ),
    "an unknown one": ("random same-frist", 2, "did you mean 'same-first'?"),
    "a parameter without a value": ("random folding:A", 2, "'A' is not a parameter of a strategy"),
    "two formats": ("random same-first --json --csv", 2, "--json and --csv were both given"),
    "an error of no test": ("random same-first --error 0.1", 2, "--error was given without --until-decided"),
    "a margin of no test": ("random same-first --margin 0.1", 2, "--margin was given without --until"),
    "an error of one": ("random same-first --until-decided --error 1", 2, "the error is 1.0; expected"),
    "pairs and all": ("random same-first --until-decided --tables all", 2, "only pairs can be played until"),
    "too many tables": (
        "random same-first next-first dear-first folding:A=1 folding:A=2 folding:A=3 folding:A=4 "
        "--tables all --players 6",
        2,
        "8 strategies fill 6 seats in 1,708 ways",
    ),
    "too few games": (
        "random same-first --players 2 --games 2",
        2,
        "too few for a confidence interval; give 3 or more",
    ),
    "an unknown table": (
        "random same-first --tables some",
        2,
        "--tables was given 'some'; expected pairs or all",
    ),
    "a plot of an unknown kind": ("random same-first --plot x.gif", 2, "expected .svg or .png"),
    "a file in no folder": ("random same-first --save /no/such/x.csv", 1, "there is no folder '/no/such'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_command_line_is_told_in_one_sentence(told, case):
    line, code, part = WRONG[case]
    given, sentence = told("tournament", "lama", *line.split())
    assert part in sentence
    assert given == code
