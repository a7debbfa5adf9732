"""Games in which regret minimization is a heuristic: the best of three methods, and honest advice."""

import pytest
from tests.solving.random_games import random_efg

import upcard as uc
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Failure
from upcard.solving import cfr_race
from upcard.solving.exploitability import gaps
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solver_contract import Aim

NO_PURE = """EFG 2 R "Three players, no pure equilibrium" { "A" "B" "C" }
p "" 1 1 "" { "a1" "a2" } 0
p "" 2 1 "" { "b1" "b2" } 0
p "" 3 1 "" { "c1" "c2" } 0
t "" 1 "" { -1, -4, -4 }
t "" 2 "" { -2, -2, -8 }
p "" 3 1 "" { "c1" "c2" } 0
t "" 3 "" { -8, -2, -1 }
t "" 4 "" { -5, -6, -8 }
p "" 2 1 "" { "b1" "b2" } 0
p "" 3 1 "" { "c1" "c2" } 0
t "" 5 "" { -8, -2, -4 }
t "" 6 "" { -8, -1, -2 }
p "" 3 1 "" { "c1" "c2" } 0
t "" 7 "" { -2, -1, -2 }
t "" 8 "" { -2, -3, -1 }
"""
STALLS_CFR_PLUS = 1006
"""A random tree for three players in which cfr+ still has a gap of 2e-5 after 50,000 iterations."""


def test_more_iterations_are_not_promised_where_they_did_not_help(efg):
    game = efg(NO_PURE)
    for method in ("auto", "cfr+"):
        solution = uc.solve(game, method, iterations=50_000)
        assert isinstance(solution, uc.Solution)
        (sentence,) = solution.shortcomings()
        assert "the last half of the iterations did not reduce it, so more need not help" in sentence
        assert ("the method cfr-race tries several ways" in sentence) == (method == "cfr+")
        assert solution.is_heuristic
        assert "nothing proves that it comes near an equilibrium" in solution.sentences()[2]


def test_a_gap_that_falls_says_that_more_may_help(efg):
    game = efg(random_efg(STALLS_CFR_PLUS, players=3, most=5))
    (sentence,) = uc.solve(game, "cfr+", gap=1e-12, iterations=2000).shortcomings()
    assert sentence.endswith("; it was still falling, so more --iterations may reduce it")
    (sentence,) = uc.solve(game, "cfr+", gap=1e-12, iterations=20).shortcomings()
    assert sentence.endswith("; more --iterations may reduce it")


def test_the_method_that_comes_nearest_takes_over(efg, tmp_path):
    game = efg(random_efg(STALLS_CFR_PLUS, players=3, most=5))
    slow = uc.solve(game, "cfr+", iterations=20_000)
    solution = uc.solve(game, iterations=20_000)
    assert isinstance(slow, uc.Solution)
    assert isinstance(solution, uc.Solution)
    assert solution.method == "cfr-race"
    assert max(solution.gaps) <= 1e-6 < max(slow.gaps)
    assert solution.shortcomings() == []
    solution.save(tmp_path / "solved.json")
    assert verify(tmp_path / "solved.json")[0].endswith("the certificate names cfr-race as the solver")


def test_a_race_that_nobody_wins_ends_early_with_the_nearest(efg):
    form = sequence_form(uc.unroll(efg(NO_PURE)))
    answer = cfr_race.solve(form, Aim(1e-6, 1_000_000))
    assert answer.iterations < 200_000
    nearest = min(gap for _, gap in answer.history)
    assert gaps(form, answer.strategy).mean() == pytest.approx(answer.history[-1][1])
    assert answer.history[-1][1] < 2 * nearest


def test_a_race_resumes_where_it_was(efg, tmp_path):
    form = sequence_form(uc.unroll(efg(random_efg(1003, players=3, most=5))))
    file = tmp_path / "race.npz"
    first = cfr_race.solve(form, Aim(0, 600, checkpoint=file))
    assert (first.iterations, first.resume_from) == (600, file)
    assert cfr_race.solve(form, Aim(0, 1000, checkpoint=file)).iterations == 1000
    with pytest.raises(Failure, match="another game or method"):
        uc.solve(form, "cfr+", checkpoint=file)


def test_zero_sum_games_are_left_to_methods_that_converge(form):
    solution = uc.solve(form("kuhn-poker"), "cfr+", gap=0, iterations=100)
    assert isinstance(solution, uc.Solution)
    assert not solution.is_heuristic
    assert len(solution.sentences()) == 3
    assert solution.sentences()[-1].startswith("This method does not promise the best choice after a mistake")
