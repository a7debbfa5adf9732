"""A server as a process of its own, for benchmarks that ask it as browsers and programs do."""

import contextlib
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

MARK_MS = 100.0
"""Within so many milliseconds 99 of 100 answers have to be there."""


def percentile(values: list[float]) -> float:
    """The time within which 99 of 100 were answered; without end where nothing was."""
    return statistics.quantiles(values, n=100)[98] if len(values) > 1 else float("inf")


@contextlib.contextmanager
def serving(database: str | None = None, limits: bool = False) -> Iterator[tuple[int, int]]:
    """A server, with a database of its own if none is named; gives its port and its process.

    All who ask come from one address, which may send as much as it likes unless there are `limits`.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "upcard", "serve", "--port", "0", "--no-open"]
        command += ["--limits" if limits else "--no-limits"]
        command += ["--folder", folder, *(["--database", database] if database else [])]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
            try:
                yield port, process.pid
            finally:
                process.kill()


def cpu_seconds(pid: int) -> float:
    """How long a process has had a processor."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
