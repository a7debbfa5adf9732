"""``--dask ADDRESS``: the same numbers from a cluster, and a sentence where there is none."""

import importlib
import logging
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from upcard.cli.terminal.dask_option import workers_at
from upcard.engine.errors import Failure

GAMES = {
    "simulate": ("simulate", "kuhn-poker", "--games", "20k", "--seed", "3"),
    "tournament": ("tournament", "lama", "same-first", "random", "--players", "2", "--games", "100"),
    "tune": (
        "tune", "lama", "folding", "--against", "same-first", "--evaluations", "18", "--games", "10",
        "--confirm", "40",
    ),
}  # fmt: skip
PATIENCE = 60.0
TIMED = {"seconds": 0, "games_per_second": 0}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    distributed = pytest.importorskip("distributed")
    asked = {"n_workers": 1, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(**asked) as cluster:
        yield cluster.scheduler_address


@pytest.mark.parametrize("name", GAMES)
def test_a_cluster_gives_the_same_numbers(document, address, name):
    near, far = document(*GAMES[name], "--json"), document(*GAMES[name], "--json", "--dask", address)
    assert far | TIMED == near | TIMED


@pytest.mark.parametrize(
    ("address", "why"),
    [("nonsense", "missing port number"), ("what://127.0.0.1:1", "unknown address scheme")],
)
def test_an_address_without_a_scheduler_is_told_of(told, address, why):
    code, said = told(*GAMES["simulate"], "--dask", address)
    assert code == 1
    assert said.startswith(f"no Dask scheduler answers at {address} ({why}")
    assert said.endswith("start one with: dask scheduler, then give the address that it prints")


def fail(note):
    """Break a rule, and note that it was tried."""
    with note.open("a") as file:
        file.write("tried\n")
    raise Failure("seat 1 chose action 9, which is not legal")


def test_what_breaks_a_rule_is_tried_once_and_told(address, tmp_path):
    note = tmp_path / "note"
    with workers_at(address) as executor:
        assert executor is not None
        with pytest.raises(Failure, match="seat 1 chose action 9"):
            executor.submit(fail, note).result()
    assert note.read_text() == "tried\n"


def test_workers_without_upcard_are_told_of_before_anything_is_played(told, address, monkeypatch):
    distributed = pytest.importorskip("distributed")
    usual = distributed.Client.run

    def run(self, function, *given, **more):
        assert set(usual(self, function, *given, **more)) != set()
        return usual(self, function, "upcard_that_is_not_there", **more)

    monkeypatch.setattr(distributed.Client, "run", run)
    code, said = told(*GAMES["simulate"], "--dask", address)
    assert code == 1
    assert said.startswith("the worker tcp://127.0.0.1:")
    assert "cannot play (No module named 'upcard_that_is_not_there'); install Upcard there" in said


def test_what_a_cluster_writes_of_its_faults_is_left_to_the_sentence(told):
    pytest.importorskip("distributed")
    names = [x for x in logging.root.manager.loggerDict if x.partition(".")[0] == "distributed"]
    assert len(names) > 3
    for name in names:
        logging.getLogger(name).setLevel(logging.WARNING)
    told(*GAMES["simulate"], "--dask", "nonsense")
    assert {logging.getLogger(x).level for x in names} == {logging.CRITICAL}


def test_what_is_no_scheduler_is_told_of(spawn):
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(PATIENCE)

        def answer() -> None:
            line, _ = other.accept()
            with line:
                line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        # in a process of its own: what is left of such a client could stop the next one
        code, out, err = spawn(*GAMES["simulate"], "--dask", address)
        thread.join()
    assert (code, out) == (1, "")
    assert err.startswith(f"upcard: no Dask scheduler answers at {address} (")


def test_a_missing_package_is_told_of(told, monkeypatch):
    usual = importlib.import_module

    def missing(name: str, *more: str) -> Any:
        if name == "distributed":
            raise ModuleNotFoundError(name=name)
        return usual(name, *more)

    monkeypatch.setattr(importlib, "import_module", missing)
    code, said = told(*GAMES["simulate"], "--dask", "tcp://127.0.0.1:8786")
    assert code == 1
    assert said == "a cluster needs distributed, which is not installed: pip install 'upcard[dask]'"


def test_threads_are_not_for_a_cluster(told, address):
    code, said = told(*GAMES["simulate"], "--threads", "2", "--dask", address)
    assert code == 2
    assert said.startswith("threads and an executor were given")
