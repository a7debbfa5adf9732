"""The table of numbers that two methods find: its tests are there, and it says which the night runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs/reference/verification.md").read_text().partition("## Two methods for each number")[2]
TABLE = TABLE.partition("\n## ")[0]
ROWS = [line for line in TABLE.splitlines() if line.startswith("| ")][2:]
NAMES = re.compile(r"`([\w/]*test_\w+\.py)`: ((?:`test_\w+`(?:, )?)+)")
LATE = re.compile(r"^@(?:LATE|pytest\.mark\.by_night)\b", re.MULTILINE)
"""What stands in a line of its own above a test that the day leaves out as a whole."""


def is_late(text: str, name: str) -> bool:
    """Whether the day leaves out a test of a file with this text as a whole."""
    above = text.partition(f"\ndef {name}(")[0].rpartition("\n\n")[2]
    return LATE.search(above) is not None


@pytest.mark.parametrize("row", ROWS)
def test_the_tests_of_a_number_are_there(row: str) -> None:
    number, _, _, where = row.strip("| ").split(" | ")
    named = NAMES.findall(where)
    assert named
    assert NAMES.sub("", where).strip("; ") == ""
    texts, late = [], []
    for file, tests in named:
        (place,) = (ROOT / "tests").rglob(file)
        texts.append(place.read_text())
        names = re.findall(r"test_\w+", tests)
        assert all(f"\ndef {name}(" in texts[-1] for name in names), number
        late += [name for name in names if is_late(texts[-1], name)]
    assert "(night)" not in row or any(re.search("IS_NIGHTLY|LATE|by_night", text) for text in texts)
    assert "(night)" in row or not late


TESTS = """
@LATE
@pytest.mark.parametrize("x", [1])
def test_one(x):
    pass


@pytest.mark.parametrize("x", [1, pytest.param(2, marks=LATE)])
def test_two(x):
    pass


def test_three():
    pass


@pytest.mark.{}("takes longer")
def test_four():
    pass
""".format("by_night")


@pytest.mark.parametrize(("name", "late"), [("one", True), ("two", False), ("three", False), ("four", True)])
def test_a_test_is_late_if_it_is_marked_as_a_whole(name: str, late: bool) -> None:
    assert is_late(TESTS, f"test_{name}") is late
