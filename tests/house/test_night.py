"""What the day leaves out, and what the night runs."""

from types import SimpleNamespace

import pytest
from tests.night import is_of_the_night, left_out


def item(name, is_marked=False, **names):
    """What is asked of a test."""
    marks = {"by_night": SimpleNamespace(args=("takes longer",)) if is_marked else None}
    return SimpleNamespace(name=name, module=SimpleNamespace(**names), get_closest_marker=marks.get)


MARKED, ASKING, USUAL = item("marked", True), item("asking", IS_NIGHTLY=True), item("usual")
ASKING_BY_DAY = item("asking by day", IS_NIGHTLY=False)
ALL = [MARKED, ASKING, USUAL, ASKING_BY_DAY]


@pytest.mark.parametrize(("is_nightly", "left"), [(False, [MARKED]), (True, [])])
def test_the_day_leaves_out_what_is_marked_and_the_night_nothing(is_nightly, left):
    assert left_out(ALL, is_nightly) == left


def test_the_night_runs_what_is_marked_and_all_of_a_file_that_asks():
    assert [x for x in ALL if is_of_the_night(x)] == [MARKED, ASKING, ASKING_BY_DAY]
