"""A match that is gone on with from a file is solved as in one piece, and other files are refused."""

import numpy as np
import pytest

from upcard.engine.errors import Failure
from upcard.engine.game import make_game
from upcard.games.smallsum.match_rounds import cash_game, open_card_situations
from upcard.games.smallsum.solvers import cash_game as smallsum_pennies
from upcard.games.smallsum.solvers import penny_match as smallsum_match
from upcard.solving import checkpoints
from upcard.solving import match_of_rounds as matches
from upcard.solving.match_solution import MatchSolution
from upcard.solving.solve_game import solve

GAMES = {
    "smallsum": (make_game("smallsum", variant="basic", purse=2), "match"),
    "stoppers": (make_game("stoppers", 2, lives=2), "match"),
}


PIECES = {"smallsum": (3, 90, 170, 215, 3), "stoppers": (2, 4, 3, 8)}
"""After so many steps more they are stopped."""


def stopper(steps):
    """Press Ctrl-C at the step of that number."""
    left = [steps]

    def step(what, done):
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return step


def pressed(name, place, steps):
    """Stop a solve after so many steps; gives what is said."""
    game, objective = GAMES[name]
    with pytest.raises(KeyboardInterrupt) as stop:
        solve(game, objective=objective, checkpoint=place, on_step=stopper(steps))
    return str(stop.value)


def numbers(found):
    """All that was found, as text without the seconds."""
    return {name: x for name, x in found.certificate().items() if name != "seconds"}


@pytest.fixture(scope="module")
def whole():
    """Each of the games, solved in one piece."""
    return {name: solve(game, objective=objective) for name, (game, objective) in GAMES.items()}


@pytest.mark.parametrize("name", ["smallsum", "stoppers"])
def test_in_many_pieces_every_bit_is_the_same(whole, tmp_path, name):
    """Stopped within the first sweep, between sweeps, and while best responses are looked for."""
    place, (game, objective) = tmp_path / "kept", GAMES[name]
    said = [pressed(name, place, steps) for steps in PIECES[name]]
    assert said[0].startswith("in the first sweep, at round ")
    assert all(x.endswith(f"progress is stored in {place}; the same command resumes it") for x in said)
    found = solve(game, objective=objective, checkpoint=place)
    assert numbers(found) == numbers(whole[name])
    assert found.is_whole
    found.release()
    assert not place.exists()


def test_an_interrupt_of_the_proof_loses_no_sweep(whole, tmp_path):
    """Gone on with, nothing is left to be solved: the first step is the proof."""
    place, last, steps = tmp_path / "kept", [], []

    def stop(what, done):
        if what == "best responses":
            last.append(what)
            if len(last) == 5:
                raise KeyboardInterrupt

    game, objective = GAMES["stoppers"]
    with pytest.raises(KeyboardInterrupt, match=r"after \d+ sweeps the value is about 0\.\d{6}, not proved"):
        solve(game, objective=objective, checkpoint=place, on_step=stop)
    found = solve(game, objective=objective, checkpoint=place, on_step=lambda what, done: steps.append(what))
    assert steps[:2] == ["unrolling the rounds", "best responses"]
    assert numbers(found) == numbers(whole["stoppers"])


def test_where_no_place_is_named_it_lies_in_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    said = pressed("stoppers", None, 3)
    (place,) = (tmp_path / "checkpoints").iterdir()
    assert place.name.startswith("stoppers-match-")
    assert f"stored in {place};" in said


def test_it_is_kept_now_and_then(tmp_path, monkeypatch):
    """A crash loses no more than what was found since."""
    monkeypatch.setattr(checkpoints, "STORE_EVERY", 0.0)
    place, (game, objective), found = tmp_path / "kept", GAMES["stoppers"], []

    def look(*_):
        found.append(place.exists())
        if found[-1]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(game, objective=objective, checkpoint=place, on_step=look)
    assert found[0] is False
    assert len(found) < 100


@pytest.mark.parametrize("other", [{"lives": 3}, {"last_together": "replay"}])
def test_one_of_other_options_is_refused(tmp_path, other):
    place = tmp_path / "kept"
    pressed("stoppers", place, 3)
    game = make_game("stoppers", 2, **{"lives": 2, **other})
    with pytest.raises(Failure, match="is of another game or of other options; remove it to start again"):
        solve(game, objective="match", checkpoint=place)


@pytest.fixture(scope="module")
def left(tmp_path_factory):
    """What a solve that was stopped has left."""
    place = tmp_path_factory.mktemp("left") / "kept"
    pressed("smallsum", place, 60)
    with np.load(place) as found:
        return {name: found[name] for name in found.files}


@pytest.mark.parametrize("lost", ["values", "plan_1", "statuses_0", "waiting"])
def test_one_that_is_not_whole_is_refused(left, tmp_path, lost):
    place = tmp_path / "kept"
    with place.open("wb") as file:
        np.savez(file, **{**left, lost: left[lost][:-1]} if lost != "waiting" else {"of": left["of"]})
    with pytest.raises(Failure, match="is not a readable checkpoint; remove it to start again"):
        solve(GAMES["smallsum"][0], objective="match", checkpoint=place)


def test_fractions_that_are_not_wanted_to_the_end_leave_the_bounds(monkeypatch):
    """Ctrl-C while fractions are computed: what was proved before is told, and that it was stopped."""
    monkeypatch.setattr(
        smallsum_pennies, "stochastic_game", lambda game: cash_game(game, open_card_situations()[1][:3])
    )
    monkeypatch.setattr(smallsum_pennies, "betting_sentences", lambda *_: [])

    def stop(what, done):
        if what == "fractions":
            raise KeyboardInterrupt

    game = make_game("smallsum", variant="basic", objective="pennies")
    whole, found = (solve(game, objective="pennies", on_step=step) for step in (None, stop))
    assert (whole.is_whole, found.is_whole, found.value_exact) == (True, False, None)
    low, high = found.to_json()["bounds"]
    assert low <= whole.value_exact <= high


def test_what_takes_long_is_announced(monkeypatch):
    monkeypatch.setattr(smallsum_match, "LONG_SECONDS", 0.0)
    said: list[str] = []
    solve(make_game("smallsum", variant="basic", purse=1), objective="match", on_start=said.append)
    assert said[0].startswith("about 0 s, 0.1 GB of memory; stored once a minute in ")
    solve(make_game("smallsum", variant="alternate", purse=1), objective="match", on_start=said.append)
    assert said[1].startswith("about 6 s, 0.1 GB of memory; stored once a minute in ")


def test_too_few_sweeps_and_a_gap_that_is_missed_are_told(monkeypatch):
    monkeypatch.setattr(matches, "MOST_SWEEPS", 1)
    found = solve(make_game("stoppers", 2, lives=2), objective="match")
    assert found.to_json()["is_settled"] is False
    unsettled, missed = found.shortcomings()
    assert unsettled == "after 1 sweep, the maximum, the values of the rounds still changed"
    assert missed.startswith("the requested gap of 1e-09 is not reached: it is ")


def test_a_gap_of_0_asks_for_all_there_is_and_is_never_missed():
    found = solve(make_game("stoppers", 2, lives=2), objective="match", gap=0)
    assert isinstance(found, MatchSolution)
    assert found.widest() > 0
    assert found.shortcomings() == []


def test_what_reached_its_gap_says_nothing_more(whole):
    for found in whole.values():
        assert found.shortcomings() == []
        assert found.to_json()["is_settled"] is True
