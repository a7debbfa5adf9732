"""Running the command line: inside this process, and as a program of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from upcard.cli.group import upcard
from upcard.engine.game import make_game
from upcard.engine.record import record_text

Run = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[str]"]
Spawn = Callable[..., tuple[int, str, str]]

STRANGE = ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "UPCARD_DEBUG")

# a program whose parent lets it ignore Ctrl-C, as in a background job, must still be stoppable here
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from upcard.cli import main
main()
"""


@pytest.fixture
def run() -> Run:
    """Run a command line in this process."""

    def call(*args: object, env: dict[str, str] | None = None, **kwargs: Any) -> Result:
        usual = dict.fromkeys(STRANGE) | (env or {})
        return CliRunner().invoke(upcard, [str(a) for a in args], prog_name="upcard", env=usual, **kwargs)

    return call


@pytest.fixture
def told(run: Run) -> Callable[..., tuple[int, str]]:
    """Run what must fail; gives the exit code and the one sentence that was told."""

    def call(*args: object, **kwargs: Any) -> tuple[int, str]:
        result = run(*args, **kwargs)
        lines = [line for line in result.stderr.splitlines() if not line.startswith("compiling")]
        assert len(lines) == 1, result.output
        assert lines[0].startswith("upcard: ")
        assert "Traceback" not in result.output
        assert result.stdout == ""
        return result.exit_code, lines[0].removeprefix("upcard: ")

    return call


@pytest.fixture
def document(run: Run) -> Callable[..., dict[str, Any]]:
    """Run a command that prints one JSON document."""

    def call(*args: object, **kwargs: Any) -> dict[str, Any]:
        result = run(*args, **kwargs)
        assert result.exit_code == 0, result.output
        content: dict[str, Any] = json.loads(result.stdout)
        return content

    return call


@pytest.fixture
def words() -> Callable[..., list[str]]:
    """A command line as a program of its own."""
    return lambda *args: [sys.executable, "-c", PROGRAM, *map(str, args)]


@pytest.fixture
def start(words: Callable[..., list[str]]) -> Start:
    """Start a command line as a program of its own, without a terminal."""
    usual = {k: v for k, v in os.environ.items() if k not in STRANGE}

    def call(*args: object, env: dict[str, str] | None = None, **kwargs: Any) -> "subprocess.Popen[str]":
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **kwargs}
        return subprocess.Popen(words(*args), text=True, env=usual | (env or {}), **streams)

    return call


@pytest.fixture
def spawn(start: Start) -> Spawn:
    """Run a command line as a program of its own to its end: exit code, output, errors."""

    def call(*args: object, **kwargs: Any) -> tuple[int, str, str]:
        with start(*args, **kwargs) as process:
            out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    return call


def _record(name: str, seed: int, seats: tuple[str, ...], **options: Any) -> str:
    match = make_game(name, **options).match(seed, seats=seats)
    while not match.is_over:
        match.do(match.legal()[-1] if name == "leduc-poker" else match.legal()[0])
    return record_text(match)


@pytest.fixture(scope="session")
def lama_record() -> str:
    """A match of L.A.M.A. between four people."""
    return _record("lama", 1, ("Ana", "Ben", "Cyd", "Dan"), preset="paper")


@pytest.fixture(scope="session")
def leduc_record() -> str:
    """A match of Leduc poker: raise, raise, call, an open card, raise, raise, call."""
    return _record("leduc-poker", 3, ("Ana", "Ben"))


@pytest.fixture
def leduc_file(tmp_path: Path, leduc_record: str) -> Path:
    """A file with that match."""
    file = tmp_path / "evening.txt"
    file.write_text(leduc_record)
    return file
