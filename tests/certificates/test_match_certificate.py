"""Certificates of matches: what is proved, and what is refused."""

import base64
import copy
import zlib
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from upcard.certificates import match_certificate as match
from upcard.certificates.match_certificate import (
    best_value,
    exact_best,
    fraction_text,
    pack_probabilities,
    rounds_of,
    stop_effect,
    unpack_probabilities,
)
from upcard.engine.errors import Refused
from upcard.engine.game import make_game
from upcard.games.smallsum.solvers import cash_game as smallsum_pennies
from upcard.games.smallsum.solvers import penny_match as smallsum_match
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.round_best_response import response


@pytest.fixture(scope="module")
def short():
    """A match of three rounds, from two pennies each."""
    return smallsum_match.reach(make_game("smallsum", variant="basic", purse=2), SolveTerms())


@pytest.fixture(scope="module")
def cash():
    """The cash game, exactly."""
    return smallsum_pennies.reach(make_game("smallsum", variant="basic", objective="pennies"), SolveTerms())


def test_a_match_is_proved(short, checked):
    title, value, rounds, lasts, stop = checked(short.certificate())
    assert title == "Smallsum (variant=basic, purse=2, rounds=10000, first=fixed, objective=match)"
    assert value.startswith("the value for the first player lies between 0.49999999")
    assert rounds.startswith("the bounds of all 3 rounds")
    assert lasts.startswith("nobody can make the match last more than")
    assert stop == "stopping it after 10,000 rounds changes the value by less than 1e-15"


def test_an_exact_value_is_proved(cash, checked):
    assert cash.value_exact == 0
    assert checked(cash.certificate())[1] == "the value for the first player is exactly 0, 0.000000000000"


def replaced(name, x):
    return lambda stated: stated.update({name: x})


def shifted(name, k, by):
    def change(stated):
        stated[name][k] += by

    return change


def turned(k, old, new, n):
    """Changes the codes of a round: the n-th pair of choices of a kind becomes another."""

    def change(stated):
        codes = zlib.decompress(base64.b64decode(stated["strategy"][k]["codes"]))
        at = [i for i in range(0, len(codes) - 1, 2) if codes[i : i + 2] == old][n]
        codes = codes[:at] + new + codes[at + 2 :]
        stated["strategy"][k]["codes"] = base64.b64encode(zlib.compress(codes)).decode()

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (replaced("rounds", ["1", "2"]), "rounds are not those"),
        (replaced("value", 0.6), "value is 0.6"),
        (replaced("strategy", []), "a list of 3 strategies, one per round"),
        (replaced("strategy", [{}, {}, {}]), "expected codes and mixed"),
        (shifted("values", 0, 0.01), "outside its bounds"),
        (shifted("high", 0, -1e-9), "outside its bounds|can get"),
        (shifted("low", 2, 1e-9), "outside its bounds|can get"),
        (shifted("duration_first", 1, -0.1), "can make the match last"),
        (shifted("duration_second", 1, -0.1), "can make the match last"),
        (turned(1, b"\x00\x01", b"\x01\x00", 7), "can get|can make the match last"),
        (turned(1, b"\x00\x01", b"\x00\x00", 7), "have the sum 0"),
        (turned(1, b"\x00\x01", b"\x01\x01", 7), "have the sum 2"),
        (turned(1, b"\x00\x01", b"\x02\x02", 7), "mixed of round 2 hold"),
        (turned(1, b"\x00\x01", b"\x03\x01", 7), "hold 3"),
        (replaced("value_exact", "1/2"), "expected none for a match of several rounds"),
        (replaced("options", {"variant": "choice", "purse": 2}), "hold|the sum|can get"),
        (replaced("rules_version", 0), "version 0 of the rules"),
    ],
)
def test_what_is_changed_is_refused(short, checked, change, reason):
    stated = copy.deepcopy(short.certificate())
    change(stated)
    with pytest.raises(Refused, match=reason):
        checked(stated)


def test_a_wrong_exact_value_is_refused(cash, checked):
    stated = copy.deepcopy(cash.certificate()) | {"value_exact": "1/1000000000000000000"}
    with pytest.raises(Refused, match="stated to be exactly 1e-18, but the strategies prove 0 to 0"):
        checked(stated)


def test_a_match_that_is_stopped_soon_is_refused(short, checked, monkeypatch):
    monkeypatch.setattr(match, "stop_effect", lambda *_: 1e-3)
    with pytest.raises(
        Refused, match=r"stopping the match early can change its value by 0\.001; expected at most 1e-12"
    ):
        checked(short.certificate())


def test_how_much_a_stop_changes():
    stopped = replace(rounds_of(make_game("smallsum", purse=2)), limit=10, stalls=False)
    bounds, duration = np.array([[0.2, 0.2], [0.5, 0.5], [0.8, 0.8]]), np.full((2, 3), 2.0)
    assert stop_effect(stopped, bounds, duration) == pytest.approx(0.05 * 2 * 0.5**10)
    assert stop_effect(replace(stopped, limit=0), bounds, duration) == 0
    assert stop_effect(replace(stopped, limit=1), bounds, duration) == pytest.approx(0.05)
    assert stop_effect(replace(stopped, stalls=True), bounds, duration) == pytest.approx(0.05)
    assert stop_effect(stopped, np.stack([stopped.stopped] * 2, axis=1), duration) == 0


def test_games_whose_rounds_are_not_known_are_refused(short, checked):
    with pytest.raises(Refused, match="this Upcard cannot make the rounds of"):
        rounds_of(make_game("kuhn-poker"))


@pytest.mark.parametrize("kind", [float, Fraction])
def test_strategies_are_read_as_they_were_written(kind):
    chances = [kind(x) for x in (0, 1, Fraction(1, 4), Fraction(3, 4), 1, 0)]
    assert unpack_probabilities(pack_probabilities(chances), 6, "round 1") == chances
    with pytest.raises(Refused, match="hold more bytes; expected 5"):
        unpack_probabilities(pack_probabilities(chances), 5, "round 1")


@pytest.mark.parametrize("codes", ["?", "AAAA", base64.b64encode(zlib.compress(bytes(10**7))).decode()])
def test_what_cannot_be_unpacked_is_refused(codes):
    with pytest.raises(Refused, match=r"cannot be unpacked|hold"):
        unpack_probabilities({"codes": codes, "mixed": ""}, 6, "round 1")


def test_long_fractions_are_told_by_their_length():
    assert fraction_text(Fraction(-1, 3)) == "-1/3, -0.333333333333"
    assert fraction_text(Fraction(1, 10**70)) == "a fraction with 1 digits over 71, 0.000000000000"


def test_checker_and_solver_agree_on_best_responses(short):
    """Two programs that share no code: one goes back set by set, the other level by level."""
    rng = np.random.default_rng(2)
    round = rounds_of(make_game("smallsum", variant="alternate", purse=2)).round_of(1)
    plan = round.plan(round.strategy(np.concatenate([[1, 1], rng.random(round.sequences - 2)])))
    worth = rng.random(8)
    for p in (0, 1):
        assert best_value(round, plan, p, worth) == pytest.approx(
            response(round, plan, p, worth).value, 1e-12
        )


def test_exact_best_responses_are_the_rounded_ones_without_error(cash):
    round, rng = cash.match.round_of(0), np.random.default_rng(3)
    plan = round.plan(round.strategy(np.concatenate([[1, 1], rng.integers(1, 5, round.sequences - 2)])))
    worth = [0, 0, *(int(x) for x in cash.match.finals)]
    found = exact_best(round, [Fraction(x) for x in plan.tolist()], 1, worth)
    assert float(found) == pytest.approx(best_value(round, plan, 1, np.array(worth, float)), abs=1e-12)
