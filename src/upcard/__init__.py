"""Upcard: a laboratory for small card games.

The public names are listed in ``__init__.pyi``; each is loaded when it is first used.
"""

import ast
import importlib
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

from upcard import old_paths
from upcard.engine import notebook_views, solution_provider


def _public_modules() -> dict[str, str]:
    """Return the module that defines each public name, as the stub beside this file imports it."""
    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8"))
    imports = (x for x in stub.body if isinstance(x, ast.ImportFrom))
    return {name.name: str(x.module) for x in imports for name in x.names}


_MODULES = _public_modules()
__all__ = sorted(_MODULES)  # noqa: PLE0605 - computed from the one list there is


def __getattr__(name: str) -> Any:
    """Load a public name from the module that defines it."""
    if name in old_paths.NAMES:
        old, name = name, old_paths.NAMES[name]
        warnings.warn(f"upcard.{old} has another name; use upcard.{name}", FutureWarning, stacklevel=2)
    if name not in _MODULES:
        raise AttributeError(f"module 'upcard' has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_MODULES[name]), name)
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__


def _solutions() -> ModuleType:
    from upcard.solving import solution_cache

    return solution_cache


def _tree_reader() -> ModuleType:
    from upcard.adapters import gambit_tree

    return gambit_tree


def _drawers() -> notebook_views.Drawers:
    from upcard.report.notebook_html import html_of, svg_of, text_of

    return notebook_views.Drawers(html_of, svg_of, text_of)


old_paths.install()
solution_provider.provide(_solutions)
solution_provider.provide_tree_reader(_tree_reader)
notebook_views.provide(_drawers)
