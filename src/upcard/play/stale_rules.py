"""A user's rules file that is edited while a server runs.

The server continues with the rules that it has read. A process that it starts later would read the new ones.
"""

from pathlib import Path
from types import ModuleType

from upcard.engine.errors import Failure
from upcard.engine.user_folders import is_as_loaded


class Edited(Failure):
    """A rules file has changed since the server read it."""


def refuse_edited(rules: ModuleType) -> None:
    """Raise ``Edited`` for rules whose file has changed since it was loaded."""
    if not is_as_loaded(rules):
        raise Edited(
            f"the rules file {Path(str(rules.__file__)).name} has changed since this server started; start "
            f"the server again. Nothing is lost: matches in progress continue if the file still has version "
            f"{rules.GAME.version}, or once that version is restored"
        )
