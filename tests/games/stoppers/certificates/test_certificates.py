"""Certificates of rounds of Stoppers: what is proved, and the first thing that is wrong."""

import copy
import json
import random

import pytest

from upcard.engine.errors import Refused
from upcard.engine.game import make_game
from upcard.games.stoppers.certificates.threshold_certificate import (
    RANKS,
    _compare_with_rules,
    played,
    spot_deals,
)
from upcard.solving.solve_game import solve


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Certificates of rounds for two and for three, as they stand in their files."""
    found = {}
    for players in (2, 3):
        file = tmp_path_factory.mktemp("round") / "it.json"
        solve(make_game("stoppers", players), objective="round").save(file)
        found[players] = json.loads(file.read_text())
    return found


def test_the_value_for_two_is_proved(kept, checked):
    title, *_, value = checked(kept[2])
    assert title.startswith("one round with a fresh deck of Stoppers, 2 players")
    assert value == f"the value for seat 1 is exactly {kept[2]['value_exact']}"


def test_an_equilibrium_of_three_is_proved(kept, checked):
    title, *seats, verdict = checked(kept[3])
    assert "Stoppers, 3 players" in title
    assert len(seats) == 3
    assert kept[3]["losses_exact"][0] in seats[0]
    assert verdict == "nobody can do better: an equilibrium"


def with_threshold(stated, seat, did, number):
    changed = copy.deepcopy(stated)
    changed["thresholds"][seat][did][0] = number
    return changed


def test_other_thresholds_have_other_losses(kept, checked):
    with pytest.raises(Refused, match="losses_exact of seat 1 is 5021/15925 in the certificate, but "):
        checked(with_threshold(kept[3], 0, 0, 5))


TAMPERED = [
    (2, {"value_exact": "46/16574"}, "stated to be exactly 23/8287, but the strategies prove"),
    (2, {"options": {"first_dealer": "1"}}, "expected Stoppers for two players with the second seat dealing"),
    (2, {"game": "le-her", "options": {}}, "expected Stoppers for two players with the second seat dealing"),
    (3, {"gaps_exact": ["0", "0", "1/2"]}, "gaps_exact of seat 3 is 1/2 in the certificate, but 0"),
    (3, {"gaps_exact": ["0"]}, "gaps_exact is missing or of the wrong kind; expected 3 fractions"),
    (3, {"losses_exact": ["1", "1", "x"]}, "losses_exact of seat 1 is 1 in the certificate, but "),
    (3, {"thresholds": None}, "thresholds is missing or of the wrong kind; expected a list for each of 3"),
    (3, {"thresholds": [[[0] * 13]] * 3}, "the thresholds of seat 2 are not 3 lists of 13 values"),
    (3, {"thresholds": [[[14] * 13]] * 3}, "the thresholds of seat 1 are not 1 list of 13 values"),
    (3, {"options": {"first_dealer": "3", "block": "optional"}}, "is optional; expected block=automatic"),
    (
        3,
        {"options": {"first_dealer": "1"}},
        "expected Stoppers for 3 to 5 players with the last seat dealing",
    ),
]


@pytest.mark.parametrize(("players", "entries", "reason"), TAMPERED)
def test_the_first_violated_condition_is_named(kept, checked, players, entries, reason):
    with pytest.raises(Refused, match=reason):
        checked({**kept[players], **entries})


def only_up_to(value, seats):
    """Thresholds of seats that all swap up to the same value, whatever was done and taken."""
    return tuple(((value,) * RANKS,) * 3**p for p in range(seats))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("value", [0, 6, 13])
def test_deals_in_which_all_hold_the_same_are_among_those_played_by_the_rules(seats, value):
    """If this program forgot that nobody loses a life then, it would be found out."""
    table, alike = only_up_to(value, seats), 0
    for *deal, drawn in spot_deals(seats, random.Random(1)):
        held, known = played(table, deal, None)
        held[-1] = drawn if known[-1][3] else held[-1]
        alike += len(set(held)) == 1
    assert alike >= 10
    for is_free in (False, True):
        told = "nobody" if is_free else "all_lose"
        game = make_game("stoppers", seats, all_tie=told, first_dealer=str(seats))
        _compare_with_rules(game, table, False, is_free)
        with pytest.raises(Refused, match="by the rules, the deal"):
            _compare_with_rules(game, table, False, not is_free)


def test_five_cannot_hold_the_same():
    assert all(max(map(deal.count, deal)) <= 4 for deal in spot_deals(5, random.Random(1)))
    assert all(max(map(deal.count, deal)) <= 4 for deal in spot_deals(4, random.Random(1)))
