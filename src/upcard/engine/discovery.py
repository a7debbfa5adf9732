"""Discovery of files that ship with Upcard, that other packages name, and that lie in the user's folder.

A file that cannot be used does not stop the others. It is left out, with the reason in a sentence.
"""

import builtins
import difflib
import importlib
import importlib.util
import inspect
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from types import ModuleType
from typing import Any, ParamSpec, TypeVar, cast

from upcard.engine.declarations import argument_problems
from upcard.engine.errors import BrokenRules, fault_text
from upcard.engine.game_folders import file_label
from upcard.engine.user_folders import USER_PACKAGE, Closed
from upcard.kit import cards
from upcard.kit import strategy as kit


@dataclass(frozen=True)
class FileKind:
    """A kind of files: rules files, strategies, solvers, or studies.

    A shipped file that has neither the declaration nor the function is a helper of several others. For files
    of other packages and of the user, missing parts are reported.
    """

    words: str
    """Word for such a file in messages: ``"rules file"``."""
    shipped: Callable[[], Iterable[tuple[str, str]]]
    """Lists the files that ship with Upcard: the short name and the full name of each module."""
    group: str
    """The entry-point group of other packages."""
    declaration: str
    """The name of the declaration, such as ``"GAME"``."""
    check: Callable[[ModuleType], None]
    """A check that raises ``BrokenRules`` for a module that cannot be used."""
    function: str = ""
    """The name of a function that only files of this kind have; empty if the declaration is enough."""

    def matches(self, module: ModuleType) -> bool:
        """Whether a loaded file is of this kind; files from outside Upcard always count."""
        is_shipped = module.__name__.startswith("upcard.")
        return not is_shipped or hasattr(module, self.declaration) or hasattr(module, self.function)


@dataclass(frozen=True)
class SkippedFile:
    """A file that exists but cannot be used."""

    names: tuple[str, ...]
    """Names of the file in lower case with hyphens: the file or entry point, and the declared name."""
    why: str
    """The fault and what to do, as a sentence."""


@dataclass(frozen=True)
class Discovery:
    """All files of one kind."""

    modules: dict[str, ModuleType]
    """The usable files, by their declared names."""
    left_out: tuple[SkippedFile, ...]
    """The other files."""

    def refuse(self, name: str) -> None:
        """Raise ``BrokenRules`` with the reason if `name` is that of a file that was left out."""
        for x in self.left_out:
            if _canonical(name) in x.names:
                raise BrokenRules(x.why)


LoadModule = Callable[[], ModuleType]

Args = ParamSpec("Args")
ScanResult = TypeVar("ScanResult")

_scans: list[Callable[[], None]] = []


def cached_scan(scan: Callable[Args, ScanResult]) -> Callable[Args, ScanResult]:
    """Return a function that scans files, with its results cached until :func:`forget` is called."""
    cached = lru_cache(maxsize=256)(scan)
    _scans.append(cached.cache_clear)
    return cast("Callable[Args, ScanResult]", cached)


def forget() -> None:
    """Forget the results of all scans of files, such as games, strategies, solvers and studies.

    The next request scans the files again, for instance after a package was installed.
    """
    for clear in _scans:
        clear()


def discover(kind: FileKind, points: Iterable[Any]) -> Discovery:
    """Return all files of a kind that ship or are named by entry points."""
    left_out: list[SkippedFile] = []
    shipped = sorted(
        _usable(kind, ((short, _shipped(kind, full)) for short, full in kind.shipped()), left_out),
        key=lambda x: not _bears_its_name(x[0]),
    )
    modules: dict[str, ModuleType] = {}
    for names, module in (*shipped, *_usable(kind, _named_files(points), left_out)):
        first = modules.setdefault(names[-1], module)
        if first is not module:
            both = f"{_called(first)} and {_called(module)}"
            left_out.append(_left_out(names, f"{names[-1]!r} is the name of both {both}; rename one"))
    return Discovery(modules, tuple(left_out))


def find_shipped_file(kind: FileKind, name: str) -> ModuleType | None:
    """Return the shipped file with a name, without loading all the others.

    The result is None if there is no such file, if it declares another name, or if it cannot be used.
    """
    requested = _canonical(name)
    file = requested.replace("-", "_")
    if not file.isidentifier():
        return None
    files = [(short, _shipped(kind, full)) for short, full in kind.shipped() if short == file]
    return next((module for names, module in _usable(kind, files, []) if names[-1] == requested), None)


def _bears_its_name(names: Sequence[str]) -> bool:
    """Whether a file is named after what it declares, unlike a copy that was not renamed yet."""
    return _canonical(names[0]) == names[-1]


def _called(module: ModuleType) -> str:
    """Return the name of a file for messages: the path of a user's file, the module of any other."""
    is_users = module.__name__.startswith(f"{USER_PACKAGE}.")
    return str(module.__file__) if is_users else module.__name__


def _left_out(names: Sequence[str], why: str) -> SkippedFile:
    return SkippedFile(tuple(_canonical(x) for x in names), why)


def _canonical(name: str) -> str:
    """Return a name in lower case with hyphens for the underscores of files."""
    return name.casefold().replace("_", "-")


def _usable(
    kind: FileKind, files: Iterable[tuple[str, LoadModule]], left_out: list[SkippedFile]
) -> Iterator[tuple[list[str], ModuleType]]:
    """Yield usable files after the name of the file and the declared name; adds the others to `left_out`."""
    for name, load in files:
        names = [name]
        try:
            module = load()
            if not kind.matches(module):
                continue
            names += _declared(module, kind)
            kind.check(module)
            yield names, module
        except BrokenRules as fault:
            left_out.append(_left_out(names, str(fault)))


def _declared(module: ModuleType, kind: FileKind) -> list[str]:
    """Return the name that a file declares, in a list; empty if it declares none."""
    name = getattr(getattr(module, kind.declaration, None), "name", None)
    return [name] if isinstance(name, str) else []


def _shipped(kind: FileKind, name: str) -> LoadModule:
    """Return a function that loads a shipped file."""

    def load() -> ModuleType:
        try:
            return importlib.import_module(name)
        except (Exception, SystemExit) as fault:
            spec = importlib.util.find_spec(name)
            file = file_label(spec.origin if spec and spec.origin else name)
            raise BrokenRules(
                f"the {kind.words} {file} cannot be loaded: {load_text(fault, file)}"
            ) from fault

    return load


def _named_files(points: Iterable[Any]) -> Iterator[tuple[str, LoadModule]]:
    """Yield the files of other packages: the name of each entry point, and a function that loads it."""
    for point in sorted(points, key=lambda e: str(e.name)):
        yield point.name, partial(_named, point)


def _named(point: Any) -> ModuleType:
    named = point.words if hasattr(point, "words") else f"the entry point {point.name} = {point.value}"
    try:
        module = point.load()
    except Closed as fault:
        raise BrokenRules(str(fault)) from fault
    except (Exception, SystemExit) as fault:
        raise BrokenRules(f"{named} cannot be loaded: {load_text(fault)}") from fault
    if not isinstance(module, ModuleType):
        raise BrokenRules(f"{named} is not a module; name the file")
    return module


def load_text(fault: BaseException, file: str = "") -> str:
    """Return why a file cannot be loaded: the place, the fault, and what to do.

    The message names the file of the fault unless it is `file`, which the reader knows already.
    """
    where, line = _place(fault)
    place = "" if not line else f"line {line}: " if where == file else f"{where} line {line}: "
    if isinstance(fault, SyntaxError):
        return f"{place}{fault.msg}; fix this line"
    if isinstance(fault, ModuleNotFoundError) and fault.name:
        return f"{place}there is no module {fault.name!r}; install it, or fix the import"
    expected = _call_expected(str(fault)) if isinstance(fault, TypeError) else ""
    sentence = _arguments_text(fault) or fault_text(fault)
    return f"{place}{sentence}; {expected or _name_meant(fault) or 'fix this line'}"


def _place(fault: BaseException) -> tuple[str, int]:
    """Return the file and line of an error: the innermost line outside functions, or the unreadable line."""
    if isinstance(fault, SyntaxError):
        return file_label(fault.filename or ""), fault.lineno or 0
    frames = [x for x in traceback.extract_tb(fault.__traceback__) if x.name == "<module>"]
    return (file_label(frames[-1].filename), frames[-1].lineno or 0) if frames else ("", 0)


def _name_meant(fault: BaseException) -> str:
    """Return a hint with a defined name that is similar to an undefined one; empty if there is none."""
    frames = [frame for frame, _ in traceback.walk_tb(fault.__traceback__)]
    if not isinstance(fault, NameError) or not fault.name or not frames:
        return ""
    known = [*frames[-1].f_locals, *frames[-1].f_globals, *vars(builtins)]
    close = difflib.get_close_matches(fault.name, known, n=1)
    return f"did you mean {close[0]}?" if close else ""


def _arguments_text(fault: BaseException) -> str:
    """Return a sentence about wrong arguments of a kit function, if they caused the error; else empty."""
    frames = [frame for frame, _ in traceback.walk_tb(fault.__traceback__)]
    word = getattr(cards, frames[-1].f_code.co_name, None) if frames else None
    if word is None or getattr(word, "__code__", None) is not frames[-1].f_code:
        return ""
    wrong = argument_problems(word, frames[-1].f_locals)
    return f"{word.__name__}(...): {' and '.join(wrong)}" if wrong else ""


def _call_expected(message: str) -> str:
    """Return the expected arguments of a kit function if `message` reports a wrong call; else empty."""
    called = re.match(r"(\w+)(\.__init__)?\(\)", message)
    word = called and (getattr(cards, called[1], None) or getattr(kit, called[1], None))
    return f"expected {called[1]}({', '.join(inspect.signature(word).parameters)})" if called and word else ""
