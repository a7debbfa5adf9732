"""Checking any certificate by the module that handles its kind, here or in ``certificates`` of a game.

:mod:`upcard.certificates.kind_registry` describes such a module.
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
    path : str or Path
        The file.
    sample : int, optional
        Number of random claims to check, if its checker can take a sample; by default all are checked.
    on_step : function, optional
        Called with the current work and the fraction that is done, by checkers that may take long.

    Returns
    -------
    list of str
        The proved statements, as sentences; the first names the game.

    Raises
    ------
    Unreadable
        If the file cannot be read or is of no known kind.
    Refused
        If the file proves nothing, with the first condition that does not hold.
    Usage
        If a sample is requested for a kind that is always checked completely.
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
    """Return `sample` and `on_step` as keyword arguments, as far as the checker takes them."""
    takes = inspect.signature(check).parameters
    if sample is not None and "sample" not in takes:
        raise Usage(f"{path} is of a kind that is always checked completely; leave out the sample")
    return {k: x for k, x in {"sample": sample, "on_step": on_step}.items() if k in takes}


@cached_scan
def _checkers() -> tuple[ModuleType, ...]:
    return modules_with_kinds("certificates", "check", "check_file")
