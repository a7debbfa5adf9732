"""The C twin of L.A.M.A., compiled here and called through ctypes."""

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SOURCE = Path(__file__).with_name("lama_twin.c")
FLAGS = ("-std=c11", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


@dataclass(frozen=True)
class TwinRun:
    """Results of the C twin.

    Attributes
    ----------
    points : ndarray of int16, shape (games, players)
        Points of every seat at the end of every game.
    rounds : int
        Rounds played in all games.
    wins : ndarray of int64, shape (players,)
        Rounds won by each seat: it went out, or was the last left.
    decisions : int
        Actions chosen in all games.
    cpu_seconds : float
        Processor time of the calling thread, without the allocation of the arrays.
    """

    points: NDArray[np.int16]
    rounds: int
    wins: NDArray[np.int64]
    decisions: int
    cpu_seconds: float


def compiled() -> ctypes.CDLL:
    """Compile the twin for this processor and load it.

    Raises
    ------
    RuntimeError
        If there is no gcc, or it refuses the source.
    """
    gcc = shutil.which("gcc")
    if gcc is None:
        raise RuntimeError("The C twin needs gcc, and none is on the PATH: install it to run this benchmark.")
    # A loaded library outlives its file, so the folder can be removed at once.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        library = Path(folder) / "lama_twin.so"
        done = subprocess.run(
            [gcc, *FLAGS, str(SOURCE), "-o", str(library)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"gcc does not compile {SOURCE.name}:\n{done.stderr}")
        return ctypes.CDLL(str(library))


def c_twin() -> Callable[[int, int, int, int], TwinRun]:
    """Compile the C twin and return it as a function of seed, lo, hi and players.

    The function plays games lo .. hi-1 of the seed with 2 to 8 players, strategy 1 in every seat.

    Raises
    ------
    RuntimeError
        If there is no gcc, or it refuses the source.
    """
    run = compiled().run
    run.restype = ctypes.c_int64
    run.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int, *[ctypes.c_void_p] * 3]

    def twin(seed: int, lo: int, hi: int, players: int) -> TwinRun:
        if not 2 <= players <= 8:
            raise ValueError(f"players is {players}: it must be 2 to 8.")
        if not 0 <= lo <= hi:
            raise ValueError(f"The games {lo} to {hi} are no range: it must be 0 <= lo <= hi.")
        points = np.zeros((hi - lo, players), np.int16)
        rounds = np.zeros(1, np.int64)
        wins = np.zeros(players, np.int64)
        start = time.thread_time()
        decisions = run(seed, lo, hi, players, points.ctypes.data, rounds.ctypes.data, wins.ctypes.data)
        cpu_seconds = time.thread_time() - start
        return TwinRun(points, int(rounds[0]), wins, decisions, cpu_seconds)

    return twin
