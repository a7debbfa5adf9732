"""Heat maps of studies: one row for each series, on a page like any other figure."""

import re

from upcard.document.model import Chart, Series
from upcard.report.line_charts import SHADES, chart_svg


def drawn(**change):
    rows = [Series("ace", [1, 2], [0.0, 1.0]), Series("two", [2, 3], [0.5, 0.25])]
    return chart_svg(Chart("map", "Title", "sum", "card", rows, scale="pennies", **change))


def test_a_map_has_its_rows_columns_and_scale():
    text = re.sub(r"<[^>]*>", " ", drawn())
    for word in ("ace", "two", "1", "2", "3", "sum", "card", "pennies"):
        assert word in text.split()
    assert drawn().count("<rect") == 4 + SHADES  # the map and its scale


def test_the_same_map_gives_the_same_bytes():
    assert drawn() == drawn()


def test_other_numbers_are_another_picture():
    other = [Series("ace", [1, 2], [0.0, 1.0]), Series("two", [2, 3], [0.5, 1.0])]
    assert chart_svg(Chart("map", "Title", "sum", "card", other, scale="pennies")) != drawn()
