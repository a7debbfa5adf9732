"""Finding activities: the files of a folder."""

import importlib
import pkgutil
from functools import lru_cache

import upcard.classroom.activities as folder
from upcard.classroom.steps import Activity
from upcard.engine.errors import unknown


@lru_cache(maxsize=1)
def activities() -> dict[str, Activity]:
    """All activities by name, in the order in which they are offered."""
    found = [
        importlib.import_module(f"{folder.__name__}.{m.name}").ACTIVITY
        for m in pkgutil.iter_modules(folder.__path__)
    ]
    return {x.name: x for x in sorted(found, key=lambda x: (x.order, x.name))}


def find_activity(name: str) -> Activity:
    """An activity by its name.

    Raises
    ------
    Usage
        If there is none.
    """
    found = activities().get(name)
    if found is None:
        raise unknown("activity", name[:40], list(activities()))
    return found
