"""Certificates of matches with a limit of rounds: what is proved, played and refused."""

import copy

import pytest

from upcard.certificates.certificate import write_certificate
from upcard.certificates.limited_match_certificate import reachable
from upcard.engine.errors import Failure, Refused, Usage
from upcard.engine.game import make_game
from upcard.engine.players import entrant_for
from upcard.games.smallsum.match_rounds import stochastic_game
from upcard.games.smallsum.solvers import limited_rounds, penny_match
from upcard.solving import limited_match_solution
from upcard.solving.game_solver_contract import SolveTerms

ROUNDS = 3


def limited(rounds=ROUNDS, purse=2):
    return make_game("smallsum", variant="alternate", purse=purse, rounds=rounds)


@pytest.fixture(scope="module")
def solution(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UPCARD_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield penny_match.reach(limited(), SolveTerms())


def test_the_value_is_proved_backward(solution, checked):
    title, value, how = checked(solution.certificate())
    assert title == "Smallsum (variant=alternate, purse=2, rounds=3, first=fixed, objective=match)"
    assert value.startswith("the value for the first player lies between 0.4940")
    assert how.startswith("best responses to the strategies for 1 to 3 rounds left")


def test_the_solution_has_the_values_by_rounds_left(solution):
    stated = solution.to_json()
    assert stated["rounds"] == ROUNDS
    assert stated["values_by_rounds_left"][0] == [0.25, 0.5, 0.75]
    assert stated["values_by_rounds_left"][ROUNDS][1] == stated["value"]
    assert not solution.shortcomings()
    assert solution.rows()[0] == ("A's pennies", "A's share at the end", "A's share now")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda x: x["layers"].pop(), "needs 3 layers"),
        (lambda x: x.update(rounds=["1"]), "rounds are not those of the game"),
        (lambda x: x.update(value=0.5), "expected those of the last layer"),
        (lambda x: x["layers"][0]["values"].__setitem__(1, 0.4), "the certificate states at most"),
        (lambda x: x["layers"][1].update(error=2), "impossible"),
        (lambda x: x["layers"][1]["strategy"].pop(), "needs a list of 3 strategies"),
        (lambda x: x["layers"][2]["strategy"].__setitem__(1, None), "is missing"),
        (lambda x: x["layers"].__setitem__(1, x["layers"][0]), "the certificate states at most"),
    ],
)
def test_a_changed_certificate_is_refused(solution, checked, change, reason):
    stated = copy.deepcopy(solution.certificate())
    change(stated)
    with pytest.raises(Refused, match=reason):
        checked(stated)


def test_it_is_played_by_its_strategies(solution, tmp_path):
    write_certificate(tmp_path / "it.json", solution.certificate())
    stored = entrant_for(f"solved:{tmp_path / 'it.json'}", limited()).odds
    computed = entrant_for("equilibrium", limited()).odds
    assert stored is not None
    assert computed is not None
    match = limited().match(3)
    while not match.is_over:
        odds = stored(match.view(match.player))
        assert sum(p for _, p in odds) == 1
        assert {a for a, _ in odds} <= set(match.legal())
        assert computed(match.view(match.player))
        match.do(odds[0][0])
    with pytest.raises(Usage, match="rounds=3"):
        entrant_for(f"solved:{tmp_path / 'it.json'}", limited(4))


def test_rounds_that_cannot_be_reached_are_left_out():
    match = stochastic_game(limited(1, 12))
    layers = reachable(match, 1)
    assert layers[1] == {match.begin}
    assert match.begin in layers[0]
    assert len(layers[0]) == 15 < len(match.names)


def test_a_checkpoint_is_refused(tmp_path):
    with pytest.raises(Usage, match="without a checkpoint"):
        penny_match.reach(limited(), SolveTerms(checkpoint=tmp_path / "x"))


def test_long_matches_get_values_but_no_certificate(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(limited_match_solution, "MOST_SAVED", 1)
    monkeypatch.setattr(limited_rounds, "MOST_SAVED", 1)
    solution = penny_match.reach(limited(2, 1), SolveTerms())
    assert solution.value == 0.5
    with pytest.raises(Failure, match="at most 1 rounds"):
        solution.certificate()
