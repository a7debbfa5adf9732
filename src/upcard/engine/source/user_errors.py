"""Places in the user's files at which an error happened or a thread runs."""

import sys
import traceback
from collections.abc import Set as AbstractSet
from types import FrameType

DECLARED = frozenset(("GAME", "STRATEGY", "SOLVER"))
"""Declarations of files that users may write."""


def user_code_location(fault: BaseException, *files: str) -> str:
    """Return where in a user's game, strategy or solver an error happened; empty if it happened elsewhere.

    The place is file, line and function. `files` are more files of the user, such as that of a function.
    """
    loaded = [vars(module) for module in list(sys.modules.values()) if hasattr(module, "__dict__")]
    modules = [x for x in loaded if not DECLARED.isdisjoint(x) and not x["__name__"].startswith("upcard.")]
    users_files = {*files, *(x.get("__file__") for x in modules)}
    frames = [x for x in traceback.extract_tb(fault.__traceback__) if x.filename in users_files]
    return f"{frames[-1].filename}, line {frames[-1].lineno}, {frames[-1].name}" if frames else ""


def running_user_call(frame: FrameType | None, declared: AbstractSet[str] = DECLARED) -> FrameType | None:
    """Return the outermost call of a function in a user's file that runs in a thread; None if there is none.

    `frame` is the present frame of the thread; one of the names in `declared` marks a user's file.
    """
    call = None
    while frame is not None:
        if _is_users(frame, declared):
            call = frame
        frame = frame.f_back
    return call


def interrupted_at(fault: BaseException) -> str:
    """Return the function, file and line in a user's file at which an interrupt came; empty if elsewhere."""
    for frame, line in traceback.walk_tb(fault.__traceback__):
        if _is_users(frame, DECLARED):
            return _place(frame, line)
    return ""


def call_location(frame: FrameType) -> str:
    """Return the present place of a call: function, file and line."""
    return _place(frame, frame.f_lineno)


def _place(frame: FrameType, line: int) -> str:
    return f"{frame.f_code.co_name}, in {frame.f_code.co_filename}, line {line}"


def _is_users(frame: FrameType, declared: AbstractSet[str]) -> bool:
    """Whether a frame belongs to a user's file with one of these declarations."""
    names = frame.f_globals
    return not declared.isdisjoint(names) and not names["__name__"].startswith("upcard.")
