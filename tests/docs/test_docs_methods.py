"""The table of numbers that two methods find: its tests are there, and those of the night are found by it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs/reference/verification.md").read_text().partition("## Two methods for each number")[2]
TABLE = TABLE.partition("\n## ")[0]
ROWS = [line for line in TABLE.splitlines() if line.startswith("| ")][2:]
NAMES = re.compile(r"`(test_\w+\.py)`: ((?:`test_\w+`(?:, )?)+)")


@pytest.mark.parametrize("row", ROWS)
def test_the_tests_of_a_number_are_there(row: str) -> None:
    number, _, _, where = row.strip("| ").split(" | ")
    named = NAMES.findall(where)
    assert named
    assert NAMES.sub("", where).strip("; ") == ""
    texts = []
    for file, tests in named:
        (place,) = (ROOT / "tests").rglob(file)
        texts.append(place.read_text())
        assert all(f"\ndef {name}(" in texts[-1] for name in re.findall(r"test_\w+", tests)), number
    assert "(night)" not in row or any("IS_NIGHTLY" in text or "by_night" in text for text in texts)
