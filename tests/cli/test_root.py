"""Finding commands, their help, and a quick start."""

import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from upcard.cli import commands
from upcard.cli.root import upcard as group
from upcard.cli.terminal.command_options import ExampleCommand

CONTEXT = click.Context(group, **group.context_settings)
NAMES = group.list_commands(CONTEXT)


def command(name: str) -> ExampleCommand:
    found = group.get_command(CONTEXT, name)
    assert isinstance(found, ExampleCommand)
    return found


def test_every_file_in_the_folder_of_commands_is_a_command():
    files = Path(commands.__file__).parent.glob("[a-z]*.py")
    assert sorted(f.stem.rstrip("_").replace("_", "-") for f in files) == NAMES


def test_a_file_that_is_put_there_is_a_command(own_file):
    own_file("cli.commands", "shuffle_well", "def command():\n    return 0\n")
    assert "shuffle-well" in group.list_commands(CONTEXT)


@pytest.mark.parametrize("name", NAMES)
def test_a_command_is_called_as_its_file(name):
    assert command(name).name == name


def test_the_list_of_commands_fits_on_a_screen(run):
    lines = run("--help").stdout.splitlines()
    assert len(lines) <= 22  # with the prompts before and after it
    assert max(map(len, lines)) <= 80
    assert not any(line.endswith("...") for line in lines[1:])


def test_without_a_command_it_shows_the_help(run):
    assert run().stdout == run("--help").stdout
    assert run().exit_code == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command_fits_and_says_what_it_does(run, name):
    for flag in ("--help", "-h"):
        result = run(name, flag)
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= 80
        assert f"Usage: upcard {name}" in result.stdout


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_a_command_ends_with_two_to_four_examples(run, name):
    examples = command(name).examples
    assert 2 <= len(examples) <= 4
    ending = run(name, "--help").stdout.rstrip().splitlines()[-len(examples) - 1 :]
    assert ending == ["Examples:", *(f"  {line}" for line in examples)]


@pytest.mark.parametrize("line", [line for name in NAMES for line in command(name).examples])
def test_every_example_is_a_valid_command_line(line):
    words = shlex.split(line.removeprefix('eval "$(').removesuffix(')"'))
    end = next((i for i, w in enumerate(words) if w in ("|", ">", "<")), len(words))
    assert words[0] == "upcard"
    parsed = command(words[1]).make_context(words[1], words[2:end], parent=CONTEXT)
    assert parsed.command.name == words[1]


def test_the_version_is_that_of_the_package(run):
    from importlib.metadata import version

    assert run("--version").stdout == f"upcard {version('upcard')}\n"


def test_it_also_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "upcard", "foo"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("upcard: there is no command 'foo'")
