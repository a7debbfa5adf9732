"""Processes beside a server, for what thinks longer than a server may."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor


def process_pool(processes: int) -> ProcessPoolExecutor:
    """Processes that leave Ctrl-C to the server, and end when it has ended.

    Parameters
    ----------
    processes : int
        How many, at most.
    """
    return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End processes in the middle of what they do; nothing can be asked of them any more."""
    running = list((pool._processes or {}).values())  # they have no public name, and do not end by shutdown
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running:
        process.kill()


def calm() -> None:
    """Leave Ctrl-C to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _begin() -> None:
    """What a process does first."""
    calm()
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
