"""Plays pages of the documentation, each in a copy of a process that has imported and compiled before.

What most pages need is made once: ``python -m tests.docs.pages`` makes it, and then plays the pages that it
is asked for on its input. A copy leaves nothing to the next page but programs on disk, as any process does.
"""

import atexit
import contextlib
import functools
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.docs.play_page import tell

ROOT = Path(__file__).parents[2]
PATIENCE = 600
"""Seconds after which a page is given up."""


@dataclass(frozen=True)
class Played:
    """How a page ended: exit code, and what was printed."""

    code: int
    told: str


def play(page: Path, folder: Path, does_less: bool) -> Played:
    """Play the examples of a page in a folder, or less of them, as by day."""
    player = _player()
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write(json.dumps([str(page.resolve()), str(folder.resolve()), does_less]) + "\n")
    player.stdin.flush()
    answer = player.stdout.readline()
    assert answer, f"the player of pages ended with code {player.poll()}"
    return Played(*json.loads(answer))


@functools.cache
def _player() -> subprocess.Popen[str]:
    """The process whose copies play the pages; it ends with this one."""
    command = [sys.executable, "-m", "tests.docs.pages"]
    player = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    atexit.register(player.communicate)
    return player


def warm_up() -> None:
    """Import what most pages need, and compile something: the first program takes longest."""
    import upcard
    import upcard.cli.root
    import upcard.testing

    upcard.simulate("lama", "same-first", games=4, threads=1, seed=1)


def play_each() -> None:
    """Play pages, each asked for in a line, and answer with codes and what was printed."""
    warm_up()
    for line in sys.stdin:
        page, folder, does_less = json.loads(line)
        work = functools.partial(tell, Path(page), Path(folder), does_less)
        with tempfile.TemporaryFile() as told:
            code = _in_a_copy(work, told.fileno())
            told.seek(0)
            answer = (code, told.read().decode(errors="replace") + _why(code))
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _in_a_copy(work: Callable[[], int], output: int) -> int:
    """The exit code of a copy of this process that does some work and prints into a file."""
    child = os.fork()
    if child:
        return _end_of(child)
    code = 1
    try:
        os.setsid()
        signal.alarm(PATIENCE)
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115 - until the end of this process
        os.dup2(sys.stdin.fileno(), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        code = work()
    except BaseException:  # noqa: BLE001 - whatever it was, this copy must not go on with the next page
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def _end_of(child: int) -> int:
    """The exit code of a copy, negative where a signal ended it; what it has left running is ended too."""
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)


def _why(code: int) -> str:
    """What is told of a copy that could tell nothing itself."""
    return "" if code >= 0 else f"ended by signal {-code} (a page may take {PATIENCE} s)\n"


if __name__ == "__main__":
    play_each()
