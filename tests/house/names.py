"""Names that say nothing, and a command that lists them: ``python -m tests.house.names``.

A name such as ``found`` or ``told`` says what happened to a thing and not what it is. Every definition
counts: functions, arguments, variables, attributes and imports.
"""

import argparse
import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "upcard"
ALLOWED = Path(__file__).with_name("names_allowed.toml")

WORDS = frozenset({"found", "told", "asked", "given", "kept", "own", "said"})
ENDINGS = ("_told", "_asked", "_found", "_said")


class VagueName(NamedTuple):
    """A definition of a name that says nothing."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        """Return the place and the name, on one line."""
        return f"{self.file}:{self.line}: {self.name}"


def is_vague(name: str) -> bool:
    """Whether a name is one of the words, or ends with one after an underscore."""
    return name.strip("_") in WORDS or name.endswith(ENDINGS)


def defined(node: ast.AST) -> Iterator[str]:
    """Yield the names that one node of a syntax tree defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case (
            ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store())
        ):
            yield name
        case ast.alias():
            yield node.asname or node.name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name


def vague_names(file: str, source: str) -> list[VagueName]:
    """Return the names in a source file that say nothing, each once."""
    lines: dict[str, int] = {}
    for node in ast.walk(ast.parse(source)):
        for name in filter(is_vague, defined(node)):
            lines.setdefault(name, getattr(node, "lineno", 1))
    return [VagueName(file, line, name) for name, line in lines.items()]


def all_vague_names(folder: Path = SOURCE) -> list[VagueName]:
    """Return the names in the whole source that say nothing."""
    files = (p for p in sorted(folder.rglob("*.py")) if "migrations" not in p.parts)
    return [
        x for p in files for x in vague_names(p.relative_to(ROOT).as_posix(), p.read_text(encoding="utf-8"))
    ]


class Exemption(NamedTuple):
    """A name that stays, for a reason."""

    file: str
    name: str
    reason: str

    def covers(self, x: VagueName) -> bool:
        """Whether this exemption lets a name pass."""
        return (self.file, self.name) == (x.file, x.name)


def exemptions() -> list[Exemption]:
    """Return the list of names that stay."""
    return [Exemption(**x) for x in tomllib.loads(ALLOWED.read_text(encoding="utf-8")).get("allowed", [])]


def without_exemptions(names: Iterable[VagueName]) -> list[VagueName]:
    """Return the names that must change."""
    passed = exemptions()
    return [x for x in names if not any(y.covers(x) for y in passed)]


def package_of(file: str) -> str:
    """Return the package of a file, or the game."""
    parts = file.split("/")
    return "/".join(parts[2:4] if parts[2] == "games" else parts[2:3])


def main() -> None:
    """Print the names that must change, and exit with 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.house.names", description=main.__doc__)
    parser.add_argument("--count", action="store_true", help="print one number per package")
    options = parser.parse_args()
    names = without_exemptions(all_vague_names())
    counts = Counter(package_of(x.file) for x in names)
    lines = [f"{n:6} {package}" for package, n in counts.most_common()] if options.count else map(str, names)
    sys.stdout.writelines(f"{line}\n" for line in [*lines, f"{len(names)} in all"])
    raise SystemExit(bool(names))


if __name__ == "__main__":
    main()
