"""How long Upcard takes to start: as a package, as a command, as a server with its tables, and a simulation.

Wall-clock of whole processes, the median of ten; bytecode and the server's database are there already.
Anything that is compiled again is timed once. Run it separately to print only these lines: ``python
benchmarks/starting.py``.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

from claims import Line
from served import serving

import upcard

RUNS = 10


def median_ms(begin: Callable[[], float]) -> float:
    """Return the median of some starts in milliseconds, without the first one, which warms up caches."""
    begin()
    return statistics.median(begin() for _ in range(RUNS)) * 1000


def ended(*args: str) -> Callable[[], float]:
    """Return how long a Python process takes from start to end."""

    def begin() -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, *args], check=True, capture_output=True)
        return time.perf_counter() - began

    return begin


def served(database: str, page: str | None = None) -> Callable[[], float]:
    """Return how long a server takes until it prints its address, or until a page has arrived."""

    def begin() -> float:
        began = time.perf_counter()
        with serving(database) as (port, _):
            if page is not None:
                urlopen(f"http://127.0.0.1:{port}{page}").read()
            return time.perf_counter() - began

    return begin


def simulated() -> float:
    """Return how long ten games take if their program is compiled, for a new line-up object."""
    began = time.perf_counter()
    upcard.simulate("stoppers", "swap-at-most", games=10, seed=1)
    return time.perf_counter() - began


COMPILED = """
import time, upcard
upcard.simulate("stoppers", "random", games=10)
began = time.perf_counter()
upcard.simulate("stoppers", "swap-at-most", games=10)
print(time.perf_counter() - began)
"""


def compiled() -> float:
    """Return how long the same takes for a line-up that was never compiled, after another one."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "UPCARD_CACHE": folder}
        command = [sys.executable, "-c", COMPILED]
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return float(done.stdout)


def claim(what: str, figure: float, most: float) -> Line:
    """Return a line with the limit that it should stay below."""
    return Line(what, figure, "ms", f"under {most:,.0f}", figure < most)


def lines() -> list[Line]:
    """Return the duration of each kind of start, with its limit."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder, 'tables.sqlite')}"
        first = median_ms(served(database, "/"))
        return [
            claim("import upcard", median_ms(ended("-c", "import upcard")), 150),
            claim("upcard --help", median_ms(ended("-m", "upcard", "--help")), 300),
            claim("upcard serve, until it prints its address", median_ms(served(database)), 1_500),
            Line("upcard serve, until its first page has arrived", first, "ms", "", True),
            claim("a simulation of ten games of Stoppers", median_ms(simulated), 10),
            Line("the same with a line-up that is compiled for it", compiled() * 1000, "ms", "", True),
        ]


if __name__ == "__main__":
    for x in lines():
        verdict = f"{x.mark}: {'yes' if x.reached else 'NO'}" if x.mark else ""
        print(f"{x.what:48} {x.figure:10,.0f} {x.unit:4} {verdict}")
