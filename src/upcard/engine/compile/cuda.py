"""Compile plain functions into CUDA programs for accelerators.

Rules and strategies are compiled unchanged, as for processors, and programs compute the same numbers to the
last bit: whole numbers wrap around in the same way, and a product of fractions is rounded before anything is
added to it. An accelerator would skip this rounding.

The first argument of a program is the number of the thread. Every thread works on its own rows of the arrays
that follow. No index is checked there, so only tested code that came with Upcard may run.

The package ``numba-cuda``, which the extra ``gpu`` installs, gives access to CUDA. For tests,
``NUMBA_ENABLE_CUDASIM=1`` replaces it by Numba's simulator.
"""

import contextlib
import functools
import importlib.util
import threading
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from upcard.engine.compile.linking import WRAPPING, Target, compiler_reason, fresh
from upcard.engine.compile.transforms import PRODUCT, UNSIGNED
from upcard.engine.errors import Failure
from upcard.engine.source.fingerprint import Replacements, function_from_text

PER_BLOCK = 128
"""Number of threads in a block, which start together.

Four blocks fit on a multiprocessor, which has 65,536 registers, since no program of a game needs more than
128 a thread (`tests/peers/test_peers_cuda.py`).
"""

ENTRY = """
def entry(threads, {names}):
    thread = cuda.grid(1)
    if thread < threads:
        program(thread, {names})
"""

_lock = threading.RLock()


def missing() -> str | None:
    """Return why this machine cannot use an accelerator, without a full stop; None if it can."""
    import numba

    if not numba.config.ENABLE_CUDASIM and importlib.util.find_spec("numba_cuda") is None:
        return "numba-cuda, which gives access to accelerators, is not installed (pip install 'upcard[gpu]')"
    from numba import cuda

    if not cuda.is_available():
        return "no accelerator of CUDA was found on this machine, or its driver is missing"
    return None


def accelerator_name() -> str:
    """Return the name of the accelerator; call this only if :func:`missing` returns None."""
    from numba import cuda

    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def on_device(array: Any) -> Any:
    """Copy an array into the memory of the accelerator; raise ``Failure`` if there is not enough of it."""
    from numba import cuda

    with _failures_explained():
        return cuda.to_device(np.ascontiguousarray(array))


@contextlib.contextmanager
def _failures_explained() -> Iterator[None]:
    """Turn errors of the compiler and the driver into a ``Failure`` with one sentence."""
    try:
        yield
    except Exception as fault:
        if type(fault).__module__.partition(".")[0] not in ("numba", "cuda"):
            raise
        raise Failure(
            f"the accelerator cannot do this: {compiler_reason(fault)}; use the processors instead"
        ) from fault


class GpuKernel:
    """A program for an accelerator, compiled when it is first called.

    ``program(thread, first array, ...)``, in the compilable subset, modifies its arrays in place.
    `replacements` are those of chance and worlds, and `count` is the number of arguments after the number of
    the thread.
    """

    def __init__(
        self,
        program: Callable[..., Any],
        replacements: Replacements,
        count: int,
        on_compile: Callable[[], None] | None = None,
    ) -> None:
        self.program, self.replacements = program, {**WRAPPING, **replacements}
        self.count, self.on_compile = count, on_compile
        self._entry: Any = None

    def __call__(self, threads: int, *arguments: Any) -> None:
        """Run the program in this number of threads, which are numbered from 0, and wait for them.

        Arguments are whole numbers, and arrays from :func:`on_device`, which are modified in place. Raises
        ``Failure`` if the program cannot be compiled for an accelerator, or the accelerator fails.
        """
        from numba import cuda

        shape = -(-threads // PER_BLOCK), min(threads, PER_BLOCK)
        with _failures_explained():
            with _lock, warnings.catch_warnings():
                warnings.filterwarnings("ignore", ".*Grid size")  # the first chunks of a run are small
                self.entry[shape](threads, *arguments)
            cuda.synchronize()

    @property
    def entry(self) -> Any:
        """Outermost function, which determines the number of its thread."""
        if self._entry is None:
            if self.on_compile is not None:
                self.on_compile()
            from numba import cuda

            names = ", ".join(f"x{i}" for i in range(self.count))
            text = ENTRY.format(names=names)
            part = fresh(self.program, self.replacements, _accelerator())
            self._entry = cuda.jit(function_from_text("entry", text, {"cuda": cuda, "program": part}))
        return self._entry


@functools.cache
def _accelerator() -> Target:
    """Return the target of programs for accelerators."""
    from numba import cuda

    scope = {UNSIGNED: np.uint64, PRODUCT: _bare_product()}
    return Target("_cuda", cuda.jit(device=True), scope, keeps_products=True)


@functools.cache
def _bare_product() -> Any:
    """Make ``bare_product(x, y)``, a product that is rounded before anything is added to it."""
    from numba import config, types
    from numba.extending import overload

    def bare_product(x: Any, y: Any) -> Any:
        return x * y

    if config.ENABLE_CUDASIM:
        return bare_product
    from numba.cuda import libdevice

    rounded: Any = libdevice.dmul_rn

    def of_fractions(x: Any, y: Any) -> Any:
        return rounded(float(x), float(y))

    @overload(bare_product, target="cuda")
    def which(x: Any, y: Any) -> Any:
        is_fraction = isinstance(x, types.Float) or isinstance(y, types.Float)
        return of_fractions if is_fraction else bare_product

    return bare_product
