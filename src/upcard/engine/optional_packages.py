"""Packages that come only with an extra of Upcard."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from upcard.engine.errors import Failure


@contextmanager
def require_extra(extra: str, feature: str) -> Iterator[None]:
    """Import packages of an extra in this context; if one is missing, ``Failure`` says how to install it.

    The message names the `feature` that needs them.
    """
    try:
        yield
    except ModuleNotFoundError as fault:
        package = str(fault.name).partition(".")[0]
        raise Failure(
            f"{feature} needs {package}, which is not installed: pip install 'upcard[{extra}]'"
        ) from fault


def is_installed(name: str) -> bool:
    """Return whether a package can be imported."""
    try:
        return find_spec(name) is not None
    except ValueError:  # it was removed from sys.modules
        return False
