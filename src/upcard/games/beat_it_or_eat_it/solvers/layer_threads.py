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
    """Provide a pool of threads that starts no further work after an interrupt."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def in_parts(pool: ThreadPoolExecutor, threads: int, number: int, part: Callable[[int, int], _T]) -> list[_T]:
    """Split `number` tables into parts, call ``part(first, last)`` for each, and return the results in order.

    After an error or an interrupt, the waiting parts are cancelled.
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
