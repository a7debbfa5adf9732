"""Where in a file of the user something went wrong, or stands."""

import sys
import traceback
from collections.abc import Set as AbstractSet
from types import FrameType

DECLARED = frozenset(("GAME", "STRATEGY", "SOLVER"))
"""What the files declare that somebody may have written himself."""


def user_code_location(fault: BaseException, *files: str) -> str:
    """Where in a game, strategy or solver of somebody's own a fault happened: file, line and function.

    Parameters
    ----------
    fault : exception
        What was raised.
    files : str
        Other files that are somebody's own, such as that of a function.

    Returns
    -------
    str
        Empty if it happened elsewhere.
    """
    loaded = [vars(module) for module in list(sys.modules.values()) if hasattr(module, "__dict__")]
    found = [x for x in loaded if not DECLARED.isdisjoint(x) and not x["__name__"].startswith("upcard.")]
    own = {*files, *(x.get("__file__") for x in found)}
    frames = [x for x in traceback.extract_tb(fault.__traceback__) if x.filename in own]
    return f"{frames[-1].filename}, line {frames[-1].lineno}, {frames[-1].name}" if frames else ""


def running_user_call(frame: FrameType | None, declared: AbstractSet[str] = DECLARED) -> FrameType | None:
    """The running call of a function of a game, strategy or solver of somebody's own, by none of its own.

    Parameters
    ----------
    frame : frame or None
        Where a thread stands.
    declared : set of str
        Only files that declare one of these are looked at.

    Returns
    -------
    frame or None
        None if it is nowhere in such a file.
    """
    found = None
    while frame is not None:
        if _is_own(frame, declared):
            found = frame
        frame = frame.f_back
    return found


def interrupted_at(fault: BaseException) -> str:
    """Where a fault such as Ctrl-C came in a file of one's own: function, file, line; empty if in none."""
    for frame, line in traceback.walk_tb(fault.__traceback__):
        if _is_own(frame, DECLARED):
            return _place(frame, line)
    return ""


def call_location(frame: FrameType) -> str:
    """Where a call stands now: function, file and line."""
    return _place(frame, frame.f_lineno)


def _place(frame: FrameType, line: int) -> str:
    return f"{frame.f_code.co_name}, in {frame.f_code.co_filename}, line {line}"


def _is_own(frame: FrameType, declared: AbstractSet[str]) -> bool:
    """Whether a frame is of a file that declares one of these, and none of Upcard's own."""
    names = frame.f_globals
    return not declared.isdisjoint(names) and not names["__name__"].startswith("upcard.")
