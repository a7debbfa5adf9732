"""How long work reports its progress."""

from collections.abc import Callable

OnProgress = Callable[[str, float], None]
"""Called with what is being done, and with the fraction that is done, from 0 to 1."""
