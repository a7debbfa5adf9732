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


def percentile(values: Sequence[float]) -> float:
    """Return the time within which 99 of 100 requests were answered; infinite if none was."""
    return statistics.quantiles(values, n=100)[98] if len(values) > 1 else float("inf")


@contextlib.contextmanager
def serving(
    database: str | None = None,
    limits: bool = False,
    options: Sequence[str] = (),
    folder: str | None = None,
    port: int = 0,
) -> Iterator[tuple[int, int]]:
    """Start a server, with its own database if none is named; yield its port and its process.

    All requests come from one address, which has no limits unless there are `limits`; `options` are more
    options of ``upcard serve``. A server that was killed starts again in the same `folder`, at its `port`.
    """
    with contextlib.ExitStack() as stack:
        own = folder or stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        command = [sys.executable, "-m", "upcard", "serve", "--port", str(port), "--no-open"]
        command += ["--limits" if limits else "--no-limits"]
        command += ["--folder", own, *(["--database", database] if database else []), *options]
        process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        stack.callback(process.kill)
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found is not None, "the server did not start"
        yield int(found[1]), process.pid


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
