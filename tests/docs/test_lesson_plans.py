"""The page about the three lesson plans names tests that there are, and each request has one."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = [
    line.strip("| ").split(" | ")
    for line in (ROOT / "docs" / "reference" / "lesson-plans.md").read_text("utf-8").splitlines()
    if line.startswith("|") and not line.startswith(("| ---", "| request"))
]
LEAST = 26
"""Number of requests of the three sheets."""


def test_each_request_of_the_lesson_plans_is_shown_by_a_test_that_exists():
    defined = {
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    named = [re.findall(r"`(test_\w+)`", row[-1]) for row in ROWS]
    assert len(ROWS) >= LEAST
    assert all(len(row) == 3 and names for row, names in zip(ROWS, named, strict=True))
    assert [x for names in named for x in names if x not in defined] == []
