"""Provenance of a result: the version of Upcard, the version of the rules, and the machine."""

import platform
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from upcard.engine.errors import BrokenRules
from upcard.engine.free_memory import usable_cores
from upcard.engine.picklable_rules import file_digest
from upcard.engine.registry import registered_rules

CPU_INFO = Path("/proc/cpuinfo")
LIBRARIES = ("numpy", "numba")


def with_provenance(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with ``upcard_version`` and ``machine``, and of its game the version and digest.

    Keys that the document has already stay as they are.
    """
    return {**content, **{k: x for k, x in _made_by(content.get("game")).items() if k not in content}}


def _made_by(game: object) -> dict[str, Any]:
    return {"upcard_version": _version("upcard"), **_rules_of(game), "machine": machine()}


def _rules_of(game: object) -> dict[str, Any]:
    """Return the version of a game's rules, and the digest of their file; nothing for any other value."""
    try:
        rules = registered_rules(game) if isinstance(game, str) else None
    except BrokenRules:
        return {}
    return {} if rules is None else {"rules_version": rules.GAME.version, "rules_digest": file_digest(rules)}


@lru_cache(maxsize=1)
def machine() -> dict[str, Any]:
    """Return the operating system, the processor, its cores, and the versions of Python and of libraries."""
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": usable_cores(),
        "python": platform.python_version(),
        **{name: _version(name) for name in LIBRARIES},
    }


def _processor() -> str:
    """Return the name of the processor, or its architecture if the system does not say more."""
    try:
        lines = CPU_INFO.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    names = [x.partition(":")[2].strip() for x in lines if x.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
