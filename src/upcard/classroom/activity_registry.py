"""Registry of activities: the files of this package, and the part ``activity`` in the folders of games."""

import importlib
from types import ModuleType

from upcard.classroom.activity_steps import Activity
from upcard.classroom.class_repository import Run
from upcard.engine.discovery import cached_scan
from upcard.engine.errors import unknown_name
from upcard.engine.game_folders import files_of
from upcard.engine.registry import parts


@cached_scan
def activities() -> dict[str, Activity]:
    """Return all activities by name, in the order of their ``order``, with those that are not listed."""
    shared = [importlib.import_module(name) for _, name in files_of("upcard.classroom.activities")]
    every = [x for module in (*shared, *parts("activity").values()) for x in _activities_of(module)]
    return {x.name: x for x in sorted(every, key=lambda x: x.order)}


def _activities_of(module: ModuleType) -> tuple[Activity, ...]:
    """Return the activities of a file: ``ACTIVITIES``, or a single ``ACTIVITY``."""
    several: tuple[Activity, ...] | None = getattr(module, "ACTIVITIES", None)
    return (module.ACTIVITY,) if several is None else several


def find_activity(name: str) -> Activity:
    """Return the activity with this name; raises Usage if there is none."""
    activity = activities().get(name)
    if activity is None:
        raise unknown_name("activity", name[:40], list(activities()))
    return activity


def activity_of(run: Run) -> Activity:
    """Return the activity of a class, with the polls that its teacher has added."""
    return find_activity(run.activity).with_own_polls(run.settings)
