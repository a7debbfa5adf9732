"""Threads that share the tables of a layer."""

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import numpy as np

PARTS_PER_THREAD = 16
_T = TypeVar("_T")


@contextmanager
def thread_pool(threads: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that begin nothing more once somebody interrupts."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def in_parts(pool: ThreadPoolExecutor, threads: int, number: int, part: Callable[[int, int], _T]) -> list[_T]:
    """Call ``part(first, last)`` for some tables at a time until all are done; return the results in order.

    If a part fails or somebody interrupts, the waiting parts are cancelled.
    """
    parts = min(number, 1 if threads == 1 else PARTS_PER_THREAD * threads)
    cuts = np.linspace(0, number, parts + 1).astype(int).tolist()
    work = [pool.submit(part, first, last) for first, last in itertools.pairwise(cuts)]
    try:
        return [x.result() for x in work]
    except BaseException:
        for x in work:
            x.cancel()
        raise
