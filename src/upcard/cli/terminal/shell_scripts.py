"""The scripts for Tab completion: those of click, and one of Upcard for bash.

Bash breaks words at ``=`` and ``:``, so ``--option count=e`` and ``--strategy folding:A`` would reach click
in pieces. That script passes the whole line up to the cursor, and removes the part before the last break
from every completion.
"""

import os
from importlib.resources import files

import click
from click.shell_completion import (
    BashComplete,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

PROGRAM = "upcard"


class WholeWords(BashComplete):
    """Completion for bash by the whole line instead of its pieces."""

    def source(self) -> str:
        """Return the script; it may be for another machine, so the local version of bash does not matter."""
        template = files("upcard.cli.terminal").joinpath("completion.bash").read_text(encoding="utf-8")
        return template % self.source_vars()

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the current one, and the word that is being typed."""
        line = os.environ.get("COMP_LINE", "")
        words = split_arg_string(line)[1:]
        return (words, "") if line[-1:].isspace() or not words else (words[:-1], words[-1])


SHELLS: dict[str, type[ShellComplete]] = {"bash": WholeWords, "zsh": ZshComplete, "fish": FishComplete}


def register() -> None:
    """Let click use Upcard's script for bash."""
    add_completion_class(WholeWords)


def script(shell: str, group: click.Command) -> str:
    """Return the script for a shell."""
    return SHELLS[shell](group, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE").source()
