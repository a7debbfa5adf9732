"""``--dask ADDRESS``: the workers of a cluster play the games."""

import importlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

import click

from upcard.cli.terminal.error_messages import print_remark
from upcard.engine.errors import Failure

PATIENCE = 10.0
"""Seconds in which a scheduler must answer."""

dask_option = click.option(
    "--dask", metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, such as tcp://HOST:8786; the results are the same.",
)  # fmt: skip


@contextmanager
def workers_at(address: str | None) -> Iterator[Executor | None]:
    """Yield an executor that plays on the workers of a scheduler; None if `address` is None.

    Raises ``Failure`` if no scheduler answers, or a worker cannot play.
    """
    if address is None:
        yield None
        return
    with _client(address) as client:
        if not client.nthreads():
            print_remark(f"no worker is connected to {address} yet; start one with: dask worker {address}")
        _check_workers(client)
        # no retries: a broken rule fails every time, and the chunk of a lost worker is played again anyway
        yield client.get_executor()


def _check_workers(client: Any) -> None:
    """Raise ``Failure`` if a worker has no Upcard: Dask would lose one worker after another, and wait."""
    results = client.run(importlib.import_module, "upcard", on_error="return")
    faults = {worker: x for worker, x in results.items() if isinstance(x, Exception)}
    if faults:
        worker, fault = min(faults.items())
        raise Failure(
            f"the worker {worker} cannot play ({fault}); install Upcard there, in the same version as here, "
            "or end the worker"
        )


def _client(address: str) -> Any:
    """Connect to a scheduler."""
    from upcard.engine.optional_packages import require_extra

    with require_extra("dask", "a cluster"):
        distributed = importlib.import_module("distributed")
    for name in [x for x in logging.root.manager.loggerDict if x.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # errors are reported as a sentence
    try:
        distributed.comm.get_address_host_port(address)  # an unfinished client could not be closed
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, MemoryError) as fault:  # another program may answer with any number
        why = str(fault).partition("\n")[0]
        raise Failure(
            f"no Dask scheduler answers at {address} ({why}); "
            "start one with: dask scheduler, then give the address that it prints"
        ) from fault
