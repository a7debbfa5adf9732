"""``upcard serve`` as a process that is killed and started again, and programs that play at it."""

import json
import re
import signal
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Self

PATIENCE = 90.0


class Served:
    """A server on a port that stays the same, over a database."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.database, self.port = folder, database, 0
        self.is_up = threading.Event()
        self.kills = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def start(self) -> None:
        command = [sys.executable, "-m", "upcard", "serve", "--no-open", "--no-limits", "--pace", "0"]
        words = ["--port", str(self.port), "--folder", str(self.folder), "--database", self.database]
        self.process = subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        self.port = int(found[1])
        self.is_up.set()

    def kill(self) -> None:
        """Kill it where it is, and start it again."""
        self.is_up.clear()
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()
        self.kills += 1
        self.start()


class Lost(Exception):
    """The line broke: whether the server has heard is not known."""


class Line:
    """A line to a server, of one thread."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self._line: HTTPConnection | None = None

    def ask(self, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        """The status of an answer and what it says."""
        assert self.served.is_up.wait(PATIENCE)
        if self._line is None:
            self._line = HTTPConnection("127.0.0.1", self.served.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            self._line.request(
                "GET" if body is None else "POST",
                f"/api/v1/{path}",
                None if body is None else json.dumps(body),
                headers,
            )
            answer = self._line.getresponse()
            text = answer.read()
        except (OSError, HTTPException) as fault:
            self.close()
            raise Lost from fault
        is_json = answer.headers["content-type"] == "application/json"
        return answer.status, json.loads(text) if is_json else text.decode()

    def insist(self, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        """The same, again and again until an answer comes: for what may be asked twice."""
        while True:
            try:
                return self.ask(path, body, token)
            except Lost:
                time.sleep(0.05)  # it is starting again

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None
