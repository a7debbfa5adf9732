"""Generate the pages that come from the code: games, lessons, command line, Python.

``write_pages`` writes them into the folder of the documentation; git ignores them. It touches a page only
if its text has changed, so that a second build is quick.
"""

import dataclasses
import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click
from game_pages import game_page, text_of

import upcard
import upcard.testing
from upcard.cli.root import upcard as commands
from upcard.engine.registry import game_modules
from upcard.lessons.chapter_registry import chapters
from upcard.lessons.docs_export import manuscript

GENERATED = "<!-- written by docs/generate.py; change the code instead -->\n\n"
HELP_WIDTH = 84
NEED_OTHERS = ("gym_spaces", "gymnasium_env", "openspiel_bot", "openspiel_game", "pettingzoo_env")
"""Modules of adapters that need another package; the pages of other modules describe them."""

MODULE_PAGES = {
    "engine": ("Python: the engine", ("upcard.engine",)),
    "simulation": ("Python: simulation and studies", ("upcard.simulation", "upcard.study")),
    "solve": ("Python: solving", ("upcard.solving", "upcard.certificates")),
    "play": ("Python: scenes and tables", ("upcard.play", "upcard.server", "upcard.mail")),
    "adapters": ("Python: other programs", ("upcard.adapters",)),
    "game-modules": ("Python: solvers of single games", ("upcard.games",)),
}
"""Pages about modules, by name: the title and the packages whose modules they describe."""


def write_pages(docs_folder: Path) -> list[Path]:
    """Write every generated page and remove those of games and chapters that are gone.

    Parameters
    ----------
    docs_folder : Path
        The folder of the documentation.

    Returns
    -------
    list of Path
        The pages.
    """
    written = [_write(docs_folder / name, text) for name, text in sorted(pages().items())]
    kept = (x for folder in ("games", "lessons") for x in (docs_folder / folder).glob("*.md"))
    for old in sorted(set(kept) - set(written)):
        old.unlink()
    return written


def pages() -> dict[str, str]:
    """Return every generated page: its path in the documentation, and its text."""
    out = {f"games/{name}.md": GENERATED + game_page(rules) for name, rules in own_games().items()}
    out |= {f"lessons/{name}.md": GENERATED + manuscript(x) for name, x in chapters().items()}
    out["reference/command-line.md"] = command_page(commands)
    out["reference/python.md"] = names_page(
        "Python: the public names", PUBLIC_NAMES_TEXT, upcard, upcard.__all__
    )
    out["reference/conformance.md"] = names_page(
        "Python: the conformance suite", text_of(upcard.testing), upcard.testing, _listed(upcard.testing)
    )
    for name, (title, packages) in MODULE_PAGES.items():
        out[f"reference/{name}.md"] = modules_page(title, packages)
    return out


def own_games() -> dict[str, ModuleType]:
    """Return the games of Upcard itself, without those of other installed packages."""
    found = game_modules().items()
    return {name: rules for name, rules in sorted(found) if rules.__name__.startswith("upcard.games.")}


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


# --- command line


def command_page(group: click.Group) -> str:
    """Return the page with the help of every command."""
    lines = ["# The command line", "", *COMMAND_LINE_TEXT]
    settings = {**group.context_settings, "terminal_width": HELP_WIDTH}
    top = click.Context(group, info_name="upcard", **settings)
    lines += ["## upcard", "", *_fenced(group.get_help(top))]
    for name in group.list_commands(top):
        command = group.get_command(top, name)
        if command is not None:
            own = click.Context(command, parent=top, info_name=name, **settings)
            lines += ["", f"## upcard {name}", "", *_fenced(command.get_help(own))]
    return GENERATED + "\n".join(lines) + "\n"


COMMAND_LINE_TEXT = [
    "This page contains the help of each command, as `upcard COMMAND --help` prints it.",
    "",
    "Results go to standard output; progress and remarks go to standard error, so a pipe gets results only. "
    "An error message is one sentence. The exit code says how the command ended:",
    "",
    "| exit code | meaning |",
    "| --- | --- |",
    "| 0 | done |",
    "| 1 | an error: a file, a record, a strategy that chose an illegal action |",
    "| 2 | the command line names something that does not exist or is out of range |",
    "| 3 | `solve` did not reach the requested gap or fraction: the result so far is printed and "
    "saved, and standard error says what is missing |",
    "| 130 | stopped by Ctrl-C: finished results are printed first, and `tune` confirms its parameters |",
    "",
    "| environment variable | what it does |",
    "| --- | --- |",
    "| `UPCARD_HOME` | the folder for tables and for your own games, strategies and solvers; "
    "see [](../tutorial/write-your-own-game.md#a-folder-for-your-games) |",
    "| `UPCARD_CACHE` | the folder for compiled programs; see [](../how-to/cache-folder.md) |",
    "| `UPCARD_DEBUG` | set it to 1 to see where an error inside Upcard happened |",
    "| `NO_COLOR` | set it to turn off colours |",
    "",
]


def _fenced(text: str) -> list[str]:
    return ["```text", *text.rstrip().splitlines(), "```"]


# --- Python

PUBLIC_NAMES_TEXT = """\
After ``import upcard as uc``, use them as ``uc.game``, ``uc.simulate`` and so on. Each is loaded at its
first use, so that the import itself takes hardly any time."""


def names_page(title: str, text: str, module: ModuleType, names: Iterable[str]) -> str:
    """Return a page that documents the public names of a module."""
    lines = [f"# {title}", "", "```{eval-rst}", text, ""]
    for name in sorted(names, key=lambda name: ORDER.index(_directive(getattr(module, name)))):
        lines += [
            f".. {_directive(getattr(module, name))}:: {module.__name__}.{name}",
            *_members(module, name),
            "",
        ]
    return GENERATED + "\n".join([*lines, "```"]) + "\n"


ORDER = ("autofunction", "autoclass", "autoexception")


def _directive(x: Any) -> str:
    if isinstance(x, type):
        return "autoexception" if issubclass(x, Exception) else "autoclass"
    return "autofunction"


def _members(module: ModuleType, name: str) -> list[str]:
    x = getattr(module, name)
    return ["   :members:"] if isinstance(x, type) and not dataclasses.is_dataclass(x) else []


def _listed(module: ModuleType) -> list[str]:
    """Return the public names of a module that belong to its own package."""
    return [n for n in module.__all__ if getattr(module, n).__module__.startswith(module.__name__)]


def modules_page(title: str, packages: Iterable[str]) -> str:
    """Return a page with every module of some packages."""
    lines = [f"# {title}", ""]
    for package in packages:
        for name in _modules(package):
            lines += _module_lines(name)
    return GENERATED + "\n".join(lines) + "\n"


def _modules(package: str) -> Iterator[str]:
    """Yield the modules of a package at any depth, but only the solvers of games."""
    folder = importlib.import_module(package).__path__
    for module in sorted(pkgutil.walk_packages(folder, f"{package}."), key=lambda module: module.name):
        _, _, last = module.name.rpartition(".")
        of_game = package == "upcard.games" and ".solvers." not in module.name
        if not (module.ispkg or of_game or last in NEED_OTHERS or ".migrations." in module.name):
            yield module.name


def _module_lines(name: str) -> list[str]:
    module = importlib.import_module(name)
    public = [getattr(upcard, x) for x in upcard.__all__]
    own = {k: x for k, x in vars(module).items() if getattr(x, "__module__", "") == name}
    elsewhere = [k for k, x in own.items() if any(x is p for p in public)]
    lines = [f"## {name}", "", "```{eval-rst}", f".. automodule:: {name}", "   :members:"]
    if elsewhere:
        lines.append(f"   :exclude-members: {', '.join(elsewhere)}")
    return [*lines, "```", ""]
