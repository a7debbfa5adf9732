"""Where in a file of the user something went wrong."""

import sys
import traceback

DECLARED = frozenset(("GAME", "STRATEGY", "SOLVER"))
"""What the files declare that somebody may have written himself."""


def own_place(fault: BaseException, *files: str) -> str:
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
