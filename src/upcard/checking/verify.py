"""Checking any certificate: the file of this folder that knows its kind does it.

A file with ``KIND`` and ``check(stated, game)`` checks certificates of that kind; one with ``MAGIC`` and
``check_file(path)`` checks files that begin with these bytes. It may also take ``sample``, a number of claims
to be checked at random, and ``on_step``, a function that is told of progress.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import upcard.checking as folder
from upcard.checking.certificate import game_of, read_certificate
from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import Game

LONGEST_MAGIC = 64


def verify(
    path: str | Path, sample: int | None = None, on_step: Callable[[str, float], None] | None = None
) -> list[str]:
    """Check a certificate.

    Parameters
    ----------
    path : str or Path
        The file.
    sample : int, optional
        How many of its claims, taken at random, are to be checked, if its checker can do with a sample.
    on_step : function, optional
        Told what is done and which share, by checkers that may take long.

    Returns
    -------
    list of str
        What was proved, as sentences; the first names the game.

    Raises
    ------
    Unreadable
        If the file is no certificate.
    Refused
        With the first condition that does not hold.
    Usage
        If a sample is asked for where all is checked.
    """
    place = Path(path)
    beginning = _beginning(place)
    for module in _checkers():
        if beginning.startswith(getattr(module, "MAGIC", b"\0no magic")):
            check_file: Callable[..., list[str]] = module.check_file
            return check_file(place, **_terms(check_file, place, sample, on_step))
    _terms(None, place, sample, None)
    stated = read_certificate(place)
    kinds = {module.KIND: module for module in _checkers() if hasattr(module, "KIND")}
    if not isinstance(stated.get("kind"), str) or stated["kind"] not in kinds:
        expected = " or ".join(map(repr, sorted(kinds)))
        raise Unreadable(
            f"{path} is a certificate of kind {repr(stated.get('kind'))[:40]}; expected {expected}"
        )
    check: Callable[[dict[str, Any], Game], list[str]] = kinds[stated["kind"]].check
    return check(stated, game_of(stated))


def _terms(
    check: Callable[..., Any] | None,
    path: Path,
    sample: int | None,
    on_step: Callable[[str, float], None] | None,
) -> dict[str, Any]:
    """What of a sample and of progress a checker takes."""
    takes = inspect.signature(check).parameters if check is not None else {}
    if sample is not None and "sample" not in takes:
        raise Usage(f"all of {path} is checked; a sample is only taken of a tablebase")
    return {k: x for k, x in {"sample": sample, "on_step": on_step}.items() if k in takes}


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LONGEST_MAGIC)
    except OSError as fault:
        raise Unreadable(f"{path} cannot be read: {fault.strerror}") from None


@lru_cache(maxsize=1)
def _checkers() -> tuple[ModuleType, ...]:
    names = sorted(x.name for x in pkgutil.iter_modules(folder.__path__))
    modules = (importlib.import_module(f"{folder.__name__}.{name}") for name in names)
    return tuple(m for m in modules if hasattr(m, "KIND") or hasattr(m, "MAGIC"))
