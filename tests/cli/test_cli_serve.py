"""``upcard serve`` as a process: it says where it is, answers, and stops when it is told."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest


def serve(*words: object) -> subprocess.CompletedProcess[str]:
    """A server that does not start."""
    command = [sys.executable, "-m", "upcard", "serve", "--no-open", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a port that was free, and its address."""
    folder = str(tmp_path / "own")
    command = [sys.executable, "-m", "upcard", "serve", "--port", "0", "--folder", folder, "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        try:
            yield process, found[0]
        finally:
            process.kill()


def test_it_answers_at_the_address_that_it_prints_and_stops_without_a_word(served, tmp_path):
    process, address = served
    with urllib.request.urlopen(address) as answer:
        assert b"Pick a game and play" in answer.read()
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    assert process.stdout.read() == ""
    modes = [oct(x.stat().st_mode & 0o777) for x in (tmp_path / "own", tmp_path / "own" / "key")]
    assert modes == ["0o700", "0o600"]


def test_a_port_that_is_taken_is_told(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = serve("--port", taken.getsockname()[1], "--folder", tmp_path)
    assert done.returncode == 1
    assert "name another with --port" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("database", ["nonsense", "mysql://x/y"])
def test_a_database_that_cannot_be_used_is_told(tmp_path, database):
    done = serve("--port", 0, "--folder", tmp_path, "--database", database)
    assert done.returncode in (1, 2)
    assert "database" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("pace", ["slow", "-1", "100"])
def test_a_pace_that_is_none_is_told(tmp_path, pace):
    done = serve("--port", 0, "--folder", tmp_path, "--pace", pace)
    assert done.returncode == 2
    assert "--pace" in done.stderr
    assert "Traceback" not in done.stderr
