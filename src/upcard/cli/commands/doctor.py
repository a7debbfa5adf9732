"""``upcard doctor``: the installed packages and files, and whether they work."""

import os
import platform
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from upcard.cli.terminal.command_options import json_option, make_command
from upcard.cli.terminal.error_messages import FAILED, sentence_of
from upcard.cli.terminal.output_paths import is_writable
from upcard.engine.wording import counted

if TYPE_CHECKING:
    from rich.text import Text

PACKAGES = ("numpy", "numba", "polars", "matplotlib", "click", "rich")
"""Packages whose versions are shown if they are installed."""

EXTRAS = {
    "dask": ("distributed",),
    "fast": ("uvloop",),
    "frames": ("polars",),
    "gambit": ("pygambit",),
    "gpu": ("cupy", "numba_cuda"),
    "notebook": ("jupyterlab", "narwhals", "polars"),
    "openspiel": ("pyspiel",),
    "pettingzoo": ("pettingzoo", "resvg_py"),
    "postgres": ("psycopg",),
    "tune": ("cma",),
}
"""The packages of each extra, as they are imported."""

SAMPLE_GAME, SAMPLE_SECONDS = "kuhn-poker", 0.1
"""Game that measures the speed of this machine, and the minimum seconds for each number of threads."""

HARDLY_BUSY = 0.5
"""Load in cores that is ignored, since starting Upcard causes some load."""


@make_command("doctor", "upcard doctor", "upcard doctor --json")
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Check the installation and report problems."""
    from upcard.cli.terminal.console import show_json

    report, wrong = examine()
    if as_json:
        show_json({**report, "problems": wrong})
    else:
        _show(report, wrong)
    if wrong:
        ctx.exit(FAILED)


def examine() -> tuple[dict[str, Any], list[str]]:
    """Return the result of every check by name, and a sentence for each problem."""
    report: dict[str, Any] = {}
    wrong: list[str] = []
    for name, check in CHECKS.items():
        if NEEDS.get(name) in report and report[NEEDS[name]] is None:
            report[name] = None
            continue
        try:
            report[name] = check()
        except Exception as fault:  # noqa: BLE001 - the other checks still run
            report[name] = None
            wrong.append(f"{name}: {_sentence(fault)}")
    return report, wrong + _locked_cache(report["cache"]) + _broken_files()


def _locked_cache(cache: dict[str, Any] | None) -> list[str]:
    """Return a warning if compiled programs cannot be stored."""
    if cache is None or cache["writable"]:
        return []
    return [
        f"cache: {cache['folder']} cannot be written, so every start compiles its programs again, which "
        "takes a few seconds each; change its permissions, or name another folder in UPCARD_CACHE"
    ]


def _broken_files() -> list[str]:
    """Return the problems of files of games, strategies, solvers and studies."""
    from upcard.engine.registry import file_faults
    from upcard.solving import solver_registry as solvers
    from upcard.study.study_registry import left_out

    sentences: list[str] = []
    for problems in (file_faults, solvers.left_out, left_out):
        try:
            sentences += problems()
        except Exception as fault:  # noqa: BLE001 - the other files are still checked
            sentences.append(_sentence(fault))
    return list(dict.fromkeys(sentences))


def _sentence(fault: Exception) -> str:
    if isinstance(fault, ImportError):
        return f"{fault}; install Upcard again with its dependencies"
    return sentence_of(fault)


def _versions() -> dict[str, str]:
    import importlib
    from importlib.metadata import version

    from upcard.engine.optional_packages import is_installed

    for name in ("numpy", "numba"):
        importlib.import_module(name)  # an installed package may still be broken
    return {name: version(name) for name in ("upcard", *PACKAGES) if name != "polars" or is_installed(name)}


def _python() -> dict[str, str]:
    return {"version": platform.python_version(), "path": sys.executable}


def _cores() -> int:
    from upcard.engine.free_memory import usable_cores

    return usable_cores()


def _cache() -> dict[str, Any]:
    from upcard.engine.compile.cache import cache_folder

    folder = cache_folder()
    files = [f for f in folder.rglob("*") if f.is_file()]
    return {
        "folder": str(folder),
        "programs": sum(f.suffix == ".nbi" for f in files),
        "bytes": sum(f.stat().st_size for f in files),
        "writable": is_writable(folder),
    }


def _extras() -> dict[str, bool]:
    """Return for each extra whether all its packages are installed."""
    from importlib.util import find_spec

    return {name: all(find_spec(x) is not None for x in needs) for name, needs in EXTRAS.items()}


def _database() -> dict[str, Any]:
    from upcard.engine.user_folders import TABLES, home_folder

    file = home_folder() / TABLES
    exists = file.exists()
    return {
        "file": str(file),
        "exists": exists,
        "bytes": file.stat().st_size if exists else 0,
        "writable": is_writable(file.parent),
    }


def _speed() -> dict[str, Any]:
    """Measure games per second of a small game, with one thread and with a thread for each core."""
    from upcard.engine.free_memory import usable_cores
    from upcard.simulation.simulate_games import simulate

    cores, load = usable_cores(), _load()  # before this check adds to it
    rates = {}
    for threads in dict.fromkeys((1, cores)):
        games = 2_000
        while (result := simulate(SAMPLE_GAME, games=games, threads=threads)).seconds < SAMPLE_SECONDS:
            games *= 4
        rates[str(threads)] = round(result.games_per_second)
    note = _why_slow(list(rates.values()), cores, load)
    return {"game": SAMPLE_GAME, "games_per_second": rates, "load": load, "note": note}


def _load() -> float | None:
    """Return the average number of busy cores in the last minute; None if the system does not report it."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def _why_slow(rates: Sequence[int], cores: int, load: float | None) -> str:
    """Return why the machine may be faster than measured; empty if there is no sign of it."""
    if load is not None and load > (os.cpu_count() or cores) - cores + HARDLY_BUSY:
        return f"the load average was {load:g}: other programs use this machine, so it may be faster"
    if rates[-1] < rates[0]:
        return f"{cores} cores were slower than one: close other programs, then run upcard doctor again"
    return ""


def _accelerator() -> str:
    """Return the name of the accelerator, or why this machine cannot use one."""
    from upcard.engine.compile.cuda import accelerator_name, missing

    return missing() or accelerator_name()


def _terminal() -> dict[str, Any]:
    from upcard.cli.terminal.console import screen

    width, height = shutil.get_terminal_size()
    console = screen()
    return {
        "is_terminal": console.is_terminal,
        "width": width,
        "height": height,
        "colours": (console.color_system or "none") if not console.no_color else "none",
        "encoding": console.encoding,
    }


def _games() -> list[str]:
    from upcard.engine.registry import game_modules

    return sorted(game_modules())


def _strategies() -> list[str]:
    from upcard.engine.registry import strategy_modules

    return sorted(strategy_modules())


def _user_files() -> dict[str, Any]:
    """Return the names of the user's games, strategies and solvers, and their folder."""
    from upcard.engine.user_folders import UserFile, home_folder, user_files

    kinds = ("games", "strategies", "solvers")
    files = {kind: [x.name for x in user_files(kind) if isinstance(x, UserFile)] for kind in kinds}
    return {"folder": str(home_folder()), **files}


def _studies() -> list[str]:
    from upcard.study.study_registry import study_modules

    return sorted(study_modules())


CHECKS: dict[str, Callable[[], Any]] = {
    "versions": _versions,
    "python": _python,
    "system": platform.platform,
    "cores": _cores,
    "cache": _cache,
    "database": _database,
    "own files": _user_files,
    "speed": _speed,
    "accelerator": _accelerator,
    "extras": _extras,
    "terminal": _terminal,
    "games": _games,
    "strategies": _strategies,
    "studies": _studies,
}

NEEDS = {"speed": "versions"}
"""Checks that are skipped if another check, the value here, failed: they would fail for the same reason."""


def _show(report: dict[str, Any], wrong: list[str]) -> None:
    from rich.text import Text

    from upcard.cli.terminal.console import show, text_grid

    table = text_grid("", "", rows=[(Text(name, style="bold"), _text(name, x)) for name, x in report.items()])
    verdict = Text("Everything works.", style="green")
    if wrong:
        verdict = Text("\n".join(f"wrong: {sentence}" for sentence in wrong), style="red")
    show(table, "", verdict)


def _database_text(x: dict[str, Any]) -> str:
    size = f"{x['bytes'] / 1e6:.1f} MB" if x["exists"] else "none yet"
    return f"{x['file']} ({size}{'' if x['writable'] else ', cannot be written'})"


def _user_files_text(x: dict[str, Any]) -> str:
    listed = [f"{kind}: {', '.join(names)}" for kind, names in x.items() if kind != "folder" and names]
    return f"{x['folder']} ({'; '.join(listed) or 'no files in its folders games, strategies and solvers'})"


def _speed_text(x: dict[str, Any]) -> str:
    rates = (f"{rate:,} games/s on {counted(int(n), 'core')}" for n, rate in x["games_per_second"].items())
    return f"{x['game']} at random: {', '.join(rates)}{'; ' if x['note'] else ''}{x['note']}"


def _extras_text(x: dict[str, bool]) -> str:
    """Return the installed extras, and how to install another one."""
    installed = [name for name, is_there in x.items() if is_there]
    missing = [name for name, is_there in x.items() if not is_there]
    words = [", ".join(installed)] if installed else []
    if missing:
        words.append(f"not installed: {', '.join(missing)} (pip install 'upcard[{','.join(missing)}]')")
    return "; ".join(words)


SHOWN: dict[str, Callable[[Any], str]] = {
    "database": _database_text,
    "own files": _user_files_text,
    "speed": _speed_text,
    "extras": _extras_text,
}


def _text(name: str, x: Any) -> "str | Text":
    """Return one line of the report in words."""
    if x is None:
        return "–"
    if name == "cache":
        locked = "" if x["writable"] else ", cannot be written"
        return f"{x['folder']} ({counted(x['programs'], 'program')}, {x['bytes'] / 1e6:.1f} MB{locked})"
    if name in SHOWN:
        return SHOWN[name](x)
    if name == "terminal":
        kind = f"{x['width']} × {x['height']}, colours: {x['colours']}" if x["is_terminal"] else "none"
        return f"{kind}, {x['encoding']}"
    if isinstance(x, dict):
        return ", ".join(f"{k} {v}" for k, v in x.items()) if name == "versions" else "  ".join(x.values())
    return ", ".join(x) if isinstance(x, list) else str(x)
