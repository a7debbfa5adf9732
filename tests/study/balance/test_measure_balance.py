"""The balance report: known values are recovered, and every number can be computed again."""

import pytest

import upcard as uc
from upcard.engine.errors import Usage


@pytest.fixture(scope="module")
def kuhn():
    return uc.balance(
        "kuhn-poker", strategies=["random", "equilibrium"], effort=0.2, sections=["seats"], threads=1
    )


def level(report, section, number):
    return report.section(section).numbers["levels"][number]


def test_the_value_of_kuhn_poker_is_inside_the_interval(kuhn):
    seat = level(kuhn, "seats", 1)["scores"][0]
    assert seat["low"] <= -1 / 18 <= seat["high"]
    assert seat["se"] < 0.03


def test_unknown_sections_and_efforts_are_refused():
    with pytest.raises(Usage, match="there is no section 'seat'; did you mean 'seats'"):
        uc.balance("kuhn-poker", sections=["seat"])
    with pytest.raises(Usage, match="the effort is 0; expected a number above 0"):
        uc.balance("kuhn-poker", effort=0)
    with pytest.raises(Usage, match="the seed is -1"):
        uc.balance("kuhn-poker", seed=-1)
