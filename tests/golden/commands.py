"""The commands whose answers are recorded. To record them: .venv/bin/python -m tests.golden.commands.

Without arguments, all answers are recorded again; with names, only those of the named commands. ``--print``
prints the whole answers instead, to compare two versions of Upcard where a recorded answer is abridged.
Record an answer again only if it was meant to change, and read the difference before you commit it."""

import json
import os
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.golden.asking import class_session, command_line, requests
from tests.golden.normal import abridged, normal, processor
from tests.golden.sessions import ANALYSES, CELLS, CLASSES, MATCHES, get, whole_match

FOLDER = Path(__file__).parent / "recorded"
LIST = Path(__file__).with_name("commands.toml")
PLAYTHROUGHS = Path(__file__).parent

FORMS = {
    "rules": "rules {} --json",
    "reviews": "review tests/golden/{}.txt --all --json",
    "studies": "study {} --games 100 --threads 1 --json - --out FOLDER",
}
"""The command lines of the other parts of ``commands.toml``."""


@dataclass(frozen=True)
class Command:
    """A request to Upcard whose answer is recorded.

    Parameters
    ----------
    name : str
        Its name, after which the file of its answer is named too.
    ask : function
        Returns the answer. It may write into the empty folder that is passed to it.
    line : str
        The request in words, for the reader of a difference.
    by_night : bool
        Whether it is compared by ``make nightly`` only.
    """

    name: str
    ask: Callable[[Path], Any]
    line: str
    by_night: bool = False

    @property
    def file(self) -> Path:
        """The file of its recorded answer."""
        return FOLDER / f"{self.name}.json"

    def whole(self) -> Any:
        """The whole current answer, normalized."""
        with TemporaryDirectory() as folder:
            return normal(self.ask(Path(folder)), folder)

    def answer(self) -> dict[str, Any]:
        """The current answer, as it is recorded."""
        return {"command": self.line, "processor": processor(), "answer": abridged(self.whole())}

    def record(self) -> None:
        """Record the current answer."""
        text = json.dumps(self.answer(), indent=1, ensure_ascii=False)
        self.file.write_text(text + "\n", encoding="utf-8")

    def recorded(self) -> dict[str, Any]:
        """The recorded answer."""
        content: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        return content


def commands() -> dict[str, Command]:
    """Return all commands by their names."""
    several = [*_lines(), *_http(), *_classes()]
    return {x.name: x for x in several}


def _lines() -> list[Command]:
    """The command lines of ``commands.toml``, and the replay of every golden playthrough."""
    parts = tomllib.loads(LIST.read_text("utf-8"))
    found = [_line(k, x, when) for when in ("day", "night") for k, x in parts[when].items()]
    for part, form in FORMS.items():
        found += [
            _line(f"{part}-{x}", form.format(x), when) for when in parts[part] for x in parts[part][when]
        ]
    for x in parts["verified"]["certificates"]:
        found.append(_line(f"verify-{x}", f"verify FOLDER/{x} --json"))
    for x in parts["verified"]["tables"]:
        found.append(_line(f"verify-{x}", f"verify FOLDER/{x} --sample 50 --json"))
    for file in sorted(PLAYTHROUGHS.glob("*.txt")):
        found.append(_line(f"replay-{file.stem}", f"replay tests/golden/{file.name} --json"))
    return found


def _line(name: str, words: str, when: str = "day") -> Command:
    return Command(name, partial(command_line, words), f"upcard {words}", when == "night")


def _http() -> list[Command]:
    """Requests of programs: without a table, and one whole match."""
    paths = {f"http-analysis-{k}": f"/api/v1/analysis/{x}" for k, x in ANALYSES.items()}
    paths |= {f"http-lesson-{x.replace('/', '-')}": f"/api/v1/lessons/{x}" for x in CELLS}
    paths |= {"http-games": "/api/v1/games", "http-lessons": "/api/v1/lessons"}
    asked = [Command(k, partial(requests, partial(get, path=x)), f"GET {x}") for k, x in paths.items()]
    matches = [
        Command(f"http-match-{x}", partial(requests, partial(whole_match, game=x)), f"a match of {x}")
        for x in MATCHES
    ]
    return asked + matches


def _classes() -> list[Command]:
    return [
        Command(f"class-{x.__name__}", partial(class_session, x), f"a class: {x.__doc__}") for x in CLASSES
    ]


def main(words: Sequence[str]) -> None:
    """Record the answers of the named commands, or of all, or print them whole."""
    several = commands()
    names = [x for x in words if x != "--print"] or list(several)
    FOLDER.mkdir(exist_ok=True)
    if names == list(several):
        for file in FOLDER.glob("*.json"):
            file.unlink()
    for x in names:
        if "--print" in words:
            print(json.dumps(several[x].whole(), indent=1, ensure_ascii=False))  # noqa: T201
        else:
            began = time.process_time()
            several[x].record()
            print(f"{time.process_time() - began:7.2f} s {x}", flush=True)  # noqa: T201


if __name__ == "__main__":
    with TemporaryDirectory() as home:  # games and tables of whoever records are neither used nor changed
        os.environ["XDG_DATA_HOME"] = home
        main(sys.argv[1:])
