"""The parts of Numba that are not public: everything here may break with a new version of Numba.

Each function is an optimisation. Programs compute the same numbers without it, but compile more slowly:

- :func:`import_numba` hides two packages that take long to import while Numba is imported;
- :func:`whole_programs` makes machine code of whole programs only, not of every function in them, and
  keeps large tables inside programs, so that Numba stores those on disk;
- :func:`part_options` stores the compiled functions of a program on disk, for the next program to link.

Set the environment variable ``UPCARD_NUMBA_INTERNALS`` to ``off`` to do without all of them, for instance
with a version of Numba that is newer than those in ``pyproject.toml``.
"""

import functools
import importlib.util
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from upcard.engine.compile.cache import load_part, store_part
from upcard.engine.compile.linking import PART
from upcard.engine.compile.sealed_files import read_sealed, write_sealed
from upcard.engine.errors import Usage

SWITCH = "UPCARD_NUMBA_INTERNALS"
STATES = ("on", "off")

PLAYING = "_that_plays"
"""Suffix of the names of programs that play by rules; no other function has it."""

LEVEL = 2
"""LLVM's optimisation level for programs that play.

Numba's level 3 takes up to six times as long to compile, and games run as fast with either. Small kernels
become a twentieth faster with level 3 and are compiled with it.
"""

BLAS, COVERAGE = "scipy.linalg.cython_blas", "coverage"


def is_on() -> bool:
    """Whether Numba's internals may be used.

    Raises
    ------
    Usage
        If the environment variable ``UPCARD_NUMBA_INTERNALS`` is neither ``on`` nor ``off``.
    """
    state = os.environ.get(SWITCH, "on")
    if state not in STATES:
        raise Usage(f"{SWITCH} is {state!r}; expected {' or '.join(STATES)}")
    return state == "on"


def import_numba() -> Any:
    """Import Numba, without SciPy's linear algebra and without the tool that measures test coverage.

    Numba tries to import both, which takes longer than loading a program. It needs the first only for
    products of matrices, and the second only for the coverage of compiled lines. An empty module replaces
    the first, and nothing the second, until Numba is imported; both can be imported normally afterwards.
    """
    stand_ins: dict[str, ModuleType | None] = {}
    if is_on():
        stand_ins[COVERAGE] = None
        if importlib.util.find_spec("scipy") is not None:
            stand_ins[BLAS] = ModuleType(BLAS)
    stand_ins = {name: module for name, module in stand_ins.items() if name not in sys.modules}
    sys.modules.update(stand_ins)  # type: ignore[arg-type]
    try:
        import numba
        from numba.np import arraymath  # noqa: F401 - the module that tries to import the linear algebra
    finally:
        for name in stand_ins:
            del sys.modules[name]
    return numba


@contextmanager
def whole_programs() -> Iterator[None]:
    """Compile a program as a whole: without machine code for its parts, and with its large tables inside.

    Numba refers to large tables by their address, and stores no program on disk that holds an address.
    """
    if not is_on():
        yield
        return
    context = link_parts_only()
    context.allow_dynamic_globals = False
    try:
        yield
    finally:
        context.allow_dynamic_globals = True


@functools.cache
def link_parts_only() -> Any:
    """Make Numba optimise and translate whole programs only, and return its target context.

    Numba makes machine code of every function, with all functions that are inlined into it, before it
    compiles the caller. With twenty nested calls this is most of its time, and nobody calls a part alone.
    """
    from numba.core.registry import cpu_target

    cpu_target.target_context.codegen()._library_class = _linking_library()
    return cpu_target.target_context


def _linking_library() -> type:
    """Return a subclass of Numba's container for code that makes no machine code of parts."""
    from numba.core import config
    from numba.core.codegen import JITCodeLibrary

    class Library(JITCodeLibrary):  # type: ignore[misc]
        """Numba's container for the code of a function and its callees; parts are only linked."""

        @property
        def codegen(self) -> Any:
            """Numba's code generator, or the library itself for a part, which is never generated."""
            return self if self._is_part else self._codegen

        def set_env(self, name: str, env: Any) -> None:
            """Ignore the environment of a part, which is only needed to run it."""

        def get_pointer_to_function(self, name: str) -> int:
            """Return the address of the machine code; 0 for a part, which has none."""
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

    return Library


@functools.cache
def _sealed_cache_file() -> Any:
    """Numba's cache of a program, in sealed files: it unpickles nothing that somebody else has written."""
    from numba.core.caching import IndexDataCacheFile

    class SealedCacheFile(IndexDataCacheFile):  # type: ignore[misc]
        """Numba's index and data of a program, which are pickles."""

        folder: Path

        def _load_index(self) -> Any:
            """Return the names of the data files by signature; none from an index that is not ours."""
            content = read_sealed(Path(self._index_path), self.folder)
            if content is None:
                return {}
            stamp, names = pickle.loads(content)  # noqa: S301 - sealed
            return names if stamp == self._source_stamp else {}

        def _save_index(self, overloads: Any) -> None:
            content = self._dump((self._source_stamp, overloads))
            write_sealed(Path(self._index_path), self.folder, content)

        def _load_data(self, name: str) -> Any:
            """Return a compiled program; raises OSError if its file is missing or not ours."""
            content = read_sealed(Path(self._data_path(name)), self.folder)
            if content is None:
                raise FileNotFoundError(name)
            return pickle.loads(content)  # noqa: S301 - sealed

        def _save_data(self, name: str, data: Any) -> None:
            write_sealed(Path(self._data_path(name)), self.folder, self._dump(data))

    return SealedCacheFile


def seal_cache(compiled: Any, folder: Path) -> bool:
    """Let a compiled function that Numba caches in `folder` use sealed files; return whether it does."""
    file = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if file is None:  # another version of Numba
        return False
    file.__class__, file.folder = _sealed_cache_file(), folder
    return True


def part_options(toolchain: str) -> dict[str, Any]:
    """Return Numba's options for compiling a part, which is stored on disk and cannot be called from C.

    Parameters
    ----------
    toolchain : str
        A hash of the compiler's versions, which distinguishes stored parts.
    """
    if not is_on():
        return {}
    return {"no_cfunc_wrapper": True, "pipeline_class": _compiler_of_parts(toolchain)}


@functools.cache
def _compiler_of_parts(toolchain: str) -> Any:
    """Numba's compiler with parts stored on disk, since most programs of a game differ in few of them."""
    from numba.core.compiler import Compiler, CompileResult

    class Parts(Compiler):  # type: ignore[misc]
        """Numba's compiler, which takes a part from disk if it was compiled before for the same types."""

        def compile_extra(self, func: FunctionType) -> Any:
            """Return the compiled function, ready to be linked."""
            target, name = self.state.targetctx, func.__name__
            key = repr((name, str(self.state.args), target.codegen().magic_tuple(), toolchain))
            part = self._load(key)
            if part is None:
                part = super().compile_extra(func)
                store_part(key, _portable(part))
            return part

        def _load(self, key: str) -> Any:
            """Return the part stored under a key, ready to be linked; None if there is none."""
            content, target = load_part(key), self.state.targetctx
            if content is None:
                return None
            part = CompileResult._rebuild(target, *pickle.loads(content))  # noqa: S301 - our own folder
            target.insert_user_function(part.entry_point, part.fndesc, [part.library])
            return part

    return Parts


def _portable(part: Any) -> bytes:
    """Return everything that other processes need of a part, as bytes; its helper functions become private.

    Numba counts its helper functions from 0 in every process, so their names occur twice.
    """
    from numba.core.serialize import dumps

    module, entry = part.library._final_module.clone(), part.fndesc.llvm_func_name
    for function in module.functions:
        if not function.is_declaration and function.name != entry:
            function.linkage = "internal"
    part.fndesc.typemap = part.fndesc.calltypes = None
    code = (part.library.name, "bitcode", module.as_bitcode())
    rest = (part.fndesc, part.environment, part.signature, part.objectmode, (), "", part.reload_init, ())
    return bytes(dumps((code, *rest)))
