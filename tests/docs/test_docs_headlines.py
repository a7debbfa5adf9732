"""The results that the README states stand on the pages it names for them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("## What is solved")[2].partition("\n## ")[0]
ROWS = [line.strip("| ").split(" | ") for line in SECTION.splitlines() if line.startswith("| ")][2:]
NUMBER = re.compile(r"-?\d+(?:[.,/]\d+)*")


def plain(text: str) -> str:
    """A text whose numbers are written in one way."""
    return re.sub(r"(?<=\d),(?=\d{3})", "", text.replace("−", "-"))


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_numbers_of_a_result_stand_on_its_page(row: list[str]) -> None:
    what, result, command = row
    (link,) = re.findall(r"\]\(([^)]+)\)", what)
    numbers = set(NUMBER.findall(plain(result)))
    assert numbers or "exact" in result or "fractions" in result
    page = set(NUMBER.findall(plain((ROOT / link).read_text(encoding="utf-8"))))
    assert not numbers - page
    assert command.startswith("`upcard ")


def test_there_are_results():
    assert len(ROWS) > 10
