"""Commands that pages name without playing them are command lines of Upcard all the same."""

import re
import shlex

import click
import pytest

from upcard.cli.root import upcard as commands
from upcard.engine.errors import Usage

FENCE = re.compile(r"^( *)(`{3,})([^\n]*)\n(.*?)^\1\2$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(upcard [^`]+)`")
TYPED = re.compile(r"^ *(?:\$ )?(upcard .+)$", re.MULTILINE)
HEADS = re.compile(r"upcard (record|commitment|seed) \d")
"""First lines of files, which are no commands."""
PLACE = re.compile(r"\b[A-Z]{4,}\b|…|\.\.\.")
"""What stands for something else, such as FILE."""


def named(page: str) -> list[str]:
    """The commands of a page that are not played: in sentences, and in blocks that are not of the console."""
    blocks = [found[4] for found in FENCE.finditer(page) if "console" not in found[3]]
    typed = [line for block in blocks for line in TYPED.findall(block)]
    return [" ".join(x.split()) for x in [*INLINE.findall(FENCE.sub("", page)), *typed] if not HEADS.match(x)]


def fault_of(line: str) -> str:
    """What is wrong with a command line, read and not run; nothing where only a part of one is named."""
    words = shlex.split(re.split(r" [|<>] ", line)[0], comments=True)[1:]
    top = click.Context(commands, **commands.context_settings)
    command = commands.get_command(top, words[0])
    if command is None:
        return "" if words[0].startswith("-") or PLACE.match(words[0]) else "no such command"
    if len(words) == 1 or PLACE.search(line):
        known = {o for p in command.params for o in p.opts}
        return ", ".join(w for w in words if w.startswith("--") and w not in known)
    try:
        command.make_context(words[0], words[1:], parent=top)
    except (click.MissingParameter, click.BadOptionUsage, click.exceptions.Exit):
        return ""
    except (click.UsageError, Usage) as fault:
        return str(fault)
    return ""


def test_every_command_that_a_page_names_can_be_read(written):
    wrong = {
        f"{name}: {line}": fault
        for name, page in written.items()
        if name != "CHANGELOG.md"
        for line in named(page)
        if (fault := fault_of(line))
    }
    assert not wrong


@pytest.mark.parametrize(
    "line", ["upcard simulat lama", "upcard simulate lama --gams 5", "upcard simulate GAME --gams 5"]
)
def test_a_command_that_cannot_be_read_is_noticed(line):
    assert fault_of(line)


def test_commands_are_found_in_sentences_and_in_blocks():
    page = "`upcard games` and\n```text\n$ upcard doctor\n```\n```console\n$ upcard rules x\n```\n"
    assert named(page) == ["upcard games", "upcard doctor"]
