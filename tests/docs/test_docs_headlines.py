"""The results that the README states stand on its pages, and are printed by the commands it names."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.night import LATE

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("## What is solved")[2].partition("\n## ")[0]
ROWS = [line.strip("| ").split(" | ") for line in SECTION.splitlines() if line.startswith("| ")][2:]
NUMBER = re.compile(r"-?\d+(?:[.,/]\d+)*")
COMMAND = re.compile(r"`(upcard [^`]+)`")

LONG = (
    "variant alternate", "variant basic", "beat-it-census", "four-cell-types", "lama-paper", "lama-strength",
    "liars-dice`", "objective match",
)  # fmt: skip
"""Rows whose commands take longer than a few seconds."""

SETTINGS = {"Smallsum, basic and Choice": {"8"}, "Smallsum, Alternate": {"8"}, "Four-Cell, matrices": {"144"}}
"""Numbers of a row that tell what was asked for."""


def plain(text: str) -> str:
    """A text whose numbers are written in one way, without the addresses of links."""
    return re.sub(r"(?<=\d),(?=\d{3})", "", re.sub(r"\]\([^)]*\)", "", text).replace("−", "-"))


def is_printed(number: str, printed: set[str]) -> bool:
    """Whether a number is printed, or one with more decimals that it is rounded from."""
    if number in printed or "." not in number:
        return number in printed
    decimals = len(number.partition(".")[2])
    longer = (x for x in printed if re.fullmatch(r"-?\d+\.\d+", x) and len(x.partition(".")[2]) > decimals)
    return any(f"{float(x):.{decimals}f}" == number for x in longer)


def commands(row: list[str]) -> list[str]:
    """What shows a result; the position that is above the table stands there with its command."""
    found = COMMAND.findall(row[2])
    if "the position above" in row[2]:
        found += re.findall(r"^\$ (upcard probe .+)$", README, re.MULTILINE)
    return found


def printed(command: str) -> str:
    """What a command prints where lines are long."""
    words = [sys.executable, "-m", "upcard", *command.split()[1:]]
    run = subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
        env={**os.environ, "COLUMNS": "400"},
    )  # fmt: skip
    return plain(run.stdout)


def name(row: list[str]) -> str:
    """The result in words."""
    return re.sub(r"[\[\]]", "", plain(row[0]))


def tried(row):
    """A row by its result."""
    late = [LATE] if any(x in row[2] for x in LONG) else []
    return pytest.param(row, id=name(row), marks=late)


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_the_numbers_of_a_result_stand_on_its_page(row: list[str]) -> None:
    what, result, command = row
    (link,) = re.findall(r"\]\(([^)]+)\)", what)
    numbers = set(NUMBER.findall(plain(result)))
    assert numbers
    page = set(NUMBER.findall(plain((ROOT / link).read_text(encoding="utf-8"))))
    assert not numbers - page
    assert command.startswith("`upcard ")


@pytest.mark.parametrize("row", [tried(row) for row in ROWS])
def test_the_numbers_of_a_result_are_printed_by_its_commands(row: list[str]) -> None:
    shown = "\n".join(printed(command) for command in commands(row))
    numbers = set(NUMBER.findall(shown))
    asked = set(NUMBER.findall(plain(f"{row[0]} {row[2]}"))) | SETTINGS.get(name(row), set())
    missing = {x for x in NUMBER.findall(plain(row[1])) if x not in asked and not is_printed(x, numbers)}
    assert not missing, shown


@pytest.mark.parametrize(
    ("number", "is_there"), [("0.41", True), ("0.42", False), ("0.4142", True), ("1/2", True), ("1", False)]
)
def test_a_number_is_found_where_it_is_rounded_from_one_that_is_printed(number, is_there):
    assert is_printed(number, {"0.4142", "1/2"}) == is_there


def test_there_are_results():
    assert len(ROWS) > 10
