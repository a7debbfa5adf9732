"""Plays the examples of one page of the documentation: ``python -m tests.docs.play_page PAGE FOLDER``.

The blocks of the page are played in their order, in FOLDER, as a reader would:

- a block with a caption is written to a file of that name, in folders that are made; with the caption
  ``NAME, continued`` it is added to the end of that file, after two empty lines;
- a block in the language ``diff`` with a caption changes the file of that name: what the lines without ``+``
  say must stand there once, and what the lines without ``-`` say takes its place;
- a Python block is run, or, where it shows a prompt, compared with what it shows;
- in a console block every line after ``$`` is run; ``export`` and ``mkdir`` hold for what comes after; where
  output is shown, it must be what comes out. A line ``…`` stands for lines that are left out, and times are
  not compared. A server is stopped when it has said where it is.

Large numbers of games are made smaller first, also those of ``upcard check``, ``check_game`` and
``check_strategy``, and then the output is not compared. ``pip install -e .`` only registers the entry points
of the page's own ``pyproject.toml``, for this process. A study is played once. Where a test asks for less, as
by day, the rest is shorter as ``tests/docs/by_day.py`` says.
"""

import contextlib
import doctest
import importlib
import io
import linecache
import os
import re
import runpy
import shlex
import signal
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

from tests.docs.by_day import do_less

FENCE = re.compile(r"^( *)(`{3,}) *(\{[a-z-]+\})? *([a-z]*)[^\n]*\n(.*?)^\1\2$", re.DOTALL | re.MULTILINE)
CONTINUED = ", continued"
OPTION = re.compile(r"^:([a-z-]+): *(.*)\n", re.MULTILINE)
LEFT_OUT = "…"
NOT_OURS = ("make", "git", "cd", "source", ".venv/bin/python")
SHELL = ("|", "<", ">", "$(")
PIPED = re.compile(r"printf '([^'%]*)' \| upcard ([^|<>$]*)")
MOST_GAMES, FEWER = 1_000_000, "2000"
STUDY_GAMES, CHECKED_GAMES, GAMES_TO_A_FAULT = "100", "200", "1000"
CHECK = re.compile(r"\b(check_(?:game|strategy)\((?:(?!games=)[^()])+)\)")
PATIENCE = 60.0
"""Seconds after which a server has not begun, or not ended."""

PLAYED: set[str] = set()
GUARDED = ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "UPCARD_DEBUG")


class Wrong(Exception):
    """An example that does not do what the page says."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its caption if it has one, its text, and the line it begins at."""

    language: str
    caption: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page in order."""
    for found in FENCE.finditer(page):
        indent, _, directive, language, text = found.groups()
        if directive and directive != "{code-block}":
            continue
        text = textwrap.dedent(text) if indent else text
        caption = ""
        while option := OPTION.match(text) if directive else None:
            caption = option[2] if option[1] == "caption" else caption
            text = text[option.end() :]
        yield Block(language, caption, text.lstrip("\n"), page.count("\n", 0, found.start()) + 1)


@dataclass
class Command:
    """A command line, and what the page shows below it."""

    line: str
    shown: list[str]

    @property
    def text(self) -> str:
        """What is shown, as one text."""
        return "\n".join(self.shown).strip()

    @property
    def is_fault(self) -> bool:
        """Whether the page shows that it fails."""
        return self.text.startswith("upcard: ")


def commands(block: Block) -> list[Command]:
    """The commands of a console block."""
    found: list[Command] = []
    for line in block.text.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:].strip(), []))
        elif found:
            found[-1].shown.append(line)
    return found


def play(page: Path) -> int:
    """Play all blocks of a page and say how many examples there were."""
    scope: dict[str, Any] = {"__name__": "page"}
    count = 0
    for block in blocks(page.read_text(encoding="utf-8")):
        try:
            count += _play_block(block, scope)
        except Exception as fault:
            raise Wrong(f"{page.name}, block at line {block.line}: {fault}") from fault
    return count


def _play_block(block: Block, scope: dict[str, Any]) -> int:
    if block.caption:
        write(block)
        return 1
    if block.language == "console":
        every = commands(block)
        for command in every:
            _play_command(command)
        return len(every)
    if block.language == "python":
        _play_python(block, scope)
        return 1
    return 0


def write(block: Block) -> None:
    """Write, continue or change the file of a block; a game of one's own in it is loaded anew."""
    file, text = Path(block.caption.removesuffix(CONTINUED)), block.text
    if block.language == "diff":
        text = changed(file.read_text(encoding="utf-8"), block.text)
    elif block.caption.endswith(CONTINUED):
        text = file.read_text(encoding="utf-8").rstrip() + "\n\n\n" + text
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    look_again()


def changed(text: str, diff: str) -> str:
    """A text after the change that a block of lines with ``-``, ``+`` and spaces before them tells."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
    new = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
    if text.count(old) != 1:
        raise Wrong(f"stands {text.count(old)} times in the file, expected once:\n{old}")
    return text.replace(old, new)


def look_again() -> None:
    """Let games, strategies and solvers be found anew, for files of the user have changed."""
    from upcard.engine.discovery import forget
    from upcard.engine.user_folders import user_files

    for kind in ("games", "strategies", "solvers"):
        for file in user_files(kind):
            file.forget()
    forget()


def _play_python(block: Block, scope: dict[str, Any]) -> None:
    if ">>>" not in block.text:
        file = Path(f"block_{block.line}.py")  # a real file, so that the source of its functions can be read
        text = CHECK.sub(rf"\1, games={CHECKED_GAMES})", block.text)
        file.write_text(text, encoding="utf-8")
        exec(compile(text, str(file), "exec"), scope)
        return
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    test = doctest.DocTestParser().get_doctest(block.text, scope, "page", None, block.line)
    told = io.StringIO()
    runner.run(test, out=told.write, clear_globs=False)
    scope.update(test.globs)
    if runner.failures:
        raise Wrong(told.getvalue())


def _play_command(command: Command) -> None:
    words = shlex.split(command.line, comments=True)
    if words[0] in NOT_OURS:
        return
    if words[0] in ("export", "mkdir"):
        _prepare(words)
        return
    if _is_played_study(words):
        return
    if words[:2] in (["upcard", "serve"], ["upcard", "class"]):
        _compare(command, True, *_served(words[1], words[2:]))
        return
    line, is_same = _reduced(command, words)
    if words[0] == "pip":
        register(Path("pyproject.toml"))
    elif words[0] == "python" and len(words) == 2:
        _compare(command, is_same, *_program(words[1]))
    elif piped := PIPED.fullmatch(line):
        typed = piped[1].replace("\\n", "\n")
        _compare(command, is_same, *_in_process(shlex.split(piped[2]), typed))
    elif words[0] == "python" or "=" in words[0] or any(sign in command.line for sign in SHELL):
        _compare(command, is_same, *_in_shell(line))
    elif words[0] == "upcard":
        _compare(command, is_same, *_in_process(shlex.split(line, comments=True)[1:]))
    else:
        raise Wrong(f"{words[0]!r} is not a command that examples use")


def _prepare(words: list[str]) -> None:
    """Do for this process what a shell does for itself."""
    if words[0] == "mkdir":
        Path(words[-1]).mkdir(parents=True, exist_ok=True)
        return
    name, _, value = words[1].partition("=")
    os.environ[name] = os.path.expandvars(value)


def _is_played_study(words: list[str]) -> bool:
    """Whether this study was played before; then only the command line is read."""
    from upcard.cli.commands.study import command

    if words[:2] != ["upcard", "study"] or len(words) == 2:
        return False
    command.make_context("study", words[2:])
    was_played = words[2] in PLAYED
    PLAYED.add(words[2])
    return was_played


def _reduced(command: Command, words: list[str]) -> tuple[str, bool]:
    """The command with fewer games, and whether it is still the same; the first fault of a check is."""
    from upcard.engine.read_number import read_number

    line = command.line
    if words[:2] == ["upcard", "check"] and "--games" not in words:
        games = GAMES_TO_A_FAULT if command.is_fault else CHECKED_GAMES
        return f"{line} --games {games}", command.is_fault
    if words[:2] == ["upcard", "study"] and len(words) > 2:
        bare = re.sub(r"--games [\w.]+", "", line)
        return f"{bare} --games {STUDY_GAMES}", False
    asked = re.search(r"--games ([\w.]+)", line)
    if asked and (read_number(asked[1]) or 0) > MOST_GAMES:
        return line.replace(asked[0], f"--games {FEWER}"), False
    return line, True


def _served(name: str, words: list[str]) -> tuple[int, str, str]:
    """A server that is started, says where it is, and is stopped; on loopback, at ports that are free."""
    given = shlex.join(words)
    given = re.sub(r"--host \S+", "", re.sub(r"--listen-mail \S+", "--listen-mail 127.0.0.1:0", given))
    own = ["--port", "0", "--folder", str(Path("served").absolute()), "--no-open"]
    own += ["--host", "127.0.0.1"] if name == "class" else []
    command = [sys.executable, "-m", "upcard", name, *shlex.split(given), *own]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        patience = Timer(PATIENCE, server.kill)
        patience.start()
        said = server.stdout.readline()
        said = re.sub(r":\d+/", ":8570/", said, count=1)
        server.send_signal(signal.SIGINT)
        rest, err = server.stdout.read(), server.stderr.read()  # the first line may have brought others along
        patience.cancel()
    return server.returncode, said + rest, err


def _in_shell(line: str) -> tuple[int, str, str]:
    folder = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=environment, check=False)
    return done.returncode, done.stdout, done.stderr


def _in_process(words: list[str], typed: str = "") -> tuple[int, str, str]:
    from upcard.cli.root import upcard

    return _heard(lambda: upcard.main(words, prog_name="upcard"), typed)


def _program(file: str) -> tuple[int, str, str]:
    """A program of the page, run here, where what it imports is imported already."""
    linecache.checkcache()
    return _heard(lambda: runpy.run_path(file, run_name="__main__"), "")


def _heard(work: Callable[[], object], typed: str) -> tuple[int, str, str]:
    """The exit code of some work, and what it prints while this is typed."""
    out, err, usual = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            work()
        except SystemExit as end:
            return int(end.code or 0), out.getvalue(), err.getvalue()
        finally:
            sys.stdin = usual
    return 0, out.getvalue(), err.getvalue()


def _compare(command: Command, is_same: bool, code: int, out: str, err: str) -> None:
    shown = command.text
    if (code != 0) != command.is_fault:
        raise Wrong(f"`{command.line}` ends with exit code {code}: {err or out}")
    came = err if command.is_fault else out
    if is_same and shown and not pattern(shown).fullmatch(plain(came) + "\n"):
        raise Wrong(f"`{command.line}` prints\n{came}\nand the page shows\n{shown}")


def plain(text: str) -> str:
    """Text without what may differ from run to run: widths, times and rates."""
    text = re.sub(r"[─\s]*\n[─\s]*", "\n", text.strip())
    text = re.sub(r"[^\S\n]+", " ", text)
    text = re.sub(r"(under )?\b[\d.]+ s\b", "T s", text)
    return re.sub(r"[\d,]+ games/s", "R games/s", text)


def pattern(shown: str) -> re.Pattern[str]:
    """What a page shows, as an expression that the output, with a line break at its end, must match."""
    lines = [re.escape(line).replace(LEFT_OUT, ".*") for line in plain(shown).split("\n")]
    return re.compile("".join("(?:.*\n)*?" if line == ".*" else line + "\n" for line in lines))


def register(project: Path) -> None:
    """Make the entry points of a project known to this process and to the programs it starts."""
    from upcard.engine.discovery import forget

    declared = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    lines = []
    for group, entries in declared["entry-points"].items():
        lines += [f"[{group}]", *(f"{k} = {v}" for k, v in entries.items())]
    folder = Path(f"{declared['name'].replace('-', '_')}-{declared['version']}.dist-info")
    folder.mkdir()
    (folder / "METADATA").write_text(f"Name: {declared['name']}\nVersion: {declared['version']}\n")
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")
    importlib.invalidate_caches()
    forget()


def prepare(folder: Path, does_less: bool) -> None:
    """Work in a folder, where modules and the user's own files are, with quick looks and searches."""
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    for name in GUARDED:
        os.environ.pop(name, None)
    os.environ.update(XDG_DATA_HOME=str(folder), PWD=str(folder))
    from upcard.cli.commands import doctor
    from upcard.games.lama.studies.lama_paper import paper_search as search

    vars(search).update(SEARCH_SETS=10, SEARCH_GAMES=100)
    vars(doctor).update(SAMPLE_SECONDS=0.01)
    if does_less:
        do_less()
    look_again()


def tell(page: Path, folder: Path, does_less: bool = False) -> int:
    """Play a page in a folder, or less of it, and print what came of it; gives an exit code."""
    prepare(folder, does_less)
    try:
        sys.stdout.write(f"{page.name}: {play(page)} examples\n")
    except Wrong as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(tell(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
