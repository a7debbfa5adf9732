"""``upcard matrix``: what is typed is read, and what the solver knows is told."""

import re
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.solving.random_games import nfg_text, random_bimatrix

from upcard.engine.errors import Unreadable
from upcard.engine.payoff_numbers import read_payoff
from upcard.report.matrix_report import cell_words, heading, lines, matrix_json, two_by_two
from upcard.report.matrix_text import read_payoffs
from upcard.solving.bimatrix_equilibria import bimatrix_equilibria
from upcard.solving.matrix2x2 import CELLS, COLUMN, ROW, bimatrix, pure_equilibria
from upcard.solving.ordinal2x2 import ordinal_type

PAYOFFS = st.lists(st.fractions(-99, 99, max_denominator=50), min_size=4, max_size=4)


def typed(game):
    cells = [f"{game.payoff(ROW, c)},{game.payoff(COLUMN, c)}" for c in CELLS]
    return f"{cells[0]} {cells[1]}; {cells[2]} {cells[3]}"


def test_the_dilemma_is_told_by_name_with_what_theory_says(run):
    result = run("matrix", "3,3 0,5; 5,0 1,1")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Prisoner's Dilemma, type 111 (PdPd)")
    for words in (
        "Nash equilibrium  lower right, which pays 1, 1",
        "row: lower is always better",
        "Pareto-efficient  upper left; upper right; lower left",
        "guaranteed        row: 1, by lower",
        "row 1 and 2: 121 Called Bluff",
    ):
        assert words in result.stdout


def test_a_minus_may_come_first(run):
    result = run("matrix", "-1,1 1,-1;1,-1 -1, 1")
    assert result.exit_code == 0, result.output
    assert "Matching Pennies" in result.stdout
    assert "upper 1/2 of the time, left 1/2; it pays 0, 0 in the mean" in result.stdout
    assert "row: 0, by upper 1/2 of the time; without mixing -1, by upper or lower" in result.stdout


def test_the_json_holds_the_same(document):
    found = document("matrix", "2,1 0,0; 1,2 1,2", "--json")
    assert found["pure_equilibria"] == ["upper left", "lower right"]
    assert found["equilibria"][0] == [{"upper": ["0", "0"], "left": ["0", "1/2"], "dimension": 1}]
    assert found["dominance"] == {"row": None, "column": {"action": "left", "kind": "weak"}}
    assert found["best_replies"]["column"]["lower"] == ["left", "right"]
    assert found["maximin"]["row"] == {
        "value": "1",
        "chances": ["0", "0"],
        "pure_value": "1",
        "pure_actions": ["lower"],
    }
    assert found["type"]["ties"] == {"row": "the middle two", "column": "the highest two"}
    assert [t["number"] for t in found["type"]["between"]] == [122, 132, 221, 231]
    assert len(found["rotations"]) == 4


@given(PAYOFFS, PAYOFFS)
def test_every_game_is_read_back_and_told(row, column):
    game = bimatrix(row, column)
    assert two_by_two(read_payoffs(typed(game))) == game
    found, said = matrix_json(game), lines(game)
    assert found["pure_equilibria"] == [cell_words(c) for c in pure_equilibria(game)]
    assert sum(what == "Nash equilibrium" for what, _ in said) == sum(map(len, found["equilibria"]))
    assert sum(what == "ranks swapped" for what, _ in said) == len(ordinal_type(game).neighbours())
    assert (str(ordinal_type(game).number) in heading(game)) == ordinal_type(game).is_strict


def test_decimals_and_fractions_are_exact():
    game = two_by_two(read_payoffs("0.1,1/3 0,0; 0,0 0,0"))
    assert game is not None
    assert game.payoff(ROW, (0, 0)) == Fraction(1, 10)
    assert game.payoff(COLUMN, (0, 0)) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the matrix is empty"),
        ("1,1 1; 2", "the row '2' has 1 cell, and the first row has 2"),
        ("1,1 1; 2 3", "'1' is not a cell of a matrix"),
        ("1,x 2,2;3,3 4,4", "'1,x' is not a cell of a matrix, since 'x' is not a number"),
        ("1/0,1 2,2;3,3 4,4", "'1/0,1' is not a cell of a matrix, since '1/0' is not a number"),
        ("1,1,1 1,1; 1,1 1,1", "'1,1,1' is not a cell of a matrix"),
        ("9" * 999 + ",1 1,1;1,1 1,1", "is not a number"),
        ("1e9999 1;1 1", "'1e9999' is not a cell of a matrix"),
        (";".join(["1 " * 101] * 101), "the matrix has 10,201 cells; expected at most 10,000"),
        ("a b c; 1 2", "the first line names 3 columns, but the rows have 2 cells"),
        ("a b", "the matrix was given as 'a b'"),
    ],
)
def test_what_is_no_matrix_is_refused_with_the_reason(told, text, reason):
    with pytest.raises(Unreadable, match=re.escape(reason)):
        read_payoffs(text)
    code, sentence = told("matrix", text)
    assert code == 2
    assert reason in sentence


def test_numbers_of_people_and_programs_are_exact(document):
    text = "\N{MINUS SIGN}.25,1e2 3,1/3 0.3333333333333333,0.1 123456789012345678.5,+2."
    assert document("matrix", text, "--json")["payoffs"] == {
        "row": [["-1/4", "3", "1/3", "246913578024691357/2"]],
        "column": [["100", "1/3", "1/10", "2"]],
    }


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.14285714285714285", "1/7"),
        ("0.66666666666666663", "2/3"),
        ("3.14159265358979", "314159265358979/100000000000000"),
        ("0.333333", "333333/1000000"),
        ("1234567890123456", "1234567890123456"),
        ("1.5E-3", "3/2000"),
    ],
)
def test_a_fraction_that_a_program_rounded_is_that_fraction(text, number):
    assert str(read_payoff(text)) == number


def test_single_numbers_are_a_zero_sum_game(run, document):
    result = run("matrix", "0 -1 1; 1 0 -1; -1 1 0")
    assert result.stdout.startswith("3 x 3 matrix, zero-sum")
    assert "value             0 for the row player" in result.stdout
    found = document("matrix", "0 -1 1; 1 0 -1; -1 1 0", "--json")
    assert found["value"] == "0"
    assert found["equilibria"] == [[{"row": [["1/3"] * 3], "column": [["1/3"] * 3]}]]
    assert "Matching Pennies" in run("matrix", "1 -1; -1 1").stdout


def test_all_equilibria_are_named_by_the_actions(run, document):
    text = "\tleft\tmid\tright\nup\t1,1\t0,0\t2,2\ndown\t1,0\t0,0\t2,2\n"
    result = run("matrix", text)
    assert "any mixture of [up] [down] against right, in any combination" in result.stdout
    assert "1 separate set in all, whose corners are 2 equilibria" in result.stdout
    found = document("matrix", text, "--json")
    assert found["is_complete"]
    assert found["actions"] == {"row": ["up", "down"], "column": ["left", "mid", "right"]}
    assert found["efficient"] == [["up", "right"], ["down", "right"]]


def test_a_matrix_that_is_too_large_for_all_equilibria_says_so(run, monkeypatch):
    monkeypatch.setattr("upcard.report.bimatrix_report.bimatrix_equilibria",
                        partial(bimatrix_equilibria, most_cell_visits=0))  # fmt: skip
    assert "by a partial search; the matrix is too large to look for all" in run("matrix", "2 1 3").stdout


NFG = """NFG 1 R "Meeting" { "Ann" "Bob" } { { "opera" "match" "home" } { "opera" "match" } }
"a comment"
{ { "both" 3, 2 } { "football" 2 3.5 } }
1 0 0
0 2 0
"""


def test_files_of_gambit_in_both_forms_are_read(run, document, tmp_path):
    (tmp_path / "outcomes.nfg").write_text(NFG)
    assert run("matrix", tmp_path / "outcomes.nfg").stdout.startswith("Meeting, 3 x 2 matrix")
    found = document("matrix", tmp_path / "outcomes.nfg", "--json")
    assert found["payoffs"]["column"] == [["2", "0"], ["0", "7/2"], ["0", "0"]]
    row, column = random_bimatrix(5)
    (tmp_path / "payoffs.nfg").write_text(nfg_text(row, column))
    found = document("matrix", tmp_path / "payoffs.nfg", "--json")
    assert found["payoffs"]["column"] == [list(map(str, line)) for line in column]


def test_a_file_for_three_players_is_no_matrix(told, tmp_path):
    (tmp_path / "three.nfg").write_text('NFG 1 R "x" { "A" "B" "C" } { 1 1 1 }\n1 2 3\n')
    code, sentence = told("matrix", tmp_path / "three.nfg")
    assert code == 2
    assert "the game has 3 players, and a matrix has two; `upcard import` makes it a game" in sentence


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("NFG 1 R", "line 1: the end of the file; expected the title in quotes"),
        ('NFG 1 R "x" { "A" "B" } { 2 }', "line 1: '}'; expected the strategies of 2 players"),
        ('NFG 1 R "x" { "A" "B" } { 1 2 } 1 2 3', "line 1: the end of the file; expected a payoff"),
        ('NFG 1 R "x" { "A" "B" } { 1 1 } 1 2 3', "line 1: '3'; expected the end of the file"),
        (
            'NFG 1 R "x" { "A" "B" } { 1 1 } { } 1',
            "line 1: '1'; expected the number of an outcome, from 0 to 0",
        ),
        ('NFG 1 R "x', "a quotation mark that is never closed"),
        ('NFG 1 R "x" { "A" "B" } { 99999 99999 }', "9,999,800,001 combinations of strategies"),
    ],
)
def test_what_is_no_file_of_gambit_is_refused(told, tmp_path, text, reason):
    (tmp_path / "x.nfg").write_text(text)
    assert reason in told("matrix", tmp_path / "x.nfg")[1]


@pytest.mark.parametrize("text", ['"3,3";"0,5"\n"5,0";"1,1"\n', '"3,3","0,5"\n"5,0","1,1"\n'])
def test_a_spreadsheet_has_a_pair_in_each_cell(document, tmp_path, text):
    (tmp_path / "x.csv").write_text(text)
    assert document("matrix", tmp_path / "x.csv", "--json")["pure_equilibria"] == ["lower right"]


def test_a_spreadsheet_of_single_numbers_is_zero_sum(document, tmp_path, run):
    (tmp_path / "x.csv").write_text("\ufeff,a,b,c\nx,1,2,3\ny,4,5,-6\n")
    found = document("matrix", tmp_path / "x.csv", "--json")
    assert found["payoffs"]["row"] == [["1", "2", "3"], ["4", "5", "-6"]]
    assert found["actions"] == {"row": ["x", "y"], "column": ["a", "b", "c"]}
    assert run("matrix", "-", input="1 2 3\n4 5 -6\n").stdout.startswith("2 x 3 matrix, zero-sum")
