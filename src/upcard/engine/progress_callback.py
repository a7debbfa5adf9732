"""How long work reports its progress."""

from collections.abc import Callable

OnProgress = Callable[[str, float], None]
"""Called with the name of the present step and the fraction of the work that is done, from 0 to 1."""
