"""Processes beside a server, for computations that take too long for the server itself."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

NICE = 5
"""How much lower their priority is than that of the server, which has to answer at once."""


def process_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool of up to `processes` processes that leave Ctrl-C to the server, and end with it."""
    return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """Kill the processes of a pool, which cannot be used any more."""
    running = list((pool._processes or {}).values())  # a private attribute: shutdown alone does not end them
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.kill()


def interrupt_pool(pool: ProcessPoolExecutor) -> None:
    """Send the alarm signal to the processes of a pool, where the system has one."""
    if hasattr(signal, "SIGALRM"):
        for process in (pool._processes or {}).values():
            if process.pid is not None and process.is_alive():
                os.kill(process.pid, signal.SIGALRM)


class Late(BaseException):
    """The time of a computation is over. Not an ``Exception``, so that no strategy catches it."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise :class:`Late` inside the block after a number of seconds, where the system can."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    pending = [True]

    def stop(*_: object) -> None:
        if pending:  # the server may send the signal, too, at any moment
            pending.clear()
            raise Late

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        pending.clear()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the server, and ignore alarms that come too late."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


def _begin() -> None:
    """Prepare a new process."""
    ignore_interrupts()
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
