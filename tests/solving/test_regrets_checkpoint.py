"""Regret minimization that goes on from a file learns what it would have learned in one piece."""

import numpy as np
import pytest

from upcard.engine.errors import Failure
from upcard.solving import cfr_plus, checkpoints
from upcard.solving.regrets import Regrets
from upcard.solving.solver_contract import Aim
from upcard.solving.solver_registry import find_solver


@pytest.mark.parametrize("method", ["cfr", "cfr+", "dcfr", "pcfr+"])
def test_in_two_pieces_the_answer_is_the_same(form, tmp_path, method):
    place, solver = tmp_path / "kept.npz", find_solver(method)
    whole = solver.solve(form("kuhn-poker"), Aim(0, 300))
    solver.solve(form("kuhn-poker"), Aim(0, 100, checkpoint=place))
    assert place.exists()
    rest = solver.solve(form("kuhn-poker"), Aim(0, 300, checkpoint=place))
    assert rest.iterations == 300
    assert (rest.strategy == whole.strategy).all()


def test_an_interrupt_keeps_what_was_learned(form, tmp_path):
    def stop(what, fraction):
        raise KeyboardInterrupt

    place = tmp_path / "kept.npz"
    answer = find_solver("cfr+").solve(form("leduc-poker"), Aim(0, 10_000, on_step=stop, checkpoint=place))
    assert not answer.is_whole
    with np.load(place) as found:
        assert int(found["iterations"]) == answer.iterations > 0


@pytest.mark.parametrize("named", [True, False])
def test_an_interrupt_keeps_it_where_no_place_is_named_too(form, tmp_path, named):
    def stop(what, fraction):
        raise KeyboardInterrupt

    solver, places = find_solver("cfr+"), (tmp_path / "named.npz", tmp_path / "own.npz")
    given = {"checkpoint": places[0] if named else None, "at_stop": places[1]}
    answer = solver.solve(form("kuhn-poker"), Aim(0, 10_000, on_step=stop, **given))
    assert answer.resume_from == places[not named]
    assert sorted(tmp_path.iterdir()) == [answer.resume_from]
    rest = solver.solve(form("kuhn-poker"), Aim(0, 300, checkpoint=answer.resume_from))
    whole = solver.solve(form("kuhn-poker"), Aim(0, 300, at_stop=tmp_path / "never"))
    assert (rest.strategy == whole.strategy).all()
    assert (rest.resume_from, whole.resume_from) == (answer.resume_from, None)
    assert not (tmp_path / "never").exists()


def test_what_was_learned_is_kept_once_a_minute(form, tmp_path, monkeypatch):
    place, kept = tmp_path / "kept.npz", []
    monkeypatch.setattr(checkpoints, "STORE_EVERY", 0.0)
    aim = Aim(0, 64, checkpoint=place, on_step=lambda *_: kept.append(place.exists()))
    find_solver("cfr+").solve(form("kuhn-poker"), aim)
    assert kept == [False, True, True]


def test_what_cannot_be_kept_is_found_all_the_same(form, tmp_path):
    def stop(what, fraction):
        raise KeyboardInterrupt

    aim = Aim(0, 10_000, on_step=stop, at_stop=tmp_path / "nowhere" / "own.npz")
    answer = find_solver("cfr+").solve(form("kuhn-poker"), aim)
    assert answer.iterations > 0
    assert answer.resume_from is None


def test_what_is_near_enough_needs_no_checkpoint_any_more(form, tmp_path):
    place = tmp_path / "kept.npz"
    solver = find_solver("cfr+")
    solver.solve(form("kuhn-poker"), Aim(0, 50, checkpoint=place))
    assert place.exists()
    solver.solve(form("kuhn-poker"), Aim(0.01, 10_000, checkpoint=place))
    assert not place.exists()


@pytest.mark.parametrize(("game", "method"), [("le-her", "cfr+"), ("kuhn-poker", "dcfr")])
def test_another_game_or_method_is_refused(form, tmp_path, game, method):
    place = tmp_path / "kept.npz"
    find_solver("cfr+").solve(form("kuhn-poker"), Aim(0, 20, checkpoint=place))
    with pytest.raises(Failure, match="is of another game or method; remove it to start again"):
        find_solver(method).solve(form(game), Aim(0, 20, checkpoint=place))


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 broken"])
def test_what_is_no_checkpoint_is_refused(form, tmp_path, content):
    place = tmp_path / "kept.npz"
    place.write_bytes(content)
    with pytest.raises(Failure, match="is not a readable checkpoint"):
        find_solver("cfr+").solve(form("kuhn-poker"), Aim(0, 20, checkpoint=place))


def test_a_place_that_cannot_be_written_is_told(form, tmp_path):
    with pytest.raises(Failure, match=r"the checkpoint .* cannot be written: "):
        Regrets(form("kuhn-poker"), cfr_plus.schedule).checkpoint(tmp_path / "nowhere" / "x.npz").store({})
