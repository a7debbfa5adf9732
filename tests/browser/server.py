"""``upcard serve`` as a process that a test may kill and start again."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

FOUND = re.compile(r"http://127\.0\.0\.1:(\d+)/")


class Server:
    """A server with a folder of its own; it keeps its port when it is started again.

    Parameters
    ----------
    folder : Path
        Where it keeps everything.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it listens."""
        words = [
            "--no-open",
            "--no-limits",
            "--pace",
            "0",
            "--port",
            str(self.port),
            "--folder",
            str(self.folder),
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "upcard", "serve", *words], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = FOUND.search(line)
        assert found, f"the server did not start: {line!r}"
        self.port = int(found[1])

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop it, as Ctrl-C or as a fault would."""
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(60)
        finally:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None
