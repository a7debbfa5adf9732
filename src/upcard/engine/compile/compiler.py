"""Compile plain functions into programs, with a cache on disk that is correct.

Numba's own cache on disk has three defects, all reproduced. It looks only at the file of the outermost
function, so a changed rules file or helper goes unnoticed. It freezes constants without noticing when they
change. And two programs whose functions have equal names get each other's machine code (Numba issues 5128
and 10486). The cure is in :mod:`upcard.engine.compile.linking`: every function that a program reaches is
copied with the present values of its globals, and the name of the copy contains a fingerprint of all source
it reaches. Equal names then mean equal code, so the cache cannot be wrong. Most programs of a game share
most of their functions, so these are stored on disk as well, under the same names
(:mod:`upcard.engine.compile.cache`).

Every function is rewritten before it is compiled (:mod:`upcard.engine.compile.transforms`), so that compiled
code need not test at each table whether an index counts from the end. Rules and strategies have no such
indices: the interpreted state refuses them. A *careful* program also checks every index and every number
that is stored in a table. Programs with code that did not come with Upcard are careful.

Numba promises LLVM that sums and products of signed numbers never leave 64 bits. LLVM relies on this: for
``x * MUL2 < 0`` it tests only the sign of x. The random streams need numbers that wrap around, so unsigned
arithmetic replaces :func:`upcard.engine.seeds.plus` and ``times`` there.

Numba is imported when the first program is requested. Only this module, :mod:`upcard.engine.compile.cuda` and
:mod:`upcard.engine.compile.numba_internals` import it.
"""

import functools
import gc
import hashlib
import importlib
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from upcard.engine.compile import linking as parts
from upcard.engine.compile import numba_internals as internals
from upcard.engine.compile import transforms as rewrite
from upcard.engine.compile.cache import cache_folder, remove_old
from upcard.engine.compile.linking import WRAPPING, Target, compiler_reason, fresh
from upcard.engine.compile.numba_internals import PLAYING
from upcard.engine.compile.transforms import FITTING, UNSIGNED
from upcard.engine.errors import BrokenRules, Failure
from upcard.engine.source import fingerprint as source
from upcard.engine.source.fingerprint import Replacements, reached_names
from upcard.engine.state import CELL_HIGH, CELL_LOW

_lock = threading.RLock()
_programs: dict[str, "Guarded"] = {}


def compiled(
    loop: Callable[..., Any],
    replacements: Replacements,
    extra: str = "",
    on_compile: Callable[[], None] | None = None,
    careful: bool = False,
) -> "Guarded":
    """Compile a function and all that it reaches, or take the program from memory or from disk.

    Parameters
    ----------
    loop : function
        The outermost function. It and all functions that it calls are plain Python in the compilable subset.
    replacements : mapping
        Functions to replace, such as those of chance by the random stream; empty for a program that plays no
        games.
    extra : str
        Anything else that tells programs apart, such as the layout of the records they get.
    on_compile : function, optional
        Called during the first call of the program, if it is not on disk and has to be compiled.
    careful : bool
        Whether to check every index and cell: an ``IndexError`` or ``OverflowError`` instead of a wild read
        or a truncated number, at a tenth of the speed.

    Returns
    -------
    Guarded
        The compiled program, to be called; it releases the global interpreter lock. Its first call raises
        ``BrokenRules`` if a function has changed in the meantime.
    """
    ending = "_careful" * careful + PLAYING * bool(replacements)
    replacements = {**WRAPPING, **replacements}
    fingerprint = reached_names([loop], replacements).fingerprint
    key = f"{fingerprint}_{extra}_{_toolchain()}{ending}"

    def make() -> Any:
        if reached_names([loop], replacements).fingerprint != fingerprint:
            raise BrokenRules(
                f"{loop.__name__}, or a function that it calls, has changed since the program was requested; "
                "request it again"
            )
        return fresh(loop, replacements, _processor(careful, _toolchain()))

    with _lock:
        if key not in _programs:
            _programs[key] = Guarded(make, f"{loop.__name__}_{key}", on_compile)
        return _programs[key]


@functools.cache
def _toolchain() -> str:
    """Return a hash of all else that compiled programs depend on: versions and the compiler's files."""
    numba = _numba()
    llvm = importlib.import_module("llvmlite").__version__
    versions = [sys.version, numba.__version__, llvm, np.__version__, internals.is_on()]
    modules = (sys.modules[__name__], internals, parts, rewrite, source)
    files = [Path(module.__file__ or "").read_bytes() for module in modules]
    return hashlib.sha256(repr(versions).encode() + b"".join(files)).hexdigest()[:8]


def _numba() -> Any:
    """Import Numba.

    Raises
    ------
    Failure
        If Numba is switched off by ``NUMBA_DISABLE_JIT``.
    """
    numba = internals.import_numba()
    if numba.config.DISABLE_JIT:
        raise Failure("NUMBA_DISABLE_JIT is set, and this needs compiled programs; unset it and try again")
    return numba


class Guarded:
    """A compiled program that explains why it cannot be compiled, and survives a damaged cache.

    Parameters
    ----------
    make : function
        Makes fresh copies of the function and of all that it calls; called when the program is not on disk.
    name : str
        The name of the program, with its fingerprint.
    on_compile : function, optional
        Called when the program is compiled and not taken from disk.
    """

    def __init__(
        self, make: Callable[[], Any], name: str, on_compile: Callable[[], None] | None = None
    ) -> None:
        self.make, self.name, self.on_compile = make, name, on_compile
        self.compiled = _jit(name, cached=True)

    def __call__(self, *arguments: Any) -> Any:
        """Run the program; its first call compiles it or loads it from disk.

        Raises
        ------
        BrokenRules
            If the program cannot be compiled, with the compiler's reason.
        """
        if not self.compiled.signatures:
            self._prepare(arguments)
        return self.compiled(*arguments)

    def _prepare(self, arguments: tuple[Any, ...]) -> None:
        """Load or compile the program for arguments of these types, without running it."""
        import numba
        from numba.core.errors import NumbaError

        signature = (numba.typeof(arguments),)  # one tuple: the outermost function has only *arguments
        try:
            self._compile(signature)
        except NumbaError as fault:
            raise BrokenRules(
                f"a function cannot be compiled: {compiler_reason(fault)}; "
                "every path must return a whole number"
            ) from None
        except BrokenRules:
            raise
        except Exception:  # noqa: BLE001 - a damaged or foreign cache can fail in any way
            if not self.compiled.signatures:  # else only writing it to disk failed
                self.compiled = _jit(self.name, cached=False)
                self._compile(signature)

    def _compile(self, signature: tuple[Any, ...]) -> None:
        """Load the program, or else call ``on_compile``, make the functions and compile them."""
        from numba.core import event

        guarded = self

        class Listener(event.Listener):  # type: ignore[misc]
            """Listener to Numba, which reports every program that it compiles in any thread."""

            def on_start(self, event: Any) -> None:
                """Make the functions of this program, after calling ``on_compile`` once."""
                if event.data["dispatcher"] is not guarded.compiled:
                    return
                on_compile, guarded.on_compile = guarded.on_compile, None
                if on_compile is not None:
                    on_compile()
                with _lock:
                    guarded.compiled.py_func.__globals__["_program"] = guarded.make()

            def on_end(self, event: Any) -> None:
                """Ignore the end of a compilation."""

        is_collecting = gc.isenabled()
        gc.disable()  # a compiler allocates millions of objects that live long, and little garbage
        try:
            with internals.whole_programs(), event.install_listener("numba:compile", Listener()):
                self.compiled.compile(signature)
        finally:
            if is_collecting:
                gc.enable()

    @property
    def stats(self) -> Any:
        """Numba's counts of cache hits and misses."""
        return self.compiled.stats


def _entry(*arguments: Any) -> Any:
    """Run the program; copies of this function are the outermost function of every program."""
    return _program(*arguments)  # type: ignore[name-defined]  # noqa: F821 - a global of each copy


def _jit(name: str, cached: bool) -> Any:
    """Return an outermost function of this name, to be loaded, or compiled once ``_program`` is set."""
    import numba
    from numba.core import config

    before = config.CACHE_DIR
    try:
        folder = cache_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        cached = cached and os.access(folder, os.W_OK)
    except OSError:
        cached = False
    try:
        if cached:
            config.CACHE_DIR = str(folder)
            remove_old(folder)
        scope = {"__name__": __name__, "__builtins__": __builtins__}
        entry = FunctionType(_entry.__code__, scope, name)
        entry.__qualname__ = name
        compiled_entry = numba.njit(nogil=True, cache=cached)(entry)
        if cached and not internals.seal_cache(compiled_entry, folder):
            compiled_entry = numba.njit(nogil=True)(entry)
    finally:
        config.CACHE_DIR = before
    return compiled_entry


@functools.cache
def _fitting_cell() -> Any:
    """Make ``fitting_cell(table, x)``: x if the cells of the table can hold it, else an ``OverflowError``."""
    from numba import types
    from numba.extending import overload

    def fitting_cell(table: Any, x: Any) -> Any:
        return x

    def checked(table: Any, x: Any) -> Any:
        if x < CELL_LOW or x > CELL_HIGH:
            raise OverflowError("a number does not fit into 16 bits")
        return x

    @overload(fitting_cell, jit_options={"forceinline": True})
    def which(table: Any, x: Any) -> Any:
        return checked if table.dtype == types.int16 else fitting_cell

    return fitting_cell


@functools.cache
def _processor(careful: bool, toolchain: str) -> Target:
    """Return the target of programs for processors, whose parts are stored under this hash of versions."""
    from numba.extending import register_jitable

    options = internals.part_options(toolchain)
    mark = register_jitable(forceinline=True, boundscheck=careful, **options)
    scope = {UNSIGNED: np.uint64, FITTING: _fitting_cell()}
    return Target("_careful" if careful else "", mark, scope, is_careful=careful)
