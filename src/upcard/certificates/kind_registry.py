"""Registry of the kinds of solution files: the modules that check them, and those that play them.

The first bytes of a file, or the ``kind`` of a certificate, determine its kind. Each module in a folder of
checkers or players handles one kind and declares it; there is no list to maintain. ``KIND`` is the kind of a
certificate, ``MAGIC`` the first bytes of a file that is not JSON.

A checker defines ``check(stated, game)`` for a certificate or ``check_file(path)`` for another file. They
return the proved statements as sentences, the first of which names the game. They raise ``Refused`` with the
first condition that does not hold, and ``check_file`` raises ``Unreadable`` for a file of another kind. They
may also take ``sample``, a number of random claims to check, and ``on_step``, a function that is called with
the current work and the fraction that is done.

A player defines ``player(stated, game)`` for a certificate of this game and its options, or
``player_of_file(path, game)``. They return a function of a view, in the compilable subset, or with an
attribute ``is_plain`` that says otherwise; an attribute ``odds``, if it has one, is a function of a view that
returns the actions with their probabilities. If the file cannot be played, ``player`` raises ``Refused`` or
``Failure`` with the reason, ``player_of_file`` raises ``Usage``. ``free(game)``, if defined, returns the
options that may differ from those for which the game was solved.
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
    """A recognized file: its content, and the module that handles its kind."""

    module: ModuleType
    """The module that handles its kind."""
    stated: dict[str, Any] | None
    """Content of a certificate; None for a binary file."""


def modules_with_kinds(part: str, by_kind: str, by_magic: str) -> tuple[ModuleType, ...]:
    """Return the modules that handle a kind: those of this package, and those of one part of all games.

    `by_kind` and `by_magic` name the functions of modules with ``KIND`` and with ``MAGIC``.
    """
    shared = (importlib.import_module(name) for _, name in files_of("upcard.certificates"))
    known = (("KIND", by_kind), ("MAGIC", by_magic))
    return tuple(
        m
        for m in (*shared, *part_modules(part))
        if any(hasattr(m, mark) and hasattr(m, function) for mark, function in known)
    )


def recognize(path: Path, modules: Sequence[ModuleType], done: str) -> Recognized:
    """Return the module that handles the kind of a file; raise ``Unreadable`` if there is none.

    `done` is a participle for messages that says what the caller does with the file: ``"checked"``.
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
        stated_kind = f"of kind {kind[:40]!r}" if isinstance(kind, str) else "whose kind is not text"
        raise Unreadable(
            f"{path} is a certificate {stated_kind}, which cannot be {done}; expected {expected}"
        )
    return Recognized(kinds[kind], stated)


def _beginning(path: Path) -> bytes:
    """Return the first bytes of a file, without the byte-order mark of UTF-8 that some editors write."""
    if path.is_dir():
        raise Unreadable(f"{path} is a folder; name a file in it")
    try:
        with path.open("rb") as file:
            return file.read(LONGEST_MAGIC).removeprefix(codecs.BOM_UTF8)
    except OSError as fault:
        raise unreadable_file(path, fault) from None
