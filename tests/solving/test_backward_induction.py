"""One player, games of chance alone and open games: solved from the last decision, in fractions."""

from fractions import Fraction

import pytest

import upcard as uc
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Refused, Usage
from upcard.solving.best_response.best_responses import best_responses
from upcard.solving.best_response.rollout_response import RolloutBudget

ONE_PLAYER = """EFG 2 R "A decision with luck" { "Me" }
p "" 1 1 "" { "safe" "risky" } 0
t "" 1 "" { 1 }
c "" 1 "" { "good" 1/3 "bad" 2/3 } 0
t "" 2 "" { 4 }
t "" 3 "" { 0 }
"""
TWO_LOOKS = """EFG 2 R "Guess a coin, after a sign" { "Me" }
c "" 1 "" { "heads" 2/3 "tails" 1/3 } 0
p "" 1 1 "" { "heads" "tails" } 0
t "" 1 "" { 3 }
t "" 2 "" { 0 }
p "" 1 1 "" { "heads" "tails" } 0
t "" 3 "" { 0 }
t "" 4 "" { 5 }
"""
CHANCE_ALONE = """EFG 2 R "Coin" { "A" "B" }
c "" 1 "" { "heads" 1/3 "tails" 2/3 } 0
t "" 1 "" { 2, 1 }
t "" 2 "" { 1, 7 }
"""
OPEN = """EFG 2 R "Entry, for three" { "A" "B" "C" }
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 1, 5, 0 }
p "" 2 1 "" { "fight" "share" } 0
t "" 2 "" { 0, 0, 9 }
p "" 3 1 "" { "nice" "nasty" } 0
t "" 3 "" { 2, 2, 3 }
t "" 4 "" { 0, 1, 2 }
"""
HIDDEN = """EFG 2 R "Hidden" { "A" "B" "C" }
p "" 1 1 "" { "u" "d" } 0
p "" 2 1 "" { "l" "r" } 0
t "" 1 "" { 1, 1, 0 }
t "" 2 "" { 0, 0, 0 }
p "" 2 1 "" { "l" "r" } 0
t "" 3 "" { 0, 0, 1 }
t "" 4 "" { 1, 0, 0 }
"""


TIE = """EFG 2 R "As good, but only if B makes no mistake" { "A" "B" }
p "" 1 1 "" { "trust" "leave" } 0
p "" 2 1 "" { "fair" "unfair" } 0
t "" 1 "" { 1, 1 }
t "" 2 "" { 0, 0 }
t "" 3 "" { 1, 0 }
"""


@pytest.mark.parametrize(
    ("text", "is_promised"), [(OPEN, True), (TIE, False), (TIE.replace("1, 0", "2, 0"), True)]
)
def test_good_play_after_mistakes_is_promised_only_without_ties(efg, text, is_promised):
    solution = uc.solve(efg(text), "backward-induction")
    assert isinstance(solution, uc.Solution)
    assert solution.is_rational_everywhere == is_promised
    assert solution.gaps == (0,) * len(solution.gaps)


@pytest.mark.parametrize(
    ("text", "paid"),
    [(ONE_PLAYER, "4/3"), (TWO_LOOKS, "2"), (CHANCE_ALONE, "4/3 5"), (OPEN, "2 2 3")],
)
def test_the_value_is_exact_and_its_certificate_is_proved(efg, tmp_path, text, paid):
    solution = uc.solve(efg(text))
    assert isinstance(solution, uc.Solution)
    expected = tuple(map(Fraction, paid.split()))
    assert (solution.method, solution.values_exact) == ("backward-induction", expected)
    assert solution.gaps == (0,) * len(expected)
    assert solution.shortcomings(is_exact_requested=True) == []
    solution.save(tmp_path / "solved.json")
    last = "the value for seat 1 is exactly" if len(expected) == 1 else "the strategies are exactly an equil"
    assert verify(tmp_path / "solved.json")[-1].startswith(last)


def test_a_false_exact_value_is_refused(efg, tmp_path):
    solution = uc.solve(efg(OPEN))
    file = tmp_path / "solved.json"
    solution.save(file)
    file.write_text(file.read_text().replace('"value_exact": "2"', '"value_exact": "3"'))
    with pytest.raises(Refused, match="stated to be exactly 3, but seat 1 gets 2"):
        verify(file)


def test_what_hides_an_action_is_not_solved_backwards(efg):
    with pytest.raises(Usage, match="with 3 players: backward induction needs a game in which no seat hides"):
        uc.solve(efg(HIDDEN), "backward-induction")


@pytest.mark.parametrize("text", [ONE_PLAYER, CHANCE_ALONE])
def test_the_advice_for_a_method_that_does_not_fit_can_be_followed(efg, text):
    """Linear programming once sent one player to the method lp, which refused them."""
    game = efg(text)
    with pytest.raises(Usage, match="use the method backward-induction for an exact value"):
        uc.solve(game, "cfr+", exact=True)
    assert uc.solve(game, "backward-induction", exact=True).value_exact == Fraction(4, 3)


def test_one_player_responds_to_nobody(efg):
    game = efg(ONE_PLAYER)
    for against in ([], ["random"]):
        assert best_responses(game, against).value_exact == Fraction(4, 3)
    with pytest.raises(Usage, match="no strategy is named that rollouts can improve"):
        best_responses(game, [], playing=RolloutBudget(30, 1, 0))


def test_one_player_plays_by_the_solution(efg, tmp_path):
    game, file = efg(TWO_LOOKS), tmp_path / "solved.json"
    uc.solve(game).save(file)
    played = uc.simulate(game, [f"solved:{file}"], games=300)
    assert 1.5 < played.seats[0].estimates["score_mean"].value < 2.5


def test_games_of_chance_alone_are_played_and_responded_to(efg, tmp_path):
    game, file = efg(CHANCE_ALONE), tmp_path / "solved.json"
    uc.solve(game).save(file)
    assert uc.simulate(game, [f"solved:{file}"] * 2, games=50).games == 50
    assert [x.value_exact for x in best_responses(game, ["random"]).seats] == [Fraction(4, 3), 5]
    solution = uc.solve(game, "cfr+")
    assert isinstance(solution, uc.Solution)
    assert solution.values == pytest.approx((4 / 3, 5))
