"""How many branches tests have taken, package by package: what ``make coverage`` prints last.

It fails where a package has fewer than ``AT_LEAST`` of a hundred, and reads what coverage.py has left.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any

from coverage import Coverage

SETTINGS = Path(__file__).parents[1] / "pyproject.toml"
PACKAGES = {
    "rules": ("kit/*", "games/*/rules.py"),
    "engine": ("engine/*",),
    "solving": ("solving/*", "games/*/solvers/*"),
    "play": ("play/*", "server/*", "mail/*"),
}
"""What counts for each package, as patterns below ``src/upcard``."""

AT_LEAST = 95.0


@dataclass
class Counted:
    """What was counted in a package.

    Parameters
    ----------
    branches, lines : int
        How many there are.
    taken, run : int
        How many of them a test took, or ran.
    """

    branches: int = 0
    taken: int = 0
    lines: int = 0
    run: int = 0

    def add(self, summary: Mapping[str, int]) -> None:
        """Add the counts of a file."""
        self.branches += summary["num_branches"]
        self.taken += summary["covered_branches"]
        self.lines += summary["num_statements"]
        self.run += summary["covered_lines"]

    @property
    def share(self) -> float:
        """The branches that were taken, of a hundred."""
        return 100 * self.taken / self.branches if self.branches else 0.0


def measured() -> dict[str, Any]:
    """What coverage.py has counted, file by file."""
    with TemporaryDirectory() as folder:
        place = Path(folder) / "coverage.json"
        coverage = Coverage(config_file=str(SETTINGS))
        coverage.load()
        coverage.json_report(outfile=str(place))
        files: dict[str, Any] = json.loads(place.read_text())["files"]
        return files


def by_package(files: Mapping[str, Any]) -> dict[str, Counted]:
    """The files of each package together."""
    found = {name: Counted() for name in PACKAGES}
    for file, told in files.items():
        _, _, inside = PurePath(file).as_posix().rpartition("upcard/")
        for name, patterns in PACKAGES.items():
            if any(fnmatch(inside, pattern) for pattern in patterns):
                found[name].add(told["summary"])
    return found


def table(found: Mapping[str, Counted]) -> list[str]:
    """A line for each package."""
    lines = [f"{'package':<10}{'branches':>10}{'taken':>8}{'':>9}{'lines':>8}{'run':>8}"]
    for name, x in found.items():
        lines.append(f"{name:<10}{x.branches:>10}{x.taken:>8}{x.share:>7.1f} %{x.lines:>8}{x.run:>8}")
    return lines


def main() -> int:
    """Print the table; 1 if a package has too few."""
    found = by_package(measured())
    few = [name for name, x in found.items() if x.share < AT_LEAST]
    sys.stdout.write("\n".join(table(found)) + "\n")
    if few:
        sys.stderr.write(f"fewer than {AT_LEAST:g} % of the branches are taken in: {', '.join(few)}\n")
    return int(bool(few))


if __name__ == "__main__":
    sys.exit(main())
