"""The compile seam: plain functions in, compiled programs out, with a cache on disk that is correct.

Numba's own cache on disk has three traps, all reproduced: it looks only at the file of the outermost
function (a changed rules file or helper goes unnoticed), it freezes constants without noticing when they
change, and two programs whose functions have equal names get each other's machine code (Numba issues 5128
and 10486). The cure is in :mod:`upcard.engine.compile.linking`: every function a program reaches is copied
with the values of its globals of now, and the copy's name holds a fingerprint of all source it reaches.
Equal names then mean equal code, and the cache cannot be wrong. Under these names parts are kept as well,
which most programs of a game share (:mod:`upcard.engine.compile.cache`).

On the way every function is rewritten (:mod:`upcard.engine.compile.transforms`), so that compiled code does
not ask at each table whether an index counts from the end. Rules and strategies have no such indices: the
interpreted state refuses them. A *careful* program also checks every index and every number that is stored
into a table; what is not Upcard's own gets one.

Numba tells LLVM that sums and products of signed numbers never leave 64 bits, and LLVM draws conclusions:
with x * MUL2 < 0 it looks at the sign of x only. Where numbers are meant to wrap around, in the random
streams, unsigned arithmetic takes the place of :func:`upcard.engine.seeds.plus` and ``times``.

Besides :mod:`upcard.engine.compile.cuda` no module imports Numba, and it is imported when the first program
is asked for.
"""

import functools
import gc
import hashlib
import importlib
import importlib.util
import os
import pickle
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from upcard.engine.compile import linking as parts
from upcard.engine.compile import transforms as rewrite
from upcard.engine.compile.cache import cache_folder, load_part, remove_old, store_part
from upcard.engine.compile.linking import PART, WRAPPING, Target, compiler_reason, fresh
from upcard.engine.compile.transforms import FITTING, UNSIGNED
from upcard.engine.errors import BrokenRules, Failure
from upcard.engine.source import fingerprint as source
from upcard.engine.source.fingerprint import ChanceDoors, reached_names
from upcard.engine.state import CELL_HIGH, CELL_LOW

PLAYING = "_that_plays"
"""At the end of the names of programs that play by rules, and of nobody else's function."""

LEVEL = 2
"""Of optimisation by LLVM for these.

The third, which Numba asks for, takes up to six times as long, and games are played as fast after either.
Small kernels gain a twentieth by it, and keep it.
"""

BLAS, COVERAGE = "scipy.linalg.cython_blas", "coverage"


_lock = threading.RLock()
_programs: dict[str, "Guarded"] = {}


def compiled(
    loop: Callable[..., Any],
    doors: ChanceDoors,
    extra: str = "",
    on_compile: Callable[[], None] | None = None,
    careful: bool = False,
) -> "Guarded":
    """Compile a function and all it reaches, or take the program from memory or disk.

    Parameters
    ----------
    loop : function
        The outermost function; it and all it reaches are plain Python in the compilable subset.
    doors : mapping
        Functions to replace, such as the door of chance by the random stream; empty for what plays no games.
    extra : str
        Whatever else tells programs apart, such as the layout of the records they get.
    on_compile : function, optional
        Called by the first call of the program, if it cannot be taken from disk and is compiled now.
    careful : bool
        Whether to check every index and cell: an ``IndexError`` or ``OverflowError`` instead of a wild read
        or a number cut off, for a tenth of the speed.

    Returns
    -------
    Guarded
        The compiled program, to be called; it releases the global interpreter lock. What was changed between
        asking for it and its first call is refused then.
    """
    ending = "_careful" * careful + PLAYING * bool(doors)
    doors = {**WRAPPING, **doors}
    asked = reached_names([loop], doors).fingerprint
    key = f"{asked}_{extra}_{_toolchain()}{ending}"

    def make() -> Any:
        if reached_names([loop], doors).fingerprint != asked:
            raise BrokenRules(
                f"{loop.__name__}, or what it calls, was changed before it ran; ask for it again"
            )
        return fresh(loop, doors, _processor(careful))

    with _lock:
        if key not in _programs:
            _programs[key] = Guarded(make, f"{loop.__name__}_{key}", on_compile)
        return _programs[key]


@functools.cache
def _toolchain() -> str:
    """A hash of whatever makes other programs of the same functions: Python, Numba, this file and its kin."""
    numba = _numba()
    llvm = importlib.import_module("llvmlite").__version__
    used = [sys.version, numba.__version__, llvm, np.__version__]
    files = [
        Path(module.__file__ or "").read_bytes() for module in (sys.modules[__name__], parts, rewrite, source)
    ]
    return hashlib.sha256(repr(used).encode() + b"".join(files)).hexdigest()[:8]


def _numba() -> Any:
    """Numba, imported without scipy's linear algebra and without the tool that counts covered lines.

    When Numba begins it tries whether they can be imported, which takes longer than to load a program. It
    uses the first for products of matrices only, and the second for lines that were compiled. For that
    moment an empty module answers for the first and none for the second; who needs them later gets them.

    Raises
    ------
    Failure
        If it was told to compile nothing.
    """
    stand_ins: dict[str, ModuleType | None] = {COVERAGE: None}
    if importlib.util.find_spec("scipy") is not None:
        stand_ins[BLAS] = ModuleType(BLAS)
    stand_ins = {name: x for name, x in stand_ins.items() if name not in sys.modules}
    sys.modules.update(stand_ins)  # type: ignore[arg-type]
    try:
        import numba
        from numba.np import arraymath  # noqa: F401 - it is here that Numba tries the first
    finally:
        for name in stand_ins:
            del sys.modules[name]
    if numba.config.DISABLE_JIT:
        raise Failure("NUMBA_DISABLE_JIT is set, and this needs compiled programs; unset it and try again")
    return numba


class Guarded:
    """A compiled program that says what keeps it from being compiled, and does without a broken cache.

    Parameters
    ----------
    make : function
        Makes the function to be compiled, all it calls fresh; called when it is not on disk.
    name : str
        Its name, with its fingerprint.
    on_compile : function, optional
        Called when it is compiled and not taken from disk.
    """

    def __init__(
        self, make: Callable[[], Any], name: str, on_compile: Callable[[], None] | None = None
    ) -> None:
        self.make, self.name, self.on_compile = make, name, on_compile
        self.compiled = _jit(name, cached=True)

    def __call__(self, *given: Any) -> Any:
        """Run the program; its first call compiles it or loads it from disk.

        Raises
        ------
        BrokenRules
            If it cannot be compiled, with the compiler's reason.
        """
        if not self.compiled.signatures:
            self._prepare(given)
        return self.compiled(*given)

    def _prepare(self, given: tuple[Any, ...]) -> None:
        """Load or compile the program for such arguments, without running it."""
        import numba
        from numba.core.errors import NumbaError

        signature = (numba.typeof(given),)  # one tuple: the outermost function has only *given
        try:
            self._compile(signature)
        except NumbaError as fault:
            raise BrokenRules(
                f"a function cannot be compiled: {compiler_reason(fault)}; "
                "every path must return a whole number"
            ) from None
        except BrokenRules:
            raise
        except Exception:  # noqa: BLE001 - what lies in a damaged or foreign cache can fail in any way
            if not self.compiled.signatures:  # else it was compiled, but the folder is full
                self.compiled = _jit(self.name, cached=False)
                self._compile(signature)

    def _compile(self, signature: tuple[Any, ...]) -> None:
        """Load the program, or else make it, say so and compile it."""
        from numba.core import event

        guarded = self

        class Teller(event.Listener):  # type: ignore[misc]
            """Hears when a program is compiled, of whatever thread."""

            def on_start(self, event: Any) -> None:
                """Pass it on, once; and make what is to be compiled."""
                if event.data["dispatcher"] is not guarded.compiled:
                    return
                tell, guarded.on_compile = guarded.on_compile, None
                if tell is not None:
                    tell()
                with _lock:
                    guarded.compiled.py_func.__globals__["_program"] = guarded.make()

            def on_end(self, event: Any) -> None:
                """Nothing to say."""

        context, collects = _leave_parts_to_the_whole(), gc.isenabled()
        context.allow_dynamic_globals = False  # large tables go into the program, which else is not kept
        gc.disable()  # a compiler makes and keeps millions of objects, and no garbage worth the search
        try:
            with event.install_listener("numba:compile", Teller()):
                self.compiled.compile(signature)
        finally:
            context.allow_dynamic_globals = True
            if collects:
                gc.enable()

    @property
    def stats(self) -> Any:
        """Numba's record of what was taken from the cache."""
        return self.compiled.stats


def _entry(*given: Any) -> Any:
    """The outermost function of every program; it lies in this file, where Numba looks for changes."""
    return _program(*given)  # type: ignore[name-defined]  # noqa: F821 - a global of each copy


@functools.cache
def _leave_parts_to_the_whole() -> Any:
    """Let Numba optimise and translate whole programs only, not also each function that is inlined into them.

    Numba makes machine code of every function, with all that is inlined into it, before that of its caller;
    with chains of twenty calls this is most of its time. Nobody calls a part alone. Gives the target.
    """
    from numba.core import config
    from numba.core.codegen import JITCodeLibrary
    from numba.core.registry import cpu_target

    class Library(JITCodeLibrary):  # type: ignore[misc]
        """Of Numba: the code of a function and of all it calls; parts are only there to be linked."""

        @property
        def codegen(self) -> Any:
            """Who makes machine code; a part has nobody but itself."""
            return self if self._is_part else self._codegen

        def set_env(self, name: str, env: Any) -> None:
            """What a part would need to be run."""

        def get_pointer_to_function(self, name: str) -> int:
            """Where its machine code lies; that of a part lies nowhere."""
            self._ensure_finalized()
            return 0 if self._is_part else int(super().get_pointer_to_function(name))

        @property
        def _is_part(self) -> bool:
            return bool(self.name.endswith(PART))

        def _optimize_final_module(self) -> None:
            if self._is_part:
                return
            usual = config.OPT
            config.OPT = LEVEL if self.name.endswith(PLAYING) else usual  # Numba compiles one at a time
            try:
                super()._optimize_final_module()
            finally:
                config.OPT = usual

        def _finalize_final_module(self) -> None:
            if self._is_part:
                self._finalize_dynamic_globals()
                self._verify_declare_only_symbols()
                self._finalized = True
            else:
                super()._finalize_final_module()

    cpu_target.target_context.codegen()._library_class = Library
    return cpu_target.target_context


@functools.cache
def _compiler_of_parts() -> Any:
    """Numba's compiler, which keeps parts on disk: most programs of a game differ in a few of them only."""
    from numba.core.compiler import Compiler, CompileResult
    from numba.core.serialize import dumps

    class Parts(Compiler):  # type: ignore[misc]
        """Of Numba: compiles a function, unless the same one was compiled before, for the same types."""

        def compile_extra(self, func: FunctionType) -> Any:
            """The function compiled, in code that is only there to be linked."""
            target, name = self.state.targetctx, func.__name__
            key = repr((name, str(self.state.args), target.codegen().magic_tuple(), _toolchain()))
            found = self._loaded(key)
            if found is None:
                found = super().compile_extra(func)
                store_part(key, _portable(found))
            return found

        def _loaded(self, key: str) -> Any:
            """What is kept, ready to be linked; None where it is not, or of no use."""
            kept, target = load_part(key), self.state.targetctx
            if kept is None:
                return None
            found = CompileResult._rebuild(target, *pickle.loads(kept))  # noqa: S301 - of our own folder
            target.insert_user_function(found.entry_point, found.fndesc, [found.library])
            return found

    def _portable(made: Any) -> bytes:
        """All of a part that others need, its own functions private: names of Numba's are used twice."""
        module, own = made.library._final_module.clone(), made.fndesc.llvm_func_name
        for function in module.functions:
            if not function.is_declaration and function.name != own:
                function.linkage = "internal"
        made.fndesc.typemap = made.fndesc.calltypes = None
        code = (made.library.name, "bitcode", module.as_bitcode())
        rest = (made.fndesc, made.environment, made.signature, made.objectmode, (), "", made.reload_init, ())
        return bytes(dumps((code, *rest)))

    return Parts


def _jit(name: str, cached: bool) -> Any:
    """An outermost function of such a name, to be loaded, or to be compiled once ``_program`` is set."""
    import numba
    from numba.core import config

    _leave_parts_to_the_whole()
    before = config.CACHE_DIR
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
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
    finally:
        config.CACHE_DIR = before
    return compiled_entry


@functools.cache
def _fitting_cell() -> Any:
    """``fitting_cell(table, x)``: x, which the cells of the table can hold, or an ``OverflowError``."""
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
def _processor(careful: bool) -> Target:
    """What programs for processors are made for."""
    from numba.extending import register_jitable

    mark = register_jitable(
        forceinline=True, boundscheck=careful, no_cfunc_wrapper=True, pipeline_class=_compiler_of_parts()
    )
    scope = {UNSIGNED: np.uint64, FITTING: _fitting_cell()}
    return Target("_careful" if careful else "", mark, scope, is_careful=careful)
