"""A real terminal of 80 columns and 24 lines, held by tmux, whose screen can be read and typed at."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

WIDTH, HEIGHT = 80, 24
BASH = shutil.which("bash") or "/bin/bash"
"""Whoever runs the tests may use a shell that ends at Ctrl-C with the program, so that no screen is left."""

PATIENCE, PAUSE = 60.0, 0.01
COUNT = re.compile(r"after (\d+) actions?$", re.MULTILINE)
READY = re.compile(r"^(>|Enter to leave:)$", re.MULTILINE)


class Pane:
    """One program in a terminal.

    Parameters
    ----------
    socket : str
        The name of a tmux server of its own.
    folder : Path
        Where the program runs.
    """

    def __init__(self, socket: str, folder: Path) -> None:
        self.socket, self.folder = socket, folder

    def tmux(self, *words: str) -> str:
        """Run a tmux command; gives its output."""
        usual = {k: v for k, v in os.environ.items() if k not in ("TMUX", "NO_COLOR", "COLUMNS", "LINES")}
        done = subprocess.run(
            ["tmux", "-u", "-f", "/dev/null", "-L", self.socket, *words],
            capture_output=True, text=True, check=True, env={**usual, "LC_ALL": "C.UTF-8", "SHELL": BASH},
        )  # fmt: skip
        return done.stdout

    def start(self, *words: str, env: str = "", again: bool = False, behind: str = "") -> None:
        """Start a command line of Upcard, `again` in the same terminal, `behind` it the rest of the line.

        At its end its exit code is shown.
        """
        upcard = shlex.join([sys.executable, "-m", "upcard", *words])
        line = f"cd {shlex.quote(str(self.folder))}; {env} {upcard}{behind}"
        program = f"{line}; echo exit code $?; sleep 600"
        if again:
            self.tmux("respawn-pane", "-k", "-t", "s", program)
        else:
            self.tmux("new-session", "-d", "-x", str(WIDTH), "-y", str(HEIGHT), "-s", "s", program)

    def type(self, *keys: str) -> None:
        """Press keys, as tmux calls them."""
        self.tmux("send-keys", "-t", "s", *keys)

    def say(self, text: str) -> None:
        """Type a line."""
        self.tmux("send-keys", "-t", "s", "-l", text)
        self.type("Enter")

    def screen(self, joined: bool = False) -> str:
        """What stands on the screen; `joined` makes one line again of one that was wrapped."""
        return self.tmux("capture-pane", "-p", *(["-J"] if joined else []), "-t", "s")

    def wait_for(self, pattern: str) -> str:
        """The screen as soon as something stands on it."""
        began = time.monotonic()
        while not re.search(pattern, screen := self.screen(), re.MULTILINE):
            assert time.monotonic() - began < PATIENCE, f"{pattern!r} does not come; the screen is\n{screen}"
            time.sleep(PAUSE)
        return screen

    def act(self, text: str) -> str:
        """Type an action, and give the screen as soon as it is done."""
        done = self.count()
        self.say(text)
        began = time.monotonic()
        while self.count() in (None, done) or not READY.search(self.screen()):
            assert time.monotonic() - began < PATIENCE, f"nothing is done; the screen is\n{self.screen()}"
            time.sleep(PAUSE)
        return self.screen()

    def count(self) -> int | None:
        """How many actions were done, as the screen says."""
        found = COUNT.search(self.screen())
        return int(found[1]) if found else None


@pytest.fixture
def pane(tmp_path: Path) -> Iterator[Pane]:
    """A terminal that is closed at the end."""
    assert shutil.which("tmux"), "tmux is missing: install it ('make test' does, as root on Debian)"
    held = Pane(f"upcard-{os.getpid()}-{time.monotonic_ns()}", tmp_path)
    yield held
    subprocess.run(["tmux", "-L", held.socket, "kill-server"], capture_output=True, check=False)
