"""Two players whose payoffs have the same sum everywhere, whatever it is: linear programming is exact."""

from fractions import Fraction

import pytest

import upcard as uc
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Refused
from upcard.solving.best_response.best_responses import best_responses

SHARE = """EFG 2 R "One unit to share" {{ "A" "B" }}
p "" 1 1 "" {{ "up" "down" }} 0
p "" 2 1 "" {{ "left" "right" }} 0
t "" 1 "" {{ 3, {0} }}
t "" 2 "" {{ 1, {1} }}
p "" 2 1 "" {{ "left" "right" }} 0
t "" 3 "" {{ 0, {2} }}
t "" 4 "" {{ 2, {3} }}
"""


def share(total):
    return SHARE.format(*(total - x for x in (3, 1, 0, 2)))


@pytest.mark.parametrize("total", [4, 0, -7, 100])
def test_a_game_of_any_constant_sum_is_solved_exactly(efg, tmp_path, total):
    solution = uc.solve(efg(share(total)))
    assert isinstance(solution, uc.Solution)
    assert (solution.method, solution.value_exact) == ("lp", Fraction(3, 2))
    assert solution.values == (1.5, total - 1.5)
    assert solution.sentences()[1] == "The value for seat 1 is exactly 3/2, 1.500000000000."
    solution.save(tmp_path / "solved.json")
    assert verify(tmp_path / "solved.json")[-1] == "the value for seat 1 is exactly 3/2"


def test_methods_that_iterate_bound_the_value_too(efg, tmp_path):
    solution = uc.solve(efg(share(4)), "cfr+", gap=1e-3)
    assert isinstance(solution, uc.Solution)
    low, high = solution.bounds
    assert low <= 1.5 <= high < low + 2e-3
    solution.save(tmp_path / "solved.json")
    assert verify(tmp_path / "solved.json")[-1].startswith("the value for seat 1 lies between 1.4")


def test_bounds_of_earlier_certificates_still_prove_the_strategies(efg, tmp_path):
    solution, file = uc.solve(efg(share(4)), "cfr+", gap=1e-3), tmp_path / "solved.json"
    assert isinstance(solution, uc.Solution)
    low, high = solution.bounds
    solution.save(file)
    file.write_text(file.read_text().replace(str(low), str(solution.values[0])))
    assert verify(file)[-1].startswith("seat 2 gets 2.5")
    file.write_text(file.read_text().replace(str(high), str(high + 1)))
    with pytest.raises(Refused, match="the strategies prove"):
        verify(file)


def test_a_response_knows_what_an_equilibrium_guarantees(efg):
    seats = best_responses(efg(share(4)), ["random"]).seats
    assert [x.sure for x in seats] == pytest.approx([1.5, 2.5])
