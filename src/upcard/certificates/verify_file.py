"""Checking any certificate by the file that knows its kind, here or in ``certificates`` of a game.

:mod:`upcard.certificates.kind_registry` says what such a file contains.
"""

import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from upcard.certificates.certificate import game_of_certificate
from upcard.certificates.kind_registry import modules_with_kinds, recognize
from upcard.engine.discovery import cached_scan
from upcard.engine.errors import Usage


def verify(
    path: str | Path, sample: int | None = None, on_step: Callable[[str, float], None] | None = None
) -> list[str]:
    """Check a certificate, a tablebase or the record of a match.

    Parameters
    ----------
    sample : int, optional
        Number of claims to check, taken at random, if its checker can take a sample.
    on_step : function, optional
        Called with the current work and the share that is done, by checkers that may take long.

    Returns
    -------
    list of str
        What was proved, as sentences; the first names the game.

    Raises
    ------
    Unreadable
        If the file is of no such kind.
    Refused
        With the first condition that does not hold.
    Usage
        If a sample is requested where all is checked.
    """
    place = Path(path)
    module, stated = recognize(place, _checkers(), "checked")
    if stated is None:
        check_file: Callable[..., list[str]] = module.check_file
        return check_file(place, **_terms(check_file, place, sample, on_step))
    check: Callable[..., list[str]] = module.check
    terms = _terms(check, place, sample, on_step)
    return check(stated, game_of_certificate(stated), **terms)


def _terms(
    check: Callable[..., Any],
    path: Path,
    sample: int | None,
    on_step: Callable[[str, float], None] | None,
) -> dict[str, Any]:
    """Return those of the two arguments that a checker takes."""
    takes = inspect.signature(check).parameters
    if sample is not None and "sample" not in takes:
        raise Usage(f"all of {path} is checked; a sample is only taken of a tablebase")
    return {k: x for k, x in {"sample": sample, "on_step": on_step}.items() if k in takes}


@cached_scan
def _checkers() -> tuple[ModuleType, ...]:
    return modules_with_kinds("certificates", "check", "check_file")
