"""``upcard matrix``: what is typed is read, and what the solver knows is told."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Unreadable
from upcard.report.matrix_report import cell_words, heading, lines, matrix_json, read_matrix
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
        "sure of           row: 1, by lower",
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
    assert read_matrix(typed(game)) == game
    found, said = matrix_json(game), lines(game)
    assert found["pure_equilibria"] == [cell_words(c) for c in pure_equilibria(game)]
    assert sum(what == "Nash equilibrium" for what, _ in said) == sum(map(len, found["equilibria"]))
    assert sum(what == "ranks swapped" for what, _ in said) == len(ordinal_type(game).neighbours())
    assert (str(ordinal_type(game).number) in heading(game)) == ordinal_type(game).is_strict


def test_decimals_and_fractions_are_exact():
    assert read_matrix("0.1,1/3 0,0; 0,0 0,0").payoff(ROW, (0, 0)) == Fraction(1, 10)
    assert read_matrix("0.1,1/3 0,0; 0,0 0,0").payoff(COLUMN, (0, 0)) == Fraction(1, 3)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1,1 1; 2",
        "1,2 3,4",
        "1,x 2,2;3,3 4,4",
        "1/0,1 2,2;3,3 4,4",
        "1,1,1 1,1; 1,1 1,1",
        "9" * 99 + ",1 1,1;1,1 1,1",
    ],
)
def test_what_is_no_matrix_is_refused_with_an_example(run, text):
    with pytest.raises(Unreadable, match="such as"):
        read_matrix(text)
    result = run("matrix", text)
    assert result.exit_code == 2
    assert "expected two rows of two cells" in result.stderr
