"""``equilibrium``: its certificates hold, it plays by them, and nobody gets more against it than they say."""

from fractions import Fraction

import numpy as np
import pytest
from tests.night import IS_NIGHTLY, LATE
from tests.shared import shipped_certificate as shipped_file

import upcard as uc
from upcard.certificates.certificate import game_of_certificate, read_certificate
from upcard.certificates.match_certificate import unpack_probabilities
from upcard.certificates.verify_file import verify
from upcard.engine.errors import BrokenRules, Usage
from upcard.engine.game import make_game
from upcard.engine.players import can_play, entrant_for
from upcard.engine.strategy_contract import check_strategy
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.strategy_table import MOST_PARTS
from upcard.games.smallsum.match_rounds import stochastic_game
from upcard.solving.best_response.best_responses import best_responses
from upcard.solving.exploitability import best_response
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.match_of_rounds import prove_bounds
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solution_cache import shipped_certificate
from upcard.solving.tree_solution import solve_tree
from upcard.strategies import equilibrium
from upcard.strategies.equilibrium import CERTIFICATES, STRATEGY
from upcard.testing.game_variants import plain_variants

FILES = sorted(CERTIFICATES.glob("*/solutions/*.json"))
TREES = ("kuhn-poker", "le-her", "leduc-poker")
QUICK = [shipped_file(f"{name}.json") for name in TREES if "leduc" not in name]
"""Leduc poker takes ten seconds to be solved in fractions."""

LARGE = ("smallsum.alternate.json", "smallsum.alternate-rotate.json")
"""Five seconds each to be checked."""

BY_NIGHT = (*LARGE, "smallsum.choice.json", "leduc-poker.json")
CHECKED = [file for file in FILES if IS_NIGHTLY or file.name not in BY_NIGHT]
PROVED = {
    **dict.fromkeys(TREES, "the value for seat 1 is exactly"),
    **dict.fromkeys(("smallsum", "stoppers"), "the value for the first player lies between"),
}

VALUES = {"kuhn-poker": Fraction(-1, 18), "le-her": 2 * Fraction(11327, 22100) - 1}
"""Kuhn 1950; de Montmort 1713, of the games that Paul wins."""


def names(files):
    return [file.stem for file in files]


def test_it_plays_the_games_whose_certificates_lie_in_its_folder():
    assert set(STRATEGY.games) == {"kuhn-poker", "le-her", "leduc-poker", "smallsum", "stoppers"}
    for file in FILES:
        assert shipped_certificate(CERTIFICATES, game_of_certificate(read_certificate(file))) == file


@pytest.mark.parametrize("file", CHECKED, ids=names(CHECKED))
def test_every_certificate_holds(file):
    proved = verify(file)
    assert any(PROVED[file.name.split(".")[0]] in sentence for sentence in proved)


@pytest.mark.parametrize("name", LARGE)
def test_rounded_matches_are_proved_to_a_millionth(name):
    stated = read_certificate(shipped_file(name))
    assert np.max(np.subtract(stated["high"], stated["low"])) < 1e-6


@pytest.mark.parametrize("file", QUICK, ids=names(QUICK))
def test_solving_again_gives_the_same(file):
    stated = read_certificate(file)
    again = solve_tree(game_of_certificate(stated), SolveTerms()).certificate()
    assert again["value_exact"] == stated["value_exact"] == str(VALUES[stated["game"]])
    assert set(again) == set(stated)


def test_solving_leduc_poker_again_gives_the_same_value():
    """By regret minimization, which shares nothing with linear programming."""
    solution = solve_tree(make_game("leduc-poker"), SolveTerms(method="pcfr+", gap=1e-4))
    low, high = solution.bounds
    stated = read_certificate(shipped_file("leduc-poker.json"))
    assert low <= Fraction(stated["value_exact"]) <= high
    assert stated["value"] == pytest.approx(-0.085606424078, abs=1e-12)  # OpenSpiel's linear program


@pytest.mark.parametrize("name", TREES)
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
    value = float(Fraction(read_certificate(shipped_file(f"{name}.json"))["value_exact"]))
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


def variants(name):
    """The options of the plain variants of a game that it plays, other than the usual ones."""
    found = []
    for game in plain_variants(name):
        if can_play("equilibrium", game):
            usual = make_game(name).option_words()
            found.append({k: x for k, x in game.option_words().items() if x != usual[k]})
    return found


def test_it_plays_every_variant_of_smallsum():
    assert len(variants("smallsum")) == len(plain_variants("smallsum"))


def test_it_plays_stoppers_for_two_with_a_fresh_deck():
    assert variants("stoppers") == [{"reshuffle": "every_round"}]
    assert can_play("equilibrium", make_game("stoppers", 2, "fresh-deck", first_dealer=1))


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "basic", "first": "rotate", "rounds": 50},
        {"variant": "choice", "rounds": 7},
        {"variant": "alternate", "first": "rotate"},
        {"variant": "alternate", "objective": "pennies", "purse": 100, "rounds": 1, "first": "rotate"},
    ],
)
def test_options_that_change_nothing_may_be_others(options):
    assert can_play("equilibrium", make_game("smallsum", **options))


@pytest.mark.parametrize("variant", ["basic", "choice"])
def test_without_open_bets_a_match_is_worth_the_share_of_the_pennies(variant):
    """That is also what a match counts that is stopped, and what it is worth with A in turns."""
    stated = read_certificate(shipped_file(f"smallsum.{variant}.json"))
    for name in ("low", "high"):
        assert np.abs(np.array(stated[name]) - np.arange(1, 16) / 16).max() < 1e-9


@LATE
def test_without_open_bets_it_is_as_good_with_a_in_turns():
    """Bounds of best responses to what is played, by the rules that make players A in turns."""
    held = read_certificate(shipped_file("smallsum.basic.json"))["strategy"]
    match = stochastic_game(make_game("smallsum", first="rotate"))
    rounds = [match.round_of(k) for k in range(15)]
    plans = [
        r.plan(np.array(unpack_probabilities(x, r.sequences - 2, "it")))
        for r, x in zip(rounds, held, strict=True)
    ]
    _, bounds, _ = prove_bounds(match, plans)
    assert np.abs(bounds - np.arange(1, 16)[:, None] / 16).max() < 1e-9


@pytest.mark.parametrize(
    ("name", "players", "options", "reason"),
    [
        (
            "liars-dice",
            2,
            {"sides": 3},
            "plays kuhn-poker, le-her, leduc-poker, smallsum, stoppers, not liars-dice",
        ),
        (
            "smallsum",
            2,
            {"variant": "alternate", "purse": 9},
            "smallsum --option purse=9 --option variant=alternate --objective match --save FILE`",
        ),
        (
            "smallsum",
            2,
            {"variant": "alternate", "purse": 30},
            "purse=30 makes too many rounds; expected at most 20",
        ),
        (
            "stoppers",
            2,
            {},
            "it is solved only with a fresh deck for every round; choose reshuffle=every_round",
        ),
        (
            "stoppers",
            4,
            {"reshuffle": "every_round"},
            "only matches of two players are solved; solve a round, with `upcard solve stoppers --players 4",
        ),
        (
            "stoppers",
            2,
            {"reshuffle": "every_round", "last_together": "nobody"},
            "both may lose; choose share",
        ),
    ],
)
def test_what_it_cannot_play_is_refused_with_what_to_do(name, players, options, reason):
    with pytest.raises(Usage) as fault:
        entrant_for("equilibrium", make_game(name, players, **options))
    assert reason in str(fault.value)


def test_what_is_solved_within_seconds_is_solved_once_and_kept(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    game = make_game("smallsum", purse=1, first="rotate")
    play = entrant_for("equilibrium", game).choose
    (file,) = (tmp_path / "solved").iterdir()
    assert read_certificate(file)["options"] == make_game("smallsum", purse=1).option_words()
    assert verify(file)
    assert "solving Smallsum, 2 players" in caplog.text
    caplog.clear()
    assert entrant_for("equilibrium", game).choose is play
    assert not caplog.records
    file.write_text("{}")  # of a damaged file it is solved again
    entrant_for("equilibrium", game)
    assert caplog.records
    assert verify(file)


def test_where_nothing_can_be_kept_it_plays_all_the_same(tmp_path, monkeypatch, caplog):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "file"))
    game = make_game("smallsum", variant="choice", purse=1)
    for _ in range(2):
        choose = entrant_for("equilibrium", game).choose
        s = game.start(seed=1)
        assert choose(game.view(s, s.player)) in game.legal_actions(s)
    solved, kept = (x.getMessage() for x in caplog.records)
    assert solved.startswith("solving Smallsum")
    assert kept.startswith("the solution cannot be stored, so it is computed at every start: ")
    assert f"{tmp_path / 'file'} is a file, not a folder" in kept


@LATE
@pytest.mark.parametrize("seats", [("equilibrium", "dominant"), ("dominant", "equilibrium")])
def test_at_smallsum_it_loses_no_more_than_the_value(seats):
    """In the cash game of Alternate, where going first costs something."""
    stated = read_certificate(shipped_file("smallsum.alternate-pennies.json"))
    game = make_game("smallsum", variant="alternate", objective="pennies")
    result = uc.simulate(game, seats, games=50_000, seed=6)
    mine = result.seats[seats.index("equilibrium")].estimates["score_mean"]
    worth = stated["value"] if seats[0] == "equilibrium" else -stated["value"]
    assert mine.high >= worth


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
