"""Packages of others that come only with an extra of Upcard."""

from collections.abc import Iterator
from contextlib import contextmanager

from upcard.engine.errors import Failure


@contextmanager
def coming_with(extra: str, wish: str) -> Iterator[None]:
    """Import within this what may not be installed.

    Parameters
    ----------
    extra : str
        The extra of Upcard with which it comes.
    wish : str
        What needs it, as the beginning of a sentence.

    Raises
    ------
    Failure
        If a package is missing, with what to install.
    """
    try:
        yield
    except ModuleNotFoundError as fault:
        raise Failure(f"{wish}; {fault.name} is not installed: pip install 'upcard[{extra}]'") from fault
