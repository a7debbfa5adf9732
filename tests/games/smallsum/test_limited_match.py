"""Matches of Smallsum with a limit of rounds: stored values, and the player that uses them."""

import json
from fractions import Fraction

import numpy as np
import pytest
from tests.night import LATE

from upcard.engine.errors import Usage
from upcard.engine.game import Match, make_game
from upcard.engine.players import can_play, entrant_for
from upcard.games.smallsum import limited_match as limited
from upcard.games.smallsum.activity import LIMITS
from upcard.games.smallsum.evaluator import LimitedMatchEvaluator, exact_judgement
from upcard.games.smallsum.match_rounds import stochastic_game
from upcard.games.smallsum.solvers import limited_rounds
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import review
from upcard.solving.game_solver_contract import GAP, SolveTerms
from upcard.solving.rounds_left import BackwardSolver, ValuesByRoundsLeft
from upcard.solving.rounds_left_tail import fitted_tail
from upcard.solving.solution_cache import certificate_for
from upcard.strategies.equilibrium import CERTIFICATES

FIRST = ("fixed", "rotate")
EVEN = (Fraction(1, 2), Fraction(1, 2))


def alternate(**options):
    return make_game("smallsum", variant="alternate", **options)


@pytest.mark.parametrize("first", FIRST)
def test_the_values_of_class_settings_ship(first):
    known = limited_rounds.known_values(alternate(first=first))
    assert known.layers >= 25
    assert np.all(np.diff(known.values, axis=1) > 0)
    for rounds in (int(x) for x, _ in LIMITS):
        game = alternate(first=first, rounds=rounds)
        assert can_play("equilibrium", game)
        assert not evaluator_for(game).is_sampled(game.start(seed=0))


@LATE
@pytest.mark.parametrize("first", FIRST)
def test_shipped_values_follow_from_those_with_one_round_less(first):
    known = limited_rounds.known_values(alternate(first=first))
    left = known.layers
    before = ValuesByRoundsLeft(known.values[:left], known.errors[:left])
    solver = BackwardSolver(stochastic_game(alternate(first=first)), before)
    solver.add_layer(lambda k: None)
    assert np.allclose(solver.known.values[-1], known.values[-1], atol=1e-11)


@pytest.mark.parametrize("first", FIRST)
def test_the_end_of_the_shipped_values_is_as_their_beginning_foretells(first):
    values = limited_rounds.known_values(alternate(first=first)).values
    final = np.array(certificate_for(CERTIFICATES, alternate(first=first))["values"])
    tail = fitted_tail(values[:63], final)
    assert max(np.abs(tail.at(n) - values[62 + n]).max() for n in range(len(values) - 62)) < 1e-6


@pytest.mark.parametrize("first", FIRST)
@pytest.mark.parametrize("rounds", [90, 400, 2699])
def test_every_limit_from_eight_pennies_is_solved(first, rounds):
    game = alternate(first=first, rounds=rounds)
    evaluator = evaluator_for(game)
    words = f"the equilibrium of the match of at most {rounds:,} rounds, with an error of at most "
    assert isinstance(evaluator, LimitedMatchEvaluator)
    assert evaluator.source.startswith(words)
    assert 0 < evaluator.error < 3e-6
    before, after = (evaluator.match.value(8, n) for n in (rounds - 1, rounds))
    final = evaluator_for(alternate(first=first)).before()[0]
    assert abs(after - final) < abs(before - final) or rounds == 2699
    assert entrant_for("equilibrium", game).odds


@LATE
@pytest.mark.parametrize("first", FIRST)
def test_far_beyond_the_table_values_follow_from_those_with_one_round_less(first):
    game = alternate(first=first)
    known, solver = limited_rounds.known_values(game), BackwardSolver(stochastic_game(game))
    for left in (known.layers + 1, known.layers + 40):
        solver.known = ValuesByRoundsLeft(known.at(left - 1)[None], np.zeros(1))
        solver.add_layer(lambda k: None)
        assert np.abs(solver.known.at(1) - known.at(left)).max() < 5e-8


@pytest.mark.parametrize(
    ("variant", "purse", "is_share"),
    [
        ("basic", 3, True),
        ("choice", 1, True),
        ("choice", 2, False),
        pytest.param("choice", 4, True, marks=LATE),
    ],
)
def test_in_basic_and_mostly_in_choice_the_value_is_the_share_of_the_pennies(variant, purse, is_share):
    game = make_game("smallsum", variant=variant, purse=purse)
    solver = BackwardSolver(stochastic_game(game))
    solver.add_layer(lambda k: None)
    assert np.allclose(solver.known.values[1], solver.match.stopped, atol=1e-11) == is_share
    assert limited_rounds.needs_layers(game) != is_share


def test_choice_from_small_purses_is_solved_by_rounds_left(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    game = make_game("smallsum", variant="choice", purse=2, rounds=3)
    evaluator = evaluator_for(game)
    assert evaluator.source == "the equilibrium of the match of at most 3 rounds"
    assert evaluator.before() == EVEN
    assert isinstance(evaluator, LimitedMatchEvaluator)
    assert evaluator.match.value(1, 1) < 0.25 - 0.04
    assert not can_play("equilibrium", make_game("smallsum", variant="choice", purse=2))


def test_missing_values_are_computed_once_and_stored(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    game = alternate(purse=1, rounds=4, first="rotate")
    assert entrant_for("equilibrium", game).odds
    assert "solving Smallsum" in caplog.text
    (file,) = (tmp_path / "solved").iterdir()
    assert 2 <= len(json.loads(file.read_text())["values"]) <= 5  # until the error is below 1e-6
    caplog.clear()
    assert entrant_for("equilibrium", alternate(purse=1, rounds=3, first="rotate")).odds
    assert not caplog.records


@pytest.mark.parametrize(
    "content", ["", "{}", "[]", '{"values": 1}', '{"tail": {"final": [0.5], "distances": [], "ratio": 1}}']
)
def test_a_damaged_file_is_replaced(content, tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    store = limited_rounds.store_of(alternate(purse=1))
    store.write(tmp_path / "table.json", store.extend(1))
    (tmp_path / "table.json").write_text(content)
    assert store._read(tmp_path / "table.json") is None


def test_what_takes_long_is_not_computed_by_the_way():
    with pytest.raises(Usage, match="takes about"):
        limited.limited_match(alternate(purse=20, rounds=100))
    with pytest.raises(Usage, match="upcard solve smallsum"):
        entrant_for("equilibrium", alternate(purse=20, rounds=100))


@pytest.mark.parametrize(
    ("options", "gap"),
    [({"rounds": 500}, GAP), ({"purse": 1, "rounds": 70}, GAP), ({"purse": 1, "rounds": 70}, 1e-9)],
)
def test_a_solution_is_as_near_as_it_was_requested(options, gap, tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    monkeypatch.setattr("upcard.solving.limited_match_store._tables", {})
    solution = limited_rounds.reach(alternate(**options), SolveTerms(gap=gap))
    assert solution.shortcomings() == []
    assert 2 * solution.solved.values.error(options["rounds"]) <= (gap if "purse" in options else 5e-6)


def test_a_review_by_simulation_says_how_to_get_the_solution():
    assert exact_judgement(alternate(purse=12, rounds=50)) == (
        "Simulation judges this match, because solving it takes about 19 min. Run `upcard solve smallsum "
        "--option purse=12 --option rounds=50 --option variant=alternate --objective match` once; then "
        "reviews on this machine use the solution."
    )
    assert exact_judgement(alternate(purse=12)) == ""
    game = alternate(purse=12, rounds=50)
    match = Match(game, 1, 0, (), ())
    match.do(match.legal()[0])
    assert exact_judgement(game) in review(match, evaluator_for(game)).rule


def test_the_cash_game_is_no_match():
    with pytest.raises(Usage, match="single round"):
        limited.limited_match(make_game("smallsum", preset="cash"))


@pytest.mark.parametrize("variant", ["basic", "choice"])
def test_every_purse_is_played_and_judged_in_basic_and_choice(variant):
    game = make_game("smallsum", variant=variant, purse=57, rounds=5)
    match, odds = game.match(2), entrant_for("equilibrium", game).odds
    assert odds is not None
    while not match.is_over:
        match.do(odds(match.view(match.player))[0][0])
    assert evaluator_for(game).before() == EVEN


def test_a_high_limit_makes_no_difference():
    assert not limited_rounds.is_limited(alternate(rounds=5000))
    assert limited_rounds.is_limited(alternate(rounds=2000))
    source = evaluator_for(alternate(rounds=20_000)).source
    assert source == evaluator_for(alternate()).source == "the equilibrium of the match"


@pytest.mark.parametrize(
    ("rounds", "unit"), [(12, "share of the pennies"), (10_000, "chance to win the match")]
)
def test_the_unit_says_whether_the_match_may_be_stopped_early(rounds, unit):
    for variant in ("basic", "alternate"):
        assert evaluator_for(make_game("smallsum", variant=variant, rounds=rounds)).unit == unit


def test_the_player_draws_by_its_odds():
    game = alternate(rounds=6)
    choose, odds = (getattr(entrant_for("equilibrium", game), x) for x in ("choose", "odds"))
    for seed in range(5):
        match = game.match(seed)
        view = match.view(match.player)
        assert choose(view) in {a for a, _ in odds(view)}


@LATE
def test_limited_matches_that_are_played_give_the_solved_value():
    game = alternate(rounds=6)
    player, shares = entrant_for("equilibrium", game), []
    for seed in range(3000):
        match = game.match(seed)
        while not match.is_over:
            match.do(player.choose(match.view(match.player)))
        shares.append(match.state.pennies[0] / 16)
    error = np.std(shares) / len(shares) ** 0.5
    assert abs(np.mean(shares) - limited.limited_match(game).value(8, 6)) < 4 * error
