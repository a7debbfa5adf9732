"""Finding studies by scanning this folder: a study is a file with ``STUDY`` and ``run``."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

import upcard.study as folder
from upcard.engine.errors import unknown

NO_STUDIES = ("find", "judge", "lab", "parts", "stoppers_swaps", "stoppers_table")

Step = Callable[[str, float], None]
"""Called with what is being done and the fraction of the study that is done."""


@dataclass(frozen=True)
class Study:
    """What a study is.

    Parameters
    ----------
    name : str
        As typed on a command line.
    title : str
        As printed.
    words : str
        What it asks, in one line.
    games : int
        Games per cell when none are asked for.
    """

    name: str
    title: str
    words: str
    games: int


@lru_cache(maxsize=1)
def study_modules() -> dict[str, ModuleType]:
    """Every study there is, by name."""
    found: dict[str, ModuleType] = {}
    for entry in pkgutil.iter_modules(folder.__path__):
        if entry.name not in NO_STUDIES:
            module = importlib.import_module(f"{folder.__name__}.{entry.name}")
            if isinstance(getattr(module, "STUDY", None), Study):
                found[module.STUDY.name] = module
    return found


def find_study(name: str) -> ModuleType:
    """The module of a study.

    Raises
    ------
    Usage
        If there is no such study.
    """
    modules = study_modules()
    if name not in modules:
        raise unknown("study", name, modules)
    return modules[name]
