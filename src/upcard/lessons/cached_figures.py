"""What takes too long to be computed with every text: kept in ``kept.json`` of its chapter.

``python -m upcard.lessons.cached_figures`` computes all of them again and writes the files; with the names
of chapters behind it, those only. Tests compute them with fewer games, and the exact ones by night as they
stand.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from upcard.lessons.interactive_cells import Cell
from upcard.simulation.estimate import Estimate

FILE, COMMAND = "kept.json", "python -m upcard.lessons.cached_figures"
SEED = 1
NO_CELLS: Mapping[str, Cell] = {}
Worth = Estimate | Fraction | float
Found = Mapping[str, Worth]


@dataclass(frozen=True)
class Slow:
    """How some figures are found."""

    find: Callable[[int, int], Found]
    """Of a number of games and a seed; gives estimates, fractions or numbers by name."""
    games: int = 0
    """So many games are kept of; 0 where nothing is played."""


@lru_cache(maxsize=64)
def kept(package: str) -> Found:
    """What is kept for a chapter, by name.

    Parameters
    ----------
    package : str
        The package of the chapter, such as ``__package__`` in its files.
    """
    stated = json.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))
    return {name: _read(x) for name, x in stated["figures"].items()}


def estimate_of(package: str, name: str) -> Estimate:
    """A kept estimate."""
    found = kept(package)[name]
    if not isinstance(found, Estimate):
        raise TypeError(f"{name} of {package} is no estimate")
    return found


def number_of(package: str, name: str) -> Fraction | float:
    """A kept number that is no estimate."""
    found = kept(package)[name]
    if isinstance(found, Estimate):
        raise TypeError(f"{name} of {package} is an estimate")
    return found


@lru_cache(maxsize=64)
def kept_answers(package: str) -> Mapping[str, dict[str, Any]]:
    """What the cells of a chapter that take long find with what is usually chosen, by their names."""
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return {}
    answers: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")).get("answers", {})
    return answers


def usual_answers(cells: Mapping[str, Cell]) -> dict[str, dict[str, Any]]:
    """The same, found anew."""
    return {name: x.compute(**x.read({})).document() for name, x in cells.items() if x.is_long}


def write_kept(package: str, slow: Mapping[str, Slow], cells: Mapping[str, Cell] = NO_CELLS) -> Path:
    """Find the figures of a chapter anew and write its file.

    Parameters
    ----------
    package : str
        The package of the chapter.
    slow : mapping
        How its figures are found.
    cells : mapping
        Its cells, of which those that take long are answered.
    """
    found = {name: x for one in slow.values() for name, x in one.find(one.games, SEED).items()}
    games = {name: one.games for name, one in slow.items()}
    stated = {
        "command": f"{COMMAND} {package.rpartition('.')[2]}",
        "seed": SEED,
        "games": games,
        "figures": {name: _plain(x) for name, x in sorted(found.items())},
        "answers": usual_answers(cells),
    }
    path = Path(str(files(package).joinpath(FILE)))
    path.write_text(json.dumps(stated, indent=1) + "\n", encoding="utf-8")
    return path


def _read(stated: Any) -> Worth:
    """A fraction from text, an estimate from four numbers, or a number."""
    if isinstance(stated, list):
        return Estimate(*stated)
    return Fraction(stated) if isinstance(stated, str) else float(stated)


def _plain(x: Worth) -> Any:
    if isinstance(x, Estimate):
        return [x.value, x.low, x.high, x.se]
    return str(x) if isinstance(x, Fraction) else x


def main(names: list[str]) -> None:
    """Write the files of some chapters, or of all that keep something."""
    from upcard.lessons.chapter_registry import chapters

    for chapter in chapters().values():
        if chapter.slow_figures and (not names or chapter.package.rpartition(".")[2] in names):
            sys.stdout.write(f"{write_kept(chapter.package, chapter.slow_figures, chapter.lesson.CELLS)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
