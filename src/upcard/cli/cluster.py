"""``--dask ADDRESS``: games are played by the workers of a cluster."""

import importlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

import click

from upcard.cli.faults import remark
from upcard.engine.errors import Failure

PATIENCE = 10.0
"""Seconds in which a scheduler must answer."""

RETRIES = 3
"""So often a chunk is played again whose worker was lost."""

dask_option = click.option(
    "--dask", metavar="ADDRESS",
    help="Have the workers of this Dask scheduler play, such as tcp://HOST:8786; the results are the same.",
)  # fmt: skip


@contextmanager
def workers_at(address: str | None) -> Iterator[Executor | None]:
    """Who plays at an address, while the context lasts; None without an address.

    Raises
    ------
    Failure
        If the package is missing, or no scheduler answers.
    """
    if address is None:
        yield None
        return
    with _client(address) as client:
        if not client.nthreads():
            remark(f"no worker has come to {address} yet; start one with: dask worker {address}")
        yield client.get_executor(retries=RETRIES)


def _client(address: str) -> Any:
    """A line to a scheduler."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise Failure(
            "a cluster needs the package distributed; install it with: pip install 'upcard[dask]'"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told as a sentence
    try:
        distributed.comm.get_address_host_port(address)  # a client that is not finished could not be ended
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise Failure(
            f"no Dask scheduler answers at {address} ({str(fault).splitlines()[0]}); "
            "start one with: dask scheduler, and give the address that it prints"
        ) from fault
