"""The program for an accelerator, made by a C compiler here, gives the bits that processors give.

The stand-in for CuPy runs block after block. One thread of each block does the work of all, since a block's
threads meet at barriers only.
"""

import ctypes
import importlib
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.night import LATE

from upcard.engine.errors import Failure, Usage
from upcard.games.beat_it_or_eat_it.solvers.cpu_planes import CpuStateSolver
from upcard.games.beat_it_or_eat_it.solvers.gpu_planes import GpuStateSolver
from upcard.games.beat_it_or_eat_it.solvers.outcome_bits import number_by_suit, unpacked

COMPILER = shutil.which("cc") or shutil.which("gcc")

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler is installed")

BEFORE = """
#define __device__
#define __global__
#define __shared__ static
#define __syncthreads()
#define __popc __builtin_popcount
struct dimensions { unsigned x, y; };
struct dimensions threadIdx = {0, 0}, blockDim = {1, 1}, blockIdx, gridDim;
"""


class Module:
    """A program of an accelerator, compiled for this processor."""

    def __init__(self, folder: Path, code: str) -> None:
        source, program = folder / "program.c", folder / "program.so"
        source.write_text(BEFORE + code.replace('extern "C" ', ""))
        command = [str(COMPILER), "-O2", "-shared", "-fPIC", str(source), "-o", str(program)]
        subprocess.run(command, check=True)
        self.library = ctypes.CDLL(str(program))

    def get_function(self, name: str) -> Any:
        """A kernel, to be called with the numbers of blocks and threads and its arguments."""
        function = getattr(self.library, name)

        def launch(grid: tuple[int, int], block: tuple[int], given: tuple[Any, ...]) -> None:
            assert 1 <= block[0] <= 1024
            assert grid[1] <= 65_535
            asked = [ctypes.c_void_p(x.ctypes.data) if x.ndim else ctypes.c_int(int(x)) for x in given]
            self._set("gridDim", *grid)
            for x in range(grid[0]):
                for y in range(grid[1]):
                    self._set("blockIdx", x, y)
                    function(*asked)

        return launch

    def _set(self, name: str, x: int, y: int) -> None:
        place = (ctypes.c_uint * 2).in_dll(self.library, name)
        place[0], place[1] = x, y


def has_accelerator() -> bool:
    """Whether CuPy finds one."""
    try:
        GpuStateSolver(number_by_suit(1, 2))
    except (Usage, Failure):
        return False
    return True


def stand_in(folder: Path, memory: int = 10**12) -> Any:
    """What answers where CuPy is asked for."""
    runtime = SimpleNamespace(memGetInfo=lambda: (memory, memory))
    return SimpleNamespace(
        RawModule=lambda code, options: Module(folder, code),
        asarray=np.asarray,
        asnumpy=np.array,
        empty=lambda n, kind: np.full(n, 0x5A5A5A5A, kind),
        cuda=SimpleNamespace(runtime=runtime),
    )


@pytest.mark.parametrize(
    ("suits", "length"),
    [
        *((1, 2), (1, 9), (2, 2), (2, 3), (2, 5), (3, 3), (4, 3)),
        *(pytest.param(*size, marks=LATE) for size in ((1, 12), (2, 6))),
    ],
)
def test_the_program_gives_the_same_bits_as_processors(tmp_path, suits, length):
    tables = number_by_suit(suits, length)
    generator = np.random.default_rng(1)
    with ThreadPoolExecutor(1) as pool:
        machines = CpuStateSolver(tables, pool, 1), GpuStateSolver(tables, stand_in(tmp_path))
        for _ in range(2):
            mine, theirs = generator.integers(0, 2**32, (2, tables.words(0)), dtype=np.uint32)
            found = [unpacked(m.force(mine, theirs), 1 << tables.cards)[1:-1] for m in machines]
            assert (found[0] == found[1]).all()


@pytest.mark.skipif(not has_accelerator(), reason="there is no accelerator")
@pytest.mark.parametrize(("suits", "length"), [(1, 16), (2, 7), (2, 9), (3, 6), (4, 4)])
def test_an_accelerator_gives_the_same_bits_as_processors(suits, length):
    tables = number_by_suit(suits, length)
    mine, theirs = np.random.default_rng(2).integers(0, 2**32, (2, tables.words(0)), dtype=np.uint32)
    with ThreadPoolExecutor(1) as pool:
        found = [m.force(mine, theirs) for m in (CpuStateSolver(tables, pool, 1), GpuStateSolver(tables))]
    bits = [unpacked(words, 1 << tables.cards)[1:-1] for words in found]
    assert (bits[0] == bits[1]).all()


def test_an_accelerator_with_too_little_memory_is_not_begun_with(tmp_path):
    with pytest.raises(Failure, match=r"needs 0\.\d+ GB of the accelerator's memory, have 1e-06 GB"):
        GpuStateSolver(number_by_suit(2, 7), stand_in(tmp_path, memory=1000))


def test_without_cupy_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib, "import_module", fails)
    with pytest.raises(
        Usage, match="an accelerator needs CuPy, which is not installed; install the one for your CUDA"
    ):
        GpuStateSolver(number_by_suit(1, 4))


def fails(name):
    raise ImportError(name)


def test_too_many_cards_for_an_accelerator_are_refused(tmp_path):
    with pytest.raises(Usage, match="an accelerator solves at most 26 cards; use the processors"):
        GpuStateSolver(of_cards(27), stand_in(tmp_path))


def of_cards(cards: int) -> Any:
    """Tables of which only the number of cards is asked."""
    return SimpleNamespace(cards=cards)
