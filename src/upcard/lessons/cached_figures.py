"""Stored numbers of chapters, which take too long to compute for every page: ``stored_figures.json`` in each.

``python -m upcard.lessons.cached_figures`` computes them again and writes the files of all chapters, or of
those named. Tests compute them with fewer games; at night they compute the exact ones in full.
"""

import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from upcard.engine.errors import Usage
from upcard.lessons.chapter_registry import FigureValue, FigureValues, Slow, chapters, find_chapter
from upcard.lessons.questions import LessonCell
from upcard.simulation.estimate import Estimate

FILE, COMMAND = "stored_figures.json", "python -m upcard.lessons.cached_figures"
SEED = 1
NO_CELLS: Mapping[str, LessonCell] = {}


@lru_cache(maxsize=64)
def stored_figures(package: str) -> FigureValues:
    """Return the stored numbers of a chapter by name; `package` is ``__package__`` in the chapter's files."""
    document = json.loads(files(package).joinpath(FILE).read_text(encoding="utf-8"))
    return {name: _read(x) for name, x in document["figures"].items()}


def estimate_of(package: str, name: str) -> Estimate:
    """Return the stored estimate with this name; raises TypeError if it is an exact number."""
    figure = stored_figures(package)[name]
    if not isinstance(figure, Estimate):
        raise TypeError(f"{name} of {package} is not an estimate; use number_of")
    return figure


def number_of(package: str, name: str) -> Fraction | float:
    """Return the stored exact number with this name; raises TypeError if it is an estimate."""
    figure = stored_figures(package)[name]
    if isinstance(figure, Estimate):
        raise TypeError(f"{name} of {package} is an estimate; use estimate_of")
    return figure


@lru_cache(maxsize=64)
def stored_answers(package: str) -> Mapping[str, dict[str, Any]]:
    """Return the stored answers of a chapter's slow cells to their default questions, by name of the cell."""
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return {}
    answers: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")).get("answers", {})
    return answers


def usual_answers(cells: Mapping[str, LessonCell]) -> dict[str, dict[str, Any]]:
    """Return the computed answers of the slow cells to their default questions, by name of the cell."""
    return {name: x.compute(**x.read({})).document() for name, x in cells.items() if x.is_long}


def write_figures(
    name: str, package: str, slow: Mapping[str, Slow], cells: Mapping[str, LessonCell] = NO_CELLS
) -> Path:
    """Compute the stored numbers and answers of the chapter `name`, write its file, and return the path."""
    figures = {key: x for one in slow.values() for key, x in one.find(one.games, SEED).items()}
    document = {
        "command": f"{COMMAND} {name}",
        "seed": SEED,
        "games": {key: one.games for key, one in slow.items()},
        "figures": {key: _plain(x) for key, x in sorted(figures.items())},
        "answers": usual_answers(cells),
    }
    path = Path(str(files(package).joinpath(FILE)))
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return path


def _read(stored: Any) -> FigureValue:
    """Return a stored value: a text as a fraction, four numbers as an estimate, anything else as a float."""
    if isinstance(stored, list):
        return Estimate(*stored)
    return Fraction(stored) if isinstance(stored, str) else float(stored)


def _plain(x: FigureValue) -> Any:
    if isinstance(x, Estimate):
        return [x.value, x.low, x.high, x.se]
    return str(x) if isinstance(x, Fraction) else x


def main(names: list[str]) -> None:
    """Write the files of the named chapters, or by default of all chapters that store numbers.

    Exits with a sentence if a name is unknown or its chapter stores nothing.
    """
    stored = {name: x for name, x in chapters().items() if x.slow_figures}
    try:
        for name in names or stored:
            if find_chapter(name).name not in stored:
                raise Usage(f"the chapter {name} stores no numbers; choose one of {', '.join(stored)}")
        for name in names or stored:
            lesson = stored[name].lesson
            path = write_figures(name, stored[name].package, stored[name].slow_figures, lesson.CELLS)
            sys.stdout.write(f"{path}\n")
    except Usage as fault:
        raise SystemExit(f"cached_figures: {fault}") from None


if __name__ == "__main__":
    main(sys.argv[1:])
