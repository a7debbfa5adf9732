"""A server in its own process, for benchmarks that send requests like browsers and programs."""

import contextlib
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

MARK_MS = 100.0
"""Milliseconds within which 99 of 100 answers have to arrive."""


def percentile(values: list[float]) -> float:
    """Return the time within which 99 of 100 requests were answered; infinite if none was."""
    return statistics.quantiles(values, n=100)[98] if len(values) > 1 else float("inf")


@contextlib.contextmanager
def serving(
    database: str | None = None, limits: bool = False, options: Sequence[str] = ()
) -> Iterator[tuple[int, int]]:
    """Start a server, with its own database if none is named; yield its port and its process.

    All requests come from one address, which has no limits unless there are `limits`; `options` are more
    options of ``upcard serve``.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "upcard", "serve", "--port", "0", "--no-open"]
        command += ["--limits" if limits else "--no-limits"]
        command += ["--folder", folder, *(["--database", database] if database else []), *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            found = re.search(r":(\d+)/", process.stdout.readline())
            assert found is not None, "the server did not start"
            port = int(found[1])
            try:
                yield port, process.pid
            finally:
                process.kill()


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
