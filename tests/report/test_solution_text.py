"""A number and its unit stand on one line."""

import pytest
from rich.console import Console

from upcard.report.solution_text import KeepUnitsTogether

TEXT = "58 nodes, 12 information sets; lp: linear programming on the sequence form; 5.0 s"


@pytest.mark.parametrize("width", range(20, len(TEXT) + 1))
def test_no_line_ends_with_a_number(width):
    console = Console(width=width)
    with console.capture() as text:
        console.print(KeepUnitsTogether(TEXT))
    lines = text.get().rstrip("\n").split("\n")
    assert " ".join(line.rstrip() for line in lines) == TEXT
    assert all(len(line) <= width and not line.rstrip()[-1].isdecimal() for line in lines)
