"""What kind of file a solution is: told by the bytes it begins with, or by the ``kind`` of a certificate.

Folders of which each file knows one kind, those of checkers and of players, give their files ``KIND`` or
``MAGIC``; there is no list to keep.
"""

import codecs
import importlib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from upcard.certificates.certificate import read_certificate, unreadable_file
from upcard.engine.errors import Unreadable
from upcard.engine.game_folders import files_of
from upcard.engine.registry import part_modules

LONGEST_MAGIC = 64


class Recognized(NamedTuple):
    """A file, and which module knows its kind."""

    module: ModuleType
    """The module."""
    stated: dict[str, Any] | None
    """What a certificate holds; None of a binary file."""


def modules_with_kinds(part: str, by_kind: str, by_magic: str) -> tuple[ModuleType, ...]:
    """Return the files that know a kind: those of this package, and those of one part of all games.

    Parameters
    ----------
    part : str
        The part of a game's folder, such as ``"certificates"``.
    by_kind : str
        The function of a file with ``KIND``, such as ``"check"``.
    by_magic : str
        The function of a file with ``MAGIC``, such as ``"check_file"``.
    """
    shared = (importlib.import_module(name) for _, name in files_of("upcard.certificates"))
    known = (("KIND", by_kind), ("MAGIC", by_magic))
    return tuple(
        m
        for m in (*shared, *part_modules(part))
        if any(hasattr(m, mark) and hasattr(m, function) for mark, function in known)
    )


def recognize(path: Path, modules: Sequence[ModuleType], done: str) -> Recognized:
    """Which module knows the kind of a file.

    Parameters
    ----------
    path : Path
        The file.
    modules : sequence of ModuleType
        Those that there are; see :func:`modules_with_kinds`.
    done : str
        What they do with it, for what is said: ``"checked"``.

    Raises
    ------
    Unreadable
        If it cannot be read, or none of them knows it.
    """
    beginning = _beginning(path)
    for module in modules:
        if hasattr(module, "MAGIC") and beginning.startswith(module.MAGIC):
            return Recognized(module, None)
    stated = read_certificate(path)
    kinds = {module.KIND: module for module in modules if hasattr(module, "KIND")}
    kind = stated.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        expected = " or ".join(map(repr, sorted(kinds)))
        given = f"of kind {kind[:40]!r}" if isinstance(kind, str) else "of a kind that is no text"
        raise Unreadable(f"{path} is a certificate {given}, which cannot be {done}; expected {expected}")
    return Recognized(kinds[kind], stated)


def _beginning(path: Path) -> bytes:
    """How a file begins, behind the mark of UTF-8 that editors put before a text."""
    if path.is_dir():
        raise Unreadable(f"{path} is a folder; name a file in it")
    try:
        with path.open("rb") as file:
            return file.read(LONGEST_MAGIC).removeprefix(codecs.BOM_UTF8)
    except OSError as fault:
        raise unreadable_file(path, fault) from None
