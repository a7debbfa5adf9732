"""Processes beside the servers of the tests, which begin at once as copies of one."""

import functools
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import forkserver

import pytest

from upcard.server import fair_workers
from upcard.server import worker_processes as processes


def surroundings() -> dict[str, str]:
    """What the environment says of Upcard and of the folders of whoever runs it."""
    return {name: x for name, x in os.environ.items() if name.startswith(("UPCARD_", "XDG_"))}


@functools.cache
def surroundings_of_copies() -> dict[str, str]:
    """Those in which the process began whose copies are used; it is begun here, and copies keep them."""
    forkserver.set_forkserver_preload(["tests.web.preloaded"])
    forkserver.ensure_running()
    return surroundings()


def forked_pool(number: int) -> ProcessPoolExecutor:
    """Processes as beside a server, but copies of one that has loaded what it takes them a second to load.

    Where a test has changed the surroundings since, they begin as they do beside a server.
    """
    if surroundings_of_copies() != surroundings():
        return processes.process_pool(number)
    context = multiprocessing.get_context("forkserver")
    return ProcessPoolExecutor(number, mp_context=context, initializer=processes._begin)


@contextmanager
def copied_pools() -> Iterator[None]:
    """Let processes beside servers begin at once; ``upcard serve`` begins them as ever."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair_workers, "process_pool", forked_pool)
        yield
