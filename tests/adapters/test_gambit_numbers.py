"""Numbers in floating point are read as the fractions that were meant."""

from fractions import Fraction

import pytest

import upcard as uc
from upcard.adapters.gambit_numbers import NEAR, chances_of, is_floating, payoff_of, simplest
from upcard.adapters.gambit_reader import read_efg
from upcard.adapters.gambit_rules import import_efg
from upcard.adapters.nfg_reader import read_nfg
from upcard.engine.discovery import forget
from upcard.engine.errors import Unreadable

COIN = """EFG 2 R "Coin" {{ "A" "B" }}
p "" 1 1 "" {{ "u" "d" }} 0
t "" 1 "" {{ {0}, -{0} }}
t "" 2 "" {{ 0, 0 }}
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path))
    forget()
    yield tmp_path
    forget()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("0.3333333333333333", "1/3"),
        ("0.1428571428571428", "1/7"),
        ("-0.6666666666666667", "-2/3"),
        ("0.1", "1/10"),
        ("52.46337363", "52.46337363"),
        ("0.123456789", "0.123456789"),
        ("1e-12", "1e-12"),
        ("1/10007", "1/10007"),
        ("0.30000000000000004", "3/10"),
    ],
)
def test_a_number_is_read_as_the_fraction_that_was_meant(text, meant):
    assert payoff_of(Fraction(text)) == Fraction(meant)


def test_the_fraction_is_the_simplest_one_that_is_near():
    for numerator in range(1, 400):
        for x in (Fraction(numerator / 397), Fraction(repr(numerator / 397))):
            assert simplest(x) == Fraction(numerator, 397)
    pi = Fraction("3.14159265358979")
    assert simplest(pi) == Fraction(103993, 33102)
    assert all(abs(Fraction(round(pi * q), q) - pi) > NEAR for q in range(1, 33102))
    assert not is_floating(Fraction(1, 3))


def test_probabilities_have_the_sum_1():
    assert chances_of([Fraction("0.3333333333333333")] * 3) == [Fraction(1, 3)] * 3
    assert chances_of([Fraction("0.333333333")] * 3)[0] == Fraction(1, 3)
    assert chances_of([Fraction("0.333")] * 3) == [Fraction("0.333")] * 3  # the reader refuses these
    odd = chances_of([Fraction("0.1234567890123"), Fraction("0.3141592653589"), Fraction("0.5623839456288")])
    assert sum(odd) == 1
    assert abs(odd[0] - Fraction("0.1234567890123")) < NEAR
    assert chances_of([Fraction(1), Fraction(0)]) == [1, 0]


def test_payoffs_that_are_too_fine_are_refused_and_others_rounded():
    game = import_efg(COIN.format("1234567.123456789012345"), "fine")
    assert abs(float(game.rules.GAME.payoff(game.rules.GAME.payoffs[1])) - 1234567.123456789) < 1e-9
    with pytest.raises(
        Unreadable, match=r"payoffs in units of 1/1 go up to 1000\d+; expected payoffs with fewer"
    ):
        import_efg(COIN.format(10**19), "large")


def test_large_scores_are_simulated_without_overflow():
    """Sums of squares of such scores do not fit into 64 bits."""
    coin = COIN.format(2_000_000_000)
    small = COIN.format(2)
    for seating in ("fixed", "rotate"):
        game = import_efg(coin, f"large-{seating}")
        large = uc.simulate(game, games=2000, seed=1, seating=seating).seats[0]
        game = import_efg(small, f"small-{seating}")
        usual = uc.simulate(game, games=2000, seed=1, seating=seating).seats[0]
        assert large.deviations["score_sd"] == pytest.approx(1e9 * usual.deviations["score_sd"], rel=1e-6)
        mean, other = large.estimates["score_mean"], usual.estimates["score_mean"]
        assert mean.value == pytest.approx(1e9 * other.value, rel=1e-6)
        assert mean.se == pytest.approx(1e9 * other.se, rel=1e-6)


@pytest.mark.parametrize(
    "number",
    ["0.3333333333333333", "0.14285714285714285", "1e-3", "-2.5", "\u22121/3", "0.1234567890123", "7/3"],
)
def test_both_formats_of_gambit_read_the_same_number(number):
    tree = read_efg(f'EFG 2 R "x" {{ "A" }}\nt "" 1 "" {{ {number} }}')
    assert read_nfg(f'NFG 1 R "x" {{ "A" }} {{ 1 }} {number}').payoffs[0,] == tree.root.paid


@pytest.mark.parametrize("number", ["1/0", "1e9999", "1e9_999", "1_000", "x", "nan"])
def test_both_formats_of_gambit_refuse_what_is_no_number(number):
    sentence = "expected a payoff: a whole number, a decimal or a fraction"
    with pytest.raises(Unreadable, match=sentence):
        read_efg(f'EFG 2 R "x" {{ "A" }}\nt "" 1 "" {{ {number} }}')
    with pytest.raises(Unreadable, match=sentence):
        read_nfg(f'NFG 1 R "x" {{ "A" }} {{ 1 }} {number}')
