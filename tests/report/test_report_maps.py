"""Heat maps of studies: one row for each series, on a page like any other figure."""

import re

from upcard.report.plots import figure_svg
from upcard.study.study_parts import Figure, Series


def drawn(**change):
    rows = [Series("ace", [1, 2], [0.0, 1.0]), Series("two", [2, 3], [0.5, 0.25])]
    return figure_svg(Figure("map", "Title", "sum", "card", rows, scale="pennies", **change))


def test_a_map_has_its_rows_columns_and_scale():
    text = re.sub(r"<[^>]*>", " ", drawn())
    for word in ("ace", "two", "1", "2", "3", "sum", "card", "pennies"):
        assert word in text.split()
    assert drawn().count("<image") == 2  # the map and its scale


def test_the_same_map_gives_the_same_bytes():
    assert drawn() == drawn()


def test_other_numbers_are_another_picture():
    other = [Series("ace", [1, 2], [0.0, 1.0]), Series("two", [2, 3], [0.5, 1.0])]
    assert figure_svg(Figure("map", "Title", "sum", "card", other, scale="pennies")) != drawn()
