"""Every command that there is, and every word that it takes, with what nobody would type.

Commands and their options are found, so that a new one is asked too; only what usually stands in place of an
argument is told here, by the name that the help gives it.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from upcard.cli.root import upcard as group
from upcard.cli.terminal.command_options import FileName, WholeNumber
from upcard.cli.terminal.server_options import ServerOptions

CONTEXT = click.Context(group, **group.context_settings)
NAMES = group.list_commands(CONTEXT)

USUAL = {
    "GAME": "kuhn-poker",
    "STRATEGY": "random",
    "STRATEGY STRATEGY ...": "random equilibrium",
    "FILE": "match.upc",
    "FILE.efg": "tree.efg",
    "POSITION": "s1.4/s2/s3+",
    "PAYOFFS": "3,3 0,5; 5,0 1,1",
    "CHAPTER": "lama",
    "NAME": "stoppers-luck",
    "bash|zsh|fish": "bash",
    "NAME[:key=value,...]": "random",
    "CODE": "7KQ4M",
    "LANGUAGE": "de",
    "SECTION": "seats",
    "NUMBER": "0.001",
}
"""What is given where something else is asked, by what the help calls it."""

QUICK = {
    "games": "10",
    "effort": "0.001",
    "sections": "seats",
    "budget": "18",
    "confirm_games": "10",
    "port": "0",
    "folder": "home",
}
"""Values of options with which a command soon ends, by what they are passed as."""

LONGER = {("respond", "games")}
"""Of which command what is quick elsewhere asks for something else, that takes longer."""

OWN = {
    "tune": {"GAME": "lama", "STRATEGY": "folding", "NAME[:key=value,...]": "same-first"},
    "sweep": {"GAME": "smallsum", "KEY=VALUE": "purse=3:4"},
}
"""What is usual for one command only."""

STRANGE = ("", "-1", "9" * 5_000, "\x1b[31m\n", "random:x=\x07")
CODES = {0, 1, 2, 64, 75}
"""Done, failed, misused; and what a mail server understands."""


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch, leduc_record):
    """A folder with the files that are usual, and a home of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path / "home"))
    Path("match.upc").write_text(leduc_record)
    Path("tree.efg").write_text('EFG 2 R "one" { "a" "b" }\nt "" 1 "" { 1, -1 }\n')


@pytest.fixture(autouse=True)
def ended(monkeypatch):
    """Servers end at once; what they opened is closed."""
    opened: list[Any] = []
    for kind in ("store", "listener"):
        usual = getattr(ServerOptions, kind)

        def kept(place: ServerOptions, usual: Callable[[ServerOptions], Any] = usual) -> Any:
            opened.append(usual(place))
            return opened[-1]

        monkeypatch.setattr(ServerOptions, kind, kept)
    monkeypatch.setattr(ServerOptions, "serve", lambda *given: None)
    yield
    for one in opened:
        one.close()


def command(name: str) -> click.Command:
    found = group.get_command(CONTEXT, name)
    assert found is not None
    return found


def usual(name: str, param: click.Parameter) -> str:
    """What usually stands in place of an argument or option."""
    called = param.make_metavar(CONTEXT) if param.metavar is None else param.metavar
    known = USUAL | OWN.get(name, {})
    called = called if called in known else called.strip("[]")
    assert called in known, f"say in USUAL what {name} is given for {called}"
    return known[called]


def line(name: str, other: click.Parameter, value: str) -> list[str]:
    """A line for a command in which one parameter has a value, and the others what is usual."""
    words, ending = [name], []
    for param in command(name).params:
        given = value if param is other else None
        if isinstance(param, click.Argument):
            ending += usual_words(name, param) if given is None else [given]
        elif given is not None or param.required or is_quick(name, param) or is_needed(name, param):
            words += [max(param.opts, key=len), usual_value(name, param) if given is None else given]
    return [*words, "--", *ending]


def usual_words(name: str, param: click.Argument) -> list[str]:
    """What an argument is usually given, which several words may stand for."""
    return usual(name, param).split() if param.nargs < 0 else [usual(name, param)]


def is_needed(name: str, param: click.Parameter) -> bool:
    """Whether a command does nothing without an option."""
    return "--against" in param.opts or (name, param.name) == ("sweep", "options")


def is_quick(name: str, param: click.Parameter) -> bool:
    """Whether a command ends sooner with an option."""
    return param.name in QUICK and (name, param.name) not in LONGER


def usual_value(name: str, param: click.Parameter) -> str:
    """What an option is usually given."""
    assert param.name is not None
    return QUICK[param.name] if is_quick(name, param) else usual(name, param)


def asked(name: str) -> list[click.Parameter]:
    """What of a command takes a word."""
    return [x for x in command(name).params if not getattr(x, "is_flag", False)]


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_typed_ends_with_a_code_and_a_sentence(run, name):
    for param in asked(name):
        for value in STRANGE:
            words = line(name, param, value)
            result = run(*words)
            told = result.stderr
            assert result.exit_code in CODES, (words, result.output)
            assert "Traceback" not in told, words
            assert "inside Upcard" not in told, (words, told)
            assert result.exit_code == 0 or told.startswith(("upcard: ", "compiling")), (words, told)
            assert max(map(len, told.splitlines()), default=0) < 1_100, words
            assert not {"\x1b", "\x07"} & set(told), words


WRITES = {
    "simulate --save": (".csv", ".parquet"),
    "simulate --save-seats": (".csv", ".parquet"),
    "simulate --plot": (".svg", ".png"),
    "tournament --save": (".csv", ".parquet"),
    "tournament --plot": (".svg", ".png"),
    "tune --plot": (".svg", ".png"),
    "tune --state": (),  # what exists is refused
    "solve --save": (".json",),
    "solve --checkpoint": (),  # what exists is read first
    "respond --save": (".json",),
    "deck --pdf": (".pdf",),
    "export --out": (".efg", ".nfg"),
    "import --out": (),  # ordinary files only
    "lesson --sheet": (".pdf", ".html"),
    "class-report --save": (),  # needs a class
    "class-report --codebook": (),
    "balance --html": (".html",),
    "sweep --svg": (".svg",),
    "sweep --html": (".html",),
    "study --json": (),  # asks for more games than a test has time for
}
"""Options that name a file to be written, and how such files end."""

OTHERS = {
    "class --folder", "class-delete --folder", "class-report --charts", "class-report --folder", "deck --svg",
    "mail --folder", "play --resume", "probe --table", "serve --folder", "review --solution", "study --out",
    "tune --resume",
}  # fmt: skip
"""Options that name a folder, or a file to be read."""


def test_every_option_that_names_a_file_is_known_to_write_or_not():
    found = {
        f"{name} {param.opts[0]}"
        for name in NAMES
        for param in asked(name)
        if isinstance(param, click.Option) and isinstance(param.type, FileName)
    }
    assert found == set(WRITES) | OTHERS


@pytest.mark.parametrize("option", [x for x in WRITES if WRITES[x]])
def test_a_full_disk_is_told_wherever_a_file_is_written(run, option):
    name, flag = option.split()
    (param,) = [x for x in asked(name) if x.opts[0] == flag]
    for suffix in WRITES[option]:
        file = Path(f"full{suffix}")
        file.symlink_to("/dev/full")
        result = run(*line(name, param, str(file)))
        assert result.exit_code == 1, result.output
        assert f"{file} cannot be written: the disk is full; free some space" in result.stderr


@pytest.mark.parametrize("name", ["replay", "review", "mail", "play"])
def test_a_closed_input_is_told_and_ends_a_game(words, name):
    asked_for = {"replay": ["-"], "review": ["-"], "play": ["kuhn-poker"]}.get(name, [])
    call = ["sh", "-c", '"$0" "$@" <&-', *words(name, *asked_for)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if name == "play":
        assert (done.returncode, done.stderr) == (0, "")
        assert "Nobody has acted yet, so nothing was saved." in done.stdout
    else:
        assert done.returncode == (75 if name == "mail" else 1)
        assert done.stderr.startswith("upcard: standard input is closed; give the name of a file")


@pytest.mark.parametrize("name", NAMES)
def test_no_number_and_no_file_is_taken_for_one(told, name):
    for param in asked(name):
        for kind, strange in ((WholeNumber, ("", "-1", "nan", "9" * 5_000)), (FileName, ("", " "))):
            if isinstance(param.type, kind):
                for value in strange:
                    assert told(*line(name, param, value))[0] == 2, (name, param.name, value)
