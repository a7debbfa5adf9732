"""Registry of the kinds of solution files: who checks them, and who plays by them.

The first bytes of a file, or the ``kind`` of a certificate, tell its kind. Each file of a folder of checkers
or players knows one kind and declares it by ``KIND`` or ``MAGIC``; there is no list to maintain.
"""

import codecs
import importlib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from upcard.certificates.certificate import read_certificate, unreadable_file
from upcard.engine.errors import Unreadable
from upcard.engine.game import Game
from upcard.engine.game_folders import files_of
from upcard.engine.registry import part_modules
from upcard.engine.tree.strategy_table import ChooseAction

LONGEST_MAGIC = 64


class Checker(Protocol):
    """A file that checks certificates of one kind.

    ``check`` may also take ``sample``, a number of random claims to check, and ``on_step``, a function that
    is called with the current work and the share that is done. The same holds for :class:`FileChecker`.
    """

    KIND: str
    """The kind of certificate."""

    def check(self, stated: dict[str, Any], game: Game) -> list[str]:
        """Check a certificate.

        Returns
        -------
        list of str
            What was proved, as sentences; the first names the game.

        Raises
        ------
        Refused
            With the first condition that does not hold.
        """
        ...


class FileChecker(Protocol):
    """A file that checks files of one kind that are no JSON."""

    MAGIC: bytes
    """First bytes of such a file."""

    def check_file(self, path: Path) -> list[str]:
        """Check a file; as ``check`` of :class:`Checker`, or ``Unreadable`` if it is of no such kind."""
        ...


class CertificatePlayer(Protocol):
    """A file that plays by certificates of one kind.

    It may have ``free(game)``: the options that may differ from those for which the game was solved.
    """

    KIND: str
    """The kind of certificate."""

    def player(self, stated: dict[str, Any], game: Game) -> ChooseAction:
        """Return a function of a view that plays by a certificate.

        Parameters
        ----------
        stated : dict
            The certificate, which is of this game and its options, except those that are free.

        Returns
        -------
        function
            In the compilable subset, or with an attribute ``is_plain`` that says otherwise. An attribute
            ``odds``, if it has one, is a function of a view: the actions with their probabilities.

        Raises
        ------
        Refused, Failure
            If one cannot play by the certificate, with the reason.
        """
        ...


class FilePlayer(Protocol):
    """A file that plays by files of one kind that are no JSON."""

    MAGIC: bytes
    """First bytes of such a file."""

    def player_of_file(self, path: Path, game: Game) -> ChooseAction:
        """Return a function of a view that plays by a file; ``Usage`` if it cannot, with the reason."""
        ...


class Recognized(NamedTuple):
    """A file, and the module that knows its kind."""

    module: ModuleType
    """The module."""
    stated: dict[str, Any] | None
    """Content of a certificate; None for a binary file."""


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
    """Return the module that knows the kind of a file.

    Parameters
    ----------
    modules : sequence of ModuleType
        The candidates; see :func:`modules_with_kinds`.
    done : str
        Participle for messages that says what the caller does with the file: ``"checked"``.

    Raises
    ------
    Unreadable
        If the file cannot be read, or no module knows it.
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
        stated_kind = f"of kind {kind[:40]!r}" if isinstance(kind, str) else "of a kind that is no text"
        raise Unreadable(
            f"{path} is a certificate {stated_kind}, which cannot be {done}; expected {expected}"
        )
    return Recognized(kinds[kind], stated)


def _beginning(path: Path) -> bytes:
    """Return the first bytes of a file, after the mark of UTF-8 that some editors write."""
    if path.is_dir():
        raise Unreadable(f"{path} is a folder; name a file in it")
    try:
        with path.open("rb") as file:
            return file.read(LONGEST_MAGIC).removeprefix(codecs.BOM_UTF8)
    except OSError as fault:
        raise unreadable_file(path, fault) from None
