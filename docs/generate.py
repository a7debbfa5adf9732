"""Pages that come from the code, so that they cannot go stale: games, lessons, command line, Python.

``write_pages`` writes them into the folder of the documentation; git passes them over. A page is only
touched when its text has changed, so that a second build is quick.
"""

import dataclasses
import importlib
import json
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click

import upcard
import upcard.adapters
import upcard.engine
import upcard.play
import upcard.simulation
import upcard.solved
import upcard.solving
import upcard.study
import upcard.testing
from upcard.cli.group import upcard as commands
from upcard.engine.catalog import game_modules, strategies_for
from upcard.engine.game import make_game, sizes_text
from upcard.lessons.find import chapters
from upcard.lessons.manuscript import manuscript
from upcard.rules.cards import Kind, Option, Sight
from upcard.testing.trees import small_tree

GENERATED = "<!-- written by docs/generate.py; change the code instead -->\n\n"
SHAPES = {Kind.NUMBER: "number", Kind.SLOT: "slot", Kind.COUNTS: "counts", Kind.ROW: "row"}
PROMISES = ("positions", "views", "words", "scenes", "chances", "imagined", "prospects", "twins", "trees")
SEARCHES = Path(__file__).parent / "results" / "search-strength.json"
STRATEGY_PROMISES = ("check_choice", "check_against_itself", "check_compiled")
HELP_WIDTH = 84
OF_OTHERS = ("environments", "spiel")
"""Modules of bridges that are imported where somebody else's package is installed; others speak for them."""


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
    """Every generated page: its path in the documentation, and its text."""
    out = {f"games/{name}.md": game_page(rules) for name, rules in own_games().items()}
    out |= {f"lessons/{name}.md": GENERATED + manuscript(x) for name, x in chapters().items()}
    out["reference/command-line.md"] = command_page(commands)
    out["reference/python.md"] = names_page(
        "Python: the public names", PUBLIC_NAMES_TEXT, upcard, upcard.__all__
    )
    out["reference/conformance.md"] = names_page(
        "Python: the conformance suite", _text_of(upcard.testing), upcard.testing, _listed(upcard.testing)
    )
    out["reference/engine.md"] = modules_page("Python: the engine", upcard.engine)
    out["reference/simulation.md"] = modules_page(
        "Python: simulation and studies",
        upcard.simulation,
        (
            upcard.study,
            ("find", "four_cell_deals", "judge", "lab", "parts", "stoppers_swaps", "stoppers_table"),
        ),
    )
    out["reference/solve.md"] = modules_page("Python: solving", upcard.solving, upcard.solved)
    found = (m.name for m in pkgutil.iter_modules(upcard.adapters.__path__))
    bridges = tuple(sorted(name for name in found if name not in OF_OTHERS))
    out["reference/adapters.md"] = modules_page("Python: other programs", (upcard.adapters, bridges))
    out["reference/play.md"] = modules_page("Python: scenes and tables", upcard.play)
    return out


def own_games() -> dict[str, ModuleType]:
    """The games of Upcard itself, without those that another installed package brings."""
    found = game_modules().items()
    return {name: rules for name, rules in sorted(found) if rules.__name__.startswith("upcard.rules.")}


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


# --- games


def game_page(rules: ModuleType) -> str:
    """The page of a game, all of it from its rules file, its strategies and the conformance suite."""
    parts: tuple[tuple[str, Callable[[ModuleType], Iterable[str]]], ...] = (
        ("At a glance", _glance),
        ("Options", _options),
        ("Presets", _presets),
        ("Zones and numbers, and who sees them", _fields),
        ("Actions", _actions),
        ("Measures", _measures),
        ("Strategies", _strategies),
        ("Searching against rules of thumb", _searched),
        ("Known values", _facts),
        ("How it is verified", _verified),
    )
    lines = [f"# {rules.GAME.title}", "", *_paragraphs(_text_of(rules))]
    for heading, write in parts:
        body = list(write(rules))
        if body:
            lines += [f"## {heading}", "", *body, ""]
    return GENERATED + "\n".join(lines).rstrip() + "\n"


def _text_of(module: ModuleType) -> str:
    return (module.__doc__ or "").strip()


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs of a docstring as Markdown."""
    for block in re.split(r"\n\s*\n", text):
        yield block.replace("``", "`")
        yield ""


def _table(head: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> list[str]:
    """A Markdown table; nothing when it has no rows."""
    cells = [[str(x).replace("|", r"\|").replace("\n", " ") for x in row] for row in rows]
    if not cells:
        return []
    lines = [head, ("---",) * len(head), *cells]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _glance(rules: ModuleType) -> list[str]:
    game = rules.GAME
    usual = f", usually {game.usual}" if len(game.table_sizes) > 1 else ""
    count = sizes_text(game.table_sizes)
    rows = [
        ("name", f"`{game.name}`"),
        ("players", count + usual),
        ("information", "perfect" if game.perfect_information else "imperfect"),
        ("scores", f"{game.payoffs[0]:,} to {game.payoffs[1]:,}" + (", zero-sum" if game.zero_sum else "")),
        ("longest game", f"{game.longest:,} decisions" if game.longest else "no bound"),
        ("version of the rules", game.version),
        ("source", game.source),
        ("rules file", f"`src/{rules.__name__.replace('.', '/')}.py`"),
    ]
    example = ["", "```console", f"$ upcard rules {game.name}", f"$ upcard simulate {game.name}", "```"]
    return [*(f"- {what}: {x}" for what, x in rows), *example]


def _options(rules: ModuleType) -> list[str]:
    rows = [
        (
            f"`{o.name}`",
            ", ".join(f"`{x}`" for x in o.values) or _range(o),
            o.words,
        )
        for o in rules.OPTIONS
    ]
    return _table(("option", "values, the default first", "what it decides"), rows)


def _range(o: Option) -> str:
    """The values of an option that is not one of a few words."""
    return f"a text; usually `{o.usual}`" if o.read else f"{o.default} (from {o.low:,} to {o.high:,})"


def _presets(rules: ModuleType) -> list[str]:
    rows = [(f"`{k}`", " ".join(f"`{o}={x}`" for o, x in v.items())) for k, v in rules.PRESETS.items()]
    return _table(("preset", "options"), rows)


def _fields(rules: ModuleType) -> list[str]:
    rows = []
    for f in rules.STATE:
        size = f" of {f.length - 1}" if f.kind is Kind.ROW else f" of {f.length}" if f.length else ""
        counted = f.kind is Kind.ROW and f.sight is Sight.NOBODY and f.counted
        seen = f.sight.value + ("; everybody sees how many" if counted else "")
        shape = SHAPES[f.kind] + size + (", for each player" if f.per_seat else "")
        rows.append((f"`{f.name}`", f.words, shape, seen))
    return _table(("field", "what it is", "shape", "seen by"), rows)


def _actions(rules: ModuleType) -> list[str]:
    match = make_game(rules.GAME.name).match()
    return _table(("number", "words"), [(a, f"`{match.words(a)}`") for a in range(rules.ACTIONS)])


def _measures(rules: ModuleType) -> list[str]:
    rows = [
        (
            f"`{m.name}_{'share' if m.share else 'mean'}`",
            m.words,
            f"share of {m.of or 'games'}" if m.share else "mean",
            "game" if m.per_game else "player",
        )
        for m in getattr(rules, "MEASURES", ())
    ]
    return _table(("in results", "what it is", "given as", "of each"), rows)


def _strategies(rules: ModuleType) -> Iterator[str]:
    found = [m.STRATEGY for _, m in sorted(strategies_for(rules).items()) if m.__name__.startswith("upcard.")]
    yield from _table(
        ("strategy", "what it does", "source"), [(f"`{s.name}`", s.words, s.source) for s in found]
    )
    for s in found:
        if s.parameters:
            rows = [
                (f"`{p.name}`", f"{p.default:g}", f"{p.low:g} to {p.high:g}", p.words) for p in s.parameters
            ]
            yield from ["", f"Parameters of `{s.name}`:", ""]
            yield from _table(("parameter", "default", "range", "what it does"), rows)


def _searched(rules: ModuleType) -> Iterator[str]:
    """How the search fared against the rules of thumb of a game, as the study last found it."""
    study = json.loads(SEARCHES.read_text())
    duels = [d for d in study["results"]["duels"] if d["game"] == rules.GAME.name]
    if not duels:
        return
    yield from [
        f"What `upcard study search-strength --games {study['settings']['most games of a duel']} "
        f"--seed {study['settings']['seed']}` found: the difference of the shares of games won, on the same "
        "deals with rotated seats, until it was decided or the games were used up. The intervals hold "
        "however often one looks, and are wide where a duel was short.",
        "",
    ]
    yield from _table(
        ("preset", "search", "against", "difference", "interval", "games", "verdict"),
        [
            (
                f"`{d['preset']}`" if d["preset"] else "",
                f"`{d['search']}`",
                f"`{d['opponent']}`",
                f"{d['difference']:+.3f}",
                f"{d['difference_low']:+.3f} to {d['difference_high']:+.3f}",
                f"{d['games']:,}",
                d["verdict"],
            )
            for d in duels
        ],
    )


def _facts(rules: ModuleType) -> list[str]:
    rows = [
        (
            f.what,
            f"{f.value:,}",
            f"{f.players} players" + (f", preset `{f.preset}`" if f.preset else ""),
            f.source,
        )
        for f in getattr(rules, "FACTS", ())
    ]
    return _table(("what", "value", "for", "source"), rows)


def _verified(rules: ModuleType) -> Iterator[str]:
    name = rules.GAME.name
    yield from [f'`upcard.testing.check_game("{name}")` holds it to these promises:', ""]
    yield from (f"- {sentence}" for sentence in promises(rules))
    yield from ["", "Each of its strategies is held to these, by `check_strategy`:", ""]
    yield from (f"- {_promise(getattr(upcard.testing, check))}" for check in STRATEGY_PROMISES)
    yield from ["", "What stands behind that, and what does not: [](../reference/verification.md)."]


def promises(rules: ModuleType) -> list[str]:
    """The promises of the conformance suite that say something about a game."""
    is_small = small_tree(make_game(rules.GAME.name)) is not None
    needs = {
        "check_perfect_information": rules.GAME.perfect_information,
        "check_measures": hasattr(rules, "MEASURES"),
        "check_why": hasattr(rules, "why"),
        "check_scene": hasattr(rules, "scene"),
        "check_length": bool(rules.GAME.longest),
        "check_facts": bool(getattr(rules, "FACTS", ())),
        "check_tree": is_small,
        "check_tree_scores": is_small,
    }
    modules = [importlib.import_module(f"upcard.testing.{name}") for name in PROMISES]
    checks = {k: f for m in modules for k, f in vars(m).items() if _is_check(m, k)}
    return [_promise(f) for k, f in checks.items() if needs.get(k, True)]


def _is_check(module: ModuleType, name: str) -> bool:
    return name.startswith("check_") and getattr(module, name).__module__ == module.__name__


def _promise(check: Callable[..., Any]) -> str:
    return (check.__doc__ or check.__name__).strip().splitlines()[0].rstrip(".")


# --- command line


def command_page(group: click.Group) -> str:
    """Every command with the help that it prints itself."""
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
    "What follows is the help of each command, as `upcard COMMAND --help` prints it.",
    "",
    "Results go to standard output; progress and remarks go to standard error, so a pipe gets results only. "
    "What goes wrong is told in one sentence. The exit code says how it ended:",
    "",
    "| exit code | meaning |",
    "| --- | --- |",
    "| 0 | done |",
    "| 1 | something went wrong: a file, a record, a strategy that chose what is not legal |",
    "| 2 | the command line asked for something that does not exist or is out of range |",
    "| 130 | stopped by Ctrl-C: what was finished is printed first, and `tune` confirms what it found |",
    "",
    "| environment variable | what it does |",
    "| --- | --- |",
    "| `UPCARD_CACHE` | the folder for compiled programs; see [](../how-to/cache-folder.md) |",
    "| `UPCARD_DEBUG` | set to 1, shows where a fault inside Upcard happened |",
    "| `NO_COLOR` | when set, no colours |",
    "",
]


def _fenced(text: str) -> list[str]:
    return ["```text", *text.rstrip().splitlines(), "```"]


# --- Python

PUBLIC_NAMES_TEXT = """\
After ``import upcard as uc`` these are there as ``uc.game``, ``uc.simulate`` and so on. Each is loaded when
it is first used, so that the import itself costs next to nothing."""


def names_page(title: str, text: str, module: ModuleType, names: Iterable[str]) -> str:
    """A page that documents the public names of a module."""
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
    """The public names of a module that are its own package's."""
    return [n for n in module.__all__ if getattr(module, n).__module__.startswith(module.__name__)]


def modules_page(title: str, *packages: ModuleType | tuple[ModuleType, tuple[str, ...]]) -> str:
    """A page with every module of some packages, or with the named ones."""
    lines = [f"# {title}", ""]
    for given in packages:
        package, names = given if isinstance(given, tuple) else (given, ())
        for name in names or sorted(m.name for m in pkgutil.iter_modules(package.__path__)):
            lines += _module_lines(f"{package.__name__}.{name}")
    return GENERATED + "\n".join(lines) + "\n"


def _module_lines(name: str) -> list[str]:
    module = importlib.import_module(name)
    public = [getattr(upcard, x) for x in upcard.__all__]
    own = {k: x for k, x in vars(module).items() if getattr(x, "__module__", "") == name}
    elsewhere = [k for k, x in own.items() if any(x is p for p in public)]
    lines = [f"## {name}", "", "```{eval-rst}", f".. automodule:: {name}", "   :members:"]
    if elsewhere:
        lines.append(f"   :exclude-members: {', '.join(elsewhere)}")
    return [*lines, "```", ""]
