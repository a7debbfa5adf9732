"""Corners that are optimal with all small trembles: pivots reach them from corners that are not."""

import pytest

from upcard.solving import lp, quasi_perfect
from upcard.solving.highs import basis_of, new_solver
from upcard.solving.lp_program import linear_program, optimum
from upcard.solving.quasi_perfect import refined_corner, trembling_plans


@pytest.mark.parametrize(
    ("name", "options", "small"),
    [
        ("kuhn-poker", {}, 0.25),
        ("le-her", {}, 0.2),
        ("liars-dice", {"sides": 3}, 0.15),
        ("goofspiel", {"length": 3}, 0.25),
    ],
)
def test_pivots_reach_a_corner_for_all_small_trembles(form, monkeypatch, name, options, small):
    """Trembles as large as these lead the solver to another corner; the one after the pivots is checked."""
    game = form(name, **options)
    program = linear_program(game)
    basis = basis_of(optimum(game, program))
    exchanged, pivots = quasi_perfect._exchanged, []

    def counted(*arguments):
        pivots.append(arguments)
        return exchanged(*arguments)

    monkeypatch.setattr(quasi_perfect, "_exchanged", counted)
    monkeypatch.setattr(quasi_perfect, "SMALL_NUMBERS", (small,))
    near = lp.trembling_program(game, program, is_exact=False)
    corner = refined_corner(near, new_solver(), basis, "the program of the test")
    assert pivots
    assert corner is not None
    assert trembling_plans(lp.trembling_program(game, program, is_exact=True), corner[0]) is not None
