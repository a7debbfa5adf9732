"""``equilibrium``: its certificates hold, it plays by them, and nobody gets more against it than they say."""

from fractions import Fraction

import numpy as np
import pytest

import upcard as uc
from upcard.checking.certificate import game_of, read_certificate
from upcard.checking.verify import verify
from upcard.engine.entrants import entrant_for
from upcard.engine.errors import BrokenRules, Usage
from upcard.engine.game import make_game
from upcard.engine.lookup import MOST_PARTS
from upcard.engine.strategy_contract import check_strategy
from upcard.engine.tree import unroll
from upcard.solved.find import shipped
from upcard.solving.best_response import best_response
from upcard.solving.objective import Terms
from upcard.solving.respond import best_responses
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solution import reach
from upcard.strategies import equilibrium
from upcard.strategies.equilibrium import CERTIFICATES, STRATEGY

FILES = sorted(CERTIFICATES.iterdir())
QUICK = [file for file in FILES if "leduc" not in file.name]
"""Leduc poker takes ten seconds to be solved in fractions."""

VALUES = {"kuhn-poker": Fraction(-1, 18), "le-her": 2 * Fraction(11327, 22100) - 1}
"""Kuhn 1950; de Montmort 1713, of the games that Paul wins."""


def names(files):
    return [file.stem for file in files]


def test_it_plays_the_games_whose_certificates_lie_in_its_folder():
    assert set(STRATEGY.games) == {"kuhn-poker", "le-her", "leduc-poker"}
    for file in FILES:
        assert shipped(CERTIFICATES, game_of(read_certificate(file))) == file


@pytest.mark.parametrize("file", FILES, ids=names(FILES))
def test_every_certificate_holds(file):
    proved = verify(file)
    assert "the value for seat 1 is exactly" in proved[-1]


@pytest.mark.parametrize("file", QUICK, ids=names(QUICK))
def test_solving_again_gives_the_same(file):
    stated = read_certificate(file)
    again = reach(game_of(stated), Terms()).certificate()
    assert again["value_exact"] == stated["value_exact"] == str(VALUES[stated["game"]])
    assert set(again) == set(stated)


def test_solving_leduc_poker_again_gives_the_same_value():
    """By regret minimization, which shares nothing with linear programming."""
    solution = reach(make_game("leduc-poker"), Terms(method="pcfr+", gap=1e-4))
    low, high = solution.bounds
    stated = read_certificate(CERTIFICATES / "leduc-poker.json")
    assert low <= Fraction(stated["value_exact"]) <= high
    assert stated["value"] == pytest.approx(-0.085606424078, abs=1e-12)  # OpenSpiel's linear program


@pytest.mark.parametrize("name", STRATEGY.games)
def test_nobody_gets_more_against_it_than_the_value(name):
    """Best responses to what it plays in every view, rounded as it is."""
    game = make_game(name)
    one = entrant_for("equilibrium", game)
    played: list[float] = []
    assert one.odds is not None
    tell = one.odds

    def note(v):
        odds = dict(tell(v))
        played.extend(float(odds.get(a, 0)) for a in game.legal_actions(v))

    form = sequence_form(unroll(game, on_set=note))
    value = float(Fraction(read_certificate(CERTIFICATES / f"{name}.json")["value_exact"]))
    error = len(played) * 13 / MOST_PARTS  # payoffs are 13 at most
    assert best_response(form, np.array(played), 0).value == pytest.approx(value, abs=error)
    assert best_response(form, np.array(played), 1).value == pytest.approx(-value, abs=error)


def test_upcard_respond_reckons_with_its_odds():
    """They are of 2^31 parts at Leduc poker, which cannot be tried one by one; nothing is estimated."""
    response = best_responses(make_game("leduc-poker"), ["equilibrium"], seat=0)
    assert response.seats[0].value == pytest.approx(-0.085606424078, abs=1e-6)


def test_its_mean_against_itself_is_the_value():
    result = uc.simulate("kuhn-poker", ["equilibrium", "equilibrium"], games=100_000, seed=4)
    mean = result.seats[0].estimates["score_mean"]
    assert mean.low < -1 / 18 < mean.high
    assert mean.high - mean.low < 0.02


def test_it_takes_no_parameters():
    with pytest.raises(Usage, match="equilibrium has no parameter 'x'"):
        entrant_for("equilibrium:x=1", make_game("kuhn-poker"))


def test_where_no_certificate_comes_along_it_says_how_to_make_one(tmp_path):
    with pytest.raises(Usage) as fault:
        shipped(tmp_path, make_game("liars-dice", sides=3))
    assert str(fault.value) == (
        "no solution of Liar's dice, 2 players, sides=3, wild=highest comes with Upcard; solve it with "
        "`upcard solve liars-dice --save FILE`, and play with solved:FILE"
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"CERTIFICATES": "here"}, "CERTIFICATES is 'here'; expected the path of a folder"),
        ({"CERTIFICATES": CERTIFICATES / "nowhere"}, "expected the path of a folder"),
        ({"CERTIFICATES": CERTIFICATES.parent}, "CERTIFICATES has no file kuhn-poker.json; add it, or leave"),
    ],
)
def test_a_strategy_file_without_its_certificates_is_refused(monkeypatch, change, reason):
    for name, x in change.items():
        monkeypatch.setattr(equilibrium, name, x)
    with pytest.raises(BrokenRules, match=reason):
        check_strategy(equilibrium)
