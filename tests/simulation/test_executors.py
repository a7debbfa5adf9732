"""Games played by processes and by a cluster: the same to the last digit, whoever is lost on the way."""

import multiprocessing
import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import upcard as uc
from upcard.engine.errors import Failure, UpcardError, Usage
from upcard.engine.game import make_game
from upcard.simulation import remote_job as errand
from upcard.simulation.executors import RemoteExecutor, wait_for
from upcard.simulation.lineup import line_up
from upcard.simulation.remote_job import job_bytes, play_remote_job
from upcard.simulation.simulation_plan import make_plan


class Here(Executor):
    """Plays what is sent to it at once, as another process would: from nothing but what was sent."""

    def __init__(self):
        self.sent = []

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Any:
        self.sent.append(given)
        future: Future[Any] = Future()
        try:
            future.set_result(work(*given))
        except UpcardError as fault:
            future.set_exception(fault)
        return future


def digits(result):
    return {**result.to_json(), "seconds": 0, "games_per_second": 0}


LINEUPS = {
    "lama": ["same-first", "folding:A=17.576", "random"],
    "kuhn-poker": ["equilibrium", "random"],
}


@pytest.mark.parametrize("game", LINEUPS)
def test_a_simulation_sent_away_is_the_same(game):
    near, far = (
        uc.simulate(game, LINEUPS[game], 300, seed=3, seating="random", executor=who)
        for who in (None, Here())
    )
    assert digits(far) == digits(near)


def test_a_tournament_and_a_tuning_sent_away_are_the_same():
    names = ["same-first", "next-first", "random"]
    near = uc.tournament("lama", names, 60, players=2)
    assert digits(uc.tournament("lama", names, 60, players=2, executor=Here())) == digits(near)
    tuned, tuned_afar = (
        uc.tune(
            "lama", "folding", "same-first", players=2, games=20, budget=24, confirm_games=40, executor=who
        )
        for who in (None, Here())
    )
    assert digits(tuned_afar) == digits(tuned)


def test_a_program_is_made_once_and_only_names_and_numbers_are_sent():
    errand._program.cache_clear()
    here = Here()
    uc.simulate("kuhn-poker", "random", 200_000, executor=here)
    assert len(here.sent) > 2
    assert errand._program.cache_info().misses == 1
    assert all(len(sent) < 1000 for sent, *_ in here.sent)


def test_others_rules_on_a_worker_are_found_out(monkeypatch):
    sent = job_bytes(line_up(make_game("kuhn-poker"), "random"))
    errand._program.cache_clear()
    monkeypatch.setattr(errand, "_mark", lambda lineup: "another")
    with pytest.raises(
        Failure, match="the rules of kuhn-poker or a strategy differ between a worker and this"
    ):
        play_remote_job(sent, make_plan(1, 0, 2), 0, 1)


def test_threads_and_an_executor_are_refused_together():
    with pytest.raises(Usage, match="threads and an executor were given"):
        uc.simulate("kuhn-poker", games=10, threads=2, executor=Here())


def test_a_strategy_that_cannot_be_sent_is_told_of(monkeypatch):
    import pickle

    monkeypatch.setattr("upcard.simulation.lineup.function_pickler", lambda: pickle)
    job_bytes.cache_clear()
    with pytest.raises(Usage, match="a strategy cannot be sent to other processes"):
        uc.simulate("kuhn-poker", ["random", lambda v: 0], 10, executor=Here())


def test_what_a_strategy_does_wrong_elsewhere_is_told_as_here():
    def wild(v):
        return int("9")

    with pytest.raises(Failure, match="seat 1 chose action 9, which is not legal"):
        uc.simulate("kuhn-poker", wild, 10, executor=Here())


class Mortal(Here):
    """Loses everybody after so many chunks."""

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Any:
        from concurrent.futures import BrokenExecutor

        if len(self.sent) == 2:
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor("a process was killed"))
            return future
        return super().submit(work, *given)


def test_where_all_workers_are_lost_it_is_told():
    with pytest.raises(
        Failure, match=r"the workers were lost \(BrokenExecutor: a process was killed\); start"
    ):
        uc.simulate("kuhn-poker", games=100_000, executor=Mortal())


def test_a_loss_without_words_is_told_by_its_name():
    future: Future[Any] = Future()
    future.cancel()
    with pytest.raises(Failure, match=r"the workers were lost \(CancelledError\); start them again"):
        wait_for(future)


def test_how_many_play_at_once_is_asked_of_who_knows():
    assert RemoteExecutor(Here()).width == 8
    with ProcessPoolExecutor(3) as pool:
        assert RemoteExecutor(pool).width == 3


def test_processes_play_the_same():
    near = uc.simulate("kuhn-poker", "random", 20_000, seed=4)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert digits(uc.simulate("kuhn-poker", "random", 20_000, seed=4, executor=pool)) == digits(near)


def kill_once(flag, work, *given):
    """Do some work; but the first worker that comes here is killed before it has done any."""
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return work(*given)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


class Deadly(Executor):
    """Hands work on to a cluster, with a murderer among it."""

    def __init__(self, client, flag: Path):
        self._client, self._executor, self.flag, self.count = client, client.get_executor(), str(flag), 0

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Any:
        self.count += 1
        if self.count == 3:
            return self._executor.submit(kill_once, self.flag, work, *given)
        return self._executor.submit(work, *given)


@pytest.fixture
def cluster():
    distributed = pytest.importorskip("distributed")
    asked = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(**asked) as started, distributed.Client(started) as client:
        yield client


def test_a_cluster_that_loses_a_worker_counts_nothing_twice(cluster, tmp_path):
    deadly = Deadly(cluster, tmp_path / "flag")
    near, far = (uc.simulate("kuhn-poker", "random", 400_000, seed=5, executor=x) for x in (None, deadly))
    assert (tmp_path / "flag").exists()
    assert deadly.count > 3
    assert replace(far, seconds=0.0) == replace(near, seconds=0.0)
