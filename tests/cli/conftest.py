"""Running the command line: inside this process, and as a program of its own."""

import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.programs import Program

from upcard.cli.root import upcard
from upcard.engine.game import make_game
from upcard.engine.record import record_text

Run = Callable[..., Result]
Start = Callable[..., Program]
Spawn = Callable[..., tuple[int, str, str]]

PATIENCE = 60.0
"""Seconds after which a program that shows nothing has failed."""

STRANGE = ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "UPCARD_DEBUG")

# a program whose parent lets it ignore Ctrl-C, as in a background job, must still be stoppable here
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from upcard.cli import main
main()
"""


@pytest.fixture(autouse=True)
def quick_doctor(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process the doctor tries with few games how fast the machine is."""
    monkeypatch.setattr("upcard.cli.commands.doctor.SAMPLE_SECONDS", 0.0)


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

    def call(
        *args: object, env: dict[str, str] | None = None, before: Sequence[str] = (), **kwargs: Any
    ) -> Program:
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **kwargs}
        return Program([*before, *words(*args)], text=True, env=usual | (env or {}), **streams)

    return call


@pytest.fixture
def spawn(start: Start) -> Spawn:
    """Run a command line as a program of its own to its end: exit code, output, errors."""

    def call(*args: object, **kwargs: Any) -> tuple[int, str, str]:
        with start(*args, **kwargs) as process:
            out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    return call


WITHOUT_POWERS = ["setpriv", "--bounding-set", "-all", "--inh-caps", "-all"]


@pytest.fixture
def powerless(spawn: Spawn) -> Spawn:
    """As ``spawn``, for whom permissions count: root gives up its powers over files of others."""
    drop = WITHOUT_POWERS if os.geteuid() == 0 else []
    if drop and (shutil.which(drop[0]) is None or subprocess.run([*drop, "true"], check=False).returncode):
        pytest.skip("root may read and write everything, and setpriv cannot take that away")
    return partial(spawn, before=drop, stdin=subprocess.DEVNULL)


def shown_next(descriptor: int) -> str | None:
    """What a terminal shows next, perhaps nothing yet; None when its program has ended."""
    if not select.select([descriptor], [], [], 0.1)[0]:
        return ""
    try:
        return os.read(descriptor, 65536).decode(errors="replace")
    except OSError:  # the other end is closed
        return None


@pytest.fixture
def terminal(start: Start) -> Callable[..., str]:
    """Run a command line on a terminal of 100 columns; gives what it prints, up to some words."""
    if sys.platform != "linux":
        pytest.skip("reads a Linux terminal")

    def call(*args: object, until: str = "\0", **env: str) -> str:
        mine, its = pty.openpty()
        there = {"TERM": "xterm-256color", "COLUMNS": "100", **env}
        with start(*args, stdin=its, stdout=its, stderr=its, env=there) as process:
            os.close(its)
            text, end = "", time.monotonic() + PATIENCE
            while until not in text and time.monotonic() < end:
                piece = shown_next(mine)
                if piece is None:
                    break
                text += piece
            process.kill()
        os.close(mine)
        return text

    return call


@pytest.fixture
def stopped(start: Start) -> Spawn:
    """Press Ctrl-C once a terminal shows some words: exit code, output, and what it showed as errors."""
    if sys.platform != "linux":
        pytest.skip("reads a Linux terminal")

    def call(*args: object, once: str = "games/s") -> tuple[int, str, str]:
        mine, its = pty.openpty()
        text, end, is_pressed = "", time.monotonic() + PATIENCE, False
        with start(*args, stderr=its, env={"TERM": "xterm-256color", "COLUMNS": "100"}) as process:
            os.close(its)
            while (piece := shown_next(mine)) is not None and time.monotonic() < end:
                text += piece
                if once in text and not is_pressed:
                    process.send_signal(signal.SIGINT)
                    is_pressed = True
            out, _ = process.communicate(timeout=PATIENCE)
        os.close(mine)
        assert is_pressed, text
        return process.returncode, out, text

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
