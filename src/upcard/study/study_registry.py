"""Registry of studies: files or folders with ``STUDY`` and ``run``, here or in ``studies`` of a game.

A file with only one of the two is a broken study; it is left out, with the reason. A file with neither is not
a study: it contains code that several studies share.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

from upcard.engine.declarations import HYPHENED, attribute_problems, function_problems, is_hyphened
from upcard.engine.discovery import Discovery, FileKind, cached_scan, discover
from upcard.engine.errors import BrokenRules, unknown_name
from upcard.engine.game_folders import files_of, shipped_files
from upcard.engine.registry import in_sentence, outside_files
from upcard.engine.rules_contract import file_name

ARGUMENTS = ("games", "seed", "threads", "on_step", "on_compile")


@dataclass(frozen=True)
class Study:
    """The header of a study."""

    name: str
    """Name on a command line."""
    title: str
    """Title as printed."""
    words: str
    """The question of the study, in one line."""
    games: int
    """Default number of games per cell of a table."""


def check_study(module: ModuleType) -> None:
    """Raise BrokenRules, with every problem as a sentence, if a study file does not fulfil the contract."""
    problems = _declared_problems(getattr(module, "STUDY", None))
    problems += function_problems(module, "run", ARGUMENTS, are_named=True)
    if problems:
        raise BrokenRules(f"the study file {file_name(module)} cannot be used:\n  " + "\n  ".join(problems))


def _declared_problems(declared: object) -> list[str]:
    if not isinstance(declared, Study):
        return [
            "STUDY is missing or of the wrong kind; "
            "expected STUDY = Study(name=..., title=..., words=..., games=...)"
        ]
    problems = attribute_problems(declared, "STUDY.", {"name": HYPHENED})
    if not problems and not is_hyphened(declared.name):
        problems.append(f"STUDY.name is {declared.name!r}; expected {HYPHENED}")
    if not problems and declared.games < 1:
        problems.append(f"STUDY.games is {declared.games}; expected 1 or more")
    return problems


def _shipped_studies() -> Iterator[tuple[str, str]]:
    yield from files_of("upcard.study")
    yield from shipped_files("studies")


STUDIES = FileKind("study file", _shipped_studies, "", "STUDY", in_sentence(check_study), "run")


@cached_scan
def _discovery() -> Discovery:
    return discover(STUDIES, outside_files("studies"))


def study_modules() -> dict[str, ModuleType]:
    """Return the modules of all usable studies by name; :func:`left_out` reports the others."""
    return dict(sorted(_discovery().modules.items()))


def left_out() -> tuple[str, ...]:
    """Return a sentence about each broken study file."""
    return tuple(x.why for x in _discovery().left_out)


def find_study(name: str) -> ModuleType:
    """Return the module of a study; raises Usage if there is none, and BrokenRules if it is broken."""
    modules = study_modules()
    if name not in modules:
        _discovery().refuse(name)
        raise unknown_name("study", name, modules)
    return modules[name]
